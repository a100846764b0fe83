"""Count the speakers of a transcript: a summary says "three people" where the source only lets them speak."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.words import stem

_TURN = re.compile(r"(?:^|\n|[.?!…)\]”\"]\s)\s*([A-Z][\w.’'-]{0,24}(?: [A-Z][\w.’'-]{0,24}){0,3})\s?:\s")
_SPEAKERS = frozenset(
    map(stem, "people speakers participants members attendees colleagues parties friends persons".split())
)
_GUESTS = frozenset(map(stem, "guests interviewees".split()))
_LEAST = 2
"""Speakers from which on a source is a conversation."""


def speakers_of(text: str) -> list[str]:
    """Return the speakers of a transcript, none if a text is no conversation."""
    turns = Counter(_TURN.findall(text))
    is_conversation = len(turns) >= _LEAST and max(turns.values()) >= _LEAST
    return list(turns) if is_conversation else []


def count_speakers(draft: Quantity, conversations: Iterable[list[str]]) -> str | None:
    """Return how a number of a draft counts the speakers of a conversation, or None if it does not."""
    if draft.measure != "count" or draft.noun not in _SPEAKERS | _GUESTS:
        return None
    for speakers in conversations:
        # A host has guests.
        if speakers and draft.value == len(speakers) - (draft.noun in _GUESTS):
            return f"{', '.join(speakers)} = {len(speakers)} speakers"
    return None
