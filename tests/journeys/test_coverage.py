"""No output reads as "all is well" where something was not judged, not read, left out or assumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.errors import InputError
from numerate.report.outputs import FORMATS

SAID = (
    "1 (100%) not judged (no model was used)",
    "Not read: 2 parts that may hold numbers (1: code, 1: image)",
    "Calculations recognised in 0 of 1 table",
    "The encoding of 1 document was assumed",
    "1 document could not be read",
    "1 file left out: no known format",
    "1 document excluded by the project's settings",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Documents that each leave something open, none of them with a finding."""
    (tmp_path / "numerate.toml").write_text('exclude = ["docs/e.md"]\n')
    tmp_path /= "docs"
    tmp_path.mkdir()
    table = "| Town | Code |\n|---|---|\n| Ayr | x5 |\n"
    (tmp_path / "a.md").write_text(f"We sold 5 ships, `y = 6`, ![sales](sales.png).\n\n{table}")
    (tmp_path / "b.txt").write_bytes(b"The caf\xe9 is old.")
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.4 broken")
    (tmp_path / "d.xyz").write_text("7")
    (tmp_path / "e.md").write_text("We sold 8 ships.")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> tuple[int, str]:
    """Return the exit status, and standard output and error joined on one line."""
    result = CliRunner().invoke(app, [*arguments])
    return result.exit_code, " ".join(result.output.split())


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_says_what_was_not_checked(folder: Path, form: str) -> None:
    status, output = run("check", "--only-consistency", "--format", form, ".")
    assert status == 2
    output = output.replace("&#x27;", "'").replace("%25", "%")
    assert [said for said in SAID if said not in output] == []
    assert "c.pdf" in output


def test_programs_find_the_same_in_fields(folder: Path) -> None:
    result = CliRunner().invoke(app, ["check", "--only-consistency", "--format", "json", "."])
    content = json.loads(result.stdout)
    counts = content["counts"]
    assert (counts["unread"], counts["tables"], counts["recalculated"]) == ({"code": 1, "image": 1}, 1, 0)
    assert (content["left_out"], content["excluded"]) == (["d.xyz"], 1)
    assert [file["file"] for file in content["files"] if "assumption" in file] == ["b.txt"]
    result = CliRunner().invoke(app, ["check", "--only-consistency", "--format", "sarif", "."])
    [invocation] = json.loads(result.stdout)["runs"][0]["invocations"]
    notes = [note["message"]["text"].partition(":")[0] for note in invocation["toolExecutionNotifications"]]
    assert (invocation["executionSuccessful"], notes) == (False, ["c.pdf", "d.xyz", "b.txt"])


def test_what_was_not_read_of_sources_is_said(folder: Path) -> None:
    (folder / "draft.md").write_text("We sold 5 ships.")
    sources = folder / "sources"
    sources.mkdir()
    (sources / "a.md").write_text("We sold 5 ships. ![sales](sales.png)")
    (sources / "b.png").write_bytes(b"5")
    status, output = run("check", "--only-consistency", "draft.md", "--against", "sources")
    assert status == 0
    assert "Not read: 1 part of the sources that may hold numbers (image)." in output
    assert "1 file left out: no known format." in output


def test_a_source_that_cannot_be_read_ends_the_check(folder: Path) -> None:
    with pytest.raises(InputError, match="is not a PDF"):
        CliRunner().invoke(app, ["check", "a.md", "--against", "c.pdf"], catch_exceptions=False)


def test_a_comparison_says_what_it_compared(folder: Path) -> None:
    status, output = run("compare", "b.txt", "b.txt")
    assert status == 0
    assert "b.txt: 0 numbers; is not UTF-8" in output
    _, output = run("compare", "a.md", "a.md")
    assert "a.md: 1 number; not read: 2 parts." in output


def test_a_folder_without_documents_is_not_all_right(folder: Path) -> None:
    (folder / "empty").mkdir()
    status, output = run("check", "--only-consistency", "empty")
    assert (status, "no file in this folder" in output) == (2, True)
