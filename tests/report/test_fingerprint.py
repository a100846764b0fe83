from __future__ import annotations

from dataclasses import replace

from numerate.report.baseline import fingerprint
from tests.report.made import report


def test_a_contradiction_is_the_same_whichever_number_is_to_blame() -> None:
    made = report()
    [blamed] = [finding for finding in made.findings if finding.related]
    for start, end in blamed.related:
        others = [span for span in ((blamed.start, blamed.end), *blamed.related) if span != (start, end)]
        other = replace(blamed, start=start, end=end, text=made.text[start:end], related=tuple(others))
        assert fingerprint(made, other) == fingerprint(made, blamed)
        assert fingerprint(made, other).digest == fingerprint(made, blamed).digest


def test_an_unlikely_number_is_told_by_itself_and_the_words_about_it() -> None:
    made = report()
    [odd] = [finding for finding in made.findings if not finding.related]
    mark = fingerprint(made, odd)
    assert (mark.number, mark.beside) == (odd.text, "")
    assert "#" in mark.context.split()
