"""Contradictions within a document as findings, one for each problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf, log

from numerate.checking.consistency import Inconsistency, inconsistencies
from numerate.checking.documents import Document
from numerate.checking.report import Finding, Suggestion
from numerate.checking.slips import describe
from numerate.text import Number

_WOULD_AGREE = "agrees with the other figures"
_LEAST_P = 1e-4
"""No p-value speaks louder than this one."""

Span = tuple[int, int]


def contradictions(
    document: Document, unlikely: Sequence[Finding], go_on: Callable[[], None] = lambda: None
) -> list[Finding]:
    """Every contradiction, and those of the unlikely findings that none of them explains.

    Arithmetic and the model tell together which of the numbers is wrong. A number that was judged beside a
    wrong one looks odd because of it: what is unlikely in a contradiction is part of that one problem.
    """
    headings = [(block.start, block.end) for block in document.blocks if block.kind in ("title", "heading")]
    odd = {(finding.start, finding.end): finding for finding in unlikely}
    found = []
    for problem in inconsistencies(document.text, headings):
        go_on()
        found.append(_finding(problem, odd))
    found = [finding for finding in found if not document.is_ignored(finding.start, finding.end)]
    explained = {span for finding in found for span in ((finding.start, finding.end), *finding.related)}
    return [*found, *(finding for span, finding in odd.items() if span not in explained)]


def _finding(problem: Inconsistency, odd: Mapping[Span, Finding]) -> Finding:
    number = problem.suspect or _likeliest(problem, odd)
    suggestions = [
        Suggestion(s.value, s.text, describe(s.slip, number) if s.slip else _WOULD_AGREE)
        for s in problem.suggestions
        if s.number == number
    ]
    finding = Finding(
        problem.kind,
        number.start,
        number.end,
        number.text,
        number.value,
        problem.message,
        suggestions=tuple(suggestions),
        related=tuple((other.start, other.end) for other in problem.numbers if other != number),
    )
    also = odd.get((number.start, number.end))
    if also is None:
        return finding
    known = {suggestion.value for suggestion in suggestions}
    more = (suggestion for suggestion in also.suggestions if suggestion.value not in known)
    return replace(finding, expected=also.expected, suggestions=(*suggestions, *more)[:3])


def _likeliest(problem: Inconsistency, odd: Mapping[Span, Finding]) -> Number:
    """The number whose error explains it best; of several as good, the last, which others give.

    An error is the likelier the more usual its slip, and the odder the number, if it is known what would
    agree and that is not odd, too: 277 is as odd as 240 where thousands are usual. Else the number may look
    odd for no other reason than that it stands beside the wrong one.
    """
    instead = {suggestion.number: suggestion.value for suggestion in problem.suggestions}
    best, likeliest = inf, problem.numbers[-1]
    for number, unlikely in zip(reversed(problem.numbers), reversed(problem.unlikely), strict=True):
        finding = odd.get((number.start, number.end))
        if finding is not None and number in instead and _is_usual(instead[number], finding):
            unlikely += log(max(finding.p_value or 0.0, _LEAST_P))
        if unlikely < best:
            best, likeliest = unlikely, number
    return likeliest


def _is_usual(value: float, finding: Finding) -> bool:
    """Whether a value lies where the model expects it."""
    expected = finding.expected
    return expected is None or expected.low <= value <= expected.high
