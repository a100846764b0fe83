"""Sheets of cells, as in CSV and XLSX: the tables on a sheet, with the titles above and the notes below."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import BlockKind, CellPosition
from numerate.documents.table import is_value


class SheetCell(NamedTuple):
    """A cell that is not empty: its column from 1, its text, and its span in the source."""

    column: int
    text: str
    start: int
    end: int
    row_span: int = 1
    column_span: int = 1


class SheetRow(NamedTuple):
    """A row of a sheet: its number from 1, and its cells that are not empty."""

    number: int
    cells: list[SheetCell]


class SheetWriter:
    """Writes the rows of sheets into the builder, holding back no more than rows of one cell.

    A table begins at the first row of two or more cells, and again where a row of labels follows an empty
    row. Rows of one cell caption the table that follows, or belong to the table they are in.
    """

    def __init__(self, builder: DocumentBuilder, write: Callable[[SheetCell], None]) -> None:
        self._builder = builder
        self._write = write
        self._tables = 0
        self._top = 0
        """Number of the row in which the current table begins."""

    def write_sheet(self, rows: Iterable[SheetRow]) -> None:
        """Write the rows of a sheet; empty rows may be left out."""
        self._top = last = 0
        after_gap = False
        waiting: list[SheetRow] = []
        for row in rows:
            if not row.cells:
                continue
            after_gap = after_gap or row.number > last + 1
            last = row.number
            waiting.append(row)
            if len(row.cells) > 1:
                is_label_row = not any(is_value(cell.text) for cell in row.cells)
                if not self._top or (after_gap and is_label_row):
                    top = _first_row(waiting)
                    self._begin_table(waiting[:top], waiting[top].number)
                    waiting = waiting[top:]
                self._write_rows(waiting)
                waiting, after_gap = [], False
        if self._top and after_gap:
            for row in waiting:
                self._write_row(row, "paragraph")
        elif waiting:
            if not self._top:
                self._begin_table([], waiting[0].number)
            self._write_rows(waiting)
        self._builder.begin_block()

    def _begin_table(self, captions: Iterable[SheetRow], top: int) -> None:
        self._tables += 1
        self._top = top
        for row in captions:
            self._write_row(row, "caption", self._tables)

    def _write_row(self, row: SheetRow, kind: BlockKind, level: int = 0) -> None:
        for cell in row.cells:
            self._builder.begin_block(kind, level)
            self._write(cell)

    def _write_rows(self, rows: Iterable[SheetRow]) -> None:
        for row in rows:
            for cell in row.cells:
                position = CellPosition(
                    self._tables, row.number - self._top + 1, cell.column, cell.row_span, cell.column_span
                )
                self._builder.begin_block("table", cell=position)
                self._write(cell)


def _first_row(rows: list[SheetRow]) -> int:
    """Return the index of the row in which a table begins: the last, or a header over an empty corner."""
    last = rows[-1]
    for index, row in enumerate(rows):
        is_adjacent = last.number - row.number == len(rows) - 1 - index
        if is_adjacent and row.cells[0].column > last.cells[0].column:
            return index
    return len(rows) - 1
