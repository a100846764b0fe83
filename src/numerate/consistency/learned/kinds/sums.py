"""Parts and their total, shares of a hundred percent, and means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from numerate.consistency.equation import Equation, constant, total
from numerate.consistency.learned.figures import PERCENT, Figure, ValueRange, members
from numerate.consistency.learned.kinds.base import (
    Amounts,
    Candidate,
    CandidateEquation,
    WindowFigures,
    at_common_step,
    equate,
    equate_any,
    last_written,
)

_MOST_PARTS = 12
_HUNDRED = ValueRange(99.95, 100.05, 100, 1)


class SumEquation(CandidateEquation):
    """a + b = whole: (a, b, whole)."""

    name = "sum"
    rule = "total"
    is_exact = True

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two figures and a third."""
        for amounts in figures.groups.values():
            for (i, a), (j, b) in combinations(amounts, 2):
                for k, whole in amounts:
                    if k not in (i, j):
                        first, second, result = at_common_step((a, b, whole))
                        ends = first.low + second.low, first.high + second.high
                        yield equate(cls.name, (i, j, k), *ends, result)

    @property
    def parts(self) -> Sequence[int]:
        """The indices of the figures that are added up."""
        return self.indices[:2]

    @property
    def ordered(self) -> Sequence[Figure]:
        """Its figures, the last of the text last."""
        return last_written(self.roles)

    @property
    def equation(self) -> Equation | None:
        """The sum."""
        return Equation(total(*map(self.quantity, self.parts)), self.quantity(self.indices[-1]))

    def problem(self) -> str:
        """Show the addition."""
        whole = self.indices[-1]
        value = sum(map(self.value, self.parts))
        result = self.write(whole, value, min(self.in_one_unit[i].step for i in self.parts))
        return f"{' + '.join(map(self.written, self.parts))} = {result}, not {self.written(whole)}."


class RunEquation(SumEquation):
    """first + … + last = whole: (first, last, whole), all of one unit from first to last."""

    name = "run"
    is_exact = False
    is_row = True

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every three or more figures in a row, and another."""
        for amounts in figures.groups.values():
            for first, last, low, high in _rows(amounts):
                if last == first + 1:
                    continue  # a sum
                ends = [(low, high), *_outside(figures.all, amounts[first : last + 1])]
                for k, whole in (*amounts[:first], *amounts[last + 1 :]):
                    yield equate_any(cls.name, (amounts[first][0], amounts[last][0], k), ends, whole)

    @property
    def parts(self) -> Sequence[int]:
        """The indices of the figures in the row."""
        first, last, _ = self.indices
        whole = self.roles[-1]
        group = self.roles[0].group if whole.is_bare else whole.group
        return [i for i, _ in members(self.figures, group) if first <= i <= last]

    @property
    def ordered(self) -> Sequence[Figure]:
        """The parts, and the whole."""
        return [*(self.figures[i] for i in self.parts), self.roles[-1]]


class MeanEquation(RunEquation):
    """(first + … + last) / n = mean: (first, last, mean), n figures from first to last."""

    name = "mean"
    rule = "average"

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two or more figures in a row, and another."""
        for amounts in figures.groups.values():
            for first, last, low, high in _rows(amounts):
                n = last - first + 1
                for k, mean in (*amounts[:first], *amounts[last + 1 :]):
                    yield equate(cls.name, (amounts[first][0], amounts[last][0], k), low / n, high / n, mean)

    @property
    def equation(self) -> Equation | None:
        """The sum, and n times the mean."""
        mean = self.quantity(self.indices[-1]) * constant(len(self.parts))
        return Equation(total(*map(self.quantity, self.parts)), mean)

    def problem(self) -> str:
        """Name the figures and their mean."""
        mean = self.indices[-1]
        value = sum(map(self.value, self.parts)) / len(self.parts)
        *others, last = map(self.written, self.parts)
        result = self.write(mean, value, self.bounds[mean].step)
        return f"The mean of {', '.join(others)} and {last} is {result}, not {self.written(mean)}."


class HundredEquation(CandidateEquation):
    """first + … + last = 100%: (first, last)."""

    name = "hundred"
    rule = "hundred"
    is_row = True

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two or more shares in a row."""
        shares = figures.groups.get(PERCENT, [])
        for first, last, low, high in _rows(shares):
            yield equate(cls.name, (shares[first][0], shares[last][0]), low, high, _HUNDRED)

    @property
    def parts(self) -> Sequence[int]:
        """The indices of the shares."""
        first, last = self.indices
        return [i for i, _ in members(self.figures, PERCENT) if first <= i <= last]

    @property
    def ordered(self) -> Sequence[Figure]:
        """All shares."""
        return [self.figures[i] for i in self.parts]

    @property
    def equation(self) -> Equation | None:
        """The sum, and 100%."""
        hundred = constant(Fraction(9995, 100), Fraction(10005, 100))
        return Equation(total(*map(self.quantity, self.parts)), hundred)

    def problem(self) -> str:
        """Show the addition."""
        value = sum(map(self.value, self.parts))
        return f"{' + '.join(map(self.written, self.parts))} = {value:.6g}%, not 100%."


def _outside(figures: Sequence[Figure], parts: Amounts) -> Iterator[tuple[float, float]]:
    """Yield the sum without what stands in brackets, which may only explain a part."""
    outside = [values for i, values in parts if not figures[i].slot.is_bracketed]
    if 1 < len(outside) < len(parts):
        yield sum(values.low for values in outside), sum(values.high for values in outside)


def _rows(amounts: Amounts) -> Iterator[tuple[int, int, float, float]]:
    """Yield the first and last of every two or more figures in a row, and the ends of their sum."""
    for first in range(len(amounts) - 1):
        low, high = amounts[first][1].low, amounts[first][1].high
        for last in range(first + 1, min(len(amounts), first + _MOST_PARTS)):
            low, high = low + amounts[last][1].low, high + amounts[last][1].high
            yield first, last, low, high
