"""Tables of reStructuredText: grid tables, simple tables, list tables and CSV tables."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import CellPosition
from numerate.documents.readers.delimited import rows_of
from numerate.documents.sheet import SheetRow

SIMPLE_TABLE = re.compile(r"={2,}(?:[ \t]+={2,})+[ \t]*")
GRID_TABLE = re.compile(r"\+(?:[-=]+\+)+[ \t]*")
_TABLE_RULE = re.compile(r"[-=]{2,}(?:[ \t]+[-=]{2,})*[ \t]*")
_BORDER = re.compile(r"[-=]+")
_SEGMENTS = re.compile(r"\+(?:[-=]+\+)+")
_ITEM = re.compile(r"\*(?:[ \t]+|$)(?:-(?:[ \t]+|$))?")
_SUBITEM = re.compile(r"-(?:[ \t]+|$)")


class RstLine(NamedTuple):
    """A line without the white space around it."""

    start: int
    """Offset of its first character that is not white space."""
    end: int
    """Offset after its last character that is not white space."""
    indent: int
    text: str


@dataclass
class _GridCell:
    row: int
    first: int
    """Index of its left edge."""
    last: int
    """Index of its right edge."""
    row_span: int = 1
    pieces: list[tuple[int, int]] = field(default_factory=list)
    """The spans of its lines in the source."""


class RstTables:
    """Writes the tables of a document into the builder."""

    def __init__(self, builder: DocumentBuilder, write: Callable[[int, int], None]) -> None:
        self._builder = builder
        self._write = write
        self.count = 0

    def read_grid(self, lines: list[RstLine]) -> None:
        """Write a table that is drawn with bars and plus signs."""
        self.count += 1
        header_rows = 0
        grid = _Grid(lines)
        for row, rule in grid.rules:
            if row and "=" in rule and not header_rows:
                header_rows = row
        for cell in sorted(grid.cells, key=lambda cell: (cell.row, cell.first)):
            position = CellPosition(
                self.count, cell.row, cell.first + 1, cell.row_span, cell.last - cell.first
            )
            self._write_cell(position, cell.pieces)
        self._builder.begin_block()
        self._builder.declare_header(self.count, header_rows)

    def read_simple(self, lines: list[RstLine], at: int) -> int:
        """Write the table whose first border is at line `at`; return the line after it."""
        border = lines[at]
        starts = [column.start() for column in _BORDER.finditer(border.text)]
        self.count += 1
        number = header_rows = 0
        row: list[RstLine] = []
        after = len(lines)
        for index in range(at + 1, len(lines)):
            line = lines[index]
            is_rule = _TABLE_RULE.fullmatch(line.text) is not None
            if is_rule or not line.text or line.indent <= border.indent:
                number, row = self._write_row(number + 1, starts, line.text if is_rule else "", row), []
            if SIMPLE_TABLE.fullmatch(line.text):
                if index + 1 == len(lines) or not lines[index + 1].text:
                    after = index + 1
                    break
                header_rows = header_rows or number
            elif line.text and not is_rule:
                # Text in the first column begins a row; without it, the line continues the one before.
                row.append(
                    RstLine(line.start - line.indent + border.indent, line.end, border.indent, line.text)
                )
        self._write_row(number + 1, starts, "", row)
        self._builder.declare_header(self.count, header_rows)
        return after

    def _write_row(self, number: int, starts: list[int], rule: str, lines: list[RstLine]) -> int:
        """Write the cells of a row, each from its columns of every line; return the number of the row."""
        if not lines:
            return number - 1
        # A line of hyphens below a row shows which columns its cells span.
        first = [match.start() for match in _BORDER.finditer(rule)] if rule.startswith("-") else starts
        indices = [bisect_left(starts, start) for start in first]
        for (left, column), (right, following) in pairwise(
            [*zip(first, indices, strict=True), (1 << 30, len(starts))]
        ):
            pieces = [(min(line.start + left, line.end), min(line.start + right, line.end)) for line in lines]
            position = CellPosition(self.count, number, column + 1, column_span=max(1, following - column))
            self._write_cell(position, pieces)
        self._builder.begin_block()
        return number

    def read_list(self, lines: list[RstLine], options: Mapping[str, str]) -> None:
        """Write the body of a `list-table`: a list of rows, each a list of cells."""
        self.count += 1
        stubs = _number(options, "stub-columns")
        position = CellPosition(self.count, 0, 0)
        pieces: list[tuple[int, int]] = []
        indent = next((line.indent for line in lines if line.text), 0)
        for line in lines:
            item = _ITEM.match(line.text) if line.indent == indent else None
            subitem = _SUBITEM.match(line.text) if line.indent == indent + 2 else None
            if item or subitem:
                self._write_cell(position, pieces)
                row, column = (position.row + 1, 1) if item else (position.row, position.column + 1)
                position = CellPosition(self.count, row, column, header=column <= stubs)
                pieces = []
            marker = item or subitem
            if line.text:
                pieces.append((line.start + (marker.end() if marker else 0), line.end))
        self._write_cell(position, pieces)
        self._builder.begin_block()
        self._builder.declare_header(self.count, _number(options, "header-rows"))

    def read_csv(
        self, source: str, start: int, end: int, header: tuple[int, int] | None, options: Mapping[str, str]
    ) -> None:
        """Write the body of a `csv-table` and the header of its option."""
        self.count += 1
        delimiter = {"tab": "\t", "space": " "}.get(options.get("delim", ","), options.get("delim", ",")[:1])
        row = 0
        for first, last in filter(None, (header, (start, end))):
            for line in rows_of(source[first:last], delimiter or ","):
                row += bool(line.cells)
                self._write_csv_row(line, row, first, _number(options, "stub-columns"))
        self._builder.begin_block()
        self._builder.declare_header(self.count, _number(options, "header-rows") + (header is not None))

    def _write_csv_row(self, line: SheetRow, row: int, offset: int, stubs: int) -> None:
        for cell in line.cells:
            position = CellPosition(self.count, row, cell.column, header=cell.column <= stubs)
            self._write_cell(position, [(offset + cell.start, offset + cell.end)])

    def _write_cell(self, position: CellPosition, pieces: list[tuple[int, int]]) -> None:
        if not pieces or not position.row:
            return
        self._builder.begin_block("table", cell=position)
        for start, end in pieces:
            self._builder.space(start, start)
            self._write(start, end)


class _Grid:
    """The cells of a grid table, each with the lines it covers.

    Every line that has a segment of border begins a row. A cell whose top has none continues the one above.
    """

    def __init__(self, lines: list[RstLine]) -> None:
        segments = [[segment.span() for segment in _SEGMENTS.finditer(line.text)] for line in lines]
        self._edges = sorted(
            {
                start + at
                for line, spans in zip(lines, segments, strict=True)
                for start, end in spans
                for at, character in enumerate(line.text[start:end])
                if character == "+"
            }
        )
        self.cells: list[_GridCell] = []
        self.rules: list[tuple[int, str]] = []
        """The full borders, each with the number of rows above it."""
        self._open: dict[int, _GridCell] = {}
        self._rows = 0
        border: tuple[RstLine, list[tuple[int, int]]] | None = None
        row: list[RstLine] = []
        for line, spans in zip(lines, segments, strict=True):
            if not spans:
                row.append(line)
                continue
            if row and border:
                self._add_row(border, row)
            if GRID_TABLE.fullmatch(line.text):
                self.rules.append((self._rows, line.text))
            border, row = (line, spans), []

    def _add_row(self, border: tuple[RstLine, list[tuple[int, int]]], lines: list[RstLine]) -> None:
        self._rows += 1
        top, spans = border
        cells: dict[int, _GridCell] = {}
        for first, last in self._columns(lines):
            left, right = self._edges[first], self._edges[last]
            is_new = any(start <= left and right < end for start, end in _near(spans, left))
            cell = None if is_new else self._open.get(first)
            if cell is None:
                cell = _GridCell(self._rows, first, last)
                self.cells.append(cell)
            else:
                cell.row_span += 1
                cell.pieces.append((top.start + left + 1, min(top.start + right, top.end)))
            cells[first] = cell
            cell.pieces += [
                (min(line.start + left + 1, line.end), min(line.start + right, line.end)) for line in lines
            ]
        self._open = cells

    def _columns(self, lines: list[RstLine]) -> Iterator[tuple[int, int]]:
        """Yield the edges of each cell of a row: those at which all its lines have a bar."""
        kept = list(range(len(self._edges)))
        for line in lines:
            kept = kept[: bisect_left(kept, len(line.text), key=self._edges.__getitem__)]
            kept = [edge for edge in kept if line.text[self._edges[edge]] in "|+"]
        return pairwise(kept)


def _near(spans: list[tuple[int, int]], at: int) -> list[tuple[int, int]]:
    """Return the segment that may contain an offset."""
    index = bisect_left(spans, (at + 1, 0))
    return spans[max(0, index - 1) : index]


def _number(options: Mapping[str, str], name: str) -> int:
    value = options.get(name, "")
    return int(value) if value.isdecimal() and len(value) < 4 else 0
