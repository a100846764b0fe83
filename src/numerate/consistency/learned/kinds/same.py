"""One quantity that is stated twice: again, in words, or in another unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from numerate.consistency.equation import Equation
from numerate.consistency.kinds.conversions import SLACK
from numerate.consistency.learned.figures import Figure
from numerate.consistency.learned.kinds.base import (
    Candidate,
    CandidateEquation,
    WindowFigures,
    equate,
    last_written,
)
from numerate.consistency.relation import has_digits

_NEAR = 400
"""Characters between two years that are not the same, but follow each other."""
_CONVERTED = 60
"""Characters between a quantity and the same in another unit: further apart, they are of two things."""


class SameEquation(CandidateEquation):
    """a = b, in the same or other units: (a, b)."""

    name = "same"

    def __init__(self, indices: tuple[int, ...], figures: Sequence[Figure]) -> None:
        super().__init__(indices, figures)
        first, second = self.roles
        self.rule = "repeated" if first.factor == second.factor else "conversion"

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two amounts of one unit, two years, and two times of day."""
        moments = (
            [(i, figure.bounds) for i, figure in enumerate(figures.all) if figure.slot.mark == mark]
            for mark in "YT"
        )
        for amounts in (*figures.groups.values(), *moments):
            for (i, a), (j, b) in combinations(amounts, 2):
                slack = 0.0 if figures.all[i].factor == figures.all[j].factor else SLACK
                yield equate(cls.name, (i, j), a.low * (1 - slack), a.high * (1 + slack), b)

    @property
    def is_possible(self) -> bool:
        """Whether they count something, and none is a single one: "seven days there, one day in Linz"."""
        first, last = sorted(figure.slot.start for figure in self.roles)
        if self.roles[0].slot.mark == "Y" and last - first < _NEAR:
            return False  # two years of one passage
        if self.rule == "conversion" and last - first > _CONVERTED:
            return False
        if all(figure.is_bare for figure in self.roles) or _are_apart(*self.roles):
            return False  # versions, numbers of a list
        return all(figure.slot.value != 1 or has_digits(figure.slot.number) for figure in self.roles)

    @property
    def ordered(self) -> Sequence[Figure]:
        """Its figures, the last of the text last."""
        return last_written(self.roles)

    @property
    def equation(self) -> Equation | None:
        """Both quantities."""
        return Equation(*map(self.quantity, self.indices))

    def problem(self) -> str:
        """Convert the first, or name both."""
        first, second = self.indices
        if self.rule == "repeated":
            return f"The same quantity has two values: {self.written(first)} and {self.written(second)}."
        result = self.write(second, self.value(first), self.bounds[second].step)
        return f"{self.written(first)} is {result}, not {self.written(second)}."


def _are_apart(first: Figure, second: Figure) -> bool:
    """Return whether two figures are of different years or things, or only one has a unit.

    "2024: 6%. 2021: 8%", "two spectra and three receptors", "a 1S battery (4.2 V)".
    """
    years = [{slot.value for slot in each.slot.sentence.having("Y")} for each in (first, second)]
    if all(years) and years[0].isdisjoint(years[1]):
        return True
    if first.is_bare != second.is_bare and "U" in (first.slot.mark, second.slot.mark):
        return True
    if not first.mark == second.mark == "N" or max(first.slot.value, second.slot.value) > _SMALL:
        return False
    slots = (first.slot, second.slot)
    if any(slot.noun is None and not _REFERRING.search(slot.before(8)) for slot in slots):
        return True
    return None not in (nouns := [slot.noun for slot in slots]) and nouns[0] != nouns[1]


_REFERRING = re.compile(r"\b(?:all|the|these|those|both) $")
"""Before a count of what was named already: "all five were hurt"."""


_SMALL = 12
"""Largest of the counts that texts are full of."""
