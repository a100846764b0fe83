"""Lines that are named alike in several sections: the carrying amount at a date is cost less depreciation.

A roll-forward of assets has a section for cost and one for depreciation, each with a line "At 31 December
2024", and a third whose line of that name is the difference of both. A day begins with what the last left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.? (?P<month>{_MONTH})[a-z]*\.?"
    rf"|(?P<other>{_MONTH})[a-z]*\.? (?P<after>\d{{1,2}})(?:st|nd|rd|th)?)(?!\d),? ?(?P<year>(?:19|20)\d\d)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_LEAP_YEAR = 2024
"""Stands for a year that is not written."""


def lines_named_alike(labels: Sequence[str]) -> dict[int, tuple[int, int]]:
    """Return, for each line, the last two before it that have the same name or are of the same moment."""
    alike: dict[int, tuple[int, int]] = {}
    last: dict[object, tuple[int, ...]] = {}
    for line, label in enumerate(labels):
        name = _name(label)
        if name is None:
            continue
        before = last.get(name, ())
        if len(before) == 2:
            alike[line] = before[0], before[1]
        last[name] = (*before, line)[-2:]
    return alike


@lru_cache(maxsize=4096)
def _name(label: str) -> object:
    """Return the moment that a label is about, or else its words; None if it has none."""
    if match := _DATE.search(label):
        month = _MONTHS.index((match["month"] or match["other"])[:3].lower()) + 1
        try:
            day = date(int(match["year"] or _LEAP_YEAR), month, int(match["day"] or match["after"]))
        except ValueError:
            return None
        return (day - timedelta(days=1) if day.day == 1 else day, match["year"] is not None)
    words = tuple(word.lower() for word in _WORD.findall(label))
    return words if any(word.isalpha() for word in words) else None
