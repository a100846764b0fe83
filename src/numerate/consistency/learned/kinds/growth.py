"""Growth: by a share, or by a fixed amount, as many times as the text says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from numerate.consistency.equation import Equation, Sum, constant
from numerate.consistency.kinds.durations import write_days, write_time
from numerate.consistency.learned.figures import DAY, PERCENT, TIME, YEAR, Figure, ValueRange, members
from numerate.consistency.learned.kinds.base import Candidate, CandidateEquation, WindowFigures, equate_any
from numerate.consistency.learned.kinds.spans import year

_MOST_TIMES, _MOST_DOUBLINGS = 60, 6
"""Most steps, or years, of a growth; and of one by a multiple, whose steps the text need not name."""
_MOST_AMOUNTS = 6
"""Amounts of one unit up to which steps between them seldom hold by accident."""
_MOST_OFF = 4
"""How many times as large as all steps a change may be that is stated as theirs."""
_RATES = frozenset("PFX")
_PER_TIME = ("time", -1)


class _Repeated(CandidateEquation):
    """An amount that changes several times: (rate or step, new, old)."""

    rule = "growth"

    @property
    def ordered(self) -> Sequence[Figure]:
        """The rate, the old amount and the new one."""
        rate, new, old = self.roles
        return [rate, old, new]

    @property
    def rises(self) -> bool:
        """Whether the new amount is larger."""
        _, new, old = map(self.value, self.indices)
        return new > old

    @property
    def sign(self) -> int:
        """1 for a rise, −1 for a fall."""
        return 1 if self.rises else -1


class GrowthEquation(_Repeated):
    """old × (1 ± share)ⁿ = new: (share, new, old), for a number n that the text names."""

    name = "growth"
    factors = 1

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every rate with two amounts, if there is a number of times."""
        times = _times(figures.all)
        for p, rate in enumerate(figures.all):
            steps = _steps(rate, times)
            for amounts in figures.amounts.values() if steps else ():
                for (i, new), (j, old) in permutations(amounts, 2):
                    low, high = _factors(rate, new.value > old.value)
                    if p in (i, j) or old.low <= 0 or low <= 0:
                        continue
                    ends = [(low**n * old.low, high**n * old.high) for n in steps]
                    yield equate_any(cls.name, (p, i, j), ends, new)

    def _result(self, n: int) -> float:
        low, high = _factors(self.roles[0], self.rises)
        return float(self.value(self.indices[2]) * ((low + high) / 2) ** n)

    @property
    def _nearest(self) -> int:
        """The number of times that comes nearest."""
        new = self.value(self.indices[1])
        return min(_steps(self.roles[0], _times(self.figures)), key=lambda n: abs(self._result(n) - new))

    @property
    def equation(self) -> Equation | None:
        """The old amount with its changes, and the new one."""
        rate, new, old = map(self.quantity, self.indices)
        if self.roles[0].group != PERCENT:
            return None
        step = Sum((constant(1), rate * constant(Fraction(1, 100))), (1, self.sign))
        return Equation(old * step**self._nearest, new)

    def problem(self) -> str:
        """Say what the old amount becomes."""
        rate, new, old = self.indices
        result = self.write(new, self._result(self._nearest), self.bounds[new].step / 10)
        is_share = self.roles[0].group == PERCENT
        by = f"{'changes of' if is_share else '×'} {self.written(rate)}"
        return f"After {self._nearest} {by}, {self.written(old)} is {result}, not {self.written(new)}."


class StepsEquation(_Repeated):
    """old ± n × step = new: (step, new, old), for a number n that the text names, or a duration."""

    name = "steps"

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every three amounts, and two with a rate, if there is a number of times or a duration."""
        times = _times(figures.all)
        for amounts in figures.groups.values() if times else ():
            triples = permutations(amounts, 3) if len(amounts) <= _MOST_AMOUNTS else ()
            for (i, step), (j, new), (k, old) in triples:
                change = abs(new.value - old.value)
                if (
                    step.low > 0
                    and step.value != 1
                    and step.value < change < _MOST_OFF * times[-1] * step.value
                ):
                    yield equate_any(cls.name, (i, j, k), _after(old, step, times, new), new)
        yield from cls._at_rates(figures.all)

    @classmethod
    def _at_rates(cls, figures: Sequence[Figure]) -> Iterator[Candidate]:
        """Yield steps at a rate: 22 metres a year, from 1998 to 2018."""
        lengths = _durations(figures)
        for p, rate in enumerate(figures) if lengths else ():
            group = _grows(rate)
            for (i, new), (j, old) in permutations(members(figures, group), 2) if group else ():
                yield equate_any(cls.name, (p, i, j), _after(old, rate.bounds, lengths, new), new)

    @property
    def _is_at_rate(self) -> bool:
        """Whether the step is a rate, of another unit than the amounts."""
        group = _grows(self.roles[0])
        return bool(group) and bool(_durations(self.figures)) and self.roles[0].group != self.roles[1].group

    @property
    def is_possible(self) -> bool:
        """Whether the step is of the amounts' unit, and counts are of one thing."""
        step, new, old = self.roles
        if len({figure.is_bare for figure in (step, new, old)}) > 1:
            return False
        nouns = {figure.slot.noun for figure in self.roles if figure.slot.mark == "N"} - {None}
        return len(nouns) < 2

    @property
    def amounts(self) -> tuple[int, ...]:
        """The indices of the figures that have one unit: all, or those that change at a rate."""
        return self.indices[1:] if self._is_at_rate else self.indices

    def _result(self, n: float) -> float:
        step, _, old = map(self.value, self.indices)
        return old + self.sign * n * step

    @property
    def _nearest(self) -> float:
        """The number of steps, or of seconds, that comes nearest."""
        new = self.value(self.indices[1])
        steps = _durations(self.figures) if self._is_at_rate else _times(self.figures)
        return min(steps, key=lambda n: abs(self._result(n) - new))

    @property
    def equation(self) -> Equation | None:
        """The old amount with its steps, and the new one."""
        step, new, old = map(self.quantity, self.indices)
        return Equation(Sum((old, step * constant(Fraction(self._nearest))), (1, self.sign)), new)

    def problem(self) -> str:
        """Show the calculation."""
        step, new, old = self.indices
        n = self._nearest
        result = self.write(new, self._result(n), self.bounds[old].step)
        times = f"{n:.0f}"
        if self._is_at_rate:
            days = Fraction(n / DAY).limit_denominator(100)
            times = write_days(days, "yr") if days >= 1 else write_time(round(n))
        change = f"{'+' if self.rises else '−'} {times} × {self.written(step)}"
        return f"{self.written(old)} {change} = {result}, not {self.written(new)}."


def _after(
    old: ValueRange, step: ValueRange, times: Sequence[float], new: ValueRange
) -> list[tuple[float, float]]:
    """Return what an amount becomes after each number of steps towards another."""
    sign = 1 if new.value > old.value else -1
    low, high = sorted((sign * step.low, sign * step.high))
    return [(old.low + n * low, old.high + n * high) for n in times]


def _grows(rate: Figure) -> str:
    """Return the group of the amounts that change at a rate, lengths for metres a year; "" for no rate."""
    dimensions = rate.slot.dimensions or ()
    rest = tuple(each for each in dimensions if each != _PER_TIME)
    is_rate = rate.mark == "U" and len(rest) < len(dimensions) and rate.bounds.low > 0
    return str(rest) if rest and is_rate else ""


def _years(figures: Sequence[Figure]) -> list[float]:
    return sorted({year(figure) or 0 for figure in figures if figure.slot.mark == "Y"})


def _times(figures: Sequence[Figure]) -> list[int]:
    """Return how often something may change: the years and steps that figures name, or lie between them."""
    lengths = [
        figure.as_written.value
        for figure in figures
        if figure.mark == "N" or (figure.mark == "U" and figure.slot.dimensions == TIME)
    ]
    lengths += [b - a for a, b in combinations(_years(figures), 2)]
    shares = [figure.bounds.value for figure in figures if figure.mark == "P"]
    lengths += [2] if len(set(shares)) < len(shares) else []  # "by 10% in 2022 and by another 10% in 2023"
    return sorted({int(n) for n in lengths if 1 < n <= _MOST_TIMES and n == int(n)})


def _durations(figures: Sequence[Figure]) -> list[float]:
    """Return the durations that figures name, or that lie between years, in seconds."""
    named = [f.bounds.value for f in figures if f.mark == "U" and f.slot.dimensions == TIME]
    between = (YEAR * (b - a) for a, b in combinations(_years(figures), 2))
    return [n for n in (*named, *between) if n > 0]


def _steps(rate: Figure, times: Sequence[int]) -> Sequence[int]:
    """Return the numbers of times that something may grow by a share or a multiple."""
    if rate.mark not in _RATES or not 0 < rate.bounds.low <= rate.bounds.high < 100:
        return ()
    return range(2, _MOST_DOUBLINGS + 1) if rate.mark == "X" else times


def _factors(rate: Figure, rises: bool) -> tuple[float, float]:
    """Return the smallest and largest factor of one step."""
    low, high = rate.bounds.low, rate.bounds.high
    if rate.mark == "X":
        return (low, high) if rises or high < 1 else (1 / high, 1 / low)
    scale = 100 if rate.mark == "P" else 1
    return (1 + low / scale, 1 + high / scale) if rises else (1 - high / scale, 1 - low / scale)
