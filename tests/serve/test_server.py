from __future__ import annotations

import pytest

from numerate.errors import InputError
from numerate.serve.server import listen
from numerate.serve.settings import ServerSettings


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_port_0_picks_a_free_port(host: str) -> None:
    with (
        listen(ServerSettings(host=host, port=0)) as first,
        listen(ServerSettings(host=host, port=0)) as second,
    ):
        assert 0 != first.getsockname()[1] != second.getsockname()[1] != 0


@pytest.mark.parametrize(
    ("host", "port", "message"),
    [
        ("127.0.0.1", 65536, "--port 65536: must be between 0 and 65535"),
        ("203.0.113.1", 0, "203.0.113.1:0: cannot listen there: .*; choose another address with --host"),
    ],
)
def test_an_address_that_is_not_available_is_reported(host: str, port: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        listen(ServerSettings(host=host, port=port))
