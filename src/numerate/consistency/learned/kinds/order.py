"""Which of two moments is the earlier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import inf

from numerate.consistency.learned.figures import Figure
from numerate.consistency.learned.kinds.base import Candidate, CandidateEquation, WindowFigures
from numerate.consistency.learned.kinds.spans import clock, day, year

_MOST_YEARS = 150
"""How far two years may be apart: of others, usual sizes say more than the words."""
_MOST_DAYS = 150
"""How far two dates without a year may be apart: of others, the next year may be meant."""
_EVEN = 0.5
"""Chance that the one of two moments is the earlier, where the words say nothing."""


class OrderEquation(CandidateEquation):
    """earlier < later: (earlier, later), of years, dates, or times of day."""

    name = "order"
    rule = "chronology"
    explains = False

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two moments that differ, both ways round."""
        for moments, most in _moments(figures.all):
            for (i, a), (j, b) in permutations(moments, 2):
                if 0 < abs(a - b) <= most:
                    yield Candidate(cls.name, (i, j), a < b, _EVEN)

    @property
    def is_possible(self) -> bool:
        """Whether they are not just listed: "as of December 31, 2017 and 2018"."""
        first, second = sorted((figure.slot for figure in self.roles), key=lambda slot: slot.start)
        between = first.sentence.text[first.end : second.start]
        return between.strip() not in ("and", "or", "&", ",")

    def problem(self) -> str:
        """Say which should be the earlier."""
        first, second = map(self.written, self.indices)
        return f"By its words, {first} should be before {second}."


def _moments(figures: Sequence[Figure]) -> Iterator[tuple[list[tuple[int, float]], float]]:
    """Yield moments that can be compared, and how far two of them may be apart."""
    yield [(i, value) for i, figure in enumerate(figures) if (value := year(figure)) is not None], _MOST_YEARS
    days = [(i, figure, at) for i, figure in enumerate(figures) if (at := day(figure)) is not None]
    yield [(i, at) for i, figure, at in days if year(figure) is not None], inf
    yield [(i, at) for i, figure, at in days if year(figure) is None], _MOST_DAYS
    yield [(i, time) for i, figure in enumerate(figures) if (time := clock(figure)) is not None], inf
