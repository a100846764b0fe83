"""Rule `table-table`: a figure that two tables of a document state with different values.

Lines of two tables are compared that their labels say are the same: a row or a column with the same words, or
a column for the same period. What they agree in is the evidence that they state the same figures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from math import log
from typing import NamedTuple

from numerate.consistency.diagnosis import Correction, Inconsistency
from numerate.consistency.tables.digits import REASONS, DigitError, digit_error, surprise
from numerate.consistency.tables.figures import Figure, TableReading, figure_number, write_like
from numerate.consistency.tables.formula import Position
from numerate.consistency.tables.prose import words_of
from numerate.documents.labels import Period, read_period

_MOST_TABLES = 200
_MOST_LINES = 300
_LEAST_SHARED = 2
"""Figures that two lines must share."""
_NAMED = 9.0
_UNNAMED = 13.0
"""Evidence, in nats, from which a difference is an error: between lines of the same words, and between a line
for a period and one that names the thing besides."""
_MOST_NATS = 8.0
"""Evidence of one figure in which two lines agree, at most."""
_SCALES = tuple(Decimal(factor) for factor in ("1", "1000", "1000000", "0.001", "0.000001"))
_TOTAL = frozenset(("total", "sum", "overall", "all", "subtotal"))
_UNIT = re.compile(r"\([^)]*\)|[$£€]\s?\w*|['’]000")


class LabelKey(NamedTuple):
    """The content of a label: its words, without those for a total and its unit, and its period."""

    words: tuple[str, ...]
    period: Period | None


class Line(NamedTuple):
    """A row or column with its figures, by what the labels across it say."""

    key: LabelKey
    figures: dict[LabelKey, Position]


class TableLines:
    """The lines of a table that another may repeat, by their words and by their period."""

    def __init__(self, reading: TableReading) -> None:
        self.reading = reading
        self.rows, self.columns = (
            [_key(label) for label in labels]
            for labels in (reading.grid.row_labels, reading.grid.column_labels)
        )
        self.lines = [line for line in self._lines() if len(line.figures) >= _LEAST_SHARED]
        self.by_words: dict[tuple[str, ...], list[Line]] = {}
        self.by_period: dict[Period, list[Line]] = {}
        for line in self.lines:
            if line.key.words:
                self.by_words.setdefault(line.key.words, []).append(line)
            if line.key.period:
                self.by_period.setdefault(line.key.period, []).append(line)

    def _lines(self) -> Iterator[Line]:
        if max(len(self.rows), len(self.columns)) > _MOST_LINES:
            return
        rows: list[dict[LabelKey, Position]] = [{} for _ in self.rows]
        columns: list[dict[LabelKey, Position]] = [{} for _ in self.columns]
        for row, column in self.reading.figures:
            rows[row][self.columns[column]] = columns[column][self.rows[row]] = row, column
        for keys, lines in ((self.rows, rows), (self.columns, columns)):
            counts = Counter(keys)
            for key, figures in zip(keys, lines, strict=True):
                # Labels that several lines share name none of them.
                if counts[key] == 1:
                    yield Line(key, {place: cell for place, cell in figures.items() if any(place)})


def _key(label: str) -> LabelKey:
    words = words_of(_UNIT.sub(" ", label))
    return LabelKey(tuple(word for word in words if word not in _TOTAL), read_period(label))


def find_between_tables(
    text: str, readings: Sequence[TableReading], titles: Sequence[str]
) -> Iterator[Inconsistency]:
    """Yield the figures in which two tables differ that otherwise agree.

    titles: what stands above each table.
    """
    tables = [TableLines(reading) for reading in readings[:_MOST_TABLES]]
    for (first, title), (second, other) in combinations(zip(tables, titles, strict=False), 2):
        difference = _difference(first, second)
        if difference is None:
            continue
        # Tables of one layout under two titles are about two things: plan and result, men and women.
        alike = (first.rows, first.columns) == (second.rows, second.columns)
        certain = not (alike and title and other and words_of(title) != words_of(other))
        yield _inconsistency(text, first.reading, second.reading, *difference, certain)


def _difference(
    first: TableLines, second: TableLines
) -> tuple[Position, Position, Decimal, DigitError] | None:
    """Return the only cell in which two tables differ, in both of them, with their scale and the error."""
    named = {pair for line, other in _named_pairs(first, second) for pair in _shared(line, other)}
    factor = _scale(first, second, named)
    differing = [pair for pair in named if not _agree(first, second, pair, factor)]
    if differing:
        return _explained(first, second, differing, named, factor, _NAMED)
    for line, other in _period_pairs(first, second):
        shared = set(_shared(line, other))
        differing = [pair for pair in shared if not _agree(first, second, pair, factor)]
        if difference := _explained(first, second, differing, shared, factor, _UNNAMED):
            return difference
    return None


def _explained(
    first: TableLines,
    second: TableLines,
    differing: Sequence[tuple[Position, Position]],
    shared: set[tuple[Position, Position]],
    factor: Decimal,
    least: float,
) -> tuple[Position, Position, Decimal, DigitError] | None:
    """Return the only difference of two lines or tables, if a typing error explains it."""
    if len(differing) != 1:
        return None
    left, right = (
        table.reading.figures[cell] for table, cell in zip((first, second), differing[0], strict=True)
    )
    error = _error(left, right, factor)
    if error is None:
        return None
    nats = surprise(error, _size(right), 1)
    nats += sum(_nats(first.reading.figures[pair[0]]) for pair in shared if pair != differing[0])
    return (*differing[0], factor, error) if nats >= least else None


def _named_pairs(first: TableLines, second: TableLines) -> Iterator[tuple[Line, Line]]:
    """Yield the lines of two tables with the same words, for the same period if both name one."""
    for line in first.lines:
        for other in second.by_words.get(line.key.words, ()):
            if None in (line.key.period, other.key.period) or line.key.period == other.key.period:
                yield line, other


def _period_pairs(first: TableLines, second: TableLines) -> Iterator[tuple[Line, Line]]:
    """Yield a line that names a period only, and one that names the same and what it is about."""
    for line in first.lines:
        for other in second.by_period.get(line.key.period, ()) if line.key.period else ():
            if not (line.key.words and other.key.words):
                yield line, other


def _shared(line: Line, other: Line) -> list[tuple[Position, Position]]:
    """Return the cells of two lines at the same place."""
    shared = [(cell, other.figures[place]) for place, cell in line.figures.items() if place in other.figures]
    return shared if len(shared) >= _LEAST_SHARED else []


def _scale(first: TableLines, second: TableLines, pairs: set[tuple[Position, Position]]) -> Decimal:
    """Return the factor with which most figures agree, where a table does not say in what unit it is."""
    for factor in _SCALES:
        if 2 * sum(_agree(first, second, pair, factor) for pair in pairs) > len(pairs):
            return factor
    return Decimal(1)


def _agree(first: TableLines, second: TableLines, pair: tuple[Position, Position], factor: Decimal) -> bool:
    """Return whether a value rounds to both figures; signs and brackets are a matter of presentation."""
    left, right = first.reading.figures[pair[0]], second.reading.figures[pair[1]]
    slack = (_step(left) * factor + _step(right)) / 2
    return abs(abs(_amount(left)) * factor - abs(_amount(right))) <= slack


def _amount(figure: Figure) -> Decimal:
    return figure.entry.value * figure.quantity.scale


def _step(figure: Figure) -> Decimal:
    return figure.entry.step * figure.quantity.scale


def _size(figure: Figure) -> float:
    return float(abs(figure.entry.value) / figure.entry.step)


def _nats(figure: Figure) -> float:
    """Return the evidence of a figure that two tables share; small ones are shared by chance."""
    return min(log(max(_size(figure), 1.0)), _MOST_NATS)


def _error(left: Figure, right: Figure, factor: Decimal) -> DigitError | None:
    if left.entry.percent != right.entry.percent:
        return None
    step = max(_step(left) * factor, _step(right))
    written, meant = round(abs(_amount(right)) / step), round(abs(_amount(left)) * factor / step)
    return digit_error(written, meant)


def _inconsistency(
    text: str,
    first: TableReading,
    second: TableReading,
    left: Position,
    right: Position,
    factor: Decimal,
    error: DigitError,
    certain: bool,
) -> Inconsistency:
    figure, repeated = first.figures[left], second.figures[right]
    label, place = second.grid.row_labels[right[0]], second.grid.column_labels[right[1]]
    name = f"{label} in “{place}”" if place else label
    tables = first.table.number, second.table.number
    message = f"{name}: {figure.text} in table {tables[0]}, {repeated.text} in table {tables[1]}."
    numbers = figure_number(text, figure), figure_number(text, repeated)
    meant = abs(_amount(figure)) * factor / repeated.quantity.scale
    written = numbers[1].text.replace(repeated.text, write_like(meant, repeated), 1)
    reason = f"{REASONS[error]} from table {tables[0]}"
    correction = Correction(numbers[1], float(meant), written, reason=reason)
    return Inconsistency(
        "table-table",
        numbers,
        message,
        (correction,),
        error_costs=(3.0, 2.9),
        level="error" if certain else "possible",
    )
