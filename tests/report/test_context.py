from hypothesis import given
from hypothesis import strategies as st

from numerate.report.context import paragraph, sentence
from numerate.report.report import Report
from tests.report.made import report


def shown(text: str, number: str, longest: int) -> str:
    found = report(text, "a.txt")
    start = found.text.index(number)
    first, last, begins, ends = sentence(found, start, start + len(number), longest)
    return f"{'' if begins else '…'}{found.text[first:last]}{'' if ends else '…'}"


def test_the_sentence_is_shown_and_of_a_long_one_some() -> None:
    text = "It rose. Profit was 12% in May. It fell."
    assert shown(text, "12%", 100) == "Profit was 12% in May."
    assert shown("word " * 100 + "12%" + " word" * 100, "12%", 30) == "…word word 12% word word…"
    assert shown("x" * 100 + "12" + "y" * 100, "12", 12) == "…xxxxx12yyyyy…"


def test_a_paragraph_ends_at_its_block_or_at_a_blank_line() -> None:
    found = report("One 1.\n\nTwo 2.\n", "a.md")
    assert paragraph(found, 12, 13) == (8, 14)
    bare = Report("One 1.\n\nTwo 2.", (), (), 0.01)
    assert paragraph(bare, 12, 13) == (8, 14)
    assert bare.locate(12, 13).where == "line 3, column 5"


@given(st.text(alphabet="ab 1.\n", min_size=1, max_size=80), st.data(), st.integers(1, 40))
def test_a_sentence_always_holds_what_was_asked_for(text: str, data: st.DataObject, longest: int) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    first, last, begins, ends = sentence(Report(text, (), (), 0.01), start, end, longest)
    assert 0 <= first <= start < end <= last <= len(text)
    assert last - first <= max(longest, end - start)
    assert begins or first > 0
    assert ends or last < len(text)
