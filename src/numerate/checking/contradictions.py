"""Contradictions within a document as findings, one for each problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from numerate.checking.consistency import Inconsistency, inconsistencies
from numerate.checking.documents import Document
from numerate.checking.report import Finding, Suggestion
from numerate.checking.slips import describe
from numerate.text import Number

_WOULD_AGREE = "agrees with the other figures"

Span = tuple[int, int]


def contradictions(document: Document, unlikely: Sequence[Finding]) -> list[Finding]:
    """Every contradiction, and those of the unlikely findings that none of them explains.

    Where arithmetic cannot tell which of the numbers is wrong, the oddest of them is the suspect. A number
    that was judged beside a wrong one looks odd because of it: what is unlikely in a contradiction is part
    of that one problem.
    """
    headings = [(block.start, block.end) for block in document.blocks if block.kind in ("title", "heading")]
    odd = {(finding.start, finding.end): finding for finding in unlikely}
    found = [_finding(problem, odd) for problem in inconsistencies(document.text, headings)]
    found = [finding for finding in found if not document.is_ignored(finding.start, finding.end)]
    explained = {span for finding in found for span in ((finding.start, finding.end), *finding.related)}
    return [*found, *(finding for span, finding in odd.items() if span not in explained)]


def _finding(problem: Inconsistency, odd: Mapping[Span, Finding]) -> Finding:
    number = problem.suspect or _oddest(problem, odd)
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


def _oddest(problem: Inconsistency, odd: Mapping[Span, Finding]) -> Number:
    """The number that looks oddest to the model; else the likeliest to be wrong, or the last."""
    suspects = [(odd[span].p_value, n) for n in problem.numbers if (span := (n.start, n.end)) in odd]
    if suspects:
        return min(suspects)[1]
    return problem.suggestions[0].number if problem.suggestions else problem.numbers[-1]
