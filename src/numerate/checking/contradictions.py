"""Findings about contradictions: which of their numbers is wrong, by arithmetic and by the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, log

from numerate.checking.unlikely import MOST_SUGGESTIONS
from numerate.consistency import Inconsistency
from numerate.documents import Document
from numerate.report.finding import Finding, Suggestion
from numerate.text import Number

Span = tuple[int, int]

_MIN_P_VALUE = 1e-4
"""Floor on the p-values that decide which number of a contradiction is wrong."""


def add_contradictions(
    document: Document,
    unlikely: Sequence[Finding],
    inconsistencies: Iterable[Inconsistency],
    probabilities: Mapping[int, float | None],
    checkpoint: Callable[[], None] = lambda: None,
    possible: bool = False,
) -> list[Finding]:
    """Return the contradictions, and the unlikely findings that none of them explains.

    probabilities: the probability that each number is wrong, by its start.
    possible: whether to return contradictions too that may be misreadings.

    Arithmetic and the model together decide which of the numbers is wrong. A number that was judged next to a
    wrong one is unlikely because of it, so an unlikely number of a contradiction is part of that finding.
    """
    by_span = {(finding.start, finding.end): finding for finding in unlikely}
    findings = []
    for inconsistency in inconsistencies:
        checkpoint()
        if inconsistency.level == "possible" and (not possible or _says_less(inconsistency, by_span)):
            continue
        finding = _contradiction(inconsistency, by_span, document)
        findings.append(replace(finding, error_probability=probabilities.get(finding.start)))
    findings = [finding for finding in findings if not _is_ignored(finding, document)]
    explained = {span for finding in findings for span in ((finding.start, finding.end), *finding.related)}
    return [*findings, *(finding for span, finding in by_span.items() if span not in explained)]


def _says_less(inconsistency: Inconsistency, unlikely: Mapping[Span, Finding]) -> bool:
    """Return whether it is about one number only, of which the model says what would be usual."""
    spans = [(number.start, number.end) for number in inconsistency.numbers]
    return len(spans) == 1 and spans[0] in unlikely


def _is_ignored(finding: Finding, document: Document) -> bool:
    """Return whether an ignore comment covers any number of a contradiction."""
    spans = ((finding.start, finding.end), *finding.related)
    return any(document.is_ignored(start, end, finding.rule) for start, end in spans)


def _contradiction(
    inconsistency: Inconsistency, unlikely: Mapping[Span, Finding], document: Document
) -> Finding:
    number = inconsistency.suspect or _likeliest_error(inconsistency, unlikely)
    # A suspect is named where one typo in it is far likelier than any other explanation.
    suggestions = [
        Suggestion(c.value, c.text, c.reason, certain=inconsistency.suspect is not None)
        for c in inconsistency.suggestions
        if c.number == number
    ]
    finding = Finding(
        inconsistency.kind,
        number.start,
        number.end,
        number.text,
        number.value,
        inconsistency.message,
        suggestions=tuple(suggestions),
        related=tuple((other.start, other.end) for other in inconsistency.numbers if other != number),
        certain=inconsistency.level == "error",
        document=document,
    )
    by_model = unlikely.get((number.start, number.end))
    if by_model is None:
        return finding
    values = {suggestion.value for suggestion in suggestions}
    more = (suggestion for suggestion in by_model.suggestions if suggestion.value not in values)
    suggestions = [*suggestions, *more][:MOST_SUGGESTIONS]
    return replace(finding, expected=by_model.expected, suggestions=tuple(suggestions))


def _likeliest_error(inconsistency: Inconsistency, unlikely: Mapping[Span, Finding]) -> Number:
    """Return the number whose error explains a contradiction best; of equal ones the last, the derived one.

    An error is likelier the more common its typo is, and the less likely the number, provided that its
    correction is known and itself likely: where thousands are usual, 277 is as unlikely as 240. Otherwise the
    number may be unlikely only because it is next to the wrong one.
    """
    corrections = {correction.number: correction.value for correction in inconsistency.suggestions}
    best, likeliest = inf, inconsistency.numbers[-1]
    candidates = zip(reversed(inconsistency.numbers), reversed(inconsistency.error_costs), strict=True)
    for number, cost in candidates:
        finding = unlikely.get((number.start, number.end))
        if finding is not None and number in corrections and _is_usual(corrections[number], finding):
            cost += log(max(finding.p_value or 0.0, _MIN_P_VALUE))
        if cost < best:
            best, likeliest = cost, number
    return likeliest


def _is_usual(value: float, finding: Finding) -> bool:
    expected = finding.expected
    return expected is None or expected.low <= value <= expected.high
