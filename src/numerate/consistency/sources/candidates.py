"""The quantities of sources that a number of a draft may be about, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from numerate.consistency.sources.alignment import Weighed, align, score
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.sources.values import allowed


class Candidate(NamedTuple):
    """A quantity of the sources that a number of the draft may be about."""

    score: float
    features: tuple[float, ...]
    quantity: Quantity


_KEPT = 6
"""Candidates of each kind that are kept; a long draft has ten thousand numbers."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """A number of the draft with its candidates."""

    quantity: Quantity
    matches: list[Candidate]
    """Quantities with its value, best first."""
    rivals: list[Candidate]
    """Quantities with other values, best first."""
    is_claimed: bool = False
    """Whether another number of the draft states the best match, and is more about what it is about."""
    is_repeated: bool = False
    """Whether its sentence has the same value once more."""
    surplus: int = 0
    """How many times more the draft states the value than the sources do."""


def align_quantity(quantity: Quantity, draft: SourceText, index: SourceIndex) -> Aligned:
    """Find the quantities of the sources that a number of the draft may stand for or contradict."""
    bounds = allowed(quantity, draft.document.text)
    weighed = Weighed.of(quantity, index)

    def ranked(candidates: Iterable[int]) -> list[Candidate]:
        ranking = []
        for i in candidates:
            features = align(weighed, index.quantities[i], index)
            ranking.append(Candidate(score(features), features, index.quantities[i]))
        ranking.sort(key=lambda candidate: -candidate.score)
        return ranking[:_KEPT]

    return Aligned(quantity, ranked(index.matches(quantity, bounds)), ranked(index.rivals(quantity, bounds)))


def align_draft(draft: SourceText, index: SourceIndex) -> list[Aligned]:
    """Find the candidates of every number of a draft."""
    return settle_claims([align_quantity(quantity, draft, index) for quantity in draft.quantities])


_NEIGHBOURS = 12
"""Numbers of the draft before and after one that may state a place of the sources in its stead."""


def settle_claims(aligned: Sequence[Aligned]) -> list[Aligned]:
    """Give each place of the sources to the number of the draft that is most about it.

    A place that a neighbour states, and is more about, is no rival of a number: in "31 of 45 interviews" 45
    does not contradict 31. Where a neighbour states the best match of a number, and is more about it, the
    number has its value from there perhaps.
    """
    result = []
    for i, entry in enumerate(aligned):
        neighbours = (*aligned[max(0, i - _NEIGHBOURS) : i], *aligned[i + 1 : i + 1 + _NEIGHBOURS])
        claims: dict[int, float] = {}
        for other in neighbours:
            if other.matches:
                best = other.matches[0]
                claims[id(best.quantity)] = max(best.score, claims.get(id(best.quantity), best.score))
        rivals = [rival for rival in entry.rivals if claims.get(id(rival.quantity), -inf) < rival.score]
        if not entry.matches:
            result.append(Aligned(entry.quantity, [], rivals))
            continue
        match, quantity = entry.matches[0], entry.quantity
        repeats = [
            other.quantity
            for other in neighbours
            if other.quantity.base == quantity.base and other.quantity.measure == quantity.measure
        ]
        stated = sum(candidate.quantity.base == match.quantity.base for candidate in entry.matches)
        result.append(
            Aligned(
                quantity,
                entry.matches,
                rivals,
                is_claimed=claims.get(id(match.quantity), -inf) > match.score,
                is_repeated=any(other.passage == quantity.passage for other in repeats),
                surplus=max(0, 1 + len(repeats) - stated),
            )
        )
    return result
