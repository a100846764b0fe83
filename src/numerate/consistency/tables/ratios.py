"""Percentages of a table that do not follow from its figures: shares, ratios, changes; and averages.

A percentage may be the ratio of two other lines at the same place, the change from one to the other, or the
share of a figure in the total of its line. Which of these is meant is what most places agree on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

import numpy as np

from numerate.consistency.tables.digits import digit_error, edit_within, surprise
from numerate.consistency.tables.formula import (
    MOST_TRUST,
    WRONG,
    Calculation,
    Failure,
    Formula,
    FormulaKind,
    Instance,
    SuspectFigure,
    Term,
)
from numerate.consistency.tables.grid import Flags, LineMatrix, Matrix
from numerate.consistency.tables.labels import is_average, is_change, is_known_ratio, is_share
from numerate.consistency.tables.means import averages

_FARTHEST = 12
"""Lines between a percentage and the figures that it is calculated from."""
_LEAST = 20.0
"""Units of the last digit below which a figure is too coarse to divide by."""
_FAILURE = -6.0
"""Evidence of a place where a formula fails."""
_TRUSTED_RATIO = 6.0
"""Log-odds from which a percentage counts as meant: there are more ways to calculate one than a sum."""
_REPORTED = 2.0
"""Log-odds from which a failure is reported as an error."""
_KNOWN = 5.0
"""Log-odds that a percentage is the quotient of two lines whose labels say so: margin, profit, sales."""
_NAMED = 2.0
"""Log-odds that a percentage with the label "Change" is one, or a share with the label "Share"."""
_CLEARLY = 3.0
"""Factor by which a failure must exceed what rounding explains."""
_MANY = 5
"""Places at which a formula must hold before a last digit counts as wrong."""
_MOST_LINES = 60
"""Lines of a table in which percentages and averages are recalculated."""


def find_ratios(lines: LineMatrix) -> Iterator[Calculation]:
    """Yield the percentages and averages among some lines that their figures give."""
    if len(lines) > _MOST_LINES:
        return
    for target in range(len(lines)):
        formula = _best(lines, target)
        if formula is not None:
            yield Calculation(formula, tuple(_failures(lines, formula)))


def _best(lines: LineMatrix, target: int) -> Formula | None:
    """Return the formula that most places of a line agree on, if it is trusted."""
    if lines.is_empty(target):
        return None
    candidates: list[Formula] = []
    if lines.percent_lines[target]:
        candidates += _percentages(lines, target, 100 / lines.unit)
    if is_average(lines.labels[target]):
        candidates += averages(lines, target)
    if not candidates:
        return None
    weighed = [_weighed(lines, formula) for formula in candidates]
    formula = max(weighed, key=lambda formula: formula.trust_without_worst)
    # One of many percentages fits by chance; the priors of averages and known ratios say that already.
    tries = 1 if formula.prior >= _KNOWN else len(weighed)
    least = 1 if formula.prior >= _KNOWN else 2
    trust = formula.trust_without_worst - log(tries)
    return formula if trust >= _TRUSTED_RATIO and formula.holds.sum() >= least else None


def _percentages(lines: LineMatrix, target: int, hundred: float) -> Iterator[Formula]:
    """Yield the shares, ratios and changes that a line of percentages may be."""
    near = range(max(0, target - _FARTHEST), min(len(lines), target + _FARTHEST + 1))
    amounts = [line for line in near if not lines.percent_lines[line] and not lines.is_empty(line)]
    changes = is_change(lines.labels[target])
    for first in amounts:
        values, steps = lines.values[first], lines.steps[first]
        for base in np.flatnonzero(np.abs(lines.values[target] - hundred) <= lines.steps[target] / 2):
            if not changes and lines.percent[target, base]:
                whole, own = np.full_like(values, values[base]), np.full_like(steps, steps[base])
                yield _ratio(
                    lines, "share", target, (first,), (values, whole, steps, own), hundred, int(base)
                )
        if is_share(lines.labels[target]) and not changes:
            yield _share_of_sum(lines, target, first, hundred)
        for second in amounts:
            if first == second:
                continue
            pair = values, lines.values[second], steps, lines.steps[second]
            # A variance in percent is the quotient of the variance and the budget.
            if not changes or is_change(lines.labels[first]):
                yield _ratio(lines, "ratio", target, (first, second), pair, hundred)
            yield _ratio(lines, "percent change", target, (first, second), pair, hundred)


def _share_of_sum(lines: LineMatrix, target: int, first: int, hundred: float) -> Formula:
    """Return the share of each figure in all of its line, or in the last, if it is the sum of the others."""
    values, steps = np.nan_to_num(lines.values[first]), lines.steps[first]
    base = int(np.flatnonzero(steps > 0)[-1]) if (steps > 0).any() else 0
    is_total = 2 * values[base] == values.sum() and lines.values[target, base] != hundred
    whole = np.full_like(values, values[base] if is_total else values[lines.steps[target] > 0].sum())
    own = np.full_like(steps, steps.max())
    pair = lines.values[first], whole, steps, own
    return _ratio(lines, "share", target, (first,), pair, hundred, base if is_total else None)


def _ratio(
    lines: LineMatrix,
    kind: FormulaKind,
    target: int,
    members: tuple[int, ...],
    pair: tuple[Matrix, Matrix, Matrix, Matrix],
    hundred: float,
    base: int | None = None,
) -> Formula:
    above, below, above_step, below_step = pair
    usable = _usable(lines, target, above, below, below_step)
    if kind == "percent change":
        usable &= (above >= 0) & (below > 0)
    if base is not None:
        usable[base] = False
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = above / below
        slack = (above_step + np.abs(quotient) * below_step) / 2 / np.abs(below)
    expected = hundred * (quotient - 1 if kind == "percent change" else quotient)
    if kind == "ratio" and np.sign(expected[usable] * lines.values[target, usable]).sum() < 0:
        expected = -expected  # an allowance may be shown as negative, and its rate as positive
    # Writers round or truncate what they calculate.
    tolerance = hundred * slack + lines.steps[target]
    residual = np.where(usable, lines.values[target] - expected, np.nan)
    terms = tuple(Term(line) for line in members)
    prior = _prior(kind, lines.labels[target], *(lines.labels[line] for line in members))
    return Formula(kind, target, terms, lines.by_column, expected, residual, tolerance, prior, base)


def _prior(kind: FormulaKind, label: str, above: str, below: str = "") -> float:
    """Return the log-odds that the labels give to a percentage."""
    if kind == "ratio":
        return _KNOWN if is_known_ratio(label, above, below) else 0.0
    return _NAMED if (is_change if kind == "percent change" else is_share)(label) else 0.0


def _usable(lines: LineMatrix, target: int, above: Matrix, below: Matrix, below_step: Matrix) -> Flags:
    known = (lines.steps[target] > 0) & ~np.isnan(above) & ~np.isnan(below)
    return np.asarray(known & (below_step > 0) & (np.abs(below) >= _LEAST * below_step))


def _weighed(lines: LineMatrix, formula: Formula) -> Formula:
    """Return a formula with the evidence of each place."""
    evidence = np.where(formula.holds, _nats(lines, formula), np.where(formula.fails, _FAILURE, 0.0))
    return replace(formula, evidence=evidence)


def _nats(lines: LineMatrix, formula: Formula) -> Matrix:
    """Return the evidence of each place where the formula holds: by chance, it would be up to 50% off."""
    size = np.full(len(lines.places), 50 / lines.unit)
    if formula.kind in ("mean", "weighted mean"):
        size = np.maximum(np.ptp(lines.values[formula.members], axis=0), 1.0)
    chance = np.maximum(size, 1.0) / (2 * np.minimum(formula.tolerance, size) + 1e-9)
    return np.asarray(np.clip(np.log(chance), 0.0, 8.0))


def _failures(lines: LineMatrix, formula: Formula) -> Iterator[Failure]:
    holds = int(formula.holds.sum())
    if not formula.fails_rarely:
        return
    for place in map(int, np.flatnonzero(formula.fails)):
        instance = Instance(formula, place)
        clear = abs(instance.residual) > _CLEARLY * formula.tolerance[place]
        small = abs(instance.residual) < 5 * lines.steps[formula.target, place]
        if not clear or (small and formula.prior <= 0 and holds < _MANY):
            continue
        odds = min(formula.trust_without(place), MOST_TRUST) + WRONG
        suspects = [_suspect_result(lines, instance), *_suspect_amounts(lines, instance)]
        nats, suspect = max(suspects, key=lambda pair: pair[0])
        if odds + nats >= _REPORTED:
            yield Failure(instance, odds + nats, (suspect,))


def _suspect_result(lines: LineMatrix, instance: Instance) -> tuple[float, SuspectFigure]:
    """Return the percentage or the average as it should be, and the evidence of a typing error in it."""
    formula, place = instance
    step, expected = float(lines.steps[formula.target, place]), float(formula.expected[place])
    suspect = instance.misprint(lines, formula.target, expected, within=1.5)
    if suspect is None:
        suspect = SuspectFigure(instance.position(formula.target), round(expected / step) * step, None)
    size = max(abs(float(lines.values[formula.target, place])), abs(expected)) / step
    # A percentage has few digits: most wrong ones differ from the right one in one of them.
    return surprise(suspect.error, max(size, 1000.0), 1), suspect


def _suspect_amounts(lines: LineMatrix, instance: Instance) -> Iterator[tuple[float, SuspectFigure]]:
    """Yield the amounts in which a typing error explains the percentage, which gives them only roughly."""
    formula, place = instance
    if formula.kind not in ("ratio", "percent change"):
        return
    above, below = (term.line for term in formula.terms)
    stated = float(lines.values[formula.target, place])
    slack = float(lines.steps[formula.target, place])
    ratios = [
        (value / 100 * lines.unit) + (formula.kind == "percent change")
        for value in (stated - slack, stated + slack)
    ]
    if min(ratios) <= 0:
        return
    for line, other, factors in ((above, below, ratios), (below, above, [1 / ratio for ratio in ratios])):
        written, step = float(lines.values[line, place]), float(lines.steps[line, place])
        low, high = sorted(float(lines.values[other, place]) * factor / step for factor in factors)
        meant = edit_within(round(written / step), low, high)
        if meant is not None and (error := digit_error(round(written / step), meant)):
            nats = surprise(error, max(abs(written) / step, high), 1) - log(max(high - low, 1.0))
            yield nats, SuspectFigure(instance.position(line), meant * step, error)
