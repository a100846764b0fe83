"""Quantities of a source that are written without a numeral of their own, which a draft may state as one.

"Within a year" is twelve months, "a decade" ten years. In speech "twelve fifty" is a price; the reader takes
it for the year 1250. A bare number may continue the one before it: in "36 percent, with the far ones 58" both
are percentages, in "1.7 million, of which the government pays 1.2" both are millions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from numerate.text import Number, extract, style

_LENGTHS = {
    "second": "1 second", "minute": "1 minute", "hour": "1 hour", "day": "1 day", "week": "1 week",
    "fortnight": "2 weeks", "month": "1 month", "quarter": "3 months", "year": "1 year", "decade": "10 years",
    "century": "100 years",
}  # fmt: skip
_LENGTH = re.compile(
    rf"\b(?:an?|the (?:next|last|past)) ({'|'.join(_LENGTHS)})\b(?! and a half)", re.IGNORECASE
)
_PRICE = re.compile(r"([a-z]+)[ -]([a-z]+(?:-[a-z]+)?)", re.IGNORECASE)


def implied_numbers(text: str, numbers: Iterable[Number]) -> list[Number]:
    """Return the implied numbers of a text, in order, each with the place of the words that imply it.

    numbers: the numbers that the reader finds in it.
    """
    lengths = [
        _read(_LENGTHS[match[1].lower()])._replace(start=match.start(), end=match.end(), text=match[0])
        for match in _LENGTH.finditer(text)
    ]
    prices = [
        number._replace(value=number.value / 100, decimal=number.decimal / 100, kind="cardinal")
        for number in numbers
        if number.kind == "year" and _PRICE.fullmatch(number.text) and number.value % 100 >= 10
    ]
    return sorted([*lengths, *prices, *_continued(numbers)])


_REACH = 100
"""Characters between a number and a bare one that continues it."""
_LEAST_MAGNITUDE = 1000


def _continued(numbers: Iterable[Number]) -> Iterator[Number]:
    """Yield bare numbers with the unit, currency and magnitude of the number before them."""
    full: Number | None = None
    for number in numbers:
        if number.kind in ("year", "date", "time", "ordinal", "fraction"):
            continue
        if number.kind != "cardinal" or number.unit is not None or number.currency or _magnitude(number) > 1:
            full = number
        elif full is not None and number.noun is None and number.start - full.end <= _REACH:
            factor = _magnitude(full)
            if factor > 1 and number.value >= _LEAST_MAGNITUDE:
                continue
            yield number._replace(
                value=number.value * factor,
                decimal=number.decimal * factor,
                kind=full.kind,
                unit=full.unit,
                currency=full.currency,
            )
        else:
            full = None


def _magnitude(number: Number) -> int:
    return _MAGNITUDES.get(style(number).magnitude.lower(), 1) if not number.text.isalpha() else 1


_MAGNITUDES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "m": 10**6, "bn": 10**9,
}  # fmt: skip


@cache
def _read(written: str) -> Number:
    [number] = extract(written)
    return number
