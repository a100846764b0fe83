"""The extension for VS Code and the server agree. The extension's own tests, with npm, drive the server."""

from __future__ import annotations

import json
from pathlib import Path

from numerate.lsp.server import STATUS
from numerate.lsp.settings import PICTURES, Settings

FOLDER = Path(__file__).parents[2] / "editors/vscode"
MANIFEST = json.loads((FOLDER / "package.json").read_text())
PROPERTIES = MANIFEST["contributes"]["configuration"]["properties"]


def test_every_setting_of_the_extension_is_one_of_the_server() -> None:
    values = {"falseAlarms": "strict", "ignore": ["share"], "baseline": "a.json", "picture": "svg"}
    names = [name.removeprefix("numerate.") for name in PROPERTIES if name != "numerate.command"]
    settings = Settings.from_client({name: values.get(name, True) for name in names})
    assert settings.for_folder(None).rate == 0.001
    assert PROPERTIES["numerate.picture"]["enum"] == list(PICTURES)
    assert all(value["description"].endswith(".") for value in PROPERTIES.values())


def test_the_extension_starts_the_command_and_listens_to_its_status() -> None:
    assert PROPERTIES["numerate.command"]["default"] == ["numerate", "lsp"]
    assert f'"{STATUS}"' in (FOLDER / "src/extension.ts").read_text()
