import io

import docx
from hypothesis import given
from hypothesis import strategies as st

from numerate.report.outputs.github import to_github
from tests.report.samples import report, run


def test_each_finding_is_one_command() -> None:
    unlikely, change, problem, summary = to_github(run()).splitlines()
    assert unlikely == (
        "::warning file=notes/a b.md,line=3,endLine=3,col=22,endColumn=37,"
        "title=$3.4 trillion%3A a number that is unlikely in its place::"
        "$3.4 trillion is unlikely here: usually $1.1–$9 billion%0A"
        "Expected: $1.1–$9 billion (90%25 of correct numbers); "
        "0.04%25 of correct numbers are at least this unlikely%0A"
        "Perhaps $3.4 billion: trillion for billion? (64.0%25)"
    )
    assert change.startswith("::error file=notes/a b.md,line=3,")
    assert problem == ("::error file=locked.pdf,title=numerate cannot read this::needs a password; remove it")
    assert summary.startswith("::notice title=numerate::2 findings among 4 numbers of 1 document; 3 of 4 ")


def test_a_place_without_lines_is_in_the_message() -> None:
    file = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("It rose 12% to 34%.")
    document.save(file)
    first = to_github(run(report(file.getvalue(), "a.docx"))).splitlines()[0]
    assert first.startswith("::warning file=a.docx,title=34%25%3A ")
    assert "::paragraph 1: 34%25 is unlikely" in first


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=30), st.text("a:,%\r\n", max_size=9))
def test_no_text_and_no_file_name_becomes_a_command(text: str, name: str) -> None:
    shown = to_github(run(report(f"{text}\n::error::x 12% 34% " + "9" * 2000, f"{name}.txt", keep=False)))
    lines = shown.split("\n")[:-1]
    assert len(lines) == 4
    assert "\r" not in shown
    for line in lines:
        level, properties, message = line.removeprefix("::").split(" ", 1)[0], *line[2:].split("::", 1)
        assert level in ("warning", "error", "notice")
        assert properties.count("=") >= properties.count(",") + 1
        assert len(message) < 3100
