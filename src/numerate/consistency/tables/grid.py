"""The figures of a table as a plain grid: values, the precision they are written with, and labels.

Formulas are inferred on `LineMatrix`: the rows of a grid, or its columns, as the lines of a matrix.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerate.consistency.tables.labels import is_additive, is_change

Matrix = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]
_LARGEST = 2.0**53
"""Values are counted in the smallest written unit; beyond this, floats are no longer exact."""
_MOST_ZEROS = 12
"""Zeros at the end of a figure that are counted."""


class Entry(NamedTuple):
    """A figure of a table."""

    value: Decimal
    """With its sign: (12) is −12."""
    step: Decimal
    """The value of one unit in the last written digit."""
    percent: bool = False
    known: bool = True
    """Whether there is a figure; "n/a" is an entry whose value is not known."""
    counted: bool = False
    """Whether it counts something, so that it is not rounded."""


UNKNOWN = Entry(Decimal(0), Decimal(1), known=False)
"""What stands in a cell that has content but no figure."""
_BLANK = Entry(Decimal(0), Decimal(0))
"""What an empty cell adds to a sum."""


@dataclass(frozen=True)
class Grid:
    """The body of a table. A cell that is empty is None."""

    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    rows: tuple[tuple[Entry | None, ...], ...]

    def lines(self, by_column: bool = False) -> LineMatrix:
        """Return the rows, or the columns, as lines."""
        return self._axes[by_column]

    @cached_property
    def _axes(self) -> tuple[LineMatrix, LineMatrix]:
        values, steps, blank, percent, count = self._arrays
        rows = LineMatrix(
            self.row_labels,
            self.column_labels,
            values,
            steps,
            blank,
            percent,
            count,
            by_column=False,
            unit=float(self.unit),
        )
        return rows, rows.transposed()

    @cached_property
    def unit(self) -> Decimal:
        """The smallest unit that any figure is written with."""
        steps = {entry.step for row in self.rows for entry in row if entry and entry.known}
        return min(steps - {Decimal(0)}, default=Decimal(1))

    @cached_property
    def _arrays(self) -> tuple[Matrix, Matrix, Flags, Flags, Flags]:
        shape = len(self.rows), len(self.column_labels)
        values, steps = np.zeros(shape), np.zeros(shape)
        blank, percent, count = (np.zeros(shape, bool) for _ in range(3))
        unit = self.unit
        for i, row in enumerate(self.rows):
            entries = [entry or _BLANK for entry in row]
            values[i] = [float(entry.value / unit) for entry in entries]
            steps[i] = [float(entry.step / unit) for entry in entries]
            percent[i] = [entry.percent for entry in entries]
            count[i] = [entry.counted for entry in entries]
            blank[i] = [entry is _BLANK for entry in entries]
            values[i, [not entry.known for entry in entries]] = np.nan
        values[np.abs(values) >= _LARGEST] = np.nan
        unknown = np.isnan(values)
        steps[unknown] = 0.0
        percent[unknown] = count[unknown] = False
        # A whole of 100% is exact, however many digits its parts have.
        steps[percent & (values == float(100 / unit))] = steps[percent & (steps > 0)].min(initial=np.inf)
        return values, steps, blank, percent, count


@dataclass(frozen=True)
class LineMatrix:
    """The lines of a matrix, between which formulas are looked for; each formula has one instance a place.

    Of a table's rows, the places are its columns; of its columns, they are its rows.
    """

    labels: tuple[str, ...]
    places: tuple[str, ...]
    values: Matrix
    """In units of the grid; a blank cell is zero, an unknown one NaN."""
    steps: Matrix
    """Units of the last written digit; zero for a blank cell."""
    blank: Flags
    percent: Flags
    count: Flags
    by_column: bool
    unit: float = 1.0
    """The unit of the grid."""
    adding: Flags | None = None
    """Places of percentages among amounts that were found to add up, too: percentages of sales."""

    def __len__(self) -> int:
        return len(self.labels)

    def transposed(self) -> LineMatrix:
        """Return the lines of the other direction."""
        return replace(
            self,
            labels=self.places,
            places=self.labels,
            values=self.values.T,
            steps=self.steps.T,
            blank=self.blank.T,
            percent=self.percent.T,
            count=self.count.T,
            by_column=not self.by_column,
        )

    def at(self, places: Indices) -> LineMatrix:
        """Return the same lines at some of the places."""
        return LineMatrix(
            self.labels,
            tuple(self.places[place] for place in places),
            self.values[:, places],
            self.steps[:, places],
            self.blank[:, places],
            self.percent[:, places],
            self.count[:, places],
            self.by_column,
            self.unit,
            None if self.adding is None else self.adding[places],
        )

    def with_adding(self, adding: Flags) -> LineMatrix:
        """Return the same lines, with places of percentages that add up."""
        return replace(self, adding=adding)

    def sample(self, most: int) -> LineMatrix:
        """Return the lines at the places that show most figures, as many as `most`."""
        if len(self.places) <= most:
            return self
        fullest = np.argsort(-(self.steps > 0).sum(axis=0), kind="stable")[:most]
        return self.at(np.sort(fullest))

    @cached_property
    def percent_lines(self) -> Flags:
        """The lines whose figures are percentages; often only the first and the last have the sign."""
        shown = self.steps > 0
        first = self.percent[shown.argmax(axis=0), np.arange(len(self.places))]
        amounts = ~first if not self.by_column and not first.all() else np.ones_like(first)
        if not self.by_column and self._is_enclosed_by_percent(shown):
            return np.ones(len(self), bool)
        shown, percent = shown[:, amounts], self.percent[:, amounts]
        many = 2 * percent.sum(axis=1) > np.maximum(shown.sum(axis=1), 1)
        return np.asarray(many | percent[np.arange(len(self)), shown.argmax(axis=1)])

    def _is_enclosed_by_percent(self, shown: Flags) -> bool:
        """Return whether all figures of the first and the last line with any have a percent sign."""
        filled = np.flatnonzero(shown.any(axis=1))
        ends = filled[[0, -1]] if len(filled) else filled
        return bool(len(ends) and (self.percent[ends] | ~shown[ends]).all())

    @cached_property
    def percent_places(self) -> Flags:
        """The places with percentages or rates among lines of amounts."""
        amounts = ~self.percent_lines
        if 2 * amounts.sum() < len(self.labels):
            return np.zeros(len(self.places), bool)
        rates = np.array([not is_additive(label) for label in self.places], bool)
        return np.asarray(self.percent[amounts].any(axis=0) | rates)

    @cached_property
    def change_places(self) -> Flags:
        """The places that show changes in percent, which never add up."""
        changes = np.array([is_change(label) for label in self.places], bool)
        return np.asarray(self.percent_places & changes)

    @cached_property
    def rate_places(self) -> Flags:
        """The places of percentages that do not add up, unless they are the shares of a whole."""
        return self.percent_places if self.adding is None else self.percent_places & ~self.adding

    @cached_property
    def grains(self) -> Matrix:
        """The largest power of ten, in last digits, that each figure is a multiple of; infinite for zero."""
        grains = np.where(self.steps > 0, self.steps, 1.0)
        digits = np.abs(np.nan_to_num(self.values)) / grains
        for _ in range(_MOST_ZEROS):
            rounder = (digits > 0) & (digits % 10 == 0)
            if not rounder.any():
                break
            digits = np.where(rounder, digits / 10, digits)
            grains = np.where(rounder, grains * 10, grains)
        return np.where(digits > 0, grains, np.inf)

    def is_empty(self, line: int) -> bool:
        """Return whether a line has no figure."""
        return bool(self.blank[line].all())

    def others(self, line: int) -> list[int]:
        """Return all other lines that have figures."""
        return [other for other in range(len(self)) if other != line and not self.is_empty(other)]
