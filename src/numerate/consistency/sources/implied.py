"""Quantities of a source that are written without a numeral of their own, which a draft may state as one.

"Within a year" is twelve months, "a decade" ten years, "Q2" the second quarter, and "by a third within two
years" has no ordinal. A bare number may continue one before it: in "36 percent, with the far ones 58" both
are percentages, in "1.7 million, of which the government pays 1.2" both are millions, in "You have 74 trucks?
78 now" both are trucks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from numerate.consistency.sources.spoken import spoken_numbers
from numerate.text import Number, extract

_LENGTHS = {
    "second": "1 second", "minute": "1 minute", "hour": "1 hour", "day": "1 day", "week": "1 week",
    "fortnight": "2 weeks", "month": "1 month", "quarter": "3 months", "year": "1 year", "decade": "10 years",
    "century": "100 years",
}  # fmt: skip
_LENGTH = re.compile(
    rf"\b(?:an?|the (?:next|last|past)) ({'|'.join(_LENGTHS)})\b(?! and a half)", re.IGNORECASE
)
_HALF_YEAR = re.compile(r"\b(?:first|second|last|other) half\b|\bsemester\b", re.IGNORECASE)
_AND_A_HALF = re.compile(
    r"\b(?:first|last|past|next) (year|month|week|day|hour|minute) and a half\b", re.IGNORECASE
)
"""A length such as "the first year and a half"."""
_QUARTER = re.compile(r"\bQ([1-4])\b|\b([1-4])Q(?=\d{0,4}\b)")
_HALF = re.compile(r"\bH([12])\b|\b([12])H(?=\d{0,4}\b)")
_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth"}
_ONE_OF = re.compile(r"\bone(?= of (?:the|our|its|his|her|their|these|those) )", re.IGNORECASE)


class Implied(NamedTuple):
    """A number that the words of a text imply."""

    number: Number
    """The number, with the place of the words that imply it."""
    continues: int | None = None
    """Where the number begins that it continues."""


def implied_numbers(text: str, numbers: Sequence[Number]) -> list[Implied]:
    """Return the implied numbers of a text, in order.

    numbers: the numbers that the reader finds in it.
    """
    lengths = [
        _read(_LENGTHS[match[1].lower()])._replace(start=match.start(), end=match.end(), text=match[0])
        for match in _LENGTH.finditer(text)
    ]
    further = [
        _read(written)._replace(start=match.start(), end=match.end(), text=match[0])
        for written, pattern in (("6 months", _HALF_YEAR), ("1", _ONE_OF))
        for match in pattern.finditer(text)
    ]
    if " and a half" in text:
        further += [
            _read(f"1.5 {match[1].lower()}s")._replace(start=match.start(), end=match.end(), text=match[0])
            for match in _AND_A_HALF.finditer(text)
        ]
    further += [
        _read(_ORDINALS[match[1] or match[2]])._replace(
            start=match.start(), end=match.end(), text=match[0], noun=noun
        )
        for noun, pattern in (("quarter", _QUARTER), ("half", _HALF))
        for match in pattern.finditer(text)
    ]
    parts = [part for number in numbers if (part := as_fraction(text, number)) is not number]
    ends = _first_ends(text, numbers)
    implied = [Implied(number) for number in (*lengths, *further, *parts, *ends, *spoken_numbers(text))]
    return sorted([*implied, *_continued(numbers)], key=lambda implied: implied.number.start)


def as_fraction(text: str, number: Number) -> Number:
    """Return an ordinal that is a fraction as one: "fell by a third"; any other number as it is."""
    if number.kind != "ordinal" or number.value not in _PARTS:
        return number
    if not _ONE_PART.search(text, max(0, number.start - _BEFORE), number.start):
        return number
    return _read(f"1/{number.value:.0f}")._replace(start=number.start, end=number.end, text=number.text)


_TO = re.compile(r" ?(?:to|and|or|[-–—]) ?")
"""Between the ends of a range: "$180 to $220 million"."""


def _first_ends(text: str, numbers: Sequence[Number]) -> Iterator[Number]:
    """Yield the first ends of ranges in the magnitude of their last: "between 180 and 220 million"."""
    for first, last in pairwise(numbers):
        factor = _magnitude(last)
        is_range = first.value < last.value / factor and _TO.fullmatch(text, first.end, last.start)
        if factor > 1 == _magnitude(first) and is_range and first.currency == last.currency:
            yield _like(first, last, factor)


_PARTS = range(3, 11)
_ONE_PART = re.compile(r"\b(?:by|to|about|than|nearly|almost|only|over|under|was|were) an? $", re.IGNORECASE)
"""Before an ordinal that is a fraction: "fell by a third within two years"."""
_BEFORE = 12
"""Characters of it."""
_REACH = 160
"""Characters between a number and a bare one that continues it."""
_LEAST_MAGNITUDE = 1000
_THOUSANDS = re.compile(r"[$€£]?\d{1,3},000(?: [^\W\d]+)?")
"""A round number that a bare one may be thousands after: "they want 60,000; I can give you 45"."""


def _continued(numbers: Iterable[Number]) -> Iterator[Implied]:
    """Yield bare numbers with the unit, currency, magnitude or noun of numbers before them."""
    full: dict[tuple[str, str | None, int], Number] = {}
    for number in numbers:
        if number.kind in ("year", "date", "time", "ordinal", "fraction", "share"):
            continue
        full = {key: other for key, other in full.items() if number.start - other.end <= _REACH}
        magnitude = _magnitude(number)
        if number.kind == "cardinal" and number.unit is None and number.noun is None:
            for other in full.values():
                factor = _magnitude(other) if magnitude == 1 else 1
                if factor > 1 and number.value >= _LEAST_MAGNITUDE:
                    continue
                if factor > 1 or other.unit is not None or other.noun is not None:
                    yield Implied(_like(number, other, factor), other.start)
        elif number.kind == "cardinal" and number.unit is None and magnitude == 1:
            full["counted", None, 1] = number
        if number.kind != "cardinal" or number.unit is not None or magnitude > 1:
            full[number.kind, number.unit.symbol if number.unit is not None else None, magnitude] = number


def _like(number: Number, other: Number, factor: int) -> Number:
    """Return a bare number with what another one is a number of."""
    return number._replace(
        value=number.value * factor,
        decimal=number.decimal * factor,
        kind=other.kind,
        unit=other.unit,
        currency=other.currency,
        noun=other.noun,
    )


_MAGNITUDES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "m": 10**6, "bn": 10**9,
}  # fmt: skip
_MAGNITUDE = re.compile(rf"(?<![^\W\d])({'|'.join(_MAGNITUDES)})\b", re.IGNORECASE)


def _magnitude(number: Number) -> int:
    """Return the factor of the magnitude that a number is written with, 1 if it has none."""
    if _THOUSANDS.fullmatch(number.text):
        return 1000
    match = _MAGNITUDE.search(number.text)
    return _MAGNITUDES[match[1].lower()] if match else 1


@cache
def _read(written: str) -> Number:
    [number] = extract(written)
    return number
