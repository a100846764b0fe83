"""Rule `table-table`: a figure that two tables of a document state with different values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from numerate.consistency.relation import Correction, Inconsistency
from numerate.consistency.tables.digits import REASONS, DigitError, digit_error
from numerate.consistency.tables.figures import Figure, TableReading, figure_number, write_like
from numerate.consistency.tables.prose import words_of

_AGREEING = 3
"""Figures that two tables must share before one in which they differ is an error."""
_MOST_TABLES = 200


class FigureName(NamedTuple):
    """What a figure is called: row, column or period, and unit."""

    row: tuple[str, ...]
    column: str
    unit: str | None


def find_between_tables(text: str, readings: Sequence[TableReading]) -> Iterator[Inconsistency]:
    """Yield the figures in which two tables differ that otherwise agree."""
    named = [_named(reading) for reading in readings[:_MOST_TABLES]]
    for (first, left), (second, right) in combinations(zip(readings, named, strict=False), 2):
        shared = left.keys() & right.keys()
        differing = [name for name in shared if _differ(left[name], right[name])]
        if len(differing) == 1 and len(shared) > _AGREEING:
            [name] = differing
            if error := _error(left[name], right[name]):
                yield _inconsistency(text, (first, left[name]), (second, right[name]), error)


def _named(reading: TableReading) -> dict[FigureName, Figure]:
    """Return the figures of a table whose names are unique in it."""
    names: dict[FigureName, Figure | None] = {}
    for (row, column), figure in reading.figures.items():
        words = words_of(reading.grid.row_labels[row])
        period = figure.quantity.period
        place = str(period) if period else " ".join(words_of(reading.grid.column_labels[column]))
        if words and place:
            name = FigureName(words, place, figure.quantity.symbol)
            names[name] = None if name in names else figure
    return {name: figure for name, figure in names.items() if figure is not None}


def _differ(left: Figure, right: Figure) -> bool:
    """Return whether no value rounds to both figures; signs and brackets are a matter of presentation."""
    slack = (left.entry.step * left.quantity.scale + right.entry.step * right.quantity.scale) / 2
    return abs(abs(_amount(left)) - abs(_amount(right))) > slack


def _amount(figure: Figure) -> Decimal:
    return figure.entry.value * figure.quantity.scale


def _error(left: Figure, right: Figure) -> DigitError | None:
    step = max(left.entry.step * left.quantity.scale, right.entry.step * right.quantity.scale)
    written, meant = (round(abs(_amount(figure)) / step) for figure in (right, left))
    return digit_error(written, meant)


def _inconsistency(
    text: str, left: tuple[TableReading, Figure], right: tuple[TableReading, Figure], error: DigitError
) -> Inconsistency:
    (first, figure), (second, repeated) = left, right
    row, column = next(position for position, entry in second.figures.items() if entry is repeated)
    label, place = second.grid.row_labels[row], second.grid.column_labels[column]
    name = f"{label} in “{place}”" if place else label
    tables = first.table.number, second.table.number
    message = f"{name}: {figure.text} in table {tables[0]}, {repeated.text} in table {tables[1]}."
    numbers = figure_number(text, figure), figure_number(text, repeated)
    scale = figure.quantity.scale, repeated.quantity.scale
    meant = abs(figure.entry.value * scale[0]) / scale[1]
    written = numbers[1].text.replace(repeated.text, write_like(meant, repeated), 1)
    reason = f"{REASONS[error]} from table {tables[0]}"
    correction = Correction(numbers[1], float(meant), written, reason=reason)
    return Inconsistency("table-table", numbers, message, (correction,), error_costs=(3.0, 2.9))
