"""Parts and their total, shares of a hundred percent, and means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product

from numerate.consistency.equation import Equation, Sum, constant, total
from numerate.consistency.learned.figures import COUNT, PERCENT, Figure, ValueRange, members
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

_MOST_PARTS, _MOST_FLOWS = 12, 4
_HUNDRED = ValueRange(99.95, 100.05, 100, 1)
_MOST_PERCENT = 130
"""Sum of shares from which on they overlap, rather than that one of them is wrong."""
_NOTHING = 0.01
"""Share of the other part up to which a part of 0 or 1 says nothing: a label, "1 in 200", a subscript."""


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
                    if k not in (i, j) and not _is_trivial(a, b, whole):
                        first, second, result = at_common_step((a, b, whole))
                        ends = first.low + second.low, first.high + second.high
                        yield equate(cls.name, (i, j, k), *ends, result, _is_largest(whole, (a, b)))

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
    is_row = True

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every three or more figures in a row, and another."""
        for amounts in figures.groups.values():
            for first, last, low, high in _rows(amounts):
                if last == first + 1:
                    continue  # a sum
                parts = amounts[first : last + 1]
                ends = [(low, high), *_outside(figures.all, parts)]
                step = _coarsest(parts)
                for k, whole in (*amounts[:first], *amounts[last + 1 :]):
                    whole = whole.at_step(step)
                    indices = amounts[first][0], amounts[last][0], k
                    in_order = _is_largest(whole, [values for _, values in parts])
                    yield equate_any(cls.name, indices, ends, whole, in_order)

    @cached_property
    def bounds(self) -> dict[int, ValueRange]:
        """The values of all figures, the whole as precise as its parts: £5,000 with £2,200 and £2,800."""
        values, whole = self.in_one_unit, self.indices[-1]
        if not self.is_exact:
            return values
        return values | {whole: values[whole].at_step(_coarsest([(i, values[i]) for i in self.parts]))}

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
    is_exact = False

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


class BalanceEquation(CandidateEquation):
    """first ± … = last: (first, last), some of the figures between them added and some subtracted."""

    name = "balance"
    rule = "total"

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every four to six figures in a row."""
        for group, amounts in figures.groups.items():
            for first in range(len(amounts)):
                for last in range(first + 3, min(len(amounts), first + _MOST_FLOWS + 2)):
                    if group != COUNT and all(figures.all[amounts[end][0]].is_bare for end in (first, last)):
                        continue  # nothing would tell of which unit the row is
                    row = at_common_step([values for _, values in amounts[first : last + 1]])
                    ends = [_balance(row, signs) for signs in _mixed(len(row) - 2)]
                    yield equate_any(cls.name, (amounts[first][0], amounts[last][0]), ends, row[-1])

    @property
    def row(self) -> list[int]:
        """The indices of all its figures."""
        first, last = self.indices
        group = next((each.group for each in self.roles if not each.is_bare), self.roles[0].group)
        return [i for i, _ in members(self.figures, group) if first <= i <= last]

    @property
    def ordered(self) -> Sequence[Figure]:
        """The row."""
        return [self.figures[i] for i in self.row]

    @property
    def _signs(self) -> tuple[int, ...]:
        """The signs that come nearest to the last figure."""
        *flows, last = self.row[1:]
        opening = self.value(self.row[0])

        def miss(signs: tuple[int, ...]) -> float:
            return abs(
                opening + sum(s * self.value(i) for s, i in zip(signs, flows, strict=True)) - self.value(last)
            )

        return min(_mixed(len(flows)), key=miss)

    @property
    def equation(self) -> Equation | None:
        """The first with what is added and subtracted, and the last."""
        *others, last = map(self.quantity, self.row)
        return Equation(Sum(tuple(others), (1, *self._signs)), last)

    def problem(self) -> str:
        """Show the calculation."""
        first, *flows, last = self.row
        signs = self._signs
        value = self.value(first) + sum(s * self.value(i) for s, i in zip(signs, flows, strict=True))
        shown = "".join(
            f" {'+' if s > 0 else '−'} {self.written(i)}" for s, i in zip(signs, flows, strict=True)
        )
        result = self.write(last, value, min(self.in_one_unit[i].step for i in self.row[:-1]))
        return f"{self.written(first)}{shown} = {result}, not {self.written(last)}."


def _is_trivial(a: ValueRange, b: ValueRange, whole: ValueRange) -> bool:
    """Return whether a sum of two would hold without one of them, or one is next to nothing."""
    smaller, larger = sorted((a, b), key=lambda each: abs(each.value))
    return (abs(smaller.value) <= min(smaller.step, _NOTHING * abs(larger.value))) or (
        whole.low <= larger.low <= larger.high <= whole.high and whole.value == larger.value
    )


def _is_largest(whole: ValueRange, parts: Iterable[ValueRange]) -> bool:
    """Return whether an amount may be the sum of others, by their sizes."""
    return all(part.low < whole.high or part.low < 0 for part in parts)


def _coarsest(parts: Amounts) -> float:
    """Return the largest unit of a last digit."""
    return max(values.step for _, values in parts)


def _mixed(count: int) -> list[tuple[int, ...]]:
    """Return all signs of a number of figures that are not all the same."""
    return [signs for signs in product((1, -1), repeat=count) if -count < sum(signs) < count]


def _balance(row: Sequence[ValueRange], signs: Sequence[int]) -> tuple[float, float]:
    low, high = row[0].low, row[0].high
    for sign, values in zip(signs, row[1:-1], strict=True):
        low += values.low if sign > 0 else -values.high
        high += values.high if sign > 0 else -values.low
    return low, high


class HundredEquation(CandidateEquation):
    """first + … + last = 100%: (first, last), of percentages and fractions."""

    name = "hundred"
    rule = "hundred"
    is_row = True

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two or more shares in a row."""
        shares = _shares(figures.all)
        for first, last, low, high in _rows(shares):
            ends = [(low, high), *_outside(figures.all, shares[first : last + 1])]
            yield equate_any(cls.name, (shares[first][0], shares[last][0]), ends, _HUNDRED)

    @property
    def parts(self) -> Sequence[int]:
        """The indices of the shares."""
        first, last = self.indices
        return [i for i, _ in _shares(self.figures) if first <= i <= last]

    @property
    def ordered(self) -> Sequence[Figure]:
        """All shares."""
        return [self.figures[i] for i in self.parts]

    @property
    def equation(self) -> Equation | None:
        """The sum, and 100%."""
        hundred = constant(Fraction(9995, 100), Fraction(10005, 100))
        shares = (
            self.quantity(i) * constant(100) if self.figures[i].mark == "F" else self.quantity(i)
            for i in self.parts
        )
        return Equation(total(*shares), hundred)

    @property
    def _sum(self) -> float:
        return sum(values.value for i, values in _shares(self.figures) if i in self.parts)

    @property
    def is_possible(self) -> bool:
        """Whether the shares are not far more than a whole: those overlap."""
        return self._sum < _MOST_PERCENT

    def problem(self) -> str:
        """Show the addition."""
        value = self._sum
        shown = (self.figures[i].slot.written for i in self.parts)
        return f"{' + '.join(shown)} = {value:.4g}%, not 100%."


def _shares(figures: Sequence[Figure]) -> list[tuple[int, ValueRange]]:
    """Return percentages and fractions, all in percent."""
    fractions = [(i, figure.bounds.times(100)) for i, figure in enumerate(figures) if figure.mark == "F"]
    return sorted(members(figures, PERCENT) + fractions)


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
