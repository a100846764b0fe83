"""Web and e-mail addresses, whose digits count nothing."""

from __future__ import annotations

import re

LINK_MARKS = ("://", "www.", "@", "doi:")
_LINK = re.compile("|".join(map(re.escape, LINK_MARKS)))
_SPACE = re.compile(r"\s")
_BRACKETS = ".,;:!?'\"()[]{}<>"


def links(view: str) -> list[tuple[int, int]]:
    """Find web and e-mail addresses: from their marks outwards to the nearest white space."""
    spans: list[tuple[int, int]] = []
    done = 0
    while match := _LINK.search(view, done):
        start = match.start()
        while start > done and not view[start - 1].isspace():
            start -= 1
        space = _SPACE.search(view, match.end())
        done = end = space.start() if space else len(view)
        while start < match.start() and view[start] in _BRACKETS:
            start += 1
        while end > match.end() and view[end - 1] in _BRACKETS:
            end -= 1
        spans.append((start, end))
    return spans
