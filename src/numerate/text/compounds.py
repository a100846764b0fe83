"""Digits that a dash, slash or colon joins: dates, times, scores, fractions, scales, codes, and ranges."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from numerate.text.amounts import rate_of
from numerate.text.identifiers import append_identifier
from numerate.text.number import Kind, Number, Part
from numerate.text.values import MIXED, SHAPE, read_part

_COMPOUND = re.compile(r"\d+(?:[.,]\d+)*(?:[-/:\x96]\d+(?:[.,]\d+)*)+")
_TWO_NUMBERS = re.compile(r"(?!\d{3}-\d{4})\d+(?:[.,]\d+)*[-\x96]\d+(?:[.,]\d+)*(?![-/:\x96]\d|[.,]?\d)")
"""Two numbers with a dash between them, which are no telephone number: 10-15, 1,850–1,900."""
_ODDS = re.compile(r"\b(?:odds|bookmakers?|favourite|favorite|outsider|shot|priced|backed|bet)\b")
_CLOCK = re.compile(r"\d+:\d\d:\d\d")
_SCALE = re.compile(r"1:([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{1,8})(?![\d:.,]\d|\d)")
_SCALED = re.compile(r"\b(?:scales?|scaled|maps?|mapped|charts?|plans?|drawings?|models?|replicas?|drawn)\b")
_MODELLED = re.compile(
    r"\b(?:models?|replicas?|maps?|kits?|diecast|die-cast|miniatures?|layouts?|drawings?)\b[^.;!?]*"
    r"\b(?:at|in|to|of|a|the)[ \xa0]$|\b(?:built|modelled|drawn|printed)[ \xa0](?:at|in|to)[ \xa0]$"
)
"""What stands before a scale that is no time: the model of the church was built at 1:87."""
_PARTS = re.compile(r"[-/:\x96]")
_SPLIT_AFTER = re.compile(r"[ \xa0](?:splits?|ratio|mix|blend|chance|odds|share)\b")
_RANGE = re.compile(r"[ \xa0]?[-\x96/][ \xa0]?[$\xa2-\xa5]?")
_DENOMINATORS = frozenset((2, 3, 4, 5, 6, 8, 10, 16, 32, 64))


class JoinedDigits(NamedTuple):
    """A numeral that a compound turned out to be, whose affixes are still to be read: 3/4, 31-1/2."""

    value: Decimal
    end: int
    kind: Kind | None = None


def read_compound(
    text: str, view: str, start: int, numbers: list[Number], role: str | None
) -> int | JoinedDigits | None:
    """Read digits joined by dashes, slashes or colons: dates, times, fractions, scales, codes.

    Return where to read on, or the numeral that they are; None where they are simply two numbers with a joint
    between (10-15).
    """
    if _TWO_NUMBERS.match(view, start):
        return None
    if (scale := _SCALE.match(view, start)) and _is_scale(view, scale):
        return _append_scale(text, scale, numbers)
    match = _COMPOUND.match(view, start)
    if match is None:
        return None
    parts = _PARTS.split(match[0])
    joints = _PARTS.findall(match[0])
    if len(parts) == 2:
        return _read_pair(text, view, match, parts, joints[0], numbers, role)
    if (
        joints == ["-", "/"]
        and SHAPE.fullmatch(parts[0])
        and (mixed := MIXED.match(view, start + len(parts[0])))
        and (part := read_part(text, mixed))
    ):
        return JoinedDigits(Decimal(parts[0].replace(",", "")) + part, mixed.end())
    kinds: tuple[Kind, ...] | None = None
    if len(parts) == 3 and len(set(joints)) == 1 and joints[0] != ":":
        kinds = date_kinds(parts)
    elif _CLOCK.fullmatch(match[0]):
        kinds = ("time", "time", "time")
    if kinds is None:
        return append_identifier(text, start, match.end(), numbers)
    append_parts(text, start, parts, kinds, numbers)
    return match.end()


def _is_scale(view: str, match: re.Match[str]) -> bool:
    """Tell a scale by the words around it; what cannot be a time may stand further from them."""
    start, end = match.span()
    clock = match[1] < "60" and end - start == len("1:59")
    if _SCALED.search(view, max(0, start - 30), end + 12):
        return True
    return not clock and _MODELLED.search(view, max(0, start - 80), start) is not None


def _append_scale(text: str, match: re.Match[str], numbers: list[Number]) -> int:
    """Append the scale of a map or model, 1:50,000, with its two parts."""
    start, end = match.span()
    below = Decimal(match[1].replace(",", ""))
    value = 1 / below
    parts = (Part(Decimal(1), None, start, start + 1), Part(below, None, match.start(1), end))
    numbers.append(
        Number(start, end, text[start:end], float(value), value, "share", (start, end), parts=parts)
    )
    return end


def _read_pair(
    text: str,
    view: str,
    match: re.Match[str],
    parts: list[str],
    joint: str,
    numbers: list[Number],
    role: str | None,
) -> int | JoinedDigits | None:
    """Read two runs of digits: a time, a fraction, odds, a date, a phone number."""
    start, end = match.span()
    first, second = parts
    if not (first.isdigit() and second.isdigit()):
        return None
    if joint == ":":
        clock = len(second) == 2 and int(first) <= 24 and int(second) < 60 and len(first) <= 2
        append_parts(text, start, parts, ("time", "time") if clock else ("cardinal", "cardinal"), numbers)
        return end
    if joint == "/":
        if match[0] in ("24/7", "20/20"):
            return append_identifier(text, start, end, numbers)
        numerator, denominator = int(first), int(second)
        around = view[max(0, start - 40) : start] + view[end : end + 16]
        if numerator > denominator > 0 and _ODDS.search(around):
            append_parts(text, start, parts, ("cardinal", "cardinal"), numbers)
            return end
        if numerator + denominator == 100 and _SPLIT_AFTER.match(view, end):  # a 45/55 split
            append_parts(text, start, parts, ("cardinal", "cardinal"), numbers)
            return end
        if match[0] == "9/11" or (role == "on" and 1 <= numerator <= 12 and 1 <= denominator <= 31):
            append_parts(text, start, parts, ("date", "date"), numbers)
            return end
        if 1 < denominator <= 1000 and (0 < numerator < denominator or denominator in _DENOMINATORS):
            return JoinedDigits(Decimal(numerator) / denominator, end, "fraction")
        return None
    if joint == "-" and len(first) == 3 and len(second) == 4 and second[-1] != "0":
        return append_identifier(text, start, end, numbers)
    return None


def date_kinds(parts: list[str]) -> tuple[Kind, ...] | None:
    """Return the kinds of a date's parts, in any order of day, month and year; None for no date."""
    if not all(part.isdigit() and len(part) in (1, 2, 4) for part in parts):
        return None
    first, second, third = map(int, parts)
    if len(parts[0]) == 4:
        return ("year", "date", "date") if 1 <= second <= 12 and 1 <= third <= 31 else None
    days = sorted((first, second))
    return ("date", "date", "year") if 1 <= days[0] <= 12 and days[1] <= 31 and len(parts[2]) != 1 else None


def append_parts(
    text: str, start: int, parts: list[str], kinds: tuple[Kind, ...], numbers: list[Number]
) -> None:
    """Append the parts of a date, time or score from `start` on, one character apart."""
    for part, kind in zip(parts, kinds, strict=True):
        end = start + len(part)
        value = Decimal(part)
        numbers.append(Number(start, end, text[start:end], float(value), value, kind, (start, end)))
        start = end + 1


def link_range(text: str, view: str, numbers: list[Number], factor: Decimal | None) -> None:
    """Give both ends of a range what is written once: `2016-17`, `$5-10 million`, `5-10%`."""
    low, high = numbers[-2], numbers[-1]
    if _RANGE.fullmatch(view, low.end, high.numeral[0]) is None or low.kind == "identifier" or high.sign:
        return
    digits = view[high.numeral[0] : high.numeral[1]]
    if 1100 <= low.value <= 2100 and len(digits) == 2 and digits.isdigit() and len(low.text) == 4:
        century = low.decimal // 100 * 100
        value = century + high.decimal
        if value <= low.decimal:
            value += 100
        numbers[-2:] = [
            low._replace(kind="year"),
            high._replace(value=float(value), decimal=value, kind="year"),
        ]
        return
    if low.kind not in ("cardinal", "money", "year") or view[low.end : high.start].strip(" \xa0") == "/":
        return
    plain = low.numeral == (low.start, low.end) or low.currency is not None
    if (
        factor is not None
        and plain
        and low.decimal < 1000
        and view[low.numeral[0] : low.numeral[1]][-1].isdigit()
    ):
        value = low.decimal * factor
        low = low._replace(value=float(value), decimal=value)
    if low.kind == "money" and high.kind == "cardinal":
        unit = high.unit or (low.unit and rate_of(text, view, high.end, low.unit))
        high = high._replace(kind="money", currency=low.currency, unit=unit)
    elif low.kind == "cardinal" and high.kind in ("percent", "money", "year"):
        low = low._replace(kind=high.kind, currency=high.currency, unit=high.unit)
    elif low.unit is None and high.unit is not None:
        low = low._replace(unit=high.unit)
    numbers[-2:] = [low, high]
