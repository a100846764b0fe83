"""Quantities in two or more units: 6 ft 2 in, $5 and 20 cents, 11 stone 4, 40° 26′."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.currencies import IN_CENTS
from numerate.text.measures import read_unit_and
from numerate.text.number import Number, Part
from numerate.text.rates import read_rate
from numerate.text.units import SYMBOLS, Unit, currency

_CHAIN: dict[str, frozenset[str]] = {
    unit: frozenset(smaller.split())
    for unit, smaller in {
        "mi": "yd ft", "yd": "ft in", "ft": "in", "km": "m", "m": "cm mm", "st": "lb", "lb": "oz", "kg": "g",
        "t": "kg", "d": "h min", "h": "min s", "min": "s", "wk": "d", "yr": "mo wk d",
        "mo": "d wk", "gal": "qt pt", "°": "′", "′": "″",
    }.items()
}  # fmt: skip
_OF_ARC = {"min": SYMBOLS["′"], "s": SYMBOLS["″"]}
"""Units of minutes and seconds after degrees."""
_INCHES = re.compile(r"[ \xa0]in\b(?=[ \xa0](?:in|tall|high|long|wide|and)\b|[.,;:)]|\s*$)")
_WORD_FOLLOWS = re.compile(r"[ \xa0-]?(?!(?:and|but|or|with|when|tall|in his|in her|barefoot)\b)[a-z]")


def mix_units(text: str, view: str, last: Number, number: Number) -> Number | None:
    """Join a smaller part to a quantity: 6 ft and 2 in, $5 and 20 cents, 11 stone 4."""
    unit = last.unit
    if unit is None or number.sign:
        return None
    parts = last.parts or (Part(last.decimal, unit),)
    smallest = parts[-1].unit
    if smallest is None:
        return None
    smaller = number.unit
    if smaller is None:
        return _bare_part(text, view, last, number, parts, smallest)
    if smallest.dimension == "angle" and smaller.symbol in _OF_ARC:
        smaller = smaller._replace(measure=_OF_ARC[smaller.symbol])
    if smallest.symbol == "lb" and smaller.symbol == "GBP¢":  # 4 pounds 50 pence
        smallest = smallest._replace(measure=currency("GBP"))
        parts = (*parts[:-1], Part(parts[-1].value, smallest))
        last = last._replace(kind="money", currency="GBP")
    minor = smaller.symbol == f"{smallest.symbol}¢" or (
        smaller.symbol == "USD¢" and unit.dimension == "currency" and smallest.symbol in IN_CENTS
    )
    if not minor and smaller.symbol not in _CHAIN.get(smallest.symbol, ()):
        return None
    ratio = Decimal(100) if minor else Decimal(repr(smallest.factor / smaller.factor))
    if number.decimal >= ratio * Decimal("1.0001"):
        return None
    return combine(text, last, (*parts, Part(number.decimal, smaller)), end_of(number))


def _bare_part(
    text: str, view: str, last: Number, number: Number, parts: tuple[Part, ...], smallest: Unit
) -> Number | None:
    """Join a part without a unit of its own: "5ft 11", "11 stone 4"."""
    if smallest.dimension == "currency" or smallest.symbol == "lb":
        return _bare_cents(text, view, last, number, smallest)
    implied = {"ft": ("in", 12), "st": ("lb", 14)}.get(smallest.symbol)
    if implied is None or number.kind != "cardinal" or number.noun or number.decimal >= implied[1]:
        return None
    hyphen = view[end_of(last) : number.start].strip(" \xa0")
    if hyphen not in ("", "-"):
        return None
    if (
        not hyphen
        and _WORD_FOLLOWS.match(view, number.end)
        and not (smallest.symbol == "ft" and _INCHES.match(view, number.end))
    ):
        return None
    inches = _INCHES.match(view, number.end) if smallest.symbol == "ft" else None
    end = inches.end() if inches else number.end
    unit = Unit(text[number.end : end].strip(), number.end, end, SYMBOLS[implied[0]])
    return combine(text, last, (*parts, Part(number.decimal, unit)), end)


def _bare_cents(text: str, view: str, last: Number, number: Number, unit: Unit) -> Number | None:
    """Join hundredths without a name: "two dollars fifty", "five pounds ninety-nine"."""
    code = "GBP" if unit.symbol == "lb" else unit.symbol
    if (
        unit.start < last.numeral[1]
        or last.parts
        or len(code) != 3
        or number.kind != "cardinal"
        or number.noun
    ):
        return None
    in_words = last.text[0].isalpha() and number.text[0].isalpha() and 16 <= number.decimal < 100
    in_digits = last.text.rpartition(" ")[0].isdecimal() and number.text.isdecimal() and len(number.text) == 2
    if not (in_words or in_digits) or view[end_of(last) : number.start] != " ":
        return None
    end, measure = read_rate(text, view, number.end, currency(code))
    if end == number.end and _WORD_FOLLOWS.match(view, end):
        return None
    pounds = unit._replace(measure=currency(code))
    cents = Unit("", number.end, number.end, currency(code, minor=True))
    parts = (Part(last.decimal, pounds), Part(number.decimal, cents))
    joined = combine(text, last._replace(kind="money", currency=code), parts, number.end)
    if end > number.end:
        joined = joined._replace(unit=Unit(text[unit.start : end], number.end, end, measure))
    return joined


def after_bare_unit(text: str, view: str, number: Number, earliest: int) -> Number:
    """Join a smaller part to a unit that is named without a number: "an hour and ten minutes"."""
    named = read_unit_and(text, view, earliest, number.start)
    if named is None:
        return number
    start, unit = named
    span = start, unit.start - 1
    whole = Number(*span, text[slice(*span)], 1.0, Decimal(1), "cardinal", span, unit=unit)
    return mix_units(text, view, whole, number) or number


def combine(text: str, last: Number, parts: tuple[Part, ...], end: int) -> Number:
    """Return a number that ends at `end` and is the sum of its parts, in the unit of the first."""
    first = parts[0].unit
    value = Decimal(0)
    for part in parts:
        if part.unit is not None and first is not None:
            value += part.value * Decimal(repr(part.unit.factor)) / Decimal(repr(first.factor))
    return last._replace(
        end=end,
        text=text[last.start : end],
        value=float(value),
        decimal=value,
        numeral=(last.numeral[0], end),
        parts=parts,
        unit=first,
    )


def end_of(number: Number) -> int:
    """Return where a number ends, with its unit."""
    return max(number.end, number.unit.end) if number.unit else number.end
