from __future__ import annotations

from pathlib import Path

import pytest

from numerate.cli.check import Output
from numerate.errors import InputError
from numerate.report.config import Configuration, find_configuration, read_configuration
from numerate.report.outputs import FORMATS

WHOLE = """
false-alarms = "strict"
model = "models/ours"
exclude = ["drafts", "*.tex", "docs/**/old?.md"]
consistency = false
baseline = "baseline.json"
format = "sarif"
"""


def test_every_setting_is_read_and_paths_count_from_the_file(tmp_path: Path) -> None:
    (tmp_path / "models/ours").mkdir(parents=True)
    file = tmp_path / "numerate.toml"
    file.write_text(WHOLE)
    assert read_configuration(file) == Configuration(
        file,
        false_alarms=0.001,
        model=str(tmp_path / "models/ours"),
        exclude=("drafts", "*.tex", "docs/**/old?.md"),
        consistency=False,
        baseline=tmp_path / "baseline.json",
        format="sarif",
    )


def test_the_command_knows_the_same_formats() -> None:
    assert tuple(output.value for output in Output) == FORMATS


def test_the_nearest_file_that_speaks_of_numerate_is_taken(tmp_path: Path) -> None:
    here = tmp_path / "a/b"
    here.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.numerate]\nformat = 'json'\n")
    (here / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    assert find_configuration(here).format == "json"
    (tmp_path / "a/numerate.toml").write_text("model = 'someone/model'\n")
    found = find_configuration(here)
    assert (found.file, found.format, found.model) == (tmp_path / "a/numerate.toml", None, "someone/model")


@pytest.mark.parametrize(
    ("path", "excluded"),
    [
        ("drafts/x.md", True),
        ("a/drafts/x.md", True),
        ("draft/x.md", False),
        ("a/b.tex", True),
        ("docs/old1.md", True),
        ("docs/a/b/old1.md", True),
        ("docs/old12.md", False),
        ("x/docs/old1.md", False),
        ("../drafts/x.md", False),
    ],
)
def test_exclusion(tmp_path: Path, path: str, excluded: bool) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "numerate.toml").write_text(WHOLE)
    assert read_configuration(folder / "numerate.toml").excludes((folder / path).resolve()) is excluded


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("falsealarms = 0.1", "falsealarms: no such setting; there are false-alarms, model"),
        ("false-alarms = 2", "false-alarms: 2: a rate of false alarms is a share"),
        ("false-alarms = true", "false-alarms: must be a share"),
        ("exclude = 'a'", "exclude: must be a list of patterns"),
        ("consistency = 'no'", 'consistency: must be true, false or "only"'),
        ("format = 'xml'", "format: must be one of text, json"),
        ("model = 5", "model: must be a text in quotes"),
        ("model = ", "not TOML"),
        ("\udcff", "not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_key(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "numerate.toml"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError) as error:
        read_configuration(file)
    assert str(error.value).startswith(f"{file}: {message}")


def test_a_named_file_must_speak_of_numerate(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(InputError, match=r"has no \[tool\.numerate\]"):
        read_configuration(tmp_path / "pyproject.toml")
    with pytest.raises(InputError, match="no such file"):
        read_configuration(tmp_path / "none.toml")
    (tmp_path / "pyproject.toml").write_text("[tool]\nnumerate = 5\n")
    with pytest.raises(InputError, match="must be a table"):
        read_configuration(tmp_path / "pyproject.toml")
