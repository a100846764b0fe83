from __future__ import annotations

from pathlib import Path

import docx
import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.errors import InputError

WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas.\n"
RIGHT = WRONG.replace("4,520", "4,250")


def check(*arguments: str | Path, answers: str | None = None) -> tuple[int, str, str]:
    arguments = ("check", "--only-consistency", *map(str, arguments))
    result = CliRunner().invoke(app, arguments, input=answers)
    if isinstance(result.exception, InputError):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def test_fix_corrects_the_file_and_reports_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"{WRONG}\nWe met on 31 June.\n")
    status, out, err = check("--fix", path)
    assert status == 1
    assert "31 June" in out
    assert "4,520" not in out
    assert "1 number was corrected (certain)" in err
    assert path.read_text() == f"{RIGHT}\nWe met on 31 June.\n"
    path.write_text(WRONG)
    assert check("--fix", path)[0] == 0


def test_diff_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(WRONG)
    status, out, err = check("--diff", path)
    assert status == 1
    assert out.startswith("--- a/")
    assert f"\n-{WRONG}+{RIGHT}" in out
    assert "1 number could be corrected" in err
    assert path.read_text() == WRONG


@pytest.mark.parametrize(("answers", "content"), [("1\n", RIGHT), ("n\n", WRONG), ("7\n1\n", RIGHT)])
def test_one_can_choose_at_a_prompt(tmp_path: Path, answers: str, content: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(WRONG)
    check("--fix", "--choose", "ask", path, answers=answers)
    assert path.read_text() == content


def test_what_cannot_be_corrected_is_named(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph(WRONG)
    document.save(str(tmp_path / "a.docx"))
    before = (tmp_path / "a.docx").read_bytes()
    status, _, err = check("--fix", tmp_path / "a.docx")
    assert status == 1
    assert "1 more suggestion left: they overlap, stand in markup, or in a format that is not text" in err
    assert (tmp_path / "a.docx").read_bytes() == before


def test_standard_input_has_no_file_to_correct() -> None:
    with pytest.raises(InputError, match="use --diff"):
        check("--fix", "-", answers=WRONG)
    assert f"+{RIGHT}" in check("--diff", "-", answers=WRONG)[1]


def test_options_that_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="choose one"):
        check("--fix", "--diff", tmp_path)
