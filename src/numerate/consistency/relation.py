"""Relations between numbers of a text, and interval arithmetic on values known to their written precision."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from math import floor, log10
from typing import NamedTuple

from numerate.text import Number, render, style

_DIGITS = re.compile(r"\d[\d,'’\s]*(?:\.(\d+))?|\.(\d+)")
_TOLERANCE = 1e-9
"""Relative tolerance for the rounding errors of floating-point arithmetic."""


class Interval(NamedTuple):
    """The values that a figure may have, from `low` to `high`."""

    low: float
    high: float

    def meets(self, other: Interval) -> bool:
        """Return whether the intervals overlap."""
        slack = _TOLERANCE * max(abs(self.low), abs(self.high), abs(other.low), abs(other.high))
        return self.low <= other.high + slack and other.low <= self.high + slack

    def times(self, factor: float) -> Interval:
        """Return the interval multiplied by a factor of either sign."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Interval(low, high)

    def plus(self, other: Interval) -> Interval:
        """Return the sum."""
        return Interval(self.low + other.low, self.high + other.high)

    def minus(self, other: Interval) -> Interval:
        """Return the difference."""
        return Interval(self.low - other.high, self.high - other.low)

    def by(self, other: Interval) -> Interval:
        """Return the product of two positive intervals."""
        return Interval(self.low * other.low, self.high * other.high)

    def over(self, other: Interval) -> Interval:
        """Return the quotient of two positive intervals."""
        return Interval(self.low / other.high, self.high / other.low)


@dataclass(frozen=True, slots=True)
class Relation:
    """Numbers that the text relates to each other. The relation holds unless it has a problem."""

    kind: str
    """The name of the rule."""
    numbers: tuple[Number, ...]
    problem: str | None = None
    """A sentence that says what does not fit, with the arithmetic."""
    needed: tuple[Interval | None, ...] = ()
    """For each number, the values it would need if it alone were wrong; None where they are unknown."""


def number_at(text: str, start: int, end: int) -> Number:
    """Return the digits at `start:end` as a number of their own, where the extractor reads an identifier."""
    value = Decimal(text[start:end].replace(",", ""))
    return Number(start, end, text[start:end], float(value), value, "cardinal", (start, end))


def precision(number: Number) -> float:
    """Return the value of one unit in the last written digit: 0.1 billion for "$3.4 billion".

    Trailing zeros of a large number count as rounding, except within its first two digits: 15,000 is precise
    to a thousand. Other numbers without a decimal point are precise to one.
    """
    if number.kind == "fraction":
        return 0.0
    begin, end = (at - number.start for at in number.numeral)
    written = _DIGITS.search(number.text, begin, end)
    if written is None:  # in words
        return _whole_precision(str(int(number.value)), scaled=False)
    digits = re.sub(r"[^\d.]", "", written[0])
    scale = number.value / float(digits) if float(digits) else 1.0
    decimals = written[1] or written[2]
    if decimals:
        return scale * 10.0 ** -len(decimals)
    return scale * _whole_precision(digits, scaled=scale > 1)


def _whole_precision(digits: str, scaled: bool) -> float:
    if len(digits) < 4 and not scaled:
        return 1.0
    zeros = len(digits) - len(digits.rstrip("0"))
    return 10.0 ** max(0, min(zeros, len(digits) - 2))


def known(number: Number) -> Interval:
    """Return the values that round to `number` at its written precision."""
    half = precision(number) / 2
    return Interval(number.value - half, number.value + half)


def loosely(number: Number) -> Interval:
    """Return the values that round or truncate to `number`: many authors truncate what they calculate."""
    step = precision(number)
    return Interval(number.value - step, number.value + step)


def exactly(number: Number) -> Interval:
    """Return the value of an exact count."""
    return Interval(number.value, number.value)


def coin(number: Number) -> float:
    """Return the value of the number's unit in units of its currency: 0.01 for cents, 1 otherwise."""
    return 0.01 if number.in_minor_unit else 1.0


def worth(number: Number) -> Interval:
    """Return the values that round to `number`, in dollars where it is written in cents."""
    return known(number).times(coin(number))


def comparable(first: Number, second: Number) -> bool:
    """Return whether two numbers measure the same thing, judging by currency, unit and magnitude."""
    if first.sign < 0 or second.sign < 0 or "/" in first.text + second.text:  # bid and ask: $455/460
        return False
    if not {first.kind, second.kind} <= {"money", "percent", "cardinal"}:
        return False
    if first.currency and second.currency:
        return first.currency == second.currency
    if first.kind == second.kind:
        # Next to "591 billion", a plain 536 may also mean billions.
        alike = bool(style(first).magnitude) == bool(style(second).magnitude)
        return (alike or min(first.value, second.value) >= 1000) and _unit(first) == _unit(second)
    # "to 3.4 billion euros from 2.1 billion"
    both_scaled = bool(style(first).magnitude and style(second).magnitude)
    return "percent" not in (first.kind, second.kind) and both_scaled


def _unit(number: Number) -> str:
    """Return the symbol of a unit; percentage points are not percent, and currencies are compared apart."""
    return number.unit.symbol if number.unit is not None and number.kind != "money" else ""


def in_style(value: float, like: Number, finer: float = 1.0) -> str:
    """Render a calculated value like a number of the text, at its precision or `finer` times that."""
    if not value:
        return render(0, like=like)
    step = min(precision(like) or 1.0, 10.0 ** (floor(log10(abs(value))) - 1)) / finer
    return render(Decimal(f"{round(value / step) * step:.12g}"), like=like)
