"""`numerate lsp`: where the server listens; what it answers is in tests/lsp."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.errors import MissingExtraError


class RecordingServer:
    """Records how it is started."""

    def __init__(self) -> None:
        self.started: list[tuple[object, ...]] = []

    def start_io(self) -> None:
        self.started.append(("stdio",))

    def start_tcp(self, host: str, port: int) -> None:
        self.started.append((host, port))


@pytest.mark.parametrize(
    ("arguments", "started"), [([], ("stdio",)), (["--tcp", "2087"], ("127.0.0.1", 2087))]
)
def test_it_listens_on_standard_streams_or_on_the_loopback_address(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], started: tuple[object, ...]
) -> None:
    pytest.importorskip("pygls")
    server = RecordingServer()
    monkeypatch.setattr("numerate.lsp.server.make_server", lambda: server)
    assert CliRunner().invoke(app, ["lsp", *arguments], catch_exceptions=False).exit_code == 0
    assert server.started == [started]


def test_without_the_extra_the_message_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.delitem(sys.modules, "numerate.lsp.server", raising=False)
    for name in [name for name in sys.modules if name.startswith("pygls.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(MissingExtraError, match=r"pip install 'numerate\[lsp\]'"):
        CliRunner().invoke(app, ["lsp"], catch_exceptions=False)
