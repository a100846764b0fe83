"""Tables of a document as labelled cells, and rows of a plain text that are separated like a table's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from numerate.consistency.sources.objects import RowKind, is_json, objects, tagged
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
    keys: int = 1
    """Labels of the row that tell as many rows apart as the first: a city and the name of its team."""


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
    prose: tuple[tuple[int, int], ...] = ()
    """Spans of text between the cells that is no table's."""


_Span = tuple[int, int]


def grids(document: Document) -> list[Grid]:
    """Return the tables of a document, and those that separators make of lines of plain text."""
    result = list(_from_tables(document))
    if document.format == "text":
        if is_json(document.text):
            return list(_from_objects(document.text))
        for block in document.blocks:
            if block.cell is None:
                span = block.start, block.end
                rows = list(_from_lines(document.text, *span)) or list(_from_fields(document.text, *span))
                result += rows or _of_kinds(tagged(document.text, *span))
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


_FIELD = re.compile(r"([A-Za-z][\w%/+-]*)\s*[:=]?\s+\(?(-?\d[\d,]*(?:\.\d+)?%?)\)?\s*(?=[,;|\n]|$)")
_CODED = re.compile(r"(?<![\w.,-])(-?\d[\d,]*(?:\.\d+)?%?)\s+([A-Z][A-Z0-9_%/+-]+)\s*(?=[,;|\n]|$)")
"""A field with its figure first: "24 PTS, 7 REB"."""
_NAMED_LINE = re.compile(r"^[ \t]*([^\n:|]{2,80}?)\s*[:|]\s*(?=\S)", re.MULTILINE)
_FEWEST_FIELDS = 2


def _from_objects(text: str) -> Iterator[Grid]:
    """Yield a table for each kind of objects of a JSON text, which their strings label."""
    kinds, prose = objects(text)
    yield from _of_kinds(kinds, tuple(prose))


def _of_kinds(kinds: Sequence[RowKind], prose: tuple[_Span, ...] = ()) -> Iterator[Grid]:
    """Yield a table for each kind of rows."""
    for _, rows in kinds:
        names = dict.fromkeys(key for row in rows for key in row.labels)
        distinct = {key: len({row.labels[key].text for row in rows if key in row.labels}) for key in names}
        order = sorted(names, key=lambda key: -distinct[key])
        keys = sum(distinct[key] == distinct[order[0]] for key in order) or 1
        columns = {
            path: i for i, path in enumerate(dict.fromkeys(path for row in rows for path, _ in row.figures))
        }
        cells = [
            LabelledCell(
                *figure[:2],
                r,
                columns[path],
                tuple(row.labels[key].text if key in row.labels else "" for key in order),
                path,
                keys,
            )
            for r, row in enumerate(rows)
            for path, figure in row.figures
        ]
        start, end = min(cell.start for cell in cells), max(cell.end for cell in cells)
        labels = sorted({label[:2] for row in rows for label in row.labels.values() if label.start >= 0})
        figures = {cell[:2] for cell in cells}
        labels = [span for span in labels if span not in figures]
        yield Grid(start, end, tuple(cells), tuple(labels), "", 1.0, prose)


def _from_fields(text: str, start: int, end: int) -> Iterator[Grid]:
    """Yield a table for lines such as "Name: PTS 20, REB 5"."""
    cells: list[LabelledCell] = []
    labels: list[_Span] = []
    at = start
    for row, line in enumerate(text[start:end].split("\n")):
        stop = at + len(line)
        named = _NAMED_LINE.match(text, at, stop)
        fields = (
            [(field.span(2), field[1]) for field in _FIELD.finditer(text, named.end(), stop)] if named else []
        )
        if named and not fields:
            fields = [(field.span(1), field[2]) for field in _CODED.finditer(text, named.end(), stop)]
        if named and len(fields) >= _FEWEST_FIELDS and 2 * len(fields) > line.count(",") + 1:
            labels.append(named.span(1))
            for column, (span, key) in enumerate(fields):
                cells.append(LabelledCell(*span, row, column, (named[1],), (key,)))
        at = stop + 1
    if len(labels) >= 2:
        first, last = min(labels)[0], max(cell.end for cell in cells)
        yield Grid(first, last, tuple(cells), tuple(labels), "", 1.0)


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
        caption = _caption_before(text, start)
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
    keys = sum(len(distinct[c]) == len(distinct[by_column[0]]) for c in by_column) or 1
    for r, row in enumerate(table[header:], header):
        spans = [row[c] for c in by_column if c < len(row)]
        names = tuple(text[slice(*span)] for span in spans if span and _is_label(text[slice(*span)]))
        figures = sum(1 for span in row if span and not _is_label(text[slice(*span)]))
        if not header and figures == 1 and len(names) > 1:
            # A record: what it is about, which of its figures, the figure.
            names, attribute = _record_labels(names)
        else:
            attribute = ()
        for c, span in enumerate(row):
            if span is None or _is_label(text[slice(*span)]):
                continue
            heads = attribute or tuple(
                text[slice(*over)] for above in table[:header] if c < len(above) and (over := above[c])
            )
            cells.append(LabelledCell(*span, r, c, names, heads, keys))
    columns = {cell.column for cell in cells}
    headers = [(c, text[slice(*span)]) for row in table[:header] for c, span in enumerate(row) if span]
    general = " ".join(head for c, head in headers if c not in columns or _is_remark(head))
    figure_spans = {cell[:2] for cell in cells}
    labels = tuple(dict.fromkeys(span for span in filled if span not in figure_spans))
    return Grid(start, end, tuple(cells), labels, caption, scale_of(f"{caption} {general}"))


def _caption_before(text: str, start: int) -> str:
    """Return the last line with words before a table."""
    lines = text[max(0, start - _CAPTION) : start].split("\n")
    return next((line.strip(" |-:") for line in reversed(lines) if _LETTER.search(line)), "")


def _record_labels(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the labels of a record into names and the attribute: that written as a key, else the last."""
    keys = [name for name in names if name.isupper() or "_" in name or name.islower()]
    attribute = keys[0] if keys else names[-1]
    return tuple(name for name in names if name != attribute), (attribute,)


def _is_label(content: str) -> bool:
    """Return whether a cell names something: more letters than digits."""
    return len(_LETTER.findall(content)) > len(_DIGIT.findall(content))


_PERIOD = re.compile(
    r"(?:(?:FY|Q[1-4]|H[12]|\d{1,2}) ?)?(?:[A-Z][a-z]+ )?(?:19|20)\d\d(?:[-–/]\d{2,4})?[A-Za-z]?"
    r"(?: ?\(?[^()\d]{1,16}\)?)?"
)
"""A year as the label of a column: "FY 2024", "Q1 2024", "2023/24", "2024 (£ million)"."""


def _is_header(
    text: str, row: Sequence[_Span | None], r: int, table: Sequence[Sequence[_Span | None]]
) -> bool:
    contents = [text[slice(*span)] for span in row if span]
    if not contents:
        return True
    labels = [content for content in contents if _is_label(content)]
    years = [content for content in contents if _PERIOD.fullmatch(content.strip())]
    if len(labels) + len(years) < len(contents):
        return False
    # A first row of labels alone is a header only if a row below it holds figures.
    below = [text[slice(*span)] for later in table[r + 1 : r + 4] for span in later if span]
    return any(not _is_label(content) for content in below) and len(contents) >= 2


def _is_remark(head: str) -> bool:
    """Return whether a header states a scale and nothing else: it is that of all columns."""
    return len(_LETTER.findall(_SCALE.sub("", head))) <= _CODE


_CODE = 3
"""Letters of a currency: "USD"."""


def scale_of(label: str) -> float:
    """Return the factor that a label states: a million for "in millions", 1 if it states none."""
    match = _SCALE.search(label)
    if not match:
        return 1.0
    thousands, millions, billions, m, bn = match.groups()
    if thousands:
        return 1e3
    return 1e6 if millions or m else 1e9 if billions or bn else 1.0
