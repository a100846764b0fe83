"""One road through a document: its numbers, what each may be, what is odd, what contradicts itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, log

from numerate.checking.score import Seen, Suspect, judge
from numerate.consistency import Inconsistency, inconsistencies
from numerate.documents import Document
from numerate.model import Predictor
from numerate.model.prediction import batch_distributions
from numerate.report.options import UNLIKELY, CheckOptions
from numerate.report.report import CheckedNumber, Expected, Finding, Report, Suggestion
from numerate.text import Number, extract, render_range
from numerate.typos.noisy_channel import TypoPosterior, typo_posteriors
from numerate.typos.typos import describe

_SETTINGS = CheckOptions()
NO_MODEL = "no model was asked"


def check_document(
    document: Document,
    model: Predictor | None,
    settings: CheckOptions = _SETTINGS,
    go_on: Callable[[], None] = lambda: None,
    seen: Iterable[Seen] | None = None,
) -> Report:
    """Judge every number of a document; without a model only contradictions are looked for.

    go_on: called before each step of what may take minutes; raises where nobody waits for it any more.
    seen: what the model has seen of it, where it was asked about several documents together.
    """
    findings: list[Finding] = []
    oddest: dict[int, float] = {}
    if model is not None and settings.unlikely:
        numbers, suspects = judge(document, model, settings, seen)
        go_on()
        findings = unlikely(suspects, document.text)
        oddest = {suspect.number.start: suspect.oddness for suspect in suspects}
    else:
        numbers = [CheckedNumber(number, None, NO_MODEL) for number in extract(document.text)]
    if settings.consistency:
        findings = contradictions(document, findings, go_on)
    # What is certain comes first. p-values have steps, and within one oddness tells the worst.
    findings.sort(key=lambda f: (f.p_value or 0.0, f.p_value and -oddest[f.start], f.start))
    return Report(document.text, tuple(numbers), tuple(findings), settings.rate, document)


SHARE = 0.9
"""Of correct numbers that lie in the range called usual."""
_MOST = 3
_LEAST_LIKELY = 0.01
_BESIDE_THE_BEST = 0.1
"""A suggestion that much less likely than the best one is not made."""


def unlikely(suspects: Sequence[Suspect], text: str) -> list[Finding]:
    """A finding for each number that is odd; together they take hardly longer than one."""
    if not suspects:
        return []
    numbers = [suspect.number for suspect in suspects]
    predictions = [suspect.prediction for suspect in suspects]
    distributions = batch_distributions(predictions)
    kinds = [number.kind for number in numbers]
    lows, highs = predictions[0].calibration.interval(distributions, SHARE, kinds)
    found = []
    every = zip(
        suspects,
        lows.tolist(),
        highs.tolist(),
        typo_posteriors(numbers, text, distributions, _MOST),
        strict=True,
    )
    for (number, p_value, *_), low, high, may_be in every:
        expected = Expected(low, high, SHARE, render_range(low, high, like=number))
        place = (number.start, number.end, number.text, number.value)
        message = _message(number, expected)
        found.append(Finding(UNLIKELY, *place, message, p_value, expected, _suggest(may_be, number)))
    return found


def _suggest(found: TypoPosterior, number: Number) -> tuple[Suggestion, ...]:
    """What may have been meant, likeliest first; nothing that is out of the question."""
    made = []
    for typo, share in zip(found.typos, found.probabilities, strict=True):
        if share >= max(_LEAST_LIKELY, _BESIDE_THE_BEST * found.probabilities[0]):
            made.append(Suggestion(typo.value, typo.text, describe(typo, number), share))
    return tuple(made)


def _message(number: Number, expected: Expected) -> str:
    if expected.low <= number.value <= expected.high:
        return f"{number.text} is unlikely here, though not by its size: usually {expected.text}"
    return f"{number.text} is unlikely here: usually {expected.text}"


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
        Suggestion(s.value, s.text, describe(s.typo, number) if s.typo else _WOULD_AGREE)
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

    An error is the likelier the more usual its typo, and the odder the number, if it is known what would
    agree and that is not odd, too: 277 is as odd as 240 where thousands are usual. Else the number may look
    odd for no other reason than that it stands beside the wrong one.
    """
    instead = {suggestion.number: suggestion.value for suggestion in problem.suggestions}
    best, likeliest = inf, problem.numbers[-1]
    for number, unlikely in zip(reversed(problem.numbers), reversed(problem.error_costs), strict=True):
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
