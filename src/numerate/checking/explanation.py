"""Why a number is flagged: what is usual in its place, and what may have been meant."""

from __future__ import annotations

from collections.abc import Sequence

from numerate.checking.channel import Meant, meant
from numerate.checking.judgement import Suspect
from numerate.checking.report import UNLIKELY, Expected, Finding, Suggestion
from numerate.checking.slips import describe
from numerate.model.prediction import together
from numerate.text import Number, render_range

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
    distributions = together(predictions)
    kinds = [number.kind for number in numbers]
    lows, highs = predictions[0].calibration.interval(distributions, SHARE, kinds)
    found = []
    every = zip(
        suspects, lows.tolist(), highs.tolist(), meant(numbers, text, distributions, _MOST), strict=True
    )
    for (number, p_value, *_), low, high, may_be in every:
        expected = Expected(low, high, SHARE, render_range(low, high, like=number))
        place = (number.start, number.end, number.text, number.value)
        message = _message(number, expected)
        found.append(Finding(UNLIKELY, *place, message, p_value, expected, _suggest(may_be, number)))
    return found


def _suggest(found: Meant, number: Number) -> tuple[Suggestion, ...]:
    """What may have been meant, likeliest first; nothing that is out of the question."""
    made = []
    for slip, share in zip(found.slips, found.shares, strict=True):
        if share >= max(_LEAST_LIKELY, _BESIDE_THE_BEST * found.shares[0]):
            made.append(Suggestion(slip.value, slip.text, describe(slip, number), share))
    return tuple(made)


def _message(number: Number, expected: Expected) -> str:
    if expected.low <= number.value <= expected.high:
        return f"{number.text} is unlikely here, though not by its size: usually {expected.text}"
    return f"{number.text} is unlikely here: usually {expected.text}"
