"""Choose which contradictions remain where several relations share numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from numerate.consistency.relation import Relation

_ADDITIVE = frozenset(("total", "difference", "change", "average", "derived", "growth", "repeated"))
"""Kinds of contradictions that a sum of some of their numbers explains: they were meant for the sum."""

_OTHER_WAY = {"change": ("total",), "growth": ("change",)}
"""Kinds that hold for a change, or for growth, in the wrong direction."""


def settle(relations: Iterable[Relation]) -> list[Relation]:
    """Drop contradictions that another reading of the same numbers explains.

    Of two contradictions about the same numbers, the surer one is enough.
    """
    stated = list(relations)
    holding = HoldingRelations(relation for relation in stated if relation.problem is None)
    kept: list[Relation] = []
    seen: set[int] = set()
    for relation in sorted(stated, key=lambda relation: (relation.level == "possible", not relation.sure)):
        if relation.problem is not None:
            starts = relation.starts
            if holding.explain(relation) or len(starts & seen) >= min(2, len(starts)):
                continue
            seen |= starts
        kept.append(relation)
    return kept


class HoldingRelations:
    """The relations that hold: numbers that one of them accounts for were not meant for another."""

    def __init__(self, relations: Iterable[Relation]) -> None:
        self._derived: set[int] = set()
        """Where the derived figures stand that a relation accounts for."""
        self._kinds: dict[frozenset[int], set[str]] = defaultdict(set)
        """The kinds of relations between just these numbers."""
        self._around: dict[int, list[frozenset[int]]] = defaultdict(list)
        """The numbers of relations that words leave no doubt of, for each of their numbers."""
        self._sums: dict[int, list[tuple[frozenset[int], bool]]] = defaultdict(list)
        """The numbers of sums, for each of their numbers, and whether words leave no doubt of them."""
        self._parts: set[frozenset[int]] = set()
        """The parts of sums, which have no other total."""
        for relation in relations:
            if relation.kind == "date":
                continue  # that there is such a day says nothing of what happened on it
            starts = relation.starts
            if relation.kind == "total":
                self._parts.add(starts - {_derived(relation)})
                for start in starts:
                    self._sums[start].append((starts, relation.sure))
            if len(relation.numbers) > 2:
                self._derived.add(_derived(relation))
                # Where words leave no doubt, it is often a bound, which holds along with an error.
                if not relation.sure:
                    self._kinds[starts].add(relation.kind)
            if relation.sure:
                for start in starts:
                    self._around[start].append(starts)

    def explain(self, relation: Relation) -> bool:
        """Return whether the numbers of a contradiction were meant for a relation that holds."""
        starts, derived = relation.starts, _derived(relation)
        if relation.kind == "swapped":  # that nothing gives the figure was tested, to the last digit
            return any(len(others) > 2 for others in self._around.get(derived, ()))
        if derived in self._derived and not relation.sure:
            return True
        # Of one kind, it is the same claim the other way round: $22.5 million is 25% more than $18 million.
        # "Down 14p from 304p" to 318p is no sum, and what grows has not fallen.
        own = {relation.kind, *_OTHER_WAY.get(relation.kind, ())} if relation.sure else set()
        if self._kinds.get(starts, set()) - own:
            return True
        if relation.kind == "total" and starts - {derived} in self._parts:
            return True
        if any(starts < others for others in self._around.get(derived, ())):
            return True
        # A sum that is hardly stated holds by accident more easily than words without a doubt mislead.
        return relation.kind in _ADDITIVE and any(
            len(starts & others) > 1 and starts != others and is_sure >= relation.sure
            for others, is_sure in self._sums.get(derived, ())
        )


def _derived(relation: Relation) -> int:
    """Return where the figure stands that was probably calculated from the others: the share of a part."""
    if relation.kind == "share":
        return next((n.start for n in relation.numbers if n.kind == "percent"), relation.numbers[-1].start)
    return relation.numbers[-1].start
