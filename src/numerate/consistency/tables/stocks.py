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
    opening: int | None = None
    dated: int | None = None
    for line, label in enumerate(labels):
        if is_closing(label):
            start = opening
        elif dated is not None and _names_same(labels[dated], label):
            start = dated
        else:
            start = None
        if start is not None and line - start > 1:
            pairs[line] = start
        if is_opening(label):
            opening = line
        if _time_and_rest(label)[0]:
            dated = line
    return pairs


def _names_same(opening: str, closing: str) -> bool:
    """Return whether two labels name the same thing at two times."""
    (start, thing), (end, other) = _time_and_rest(opening), _time_and_rest(closing)
    return bool(end) and start != end and thing == other


def are_different_things(first: str, second: str) -> bool:
    """Return whether two labels name different things at a time: "Pensions 2023", "Health care 2022"."""
    (start, thing), (end, other) = _time_and_rest(first), _time_and_rest(second)
    return bool(start and end) and thing != other


@lru_cache(maxsize=4096)
def _time_and_rest(label: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a label for a time, and the others."""
    words = {word.lower() for word in _WORD.findall(label)}
    times = frozenset(word for word in words if _TIME.fullmatch(word))
    return times, frozenset(word for word in words - times if not _FILLER.fullmatch(word))
