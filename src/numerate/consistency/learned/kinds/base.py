"""What the kinds of equations have in common: candidates, exact values and how figures are written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.interval import Interval
from numerate.consistency.learned.figures import PERCENT, Figure, ValueRange, members
from numerate.consistency.relation import has_digits, in_style, unsigned
from numerate.consistency.slots import Slot
from numerate.text import Number

Amounts = Sequence[tuple[int, ValueRange]]
"""Figures of one unit, by index, with their values."""

_DENSITY = 0.3
"""Density of ln y, near the result of an equation, of figures that have nothing to do with it."""
_LARGEST_CHANCE = 0.5


class Candidate(NamedTuple):
    """An equation that may be meant."""

    kind: str
    figures: tuple[int, ...]
    """Indices of its figures, in their roles."""
    holds: bool
    chance: float
    """Chance that it holds by accident, between figures that have nothing to do with each other."""
    in_order: bool = True
    """Whether its figures are in the order of size that it needs: a whole is not smaller than its parts."""


class WindowFigures:
    """The figures of a window, and those that have one unit."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self.all = figures
        names = {figure.group for figure in figures} - {""}
        self.groups = {name: members(figures, name) for name in sorted(names)}
        self.amounts = {name: group for name, group in self.groups.items() if name != PERCENT}


def equate(
    kind: str, indices: tuple[int, ...], low: float, high: float, result: ValueRange, in_order: bool = True
) -> Candidate:
    """Return an equation whose result may be anything from `low` to `high` by the other figures."""
    holds, chance = _test(low, high, result)
    return Candidate(kind, indices, holds, chance, in_order or holds)


def equate_any(
    kind: str,
    indices: tuple[int, ...],
    ends: Iterable[tuple[float, float]],
    result: ValueRange,
    in_order: bool = True,
) -> Candidate:
    """Return an equation with something in it that the text leaves open: it holds if any of several does."""
    holds, chance = False, 0.0
    for low, high in ends:
        fits, by_accident = _test(low, high, result)
        holds, chance = holds or fits, chance + by_accident
    return Candidate(kind, indices, holds, min(_LARGEST_CHANCE, chance), in_order or holds)


def _test(low: float, high: float, result: ValueRange) -> tuple[bool, float]:
    """Return whether a result may lie between two ends, and the chance that it does so by accident."""
    least, most, value, step = result
    slack = 1e-9 * max(abs(low), abs(high))
    holds = low <= most + slack and high >= least - slack
    width = most - least + high - low
    chance = _DENSITY * (width if width > step else step) / max(abs(value), abs(low), 1e-12)
    return holds, chance if chance < _LARGEST_CHANCE else _LARGEST_CHANCE  # faster than `min`


def at_common_step(amounts: Sequence[ValueRange]) -> list[ValueRange]:
    """Return figures each of which is as precise as the others: 1,200 next to 875 and 425 is exact."""
    steps = [amount.step for amount in amounts]
    if min(steps) == max(steps):
        return list(amounts)
    return [amount.at_step(max(steps[:i] + steps[i + 1 :])) for i, amount in enumerate(amounts)]


class CandidateEquation(ABC):
    """A candidate with its figures: its exact equation, and what to say if it fails.

    A kind is a subclass: its candidates, its equation and its sentence.
    """

    name: ClassVar[str]
    """The kind."""
    rule: str
    """The rule that reports it."""
    factors: ClassVar[int] = 0
    """How many of its first figures do not have the unit of the others."""
    is_exact: ClassVar[bool] = False
    """Whether each of its amounts is as precise as the others."""
    is_row: ClassVar[bool] = False
    """Whether its first two figures are the ends of a row."""
    explains: ClassVar[bool] = True
    """Whether figures for which it holds were hardly meant for another equation."""

    def __init__(self, indices: tuple[int, ...], figures: Sequence[Figure]) -> None:
        self.figures = figures
        self.indices = indices
        self.roles = [figures[i] for i in indices]

    @classmethod
    @abstractmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every equation of this kind that the units of the figures allow."""

    @property
    def equation(self) -> Equation | None:
        """The equation; None where it does not determine its numbers."""
        return None

    @abstractmethod
    def problem(self) -> str:
        """Say in a lay person's words, with the arithmetic, what does not fit."""

    @property
    def is_possible(self) -> bool:
        """Whether nothing in the words around its figures rules out that it is meant."""
        return True

    @property
    def ordered(self) -> Sequence[Figure]:
        """Its figures, the one that is probably derived from the others last."""
        return self.roles

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All its numbers, in that order."""
        return tuple(number for figure in self.ordered for number in figure.slot.numbers)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The indices of the figures that have one unit."""
        return self.indices[self.factors :]

    @cached_property
    def in_one_unit(self) -> dict[int, ValueRange]:
        """The values of all figures, in base units; bare numbers have the unit of its amounts."""
        values = dict(enumerate(figure.bounds for figure in self.figures))
        groups = [self.figures[i].group for i in self.amounts if not self.figures[i].is_bare]
        return values | (dict(members(self.figures, groups[0])) if groups and groups[0] else {})

    @cached_property
    def bounds(self) -> dict[int, ValueRange]:
        """The values of all figures, as precise as the equation needs them."""
        values = self.in_one_unit
        if not self.is_exact:
            return values
        exact = at_common_step([values[i] for i in self.amounts])
        return values | dict(zip(self.amounts, exact, strict=True))

    def value(self, i: int) -> float:
        """Return the value of a figure in units of the equation."""
        return self.bounds[i].value

    def scale(self, i: int) -> float:
        """Return what a figure as written is multiplied by to give units of the equation."""
        return self.in_one_unit[i].step / self.figures[i].as_written.step

    def quantity(self, i: int) -> Quantity:
        """Return a figure for an equation."""
        values = Interval(self.bounds[i].low, self.bounds[i].high)
        return Quantity(self.figures[i].slot.number, values, Fraction(self.scale(i)))

    def write(self, i: int, value: float, step: float) -> str:
        """Write a value like a figure, to a step if that is finer; both are in units of the equation."""
        slot, scale = self.figures[i].slot, self.scale(i)
        value, step = value / scale, min(step / scale, self.figures[i].as_written.step)
        if not has_digits(slot.number):
            return f"{round(value / step) * step:,.12g}{unit_of(slot)}"
        return in_style(value, unsigned(slot.number), self.figures[i].as_written.step / step) + unit_of(slot)

    def written(self, i: int) -> str:
        """Return a figure as it is written, but in digits: "Three + 12" reads badly."""
        figure = self.figures[i]
        if has_digits(figure.slot.number):
            return figure.slot.written
        return f"{figure.as_written.value:,.12g}{unit_of(figure.slot)}"


def last_written(figures: Sequence[Figure]) -> list[Figure]:
    """Put the figure last that is written last: of a sum or product of two, mostly the derived one."""
    last = max(figures, key=lambda figure: figure.slot.start)
    return [*(figure for figure in figures if figure is not last), last]


def unit_of(slot: Slot) -> str:
    """Return what is written after the number."""
    return slot.sentence.text[slot.number.end : slot.end]
