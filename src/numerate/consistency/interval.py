"""The set of values that a written number stands for: all that round to it, wider where a word hedges it.

The ends are exact fractions, so that no claim fails by an error of floating-point arithmetic; a float comes
in only with infinity and with roots. Ends belong to the interval.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import inf, isinf
from typing import NamedTuple

from numerate.text import Number
from numerate.text.units import TIME
from numerate.text.view import view

Real = Fraction | float

_DIGITS = re.compile(r"\d[\d,'’\s]*(?:\.(\d+))?|\.(\d+)")
_TOLERANCE = 1e-9
"""Relative tolerance for the ends that are floats."""
_LARGEST_EXPONENT = 40
"""Powers of ten beyond which a number is not calculated with: exact arithmetic on 1e999999 takes for ever."""


class Interval(NamedTuple):
    """The values from `low` to `high`."""

    low: Real
    high: Real

    def meets(self, other: Interval) -> bool:
        """Return whether the intervals overlap; two of rounded figures that only touch do not."""
        if self.low < self.high and other.low < other.high:
            if self.low < other.high and other.low < self.high:
                return True
        elif self.low <= other.high and other.low <= self.high:
            return True
        if not any(isinstance(end, float) for end in (*self, *other)):
            return False
        slack = _TOLERANCE * max(float(_size(end)) for end in (*self, *other) if not isinf(end))
        return self.low <= other.high + slack and other.low <= self.high + slack

    def contains(self, value: Real) -> bool:
        """Return whether a value lies in it."""
        return self.meets(Interval(value, value))

    def times(self, factor: Real) -> Interval:
        """Return the interval multiplied by a factor of either sign."""
        return self.by(Interval(factor, factor))

    def plus(self, other: Interval) -> Interval:
        """Return the sum."""
        return Interval(self.low + other.low, self.high + other.high)

    def minus(self, other: Interval) -> Interval:
        """Return the difference."""
        return Interval(self.low - other.high, self.high - other.low)

    def by(self, other: Interval) -> Interval:
        """Return the product."""
        ends = [_product(a, b) for a in self for b in other]
        return Interval(min(ends), max(ends))

    def over(self, other: Interval) -> Interval:
        """Return the quotient; anything, where the divisor may be zero and is not of one sign."""
        if other.low < 0 < other.high or other == (0, 0):
            return EVERYTHING
        side = -1 if other.high <= 0 else 1  # from which zero is approached
        return self.by(Interval(_inverse(other.high, side), _inverse(other.low, side)))

    def to_the(self, power: int) -> Interval:
        """Return a non-negative interval raised to a positive whole power."""
        return Interval(max(self.low, Fraction(0)) ** power, max(self.high, Fraction(0)) ** power)

    def root(self, power: int) -> Interval:
        """Return the positive roots of a non-negative interval."""
        return Interval(float(max(self.low, 0)) ** (1 / power), float(max(self.high, 0)) ** (1 / power))

    def widened(self, share: Real) -> Interval:
        """Return the interval wider by a share of its ends, on both sides."""
        return Interval(self.low - _size(self.low) * share, self.high + _size(self.high) * share)


def _size(end: Real) -> Real:
    return -end if end < 0 else end


EVERYTHING = Interval(-inf, inf)


def _product(a: Real, b: Real) -> Real:
    return a * b if a and b else Fraction(0)  # zero times infinity is zero: the limit of the ends


def _inverse(end: Real, sign: int) -> Real:
    if not end:
        return sign * inf
    return Fraction(0) if isinf(end) else Fraction(1) / end


def point(value: Real | Decimal) -> Interval:
    """Return the interval of one exact value."""
    value = Fraction(value) if isinstance(value, Decimal | int) else value
    return Interval(value, value)


def is_calculable(number: Number) -> bool:
    """Return whether a number has a finite value of a size that exact arithmetic can handle."""
    value = number.decimal
    return value.is_finite() and (not value or abs(value.adjusted()) <= _LARGEST_EXPONENT)


def amount(number: Number) -> Fraction:
    """Return the exact value of a number as written, 0 where it is not calculable."""
    return Fraction(number.decimal) if is_calculable(number) else Fraction(0)


def precision(number: Number) -> Fraction:
    """Return the value of one unit in the last written digit: 0.1 billion for "$3.4 billion".

    Trailing zeros of a large number count as rounding, except within its first two digits: 15,000 is precise
    to a thousand. Other numbers without a decimal point are precise to one. A compound quantity is as precise
    as its last part.
    """
    if number.kind == "fraction" or not is_calculable(number):
        return Fraction(0)
    if len(number.parts) > 1 and number.kind != "share":
        first, last = number.parts[0].unit, number.parts[-1]
        if first is None or last.unit is None:
            return Fraction(1)
        places = -int(last.value.as_tuple().exponent) if last.value.is_finite() else 0
        return Fraction(last.unit.factor) / Fraction(first.factor) / Fraction(10) ** max(0, places)
    begin, end = (at - number.start for at in number.numeral)
    written = _DIGITS.search(number.text, begin, end)
    if written is None:  # in words
        return _whole_precision(str(int(number.decimal)), scaled=False)
    digits = re.sub(r"[^\d.]", "", written[0])
    in_digits = Fraction(digits)
    scale = amount(number) / in_digits if in_digits else Fraction(1)
    decimals = written[1] or written[2]
    if decimals:
        return scale / Fraction(10 ** len(decimals))
    return scale * _whole_precision(digits, scaled=scale > 1)


def _whole_precision(digits: str, scaled: bool) -> Fraction:
    if len(digits) < 4 and not scaled:
        return Fraction(1)
    zeros = len(digits) - len(digits.rstrip("0"))
    return Fraction(10 ** max(0, min(zeros, len(digits) - 2)))


def known(number: Number) -> Interval:
    """Return the values that round to `number` at its written precision."""
    half, value = precision(number) / 2, amount(number)
    return Interval(value - half, value + half)


def loosely(number: Number) -> Interval:
    """Return the values that round or truncate to `number`: many authors truncate what they calculate."""
    step, value = precision(number), amount(number)
    return Interval(value - step / 2, value + step)


def exactly(number: Number) -> Interval:
    """Return the value of an exact count."""
    return point(amount(number))


def coin(number: Number) -> Fraction:
    """Return the value of the number's unit in units of its currency: 1/100 for cents, 1 otherwise."""
    return Fraction(1, 100) if number.in_minor_unit else Fraction(1)


def worth(number: Number) -> Interval:
    """Return the values that round to `number`, in dollars where it is written in cents."""
    return known(number).times(coin(number))


_NEAR_BEFORE = 28
_NEAR_AFTER = 16
"""Characters around a number in which a hedge is looked for."""
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|some|circa|ca?\.|nearer|broadly|say"
    r"|(?:an? )?estimated|in the region of|of the order of|close to)|~)[ \xa0](?:an? |the )?$|~$"
)
_BELOW = re.compile(
    r"\b(?:nearly|almost|just under|not quite|just short of|just below|a little (?:under|less than)"
    r"|slightly (?:under|less than|below)|virtually|practically)[ \xa0](?:an? |the )?$"
)
_ABOVE = re.compile(
    r"\b(?:just (?:over|above|more than)|(?:a little|slightly|barely) (?:over|more than|above)|a shade over)"
    r"[ \xa0](?:an? |the )?$"
)
_AT_LEAST = re.compile(
    r"(?:\b(?:more than|greater than|above|at least|no (?:fewer|less) than|upwards of|exceeding|exceeds"
    r"|in excess of|well over|better than|minimum of)"
    r"|[>\u2265])[ \xa0]?(?:an? |the )?$"
)
_OVER = re.compile(
    r"(?:[,(;:] ?|\b(?:by|to|of|at|is|was|are|were|with|well|just|had|has|have|for|now|from|in|and"
    r"|or|cost|costs|worth|raised|earned"
    r"|paid|spent|saw|drew|takes?|took|weighs?|reached|hit|an?|the|covers?|employs?|sold|attracted"
    r"|killed|injured|received))[ \xa0]?over[ \xa0]$"
)
"""Elsewhere, "over" may be a preposition: 54 litres over 600 km."""
_OVER_A_SHARE = re.compile(
    r"(?<![\d%\xa2\xa3\xa4\xa5$])(?<!premium)(?<!advantage)(?<!increase)(?<!rise)(?<!gain)(?<!lead)(?<!up)"
    r"[ \xa0]over[ \xa0]$"
)
"""Before percentages and amounts of money it seldom is: "which over 80% of them"; but 5% over $20."""
_BEGINS_WITH_OVER = re.compile(r"(?:^|[.!?] ?)over[ \xa0]$")
_PERIODS = re.compile(
    r"(?:night|evening|morning|afternoon|weekend|season|term|round|game|match|session|lap|hole|visit|set"
    r"|innings|inning|shift|fixture|race|stage)(?:e?s)?"
)
"""What somebody does something over: "Over six nights the hostel took in 210 guests"."""
_AT_MOST = re.compile(
    r"(?:\b(?:less than|fewer than|under|below|at most"
    r"|(?<!went )(?<!gone"
    r" )(?<!add )(?<!adds )(?<!added )(?<!adding )(?<!goes )(?<!go )(?<!shot )(?<!moved )up to"
    r"|no more than|not more than|maximum of|within"
    r"|(?<!times )(?<!twice )(?<!half )as (?:many|much) as)|[<\u2264])[ \xa0]?(?:an? |the )?$"
)
_COMPARED = re.compile(
    r"(?:[%\d]|\b(?:per ?cent|points?|times|half|third|quarter|million|billion|thousand|dozen|one|two|three"
    r"|four|five|six|seven|eight|nine|ten|eleven|twelve))[ \xa0]"
    r"(?:(?:more|fewer|less|greater)(?: [a-z]+)? than|above|below)[ \xa0](?:an? |the )?$"
)
"""By how much, which is no hedge: "8% more than 250"."""
_SO = re.compile(r"[ \xa0](?:or so|or thereabouts|give or take)\b|-odd\b")
_OR_MORE = re.compile(r"\+|[ \xa0](?:or more|or over|and over|or above|plus)\b")
_OR_LESS = re.compile(r"[ \xa0](?:or less|or fewer|or under)\b")
_APPROXIMATE = Fraction(1, 10)
"""Relative error that "about" allows: writers round freely after it."""


_NEARLY = Fraction(1, 6)
"""Relative error that "nearly" allows on the side below, and "just over" above."""


def stands_for(number: Number, text: str, *, loose: bool = False) -> Interval:
    """Return the values that a number of `text` may stand for: rounding, and the hedges around it.

    "about 40" is 36 to 44, "nearly 40" is 36 to 40, "more than 40" anything from 40 on. `loose` allows
    truncation too, for figures that authors calculate.
    """
    return hedged(number, text, loosely(number) if loose else known(number))


def hedged(number: Number, text: str, values: Interval) -> Interval:
    """Return `values` widened on the side that a hedge around the number opens."""
    before = view(text[max(0, number.start - _NEAR_BEFORE) : number.start])
    end = max(number.end, number.unit.end) if number.unit is not None else number.end
    after = view(text[end : end + _NEAR_AFTER])
    if _ABOUT.search(before) or _SO.match(after):
        return values.widened(_APPROXIMATE)
    if _BELOW.search(before):
        return Interval(values.low - _size(values.low) * _NEARLY, values.high)
    if _ABOVE.search(before):
        return Interval(values.low, values.high + _size(values.high) * _NEARLY)
    if _COMPARED.search(before):
        return values
    if _is_over(number, before) or _AT_LEAST.search(before) or _OR_MORE.match(after):
        return Interval(values.low, inf)
    if _AT_MOST.search(before) or _OR_LESS.match(after):
        return Interval(Fraction(0) if values.low > 0 else -inf, values.high)
    return values


def _is_over(number: Number, before: str) -> bool:
    """Return whether "over" before a number is a hedge, and no preposition."""
    if _OVER.search(before) or (_BEGINS_WITH_OVER.search(before) and not _is_period(number)):
        return True
    return number.kind in ("percent", "money") and _OVER_A_SHARE.search(before) is not None


def _is_period(number: Number) -> bool:
    """Return whether a number measures or counts a time in which something happens."""
    if number.unit is not None:
        return number.unit.measure.dimensions == TIME
    return number.noun is not None and _PERIODS.fullmatch(number.noun.lower()) is not None
