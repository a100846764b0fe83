"""Count the items of lists: a summary says "three areas" where the source lists them as (1), (2) and (3).

Names in a row are a list, too: "Joan Pyle, Amir Sethi and Tom Ridley" are three members.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText

_ITEM = re.compile(r"(?:^|\n)[ \t]*[(\[]?(\d{1,2}|[a-z])[.)\]][ \t]")
_NAME = r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}"
_NAMES = re.compile(rf"(?<![\w'’-]){_NAME}(?:, (?:the )?{_NAME}){{0,10}},? and (?:the )?{_NAME}")
_BETWEEN = re.compile(r"(?:,? and |, )(?:the )?")
_MOST = 12
"""Items of a list that a summary counts, at most."""
_NEAR = 0.5
"""Least nearness of a word of the draft that the list has."""


class Enumeration(NamedTuple):
    """A list of numbered items, or of names."""

    marks: list[str]
    """The numbers or letters of its items, or the names."""
    stems: set[str]
    """Stems of the words of its items, and of the line before them."""
    values: frozenset[float] = frozenset()
    """Of names in a row, the other numbers of the sentence."""


def enumerations_of(source: SourceText) -> list[Enumeration]:
    """Return the lists of a source."""
    spans = list(_lists(source.document.text))
    starts = [start for start, _, _ in spans]
    result = [Enumeration(marks, set()) for _, _, marks in spans]
    for passage in source.passages:
        at = bisect_right(starts, passage.start) - 1
        if at >= 0 and passage.start < spans[at][1]:
            result[at].stems.update(passage.stems)
    return [*result, *_rows_of_names(source)]


def _rows_of_names(source: SourceText) -> Iterator[Enumeration]:
    """Yield the names that a source has in a row, with the words of the sentences around them."""
    passages = source.passages
    starts = [passage.start for passage in passages]
    values: defaultdict[int, set[float]] = defaultdict(set)
    for quantity in source.quantities:
        values[quantity.passage].add(quantity.number.value)
    for match in _NAMES.finditer(source.document.text):
        at = bisect_right(starts, match.start())
        stems = set[str]().union(*(passage.stems for passage in passages[max(0, at - 2) : at + 1]))
        yield Enumeration(_BETWEEN.split(match[0]), stems, frozenset(values[at - 1]))


class Enumerations:
    """The lists of sources, by the number of their items and by what the sentences around them have."""

    def __init__(self, lists: Iterable[Enumeration]) -> None:
        self._lists = list(lists)
        self._first: dict[tuple[int, str | float], int] = {}
        """The first list of a number of items that has a stem, or a value."""
        for i, each in enumerate(self._lists):
            keys: list[str | float] = [*each.stems, *each.values]
            for key in keys:
                self._first.setdefault((len(each.marks), key), i)

    def count_items(self, draft: Quantity) -> str | None:
        """Return how a number of a draft counts the items of a list, or None if it does not."""
        if draft.measure != "count" or draft.noun is None or not 2 <= draft.value <= _MOST:
            return None
        words = (key for key, weight in draft.near.items() if weight >= _NEAR)
        keys = ((int(draft.value), key) for key in (*words, *draft.others))
        first = min((self._first[key] for key in keys if key in self._first), default=None)
        if first is None or draft.value % 1:
            return None
        marks = self._lists[first].marks
        return f"{', '.join(marks)} = {len(marks)} items"


def _lists(text: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the numbered lists of a text: where the line before begins, where they end, and their marks."""
    start, end, marks = 0, 0, list[str]()
    for match in _ITEM.finditer(text):
        mark = match[1]
        if marks and mark == _following(marks[-1]):
            marks.append(mark)
        else:
            if len(marks) > 1:
                yield start, end, marks
            start, marks = text.rfind("\n", 0, match.start()) + 1, [mark] if mark in ("1", "a") else []
        line = text.find("\n", match.end())
        end = line if line >= 0 else len(text)
    if len(marks) > 1:
        yield start, end, marks


def _following(mark: str) -> str:
    return str(int(mark) + 1) if mark.isdigit() else chr(ord(mark) + 1)
