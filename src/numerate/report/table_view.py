"""The part of a table around a finding: headers, the figures involved and their neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from numerate.consistency.tables.figures import Figure, TableReading, read_table
from numerate.documents import Document
from numerate.documents.quantities import MARKS
from numerate.documents.table import Cell, Table

Mark = Literal["", "finding", "related"]

_MOST_ROWS = 14
"""Rows that are shown; of a longer sum, its first and last ones."""
_MOST_COLUMNS = 6
_NOT_SHOWN = dict.fromkeys(map(ord, MARKS))


class ViewedCell(NamedTuple):
    """A cell that is shown."""

    text: str
    mark: Mark = ""


class TableView(NamedTuple):
    """Rows and columns of a table. A row that is None stands for rows that are left out."""

    header: tuple[str, ...]
    """The header of each column, that of the row labels first; "…" for columns that are left out."""
    rows: tuple[tuple[ViewedCell, ...] | None, ...]
    shown: frozenset[tuple[int, int]]
    """The spans that are marked."""

    def to_dict(self) -> dict[str, object]:
        """Return what the page of the server draws."""
        return {
            "header": list(self.header),
            "rows": [None if row is None else [cell._asdict() for cell in row] for row in self.rows],
        }


def table_at(document: Document, offset: int) -> tuple[Table, Cell] | None:
    """Return the table and the cell at an offset of the text; None outside of tables."""
    block = document.block(offset) if document.tables and document.blocks else None
    if block is None or block.cell is None:
        return None
    table = next((table for table in document.tables if table.number == block.cell.table), None)
    cell = table and table.at(block.cell.row, block.cell.column)
    return (table, cell) if table and cell else None


def table_view(document: Document, start: int, related: Iterable[tuple[int, int]]) -> TableView | None:
    """Return the table around a finding; None if it is in no table, or in one without figures."""
    position = table_at(document, start)
    reading = _reading(_Source(document, position[0])) if position else None
    if position is None or reading is None:
        return None
    table, cell = position
    marks: dict[tuple[int, int], Mark] = {}
    shown = set()
    for span in related:
        other = table_at(document, span[0])
        if other and other[0] is table:
            marks[other[1].row, other[1].column] = "related"
            shown.add(span)
    marks[cell.row, cell.column] = "finding"
    columns = _columns(reading, [column for _, column in marks])
    rows = _rows(table, [row for row, _ in marks], cell.row)
    # Without row labels, the first column is one of figures, with its own header.
    corner = range(1, table.header_rows + 1) if table.header_columns else ()
    head = _text(table.at(row, 1) for row in corner)
    header = (head, *("…" if column is None else reading.grid.column_labels[column] for column in columns))
    return TableView(
        header,
        tuple(None if row is None else _row(reading, row, columns, marks) for row in rows),
        frozenset(shown),
    )


@dataclass(frozen=True, eq=False)
class _Source:
    """A table of a document, compared by identity: comparing cells takes as long as reading them."""

    document: Document
    table: Table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Source) and self.table is other.table

    def __hash__(self) -> int:
        return id(self.table)


@lru_cache(maxsize=8)
def _reading(source: _Source) -> TableReading | None:
    """Read a table once for all its findings and output formats."""
    return read_table(source.document.text, source.table)


def _columns(reading: TableReading, marked: Sequence[int]) -> list[int | None]:
    """Return the columns of the grid to show: those with marks, and neighbours; None for those left out."""
    count = len(reading.columns)
    needed = [i for i, members in enumerate(reading.columns) if set(members) & set(marked)]
    by_distance = sorted(range(count), key=lambda i: (min((abs(i - j) for j in needed), default=i), i))
    return _with_gaps(sorted(by_distance[:_MOST_COLUMNS]), count)


def _rows(table: Table, marked: Sequence[int], focus: int) -> list[int | None]:
    """Return the rows of the table to show: the finding's first, then those with marks, then neighbours."""
    first, last = table.header_rows + 1, table.rows
    ordered = sorted(set(marked))
    ends = [row for pair in zip(ordered, reversed(ordered), strict=True) for row in pair]
    near = [row for row in (focus - 1, focus + 1, ordered[0] - 1, ordered[-1] + 1) if first <= row <= last]
    between = range(ordered[0], ordered[-1] + 1) if ordered[-1] - ordered[0] < _MOST_ROWS else ()
    kept = list(dict.fromkeys([focus, *ends, *near, *between]))[:_MOST_ROWS]
    return _with_gaps(sorted(kept), last, first)


def _with_gaps(kept: Sequence[int], last: int, first: int = 0) -> list[int | None]:
    """Insert None where something is left out."""
    result: list[int | None] = []
    previous = first - 1
    for item in kept:
        if item > previous + 1:
            result.append(None)
        result.append(item)
        previous = item
    if previous < (last if first else last - 1):
        result.append(None)
    return result


def _row(
    reading: TableReading, row: int, columns: Sequence[int | None], marks: dict[tuple[int, int], Mark]
) -> tuple[ViewedCell, ...]:
    table, index = reading.table, row - reading.table.header_rows - 1
    cells = [ViewedCell(_text(table.row_labels(row)))]
    for column in columns:
        if column is None:
            cells.append(ViewedCell("…"))
            continue
        members = reading.columns[column]
        content = next((cell for member in members if (cell := table.at(row, member))), None)
        mark: Mark = next((marks[row, member] for member in members if (row, member) in marks), "")
        cells.append(ViewedCell(_enclosed(_text([content]), reading.figures.get((index, column))), mark))
    return tuple(cells)


def _enclosed(text: str, figure: Figure | None) -> str:
    """Complete the parentheses of a negative figure that stand in cells next to it."""
    if text.startswith("("):
        return text if ")" in text else f"{text})"
    is_split = figure is not None and figure.entry.value < 0 < figure.quantity.value
    return f"({text})" if is_split else text


def _text(cells: Iterable[Cell | None]) -> str:
    texts = (" ".join(cell.text.split()) for cell in dict.fromkeys(cells) if cell is not None)
    return " ".join(texts).translate(_NOT_SHOWN)
