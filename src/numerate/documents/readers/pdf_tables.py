"""Tables of a PDF page, found by the position of text and of ruled lines.

Lines are taken in the order of the file, so that the columns of a page stay apart. Figures that line up below
each other make a table; ruled lines show where its rows and columns end. Text must not be taken for a table.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from numerate.documents.readers.columns import columns_covered
from numerate.documents.readers.pdf_rules import RULE_WIDTH, Frame, PageRules
from numerate.documents.readers.pdf_text import PdfLine, PdfSegment
from numerate.documents.table import is_figure, is_value
from numerate.text.currencies import SIGNS

_MOST_BETWEEN = 5
"""Lines without figures between two rows of a table."""
_WINDOW = 150
"""Lines in which the columns of a table that was drawn column by column follow each other."""
_MOST_HEADER_LINES = 6
_LONGEST_CELL = 70
"""Characters of a line that is prose rather than a cell."""
_LEAST_WORDS = 6
"""Words of a line with wide gaps that is prose, most of them in lower case."""
_LONGEST_WORD = 25
"""Characters of a line in a column of words that was drawn after the columns of figures."""
# Distances relative to the size of the text: of rows of a table, of a header above it, of one baseline.
_ROW_GAP = 4.0
_HEADER_GAP = 2.5
_APART = 1.4
"""How much farther a header is from the table above it than from its own rows."""
_BASELINE = 0.4
_NARROW_GAP = 0.25
_LEAST_SHARE = 0.6
"""Share of the cells of a column that are figures."""
_LEAST_ROWS = 2
# Distance of a line from the one above, relative to that of rows, below which it belongs to the same cell.
_WRAPPED = 0.85


class Piece(NamedTuple):
    """A part of a line that belongs to a cell."""

    line: int
    start: int
    end: int


class PdfCell(NamedTuple):
    """A cell and the parts of lines it consists of, from the top."""

    row: int
    column: int
    column_span: int
    pieces: list[Piece]


class PdfTable(NamedTuple):
    """A table and the lines it consists of, as indices of the lines of the page."""

    lines: range
    cells: list[PdfCell]


class _Item(NamedTuple):
    """A segment of a line: text that may be a cell."""

    line: int
    segment: PdfSegment
    text: str
    bottom: float
    size: float

    @property
    def is_figure(self) -> bool:
        return is_figure(self.text)


def find_tables(lines: list[PdfLine], skipped: Container[int], rules: PageRules) -> list[PdfTable]:
    """Return the tables among the lines of a page, in their order; `skipped` are lines at its edges."""
    items = {index: _items(index, line) for index, line in enumerate(lines) if index not in skipped}
    frames = _frames_of(lines, rules)
    tables = []
    done = -1
    for first, last in _regions(lines, items, frames):
        region = range(max(first, done + 1), last + 1)
        if table := _Region(lines, items, region, rules).table():
            tables.append(table)
            done = table.lines[-1]
    return tables


def _items(index: int, line: PdfLine) -> list[_Item]:
    items: list[_Item] = []
    for segment in line.segments:
        text = line.shown[segment.start : segment.end]
        if items and items[-1].text in SIGNS and is_value(text):
            # A currency sign that stands apart belongs to its figure.
            segment = segment._replace(start=items[-1].segment.start, left=items[-1].segment.left)
            text = line.shown[segment.start : segment.end]
            items.pop()
        items.append(_Item(index, segment, text, line.baseline, line.size))
    return items


def _frames_of(lines: list[PdfLine], rules: PageRules) -> list[Frame | None]:
    """Return the frame of ruled lines that each line of text is in, if any."""
    frames = {turns: rules.frames(turns) for turns in {line.turns for line in lines}}
    bottoms = {turns: [frame.bottom for frame in members] for turns, members in frames.items()}
    enclosing: list[Frame | None] = []
    for line in lines:
        index = bisect_right(bottoms[line.turns], line.baseline) - 1
        frame = frames[line.turns][index] if index >= 0 else None
        enclosing.append(frame if frame and frame.encloses(line.left, line.baseline, line.right) else None)
    return enclosing


def _regions(
    lines: list[PdfLine], items: dict[int, list[_Item]], frames: list[Frame | None]
) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each stretch with figures that stand apart in their lines."""
    region: tuple[int, int] | None = None
    for first, last in sorted(_seeds(lines, items)):
        in_frame = region is None or frames[region[1]] == frames[first]
        if region and in_frame and _belongs(lines, items, region, first):
            region = region[0], max(region[1], last)
            continue
        if region:
            yield _extended(lines, items, frames, *region)
        region = first, last
    if region:
        yield _extended(lines, items, frames, *region)


def _seeds(lines: list[PdfLine], items: dict[int, list[_Item]]) -> Iterator[tuple[int, int]]:
    """Yield lines with figures in columns, and pairs of lines whose text is on one baseline."""
    recent: dict[tuple[int, int], int] = {}
    for index, members in items.items():
        line = lines[index]
        if not members or _is_prose(line, members):
            continue
        if len(members) > 1 and any(item.is_figure for item in members[1:]):
            yield index, index
        key = round(line.baseline / 2)
        if len(members) == 1 and members[0].is_figure:
            for nearby in (key - 1, key, key + 1):
                before = recent.get((line.turns, nearby))
                if before is not None and index - before <= _WINDOW and _is_left_of(lines[before], line):
                    yield before, index
                    break
        recent[line.turns, key] = index


def _is_prose(line: PdfLine, items: list[_Item]) -> bool:
    """Return whether a line is running text; if it is justified, its words may stand far apart."""
    if len(items) == 1:
        return len(line.text) > _LONGEST_CELL
    words = line.text.split()
    in_lower_case = sum(word[0].islower() and word.strip(".,;:").isalpha() for word in words)
    figures = sum(item.is_figure for item in items)
    return len(words) >= _LEAST_WORDS and 2 * in_lower_case >= len(words) and 3 * figures < len(items)


def _is_left_of(before: PdfLine, line: PdfLine) -> bool:
    on_baseline = before.turns == line.turns and abs(before.baseline - line.baseline) < _BASELINE * line.size
    return on_baseline and before.right + _NARROW_GAP * line.size < line.left


def _belongs(
    lines: list[PdfLine], items: dict[int, list[_Item]], region: tuple[int, int], first: int
) -> bool:
    """Return whether a line with figures is a further row of a region."""
    if first <= region[1]:
        return True
    last = lines[region[1]]
    between = [index for index in range(region[1] + 1, first) if index in items]
    if len(between) > _MOST_BETWEEN or lines[first].turns != last.turns:
        return False
    if any(_is_prose(lines[index], items[index]) for index in between):
        return False
    if _begins_table(lines, items, region[1], between, first):
        return False
    return abs(last.baseline - lines[first].baseline) < _ROW_GAP * (len(between) + 1) * max(last.size, 1.0)


def _begins_table(
    lines: list[PdfLine], items: dict[int, list[_Item]], last: int, between: list[int], first: int
) -> bool:
    """Return whether the lines between two rows are the header of another table.

    It has a caption, text above a row of labels, or stands nearer to the row below it than to the one above.
    """
    rows: dict[int, list[_Item]] = {}
    for index in between:
        rows.setdefault(round(lines[index].baseline), []).extend(items[index])
    labels = [len(row) for row in rows.values() if not any(item.is_figure for item in row)]
    if len(labels) != len(rows):
        return False
    if len(rows) > 1 and labels[0] == 1 and max(labels[1:]) > 1:
        return True
    above, header, below = (
        (lines[index].baseline for index in (last, between[0], first)) if between else (0, 0, 0)
    )
    return max(labels, default=0) > 1 and above - header > _APART * (header - below) > 0


def _extended(
    lines: list[PdfLine], items: dict[int, list[_Item]], frames: list[Frame | None], first: int, last: int
) -> tuple[int, int]:
    """Add the lines around a region that belong to it: header, labels of several lines, a column of words."""
    members = [lines[index] for index in range(first, last + 1) if index in items]
    start = first
    for index in range(first - 1, max(-1, first - 1 - _MOST_HEADER_LINES), -1):
        if index not in items or _is_prose(lines[index], items[index]):
            break
        if frames[index] not in (None, frames[first]):
            break  # the end of another table
        line = lines[index]
        gap = line.baseline - max(member.baseline for member in members)
        is_near = line.turns == members[0].turns and 0 < gap < _HEADER_GAP * line.size
        is_header = len(items[index]) > 1 or line.left > members[0].left + 2 * line.size
        if (is_near and is_header) or _stands_next_to(line, members):
            start = index
        elif not is_near:
            break
        # A label between header and figures belongs to the table only if there is a header above it.
        members.append(line)
    return start, _last_line(lines, items, range(start, last + 1))


def _last_line(lines: list[PdfLine], items: dict[int, list[_Item]], region: range) -> int:
    """Return the last line of a region with the column of words that may follow its columns of figures."""
    members = [lines[index] for index in region if index in items]
    last = region[-1]
    while (
        last + 1 in items
        and len(lines[last + 1].text) <= _LONGEST_WORD
        and any(_is_left_of(member, lines[last + 1]) for member in members[-_WINDOW:])
    ):
        last += 1
    rows = {round(member.baseline) for member in members}
    return last if 2 * (last - region[-1]) >= len(rows) else region[-1]


def _stands_next_to(line: PdfLine, members: list[PdfLine]) -> bool:
    """Return whether a line is on the left or right of another, if only by part of its height."""
    for member in members:
        overlap = min(line.baseline + line.size, member.baseline + member.size) - max(
            line.baseline, member.baseline
        )
        if overlap > 0.2 * line.size and (line.right < member.left or member.right < line.left):
            return True
    return False


class _Region:
    """Lines that may be a table, and its rows and columns."""

    def __init__(
        self, lines: list[PdfLine], items: dict[int, list[_Item]], region: range, rules: PageRules
    ) -> None:
        self._region = region
        self._items = [item for index in region for item in items.get(index, ())]
        self._size = median(item.size for item in self._items) if self._items else 1.0
        left = min((item.segment.left for item in self._items), default=0.0)
        right = max((item.segment.right for item in self._items), default=0.0)
        top = max((item.bottom + item.size for item in self._items), default=0.0)
        bottom = min((item.bottom for item in self._items), default=0.0)
        turns = lines[region[0]].turns if region else 0
        self._columns_ruled, self._rows_ruled = rules.within(left, bottom, right, top, turns)
        self._verticals = rules.verticals(bottom, top, turns) if self._columns_ruled else []

    def table(self) -> PdfTable | None:
        """Return the table, or None if the lines are none."""
        rows = self._rows()
        figure_rows = [row for row in rows if len(row) > 1 and any(item.is_figure for item in row[1:])]
        if len(figure_rows) < _LEAST_ROWS:
            return None
        columns = self._columns(figure_rows)
        if len(columns) < 2 or not self._has_figures(figure_rows, columns):
            return None
        cells: list[PdfCell] = []
        for number, members in enumerate(self._merged_rows(rows), start=1):
            cells += self._cells(number, members, columns)
        return PdfTable(self._region, cells)

    def _rows(self) -> list[list[_Item]]:
        """Group items by their baseline, from the top, each row from the left."""
        rows: list[list[_Item]] = []
        for item in sorted(self._items, key=lambda item: -item.bottom):
            if rows and rows[-1][0].bottom - item.bottom < _BASELINE * self._size:
                rows[-1].append(item)
            else:
                rows.append([item])
        return [sorted(row, key=lambda item: item.segment.left) for row in rows]

    def _columns(self, rows: list[list[_Item]]) -> list[tuple[float, float]]:
        """Return the columns: between ruled lines, or between gaps that all rows have."""
        spans = sorted((item.segment.left, item.segment.right) for row in rows for item in row)
        merged: list[tuple[float, float]] = []
        for left, right in spans:
            if merged and left - merged[-1][1] < _NARROW_GAP * self._size:
                merged[-1] = merged[-1][0], max(right, merged[-1][1])
            else:
                merged.append((left, right))
        ruled = self._columns_ruled
        if len(ruled) > 2 and not any(self._crosses(edge, merged) for edge in ruled[1:-1]):
            return list(pairwise(ruled))
        return self._without_labels(rows, merged)

    def _crosses(self, edge: float, spans: list[tuple[float, float]]) -> bool:
        inside = _NARROW_GAP * self._size
        return any(left + inside < edge < right - inside for left, right in spans)

    def _without_labels(
        self, rows: list[list[_Item]], spans: list[tuple[float, float]]
    ) -> list[tuple[float, float]]:
        """Join to the column before it what has few cells and no figure: words of labels that line up."""
        columns: list[tuple[float, float]] = []
        for (left, right), texts in zip(spans, _texts(rows, spans), strict=True):
            is_label = 2 * len(texts) < len(rows) and not any(map(is_figure, texts))
            if columns and is_label:
                columns[-1] = columns[-1][0], right
            else:
                columns.append((left, right))
        return columns

    def _has_figures(self, rows: list[list[_Item]], columns: list[tuple[float, float]]) -> bool:
        for texts in _texts(rows, columns)[1:]:
            figures = sum(map(is_figure, texts))
            if figures >= _LEAST_ROWS and figures >= _LEAST_SHARE * len(texts):
                return True
        return False

    def _merged_rows(self, rows: list[list[_Item]]) -> list[list[_Item]]:
        """Join the lines of cells that take several."""
        if bands := self._bands(rows):
            return bands
        pitches = [
            above[0].bottom - below[0].bottom
            for above, below in pairwise(rows)
            if any(item.is_figure for item in above[1:]) and any(item.is_figure for item in below[1:])
        ]
        pitch = median(pitches) if pitches else 0.0
        merged: list[list[_Item]] = []
        for row in rows:
            if merged and self._is_continuation(merged[-1], row, pitch):
                merged[-1] = [*merged[-1], *row]
            else:
                merged.append(row)
        return merged

    def _is_continuation(self, above: list[_Item], row: list[_Item], pitch: float) -> bool:
        """Return whether a line of one label continues the label above it."""
        if len(row) > 1 or row[0].is_figure or abs(row[0].segment.left - above[0].segment.left) > self._size:
            return False
        gap = min(item.bottom for item in above) - row[0].bottom
        has_figures = any(item.is_figure for item in above)
        return has_figures and (gap < _WRAPPED * pitch or row[0].text[:1].islower())

    def _bands(self, rows: list[list[_Item]]) -> list[list[_Item]]:
        """Join rows between the same ruled lines, if these separate all rows with figures."""
        edges = self._rows_ruled
        if len(edges) < 3:
            return []
        bands: dict[int, list[list[_Item]]] = {}
        for row in rows:
            middle = row[0].bottom + 0.4 * row[0].size
            bands.setdefault(-bisect_left(edges, middle), []).append(row)
        for members in bands.values():
            if sum(len(row) > 1 and any(item.is_figure for item in row[1:]) for row in members) > 1:
                return []
        return [[item for row in members for item in row] for _, members in sorted(bands.items())]

    def _edges_at(self, row: list[_Item], columns: list[tuple[float, float]]) -> list[float]:
        """Return the ruled edges between the cells of a row of labels, if the columns are ruled.

        A header over several columns has fewer edges than the rows below it.
        """
        if len(columns) != len(self._columns_ruled) - 1 or any(item.is_figure for item in row):
            return []
        middle = row[0].bottom + 0.4 * row[0].size
        return [rule.at for rule in self._verticals if rule.start <= middle <= rule.end]

    def _cells(self, number: int, row: list[_Item], columns: list[tuple[float, float]]) -> Iterator[PdfCell]:
        """Yield the cells of a row; text over several columns spans them."""
        cells: dict[int, PdfCell] = {}
        edges = self._edges_at(row, columns)
        for item in sorted(row, key=lambda item: (-round(item.bottom), item.segment.left)):
            column, span = _columns_between(item.segment, columns, edges) or _covered(item.segment, columns)
            piece = Piece(item.line, item.segment.start, item.segment.end)
            if column in cells:
                cells[column].pieces.append(piece)
            else:
                cells[column] = PdfCell(number, column, span, [piece])
        return (cell for _, cell in sorted(cells.items()))


def _columns_between(
    segment: PdfSegment, columns: list[tuple[float, float]], edges: list[float]
) -> tuple[int, int] | None:
    """Return the first column of the ruled cell that a segment is in, and how many it spans."""
    middle = (segment.left + segment.right) / 2
    index = bisect_right(edges, middle)
    if not 0 < index < len(edges):
        return None
    first = bisect_left(columns, edges[index - 1] - RULE_WIDTH, key=lambda column: column[0])
    last = bisect_right(columns, edges[index] + RULE_WIDTH, key=lambda column: column[1])
    return (first + 1, last - first) if last - first > 1 else None


def _texts(rows: list[list[_Item]], columns: list[tuple[float, float]]) -> list[list[str]]:
    texts: list[list[str]] = [[] for _ in columns]
    for row in rows:
        for item in row:
            texts[_covered(item.segment, columns)[0] - 1].append(item.text)
    return texts


def _covered(segment: PdfSegment, columns: list[tuple[float, float]]) -> tuple[int, int]:
    return columns_covered(segment.left, segment.right, columns)
