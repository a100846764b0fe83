"""Compare two versions of a document: numbers that changed, appeared or vanished, paired by their context."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from numerate.consistency.sources.alignment import Weighed, align, score
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText, read_quantities
from numerate.consistency.sources.support import Evidence
from numerate.documents import Document

_PAIRED = 3.0
"""Least score of two numbers of changed sentences that are paired: that of most words near them."""
_SPECIFIC = 3
"""Digits from which on a value that stands elsewhere is the old value, and no other of the same size."""
_CANDIDATES = 30

Change = Literal["changed", "appeared", "vanished"]


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number that two versions of a document do not share."""

    kind: Change
    old: Evidence | None = None
    new: Evidence | None = None
    still: tuple[Evidence, ...] = ()
    """Other places of the new version that state the old value."""

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON holds of it."""
        return {
            "change": self.kind,
            "old": self.old and self.old.to_dict(),
            "new": self.new and self.new.to_dict(),
            "still": [place.to_dict() for place in self.still],
        }


def compare_documents(old: Document, new: Document) -> list[NumberChange]:
    """Return the numbers that changed, appeared or vanished, in the order of the new version.

    Sentences that differ in their numbers alone are paired first; what is left is paired by context.
    """
    before = read_quantities(old)
    after = read_quantities(new, names=before.names)
    pairs, old_left, new_left = _same_sentences(before, after)
    further, old_left, new_left = _by_context(before, after, old_left, new_left)
    changes = [
        NumberChange("changed", Evidence(a.number, old), Evidence(b.number, new), _still(a, b, after))
        for a, b in (*pairs, *further)
        if not _same_value(a, b)
    ]
    changes += [NumberChange("vanished", old=Evidence(a.number, old)) for a in old_left]
    changes += [NumberChange("appeared", new=Evidence(b.number, new)) for b in new_left]
    return sorted(changes, key=lambda change: (change.new or change.old).start)  # type: ignore[union-attr]


_Pairs = list[tuple[Quantity, Quantity]]


def _same_sentences(before: SourceText, after: SourceText) -> tuple[_Pairs, list[Quantity], list[Quantity]]:
    """Pair the numbers of sentences that have the same words, in order."""
    waiting: defaultdict[tuple[str, ...], list[list[Quantity]]] = defaultdict(list)
    for key, group in _sentences(before):
        waiting[key].append(group)
    pairs: _Pairs = []
    new_left: list[Quantity] = []
    for key, group in _sentences(after):
        if waiting[key]:
            # Of repeated sentences, one with the same numbers is the same.
            values = [quantity.base for quantity in group]
            same = next((old for old in waiting[key] if [q.base for q in old] == values), waiting[key][0])
            waiting[key].remove(same)
            pairs += zip(same, group, strict=True)
        else:
            new_left += group
    old_left = [quantity for groups in waiting.values() for group in groups for quantity in group]
    return pairs, old_left, new_left


def _sentences(text: SourceText) -> Iterator[tuple[tuple[str, ...], list[Quantity]]]:
    """Yield the numbers of each passage, with the words around them."""
    groups: defaultdict[int, list[Quantity]] = defaultdict(list)
    for quantity in text.quantities:
        groups[quantity.passage].append(quantity)
    for passage, group in groups.items():
        words = tuple(token.lower for token in text.passages[passage].tokens)
        labels = tuple(sorted(group[0].near)) if group[0].cell else ()
        measures = tuple(quantity.measure for quantity in group)
        yield (*words, "|", *labels, "|", *measures), group


def _by_context(
    before: SourceText, after: SourceText, old_left: Sequence[Quantity], new_left: Sequence[Quantity]
) -> tuple[_Pairs, list[Quantity], list[Quantity]]:
    """Pair the numbers of changed sentences that are about the same thing, the best pairs first."""
    index = SourceIndex([SourceText(before.document, before.passages, list(old_left), before.names)])
    scored: list[tuple[float, int, int]] = []
    place = {id(quantity): i for i, quantity in enumerate(old_left)}
    for j, quantity in enumerate(new_left):
        weighed = Weighed.of(quantity, index)
        for candidate in index.nearby(quantity)[: 4 * _CANDIDATES]:
            if candidate.measure == quantity.measure:
                points = score(align(weighed, candidate, index)) + 2.0 * _same_value(candidate, quantity)
                if points >= _PAIRED:
                    scored.append((points, place[id(candidate)], j))
    pairs: _Pairs = []
    old_taken: set[int] = set()
    new_taken: set[int] = set()
    for _, i, j in sorted(scored, key=lambda entry: (-entry[0], entry[1], entry[2])):
        if i not in old_taken and j not in new_taken:
            old_taken.add(i)
            new_taken.add(j)
            pairs.append((old_left[i], new_left[j]))
    return (
        pairs,
        [quantity for i, quantity in enumerate(old_left) if i not in old_taken],
        [quantity for j, quantity in enumerate(new_left) if j not in new_taken],
    )


def _same_value(first: Quantity, second: Quantity) -> bool:
    if not isfinite(first.base) or not isfinite(second.base):
        return first.number.text == second.number.text
    slack = 1e-9 * max(abs(first.base), abs(second.base))
    return first.measure == second.measure and abs(first.base - second.base) <= slack


def _still(old: Quantity, new: Quantity, after: SourceText) -> tuple[Evidence, ...]:
    """Return the places of the new version that state the old value, if they seem to be about the same."""
    digits = len("".join(c for c in old.number.text if c.isdigit()).strip("0"))
    places = []
    for other in after.quantities:
        if other is new or not _same_value(old, other):
            continue
        shared = new.near.keys() & other.stems
        same = (old.noun is not None and old.noun == other.noun) or len(shared) > (old.measure == "count")
        if digits >= _SPECIFIC or same:
            places.append(Evidence(other.number, after.document))
    return tuple(places)
