"""Whether a number of a draft states the value of a number of a source: as it is, rounded or rescaled."""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf, isfinite
from typing import Literal, NamedTuple

from numerate.consistency.interval import hedged, known
from numerate.consistency.sources.quantity import Quantity
from numerate.text import Number, style

ValueMatch = Literal["same", "rounded", "rescaled"]

_EXACT = frozenset(("year", "date", "time", "ordinal"))
"""Measures whose numbers are never rounded."""
_UNITLESS = frozenset(("count", "ordinal", "multiple"))
_OPEN = 0.3
"""Share of a value by which the source may differ on the side that "more than" or "up to" opens."""
_TOLERANCE = 1e-9
_FRACTION = 0.02
"""Relative error of a fraction in words: "a third" for 33%."""
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
    """Return the least and the greatest size that a number may stand for, in its written unit."""
    number, size = quantity.number, abs(quantity.value)
    rounded = known(number)
    interval = hedged(number, text, rounded)
    low, high = float(interval.low), float(interval.high)
    if not isfinite(high):
        low, high = size * (1 - _TOLERANCE), max(float(rounded.high), size * (1 + _OPEN))
    elif not isfinite(low):
        low, high = min(float(rounded.low), size * (1 - _OPEN)), size * (1 + _TOLERANCE)
    elif interval == rounded and quantity.measure in _UNITLESS and size < 1000 and not number.decimal % 1:
        low = high = size  # a count is exact
    if number.kind == "fraction":
        low, high = min(low, size * (1 - _FRACTION)), max(high, size * (1 + _FRACTION))
    return low, high


def relate(draft: Quantity, bounds: Allowed, source: Quantity) -> ValueMatch | None:
    """Return how the draft's number states the value of the source's, if it does."""
    if draft.measure == source.measure:
        low, high, ours, theirs = bounds.low, bounds.high, draft.base, source.base
        if draft.measure == "money" and not _same_currency(draft.number, source.number):
            return None
    elif comparable(draft, source):
        low, high, ours, theirs = bounds.low_value, bounds.high_value, draft.value, source.value
    else:
        return None
    slack = _TOLERANCE * max(abs(ours), abs(theirs))
    if abs(ours - theirs) <= slack or (draft.measure == "money" and abs(abs(ours) - abs(theirs)) <= slack):
        return "same" if _notation(draft) == _notation(source) else "rescaled"
    theirs = abs(theirs) if ours > 0 else theirs
    if low - slack <= theirs <= high + slack:
        return "rounded"
    return None


def comparable(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities may be the same although what they measure is not stated for both."""
    measures = {first.measure, second.measure}
    if len(measures) == 1:
        return True
    if not measures & _UNITLESS:
        return False
    other = measures - {"count"}
    # "25 euros" and "25"; but 2015 the year is not 2,015 of something, nor the 5th of May five.
    return ("count" in measures and not other & {"date", "time"}) or measures == {"ordinal", "multiple"}


def is_rival(draft: Quantity, source: Quantity) -> bool:
    """Return whether a quantity of a source could contradict the draft's: both measure the same."""
    if draft.measure == source.measure:
        return draft.measure != "money" or _same_currency(draft.number, source.number)
    # The cells of a table state no units.
    return (
        source.cell is not None
        and source.measure == "count"
        and draft.measure not in ("year", "date", "time")
    )


def _same_currency(first: Number, second: Number) -> bool:
    return not first.currency or not second.currency or first.currency == second.currency


def _notation(quantity: Quantity) -> tuple[bool, str, str | None, float]:
    """Return how a number is written, as far as it makes the same value look different."""
    number = quantity.number
    unit = number.unit.symbol if number.unit is not None and number.kind != "money" else None
    return in_digits(number.text), _magnitude(number), unit, quantity.scale


def in_digits(text: str) -> bool:
    """Return whether a number is written in digits rather than words."""
    return _DIGIT.search(text) is not None


_SPELLINGS = {"thousand": "k", "million": "m mn mln", "billion": "b bn bln", "trillion": "t tn"}
_FAMILY = {spelling: word for word, spellings in _SPELLINGS.items() for spelling in spellings.split()}


@lru_cache(maxsize=1 << 14)
def _magnitude(number: Number) -> str:
    word = style(number).magnitude.lower() if in_digits(number.text) else ""
    return _FAMILY.get(word, word)
