"""Findings about unlikely numbers: the usual range, and the typos that would explain the number."""

from __future__ import annotations

from collections.abc import Sequence

from numerate.checking.precision import Precision
from numerate.checking.score import Suspect
from numerate.documents import Document
from numerate.model.prediction import batch_distributions
from numerate.report.finding import Expected, Finding, Suggestion
from numerate.report.options import UNLIKELY
from numerate.text import Number, extract, render_range
from numerate.text.ranges import rounded_range
from numerate.typos.typos import UNWRITTEN, TypoPosterior, describe, typo_posteriors

EXPECTED_SHARE = 0.9
"""Share of correct numbers that lie in the range reported as usual."""
MOST_SUGGESTIONS = 3
_MIN_PROBABILITY = 0.01
"""Posterior probability below which nothing is suggested."""
_MIN_RELATIVE_PROBABILITY = 0.1
"""The same, relative to the most probable suggestion."""


def unlikely_findings(suspects: Sequence[Suspect], document: Document) -> list[Finding]:
    """Return a finding for each suspect; in one batch they take hardly longer than one."""
    if not suspects:
        return []
    numbers = [suspect.number for suspect in suspects]
    predictions = [suspect.prediction for suspect in suspects]
    distributions = batch_distributions(predictions)
    kinds = [number.kind for number in numbers]
    lows, highs = predictions[0].calibration.interval(distributions, EXPECTED_SHARE, kinds)
    posteriors = typo_posteriors(numbers, document.text, distributions, MOST_SUGGESTIONS)
    precision = Precision(extract(document.text))
    findings = []
    for suspect, low, high, posterior in zip(
        suspects, lows.tolist(), highs.tolist(), posteriors, strict=True
    ):
        number = suspect.number
        expected = _expected(low, high, number)
        suggestions = _suggestions(posterior, number, precision)
        finding = Finding(
            UNLIKELY,
            number.start,
            number.end,
            number.text,
            number.value,
            _message(number, expected, suggestions, document.text),
            suspect.p_value,
            expected,
            suggestions,
            error_probability=suspect.error_probability,
            document=document,
        )
        findings.append(finding)
    return findings


def _expected(low: float, high: float, number: Number) -> Expected | None:
    """Return the usual range; None where the number lies in it, and is unlikely not by its size."""
    first, last = map(float, rounded_range(low, high, like=number))
    if min(low, first) <= number.value <= max(high, last):
        return None
    return Expected(low, high, EXPECTED_SHARE, render_range(low, high, like=number))


def _suggestions(posterior: TypoPosterior, number: Number, precision: Precision) -> tuple[Suggestion, ...]:
    """Return the typos worth suggesting, the most probable first."""
    if not posterior.typos:
        return ()
    least = max(_MIN_PROBABILITY, _MIN_RELATIVE_PROBABILITY * posterior.probabilities[0])
    return tuple(
        Suggestion(typo.value, typo.text, describe(typo, number), probability)
        for typo, probability in zip(posterior.typos, posterior.probabilities, strict=True)
        if probability >= least and typo.kind not in UNWRITTEN and precision.allows(typo.text, number)
    )


def _message(number: Number, expected: Expected | None, suggestions: Sequence[Suggestion], text: str) -> str:
    unit = _unit_after(number, text)
    written = f"{number.text}{unit}"
    if expected is not None:
        return f"{written} is unlikely here: usually {expected.text}{unit}"
    if suggestions:
        return f"{written} is unlikely here: {suggestions[0].text}{unit} would be likelier"
    return f"{written} is unlikely here, though not by its size"


_LONGEST_UNIT = 20
"""Characters of a unit that a message repeats."""


def _unit_after(number: Number, text: str) -> str:
    """Return the unit that follows a number, with the space before it: " °C"."""
    unit = number.unit
    if unit is None or not 0 <= unit.start - number.end <= 1 or unit.end - unit.start > _LONGEST_UNIT:
        return ""
    return text[number.end : unit.end]
