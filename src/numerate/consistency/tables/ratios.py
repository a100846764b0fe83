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
    Failure,
    Formula,
    FormulaKind,
    Instance,
    SuspectFigure,
    Term,
)
from numerate.consistency.tables.grid import Flags, Grid, LineMatrix, Matrix
from numerate.consistency.tables.labels import (
    is_average,
    is_change,
    is_known_ratio,
    is_share,
    is_total,
    is_weighted,
)

_FARTHEST = 12
"""Lines between a percentage and the figures that it is calculated from."""
_LEAST = 20.0
"""Units of the last digit below which a figure is too coarse to divide by."""
_FAILURE = -6.0
"""Evidence of a place where a formula fails."""
_TRUSTED = 6.0
"""Log-odds from which a formula counts as meant."""
_MOST_TRUST = 7.0
_WRONG = -4.0
_REPORTED = 2.0
"""As in `judge`: trust that counts, odds that a figure is wrong, and odds from which that is reported."""
_MEANT = 6.0
"""Log-odds that a line with the label "Average" is the mean of the lines above."""
_KNOWN = 5.0
"""Log-odds that a percentage is the quotient of two lines whose labels say so: margin, profit, sales."""
_NAMED = 2.0
"""Log-odds that a percentage with the label "Change" is one, or a share with the label "Share"."""
_NOT_MEANT = -2.0
"""Log-odds that it is a weighted mean, or that one with the label "Weighted average" is a plain one."""
_CLEARLY = 3.0
"""Factor by which a failure must exceed what rounding explains."""
_MANY = 5
"""Places at which a formula must hold before a last digit counts as wrong."""
_MOST_WEIGHTS = 20
"""Places whose figures may be the weights of an average."""
_MOST_LINES = 60
"""Lines of a table in which percentages and averages are recalculated."""


def find_ratios(grid: Grid) -> list[tuple[LineMatrix, Formula]]:
    """Return the percentages and averages of a table that its figures give, with the lines they are in."""
    ratios: list[tuple[LineMatrix, Formula]] = []
    unit = float(grid.unit)
    for by_column in (False, True):
        lines = grid.lines(by_column)
        if len(lines) > _MOST_LINES:
            continue
        for target in range(len(lines)):
            formula = _best(lines, target, unit)
            if formula is not None:
                ratios.append((lines, formula))
    return ratios


def ratio_failures(grid: Grid) -> Iterator[Failure]:
    """Yield the percentages and averages that their figures contradict."""
    for lines, formula in find_ratios(grid):
        yield from _failures(lines, formula)


def _best(lines: LineMatrix, target: int, unit: float) -> Formula | None:
    """Return the formula that most places of a line agree on, if it is trusted."""
    if lines.is_empty(target):
        return None
    candidates: list[Formula] = []
    if lines.percent_lines[target]:
        candidates += _percentages(lines, target, 100 / unit)
    if is_average(lines.labels[target]):
        candidates += _averages(lines, target)
    if not candidates:
        return None
    weighed = [_weighed(lines, formula, unit) for formula in candidates]
    formula = max(weighed, key=lambda formula: formula.trust_without_worst)
    # One of many percentages fits by chance; the priors of averages and known ratios say that already.
    tries = 1 if formula.prior >= _KNOWN else len(weighed)
    least = 1 if formula.prior >= _KNOWN else 2
    trust = formula.trust_without_worst - log(tries)
    return formula if trust >= _TRUSTED and formula.holds.sum() >= least else None


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
            if not changes:
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


def _averages(lines: LineMatrix, target: int) -> Iterator[Formula]:
    """Yield the mean of the lines above, back to the start or to a header: plain, or weighted by a place."""
    members: list[int] = []
    for line in range(target - 1, -1, -1):
        if lines.is_empty(line):
            break
        if not is_total(lines.labels[line]) and not is_average(lines.labels[line]):
            members.insert(0, line)
    if len(members) < 2:
        return
    yield _mean(lines, target, members, np.full(len(members), 1 / len(members)))
    for place in range(min(len(lines.places), _MOST_WEIGHTS)):
        weights = lines.values[members, place]
        if (weights >= 0).all() and np.ptp(weights) > 0 and (lines.steps[members, place] > 0).all():
            yield _mean(lines, target, members, weights / weights.sum(), place)


def _mean(
    lines: LineMatrix, target: int, members: list[int], weights: Matrix, base: int | None = None
) -> Formula:
    """Return a mean of lines; `base` is the place of the weights, which is not averaged itself."""
    values, steps = lines.values[members], lines.steps[members]
    expected = weights @ values
    usable = (lines.steps[target] > 0) & (steps > 0).all(axis=0)
    if base is not None:
        usable[base] = False
    residual = np.where(usable, lines.values[target] - expected, np.nan)
    tolerance = weights @ steps / 2 + lines.steps[target]
    if base is not None:  # the weights are rounded, too
        slack = lines.steps[members, base].mean() / max(lines.values[members, base].mean(), 1.0) / 2
        tolerance = tolerance + slack * np.ptp(values, axis=0)
    terms = tuple(Term(line, float(weight)) for line, weight in zip(members, weights, strict=True))
    kind: FormulaKind = "mean" if base is None else "weighted mean"
    prior = _MEANT if is_weighted(lines.labels[target]) == (base is not None) else _NOT_MEANT
    return Formula(kind, target, terms, lines.by_column, expected, residual, tolerance, prior, base)


def _weighed(lines: LineMatrix, formula: Formula, unit: float) -> Formula:
    """Return a formula with the evidence of each place."""
    evidence = np.where(formula.holds, _nats(lines, formula, unit), np.where(formula.fails, _FAILURE, 0.0))
    return replace(formula, evidence=evidence)


def _nats(lines: LineMatrix, formula: Formula, unit: float) -> Matrix:
    """Return the evidence of each place where the formula holds: by chance, it would be up to 50% off."""
    size = np.full(len(lines.places), 50 / unit)
    if formula.kind in ("mean", "weighted mean"):
        size = np.maximum(np.ptp(lines.values[[term.line for term in formula.terms]], axis=0), 1.0)
    chance = np.maximum(size, 1.0) / (2 * np.minimum(formula.tolerance, size) + 1e-9)
    return np.asarray(np.clip(np.log(chance), 0.0, 8.0))


def _failures(lines: LineMatrix, formula: Formula) -> Iterator[Failure]:
    holds, fails = int(formula.holds.sum()), int(formula.fails.sum())
    if not fails or fails > max(1, (holds + fails) / 5):
        return
    for place in map(int, np.flatnonzero(formula.fails)):
        instance = Instance(formula, place)
        clear = abs(instance.residual) > _CLEARLY * formula.tolerance[place]
        small = abs(instance.residual) < 5 * lines.steps[formula.target, place]
        if not clear or (small and formula.prior <= 0 and holds < _MANY):
            continue
        odds = min(formula.trust_without(place), _MOST_TRUST) + _WRONG
        suspects = [_suspect_result(lines, instance), *_suspect_amounts(lines, instance)]
        nats, suspect = max(suspects, key=lambda pair: pair[0])
        if odds + nats >= _REPORTED:
            yield Failure(instance, odds + nats, (suspect,))


def _suspect_result(lines: LineMatrix, instance: Instance) -> tuple[float, SuspectFigure]:
    """Return the percentage or the average as it should be, and the evidence of a typing error in it."""
    formula, place = instance
    written, step = float(lines.values[formula.target, place]), float(lines.steps[formula.target, place])
    nearest = round(float(formula.expected[place]) / step)
    near = nearest, nearest - 1, nearest + 1
    meant = next((value for value in near if digit_error(round(written / step), value)), nearest)
    error = digit_error(round(written / step), meant)
    size = max(abs(written), abs(formula.expected[place])) / step
    # A percentage has few digits: most wrong ones differ from the right one in one of them.
    nats = surprise(error, max(size, 1000.0), 1)
    return nats, SuspectFigure(instance.position(formula.target), meant * step, error)


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
