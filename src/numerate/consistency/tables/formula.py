"""Formulas between the lines of a table: where they hold, where they fail, and what may be wrong there.

A formula says that the figures of one line are calculated from those of others, at every place alike.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerate.consistency.tables.digits import DigitError, digit_error
from numerate.consistency.tables.grid import Flags, LineMatrix, Matrix

TRUSTED = 4.0
"""Log-odds from which a formula counts as meant."""
MOST_TRUST = 7.0
"""Trust in a formula beyond which more makes no difference: it may still not be meant at one place."""
WRONG = -4.0
"""Log-odds that a figure is wrong rather than that the formula is not meant at its place."""
_MOST_FAILURES = 0.2
"""Share of the places of a formula that may fail, beyond the first."""

FormulaKind = Literal[
    "sum",
    "mean",
    "weighted mean",
    "ratio",
    "share",
    "percent change",
    "product",
    "quotient",
    "multiple",
    "inverse",
]
Position = tuple[int, int]
"""Row and column in the grid, from 0."""


class Term(NamedTuple):
    """A line of a formula, and the factor with which it is added."""

    line: int
    factor: float = 1.0
    shift: int = 0
    """How many places further on its figure stands: −1 for the balance before."""


@dataclass(frozen=True, eq=False)
class Formula:
    """One line that is calculated from others. At each place: holds, fails, or cannot be evaluated."""

    kind: FormulaKind
    target: int
    terms: tuple[Term, ...]
    by_column: bool
    """Whether the lines are columns."""
    expected: Matrix
    """What the target should be, by place; NaN where that is not known."""
    residual: Matrix
    """Target less expected; NaN where it cannot be evaluated."""
    tolerance: Matrix
    """The largest residual that rounding explains."""
    prior: float
    """Log-odds that the formula is meant, before looking at figures: by labels and position."""
    base: int | None = None
    """The place whose figure, in the line of the first term, is the whole of a share; or that of weights."""
    factor: float = 1.0
    """What a product or quotient is multiplied with."""
    evidence: Matrix = field(default_factory=lambda: np.zeros(0), repr=False)
    """What each place adds to these odds."""

    @property
    def trust(self) -> float:
        """The log-odds that the formula is meant."""
        return self.prior + float(self.evidence.sum())

    def trust_without(self, place: int) -> float:
        """Return the log-odds that the formula is meant, but for the evidence of one place."""
        return self.trust - float(self.evidence[place])

    @property
    def trust_without_worst(self) -> float:
        """The log-odds that the formula is meant if one figure may be wrong."""
        return self.trust - min(0.0, float(self.evidence.min(initial=0.0)))

    @property
    def holds(self) -> Flags:
        """The places where the formula holds within rounding."""
        return np.asarray(np.abs(self.residual) <= self.tolerance)

    @property
    def fails(self) -> Flags:
        """The places where it does not."""
        return np.asarray(np.abs(self.residual) > self.tolerance)

    @property
    def fails_rarely(self) -> bool:
        """Whether it fails at one place only, or at few of many."""
        holds, fails = int(self.holds.sum()), int(self.fails.sum())
        return fails <= max(1, _MOST_FAILURES * (holds + fails))

    @property
    def members(self) -> list[int]:
        """The lines that the target is calculated from."""
        return [term.line for term in self.terms]

    def lines(self) -> tuple[int, ...]:
        """Return all lines of the formula, the target last."""
        return (*self.members, self.target)

    def count_parts(self, lines: LineMatrix) -> NDArray[np.int_]:
        """Return, by place, how many of the figures that are added up are not zero."""
        return np.asarray((lines.values[self.members] != 0).sum(axis=0))


class Instance(NamedTuple):
    """A formula at one place of the table."""

    formula: Formula
    place: int

    def position(self, line: int, place: int | None = None) -> Position:
        """Return where a line of the formula stands in the grid."""
        place = self.place if place is None else place
        return (place, line) if self.formula.by_column else (line, place)

    def positions(self) -> list[Position]:
        """Return where all its figures stand, the target last."""
        positions = [self.position(term.line, self.place + term.shift) for term in self.formula.terms]
        positions.append(self.position(self.formula.target))
        if self.formula.kind == "share" and self.formula.base is not None:
            positions.insert(-1, self.position(self.formula.terms[0].line, self.formula.base))
        return positions

    @property
    def residual(self) -> float:
        """Target less what the formula gives, in units of the grid."""
        return float(self.formula.residual[self.place])

    def meant(self, lines: LineMatrix, line: int) -> float:
        """Return what the figure of a line must be for a sum to hold."""
        own = (term.factor for term in self.formula.terms if term.line == line and not term.shift)
        factor = next(own, -1.0)
        return float(lines.values[line, self.place]) + self.residual / factor

    def misprint(
        self, lines: LineMatrix, line: int, meant: float, within: float = 0.5
    ) -> SuspectFigure | None:
        """Return the figure of a line as a suspect, if a typing error explains it.

        within: units of its last digit by which rounding may put off what was meant, up to 1.5.
        """
        written, step = float(lines.values[line, self.place]), float(lines.steps[line, self.place])
        if not step:
            return None
        nearest = round(meant / step)
        for value in (nearest, nearest - 1, nearest + 1):
            if abs(value - meant / step) <= within and (error := digit_error(round(written / step), value)):
                return SuspectFigure(self.position(line), value * step, error)
        return None

    def misprinted_factors(
        self, lines: LineMatrix, divisors: Collection[int] = ()
    ) -> tuple[SuspectFigure, ...]:
        """Return the figures of a product in which a typing error explains its failure, the result first.

        divisors: the lines that the others are divided by.
        """
        formula, place = self
        expected, written = float(formula.expected[place]), float(lines.values[formula.target, place])
        meant = {formula.target: expected}
        if expected and written / expected > 0:
            for term in formula.terms:
                change = expected / written if term.line in divisors else written / expected
                meant[term.line] = float(lines.values[term.line, place]) * change
        suspects = []
        for line, value in meant.items():
            step, shown = float(lines.steps[line, place]), float(lines.values[line, place])
            # How far the result moves with a unit of the figure.
            per_step = step if line == formula.target else abs(expected * step / shown)
            within = min(1.5, float(formula.tolerance[place]) / per_step)
            suspects.append(self.misprint(lines, line, value, within))
        return tuple(suspect for suspect in suspects if suspect)


class SuspectFigure(NamedTuple):
    """A figure that would resolve a failure if it alone were wrong."""

    position: Position
    meant: float
    """In units of the grid."""
    error: DigitError | None


@dataclass(frozen=True)
class Failure:
    """A formula that is meant and does not hold at one place."""

    instance: Instance
    score: float
    """Log-odds that a figure is wrong."""
    suspects: tuple[SuspectFigure, ...]
    """The likeliest first; several where the table does not tell which figure is wrong."""
    resolved: tuple[Instance, ...] = ()
    """Other failures that the first suspect explains."""
    certain: bool = True
    """Whether it is an error; if not, it may be rounding."""


class Calculation(NamedTuple):
    """A formula that a table is found to have, and its failures that are errors."""

    formula: Formula
    failures: tuple[Failure, ...]
