"""Wrong figures that several formulas prove together, though none of them is sure enough alone.

A wrong subtotal breaks its own sum and hides the total above it; a wrong figure of a small table breaks its
row and its column. If one changed digit makes a doubtful formula hold, and with it others that the table did
not show before, they are all meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.candidates import Candidate, sum_formula
from numerate.consistency.tables.digits import surprise
from numerate.consistency.tables.evidence import Sums, differences_from_last, running_sums
from numerate.consistency.tables.formula import (
    MOST_TRUST,
    TRUSTED,
    WRONG,
    Failure,
    Formula,
    Instance,
    Position,
    SuspectFigure,
)
from numerate.consistency.tables.grid import Grid, Indices, LineMatrix, Matrix
from numerate.consistency.tables.judge import Analysis, analyse, has_other_reading, typing_error

_MOST_LINES = 60
_MOST_FIGURES = 600
"""Lines and figures of a table that is repaired: each repair is an analysis of the whole table."""
_MOST_REPAIRS = 16
_LONGEST_SUM = 8
"""Lines of a doubtful sum without a label."""
_UNNAMED = -4.0
"""Log-odds that a line is the sum or difference of those directly above it."""
_REPORTED = 4.5
"""Log-odds from which a repair is reported. Chosen on the annual reports of the development
(`benchmarks/published.py`)."""


class Repair(NamedTuple):
    """A figure that may be wrong, the formula that says what it should be, and the odds of that alone."""

    instance: Instance
    suspect: SuspectFigure
    odds: float


def repaired_failures(analysis: Analysis) -> Iterator[Failure]:
    """Yield the figures whose repair makes several formulas hold, the surest of each formula."""
    grid = analysis.grid
    figures = len(grid.rows) * len(grid.column_labels)
    if max(len(grid.rows), len(grid.column_labels)) > _MOST_LINES or figures > _MOST_FIGURES:
        return
    # One confirming formula is all that a repair is likely to have: it must be enough.
    likely = (repair for repair in _repairs(analysis) if repair.odds >= _REPORTED - MOST_TRUST)
    repairs = sorted(likely, key=lambda repair: -repair.odds)[:_MOST_REPAIRS]
    judged = [failure for repair in repairs if (failure := _judge(analysis, repair))]
    explained: set[Position] = set()
    for failure in sorted(judged, key=lambda failure: -failure.score):
        positions = {failure.suspects[0].position, *failure.instance.positions()}
        if explained.isdisjoint(positions):
            yield failure
        explained |= positions


def _repairs(analysis: Analysis) -> Iterator[Repair]:
    """Yield the typing errors that would make a doubtful formula hold."""
    seen: set[tuple[Position, float]] = set()
    for by_column in (False, True):
        lines = analysis.grid.lines(by_column)
        formulas = [formula for formula in analysis.formulas if formula.by_column == by_column]
        for formula in (*formulas, *_doubtful_sums(lines)):
            for repair in _repairs_of(lines, formula):
                key = repair.suspect.position, repair.suspect.meant
                if key not in seen:
                    seen.add(key)
                    yield repair


def _doubtful_sums(lines: LineMatrix) -> Iterator[Formula]:
    """Yield the sums and differences of the lines directly above another that fail at one place only."""
    filled = [
        line for line in range(len(lines)) if not lines.is_empty(line) and not _shows_years(lines, line)
    ]
    for index, target in enumerate(filled):
        nearest = np.array(filled[max(0, index - _LONGEST_SUM) : index][::-1], dtype=np.intp)
        if len(nearest) < 2:
            continue
        ones = np.ones(len(nearest))
        yield from _failing_once(lines, target, nearest, running_sums(lines, target, nearest, ones), ones)
        differences = differences_from_last(lines, target, nearest)
        yield from _failing_once(lines, target, nearest, differences, -ones)


def _shows_years(lines: LineMatrix, line: int) -> bool:
    """Return whether all figures of a line may be years."""
    values, steps = np.abs(lines.values[line]), lines.steps[line]
    return bool(((steps == 0) | ((steps * lines.unit == 1) & (values >= 1900) & (values <= 2100))).all())


def _failing_once(
    lines: LineMatrix, target: int, nearest: Indices, sums: Sums, signs: Matrix
) -> Iterator[Formula]:
    once = sums.fails.sum(axis=1) == 1
    for row in map(int, np.flatnonzero(once[1:]) + 1):
        own = signs[: row + 1].copy()
        own[-1] = 1.0
        yield sum_formula(lines, target, Candidate(nearest[: row + 1], own, _UNNAMED, 0.0))


def _repairs_of(lines: LineMatrix, formula: Formula) -> Iterator[Repair]:
    fails = np.flatnonzero(formula.fails)
    if len(fails) != 1 or formula.kind != "sum":
        return
    instance = Instance(formula, int(fails[0]))
    members = formula.lines()
    if has_other_reading(lines, instance) or _has_other_sign(lines, instance):
        return
    if any(_shows_years(lines, line) for line in members):
        return
    size = float(np.nanmax(np.abs(lines.values[list(members), instance.place])))
    cells = sum(1 for line in members if lines.steps[line, instance.place])
    trust = min(formula.trust_without(instance.place), MOST_TRUST)
    for line in members:
        step, written = (float(array[line, instance.place]) for array in (lines.steps, lines.values))
        meant = instance.meant(lines, line)
        if error := typing_error(written, meant, step):
            suspect = SuspectFigure(instance.position(line), meant, error)
            yield Repair(instance, suspect, trust + surprise(error, size / step, cells) + WRONG)


def _has_other_sign(lines: LineMatrix, instance: Instance) -> bool:
    """Return whether the formula holds if one of its terms has the other sign, however small it is."""
    formula, place = instance
    terms = np.array([term.factor * lines.values[term.line, place] for term in formula.terms])
    return bool((np.abs(instance.residual + 2 * terms) <= formula.tolerance[place]).any())


def _judge(analysis: Analysis, repair: Repair) -> Failure | None:
    """Weigh a repair with all formulas that hold at its figure after it, and did not before."""
    instance, suspect, odds = repair
    position = suspect.position
    before = {(formula.by_column, formula.target): formula for formula in analysis.formulas}
    gain, confirmed = 0.0, []
    for formula in analyse(_repaired(analysis.grid, suspect)).formulas:
        line, place = position[::-1] if formula.by_column else position
        same_axis = formula.by_column == instance.formula.by_column
        own = same_axis and formula.target == instance.formula.target
        # A total that adds up the doubtful line confirms that it is a subtotal.
        concerned = line in formula.lines() or (same_axis and instance.formula.target in formula.lines())
        if own or not concerned or formula.trust < TRUSTED or not formula.holds[place]:
            continue
        former = before.get((formula.by_column, formula.target))
        if former is not None and former.lines() != formula.lines() and former.trust >= TRUSTED:
            return None  # the table shows another formula for this line, which the repair would break
        gain += min(formula.trust, MOST_TRUST)
        confirmed.append(Instance(formula, place))
    if not confirmed or odds + gain < _REPORTED or _breaks(analysis, repair):
        return None
    return Failure(instance, odds + gain, (suspect,), tuple(confirmed))


def _breaks(analysis: Analysis, repair: Repair) -> bool:
    """Return whether a trusted formula holds with the figure as it is written."""
    for formula in analysis.formulas:
        line, place = repair.suspect.position[:: -1 if formula.by_column else 1]
        if line in formula.lines() and formula.trust >= TRUSTED and formula.holds[place]:
            return True
    return False


def _repaired(grid: Grid, suspect: SuspectFigure) -> Grid:
    row, column = suspect.position
    value = Decimal(round(suspect.meant)) * grid.unit
    line = tuple(
        entry._replace(value=value) if entry and place == column else entry
        for place, entry in enumerate(grid.rows[row])
    )
    return replace(grid, rows=(*grid.rows[:row], line, *grid.rows[row + 1 :]))
