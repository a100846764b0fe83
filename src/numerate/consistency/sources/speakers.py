"""Count the speakers of a transcript: a summary says "three people" where the source only lets them speak."""

from __future__ import annotations

import re
from collections import Counter

from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.words import stem

_TURN = re.compile(r"(?:^|\n|[.?!…)\]”\"]\s)\s*([A-Z][\w.’'-]{0,24}(?: [A-Z][\w.’'-]{0,24}){0,3})\s?:\s")
_SPEAKERS = frozenset(
    map(stem, "people speakers participants members attendees colleagues parties friends persons".split())
)
_GUESTS = frozenset(map(stem, "guests interviewees".split()))
_LEAST = 2
"""Speakers from which on a source is a conversation."""


def count_speakers(draft: Quantity, index: SourceIndex) -> str | None:
    """Return how a number of a draft counts the speakers of a source, or None if it does not."""
    if draft.measure != "count" or draft.noun not in _SPEAKERS | _GUESTS:
        return None
    for source in index.sources:
        turns = Counter(_TURN.findall(source.document.text))
        if len(turns) < _LEAST or max(turns.values()) < _LEAST:
            continue
        # A host has guests.
        if draft.value == len(turns) - (draft.noun in _GUESTS):
            return f"{', '.join(turns)} = {len(turns)} speakers"
    return None
