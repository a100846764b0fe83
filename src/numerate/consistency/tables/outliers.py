"""Rule `table-outlier`: a figure that is a power of ten off from all others of its column or row.

Such a figure may be right, so it is only possible that it is not. A line is judged if its other figures are
nearly alike, and of one kind: those of a column in one unit, or those of a row for several periods.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from statistics import median

from numerate.consistency.diagnosis import Inconsistency
from numerate.consistency.tables.figures import Figure, TableReading, figure_number
from numerate.consistency.tables.labels import is_additive, is_change, is_result, is_total, is_whole

_LEAST_OTHERS = 3
_SPREAD = log10(1.5)
"""How far apart the other figures of a line may lie, in orders of magnitude."""
_NEAR = log10(1.25)
"""How near to a power of ten the ratio to their median must be. Both were chosen on the tables of the
development (`benchmarks/published.py`): 5 of the 532 lines that they judge have such a figure, four of them
in text that is no table; in the others, 65% of figures that were multiplied or divided by ten are found."""
_MOST_ORDERS = 3
_SUM = 0.01
"""Relative deviation up to which a figure is the sum of the others, whatever its label says."""
_MOST_FIGURES = 1000
"""Figures of a line that is judged: longer columns are data rather than statements."""


def find_outliers(text: str, reading: TableReading) -> Iterator[Inconsistency]:
    """Yield the figures that are a power of ten larger or smaller than the others of their line."""
    for label, figures in _lines(reading):
        if _LEAST_OTHERS < len(figures) <= _MOST_FIGURES and (outlier := _outlier(figures)):
            others = [figure for figure in figures if figure is not outlier]
            numbers = [figure_number(text, figure) for figure in (*others[:_LEAST_OTHERS], outlier)]
            message = _message(label, outlier, others)
            yield Inconsistency("table-outlier", tuple(numbers), message, (), numbers[-1], level="possible")


def _lines(reading: TableReading) -> Iterator[tuple[str, list[Figure]]]:
    """Yield the columns whose figures have one unit, and the rows whose figures are of several periods."""
    grid = reading.grid
    rows: dict[int, list[Figure]] = {}
    columns: dict[int, list[Figure]] = {}
    named = (
        [_is_plain(label) for label in grid.row_labels],
        [_is_plain(label) for label in grid.column_labels],
    )
    for (row, column), figure in reading.figures.items():
        plain = named[0][row] and named[1][column] and figure.share is None
        if plain and figure.entry.value and not figure.entry.percent:
            rows.setdefault(row, []).append(figure)
            columns.setdefault(column, []).append(figure)
    for column, figures in columns.items():
        if len({(figure.quantity.symbol, figure.quantity.scale) for figure in figures}) == 1:
            yield grid.column_labels[column], figures
    for row, figures in rows.items():
        periods = {figure.quantity.period for figure in figures}
        if None not in periods and len(periods) == len(figures):
            yield grid.row_labels[row], figures


def _is_plain(label: str) -> bool:
    """Return whether figures with this label are neither totals nor changes nor rates."""
    return is_additive(label) and not (
        is_total(label) or is_whole(label) or is_result(label) or is_change(label)
    )


def _outlier(figures: Sequence[Figure]) -> Figure | None:
    ordered = sorted(figures, key=lambda figure: abs(figure.entry.value))
    for outlier, others in ((ordered[0], ordered[1:]), (ordered[-1], ordered[:-1])):
        sizes = [log10(abs(figure.entry.value)) for figure in others]
        orders = abs(log10(abs(outlier.entry.value)) - median(sizes))
        is_power = 0 < round(orders) <= _MOST_ORDERS and abs(orders - round(orders)) <= _NEAR
        if sizes[-1] - sizes[0] <= _SPREAD and is_power and not _is_sum(outlier, others):
            return outlier
    return None


def _is_sum(figure: Figure, others: Sequence[Figure]) -> bool:
    whole = abs(float(sum(other.entry.value for other in others)))
    return abs(abs(float(figure.entry.value)) - whole) <= _SUM * whole


def _message(label: str, outlier: Figure, others: Sequence[Figure]) -> str:
    smallest, *_, largest = sorted(others, key=lambda figure: abs(figure.entry.value))
    ratio = abs(float(outlier.entry.value)) / median(abs(float(figure.entry.value)) for figure in others)
    factor = f"{10 ** abs(round(log10(ratio))):,}"
    size = f"{factor} times" if ratio > 1 else f"1/{factor} of"
    where = f"{label}: " if label else ""
    return f"{where}{outlier.text} is about {size} the other figures, {smallest.text} to {largest.text}."
