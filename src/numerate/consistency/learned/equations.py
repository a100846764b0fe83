"""Candidates as exact equations, for the values that their figures would need, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from numerate.consistency.equation import Equation, Quantity, Sum, Term, constant, total
from numerate.consistency.interval import Interval
from numerate.consistency.learned.candidates import KINDS, Candidate, year
from numerate.consistency.learned.figures import PERCENT, YEAR, Bounds, Figure, members
from numerate.consistency.relation import in_style, unsigned
from numerate.text import Number


class Reading:
    """A candidate with its figures: its exact equation, and what to say if it fails."""

    def __init__(self, candidate: Candidate, figures: Sequence[Figure]) -> None:
        self.kind = KINDS[candidate.kind]
        self.candidate = candidate
        self.figures = figures
        self.roles = [figures[i] for i in candidate.figures]
        self._bounds = dict(enumerate(figure.bounds for figure in figures)) | self._shared_unit()

    def _shared_unit(self) -> dict[int, Bounds]:
        """Return the values of its amounts in one unit: bare numbers take that of the others."""
        amounts = (
            self.candidate.figures[1:]
            if self.kind in ("of", "rise", "fall", "product")
            else self.candidate.figures
        )
        groups = [self.figures[i].group for i in amounts if not self.figures[i].is_bare]
        return dict(members(self.figures, groups[0])) if groups and groups[0] else {}

    @property
    def parts(self) -> list[Figure]:
        """The figures that are added up."""
        first, last = self.candidate.figures[:2]
        group = self.roles[-1].group if not self.roles[-1].is_bare else self.roles[0].group
        inside = dict(members(self.figures, group)) if self.kind == "run" else {}
        if self.kind == "hundred":
            return [figure for figure in self.figures[first : last + 1] if figure.slot.mark == "P"]
        return [self.figures[i] for i in sorted(inside) if first <= i <= last]

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers, the one that is derived from the others last."""
        if self.kind == "hundred":
            return tuple(figure.slot.number for figure in self.parts)
        if self.kind == "run":
            return (*(figure.slot.number for figure in self.parts), self.roles[2].slot.number)
        roles = self.roles
        if self.kind in ("rise", "fall"):
            roles = [roles[2], roles[1], roles[0]]
        return tuple(figure.slot.number for figure in roles)

    @property
    def equation(self) -> Equation | None:
        """The equation; None where it does not determine its numbers."""
        q = [self._quantity(i) for i in self.candidate.figures]
        if self.kind == "sum":
            return Equation(total(q[0], q[1]), q[2])
        if self.kind == "run":
            return Equation(total(*(self._quantity(self.figures.index(part)) for part in self.parts)), q[2])
        if self.kind == "hundred":
            parts = (self._quantity(self.figures.index(part)) for part in self.parts)
            return Equation(total(*parts), constant(Fraction(9995, 100), Fraction(10005, 100)))
        if self.kind == "product":
            a = self._quantity(self.candidate.figures[0], as_written=not self._is_dimensional)
            return Equation(a * q[1], q[2])
        if self.kind == "of":
            return Equation(q[2] * self._share(q[0]), q[1])
        if self.kind in ("rise", "fall"):
            return Equation(
                q[2] * Sum((constant(1), self._share(q[0])), (1, 1 if self.kind == "rise" else -1)), q[1]
            )
        return None

    @property
    def _is_dimensional(self) -> bool:
        """Whether the units are multiplied, too: a speed and a time."""
        a, b, c = self.roles
        return a.slot.mark == b.slot.mark == c.slot.mark == "U" and b.group != c.group

    def _share(self, quantity: Quantity) -> Term:
        return quantity * constant(Fraction(1, 100)) if self.roles[0].group == PERCENT else quantity

    def _quantity(self, i: int, as_written: bool = False) -> Quantity:
        figure = self.figures[i]
        bounds = figure.as_written if as_written else self._bounds[i]
        scale = bounds.value / figure.as_written.value if figure.as_written.value else 1.0
        return Quantity(figure.slot.number, Interval(bounds.low, bounds.high), Fraction(scale))

    def problem(self) -> str:
        """Say in a lay person's words, with the arithmetic, what does not fit."""
        return getattr(self, f"_say_{self.kind}")()  # type: ignore[no-any-return]

    def _write(self, i: int, value: float, finer: float = 1.0) -> str:
        """Write a value, in the units of the equation, as the figure is written."""
        figure = self.figures[i]
        scale = self._bounds[i].value / figure.as_written.value if figure.as_written.value else 1.0
        written = in_style(value / scale, unsigned(figure.slot.number), finer)
        return written + figure.slot.written.removeprefix(figure.slot.number.text)

    def _say_sum(self) -> str:
        i, j, k = self.candidate.figures
        a, b, whole = (figure.slot.written for figure in self.roles)
        return f"{a} + {b} = {self._write(k, self._bounds[i].value + self._bounds[j].value)}, not {whole}."

    def _say_run(self) -> str:
        parts = self.parts
        value = sum(self._bounds[self.figures.index(part)].value for part in parts)
        added = " + ".join(part.slot.written for part in parts)
        return f"{added} = {self._write(self.candidate.figures[2], value)}, not {self.roles[2].slot.written}."

    def _say_hundred(self) -> str:
        parts = self.parts
        value = sum(part.bounds.value for part in parts)
        return f"{' + '.join(part.slot.written for part in parts)} = {value:.6g}%, not 100%."

    def _say_of(self) -> str:
        p, i, j = self.candidate.figures
        share, part, whole = (figure.slot.written for figure in self.roles)
        factor = self._bounds[p].value / (100 if self.roles[0].group == PERCENT else 1)
        result = self._write(i, factor * self._bounds[j].value)
        if self.roles[0].slot.mark == "X":
            return f"{factor:g} × {whole} = {result}, not {part}."
        return f"{share} of {whole} is {result}, not {part}."

    def _say_rise(self) -> str:
        return self._say_change()

    def _say_fall(self) -> str:
        return self._say_change()

    def _say_change(self) -> str:
        _, i, j = self.candidate.figures
        share, new, old = (figure.slot.written for figure in self.roles)
        start, end = self._bounds[j].value, self._bounds[i].value
        actual = 100 * (end / start - 1) if start else 0.0
        rate = self.roles[0].slot
        shown = in_style(abs(actual), unsigned(rate.number)) if rate.mark == "P" else f"{abs(actual):.3g}%"
        return f"From {old} to {new} is a {'rise' if actual > 0 else 'fall'} of {shown}, not {share}."

    def _say_product(self) -> str:
        i, j, k = self.candidate.figures
        a, b, c = (figure.slot.written for figure in self.roles)
        factor = self._bounds[i].value if self._is_dimensional else self.figures[i].as_written.value
        return f"{a} × {b} = {self._write(k, factor * self._bounds[j].value)}, not {c}."

    def _say_span(self) -> str:
        start, end, duration = self.roles
        first, last = year(start), year(end)
        if (
            start.slot.mark in "YD"
            and first
            and last
            and duration.bounds.value * (1 if duration.slot.mark == "U" else YEAR) > YEAR / 2
        ):
            return (
                f"From {first:.0f} to {last:.0f} are {last - first:.0f} years, not {duration.slot.written}."
            )
        return f"From {start.slot.written} to {end.slot.written} are not {duration.slot.written}."
