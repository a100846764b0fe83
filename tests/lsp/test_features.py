from __future__ import annotations

from pathlib import Path

import pytest

from numerate.checking.check import check_document
from numerate.documents import read
from numerate.lsp.features import hover, ignore_comment
from numerate.lsp.positions import Positions
from numerate.report.fixing import corrected
from numerate.report.options import CheckOptions
from tests.report.samples import report

OPTIONS = CheckOptions(unlikely=False)
WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."


@pytest.mark.parametrize(
    ("form", "source"),
    [
        ("markdown", f"# Staff\n\n{WRONG}  \nMore\n"),
        ("markdown", "| a | b |\n|---|---|\n| We met on 31 June. | 5 |\n"),
        ("html", f"<p>Staff</p>\n<p>{WRONG}</p>"),
        ("latex", f"\\section{{Staff}}\r\n{WRONG.replace('%', '')}\r\n\r\nMore."),
        ("rst", f"Staff\n=====\n\n   {WRONG}\n\nMore.\n"),
    ],
)
def test_an_ignore_comment_silences_the_finding_and_changes_nothing_else(form: str, source: str) -> None:
    before = check_document(read(source.encode(), format=form), None, OPTIONS)
    [finding] = before.findings
    comment = ignore_comment(finding)
    after = check_document(read(corrected(source, [comment]).encode(), format=form), None, OPTIONS)
    assert after.findings == ()
    assert after.text.split() == before.text.split()


def test_plain_text_has_no_invisible_comments(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(WRONG)
    [finding] = check_document(read(path), None, OPTIONS).findings
    assert ignore_comment(finding) is None


def test_a_hover_says_why_a_number_was_not_judged() -> None:
    checked = report()
    positions = Positions(checked.document.source)
    place = checked.locate(checked.numbers[-1])
    shown = hover(checked, positions, positions.position(place.start), "text")
    assert "Not judged: 7 is a name" in shown.contents.value
