"""Equations that figures could satisfy: all that their units allow, whatever the words say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numerate.consistency.learned.figures import Figure
from numerate.consistency.learned.kinds.base import Candidate, CandidateEquation, WindowFigures
from numerate.consistency.learned.kinds.growth import GrowthEquation, StepsEquation
from numerate.consistency.learned.kinds.order import OrderEquation
from numerate.consistency.learned.kinds.products import ProductEquation, RatioEquation
from numerate.consistency.learned.kinds.same import SameEquation
from numerate.consistency.learned.kinds.shares import FallEquation, RiseEquation, ShareEquation
from numerate.consistency.learned.kinds.spans import AgesEquation, SpanEquation
from numerate.consistency.learned.kinds.sums import (
    BalanceEquation,
    HundredEquation,
    MeanEquation,
    RunEquation,
    SumEquation,
)

__all__ = ["KINDS", "Candidate", "CandidateEquation", "candidates", "equation_of"]

_KINDS: tuple[type[CandidateEquation], ...] = (
    SumEquation, RunEquation, ShareEquation, RiseEquation, FallEquation, ProductEquation, SpanEquation,
    HundredEquation, SameEquation, MeanEquation, GrowthEquation, StepsEquation, RatioEquation, AgesEquation,
    BalanceEquation, OrderEquation,
)  # fmt: skip
KINDS = {kind.name: kind for kind in _KINDS}
"""The kinds by name, in the order in which the network numbers them."""


def candidates(figures: Sequence[Figure]) -> Iterator[Candidate]:
    """Yield every equation that the units of the figures allow, and whether it holds."""
    window = WindowFigures(figures)
    for kind in _KINDS:
        yield from kind.candidates(window)


def equation_of(candidate: Candidate, figures: Sequence[Figure]) -> CandidateEquation:
    """Return a candidate with its figures."""
    return KINDS[candidate.kind](candidate.figures, figures)
