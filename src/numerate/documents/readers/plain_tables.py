"""Tables in plain text: columns that line up, or cells between tabs or bars.

Text must not be taken for a table: at least two lines need figures, and these must line up in columns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import CellPosition
from numerate.documents.readers.columns import columns_covered
from numerate.documents.table import is_figure, is_time, is_value

_CHUNK = re.compile(r"\S+(?: \S+)*")
_RULE = re.compile(r"[\s\-=_+|:~.*—–]*[\-=_+~—–]{3}[\s\-=_+|:~.*—–]*")
_LEAST_GAP = 2
_LEAST_ROWS = 2
_LEAST_SHARE = 0.6
"""Share of the lines of a paragraph that are rows, and of the cells of a column that are figures."""
_MOST_TITLE_LINES = 3


class _Chunk(NamedTuple):
    """Text between wide gaps of a line; `start` and `end` count from the start of the line."""

    start: int
    end: int
    text: str


class _Line(NamedTuple):
    offset: int
    """Offset of the line in the source."""
    chunks: list[_Chunk]
    has_value: bool


class PlainCell(NamedTuple):
    """A cell of a table in plain text: its position, and its span in the source."""

    row: int
    column: int
    column_span: int
    start: int
    end: int


class PlainTable(NamedTuple):
    """A paragraph that is a table: title lines above it, its cells, and lines below it."""

    above: list[tuple[int, int]]
    cells: list[PlainCell]
    below: list[tuple[int, int]]


def write_table(table: PlainTable, number: int, source: str, builder: DocumentBuilder) -> None:
    """Write a table and the lines around it into the builder."""
    for start, end in table.above:
        builder.begin_block("caption", number)
        builder.copy(source[start:end], start)
    for row, column, span, start, end in table.cells:
        builder.begin_block("table", cell=CellPosition(number, row, column, column_span=span))
        builder.copy(source[start:end], start)
    for start, end in table.below:
        builder.begin_block()
        builder.copy(source[start:end], start)


def find_table(lines: list[tuple[int, str]]) -> PlainTable | None:
    """Read a paragraph, given as lines with their offsets, as a table; None if it is not one."""
    if len(lines) < _LEAST_ROWS:
        return None
    mark = _separator(lines)
    parsed = [_parse(offset, text, mark) for offset, text in lines if not _RULE.fullmatch(text)]
    rows = [line for line in parsed if line.has_value and len(line.chunks) > 1]
    if len(rows) < _LEAST_ROWS or len(rows) < _LEAST_SHARE * max(len(parsed) - _MOST_TITLE_LINES, 1):
        return None
    if mark:
        return _separated(parsed)
    columns = _columns(rows)
    if len(columns) < 2:
        return None
    return _aligned(parsed, columns)


def _separator(lines: list[tuple[int, str]]) -> str:
    """Return the tab or bar that separates cells, if most lines have equally many; else nothing."""
    for mark in "\t|":
        counts = [text.count(mark) for _, text in lines if not _RULE.fullmatch(text)]
        most = max(counts, default=0)
        if most and counts.count(most) >= _LEAST_SHARE * len(counts):
            return mark
    return ""


def _parse(offset: int, text: str, mark: str) -> _Line:
    chunks = list(
        _fields(text, mark) if mark else (_Chunk(*match.span(), match[0]) for match in _CHUNK.finditer(text))
    )
    if mark == "|":  # a bar may also stand before the first cell and after the last
        chunks = chunks[not chunks[0].text : len(chunks) - (not chunks[-1].text)]
    return _Line(offset, chunks, any(is_value(chunk.text) or is_time(chunk.text) for chunk in chunks[1:]))


def _fields(text: str, mark: str) -> Iterator[_Chunk]:
    at = 0
    for field in text.split(mark):
        content = field.strip()
        start = at + len(field) - len(field.lstrip()) if content else at
        yield _Chunk(start, start + len(content), content)
        at += len(field) + 1


def _separated(lines: list[_Line]) -> PlainTable:
    """Return a table whose cells stand between tabs or bars."""
    cells = []
    for row, line in enumerate(lines, start=1):
        for column, chunk in enumerate(line.chunks, start=1):
            if chunk.text:
                span = line.offset + chunk.start, line.offset + chunk.end
                cells.append(PlainCell(row, column, 1, *span))
    return PlainTable([], cells, [])


def _columns(rows: list[_Line]) -> list[tuple[int, int]]:
    """Return the spans of characters between gaps that all rows have; figures must stand in most of them."""
    width = max(line.chunks[-1].end for line in rows)
    changes = [0] * (width + 1)
    for line in rows:
        for chunk in line.chunks:
            changes[chunk.start] += 1
            changes[chunk.end] -= 1
    filled = list(accumulate(changes))[:width]
    edges = [0, *(at for at in range(1, width) if bool(filled[at]) != bool(filled[at - 1])), width]
    narrow = [(start, end) for start, end in pairwise(edges) if filled[start]]
    spans: list[tuple[int, int]] = []
    for (start, end), texts in zip(narrow, _texts(rows, narrow), strict=True):
        is_label = not any(map(is_figure, texts)) and 2 * len(texts) < len(rows)
        # A narrow gap, or a few words of labels that happen to line up, do not make a column.
        if spans and (start - spans[-1][1] < _LEAST_GAP or is_label):
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    has_figures = False
    for texts in _texts(rows, spans)[1:]:
        if len(texts) > len(rows):
            return []  # two cells of a row in one column
        figures = sum(map(is_figure, texts))
        has_figures = has_figures or (figures >= _LEAST_ROWS and figures >= _LEAST_SHARE * len(texts))
    return spans if has_figures else []


def _texts(rows: list[_Line], spans: list[tuple[int, int]]) -> list[list[str]]:
    """Return the texts of each column."""
    texts: list[list[str]] = [[] for _ in spans]
    starts = [start for start, _ in spans]
    for line in rows:
        for chunk in line.chunks:
            texts[max(0, bisect_right(starts, chunk.start) - 1)].append(chunk.text)
    return texts


def _aligned(lines: list[_Line], columns: list[tuple[int, int]]) -> PlainTable:
    """Return a table of columns; lines of one chunk above it are its title, below it notes."""
    is_row = [line.has_value or len(line.chunks) > 1 or _is_header(line, columns) for line in lines]
    first, last = is_row.index(True), len(lines) - 1 - is_row[::-1].index(True)
    cells: list[PlainCell] = []
    for row, line in enumerate(lines[first : last + 1], start=1):
        for chunk in line.chunks:
            column, span = columns_covered(chunk.start, chunk.end, columns)
            start, end = line.offset + chunk.start, line.offset + chunk.end
            if cells and cells[-1][:2] == (row, column):  # a wide gap within a label
                cells[-1] = cells[-1]._replace(end=end)
            else:
                cells.append(PlainCell(row, column, span, start, end))
    return PlainTable(_spans(lines[:first]), cells, _spans(lines[last + 1 :]))


def _is_header(line: _Line, columns: list[tuple[int, int]]) -> bool:
    """Return whether the only chunk of a line stands over a column that is not the first."""
    return len(line.chunks) == 1 and line.chunks[0].start >= columns[0][1]


def _spans(lines: list[_Line]) -> list[tuple[int, int]]:
    return [
        (line.offset + line.chunks[0].start, line.offset + line.chunks[-1].end)
        for line in lines
        if line.chunks
    ]
