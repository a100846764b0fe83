"""Find the figures of a table that break a formula that is meant: the errors of its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.balances import find_balances
from numerate.consistency.tables.candidates import with_tolerance
from numerate.consistency.tables.digits import DigitError, digit_error, surprise
from numerate.consistency.tables.evidence import rounding_error
from numerate.consistency.tables.formula import (
    MOST_TRUST,
    TRUSTED,
    WRONG,
    Calculation,
    Failure,
    Formula,
    Instance,
    Position,
    SuspectFigure,
)
from numerate.consistency.tables.grid import Grid, LineMatrix
from numerate.consistency.tables.labels import (
    actual_taxes,
    is_change,
    is_less,
    is_sure_result,
    is_total,
    is_whole,
)
from numerate.consistency.tables.means import find_means_of_parts
from numerate.consistency.tables.measures import gross_lines, starting_lines
from numerate.consistency.tables.products import find_products
from numerate.consistency.tables.proportions import find_proportions
from numerate.consistency.tables.ratios import find_ratios
from numerate.consistency.tables.scope import where_meant
from numerate.consistency.tables.sports import KNOWN, sport_sums
from numerate.consistency.tables.stated import StatedNumbers
from numerate.consistency.tables.sums import find_sums

_MEANT = 3.0
"""Log-odds, but for the place where it fails, from which a formula counts as meant without a label."""
_REPORTED = 0.0
_REPORTED_UNNAMED = 2.0
"""Log-odds from which a failure is reported as an error: of a line that its label calls a total or a result,
and of another, which is one by its figures only."""
_CHANCE = 100
"""Units below which a residual equals a figure nearby by chance."""
_CLEARLY = 4.0
"""Factor by which a failure must exceed what the same sum is off by at other places."""
_SEVERAL = 3
_CAREFUL = 1.5
"""Formulas of a table, or totals of the others, that hold everywhere, and what they add to the odds that a
line with such a label is a sum."""
_PLAIN = 0.8
"""What it adds if the line is a total below all others of a short list, which has no other use for them.
Chosen on the tables of experiments/unseen."""
_SHORT_LIST, _PLAIN_WORDS = 15, 2
"""Lines of such a list, and words of its label: "Total other liabilities" may be of other lines."""
_ROUNDED = -1.1
_EXACT = -2.5
"""Evidence lost where a typing error explains a failure only up to a unit of rounding, and more if the sums
of the table are exact elsewhere."""
_EXACT_AFTER = 2
_SURE_AFTER = 5
"""Sums that must hold before a table is taken to round little more than they show, and no more."""

_CALCULATIONS = find_ratios, find_balances, find_products, find_proportions


class Elsewhere(NamedTuple):
    """Evidence of the other tables of a document, and of its text, about one table."""

    exact: float = 0.0
    """Log-odds that they do not round."""
    proven: int = 0
    """Totals of theirs that hold, if hardly any fails: such a document means what its labels say."""
    stated: StatedNumbers = StatedNumbers()
    """The numbers of its text."""


_NOTHING = Elsewhere()


@dataclass(frozen=True)
class Analysis:
    """The formulas of a table and where they fail."""

    grid: Grid
    formulas: tuple[Formula, ...]
    elsewhere: Elsewhere = _NOTHING

    @cached_property
    def calculations(self) -> tuple[Calculation, ...]:
        """What else is calculated in the table: averages, percentages, running balances and products."""
        axes = [self.grid.lines(by_column) for by_column in (False, True)]
        means = (
            find_means_of_parts(lines, [sums for sums in self.formulas if sums.by_column == lines.by_column])
            for lines in axes
        )
        others = (find(lines) for find in _CALCULATIONS for lines in axes)
        return tuple(chain(*means, *others))

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """The failures that are errors, the surest first."""
        return tuple(_Judge(self).failures())

    @cached_property
    def proven(self) -> int:
        """How many formulas hold at every place."""
        return sum(formula.trust >= TRUSTED and not formula.fails.any() for formula in self.formulas)

    @cached_property
    def named(self) -> tuple[int, int]:
        """How many lines that labels call calculated hold, and how many totals among them fail.

        That a result fails says nothing: "Inventories, net" need not be calculated from other lines.
        """
        named = [formula for formula in self.formulas if formula.prior > 0]
        failing = [formula for formula in named if formula.fails.any()]
        return len(named) - len(failing), sum(map(self._is_total, failing))

    def _is_total(self, formula: Formula) -> bool:
        lines = self.grid.lines(formula.by_column)
        return is_total(lines.labels[formula.target]) and not lines.percent_lines[formula.target]

    @cached_property
    def covered(self) -> frozenset[Position]:
        """The figures that a formula calculates."""
        return frozenset(
            Instance(formula, place).position(formula.target)
            for formula in self.formulas
            if formula.trust >= TRUSTED
            for place in map(int, np.flatnonzero(formula.holds))
        )

    @property
    def is_recalculated(self) -> bool:
        """Whether something is calculated in the table."""
        return bool(self.covered or self.calculations)

    @property
    def within_rounding(self) -> int:
        """How many instances of sums that are meant hold, but only within rounding."""
        return sum(
            int((formula.holds & (formula.residual != 0)).sum())
            for formula in self.formulas
            if formula.trust >= TRUSTED
        )


def analyse(grid: Grid) -> Analysis:
    """Find the formulas of a table, and the figures that break them."""
    axes = {by_column: grid.lines(by_column) for by_column in (False, True)}
    formulas: list[Formula] = []
    for lines in axes.values():
        sums = (formula for formula in _all_sums(lines) if formula.trust >= TRUSTED or formula.fails.any())
        formulas += where_meant(lines, sums)
    return Analysis(grid, tuple(_tightened(formulas, axes)))


def _all_sums(lines: LineMatrix) -> list[Formula]:
    """Return the sums that labels name, and those of other lines that the figures support."""
    named = sport_sums(lines)
    targets = {formula.target for formula in named}
    return [*named, *(formula for formula in find_sums(lines) if formula.target not in targets)]


def _tightened(formulas: list[Formula], axes: dict[bool, LineMatrix]) -> list[Formula]:
    """Limit the tolerance to little more than the table needs elsewhere: most tables are made to add up."""
    needed = [
        np.where(f.holds & (f.count_parts(axes[f.by_column]) > 1), np.abs(f.residual), np.nan)
        / np.maximum(axes[f.by_column].steps[f.target], 1e-9)
        for f in formulas
    ]
    seen = np.concatenate(needed) if needed else np.zeros(0)
    seen = np.sort(seen[~np.isnan(seen)])
    if len(seen) <= _EXACT_AFTER:
        return formulas
    most, second = seen[-1], seen[-2]
    tightened = []
    for formula, units in zip(formulas, needed, strict=True):
        lines = axes[formula.by_column]
        step = lines.steps[formula.target]
        # What a figure itself needs is no evidence that the others need it.
        elsewhere = np.where(units == most, second, most)
        limit = (elsewhere + 1) * step
        if len(seen) <= _SURE_AFTER:
            steps = lines.steps[formula.members]
            limit = np.maximum(limit, np.floor(rounding_error((steps**2).sum(axis=0), step, 1.6)))
        # Rates and averages are not made to add up.
        tolerance = np.where(lines.percent_places, formula.tolerance, np.minimum(formula.tolerance, limit))
        if (formula.holds & (np.abs(formula.residual) > tolerance)).any():
            formula = with_tolerance(lines, formula, tolerance)
        tightened.append(formula)
    return tightened


class _Judge:
    def __init__(self, analysis: Analysis) -> None:
        formulas = analysis.formulas
        self.axes = {by_column: analysis.grid.lines(by_column) for by_column in (False, True)}
        self.rounds = any((formula.holds & (formula.residual != 0)).any() for formula in formulas)
        """Whether sums of the table are off by rounding."""
        holding = sum(int(formula.holds.sum()) for formula in formulas)
        self.unit_off = _ROUNDED if self.rounds or holding < _EXACT_AFTER else _EXACT
        """Evidence lost if a typing error explains a failure but for a unit."""
        self.proven = max(analysis.proven, analysis.elsewhere.proven)
        self.stated = analysis.elsewhere.stated
        self.failing = [
            Instance(formula, int(place))
            for formula in formulas
            if formula.fails_rarely
            for place in np.flatnonzero(formula.fails)
        ]
        self.holding: dict[Position, int] = {}
        """How many instances hold that a figure of a failing one is part of."""
        self.broken: dict[Position, list[Instance]] = {}
        for instance in self.failing:
            for position in instance.positions():
                self.broken.setdefault(position, []).append(instance)
        suspected: dict[tuple[bool, int], list[Position]] = {}
        for row, column in self.broken:
            suspected.setdefault((False, row), []).append((row, column))
            suspected.setdefault((True, column), []).append((row, column))
        for formula in formulas:
            for line in formula.lines():
                for position in suspected.get((formula.by_column, line), ()):
                    if formula.holds[position[not formula.by_column]]:
                        self.holding[position] = self.holding.get(position, 0) + 1

    def failures(self) -> Iterator[Failure]:
        """Yield the failures that are errors, the surest first; each is explained once."""
        candidates = [failure for instance in self.failing if (failure := self._judge(instance))]
        candidates.sort(key=lambda failure: -failure.score)
        explained: set[tuple[int, int]] = set()
        for failure in candidates:
            key = _key(failure.instance)
            if key in explained:
                continue
            explained.add(key)
            explained.update(_key(other) for other in failure.resolved)
            yield failure

    def _judge(self, instance: Instance) -> Failure | None:
        formula, place = instance
        lines = self.axes[formula.by_column]
        if has_other_reading(lines, instance) and not self._states(lines, instance):
            return None
        deviation = float(np.abs(formula.residual[formula.holds]).max(initial=0.0))
        if abs(instance.residual) < _CLEARLY * deviation:
            return None  # off by a little everywhere: a line is missing, or the figures are rounded twice
        trust = formula.trust_without(place)
        if formula.prior < 0 and trust < _MEANT:
            return None  # neither its label nor its other places say that it is meant
        suspects = sorted(self._suspects(lines, instance), key=lambda ranked: -ranked[0])
        if not suspects:
            return None
        best, nats = suspects[0][0], suspects[0][1]
        chosen = tuple(suspect for score, _, suspect in suspects if score >= best - 1.0)
        score = min(trust, MOST_TRUST) + nats + WRONG + (_PLAIN if _is_plain_list(lines, formula) else 0.0)
        is_named = formula.prior >= KNOWN or _is_named(lines, formula)
        if formula.prior > 0 and is_named and self.proven >= _SEVERAL:
            score += _CAREFUL
        first = chosen[0]
        written = _value(lines, instance, first.position)
        resolved = [
            other
            for other in self.broken.get(first.position, ())
            if other != instance and _resolves(other, first.position, first.meant - written)
        ]
        score += 3.0 * len(resolved)
        required = _REPORTED if is_named else _REPORTED_UNNAMED
        return Failure(instance, score, chosen, tuple(resolved)) if score >= required else None

    def _states(self, lines: LineMatrix, instance: Instance) -> bool:
        """Return whether the text states what the formula gives, and not what the table shows."""
        formula, place = instance
        step = float(lines.steps[formula.target, place])
        written = float(lines.values[formula.target, place])
        return bool(step and self.stated.evidence(formula.expected[place] / step, written / step) > 0)

    def _suspects(
        self, lines: LineMatrix, instance: Instance
    ) -> Iterator[tuple[float, float, SuspectFigure]]:
        """Yield each figure that may be wrong, with its rank and the evidence of a typing error."""
        formula, place = instance
        members = formula.lines()
        size = float(np.nanmax(np.abs(lines.values[list(members), place])))
        cells = sum(1 for line in members if lines.steps[line, place])
        for line in members:
            if not lines.steps[line, place]:  # blank, or a dash
                continue
            written, step = float(lines.values[line, place]), float(lines.steps[line, place])
            meant = instance.meant(lines, line)
            error, nats = typing_error(written, meant, step), 0.0
            if error is None:
                shifted = (meant - step, meant + step)
                meant = next((other for other in shifted if typing_error(written, other, step)), meant)
                error, nats = typing_error(written, meant, step), self.unit_off
            nats += surprise(error, size / step, cells) + self.stated.evidence(meant / step, written / step)
            position = instance.position(line)
            contradicted = self.holding.get(position, 0)
            agreeing = sum(
                1
                for other in self.broken.get(position, ())
                if other != instance and _resolves(other, position, meant - written)
            )
            disagreeing = len(self.broken.get(position, ())) - 1 - agreeing
            rank = nats + 4.0 * agreeing - 5.0 * contradicted - 2.0 * disagreeing
            if line == formula.target:
                rank += 0.5
            yield rank, nats, SuspectFigure(position, meant, error)


def has_other_reading(lines: LineMatrix, instance: Instance) -> bool:
    """Return whether a line is left out of the sum, added to it, or has the other sign here.

    A small residual may equal a figure nearby by chance.
    """
    formula, place = instance
    residual, step = instance.residual, float(lines.steps[formula.target, place]) or 1.0
    if abs(residual) < _CHANCE * step:
        return False
    members = formula.lines()
    terms = np.array([term.factor * lines.values[term.line, place] for term in formula.terms])
    others = [
        line
        for line in range(max(0, min(members) - 2), min(len(lines), max(members) + 3))
        if line not in members
    ]
    near = np.abs(lines.values[others, place])
    readings = np.concatenate([-terms, -2 * terms, near, -near])
    return bool((np.abs(readings[readings != 0] - residual) <= step / 2).any())


def _is_named(lines: LineMatrix, formula: Formula) -> bool:
    """Return whether labels say that a line is calculated.

    It is a total, a result, a change, a closing balance, an adjusted, gross or net figure, the tax that is
    due, or what is left after "Less".
    """
    label = lines.labels[formula.target]
    if is_total(label) or is_sure_result(label) or is_whole(label) or is_change(label):
        return True
    if formula.target in actual_taxes(lines.labels) or formula.target in gross_lines(lines.labels):
        return True
    last = formula.terms[-1]
    if last.line == formula.target - 1 and last.factor < 0 and is_less(lines.labels[last.line]):
        return True
    return starting_lines(lines.labels).get(formula.target) in formula.lines()


def _is_plain_list(lines: LineMatrix, formula: Formula) -> bool:
    """Return whether a formula adds up all lines of a short list, above its last line."""
    if formula.by_column or formula.kind != "sum" or len(formula.residual) > 2:
        return False
    last = len(lines) - 1
    others = {line for line in range(last) if lines.steps[line].any()}
    is_all = {term.line for term in formula.terms} == others and all(
        term.factor == 1 for term in formula.terms
    )
    is_plain = len(lines.labels[last].split()) <= _PLAIN_WORDS and _is_named(lines, formula)
    return formula.target == last and is_all and len(others) <= _SHORT_LIST and is_plain


def _key(instance: Instance) -> tuple[int, int]:
    return id(instance.formula), instance.place


def typing_error(written: float, meant: float, step: float) -> DigitError | None:
    """Return the typing error that turns one figure into another, in units of the grid."""
    if not step or meant % step:
        return None
    return digit_error(round(written / step), round(meant / step))


def _value(lines: LineMatrix, instance: Instance, position: Position) -> float:
    """Return the figure at a position, as written."""
    row, column = position
    line, place = (column, row) if instance.formula.by_column else (row, column)
    return float(lines.values[line, place])


def _resolves(instance: Instance, position: Position, change: float) -> bool:
    """Return whether changing the figure at a position makes an instance hold."""
    formula, place = instance
    line = position[1] if formula.by_column else position[0]
    factor = next((-term.factor for term in formula.terms if term.line == line), 1.0)
    return bool(abs(instance.residual + factor * change) <= formula.tolerance[place])
