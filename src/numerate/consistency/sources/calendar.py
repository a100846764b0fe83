"""Months and weekdays that a draft names without a number, and no source does: "on Monday" for Wednesday."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from numerate.consistency.moments import MONTHS
from numerate.text import Number

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = tuple(month.capitalize() for month in MONTHS)
_NAME = re.compile(
    rf"\b(?P<name>{'|'.join((*WEEKDAYS, *_MONTHS))})s?\b"
    # "May Whitlock", "the Friday Review", "March on"; a number makes it a date, which is compared as one.
    r"(?! ?(?:\d|[A-Z][a-z]))"
)
_BEFORE = re.compile(
    r"(?:\b(?:in|on|by|until|till|since|from|to|of|for|and|or|every|each|last|next|this|that|early|late|mid|before|after|between"
    r"|through|during)|\b(?:early|late|mid)-|^|[a-z],)\s?$"
)
"""Before a month or a day: names such as "May" and "April" stand elsewhere, too."""
_REACH = 12
_DAY_BEFORE = re.compile(r"\d(?:st|nd|rd|th)?(?: of)? $")
_NUMERIC = re.compile(r"\b\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b|\b\d{1,2}\.\d{1,2}\.(?!\d)")
"""A date that names no month."""
_RELATIVE = re.compile(
    r"\b(?:tomorrow|yesterday|(?:day|night|morning|evening) (?:after|before)"
    r"|(?:next|following|previous) day)\b",
    re.IGNORECASE,
)
"""Days that a writer may count from another one."""
_SHORT = {name[:3].lower(): name for name in (*WEEKDAYS, *_MONTHS)} | {
    "tues": "Tuesday", "thur": "Thursday", "thurs": "Thursday", "sept": "September",
}  # fmt: skip
_WORD = re.compile(
    rf"\b(?:{'|'.join(sorted((*WEEKDAYS, *_MONTHS, *_SHORT), key=len, reverse=True))})s?\b", re.IGNORECASE
)
_MAY = re.compile(r"\bMay\b|\b(?:in|by|until|since|of|from) may\b|\bmay \d|\d may\b")


class Calendar:
    """The months and weekdays that sources name."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._known: set[str] = set()
        self._has_numeric = self._has_relative = False
        for text in texts:
            for match in _WORD.finditer(text):
                word = match[0].lower()
                name = _SHORT.get(word) or _SHORT[word.rstrip("s")[:3]]
                if name != "May":
                    self._known.add(name)
            if _MAY.search(text):
                self._known.add("May")
            self._has_numeric = self._has_numeric or _NUMERIC.search(text) is not None
            self._has_relative = self._has_relative or _RELATIVE.search(text) is not None

    def missing(self, text: str) -> Iterator[Number]:
        """Yield the months and weekdays of a text that no source names, although the sources name others."""
        for match in _NAME.finditer(text):
            group = WEEKDAYS if match["name"] in WEEKDAYS else _MONTHS
            is_open = self._has_relative if group is WEEKDAYS else self._has_numeric
            if is_open or match["name"] in self._known or self._known.isdisjoint(group):
                continue
            start = max(0, match.start() - _REACH)
            before = text[start : match.start()].lower()
            if _BEFORE.search(before) and not _DAY_BEFORE.search(before):
                at = Decimal(group.index(match["name"]) + 1)
                yield Number(*match.span(), match[0], float(at), at, "cardinal", match.span())
