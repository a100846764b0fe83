"""Make one number of two that belong together: "6 ft 2 in", "5 thousand two hundred", "one in five"."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.lexicon import SCALES, last_word
from numerate.text.mixed_units import combine, mix_units
from numerate.text.number import Number, Part

_LONGEST_ABBREVIATION = 3
"""Characters of the longest unit that is written with a point: 2 hrs. 10 min."""
BETWEEN_PARTS = frozenset(("", " ", ", ", " and ", ", and "))
"""Gaps between the parts of one quantity."""
SHARES = frozenset((" in ", "-in-", "-out-of-", " out of ", " out of every ", " in every ", " of every "))
"""Gaps between the two numbers of a share."""
_A_HALF = frozenset(("a half", "a quarter", "a third", "three quarters", "three-quarters"))
_GOES_ON = re.compile(r"[ \xa0-](?!(?:ago|later|after|before|earlier|long|old|of (?:work|rain))\b)[a-z]")
_CHANCES = frozenset((3, 4, 5, 6, 8, 10, 20, 50, 100, 1000, 10_000, 100_000))
"""Numbers of which several are a share: "two in three", "7 in 1000"."""
_CLAUSE_FOLLOWS = re.compile(r"[ \xa0](?:were|was|are|is|had|have|more|others?)\b|%")


def join(text: str, view: str, last: Number, number: Number, gap: str) -> Number | None:
    """Make one number of two, by what stands between them."""
    if gap in BETWEEN_PARTS:
        joined = mix_units(text, view, last, number) or _continued(text, view, last, number)
        return joined or (_with_fraction(text, view, last, number) if gap == " and " else None)
    if gap in SHARES:
        return _share(text, gap, last, number)
    if gap == " of ":
        return _of_one_percent(text, last, number)
    if last.unit is None:
        return None
    if gap == "-" and last.unit.symbol == "ft":  # 6-foot-4
        return mix_units(text, view, last, number._replace(noun=None))
    if gap == ". " and len(last.unit.text) <= _LONGEST_ABBREVIATION:  # 9 lb. 4 oz.
        return mix_units(text, view, last, number)
    return None


def _with_fraction(text: str, view: str, last: Number, number: Number) -> Number | None:
    """Join a fraction to the whole before it: "1 and 1/2 cups", "two hours and a half"."""
    if number.kind != "fraction" or number.decimal >= 1 or last.decimal % 1 or last.sign or last.parts:
        return None
    if last.unit is None:
        if last.kind != "cardinal" or last.noun or "/" not in number.text:
            return None
        if view.endswith("between ", 0, last.start) or view.startswith(" of ", number.end):
            return None
        return _extended(text, last, number, last.decimal + number.decimal)
    if number.unit is not None or number.text.lower() not in _A_HALF or _GOES_ON.match(view, number.end):
        return None
    return combine(text, last, (Part(last.decimal, last.unit), Part(number.decimal, last.unit)), number.end)


def _of_one_percent(text: str, last: Number, number: Number) -> Number | None:
    """Join a part of one percent: "one-tenth of one percent" is 0.1%."""
    if number.decimal != 1 or number.kind != "percent" or not 0 < last.decimal < 1 or last.unit or last.sign:
        return None
    return _extended(text, last, number, last.decimal)


def _continued(text: str, view: str, last: Number, number: Number) -> Number | None:
    """Join a number to the scale before it where digits and words mix: "5 thousand two hundred"."""
    if last.kind != "cardinal" or number.kind != "cardinal" or last.unit or number.sign:
        return None
    scale = SCALES.get(last_word(last.text).lower())
    if scale is None or number.decimal >= scale or not (last.text[0].isdigit() or number.text[0].isdigit()):
        return None
    if number.text[0].isdigit() and _is_next_scale(number.text, scale):
        whole = not (last.noun or view.endswith("between ", 0, last.start))
    elif last.end + 1 == number.start:
        counted = number.unit is not None or number.noun is not None
        whole = number.text[0].isalpha() and (number.decimal >= 100 or (scale <= 1000 and not counted))
    else:  # six hundred and 9
        joined_by_and = view.startswith(" and ", last.end)
        whole = scale == 100 and joined_by_and and _CLAUSE_FOLLOWS.match(view, number.end) is None
    if not whole:
        return None
    return _extended(text, last, number, last.decimal + number.decimal)._replace(sign=last.sign)


def _is_next_scale(written: str, scale: int) -> bool:
    """Return whether a number has the next lower scale: 300 thousand after 5 million."""
    lower = SCALES.get(last_word(written).lower(), 0)
    return 1 < lower < scale <= 1000 * lower


def _extended(text: str, last: Number, number: Number, value: Decimal) -> Number:
    """Return a number that begins with the one before it, and has their common value."""
    return number._replace(
        start=last.start,
        text=text[last.start : number.end],
        value=float(value),
        decimal=value,
        numeral=(last.numeral[0], number.numeral[1]),
    )


def _share(text: str, gap: str, last: Number, number: Number) -> Number | None:
    """Join the two numbers of a share: "one in five", "nine out of ten"."""
    if last.kind != "cardinal" or number.kind != "cardinal" or last.unit or last.parts:
        return None
    if not 0 < last.decimal < number.decimal or number.sign or last.sign:
        return None
    if number.unit is not None and "every" not in gap:
        return None
    if gap in (" in ", "-in-") and not _is_chance(last, number):
        return None
    value = last.decimal / number.decimal
    return Number(
        last.start,
        number.end,
        text[last.start : number.end],
        float(value),
        value,
        "share",
        (last.start, number.end),
        parts=(
            Part(last.decimal, None, last.start, last.end),
            Part(number.decimal, None, number.start, number.end),
        ),
    )


def _is_chance(last: Number, number: Number) -> bool:
    """Tell "one in five" from "three in 2016"."""
    if last.decimal == 1:
        return True
    return last.decimal == int(last.decimal) and number.decimal in _CHANCES
