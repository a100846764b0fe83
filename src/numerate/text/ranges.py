"""A range of values, written the way a number was: "$1.1–$9 billion", "5–12%", "1998–2011"."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from math import inf

from numerate.text.number import Number
from numerate.text.render import Style, render, style

_SIGN = re.compile(r"^(?:[-−–+]|minus |negative |plus )", re.IGNORECASE)
_MAGNITUDE = re.compile(r"(?<=\d)[\s-]?[A-Za-z]+")
_WHOLE_KINDS = frozenset(("year", "decade", "date", "time", "ordinal"))
_MOST_DIGITS = 6
"""More significant digits are never shown, however close the ends."""


def render_range(low: float, high: float, *, like: Number) -> str:
    """The range from `low` to `high` in the style of `like`, as short as tells its ends apart.

    Signs are left out: like a number's value, the ends of a range are never negative.
    """
    how = _style(like)
    low_end, high_end = rounded_range(low, high, like=like)
    first, last = (render(end, like=how) for end in (low_end, high_end))
    if first == last:
        return first
    if how.form != "digits":
        return f"{first} to {last}"
    magnitudes = [_magnitude(end, how) for end in (first, last)]
    if not all(magnitudes) and low_end < 1000:  # "$500–$1.2 million" would begin at 500 million
        how = replace(how, magnitude="", joint="", grouping=how.grouping or ",")
        first, last = (render(end, like=how) for end in (low_end, high_end))
        magnitudes = ["", ""]
    # What both ends share is written once, but for a currency sign, which stands before both.
    behind = (magnitudes[1] if magnitudes[0] == magnitudes[1] else "") + how.suffix
    before = how.prefix if len(how.prefix) > 1 else ""
    return f"{first.removesuffix(behind)}–{last.removeprefix(before)}"


def rounded_range(low: float, high: float, *, like: Number) -> tuple[Decimal, Decimal]:
    """The ends that `render_range` shows.

    Two significant digits, or as many more as tell the ends apart; years whole and unrounded, and what is
    written without decimals whole if that tells the ends apart.
    """
    if not 0 <= low <= high < inf:
        raise ValueError(f"a range goes up from a value that is not negative, not from {low} to {high}")
    if like.kind in _WHOLE_KINDS:
        return Decimal(round(low)), Decimal(round(high))
    how = style(like)
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


def _style(like: Number) -> Style:
    """How the ends of a range are written: as `like` is, but in digits where it is in words or a fraction."""
    how = style(like)
    prefix = _SIGN.sub("", how.prefix)
    if how.form in ("digits", "power"):
        return replace(how, prefix=prefix, decimals=0, implied=Decimal(1), bare_point=False)
    if how.form in ("ordinal", "ordinal in words"):
        return Style("ordinal", prefix, grouping=how.grouping)
    if like.kind in ("year", "decade"):
        return Style("digits", prefix)
    return Style("digits", prefix, "-fold" if how.form == "fold" else how.suffix, grouping=",")


def _magnitude(written: str, how: Style) -> str:
    """The magnitude of a number that was rendered in the style `how`, with the space before it."""
    if not how.magnitude:
        return ""
    found = _MAGNITUDE.search(written.removesuffix(how.suffix))
    return found[0] if found else ""
