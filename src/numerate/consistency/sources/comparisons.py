"""Whether a number is only what another is compared with, or a plan."""

from __future__ import annotations

import re

from numerate.consistency.sources.passages import Passage
from numerate.text import Number

_COMPARED_BEFORE = re.compile(
    r"\b(?:from|versus|vs\.?|compared (?:with|to)|against|than|instead of|rather than|striking|on top of"
    r"|previous\w*|former\w*|old|earlier|replac\w+|planned|expected|budgeted)"
    r"(?:\s+(?:an?|the|its|his|her|their|about|around|some|nearly|for|of|on|record|\w+ of)){0,3}"
    r"\s+[$€£“\"]?$",
    re.IGNORECASE,
)
_COMPARED_AFTER = re.compile(
    r"(?:\s*%|[\s-]+[^\W\d]+){0,2}?,?\s+(?:(?:in|for) (?:the )?)?"
    r"(?:last (?:year|time|month|week)|a (?:year|month) (?:ago|earlier|before)|the (?:year|month) before"
    r"|previously|before that|(?:prior|previous)[- ](?:year|quarter))\b",
    re.IGNORECASE,
)
_COMPARED_REACH = 48


def is_compared(text: str, number: Number, passage: Passage) -> bool:
    """Return whether a number is the one that another is compared with."""
    start = max(passage.start, number.start - _COMPARED_REACH)
    end = min(passage.end, number.end + _COMPARED_REACH)
    return bool(
        _COMPARED_BEFORE.search(text, start, number.start)
        or _EARLIER_BEFORE.search(text, start, number.start)
        or _COMPARED_AFTER.match(text, number.end, end)
    )


_EARLIER_BEFORE = re.compile(
    r"\b(?:last|previous|prior)[ -](?:year|quarter|month|week)(?:['’]s)?\b[^,;.:()]{0,40}$", re.IGNORECASE
)
_PLANNED_BEFORE = re.compile(
    r"\b(?:plan(?:s|ned|ning)?|expect\w*|target\w*|forecast\w*|guid(?:e|es|ed|ance)|will|['’]ll|would|aim\w*"
    r"|project(?:s|ed)|intend\w*|outlook|hop(?:e|es|ed|ing)|propos\w+|goal|predict\w*|anticipat\w*"
    r"|next (?:year|quarter|month))\b[^.;:]{0,60}$",
    re.IGNORECASE,
)
_PLANNED_AFTER = re.compile(
    r"[^.;:,]{0,40}\b(?:by (?:the end of )?(?:(?:fiscal )?20\d\d|next|spring|summer|autumn|fall|winter)"
    r"|by the end|next (?:year|quarter|month)|(?:is|are|was|were) (?:planned|expected|forecast))\b",
    re.IGNORECASE,
)
_PLANNED_REACH = 70


def is_planned(text: str, number: Number, passage: Passage) -> bool:
    """Return whether a number is a plan or a forecast."""
    start = max(passage.start, number.start - _PLANNED_REACH)
    end = min(passage.end, number.end + _PLANNED_REACH)
    return bool(
        _PLANNED_BEFORE.search(text, start, number.start) or _PLANNED_AFTER.match(text, number.end, end)
    )
