"""Tables of a document as labelled cells, and rows of a plain text that are separated like a table's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from numerate.documents import Document

_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_SCALE = re.compile(
    r"\b(?:in|of|us|\$|€|£)?\s*(?:(thousands?|000s?|000['’]?s)|(millions?|mn|mln)|(billions?|bn))\b"
    r"|[$€£](m)\b|[$€£](bn?)\b",
    re.IGNORECASE,
)
_SEPARATORS = ("|", "\t", ";", ",")
_CAPTION = 200
"""Characters before a table that may be its caption."""
_MOST_COLUMNS = 400


class LabelledCell(NamedTuple):
    """A cell with the labels of its row and column. Rows and columns count from 0."""

    start: int
    end: int
    row: int
    column: int
    row_labels: tuple[str, ...]
    """The label that tells most rows apart comes first."""
    column_labels: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """A table's cells other than labels, its caption, and the scale that it states."""

    start: int
    end: int
    cells: tuple[LabelledCell, ...]
    labels: tuple[tuple[int, int], ...]
    """Spans of the cells that label others."""
    caption: str
    scale: float


_Span = tuple[int, int]


def grids(document: Document) -> list[Grid]:
    """Return the tables of a document, and those that separators make of lines of plain text."""
    result = list(_from_tables(document))
    if document.format == "text":
        for block in document.blocks:
            if block.cell is None:
                result += _from_lines(document.text, block.start, block.end)
    return result


def _from_tables(document: Document) -> Iterator[Grid]:
    for table in document.tables:
        if table.columns > _MOST_COLUMNS:
            continue
        rows: list[list[_Span | None]] = [[None] * table.columns for _ in range(table.rows)]
        for cell in table.cells:
            rows[cell.row - 1][cell.column - 1] = cell.start, cell.end
            # A header over several columns labels each of them.
            for column in range(cell.column, min(table.columns, cell.column + cell.column_span - 1)):
                if cell.header and cell.row <= table.header_rows:
                    rows[cell.row - 1][column] = cell.start, cell.end
        yield _grid(document.text, rows, table.header_rows, table.caption)


def _from_lines(text: str, start: int, end: int) -> Iterator[Grid]:
    """Yield runs of lines with the same number of separators, at least two lines and two columns."""
    lines: list[_Span] = []
    at = start
    for line in text[start:end].split("\n"):
        lines.append((at, at + len(line)))
        at += len(line) + 1
    i = 0
    while i < len(lines):
        separator, count = _separator(text[slice(*lines[i])])
        j = i + 1
        while separator and j < len(lines) and text.count(separator, *lines[j]) == count:
            j += 1
        run = [span for span in lines[i:j] if _LETTER.search(text, *span) or _DIGIT.search(text, *span)]
        wordy = separator == "," and any(". " in text[slice(*span)] for span in run)
        if separator and len(run) >= 2 and count <= _MOST_COLUMNS and not wordy:
            yield _grid(text, [list(_split(text, span, separator)) for span in run])
        i = j


def _separator(line: str) -> tuple[str, int]:
    for separator in _SEPARATORS:
        least = {"|": 1, "\t": 1}.get(separator, 2)
        if (count := line.count(separator)) >= least and not (separator == "," and ", " in line):
            return separator, count
    return "", 0


def _split(text: str, span: _Span, separator: str) -> Iterator[_Span | None]:
    at = span[0]
    pieces = text[slice(*span)].split(separator)
    for i, piece in enumerate(pieces):
        stripped = piece.strip()
        lead = len(piece) - len(piece.lstrip())
        # A line of Markdown begins and ends with a separator.
        if stripped or 0 < i < len(pieces) - 1:
            yield (at + lead, at + lead + len(stripped)) if stripped else None
        at += len(piece) + len(separator)


def _grid(
    text: str, table: Sequence[Sequence[_Span | None]], header: int | None = None, caption: str | None = None
) -> Grid:
    """Label the cells of a table: header rows hold no figures but years, the first columns no figures."""
    filled = [span for row in table for span in row if span]
    start, end = min(a for a, _ in filled), max(b for _, b in filled)
    if caption is None:
        caption = text[max(0, start - _CAPTION) : start].rstrip().rpartition("\n")[2].strip(" |-:")
    detected = 0
    while detected < min(len(table) - 1, 4) and _is_header(text, table[detected], detected, table):
        detected += 1
    header = detected if header is None else header
    cells: list[LabelledCell] = []
    distinct: dict[int, set[str]] = {}
    for row in table[header:]:
        for c, span in enumerate(row):
            if span and _is_label(text[slice(*span)]):
                distinct.setdefault(c, set()).add(text[slice(*span)])
    by_column = sorted(distinct, key=lambda c: (-len(distinct[c]), c))
    for r, row in enumerate(table[header:], header):
        spans = [row[c] for c in by_column if c < len(row)]
        names = tuple(text[slice(*span)] for span in spans if span and _is_label(text[slice(*span)]))
        for c, span in enumerate(row):
            if span is None or _is_label(text[slice(*span)]):
                continue
            heads = tuple(
                text[slice(*over)] for above in table[:header] if c < len(above) and (over := above[c])
            )
            cells.append(LabelledCell(*span, r, c, names, heads))
    head = " ".join(text[slice(*span)] for row in table[:header] for span in row if span)
    figures = {cell[:2] for cell in cells}
    labels = tuple(dict.fromkeys(span for span in filled if span not in figures))
    return Grid(start, end, tuple(cells), labels, caption, _scale(f"{caption} {head}"))


def _is_label(content: str) -> bool:
    """Return whether a cell names something: more letters than digits."""
    return len(_LETTER.findall(content)) > len(_DIGIT.findall(content))


def _is_header(
    text: str, row: Sequence[_Span | None], r: int, table: Sequence[Sequence[_Span | None]]
) -> bool:
    contents = [text[slice(*span)] for span in row if span]
    if not contents:
        return True
    labels = [content for content in contents if _is_label(content)]
    years = [
        content for content in contents if re.fullmatch(r"(?:FY ?)?(?:19|20)\d\d[A-Za-z]?", content.strip())
    ]
    if len(labels) + len(years) < len(contents):
        return False
    # A first row of labels alone is a header only if a row below it holds figures.
    below = [text[slice(*span)] for later in table[r + 1 : r + 4] for span in later if span]
    return any(not _is_label(content) for content in below) and len(contents) >= 2


def _scale(label: str) -> float:
    match = _SCALE.search(label)
    if not match:
        return 1.0
    thousands, millions, billions, m, bn = match.groups()
    if thousands:
        return 1e3
    return 1e6 if millions or m else 1e9 if billions or bn else 1.0
