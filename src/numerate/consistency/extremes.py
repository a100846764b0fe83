"""Figures of a passage that words call the least, the most, or the middle of the others."""

from __future__ import annotations

import re
from typing import NamedTuple

from numerate.consistency.passages import Passage
from numerate.consistency.slots import Slot, comparable

_NOT_LESS = r"(?:not |no )(?:less|fewer|younger|lower|smaller|shorter|lighter|earlier) than"
_NOT_MORE = r"(?:not |no )(?:more|older|higher|larger|bigger|longer|heavier|taller|later) than"
_LOW = re.compile(
    rf"\b(?:minimum|min\.?|at least|lowest|smallest|cheapest|shortest|youngest|lightest|coldest|low of"
    rf"|{_NOT_LESS})\b"
)
_HIGH = re.compile(
    rf"\b(?:maximum|max\.?|at most|highest|largest|dearest|longest|oldest|heaviest|hottest|warmest"
    rf"|high of|{_NOT_MORE})\b"
)
_MIDDLE = re.compile(
    r"\b(?:means?|median|average[ds]?|averaging|midpoint|typical\w*|likeliest|best (?:estimate|guess)"
    r"|most likely)\b"
)
_ENDS = re.compile(
    r"\b(?:from|between|spanning|rang\w+|lay|lie|values?|spread|of) (?:from "
    r"|between )?(?P<low>[NUM])(?: [a-z]+)?"
    r"(?: to | and |-|\x96)(?P<high>[NUM])(?![-\x96])"
)
_MOVED = re.compile(
    r"\b(?:rose|fell|risen|fallen|increas\w+|decreas\w+|declin\w+|gr[eo]w\w*|dropp\w+|improv\w+"
    r"|year ago|last year|than"
    r"|since|ever|record|previous\w*|second|third|next|one of|excluding|outlier\w*|or|national|deviation|sd"
    r"|standard error|per cent|change\w*|gap|difference)\b"
)


class Extremes(NamedTuple):
    """The figures of a passage that must be in order, where it names them."""

    low: Slot | None
    middle: Slot | None
    high: Slot | None


def extremes(passage: Passage) -> Extremes | None:
    """Return the least, the middle and the most of a passage that has no other figures."""
    figures = passage.figures
    line = re.sub(rf"{_NOT_LESS}|{_NOT_MORE}", "", passage.line)
    if len(figures) not in (2, 3) or any(slot.mark not in "NUM" for slot in figures) or _MOVED.search(line):
        return None
    if not all(_alike(figures[0], slot) for slot in figures[1:]):
        return None
    roles: dict[str, Slot] = {}
    for slot in figures:
        role = _role(slot)
        if role in roles:
            return None
        if role:
            roles[role] = slot
    for sentence in passage.sentences if "middle" in roles and ";" not in line else ():
        for match in _ENDS.finditer(sentence.line):
            roles["low"] = sentence.slot(match.start("low"))
            roles["high"] = sentence.slot(match.start("high"))
    if len(roles) != len(figures) or len(set(roles.values())) != len(figures):
        return None
    return Extremes(roles.get("low"), roles.get("middle"), roles.get("high"))


def _alike(first: Slot, second: Slot) -> bool:
    if {first.mark, second.mark} == {"N", "U"}:
        return first.noun is None and second.noun is None
    if first.mark == second.mark == "M":
        return first.number.currency == second.number.currency
    return comparable(first, second)


def _role(slot: Slot) -> str:
    """Return what the words between the figure before and this one call it."""
    words = re.split("[NUMP]", slot.before(60))[-1]
    after = re.match(r"[^A-Z,;:.]{0,30}", slot.after(40))
    matches = [
        (match.end(), role)
        for role, pattern in (("low", _LOW), ("high", _HIGH), ("middle", _MIDDLE))
        for match in pattern.finditer(words)
    ]
    if matches:
        return max(matches)[1]
    words = after[0] if after else ""
    return "middle" if _MIDDLE.search(words) else ""
