"""Stocks that a table rolls forward: which line is the opening, and which the closing of the same thing.

Labels say so with words of their own ("Opening balance", "Closing balance"), or they name the same thing at
two times: "At 1 January" and "At 31 December", "Cattle in spring" and "Cattle in autumn".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from numerate.consistency.tables.labels import is_closing, is_opening

_WORD = re.compile(r"[^\W\d_]+|\d+")
_TIME = re.compile(
    r"\d{1,2}|(?:19|20)\d\d|jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*"
    r"|spring|summer|autumn|fall|winter|morning|evening|monday|friday|sunday|opening|closing|beginning|ending"
    r"|starts?|ends?|close|finish|initial|final|first|last|brought|carried|forward|before|after|now|still",
    re.IGNORECASE,
)
"""Words for a point in time."""
_FILLER = re.compile(
    r"at|as|of|on|in|the|to|for|by|until|year|month|week|day|period|quarter|season|term|st|nd|rd|th",
    re.IGNORECASE,
)


def stock_pairs(labels: Sequence[str]) -> dict[int, int]:
    """Return the opening of each closing: the last before it, with lines of movements between."""
    pairs: dict[int, int] = {}
    openings: list[int] = []
    for line, label in enumerate(labels):
        if is_closing(label):
            opening = next((other for other in reversed(openings) if is_opening(labels[other])), None)
        else:
            opening = next((other for other in reversed(openings) if _names_same(labels, other, line)), None)
        if opening is not None and line - opening > 1:
            pairs[line] = opening
        if is_opening(label) or _time_and_rest(label)[0]:
            openings.append(line)
    return pairs


def _names_same(labels: Sequence[str], opening: int, closing: int) -> bool:
    """Return whether two labels name the same thing at two times, and those between name no time."""
    (start, thing), (end, other) = _time_and_rest(labels[opening]), _time_and_rest(labels[closing])
    if not start or not end or start == end or thing != other:
        return False
    return not any(_time_and_rest(label)[0] for label in labels[opening + 1 : closing])


@lru_cache(maxsize=4096)
def _time_and_rest(label: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a label for a time, and the others."""
    words = {word.lower() for word in _WORD.findall(label)}
    times = frozenset(word for word in words if _TIME.fullmatch(word))
    return times, frozenset(word for word in words - times if not _FILLER.fullmatch(word))
