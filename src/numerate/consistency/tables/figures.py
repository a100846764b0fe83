"""The figures of a table as a grid: columns of a report that share a figure are joined, labels are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import islice
from typing import NamedTuple

from numerate.consistency.tables.grid import UNKNOWN, Entry, Grid
from numerate.consistency.tables.labels import is_count
from numerate.documents.quantities import CellQuantity, cell_quantities
from numerate.documents.table import Cell, Table
from numerate.text import Number

_AFFIX = re.compile(r"(?:US|A|C|HK)?[$£€¥₹]?[\s()\[\]%]*")
"""A cell that belongs to the figure next to it."""
_NUMERAL = re.compile(r"\d[\d.,'’\u00a0\u2009\u202f ]*\d|\d|\.\d+")
_NOTES = re.compile(r"\W*(?:notes?|ref(?:erence)?s?|pages?)\b\W*(?:no\.?|number)?\W*", re.IGNORECASE)
"""The label of a column whose numbers are no figures."""
_PERCENT = ("%", "‰", "pp", "bp")
_LONGEST_LABEL = 200
_MOST_HEADERS = 200
"""Headers in which words are looked for that say what a table counts."""


class Figure(NamedTuple):
    """A figure of a table, with its place in the text of the document."""

    entry: Entry
    quantity: CellQuantity
    text: str
    """The numeral as written, without sign, currency and unit."""
    factor: Decimal = Decimal(1)
    """The value of a unit of the numeral: 1,000,000 for "1.2m"."""
    share: CellQuantity | None = None
    """The percentage in parentheses after it: 12 (34.5%)."""

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands, with sign, currency and percent sign."""
        return self.quantity.start, self.quantity.end


class TableReading(NamedTuple):
    """A table as a grid, and the figure behind each entry."""

    table: Table
    grid: Grid
    figures: dict[tuple[int, int], Figure]
    """By row and column of the grid."""
    columns: tuple[tuple[int, ...], ...]
    """The columns of the table behind each column of the grid."""

    def turned(self) -> TableReading:
        """Return the reading with rows for columns."""
        rows = tuple(zip(*self.grid.rows, strict=True))
        grid = Grid(self.grid.column_labels, self.grid.row_labels, rows)
        figures = {(column, row): figure for (row, column), figure in self.figures.items()}
        return TableReading(self.table, grid, figures, ())


def read_table(text: str, table: Table) -> TableReading | None:
    """Read a table of a text; None if it has no two figures that could be related."""
    body = list(table.body())
    spans = {(cell.row, cell.column): cell.column_span for cell in body if cell.column_span > 1}
    headers = (cell.text for cell in table.cells if cell.header)
    counts = is_count(" ".join([table.caption, *islice(headers, _MOST_HEADERS)]))
    brackets = {
        (cell.row, cell.column + cell.column_span)
        for cell in body
        if "(" in cell.text and _AFFIX.fullmatch(cell.text)
    }
    contents: dict[tuple[int, int], Figure | Entry] = {}
    for quantity in cell_quantities(table):
        position = quantity.cell.row, quantity.cell.column
        if not quantity.part:
            contents[position] = _figure(text, quantity, counts, position in brackets)
            continue
        first = contents.get(position)
        if isinstance(first, Figure) and quantity.part == 1 and quantity.symbol == "%":
            contents[position] = first._replace(share=quantity)
        else:
            contents[position] = UNKNOWN
    for cell in body:
        if (cell.row, cell.column) not in contents and not _AFFIX.fullmatch(cell.text):
            contents[cell.row, cell.column] = UNKNOWN
    if sum(isinstance(content, Figure) for content in contents.values()) < 2:
        return None
    return _reading(table, contents, _columns(contents, spans))


def _figure(text: str, quantity: CellQuantity, counts: bool, in_brackets: bool) -> Figure | Entry:
    whole = quantity.cell.text
    if whole.isascii() and whole.isdigit():
        numeral = whole
    elif match := _NUMERAL.search(text, quantity.start, quantity.end):
        numeral = match[0]
    else:  # a dash
        return Entry(Decimal(0), Decimal(0))
    value = -abs(quantity.value) if in_brackets else quantity.value
    decimals = len(numeral.partition(".")[2])
    factor = quantity.step * 10**decimals if decimals else quantity.step
    is_count = counts and quantity.step == 1 == quantity.scale and quantity.unit is None
    entry = Entry(value, quantity.step, quantity.symbol in _PERCENT, counted=is_count)
    return Figure(entry, quantity, numeral, factor)


def _columns(contents: Iterable[tuple[int, int]], spans: dict[tuple[int, int], int]) -> list[list[int]]:
    """Group the columns of a table: a figure that spans two of them belongs with those in either.

    Reports set a currency sign in a column of its own, and let figures without one span both.
    """
    filled: dict[int, set[int]] = {}
    for row, column in contents:
        filled.setdefault(column, set()).add(row)
    groups = {column: [column] for column in filled}
    for (_, column), span in sorted(spans.items()):
        for other in range(column + 1, min(column + span, column + 4)):
            first, second = groups.get(column), groups.get(other)
            if first is None or second is None or first is second:
                continue
            rows = set().union(*(filled[member] for member in first))
            if all(rows.isdisjoint(filled[member]) for member in second):
                first += second
                for member in second:
                    groups[member] = first
    distinct = {id(group): sorted(group) for group in groups.values()}
    return sorted(distinct.values())


def _reading(
    table: Table, contents: dict[tuple[int, int], Figure | Entry], columns: list[list[int]]
) -> TableReading:
    column_labels = _column_labels(table, columns)
    notes = [
        any(_NOTES.fullmatch(cell.text) for column in members for cell in table.column_labels(column))
        for members in columns
    ]
    figures: dict[tuple[int, int], Figure] = {}
    numbers = range(table.header_rows + 1, table.rows + 1)
    rows: list[tuple[Entry | None, ...]] = []
    for i, row in enumerate(numbers):
        entries: list[Entry | None] = []
        for j, members in enumerate(columns):
            content = next(
                (contents.pop((row, column)) for column in members if (row, column) in contents), None
            )
            if content is not None and notes[j]:
                content = UNKNOWN
            if isinstance(content, Figure):
                figures[i, j] = content
                content = content.entry
            entries.append(content)
        rows.append(tuple(entries))
    row_labels = tuple(_label(table.row_labels(row)) for row in numbers)
    grid = Grid(row_labels, column_labels, tuple(rows))
    return TableReading(table, grid, figures, tuple(map(tuple, columns)))


def _column_labels(table: Table, columns: list[list[int]]) -> tuple[str, ...]:
    """Return the label of each column; what stands over all of them, like a caption, names none."""
    headers = [
        list(dict.fromkeys(cell for column in members for cell in table.column_labels(column)))
        for members in columns
    ]
    common = set(headers[0]).intersection(*headers[1:]) if len(headers) > 1 else set()
    return tuple(_label([cell for cell in cells if cell not in common] or cells) for cells in headers)


def _label(cells: Iterable[Cell]) -> str:
    texts = [" ".join(cell.text[:_LONGEST_LABEL].split()) for cell in dict.fromkeys(cells)]
    named = [text for text in texts if "%" in text or not _AFFIX.fullmatch(text)]
    return " ".join(named or texts)[:_LONGEST_LABEL]


def write_like(value: Decimal, figure: Figure) -> str:
    """Write a value as a figure is written: with its decimals, its thousands separator and its scale."""
    whole, _, fraction = figure.text.partition(".")
    separator = next((mark for mark in ", \u00a0\u2009\u202f'’" if mark in whole), "")
    if not separator and len(whole) < 4 and abs(value) >= 1000:
        separator = ","
    return f"{abs(value / figure.factor):,.{len(fraction)}f}".replace(",", separator)


def figure_number(text: str, figure: Figure) -> Number:
    """Return a figure of a table as a number of the text."""
    return quantity_number(text, figure.quantity)


def quantity_number(text: str, quantity: CellQuantity) -> Number:
    """Return a quantity of a cell as a number of the text."""
    span = quantity.start, quantity.end
    value = abs(quantity.value)
    written = text[slice(*span)]
    return Number(*span, written, float(value), value, "percent" if quantity.part else "cardinal", span)
