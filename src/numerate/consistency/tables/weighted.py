"""Averages in the row of a total: the mark of a year group is that of its classes, weighted by their pupils.

The total of one column says that its parts make up the whole, and gives the weights for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.digits import digit_error
from numerate.consistency.tables.formula import Failure, Formula, Instance, SuspectFigure, Term
from numerate.consistency.tables.grid import Flags, LineMatrix, Matrix
from numerate.consistency.tables.labels import is_additive

TRUSTED = 4.0
"""Log-odds from which a total counts as meant, as in `sums`."""
_LEAST_SPREAD = 3.0
"""Units of the last digit over which the parts must spread, before their mean proves anything."""


class WeightedMean(NamedTuple):
    """What a total would be at each place as the mean of its parts, weighted by those of one place."""

    weights: int
    """The place of the weights."""
    expected: Matrix
    residual: Matrix
    """Total less mean; NaN where it cannot be evaluated."""
    tolerance: Matrix
    outside: Flags
    """The places where the total is smaller than all parts or larger than all: no mean at all."""

    @property
    def holds(self) -> Flags:
        """The places where the total is the mean."""
        return np.asarray(np.abs(self.residual) <= self.tolerance)


def weighted_means(lines: LineMatrix, total: Formula) -> Iterator[WeightedMean]:
    """Yield the means of the parts of a total, weighted by each place where it is their sum."""
    members = [term.line for term in total.terms]
    if total.kind != "sum" or len(members) < 2 or any(term.factor != 1 for term in total.terms):
        return
    values, steps = lines.values[members], lines.steps[members]
    known = (steps > 0).all(axis=0) & (lines.steps[total.target] > 0)
    spread = np.ptp(np.nan_to_num(values), axis=0)
    lowest, highest = values.min(axis=0), values.max(axis=0)
    own = lines.values[total.target]
    for place in map(int, np.flatnonzero(total.holds & known & (values > 0).all(axis=0))):
        shares = values[:, place] / values[:, place].sum()
        expected = shares @ values
        # The weights are rounded, too.
        slack = steps[:, place].mean() / values[:, place].mean() / 2
        tolerance = shares @ steps / 2 + lines.steps[total.target] + slack * spread
        usable = known & ~total.holds & (spread >= _LEAST_SPREAD * lines.steps[total.target])
        usable[place] = False
        yield WeightedMean(
            place,
            expected,
            np.where(usable, own - expected, np.nan),
            tolerance,
            usable & ((own < lowest - tolerance) | (own > highest + tolerance)),
        )


def is_weighted_mean(lines: LineMatrix, total: Formula) -> Flags:
    """Return the places where a total is a mean of its parts, weighted by those of another place."""
    means = [mean.holds for mean in weighted_means(lines, total)]
    return np.asarray(np.any(means, axis=0)) if means else np.zeros(len(lines.places), bool)


def weighted_mean_failures(axes: Sequence[LineMatrix], totals: Sequence[Formula]) -> Iterator[Failure]:
    """Yield the averages in the row of a total that are not the weighted mean of its parts.

    It is an error if the figure lies outside of its parts, or if the mean holds in another column; otherwise
    the weights may be others, and it is possible.
    """
    for total in totals:
        lines = axes[total.by_column]
        if total.trust < TRUSTED:
            continue
        failures: dict[int, Failure] = {}
        settled = is_weighted_mean(lines, total)
        for mean in weighted_means(lines, total):
            for place in map(int, np.flatnonzero(~np.isnan(mean.residual) & ~settled)):
                failure = _failure(lines, total, mean, place)
                if failure and (place not in failures or failure.certain):
                    failures[place] = failure
        yield from failures.values()


def _failure(lines: LineMatrix, total: Formula, mean: WeightedMean, place: int) -> Failure | None:
    """Return the failure of a mean, if a typing error explains it and its column shows averages."""
    if is_additive(lines.places[place]) and not lines.percent[total.target, place]:
        return None
    step = float(lines.steps[total.target, place])
    written, nearest = round(lines.values[total.target, place] / step), round(mean.expected[place] / step)
    near = nearest, nearest - 1, nearest + 1
    meant, error = next(
        ((value, error) for value in near if (error := digit_error(written, value))), (0, None)
    )
    if error is None:
        return None
    members = [term.line for term in total.terms]
    weights = lines.values[members, mean.weights]
    terms = tuple(
        Term(line, float(weight)) for line, weight in zip(members, weights / weights.sum(), strict=True)
    )
    formula = Formula(
        "weighted mean",
        total.target,
        terms,
        total.by_column,
        mean.expected,
        mean.residual,
        mean.tolerance,
        0.0,
        mean.weights,
    )
    instance = Instance(formula, place)
    suspect = SuspectFigure(instance.position(total.target), meant * step, error)
    return Failure(instance, 0.0, (suspect,), certain=bool(mean.outside[place] or mean.holds.any()))
