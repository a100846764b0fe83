"""Products: counts and rates times amounts, units that are multiplied, and ratios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from math import floor, log10

from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.interval import Interval
from numerate.consistency.learned.figures import COUNT, Figure
from numerate.consistency.learned.kinds.base import (
    Amounts,
    Candidate,
    CandidateEquation,
    WindowFigures,
    equate,
    equate_any,
    last_written,
)
from numerate.text.units import multiply

_FACTORS = frozenset("NUM")
"""Marks of figures that multiply an amount."""
_DIGITS = 5
"""Significant digits of a product that are written, if it has decimals."""
_LONGEST_JOINT = 36
"""Characters between the two figures of a ratio: 4:3, "nine to one", "one adult present for every four"."""

_SMALL = 9
"""Counts up to it are often of things that have nothing to do with each other."""


class ProductEquation(CandidateEquation):
    """a × b = c: (a, b, c)."""

    name = "product"
    rule = "rate"
    factors = 1

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield counts times amounts, and units that are multiplied."""
        for group, amounts in figures.amounts.items():
            yield from cls._multiples(figures.all, amounts, group)
        yield from cls._dimensional(figures.all)

    @classmethod
    def _multiples(cls, figures: Sequence[Figure], amounts: Amounts, group: str) -> Iterator[Candidate]:
        """Yield counts times amounts: 12 crates of 24 bottles, 38 hours at £12."""
        mark = next(figure.slot.mark for figure in figures if figure.group == group)
        for p, count in enumerate(figures):
            if count.mark not in _FACTORS or (count.group == group and group != COUNT):
                continue
            if count.slot.mark == "M" != mark:
                continue  # other than at a rate of exchange, money is not a factor
            a = count.as_written
            if a.low <= 0 or a.value == 1:  # "one of the volcanoes"
                continue
            for (i, b), (j, c) in permutations(amounts, 2):
                if p in (i, j) or b.low <= 0 or (group == COUNT and count.group == COUNT and p > i):
                    continue
                in_order = c.high > b.low if a.value > 1 else c.low < b.high
                yield equate(cls.name, (p, i, j), a.low * b.low, a.high * b.high, c, in_order)

    @classmethod
    def _dimensional(cls, figures: Sequence[Figure]) -> Iterator[Candidate]:
        """Yield products of units: a speed and a time, two lengths and an area."""
        measured = [
            (i, f)
            for i, f in enumerate(figures)
            if f.mark == "U" and f.slot.number.unit is not None and (f.slot.dimensions or _is_rate(f))
        ]
        if len({f.slot.dimensions for _, f in measured}) < 2:
            return
        for (i, a), (j, b) in combinations(measured, 2):
            dimensions = multiply((a.slot.dimensions or (), 1), (b.slot.dimensions or (), 1))
            if min(a.bounds.low, b.bounds.low) <= 0:
                continue
            ends = a.bounds.low * b.bounds.low, a.bounds.high * b.bounds.high
            for k, c in measured:
                if k not in (i, j) and c.slot.dimensions == dimensions and not _is_rate(c):
                    yield equate(cls.name, (i, j, k), *ends, c.bounds)

    @property
    def is_possible(self) -> bool:
        """Whether it is more than a few small counts: "four counts of murder, one of theft, and two of"."""
        count, each, whole = self.roles
        if not all(figure.mark == "N" for figure in self.roles):
            return True
        factors = count.as_written.value, each.as_written.value
        return 1 not in factors and max(*factors, whole.as_written.value) > _SMALL

    @property
    def ordered(self) -> Sequence[Figure]:
        """Its figures, the last of the text last."""
        return last_written(self.roles)

    @property
    def _is_dimensional(self) -> bool:
        """Whether the units are multiplied, too."""
        a, b, c = self.roles
        return a.slot.mark == b.slot.mark == c.slot.mark == "U" and b.group != c.group

    @property
    def equation(self) -> Equation | None:
        """The product."""
        a, b, c = map(self.quantity, self.indices)
        if not self._is_dimensional:  # the 38 of 38 hours at £12
            written = self.roles[0].as_written
            a = Quantity(self.roles[0].slot.number, Interval(written.low, written.high))
        return Equation(a * b, c)

    def problem(self) -> str:
        """Show the multiplication."""
        i, j, k = self.indices
        a = self.bounds[i] if self._is_dimensional else self.roles[0].as_written
        b = self.bounds[j]
        value = a.value * b.value
        scale = self.scale(k)
        # The product of whole numbers is whole; others are written to a few digits.
        step = max(a.step * b.step, scale * min(1.0, 10.0 ** (floor(log10(value / scale)) + 1 - _DIGITS)))
        return f"{self.written(i)} × {self.written(j)} = {self.write(k, value, step)}, not {self.written(k)}."


def _is_rate(figure: Figure) -> bool:
    """Return whether a unit without a dimension is one for each of another: mg per kg."""
    return figure.slot.number.unit is not None and "/" in figure.slot.number.unit.symbol


class RatioEquation(CandidateEquation):
    """a : b = part : other, or of part and other to their whole: (a, part, other), b the figure after a."""

    name = "ratio"
    rule = "ratio"
    factors = 1

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two counts close together, with two amounts."""
        for p, (first, second) in enumerate(pairwise(figures.all)):
            gap = second.slot.start - first.slot.end
            if not first.mark == second.mark == "N" or not 0 < gap <= _LONGEST_JOINT or _is_dashed(first):
                continue
            a, b = first.as_written.value, second.as_written.value
            parts = _parts(a, b) if min(a, b) > 0 and a != b else ()
            for amounts in figures.amounts.values() if parts else ():
                for (i, part), (j, other) in permutations(amounts, 2):
                    if {p, p + 1} & {i, j} or other.low <= 0:
                        continue
                    ends = [(share * other.low, share * other.high) for share in parts]
                    yield equate_any(cls.name, (p, i, j), ends, part)

    @property
    def ordered(self) -> Sequence[Figure]:
        """The ratio, and the part last."""
        ratio, part, other = self.roles
        return [ratio, other, part]

    def problem(self) -> str:
        """Say what goes with the other amount."""
        first, part, other = self.indices
        a, b = (self.figures[i].as_written.value for i in (first, first + 1))
        possible = [share * self.value(other) for share in _parts(a, b)]
        nearest = min(possible, key=lambda value: abs(value - self.value(part)))
        result = self.write(part, nearest, self.bounds[part].step)
        ratio = f"{self.written(first)} to {self.written(first + 1)}"
        return f"At {ratio}, {self.written(other)} goes with {result}, not {self.written(part)}."


def _is_dashed(first: Figure) -> bool:
    """Return whether a dash follows: the 787-8, Public Law 104–304, a score."""
    return first.slot.after(1) in ("-", "\x96", "\x97")


def _parts(a: float, b: float) -> tuple[float, ...]:
    """Return what a ratio makes of an amount: the other side, a side of the whole, or the whole of a side.

    Which side comes first may be in other words; odds may be paid with the stake.
    """
    return a / b, b / a, a / (a + b), b / (a + b), (a + b) / b
