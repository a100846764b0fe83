"""Numbers of a text that must agree with each other, and what is said where they do not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from math import floor, log10
from typing import Literal, NamedTuple

from numerate.text import Number, render, style
from numerate.text.lexicon import SMALL_COINS

Kind = Literal["total", "change", "range", "share", "interval", "repeated", "date", "significance"]

_WRITTEN = re.compile(r"\d[\d,'’\s]*(?:\.(\d+))?|\.(\d+)")
_SLACK = 1e-9
"""Relative; what floating-point arithmetic may lose."""


class Interval(NamedTuple):
    """The values that a figure may have, from `low` to `high`."""

    low: float
    high: float

    def meets(self, other: Interval) -> bool:
        """Whether a value lies in both."""
        slack = _SLACK * max(abs(self.low), abs(self.high), abs(other.low), abs(other.high))
        return self.low <= other.high + slack and other.low <= self.high + slack

    def times(self, factor: float) -> Interval:
        """Every value times `factor`."""
        low, high = sorted((self.low * factor, self.high * factor))
        return Interval(low, high)

    def plus(self, other: Interval) -> Interval:
        """The sum."""
        return Interval(self.low + other.low, self.high + other.high)

    def minus(self, other: Interval) -> Interval:
        """The difference."""
        return Interval(self.low - other.high, self.high - other.low)

    def by(self, other: Interval) -> Interval:
        """The product; both intervals lie above zero."""
        return Interval(self.low * other.low, self.high * other.high)

    def over(self, other: Interval) -> Interval:
        """The quotient; both intervals lie above zero."""
        return Interval(self.low / other.high, self.high / other.low)


@dataclass(frozen=True, slots=True)
class Relation:
    """Numbers that the text puts into a relation, which holds unless there is a problem."""

    kind: Kind
    numbers: tuple[Number, ...]
    problem: str | None = None
    """What does not fit, with its arithmetic, in a plain sentence."""
    needed: tuple[Interval | None, ...] = ()
    """For each number, the values it would need if it alone were wrong; None where that cannot be said."""


def number_at(text: str, start: int, end: int) -> Number:
    """The digits at `start:end` as a number, where the reader takes what they are part of for a name."""
    value = Decimal(text[start:end].replace(",", ""))
    return Number(start, end, text[start:end], float(value), value, "cardinal", (start, end))


def precision(number: Number) -> float:
    """What one more in the last digit written would add: 0.1 billion for "$3.4 billion".

    Zeros at the end of a large number are taken for rounding, but for its first two digits: 15,000 is known
    to the nearest thousand. Other numbers without a decimal point are known to the nearest whole.
    """
    if number.kind == "fraction":
        return 0.0
    begin, end = (at - number.start for at in number.numeral)
    written = _WRITTEN.search(number.text, begin, end)
    if written is None:  # in words
        return _of_whole(str(int(number.value)), scaled=False)
    digits = re.sub(r"[^\d.]", "", written[0])
    scale = number.value / float(digits) if float(digits) else 1.0
    decimals = written[1] or written[2]
    if decimals:
        return scale * 10.0 ** -len(decimals)
    return scale * _of_whole(digits, scaled=scale > 1)


def _of_whole(digits: str, scaled: bool) -> float:
    if len(digits) < 4 and not scaled:
        return 1.0
    zeros = len(digits) - len(digits.rstrip("0"))
    return 10.0 ** max(0, min(zeros, len(digits) - 2))


def known(number: Number) -> Interval:
    """The values that `number` may stand for: it is known only to the digits it is written with."""
    half = precision(number) / 2
    return Interval(number.value - half, number.value + half)


def loosely(number: Number) -> Interval:
    """The same for a figure worked out from others, which writers round down as well as to the nearest."""
    step = precision(number)
    return Interval(number.value - step, number.value + step)


def exactly(number: Number) -> Interval:
    """A count of things, of which there are neither more nor fewer."""
    return Interval(number.value, number.value)


def coin(number: Number) -> float:
    """What one of the number's coins is worth: a hundredth for cents."""
    return 0.01 if (number.unit or "").lower() in SMALL_COINS else 1.0


def worth(number: Number) -> Interval:
    """What `number` is known to be, in dollars where it is written in cents."""
    return known(number).times(coin(number))


def comparable(one: Number, other: Number) -> bool:
    """Whether two numbers are amounts of one thing, as far as their currency, unit and magnitude show."""
    if one.sign < 0 or other.sign < 0 or "/" in one.text + other.text:  # bid and asked: $455/460
        return False
    if not {one.kind, other.kind} <= {"money", "percent", "cardinal"}:
        return False
    if one.currency and other.currency:
        return one.currency == other.currency
    if one.kind == other.kind:
        # Beside "591 billion", a plain 536 may have been meant as billions, too.
        alike = bool(style(one).magnitude) == bool(style(other).magnitude)
        return (alike or min(one.value, other.value) >= 1000) and _unit(one) == _unit(other)
    # "to 3.4 billion euros from 2.1 billion"
    return "percent" not in (one.kind, other.kind) and bool(style(one).magnitude and style(other).magnitude)


def _unit(number: Number) -> str:
    return (number.unit or "").lower().rstrip("s")


def in_style(value: float, like: Number, finer: float = 1.0) -> str:
    """A value that was worked out, written like a number beside it, to its last digit or `finer`."""
    if not value:
        return render(0, like=like)
    step = min(precision(like) or 1.0, 10.0 ** (floor(log10(abs(value))) - 1)) / finer
    return render(Decimal(f"{round(value / step) * step:.12g}"), like=like)
