"""Whether a number of a draft states the value of a number of a source: as it is, rounded or rescaled."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from math import inf, isfinite
from typing import Literal, NamedTuple

from numerate.consistency.interval import hedged, known
from numerate.consistency.sources.quantity import Quantity
from numerate.text import Number, style

ValueMatch = Literal["same", "rounded", "rescaled"]

_EXACT = frozenset(("year", "date", "clock", "ordinal"))
"""Measures whose numbers are never rounded."""
_UNITLESS = frozenset(("count", "ordinal", "multiple"))
_OPEN = 0.3
"""Largest share of a value by which the source may differ on the side that "more than" or "up to" opens."""
_ABOUT, _NEARLY = 0.04, 0.015
"""Least share of a value by which the source may differ from what "about" introduces: round ones, others."""
_WIDEST = 0.1
"""Largest share of the same: "about 200" may be 187, not 160."""
_SHORT_OF = 1 - 1e-6
"""Share of the step that a hedge opens: "over nine" is less than ten."""
_TOLERANCE = 1e-9
_FRACTION = 0.03
"""Relative error of a fraction in words: "a third" for 33%."""
_VAGUE = 0.2
"""Share of a fraction by which the source may differ where a hedge opens it: "over a third" for 37%."""
_SPECIFIC = 3
"""Digits of a figure that hardly stands in two texts by chance."""
_DIGIT = re.compile(r"\d")


class Allowed(NamedTuple):
    """The values of the source that a number of the draft may stand for, in its base unit and as written."""

    low: float
    high: float
    low_value: float
    high_value: float


def allowed(quantity: Quantity, text: str) -> Allowed:
    """Return the values that a number of `text` may stand for: rounding, and the hedges around it."""
    value, base = quantity.value, quantity.base
    if not isfinite(value):
        return Allowed(inf, -inf, inf, -inf)
    if quantity.number.kind == "decade":
        years = 9 if base % 100 else 99
        return Allowed(base, base + years, value, value + years)  # "the 1950s" for 1957
    if quantity.measure in _EXACT:
        return Allowed(base, base, value, value)
    low, high = _range(quantity, text)
    if value < 0:
        low, high = -high, -low
    unit = quantity.number.unit
    if value == base or unit is None:
        factor = base / value if value else 1.0
        return Allowed(low * factor, high * factor, low, high)
    offset = unit.measure.offset
    factor = (base - offset) / value if value else unit.measure.factor
    return Allowed(low * factor + offset, high * factor + offset, low, high)


def _range(quantity: Quantity, text: str) -> tuple[float, float]:
    """Return the least and the greatest size that a number may stand for, in its written unit.

    A hedge opens one side or both, by no more than the last digit that is not zero: nobody writes "over
    $140,700" for $150,000, and "over 50,000" is hardly 80,000.
    """
    number, size = quantity.number, abs(quantity.value)
    rounded = known(number)
    interval = hedged(number, text, rounded)
    low, high = float(rounded.low), float(rounded.high)
    if number.kind == "fraction":
        low, high = min(low, size * (1 - _FRACTION)), max(high, size * (1 + _FRACTION))
    if number.kind == "share" and size:
        low, high = 1 / (1 / size + 0.5), 1 / (1 / size - 0.5)  # "one in eight" for 12.9%
    is_limit = _states_limit(number, text)
    if interval == rounded or is_limit:
        is_count = (is_limit or quantity.measure in _UNITLESS) and size < 1000 and not number.decimal % 1
        if not is_count or number.kind == "fraction":
            return low, high
        # "within six months" for 180 days
        margin = _ABOUT * size if quantity.measure == "time" else 0.0
        return size - margin, size + margin
    step = _VAGUE * size if number.kind == "fraction" else min(_last_step(number), _OPEN * size)
    opens_down, opens_up = interval.low < rounded.low, interval.high > rounded.high
    if opens_down and opens_up:
        margin = max(min(step / 2, _WIDEST * size), (_ABOUT if _is_round(number) else _NEARLY) * size)
        return min(low, size - margin), max(high, size + margin)
    step *= _SHORT_OF
    return (min(low, size - step), size) if opens_down else (size, max(high, size + step))


def _is_round(number: Number) -> bool:
    """Return whether a number is round: one digit or a last one of 5, and zeros."""
    digits = number.decimal.normalize().as_tuple().digits
    return len(digits) == 1 or digits[-1] == 5


_LIMIT_BEFORE = re.compile(
    r"\b(?:at (?:least|most)|no (?:more|fewer|less|later) than|not (?:more|less) than|up to|within|maximum of"
    r"|minimum of|exceed\w*)\s+[$€£]?$",
    re.IGNORECASE,
)
_LIMIT_AFTER = re.compile(r"\s+(?:\w+ )?or (?:more|less|fewer|over|under|older|younger)\b", re.IGNORECASE)
_REACH = 24


def _states_limit(number: Number, text: str) -> bool:
    """Return whether a number is a limit, which is quoted as it is: "at least 20" is not written for 25."""
    return bool(
        _LIMIT_BEFORE.search(text, max(0, number.start - _REACH), number.start)
        or _LIMIT_AFTER.match(text, number.end)
    )


def _last_step(number: Number) -> float:
    """Return the value of one unit in the last written digit that is not zero: 10,000 for "50,000"."""
    digits = number.decimal.normalize()
    return float(Decimal(1).scaleb(int(digits.as_tuple().exponent))) if digits else 1.0


def relate(draft: Quantity, bounds: Allowed, source: Quantity) -> ValueMatch | None:
    """Return how the draft's number states the value of the source's, if it does."""
    match = states_value(draft, bounds, source)
    return "rescaled" if match == "same" and _notation(draft) != _notation(source) else match


def states_value(draft: Quantity, bounds: Allowed, source: Quantity) -> Literal["same", "rounded"] | None:
    """Return whether the draft's number has the value of the source's, however written, or rounds it."""
    if draft.measure == source.measure:
        low, high, ours, theirs = bounds.low, bounds.high, draft.base, source.base
        if draft.measure == "money" and not _same_currency(draft.number, source.number):
            return None
    elif is_proportion(draft, source):
        low, high, ours, theirs = bounds.low, bounds.high, draft.base, source.base
    elif comparable(draft, source):
        low, high, ours, theirs = bounds.low_value, bounds.high_value, draft.value, source.value
    else:
        return None
    slack = _TOLERANCE * max(abs(ours), abs(theirs))
    if abs(ours - theirs) <= slack or (draft.measure == "money" and abs(abs(ours) - abs(theirs)) <= slack):
        return "same"
    if source.is_implied:
        return None  # what is implied is read with doubt, and not rounded on top of it
    theirs = abs(theirs) if ours > 0 else theirs
    if low - slack <= theirs <= high + slack:
        return "rounded"
    return None


_ALIKE = ({"count", "multiple"}, {"angle", "temperature"}, {"age", "time"}, {"date", "ordinal"})
"""Measures of which one may be written for the other: "18 degrees" and "18°C", "the 19th" and "19 August"."""


def comparable(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities may be the same although what they measure is not stated for both."""
    measures = {first.measure, second.measure}
    if len(measures) == 1:
        return True
    if measures in _ALIKE:
        return True
    if _is_sterling(first, second) or _is_sterling(second, first) or _is_rate(first, second):
        return True
    if measures in ({"age", "ordinal"}, {"count", "ordinal"}):
        return _is_place(first, second)
    if measures == {"count", "percent"} and "point" in (first.noun, second.noun):
        return True  # "8 percentage points" and "eight points"
    if measures == {"clock", "count"}:
        return (first if first.measure == "count" else second).noun is None  # "at two" and "2 p.m."
    if measures == {"count", "year"}:
        return _is_year(first if first.measure == "count" else second)
    if "count" not in measures or measures & _EXACT:
        return False  # 2015 the year is not 2,015 of something, nor the 5th of May five
    # "25 euros" and a bare "25"; but six generations are not 6%.
    count, other = (first, second) if first.measure == "count" else (second, first)
    if count.noun is None or count.value % 1 or count.cell is not None or other.number.kind == "age":
        return True
    # A figure such as 7,722 does not stand in both by chance.
    return other.measure == "money" and count.value > _SMALL and len(_written(count)) >= _SPECIFIC


_SMALL = 20
"""Counts up to which one in words is written with as many letters as a specific figure has digits."""


def _written(count: Quantity) -> str:
    return count.number.text.replace(",", "").strip("0")


def is_proportion(first: Quantity, second: Quantity) -> bool:
    """Return whether one is a percentage and the other a decimal that may mean one: "85%" and "0.85"."""
    if {first.measure, second.measure} != {"count", "percent"}:
        return False
    count = first if first.measure == "count" else second
    return count.noun is None and is_decimal_fraction(count)


def is_decimal_fraction(quantity: Quantity) -> bool:
    """Return whether a quantity is written as a decimal between 0 and 1."""
    return 0 < quantity.value < 1 and "." in quantity.number.text


_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


_RECENT = re.compile(r"(?:19|20)\d\d")
_YEARS_IN_WORDS = range(1500, 2100)
"""Years that are spoken: "two thousand and eight"."""


def _is_year(count: Quantity) -> bool:
    """Return whether a bare number may be a year: "Annual Review 2023"."""
    text = count.number.text
    is_written_so = _YEAR.fullmatch(text) is not None if in_digits(text) else count.value in _YEARS_IN_WORDS
    # "2018 Fabia" in an advertisement; 2015 members would rather be written 2,015.
    is_bare = count.noun is None or _RECENT.fullmatch(text) is not None
    return is_bare and count.cell is None and is_written_so


_LEAST_PLACE = 4
"""Ordinals from which on one may be written as a count; "first" and "one" are rarely the same."""


def _is_place(first: Quantity, second: Quantity) -> bool:
    """Return whether a count may be meant as an ordinal: "day nine" and "the ninth day", "turning 80"."""
    other = first if second.measure == "ordinal" else second
    return other.value >= _LEAST_PLACE and (other.measure == "age" or other.noun is None)


def _is_sterling(first: Quantity, second: Quantity) -> bool:
    """Return whether a weight in pounds may be meant as the other's money: "23 pounds" and "£23"."""
    unit = first.number.unit
    return (
        second.number.currency == "GBP"
        and unit is not None
        and unit.symbol == "lb"
        and first.measure == "mass"
    )


def _is_rate(first: Quantity, second: Quantity) -> bool:
    """Return whether one is a rate of the other's unit: "35 minutes a day" and "35 minutes"."""
    units = [
        quantity.number.unit.symbol if quantity.number.unit is not None else "1"
        for quantity in (first, second)
    ]
    return ("/" in units[0] or "/" in units[1]) and units[0].split("/")[0] == units[1].split("/")[0]


def is_rival(draft: Quantity, source: Quantity) -> bool:
    """Return whether a quantity of a source could contradict the draft's: both measure the same."""
    if source.scale != 1 and draft.measure == "count" and abs(draft.value) < source.scale:
        return False  # 240 workers, in a table of thousands
    if draft.measure == source.measure:
        return draft.measure != "money" or _same_currency(draft.number, source.number)
    if source.cell is None or source.measure != "count" or draft.measure in ("year", "date", "clock"):
        return False
    # The cells of a table state no units; but 90 jobs are no percentage.
    return draft.measure != "percent" or (source.scale == 1 and bool(source.column & draft.near.keys()))


def _same_currency(first: Number, second: Number) -> bool:
    return not first.currency or not second.currency or first.currency == second.currency


def _notation(quantity: Quantity) -> tuple[bool, str, str | None, float]:
    """Return how a number is written, as far as it makes the same value look different."""
    number = quantity.number
    unit = number.unit.symbol if number.unit is not None and number.kind != "money" else None
    magnitude = "" if quantity.is_implied else _magnitude(number)
    return in_digits(number.text), magnitude, unit, quantity.scale


def in_digits(text: str) -> bool:
    """Return whether a number is written in digits rather than words."""
    return _DIGIT.search(text) is not None


_SPELLINGS = {"thousand": "k", "million": "m mn mln", "billion": "b bn bln", "trillion": "t tn"}
_FAMILY = {spelling: word for word, spellings in _SPELLINGS.items() for spelling in spellings.split()}


@lru_cache(maxsize=1 << 14)
def _magnitude(number: Number) -> str:
    word = style(number).magnitude.lower() if in_digits(number.text) else ""
    return _FAMILY.get(word, word)
