"""Write a range of values as a person would, in the style of a number."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import inf

from numerate.text.number import Number
from numerate.text.render import Style, render, style

_SIGN = re.compile(r"^(?:[-−–+]|minus |negative |plus )", re.IGNORECASE)
_MAGNITUDE = re.compile(r"(?<=\d)[\s-]?[A-Za-z]+")
_WHOLE_KINDS = frozenset(("year", "decade", "date", "time", "ordinal"))
_FRACTIONS = ("fraction", "fraction in words")
_SMALLEST_FRACTION, _LARGEST_FRACTION = 0.1, 20
"""Values between which the ends of a range are written as simple fractions."""
_LEAST_QUARTERS = 0.5
"""Values from which on no eighth is written."""
_MILLION, _LEAST_IN_MILLIONS = 1_000_000, 100_000
_LEAST_GROUPED = 10_000
"""Values from which on digits are grouped, whatever the number has."""
_MOST_DIGITS = 6
"""More significant digits are never shown, however close the ends."""


def render_range(low: float, high: float, *, like: Number) -> str:
    """Write the range from `low` to `high` in the style of `like`, as short as tells its ends apart.

    Signs are left out: like a number's value, the ends of a range are never negative.
    """
    low_end, high_end = rounded_range(low, high, like=like)
    how = _style(like, low_end, high_end)
    first, last = (render(end, like=how) for end in (low_end, high_end))
    if first == last:
        return first
    if how.form != "digits":
        return f"{first} to {last}"
    magnitudes = [_magnitude(end, how) for end in (first, last)]
    in_thousands = magnitudes[0].strip() == "thousand" != how.magnitude.lower()
    if in_thousands or (not all(magnitudes) and low_end < 1000):  # "$500–$1.2 million" begins at 500 million
        plain = replace(how, magnitude="", joint="", grouping=how.grouping or ",")
        first = render(low_end, like=plain)
        if high_end >= _MILLION:
            return f"{first} to {last}"
        how, last, magnitudes = plain, render(high_end, like=plain), ["", ""]
    # What both ends share is written once, but for a currency sign, which stands before both.
    behind = (magnitudes[1] if magnitudes[0] == magnitudes[1] else "") + how.suffix
    before = how.prefix if len(how.prefix) > 1 else ""
    return f"{first.removesuffix(behind)}–{last.removeprefix(before)}"


def rounded_range(low: float, high: float, *, like: Number) -> tuple[Decimal, Decimal]:
    """Return the ends that `render_range` shows.

    Two significant digits, or as many more as tell the ends apart; years whole and unrounded, and what is
    written without decimals whole if that tells the ends apart.
    """
    if not 0 <= low <= high < inf:
        raise ValueError(f"a range goes up from a value that is not negative, not from {low} to {high}")
    if like.kind in _WHOLE_KINDS:
        return Decimal(round(low)), Decimal(round(high))
    how = style(like)
    if _in_fractions(how, low, high):
        return _simple(low), _simple(high)
    is_whole = like.decimal == like.decimal.to_integral_value()
    whole = how.form in ("digits", "words") and not (how.decimals or how.magnitude) and is_whole
    ends = Decimal(repr(low)), Decimal(repr(high))
    for digits in range(2, _MOST_DIGITS + 1):
        ends = _rounded(low, digits), _rounded(high, digits)
        if whole and round(ends[0]) != round(ends[1]):
            return Decimal(round(ends[0])), Decimal(round(ends[1]))
        if ends[0] != ends[1]:
            break
    return ends


def _rounded(value: float, digits: int) -> Decimal:
    return Decimal(f"{value:.{digits - 1}e}")


def _in_fractions(how: Style, low: float | Decimal, high: float | Decimal) -> bool:
    """Return whether the ends of a range are written as simple fractions."""
    return how.form in _FRACTIONS and low >= _SMALLEST_FRACTION and high < _LARGEST_FRACTION


def _simple(value: float) -> Decimal:
    """Return the nearest quarter or third, or an eighth, as cooks and carpenters write them."""
    parts = (*(Fraction(n, 4) for n in range(5)), Fraction(1, 3), Fraction(2, 3))
    if value < _LEAST_QUARTERS:
        parts = (Fraction(1, 8), *parts[1:])
    whole = int(value)
    nearest = whole + min(parts, key=lambda part: abs(whole + part - value))
    return Decimal(nearest.numerator) / Decimal(nearest.denominator)


def _style(like: Number, low: Decimal, high: Decimal) -> Style:
    """Return the style of the ends of a range: that of `like`, but words in digits, and no long digits."""
    how = style(like)
    prefix = _SIGN.sub("", how.prefix)
    if _in_fractions(how, low, high):
        bar = how.power or ("/" if how.form == "fraction in words" else "")
        return Style("fraction", prefix, how.suffix, joint=how.joint or (" " if bar else ""), power=bar)
    if how.form in ("ordinal", "ordinal in words"):
        return Style("ordinal", prefix, grouping=how.grouping)
    if like.kind in ("year", "decade"):
        return Style("digits", prefix)
    if how.form in ("digits", "power"):
        padded = how.width if how.form == "power" else 0
        how = replace(how, prefix=prefix, decimals=0, width=padded, implied=Decimal(1), bare_point=False)
    else:
        how = Style("digits", prefix, "-fold" if how.form == "fold" else how.suffix, grouping=",")
    if how.form == "digits" and not how.magnitude:
        if low >= _LEAST_IN_MILLIONS and high >= _MILLION and like.kind in ("cardinal", "money"):
            return replace(how, joint=" ", magnitude="million", grouping=",")
        if high >= _LEAST_GROUPED or like.decimal < 1000 <= high:  # of a short number, nobody knows
            return replace(how, grouping=how.grouping or ",")
    return how


def _magnitude(written: str, how: Style) -> str:
    """Return the magnitude of a number that was rendered in the style `how`, with the space before it."""
    if not how.magnitude:
        return ""
    match = _MAGNITUDE.search(written.removesuffix(how.suffix))
    return match[0] if match else ""
