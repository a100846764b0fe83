"""Count the items of lists: a summary says "three areas" where the source lists them as (1), (2) and (3)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity

_ITEM = re.compile(r"(?:^|\n)[ \t]*[(\[]?(\d{1,2}|[a-z])[.)\]][ \t]", re.MULTILINE)
_MOST = 12
"""Items of a list that a summary counts, at most."""
_NEAR = 0.5
"""Least nearness of a word of the draft that the list has."""


def count_items(draft: Quantity, index: SourceIndex) -> str | None:
    """Return how a number of a draft counts the items of a list in the sources, or None if it does not."""
    if draft.measure != "count" or draft.noun is None or not 2 <= draft.value <= _MOST:
        return None
    words = {key for key, weight in draft.near.items() if weight >= _NEAR}
    for source in index.sources:
        for start, end, marks in _lists(source.document.text):
            inside = (passage for passage in source.passages if start <= passage.start < end)
            if len(marks) == draft.value and any(words & passage.stems for passage in inside):
                return f"{', '.join(marks)} = {len(marks)} items"
    return None


def _lists(text: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the numbered lists of a text: where they begin and end, and the marks of their items."""
    start, end, marks = 0, 0, list[str]()
    for match in _ITEM.finditer(text):
        mark = match[1]
        if marks and mark == _following(marks[-1]):
            marks.append(mark)
        else:
            if len(marks) > 1:
                yield start, end, marks
            start, marks = match.start(), [mark] if mark in ("1", "a") else []
        line = text.find("\n", match.end())
        end = line if line >= 0 else len(text)
    if len(marks) > 1:
        yield start, end, marks


def _following(mark: str) -> str:
    return str(int(mark) + 1) if mark.isdigit() else chr(ord(mark) + 1)
