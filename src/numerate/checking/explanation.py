"""Why a number is flagged: what is usual in its place, and what may have been meant."""

from __future__ import annotations

from numerate.checking.channel import meant
from numerate.checking.judgement import Suspect
from numerate.checking.report import UNLIKELY, Expected, Finding, Suggestion
from numerate.checking.slips import describe
from numerate.model import Prediction
from numerate.text import Number, render_range

SHARE = 0.9
"""Of correct numbers that lie in the range called usual."""
_MOST = 3
_LEAST_LIKELY = 0.01
_BESIDE_THE_BEST = 0.1
"""A suggestion that much less likely than the best one is not made."""


def unlikely(suspect: Suspect, text: str) -> Finding:
    """The finding for a number that is odd."""
    number = suspect.number
    expected = expect(suspect.prediction, number)
    return Finding(
        UNLIKELY,
        number.start,
        number.end,
        number.text,
        number.value,
        _message(number, expected),
        suspect.p_value,
        expected,
        suggest(suspect.prediction, number, text),
    )


def expect(prediction: Prediction, number: Number) -> Expected:
    """The range that such a number usually lies in."""
    low, high = prediction.interval(SHARE)
    return Expected(low, high, SHARE, render_range(low, high, like=number))


def suggest(prediction: Prediction, number: Number, text: str) -> tuple[Suggestion, ...]:
    """What may have been meant, likeliest first; nothing that is out of the question."""
    found = meant(number, text, prediction.distribution)
    made: list[Suggestion] = []
    for slip, share in zip(found.slips, found.shares.tolist(), strict=True):
        if len(made) == _MOST or share < max(_LEAST_LIKELY, _BESIDE_THE_BEST * found.shares[0]):
            break
        made.append(Suggestion(slip.value, slip.text, describe(slip, number), share))
    return tuple(made)


def _message(number: Number, expected: Expected) -> str:
    if expected.low <= number.value <= expected.high:
        return f"{number.text} is unlikely here, though not by its size: usually {expected.text}"
    return f"{number.text} is unlikely here: usually {expected.text}"
