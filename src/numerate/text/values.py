"""The value of a numeral in digits: grouped by commas or spaces, with a power or a fraction behind it."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from unicodedata import numeric

from numerate.text.number import Kind
from numerate.text.view import SPACE

SHAPE = re.compile(
    r"(?:\d{1,3}(?:,\d{3}){1,12}|\d{1,3}(?:'\d{3}){1,12}|\d{1,2}(?:,\d{2}){1,8},\d{3}|\d+)(?:\.\d+)?"
)
_SPACED = re.compile(
    r"\d{1,3}([ \xa0]{1,2})\d{3}(?:\1\d{3}){0,8}(?:\.\d+)?(?!\d|[,/:]\d|-(?!\d{1,3}\1\d{3}(?!\d)))"
)
"""Thousands apart by spaces: 30 000, and 30 000-40 000; but "5 100-seat" and "5 100,000" are two numbers."""
_POWER = re.compile(
    r"e([+-]?\d{1,3})(?![a-z0-9])|[ \xa0]?[x\xd7*\xb7][ \xa0]?10(?:\^[({]?([+-]?\d{1,3})[)}]?|"
    r"([+-]\d{1,3})(?!\d)|(\xaf?[\xb2\xb3\xb9]{1,3}))"
)
_POWER_OF_TEN = re.compile(r"\^[({]?([+-]?\d{1,3})[)}]?|(\xaf?[\xb2\xb3\xb9]{1,3})")
MIXED = re.compile(
    r"[ \xa0-](\d{1,3})/(\d{1,4})(?![\d/])|[ \xa0]?([\xbc-\xbe])|[ \xa0]and[ \xa0]a[ \xa0](half|quarter)\b"
)
_MEASURED_THINGS = re.compile(
    r"[ \xa0-]?(?:mm|cm|m|ml|cl|l|kg|g|mg|lb|oz|w|kw|v|gb|mb|inch|foot|litre|liter)[ \xa0-][a-z]+s\b"
)
_AGE_BEFORE = re.compile(r"\b(?:age of|aged) $")
_DOTTED_TIME = re.compile(r"(?:[01]?\d|2[0-4])\.[0-5]\d[ \xa0]?(?:[ap]\.m\.|[ap]m\b)")
_PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻\u2010\u2011\u2212", "0123456789----")
_GOES_ON = frozenset("ex\xd7*\xb7-a\xbc\xbd\xbe0123456789")
"""How a power of ten or a fraction behind a numeral may begin."""
VULGAR_FRACTIONS = ("\xbc", "\xbd", "\xbe")


def read_value(  # noqa: C901 - one branch for each way of writing it
    text: str, view: str, start: int, end: int, role: str | None
) -> tuple[Decimal | None, int, Kind | None]:
    """Return the value of the numeral that begins at `start`, its end, and its kind if it shows."""
    digits = view[start:end]
    beyond = view[end : end + 1]
    if beyond in (" ", SPACE):
        beyond = view[end + 1 : end + 2]
        if beyond in (" ", SPACE):
            beyond = view[end + 2 : end + 3]
    if digits.isdecimal():
        value = Decimal(digits)
        if beyond.isdecimal() and role != "month" and (spaced := _spaced(view, start)):
            return Decimal(spaced[0].replace(spaced[1], "")), spaced.end(), "cardinal"
        if digits == "10" and (power := _POWER_OF_TEN.match(view, end)):
            return Decimal(10) ** _exponent(text, power), power.end(), "cardinal"
        if beyond == "^" and (raised := _power(text, view, value, start, end)):
            return raised
    elif digits in VULGAR_FRACTIONS:
        return _vulgar(text[start]), end, "fraction"
    elif SHAPE.fullmatch(digits):
        value = Decimal(digits.replace(",", "").replace("'", ""))
        if beyond in ("a", "p") and _DOTTED_TIME.match(view, start):
            return value, end, "time"
        if beyond == "^" and (raised := _power(text, view, value, start, end)):
            return raised
    else:
        return None, end, None
    if beyond not in _GOES_ON:
        return value, end, None
    if power := _POWER.match(view, end):
        return value.scaleb(_exponent(text, power)), power.end(), "cardinal"
    if (mixed := MIXED.match(view, end)) and (part := read_part(text, mixed)):
        return value + part, mixed.end(), "fraction"
    return value, end, None


def _spaced(view: str, start: int) -> re.Match[str] | None:
    """Match thousands apart by spaces, but not "12 750 ml bottles" or "aged 19 300 poems"."""
    match = _SPACED.match(view, start)
    if match is None or SPACE in match[1]:
        return match
    if _MEASURED_THINGS.match(view, match.end()) or _AGE_BEFORE.search(view, max(0, start - 12), start):
        return None
    return match


def _power(
    text: str, view: str, value: Decimal, start: int, end: int
) -> tuple[Decimal, int, Kind | None] | None:
    """Read a power of a short numeral: 2^10, 1.1^23."""
    power = _POWER_OF_TEN.match(view, end) if value and end - start <= 4 else None
    return (value ** _exponent(text, power), power.end(), "cardinal") if power else None


def _vulgar(char: str) -> Decimal:
    """One character, one fraction: ½, ⅓."""
    exact = Fraction(numeric(char)).limit_denominator(10)
    return Decimal(exact.numerator) / exact.denominator


def _exponent(text: str, power: re.Match[str]) -> int:
    group = power.lastindex or 0
    return int(text[power.start(group) : power.end(group)].translate(_PLAIN_DIGITS))


def read_part(text: str, mixed: re.Match[str]) -> Decimal | None:
    """Return the fraction of a mixed number: 1/2 in `31-1/2`."""
    numerator, denominator, vulgar, word = mixed.groups()
    if vulgar:
        return _vulgar(text[mixed.start(3)])
    if word:
        return Decimal("0.5") if word == "half" else Decimal("0.25")
    proper = 0 < int(numerator) < int(denominator)
    return Decimal(numerator) / Decimal(denominator) if proper else None
