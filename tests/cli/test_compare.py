"""`numerate compare`: what changed between two versions, and what was compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.errors import InputError

OLD = "The school has 340 pupils. Lunch costs £2.80.\n\nA bus holds 52 pupils."
NEW = "The school has 430 pupils. Lunch costs £2.80.\n\nA bus holds 52 pupils."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "old.txt").write_text(OLD)
    (tmp_path / "new.txt").write_text(NEW)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compare(*arguments: str, given: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["compare", *arguments], input=given, catch_exceptions=False)
    return result.exit_code, result.stdout


@pytest.mark.usefixtures("folder")
def test_a_changed_number_is_shown_with_both_sentences() -> None:
    status, output = compare("old.txt", "new.txt")
    assert status == 1
    assert "new.txt:1:16  340 → 430\n" in output
    assert "  - The school has 340 pupils." in output
    assert "  + The school has 430 pupils." in output
    assert "1 number changed, appeared or vanished.\nold.txt: 3 numbers.\nnew.txt: 3 numbers.\n" in output


@pytest.mark.usefixtures("folder")
def test_json_has_what_was_compared_and_every_change() -> None:
    status, output = compare("--format", "json", "old.txt", "new.txt")
    content = json.loads(output)
    assert (status, content["old"]["numbers"], content["new"]["file"]) == (1, 3, "new.txt")
    [change] = content["changes"]
    assert (change["old"]["text"], change["new"]["text"]) == ("340", "430")


@pytest.mark.usefixtures("folder")
def test_versions_with_the_same_numbers_are_exit_status_0() -> None:
    status, output = compare("old.txt", "-", given=OLD.replace("Lunch", "A meal"))
    assert status == 0
    assert "0 numbers changed, appeared or vanished." in output


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-", "-"), "only one of the versions can be standard input"),
        ((".", "new.txt"), r"\.: is not one document; name the file to compare"),
        (("old.txt", "missing.txt"), "missing.txt: no such file"),
    ],
)
def test_what_is_not_two_documents_is_refused(arguments: tuple[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare(*arguments)
