"""Evidence of the figures of a table for sums at every place, in nats.

That a sum holds at one place by chance has a probability of about its rounding tolerance, relative to the
size of the figures. Many sums for one target are weighed at once: they are the rows of the arrays here, and
places the columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from numerate.consistency.tables.grid import Flags, Indices, LineMatrix, Matrix

_FAILURE = -6.0
"""Evidence of a place where a sum fails: log of how often a figure of a table is wrong."""
_MOST = 12.0
"""Evidence of one place at most."""
_INEXACT = -2.5
"""Evidence of a sum that holds at several places, and is off by a unit or more at each. Of the annual reports
of the development (`benchmarks/published.py`), one table in a hundred rounds."""
_DEVIATIONS = 2.9
"""Standard deviations of the rounding error of a sum that is still taken for rounding."""


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums for one target, one a row."""

    expected: Matrix
    """What the target should be."""
    residual: Matrix
    """Target less expected; NaN where it cannot be evaluated."""
    tolerance: Matrix
    """The largest residual that rounding explains."""
    size: Matrix
    """The largest figure."""
    parts: Matrix
    """How many figures that are not zero are added up."""
    difference: Matrix
    """The largest difference to the neighbouring place that is most alike."""
    grain: Matrix
    """The power of ten that all figures are multiples of: round figures add up by chance."""
    step: Matrix
    """The last digit of the target, by place."""

    def __getitem__(self, rows: Indices) -> Sums:
        return Sums(
            self.expected[rows],
            self.residual[rows],
            self.tolerance[rows],
            self.size[rows],
            self.parts[rows],
            self.difference[rows],
            self.grain[rows],
            self.step,
        )

    @cached_property
    def holds(self) -> Flags:
        """The places where a sum holds within rounding."""
        return np.asarray(np.abs(self.residual) <= self.tolerance)

    @cached_property
    def fails(self) -> Flags:
        """The places where it does not."""
        return np.asarray(np.abs(self.residual) > self.tolerance)

    def evidence(self) -> Matrix:
        """Return the evidence of each place.

        A failure counts less against a sum if one wrong digit would explain it.
        """
        nats = self._information(np.where(self.holds, self.residual, self.tolerance)) + self._inexact()
        failures = _FAILURE + self._explained_by_digit(nats) if self.fails.any() else 0.0
        return np.asarray(np.where(self.holds, nats, np.where(self.fails, failures, 0.0)))

    def _inexact(self) -> Matrix:
        """Return what a sum that is exact nowhere loses at each place where it holds."""
        exact = self.holds & (np.abs(self.residual) < np.maximum(self.step, 1.0))
        places = self.holds.sum(axis=1)
        loss = np.where((places > 1) & ~exact.any(axis=1), _INEXACT / np.maximum(places, 1), 0.0)
        return np.asarray(loss[:, None])

    def nats_within_tolerance(self) -> Matrix:
        """Return the evidence of each place if the sum held there, just within rounding."""
        return self._information(self.tolerance)

    def _information(self, deviation: Matrix) -> Matrix:
        """Return how many nats of evidence it is that a sum holds up to `deviation`.

        Where all parts but one are zero, the total repeats that part: likely enough without any formula. A
        place that hardly differs from the next adds nothing: what holds at one of them holds at both.
        """
        step = np.maximum(self.step, 1.0)
        slack = 2 * np.abs(deviation) + np.maximum(step, self.grain)
        nats = np.log(np.maximum(self.size, step) / slack)
        single = self.parts <= 1
        fresh = np.log(np.maximum(self.difference, step) / slack)
        first = np.argmax(np.where(single | np.isnan(nats), -1.0, nats), axis=1)[:, None]
        np.put_along_axis(fresh, first, np.take_along_axis(nats, first, axis=1), axis=1)
        nats = np.clip(np.nan_to_num(np.minimum(nats, fresh), nan=0.0), 0.0, _MOST)
        return np.asarray(np.where(single, np.minimum(nats, 1.0), nats))

    def _explained_by_digit(self, nats: Matrix) -> Matrix:
        """Return the evidence of residuals that one wrong digit, or two swapped ones, leave: 300, 9, 270.

        Where other sums are off by a unit, such a residual may be, too: 301, 269.
        """
        units = np.abs(np.nan_to_num(self.residual)) / np.maximum(self.step, 1e-9)
        evidence = np.where(of_one_digit(units), np.clip(nats - 2.5, 0.0, 5.0), 0.0)
        rounded = (self.holds & (self.residual != 0)).any(axis=1)
        if rounded.any():
            near = (of_one_digit(units - 1) | of_one_digit(units + 1)) & (units > 10) & rounded[:, None]
            evidence = np.maximum(evidence, np.where(near, np.clip(nats - 3.5, 0.0, 4.0), 0.0))
        return np.asarray(evidence)


def of_one_digit(units: Matrix) -> Flags:
    """Return which differences, in units of the last digit, a wrong digit or two swapped ones leave."""
    for _ in range(12):
        units = np.where((units > 0) & (units % 10 == 0), units / 10, units)
    return np.asarray((units == np.rint(units)) & ((units <= 9) | ((units % 9 == 0) & (units <= 81))))


def sum_of(lines: LineMatrix, target: int, members: Indices, signs: Matrix) -> Sums:
    """Return one sum over lines, each with its sign."""
    sums = _sums(lines, target, members, signs, lambda ufunc, array: ufunc.reduce(array, axis=0)[None])
    if signs.sum() != 1 or len(signs) == 1:
        return sums
    return replace(sums, size=_paired_size(lines.values[members], lines.values[target], signs))


def _paired_size(figures: Matrix, value: Matrix, signs: Matrix) -> Matrix:
    """Return how far figures on both sides of a sum are apart, if they are paired: 441 − 442 + 890 = 889.

    Where they are alike in pairs, such a sum holds by chance.
    """
    added = np.sort(figures[signs > 0], axis=0)
    rest = np.sort(np.vstack([figures[signs < 0], value]), axis=0)
    return np.asarray(np.abs(added - rest).max(axis=0))[None]


def running_sums(lines: LineMatrix, target: int, members: Indices, signs: Matrix) -> Sums:
    """Return the sums over the first line, the first two lines, and so on."""
    return _sums(lines, target, members, signs, lambda ufunc, array: ufunc.accumulate(array, axis=0))


def may_hold(lines: LineMatrix, target: int, members: Indices, signs: Matrix) -> Flags:
    """Return which of the running sums hold at some place, if all rounding errors add up."""
    expected = (signs[:, None] * lines.values[members]).cumsum(axis=0)
    tolerance = (lines.steps[members].cumsum(axis=0) + lines.steps[target]) / 2
    return np.asarray((np.abs(lines.values[target] - expected) <= tolerance).any(axis=1))


def most_evidence(lines: LineMatrix) -> float:
    """Return the most evidence that any sum of these lines can have: that of an exact one at every place.

    A sum spans no more than twice the largest figure of a place (`_size`), in units of at least one.
    """
    largest = np.nan_to_num(np.abs(lines.values)).max(axis=0, initial=1.0)
    return float(np.log(2 * np.maximum(largest, 1.0)).clip(max=_MOST).sum())


def differences_from_last(lines: LineMatrix, target: int, members: Indices) -> Sums:
    """Return, for the first line, the first two and so on, the last of them less the others."""
    plain = running_sums(lines, target, members, np.ones(len(members)))
    expected = 2 * lines.values[members] - plain.expected
    residual = np.where(np.isnan(plain.residual), np.nan, lines.values[target] - expected)
    return replace(plain, expected=expected, residual=residual)


def _sums(
    lines: LineMatrix,
    target: int,
    members: Indices,
    signs: Matrix,
    fold: Callable[[np.ufunc, Matrix], Matrix],
) -> Sums:
    figures = lines.values[members]
    values = signs[:, None] * figures
    steps = np.where(values != 0, lines.steps[members], 0.0)
    own, value = lines.steps[target], lines.values[target]
    expected = fold(np.add, values)
    spread = rounding_error(fold(np.add, steps**2), own, _DEVIATIONS)
    tolerance = np.minimum((fold(np.add, steps) + own) / 2, spread)
    if lines.count.any():
        counted = fold(np.logical_and, lines.count[members] | (lines.steps[members] == 0))
        tolerance = np.where(counted & lines.count[target], 0.0, tolerance)
    residual = value - expected
    # A dash is no total: it may stand for zero, or for nothing.
    shown = (own > 0) & (fold(np.add, (~lines.blank[members]).astype(np.float64)) > 0)
    if lines.rate_places.any():
        largest = fold(np.maximum, figures)
        shown &= ~lines.rate_places | _is_share_of_whole(lines, expected, tolerance, value, largest)
    return Sums(
        expected,
        np.where(shown, residual, np.nan),
        tolerance,
        _size(figures, value, fold, balanced=fold(np.add, signs[:, None]) == 1),
        fold(np.add, (figures != 0).astype(np.float64)),
        _least_difference(np.maximum(fold(np.maximum, _steps_between(figures)), _steps_between(value[None]))),
        _finite(np.minimum(fold(np.minimum, lines.grains[members]), lines.grains[target])),
        own,
    )


def rounding_error(squares: Matrix, own: Matrix, deviations: float) -> Matrix:
    """Return the largest rounding error of a sum that is taken for one, from the squares of its last digits.

    Each figure is off by up to half a unit of its last digit; of many, that all are off the same way does
    not happen. The sum itself is rounded, too.
    """
    return np.asarray(deviations * np.sqrt(squares / 12) + own / 2)


def _size(
    figures: Matrix, value: Matrix, fold: Callable[[np.ufunc, Matrix], Matrix], balanced: Flags
) -> Matrix:
    """Return the largest figure; or, where figures that are all alike give a sum that holds, their spread.

    That is so where one figure more is added than subtracted: 66 + 67 − 66 = 67.
    """
    largest = np.maximum(fold(np.maximum, np.abs(figures)), np.abs(value))
    return np.asarray(np.where(balanced, fold(np.maximum, np.abs(figures - value)), largest))


def _is_share_of_whole(
    lines: LineMatrix, expected: Matrix, tolerance: Matrix, value: Matrix, largest: Matrix
) -> Flags:
    """Return the places of percentages that add up to 100%, by their total or by their parts.

    A change or a rate of the whole lies among those of its parts.
    """
    whole = 100 / lines.unit
    composed = (value == whole) | (np.abs(expected - whole) <= tolerance)
    return np.asarray(composed & (value > largest) & ~lines.change_places)


def _steps_between(figures: Matrix) -> Matrix:
    """Return how far figures at neighbouring places are apart."""
    return np.nan_to_num(np.abs(np.diff(figures, axis=1)), nan=np.inf)


def _finite(grains: Matrix) -> Matrix:
    return np.asarray(np.where(np.isinf(grains), 1.0, grains))


def _least_difference(between: Matrix) -> Matrix:
    """Return, by place, the smaller of the differences to both neighbours."""
    edge = np.full((len(between), 1), np.inf)
    return np.asarray(np.minimum(np.hstack([between, edge]), np.hstack([edge, between])))
