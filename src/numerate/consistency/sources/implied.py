"""Quantities of a source that are written without a numeral of their own, which a draft may state as one.

"Within a year" is twelve months, "a decade" ten years. In speech "twelve fifty" is a price; the reader takes
it for the year 1250.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from numerate.text import Number, extract

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
    return sorted([*lengths, *prices])


@cache
def _read(written: str) -> Number:
    [number] = extract(written)
    return number
