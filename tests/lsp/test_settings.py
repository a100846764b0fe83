from __future__ import annotations

from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.lsp.settings import Settings


@pytest.mark.parametrize("name", ["falseAlarms", "false-alarms", "false_alarms"])
def test_names_may_be_written_as_editors_and_project_files_do(name: str) -> None:
    settings = Settings.from_client({"numerate": {name: "strict", "picture": "svg"}})
    assert settings.for_folder(None).rate == 0.001
    assert settings.picture == "svg"


def test_the_client_overrides_the_project(tmp_path: Path) -> None:
    (tmp_path / "numerate.toml").write_text('false-alarms = 0.05\nbaseline = "a.json"\n')
    assert Settings().for_folder(tmp_path).rate == 0.05
    options = Settings.from_client({"falseAlarms": 0.001}).for_folder(tmp_path)
    assert (options.rate, options.baseline) == (0.001, tmp_path / "a.json")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"falseAlarms": 3}, "must be a share"),
        ({"format": "json"}, r"numerate\.format: no such setting; there are baseline"),
        ({"picture": "ascii"}, r"numerate\.picture: must be one of auto, svg"),
        ({"numerate": 3}, "must be an object"),
    ],
)
def test_what_cannot_be_used_is_named(values: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Settings.from_client(values)
