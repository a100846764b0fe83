"""Kinds of bare numbers in digits, by their shape and the words around: a day, a time, a year, an age."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.lexicon import MONTHS
from numerate.text.number import Kind
from numerate.text.units import Unit
from numerate.text.view import EN_DASH

_MONTH_AFTER = re.compile(r"(?:[ \xa0]of[ \xa0]|[ \xa0-])([a-z]+)")
_TIME_AFTER = re.compile(r"[ \xa0]?(?:[ap]\.m\.|[ap]m\b)|[ \xa0]o'clock")
_HOURS_AFTER = re.compile(r"[ \xa0](?:gmt|utc|est|edt|et|hours|hrs|local)\b")
_BEFORE_TIMES = frozenset(" \xa0ap")
_COUNTED_AFTER = re.compile(
    r"[ \xa0](?:people|men|women|patients|shares|units|jobs|workers|employees|points|cases|words|pages|trees|"
    r"homes|students|soldiers|troops|copies|seats|votes|members|times|children)\b"
)
_YEAR_ENDS = re.compile(
    r"\s*(?:[.,;:)\]!?\x96\x97/-]|$)|\s+(?:and|to|by|but|as|for|with|was|were|when|that|at|on|from|"
    r"than)\b|'s\b"
)


def is_day(view: str, end: int, value: Decimal, role: str | None) -> bool:
    """Return whether a number is the day of a month that stands next to it."""
    if not 1 <= value <= 31:
        return False
    return role == "month" or ((month := _MONTH_AFTER.match(view, end)) is not None and month[1] in MONTHS)


def kind_of(view: str, start: int, end: int, unit: Unit | None, value: Decimal, role: str | None) -> Kind:
    """Return what a bare number is by its shape and the words around it."""
    length = end - start
    if length > 4 or not view[start:end].isdecimal():
        return "cardinal"
    if view[end : end + 1] in _BEFORE_TIMES and (
        _TIME_AFTER.match(view, end) or (length == 4 and _HOURS_AFTER.match(view, end))
    ):
        return "time"
    if length <= 2 and unit is None:
        if is_day(view, end, value, role):
            return "date"
        return "age" if role == "age" else "cardinal"
    if length == 4 and 1100 <= value <= 2100 and (unit is None or view[end] == "-"):
        if view.endswith(" up to ", 0, start):
            return "cardinal"
        if role in ("year", "month") or view[max(0, start - 2) : start] == ", ":
            return "cardinal" if _COUNTED_AFTER.match(view, end) else "year"
        if value >= 1800 and (
            view[start - 1 : start] in ("-", "(", EN_DASH, "'") or _YEAR_ENDS.match(view, end)
        ):
            return "year"
    return "cardinal"
