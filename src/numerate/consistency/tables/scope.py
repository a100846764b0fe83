"""The places of a table at which a sum is meant: not where its line shows a level or an average."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from numerate.consistency.tables.evidence import of_one_digit
from numerate.consistency.tables.formula import Formula
from numerate.consistency.tables.grid import Flags, LineMatrix
from numerate.consistency.tables.means import is_weighted_mean
from numerate.consistency.tables.stocks import stock_pairs

_LARGE = 100
"""Units from which a residual that is one off from a typing error may still be one, and rounded."""
_NEARLY = 0.2
"""Relative deviation from a sum up to which a figure that a typing error explains is no mean of its parts."""


def where_meant(lines: LineMatrix, sums: Iterable[Formula]) -> Iterator[Formula]:
    """Yield sums that are evaluated only where their line shows one."""
    openings = stock_pairs(lines.labels)
    for formula in sums:
        opening = openings.get(formula.target)
        if opening in formula.members:
            formula = _without_levels(lines, formula, opening)
        yield _without_averages(lines, formula)


def _without_levels(lines: LineMatrix, formula: Formula, opening: int | None) -> Formula:
    """Return a closing balance that is not evaluated where the movements since its opening are all blank.

    A column with the value of a stock says nothing of what it went through: options and their fair value.
    """
    movements = [line for line in formula.members if line != opening]
    return _not_evaluated(formula, formula.fails & lines.blank[movements].all(axis=0))


def _without_averages(lines: LineMatrix, formula: Formula) -> Formula:
    """Return a total that is not evaluated where its figure is an average of the others.

    The row "Total" of a table often has an age or a rate in one of its columns. Where one wrong digit would
    explain that a total is among its parts, it is still taken for one.
    """
    if formula.prior <= 0 or not formula.fails.any() or not formula.holds.any():
        return formula
    parts = lines.values[formula.members]
    shown = lines.steps[formula.members] > 0
    among = (lines.values[formula.target] >= np.where(shown, parts, np.inf).min(axis=0)) & (
        lines.values[formula.target] <= np.where(shown, parts, -np.inf).max(axis=0)
    )
    units = np.abs(np.nan_to_num(formula.residual)) / np.maximum(lines.steps[formula.target], 1e-9)
    typed = of_one_digit(units)
    # By rounding, the difference may be a unit more or less.
    typed |= (units > _LARGE) & (of_one_digit(units - 1) | of_one_digit(units + 1))
    # If one part is nearly all of it, the mean and the sum are nearly the same.
    near = typed & (np.abs(formula.residual) <= _NEARLY * np.abs(formula.expected))
    averages = formula.fails & ((among & ~typed) | (is_weighted_mean(lines, formula) & ~near))
    return _not_evaluated(formula, averages)


def _not_evaluated(formula: Formula, places: Flags) -> Formula:
    """Return a formula that says nothing at some places."""
    if not places.any():
        return formula
    return replace(
        formula,
        residual=np.where(places, np.nan, formula.residual),
        evidence=np.where(places, 0.0, formula.evidence),
    )
