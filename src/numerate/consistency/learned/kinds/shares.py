"""Shares of an amount, and changes by a share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import ceil, floor
from typing import ClassVar

from numerate.consistency.cues import HEDGE, is_touched
from numerate.consistency.equation import Equation, Sum, Term, constant
from numerate.consistency.interval import Interval
from numerate.consistency.learned.figures import PERCENT, Figure, ValueRange
from numerate.consistency.learned.kinds.base import (
    Candidate,
    CandidateEquation,
    WindowFigures,
    at_common_step,
    equate,
    unit_of,
)
from numerate.consistency.relation import has_digits, in_style, unsigned
from numerate.consistency.tables.digits import digit_error
from numerate.consistency.verbs import FALLING, LESS, LESS_NOUN, MORE, MORE_NOUN, RISING
from numerate.text.units import TEMPERATURE

_SHARES = frozenset("PFXS")
"""Marks of figures that are a share of an amount, or a multiple."""
_CHANGES = frozenset("PF")
_LOOSE = frozenset("FX")
"""Marks of shares whose words allow a few percent more or less."""
_ROUNDED = frozenset("FS")
"""Marks of shares whose part is rounded: one in six of 412 is 69."""


def shares(
    figures: WindowFigures, marks: frozenset[str], factor: Callable[[float], float]
) -> Iterator[tuple[tuple[int, int, int], float, float, ValueRange, ValueRange]]:
    """Yield every share with two amounts: indices, the ends of the share, the one amount and the other.

    factor: what the other amount is multiplied by, for a share.
    """
    for p, share in enumerate(figures.all):
        if share.mark not in marks:
            continue
        scale = 0.01 if share.mark == "P" else 1.0
        low, high = share.bounds.low * scale, _calculated(share, factor).high * scale
        for amounts in figures.amounts.values():
            for (i, part), (j, whole) in permutations(amounts, 2):
                if p not in (i, j) and whole.low > 0:
                    part, whole = at_common_step((part, whole))
                    if share.mark in _ROUNDED:
                        part = part.rounded()
                    is_exact = _has_swapped_digits(share, factor(share.bounds.value), part, whole)
                    ends = (share.bounds.value,) * 2 if is_exact else (low, high)
                    yield (p, i, j), *ends, part, whole


def _calculated(share: Figure, factor: Callable[[float], float]) -> ValueRange:
    """Return the values of a share that was calculated, and perhaps truncated.

    Whole percentages are if they say what share a part is: that 36% are 64% of the others may be an error.
    """
    is_whole = share.bounds.step >= 1
    is_of_part = share.mark == "P" and factor(0.25) == 0.25
    return share.bounds if is_whole and not is_of_part else share.bounds.or_truncated()


def _has_swapped_digits(share: Figure, factor: float, result: ValueRange, base: ValueRange) -> bool:
    """Return whether a result by a share in words would be exact, but for two of its digits.

    Such a share may be rounded by a few percent, but half of £4,462 is hardly £2,321.
    """
    if share.mark not in _LOOSE or has_digits(share.slot.number):
        return False
    exact = factor * base.value / result.step
    written = round(result.value / result.step)
    return any(digit_error(written, meant) == "transposed" for meant in {floor(exact), ceil(exact)})


class ShareEquation(CandidateEquation):
    """whole × share = part: (share, part, whole)."""

    name = "of"
    rule = "share"
    factors = 1
    is_exact = True

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every share or multiple, with a part and a whole."""
        for indices, low, high, part, whole in shares(figures, _SHARES, cls.factor):
            in_order = low < 1 < high or (part.low < whole.high if high < 1 else part.high > whole.low)
            yield equate(cls.name, indices, low * whole.low, high * whole.high, part, in_order)

    def __init__(self, indices: tuple[int, ...], figures: Sequence[Figure]) -> None:
        super().__init__(indices, figures)
        if self.name == "of" and self.roles[0].slot.mark == "X":
            self.rule = "times"

    @property
    def is_possible(self) -> bool:
        """Whether it is no change with the amount after it: "gained 81 cents, or 2.5 percent, to $33.12"."""
        p, part, whole = (self.bounds[i] for i in self.indices)
        if not self.is_percentage or part.value >= whole.value:
            return True
        starts = (whole.value + part.value, whole.value - part.value)
        return not any(p.low <= 100 * part.value / start <= p.high for start in starts if start)

    @property
    def is_percentage(self) -> bool:
        """Whether the share is in percent."""
        return self.roles[0].group == PERCENT

    @classmethod
    def factor(cls, share: float) -> float:
        """Return what the base is multiplied by."""
        return share

    def share(self) -> Term:
        """Return the share as a factor."""
        share = self.quantity(self.indices[0])
        if not self.is_percentage:
            value = self.roles[0].bounds.value
            amounts = [self.bounds[i] for i in self.amounts]
            is_exact = _has_swapped_digits(self.roles[0], self.factor(value), *amounts)
            return replace(share, interval=Interval(value, value)) if is_exact else share
        bounds = _calculated(self.roles[0], self.factor)
        return replace(share, interval=Interval(bounds.low, bounds.high)) * constant(Fraction(1, 100))

    @property
    def equation(self) -> Equation | None:
        """The whole times the share, and the part."""
        _, part, whole = map(self.quantity, self.indices)
        return Equation(whole * self.share(), part)

    def problem(self) -> str:
        """Say what the share of the whole is."""
        p, i, j = self.indices
        factor = self.value(p) / (100 if self.is_percentage else 1)
        result = self.write(i, factor * self.value(j), self.bounds[j].step)
        share = self.roles[0].slot.written
        if self.roles[0].slot.mark == "X":
            return f"{factor:g} × {self.written(j)} = {result}, not {self.written(i)}."
        if result == self.written(i):  # the error shows in the share only: 17 of 41 is 41%, not 42%
            actual = f"{100 * self.value(i) / self.value(j):.3g}%"
            return f"{self.written(i)} of {self.written(j)} is {actual}, not {share}."
        return f"{share[0].upper()}{share[1:]} of {self.written(j)} is {result}, not {self.written(i)}."


def _introduces(change: str) -> re.Pattern[str]:
    """Return a pattern of words of change that end right before a share: "a rise of about"."""
    return re.compile(rf"\b(?:{change}) (?:(?:of|by|at) )?(?:an? [a-z]+ )?{HEDGE}$")


class RiseEquation(ShareEquation):
    """old × (1 + share) = new: (share, new, old)."""

    name = "rise"
    rule = "change"
    sign: ClassVar[int] = 1
    opposite_before: ClassVar[re.Pattern[str]] = _introduces(f"{FALLING}|{LESS_NOUN}|off")
    opposite_after: ClassVar[re.Pattern[str]] = re.compile(rf" (?:{LESS})\b")
    """What stands right before and after a share of which an amount falls."""

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every share with a new and an old amount."""
        for indices, low, high, new, old in shares(figures, _CHANGES, cls.factor):
            least, most = sorted(map(cls.factor, (low, high)))
            if least > 0:
                in_order = cls.sign * (new.value - old.value) > 0
                yield equate(cls.name, indices, least * old.low, most * old.high, new, in_order)

    @classmethod
    def factor(cls, share: float) -> float:
        """Return what the old amount is multiplied by."""
        return 1 + cls.sign * share

    @property
    def is_possible(self) -> bool:
        """Whether both amounts stood for more than a while, and there is a change in a direction that fits.

        Nobody writes the same figure twice for a change, nor the change of a temperature in percent.
        """
        _, new, old = self.indices
        share = self.roles[0].slot
        return (
            self.value(new) != self.value(old)
            and self.roles[1].slot.dimensions != TEMPERATURE
            and not any(is_touched(figure.slot) for figure in self.roles[1:])
            and not (self.opposite_before.search(share.before()) or self.opposite_after.match(share.after()))
        )

    @property
    def ordered(self) -> Sequence[Figure]:
        """The old amount, the new one, and the share."""
        return self.roles[::-1]

    @property
    def equation(self) -> Equation | None:
        """The old amount with its change, and the new one."""
        _, new, old = map(self.quantity, self.indices)
        return Equation(old * Sum((constant(1), self.share()), (1, self.sign)), new)

    def problem(self) -> str:
        """Say what the change is."""
        _, i, j = self.indices
        percent = 100 * (self.value(i) / self.value(j) - 1)
        direction = "rise" if percent > 0 else "fall"
        rate = self.roles[0].slot
        shown = f"{abs(percent):.3g}%"
        if rate.mark == "P" and has_digits(rate.number):
            shown = in_style(abs(percent), unsigned(rate.number)) + unit_of(rate)
        stated = rate.written if has_digits(rate.number) else rate.written.lower()
        actual = f"a {direction} of {shown}" if percent else "no change"
        if direction != self.name:
            stated = f"a {self.name} of {stated}"
        return f"From {self.written(j)} to {self.written(i)} is {actual}, not {stated}."


class FallEquation(RiseEquation):
    """old × (1 − share) = new: (share, new, old)."""

    name = "fall"
    sign = -1
    opposite_before = _introduces(f"{RISING}|{MORE_NOUN}")
    opposite_after = re.compile(rf" (?:{MORE})\b")
