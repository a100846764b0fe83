from __future__ import annotations

import pytest

from numerate.errors import InputError
from numerate.serve.settings import ServerSettings


@pytest.mark.parametrize(
    "invalid",
    [{"token": ""}, {"token": "two words"}, {"token": "é"}, {"workers": 0}, {"queue": -1}, {"seconds": 0}],
)
def test_invalid_settings_are_refused(invalid: dict) -> None:
    with pytest.raises(InputError):
        ServerSettings(**invalid)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("127.3.2.1", True),
        ("0.0.0.0", False),
        ("x", False),
    ],
)
def test_loopback_addresses_are_recognized(host: str, loopback: bool) -> None:
    assert ServerSettings(host=host).is_loopback is loopback
