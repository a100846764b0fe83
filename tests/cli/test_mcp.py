"""`numerate mcp`: how the server is started; what its tools answer is in tests/mcp."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.errors import InputError

pytest.importorskip("mcp")


class RecordingServer:
    """Records what it runs on."""

    def __init__(self, root: Path, model: str | None) -> None:
        self.root, self.model = root, model
        self.transports: list[str] = []

    def run(self, transport: str) -> None:
        self.transports.append(transport)


def test_it_runs_on_standard_streams_with_the_folder_and_model_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers: list[RecordingServer] = []

    def make_server(root: Path, model: str | None) -> RecordingServer:
        servers.append(RecordingServer(root, model))
        return servers[-1]

    monkeypatch.setattr("numerate.mcp.server.make_server", make_server)
    arguments = ["mcp", "--root", str(tmp_path), "--model", "some/model"]
    assert CliRunner().invoke(app, arguments, catch_exceptions=False).exit_code == 0
    [server] = servers
    assert (server.root, server.model, server.transports) == (tmp_path, "some/model", ["stdio"])


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"--root .*nowhere: no such folder"):
        CliRunner().invoke(app, ["mcp", "--root", str(tmp_path / "nowhere")], catch_exceptions=False)
