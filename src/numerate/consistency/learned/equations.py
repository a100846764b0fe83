"""Candidates as exact equations, for the values that their figures would need, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10

from numerate.consistency.equation import Equation, Quantity, Sum, Term, constant, total
from numerate.consistency.interval import Interval
from numerate.consistency.kinds.durations import write_days, write_time
from numerate.consistency.learned.candidates import (
    Candidate,
    at_common_step,
    clock,
    day,
    durations,
    growth_factors,
    growth_steps,
    numbers_of_times,
    times_between,
    year,
)
from numerate.consistency.learned.figures import DAY, PERCENT, Figure, ValueRange, members
from numerate.consistency.relation import in_style, unsigned
from numerate.consistency.slots import Slot
from numerate.text import Number

_DIGITS = 5
"""Significant digits of a product that are written, if it has decimals."""
_RULES = {
    "sum": "total",
    "run": "total",
    "of": "share",
    "rise": "change",
    "fall": "change",
    "product": "rate",
    "span": "duration",
    "hundred": "hundred",
    "same": "repeated",
    "mean": "average",
    "growth": "growth",
    "steps": "growth",
    "ratio": "ratio",
    "ages": "age",
}
"""The rule that reports an equation of each kind."""


class CandidateEquation:
    """A candidate with its figures: its exact equation, and what to say if it fails."""

    def __init__(self, candidate: Candidate, figures: Sequence[Figure]) -> None:
        self.kind = candidate.kind
        self.figures = figures
        self.indices = candidate.figures
        self.roles = [figures[i] for i in candidate.figures]
        bounds = dict(enumerate(figure.bounds for figure in figures)) | self._in_shared_unit()
        self._scales = [bounds[i].step / figure.as_written.step for i, figure in enumerate(figures)]
        """What each figure as written is multiplied by to give units of the equation."""
        self._bounds = bounds
        if self.kind in ("sum", "of", "rise", "fall"):
            self._bounds |= zip(
                self._amounts, at_common_step([bounds[i] for i in self._amounts]), strict=True
            )

    @property
    def rule(self) -> str:
        """The rule that reports it."""
        if self.kind == "same" and len({figure.factor for figure in self.roles}) > 1:
            return "conversion"
        return _RULES[self.kind]

    @property
    def _amounts(self) -> tuple[int, ...]:
        """The figures that have one unit: all but a factor."""
        has_factor = self.kind in ("of", "rise", "fall", "product", "growth", "ratio") or self._is_rated
        return self.indices[1:] if has_factor else self.indices

    def _in_shared_unit(self) -> dict[int, ValueRange]:
        """Return the values of its amounts in one unit: bare numbers take that of the others."""
        groups = [self.figures[i].group for i in self._amounts if not self.figures[i].is_bare]
        return dict(members(self.figures, groups[0])) if groups and groups[0] else {}

    @property
    def parts(self) -> list[int]:
        """The indices of the figures that are added up."""
        first, last = self.indices[:2]
        if self.kind == "sum":
            return [first, last]
        if self.kind == "hundred":
            return [i for i, _ in members(self.figures, PERCENT) if first <= i <= last]
        whole = self.roles[2]
        group = self.roles[0].group if whole.is_bare else whole.group
        return [i for i, _ in members(self.figures, group) if first <= i <= last]

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers, the one that is probably derived from the others last.

        Of a sum or a product of two, any of the three may be derived: mostly the one that is written last.
        """
        if self.kind in ("hundred", "run", "mean"):
            figures = [*(self.figures[i] for i in self.parts), *self.roles[2:]]
        elif self.kind in ("rise", "fall"):
            figures = self.roles[::-1]
        elif self.kind in ("growth", "steps", "ratio"):
            rate, new, old = self.roles
            figures = [rate, old, new]
        elif self.kind in ("sum", "product", "same"):
            last = max(self.roles, key=lambda figure: figure.slot.start)
            figures = [*(figure for figure in self.roles if figure is not last), last]
        else:
            figures = self.roles
        return tuple(number for figure in figures for number in figure.slot.numbers)

    @property
    def equation(self) -> Equation | None:
        """The equation; None where it does not determine its numbers."""
        if self.kind in ("sum", "run"):
            return Equation(total(*map(self._quantity, self.parts)), self._quantity(self.indices[2]))
        if self.kind == "hundred":
            hundred = constant(Fraction(9995, 100), Fraction(10005, 100))
            return Equation(total(*map(self._quantity, self.parts)), hundred)
        if self.kind == "same":
            return Equation(*map(self._quantity, self.indices))
        if self.kind in ("span", "ratio", "ages"):
            return None
        a, b, c = map(self._quantity, self.indices)
        if self.kind == "mean":
            parts = list(map(self._quantity, self.parts))
            return Equation(total(*parts), c * constant(len(parts)))
        if self.kind in ("growth", "steps"):
            grown = self._grown(a, c)
            return None if grown is None else Equation(grown, b)
        if self.kind == "product":
            return Equation((a if self._is_dimensional else self._factor()) * b, c)
        share: Term = a * constant(Fraction(1, 100)) if self._is_percentage else a
        if self.kind != "of":
            share = Sum((constant(1), share), (1, 1 if self.kind == "rise" else -1))
        return Equation(c * share, b)

    @property
    def _is_dimensional(self) -> bool:
        """Whether the units are multiplied, too: a speed and a time."""
        a, b, c = self.roles
        return a.slot.mark == b.slot.mark == c.slot.mark == "U" and b.group != c.group

    @property
    def _is_percentage(self) -> bool:
        return self.roles[0].group == PERCENT

    @property
    def _rises(self) -> bool:
        _, new, old = (self._bounds[i].value for i in self.indices)
        return new > old

    @property
    def _is_rated(self) -> bool:
        """Whether steps are at a rate: 22 metres a year."""
        return self.kind == "steps" and ("time", -1) in (self.roles[0].slot.dimensions or ())

    def _result(self, times: float) -> float:
        """Return what an amount becomes after some steps, or after so many seconds at a rate."""
        rate, _, old = (self._bounds[i].value for i in self.indices)
        if self.kind == "steps":
            return old + (times if self._rises else -times) * rate
        low, high = growth_factors(self.roles[0], self._rises)
        return float(old * ((low + high) / 2) ** times)

    @property
    def _times(self) -> float:
        """The number of steps, or of seconds, that comes nearest."""
        new = self._bounds[self.indices[1]].value
        steps: Sequence[float] = numbers_of_times(self.figures)
        if self._is_rated:
            steps = durations(self.figures)
        elif self.kind == "growth":
            steps = growth_steps(self.roles[0], numbers_of_times(self.figures))
        return min(steps, key=lambda n: abs(self._result(n) - new))

    def _grown(self, rate: Quantity, old: Quantity) -> Term | None:
        sign = 1 if self._rises else -1
        if self.kind == "steps":
            return Sum((old, rate * constant(Fraction(self._times))), (1, sign))
        if not self._is_percentage:
            return None
        step = Sum((constant(1), rate * constant(Fraction(1, 100))), (1, sign))
        return old * step ** int(self._times)

    def _quantity(self, i: int) -> Quantity:
        bounds = self._bounds[i]
        values = Interval(bounds.low, bounds.high)
        return Quantity(self.figures[i].slot.number, values, Fraction(self._scales[i]))

    def _factor(self) -> Quantity:
        """Return the first figure without its unit: the 38 of 38 hours at £12."""
        bounds = self.roles[0].as_written
        return Quantity(self.roles[0].slot.number, Interval(bounds.low, bounds.high))

    def problem(self) -> str:
        """Say in a lay person's words, with the arithmetic, what does not fit."""
        say = {
            "sum": self._say_sum,
            "run": self._say_sum,
            "hundred": self._say_hundred,
            "of": self._say_share,
            "rise": self._say_change,
            "fall": self._say_change,
            "product": self._say_product,
            "span": self._say_span,
            "same": self._say_same,
            "mean": self._say_mean,
            "growth": self._say_growth,
            "steps": self._say_growth,
            "ratio": self._say_ratio,
            "ages": self._say_ages,
        }
        return say[self.kind]()

    def _write(self, i: int, value: float, step: float) -> str:
        """Write a value like a figure, to a step if that is finer; both are in units of the equation."""
        slot, scale = self.figures[i].slot, self._scales[i]
        value, step = value / scale, min(step / scale, self.figures[i].as_written.step)
        if not _has_digits(slot.number):
            return f"{round(value / step) * step:,.12g}{_unit(slot)}"
        return in_style(value, unsigned(slot.number), self.figures[i].as_written.step / step) + _unit(slot)

    def _say_sum(self) -> str:
        whole = self.indices[2]
        value = sum(self._bounds[i].value for i in self.parts)
        result = self._write(whole, value, min(self.figures[i].bounds.step for i in self.parts))
        return f"{' + '.join(map(self._name, self.parts))} = {result}, not {self._name(whole)}."

    def _say_hundred(self) -> str:
        value = sum(self._bounds[i].value for i in self.parts)
        return f"{' + '.join(map(self._name, self.parts))} = {value:.6g}%, not 100%."

    def _say_share(self) -> str:
        p, i, j = self.indices
        factor = self._bounds[p].value / (100 if self._is_percentage else 1)
        result = self._write(i, factor * self._bounds[j].value, self._bounds[j].step)
        share = self.roles[0].slot.written
        if self.roles[0].slot.mark == "X":
            return f"{factor:g} × {self._name(j)} = {result}, not {self._name(i)}."
        return f"{share[0].upper()}{share[1:]} of {self._name(j)} is {result}, not {self._name(i)}."

    def _say_change(self) -> str:
        _, i, j = self.indices
        percent = 100 * (self._bounds[i].value / self._bounds[j].value - 1)
        direction = "rise" if percent > 0 else "fall"
        rate = self.roles[0].slot
        shown = f"{abs(percent):.3g}%"
        if rate.mark == "P" and _has_digits(rate.number):
            shown = in_style(abs(percent), unsigned(rate.number)) + _unit(rate)
        stated = rate.written if _has_digits(rate.number) else rate.written.lower()
        actual = f"a {direction} of {shown}" if percent else "no change"
        if direction != self.kind:
            stated = f"a {self.kind} of {stated}"
        return f"From {self._name(j)} to {self._name(i)} is {actual}, not {stated}."

    def _say_product(self) -> str:
        i, j, k = self.indices
        a = self._bounds[i] if self._is_dimensional else self.roles[0].as_written
        b = self._bounds[j]
        value = a.value * b.value
        scale = self._scales[k]
        # The product of whole numbers is whole; others are written to a few digits.
        step = max(a.step * b.step, scale * min(1.0, 10.0 ** (floor(log10(value / scale)) + 1 - _DIGITS)))
        return f"{self._name(i)} × {self._name(j)} = {self._write(k, value, step)}, not {self._name(k)}."

    def _say_growth(self) -> str:
        rate, new, old = self.indices
        times = self._times
        result = self._write(new, self._result(times), self._bounds[old].step)
        if self.kind == "growth":
            by = f"changes of {self._name(rate)}" if self._is_percentage else f"times {self._name(rate)}"
            return f"After {times:.0f} {by}, {self._name(old)} is {result}, not {self._name(new)}."
        sign, steps = "+" if self._rises else "−", f"{times:.0f}"
        if self._is_rated:
            days = Fraction(times / DAY).limit_denominator(100)
            steps = write_days(days, "yr") if days >= 1 else write_time(round(times))
        return f"{self._name(old)} {sign} {steps} × {self._name(rate)} = {result}, not {self._name(new)}."

    def _say_ratio(self) -> str:
        first, part, other = self.indices
        a, b = (self.figures[i].as_written.value for i in (first, first + 1))
        base, stated = self._bounds[other].value, self._bounds[part].value
        nearest = min((base * a / b, base * a / (a + b), base * b / (a + b)), key=lambda v: abs(v - stated))
        result = self._write(part, nearest, self._bounds[part].step)
        ratio = f"{self._name(first)} to {self._name(first + 1)}"
        return f"At {ratio}, {self._name(other)} goes with {result}, not {self._name(part)}."

    def _say_ages(self) -> str:
        start, end, later = self.roles
        years = (year(end) or 0) - (year(start) or 0)
        ages = [f.as_written.value for f in self.figures if f.mark == "N" and f is not later]
        age = min(ages, key=lambda each: abs(each + years - later.as_written.value))
        return f"{years:.0f} years after {age:.0f} is {age + years:.0f}, not {later.as_written.value:.0f}."

    def _say_same(self) -> str:
        first, second = self.indices
        if self.rule != "conversion":
            return f"The same quantity has two values: {self._name(first)} and {self._name(second)}."
        result = self._write(second, self._bounds[first].value, self._bounds[second].step)
        return f"{self._name(first)} is {result}, not {self._name(second)}."

    def _say_mean(self) -> str:
        mean = self.indices[2]
        value = sum(self._bounds[i].value for i in self.parts) / len(self.parts)
        *others, last = map(self._name, self.parts)
        result = self._write(mean, value, self._bounds[mean].step)
        return f"The mean of {', '.join(others)} and {last} is {result}, not {self._name(mean)}."

    def _say_span(self) -> str:
        start, end, duration = self.roles
        first, last = start.slot.written, end.slot.written
        days = day(start, end), day(end, start)
        unit = duration.slot.number.unit
        if clock(start) is not None and clock(end) is not None:
            actual = write_time(round(times_between(start, end)[0]))
        elif days[0] and days[1]:
            actual = write_days(Fraction(days[1] - days[0]), "yr" if unit is None else unit.symbol)
        else:
            years = (year(start) or 0), (year(end) or 0)
            first, last = (f"{each:.0f}" for each in years)
            actual = f"{years[1] - years[0]:.0f} year{'s' * (years[1] - years[0] != 1)}"
        return f"From {first} to {last} is {actual}, not {duration.slot.written.lower()}."

    def _name(self, i: int) -> str:
        """Return a figure as it is written, but in digits: "Three + 12" reads badly."""
        figure = self.figures[i]
        if _has_digits(figure.slot.number):
            return figure.slot.written
        return f"{figure.as_written.value:,.12g}{_unit(figure.slot)}"


def _has_digits(number: Number) -> bool:
    return any(char.isdigit() for char in number.text)


def _unit(slot: Slot) -> str:
    """Return what is written after the number."""
    return slot.sentence.text[slot.number.end : slot.end]
