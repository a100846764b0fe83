"""Means of lines, plain or weighted by the figures of one place.

A line with the label "Average" or "Mean" is one of the lines above it. In the row of a total, an average is
weighted by what is added up: the mark of a year group is that of its classes, weighted by their pupils.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from numerate.consistency.tables.formula import (
    TRUSTED,
    Calculation,
    Failure,
    Formula,
    FormulaKind,
    Instance,
    Term,
)
from numerate.consistency.tables.grid import Flags, LineMatrix, Matrix
from numerate.consistency.tables.labels import is_additive, is_average, is_total, is_weighted

_MEANT = 6.0
"""Log-odds that a line with the label "Average" is the mean of the lines above."""
_NOT_MEANT = -2.0
"""Log-odds that it is a weighted mean, or that one with the label "Weighted average" is a plain one."""
_MOST_WEIGHTS = 20
"""Places whose figures may be the weights of an average."""
_LEAST_SPREAD = 3.0
"""Units of the last digit over which parts must spread, before their mean in the row of a total proves
anything."""


def averages(lines: LineMatrix, target: int) -> Iterator[Formula]:
    """Yield the mean of the lines above, back to the start or to a header: plain, or weighted by a place."""
    members: list[int] = []
    for line in range(target - 1, -1, -1):
        if lines.is_empty(line):
            break
        if not is_total(lines.labels[line]) and not is_average(lines.labels[line]):
            members.insert(0, line)
    if len(members) < 2:
        return
    priors = (_NOT_MEANT, _MEANT) if is_weighted(lines.labels[target]) else (_MEANT, _NOT_MEANT)
    yield _mean(lines, target, members, np.full(len(members), 1 / len(members)), None, priors[0])
    for place in range(min(len(lines.places), _MOST_WEIGHTS)):
        weights = lines.values[members, place]
        if (weights >= 0).all() and np.ptp(weights) > 0 and (lines.steps[members, place] > 0).all():
            yield _mean(lines, target, members, weights / weights.sum(), place, priors[1])


def _mean(
    lines: LineMatrix, target: int, members: list[int], weights: Matrix, base: int | None, prior: float
) -> Formula:
    """Return a mean of lines; `base` is the place of the weights, which is not averaged itself."""
    values, steps = lines.values[members], lines.steps[members]
    expected = weights @ values
    usable = (lines.steps[target] > 0) & (steps > 0).all(axis=0)
    tolerance = weights @ steps / 2 + lines.steps[target]
    if base is not None:
        usable[base] = False
        # The weights are rounded, too.
        slack = steps[:, base].mean() / max(values[:, base].mean(), 1.0) / 2
        tolerance = tolerance + slack * np.ptp(values, axis=0)
    residual = np.where(usable, lines.values[target] - expected, np.nan)
    terms = tuple(Term(line, float(weight)) for line, weight in zip(members, weights, strict=True))
    kind: FormulaKind = "mean" if base is None else "weighted mean"
    return Formula(kind, target, terms, lines.by_column, expected, residual, tolerance, prior, base)


def is_weighted_mean(lines: LineMatrix, total: Formula) -> Flags:
    """Return the places where a total is a mean of its parts, weighted by those of another place."""
    means = [mean.holds for mean in _means_of_parts(lines, total)]
    return np.asarray(np.any(means, axis=0)) if means else np.zeros(len(lines.places), bool)


def find_means_of_parts(lines: LineMatrix, totals: Sequence[Formula]) -> Iterator[Calculation]:
    """Yield the averages in the row of a total: means of its parts, weighted by a place where they add up.

    One that fails is an error if it can be no mean of its parts, or if the mean holds in another column;
    otherwise the weights may be others, and it is possible.
    """
    for total in totals:
        if total.trust < TRUSTED:
            continue
        means = list(_means_of_parts(lines, total))
        if not means:
            continue
        settled = np.any([mean.holds for mean in means], axis=0)
        failures: dict[int, Failure] = {}
        for mean in means:
            for place in map(int, np.flatnonzero(~np.isnan(mean.residual) & ~settled)):
                failure = _failure(lines, Instance(mean, place))
                if failure and (place not in failures or failure.certain):
                    failures[place] = failure
        yield from (Calculation(failure.instance.formula, (failure,)) for failure in failures.values())
        yield from (Calculation(mean, ()) for mean in means if mean.holds.any())


def _means_of_parts(lines: LineMatrix, total: Formula) -> Iterator[Formula]:
    """Yield the means of the parts of a total, weighted by each place where it is their sum."""
    members = total.members
    if total.kind != "sum" or len(members) < 2 or any(term.factor != 1 for term in total.terms):
        return
    values, steps = lines.values[members], lines.steps[members]
    known = (steps > 0).all(axis=0) & (lines.steps[total.target] > 0)
    spread = np.ptp(np.nan_to_num(values), axis=0) >= _LEAST_SPREAD * lines.steps[total.target]
    for place in map(int, np.flatnonzero(total.holds & known & (values > 0).all(axis=0))):
        weights = values[:, place] / values[:, place].sum()
        mean = _mean(lines, total.target, members, weights, place, 0.0)
        mean.residual[total.holds | ~spread] = np.nan
        yield mean


def _failure(lines: LineMatrix, instance: Instance) -> Failure | None:
    """Return the failure of a mean, if a typing error explains it and its column shows averages."""
    mean, place = instance
    if is_additive(lines.places[place]) and not lines.percent[mean.target, place]:
        return None
    suspect = instance.misprint(lines, mean.target, float(mean.expected[place]), within=1.5)
    if suspect is None:
        return None
    parts, own = lines.values[mean.members, place], lines.values[mean.target, place]
    certain = mean.holds.any() or _is_no_mean(parts, own, mean.tolerance[place])
    return Failure(instance, 0.0, (suspect,), certain=bool(certain))


def _is_no_mean(parts: Matrix, own: float, slack: float) -> bool:
    """Return whether a figure is smaller than all its parts, or larger, and not their sum either.

    Percentages of sales add up, and where lines are left out, their total is larger than the sum.
    """
    is_between = parts.max() + slack < own < parts.sum() - slack
    return bool((parts >= 0).all() and (own < parts.min() - slack or is_between))
