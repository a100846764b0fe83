"""The quantities of sources that a number of a draft may be about, best first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from numerate.consistency.sources.alignment import align, score
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.sources.values import allowed


class Candidate(NamedTuple):
    """A quantity of the sources that a number of the draft may be about."""

    score: float
    features: tuple[float, ...]
    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Aligned:
    """A number of the draft with its candidates."""

    quantity: Quantity
    matches: list[Candidate]
    """Quantities with its value, best first."""
    rivals: list[Candidate]
    """Quantities with other values, best first."""


def align_quantity(quantity: Quantity, draft: SourceText, index: SourceIndex) -> Aligned:
    """Find the quantities of the sources that a number of the draft may stand for or contradict."""
    bounds = allowed(quantity, draft.document.text)

    def ranked(candidates: Iterable[int]) -> list[Candidate]:
        ranking = []
        for i in candidates:
            features = align(quantity, index.quantities[i], index)
            ranking.append(Candidate(score(features), features, index.quantities[i]))
        ranking.sort(key=lambda candidate: -candidate.score)
        return ranking

    return Aligned(quantity, ranked(index.matches(quantity, bounds)), ranked(index.rivals(quantity, bounds)))
