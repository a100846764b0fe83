"""Which of two amounts is the larger, and which of two moments the earlier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from numerate.consistency.learned.figures import Figure, ValueRange
from numerate.consistency.learned.kinds.base import Amounts, Candidate, CandidateEquation, WindowFigures
from numerate.consistency.learned.kinds.spans import clock, day

_MOST_RATIO, _MOST_YEARS = 2.5, 150
"""How far two amounts and two years may be apart: of others, usual sizes say more than the words."""
_EVEN = 0.5
"""Chance that the one of two figures is the smaller, where the words say nothing."""


class OrderEquation(CandidateEquation):
    """a < b: (a, b), of amounts of one unit, years, dates, or times of day."""

    name = "order"
    explains = False

    def __init__(self, indices: tuple[int, ...], figures: Sequence[Figure]) -> None:
        super().__init__(indices, figures)
        self.rule = "rank" if self.roles[0].group else "chronology"

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two figures that differ, both ways round."""
        for amounts in (*map(_alike, figures.groups.values()), *_moments(figures.all)):
            for (i, a), (j, b) in amounts:
                if a.high < b.low or b.high < a.low:
                    yield Candidate(cls.name, (i, j), a.high < b.low, _EVEN)

    def problem(self) -> str:
        """Say which should be the smaller, or the earlier."""
        first, second = map(self.written, self.indices)
        if self.rule == "rank":
            return f"By its words, {first} should be less than {second}."
        return f"By its words, {first} should be before {second}."


Pairs = Iterator[tuple[tuple[int, ValueRange], tuple[int, ValueRange]]]


def _alike(amounts: Amounts) -> Pairs:
    """Yield every two amounts of similar size."""
    for (i, a), (j, b) in permutations(amounts, 2):
        if a.low > 0 and b.low > 0 and 1 / _MOST_RATIO < a.value / b.value < _MOST_RATIO:
            yield (i, a), (j, b)


def _moments(figures: Sequence[Figure]) -> Iterator[Pairs]:
    """Yield every two years, every two days, and every two times of day."""
    years = [(i, figure.bounds) for i, figure in enumerate(figures) if figure.slot.mark == "Y"]
    yield (pair for pair in permutations(years, 2) if abs(pair[0][1].value - pair[1][1].value) <= _MOST_YEARS)
    days = [(i, float(at)) for i, figure in enumerate(figures) if (at := day(figure)) is not None]
    times = [(i, at) for i, figure in enumerate(figures) if (at := clock(figure)) is not None]
    for moments in (days, times):
        exact = [(i, ValueRange(at, at, at, 1.0)) for i, at in moments]
        yield permutations(exact, 2)
