"""Tables of a document: cells with row, column, spans and headers, and the caption."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from numerate.text.currencies import SIGNS

if TYPE_CHECKING:
    from numerate.documents.document import Block


class Cell(NamedTuple):
    """A table cell that is not empty. Rows and columns count from 1.

    `start` and `end` are offsets in the text of the document. `text` is what stands between them, without the
    tables that the cell may contain.
    """

    row: int
    column: int
    row_span: int
    column_span: int
    header: bool
    """Whether the cell labels other cells: it is in a header row or a header column."""
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Table:
    """A table: its cells that are not empty, in reading order."""

    number: int
    """Tables count from 1, in the order in which they begin."""
    cells: tuple[Cell, ...] = field(repr=False)
    rows: int
    columns: int
    header_rows: int
    """Rows at the top that label columns; as the format says, otherwise inferred."""
    header_columns: int
    """Columns on the left that label rows; as the format says, otherwise inferred."""
    caption: str = ""
    """The caption, title and unit line around the table, if any."""
    caption_span: tuple[int, int] | None = None
    """Offsets of the caption in the text of the document."""

    @property
    def start(self) -> int:
        """Offset of the first character in the text of the document."""
        return self.cells[0].start

    @property
    def end(self) -> int:
        """Offset after the last character in the text of the document."""
        return max(cell.end for cell in self.cells)

    def at(self, row: int, column: int) -> Cell | None:
        """Return the cell that covers a position; None if it is empty or outside the table."""
        index = self._grid.get(row * self._stride + column) if 0 < column < self._stride else None
        return None if index is None else self.cells[index]

    def column_labels(self, column: int) -> list[Cell]:
        """Return the header cells above a column, from the top."""
        return _distinct(self.at(row, column) for row in range(1, self.header_rows + 1))

    def row_labels(self, row: int) -> list[Cell]:
        """Return the header cells of a row, from the left."""
        return _distinct(self.at(row, column) for column in range(1, self.header_columns + 1))

    def body(self) -> Iterator[Cell]:
        """Yield the cells that are not headers."""
        return (cell for cell in self.cells if not cell.header)

    @property
    def _stride(self) -> int:
        return self.columns + 1

    @cached_property
    def _grid(self) -> dict[int, int]:
        """The index of the cell at each position; a cell that spans several is at all of them."""
        grid: dict[int, int] = {}
        # A hostile file may declare spans far larger than itself.
        budget = 4 * len(self.cells) + 10_000
        for index, cell in enumerate(self.cells):
            height = min(cell.row_span, self.rows - cell.row + 1)
            width = min(cell.column_span, self.columns - cell.column + 1)
            if height * width > 1:
                budget -= height * width
            if budget < 0:
                height = width = 1
            for row in range(cell.row, cell.row + height):
                for column in range(cell.column, cell.column + width):
                    grid.setdefault(row * self._stride + column, index)
        return grid


def _distinct(cells: Iterable[Cell | None]) -> list[Cell]:
    return list(dict.fromkeys(cell for cell in cells if cell is not None))


def tables_of(text: str, blocks: Sequence[Block]) -> tuple[Table, ...]:
    """Return the tables that the blocks of a text belong to."""
    members: dict[int, list[int]] = {}
    for index, block in enumerate(blocks):
        if block.cell:
            members.setdefault(block.cell.table, []).append(index)
    ordered = sorted(members.items())
    captions = _Captions(text, blocks, {number: (indices[0], indices[-1]) for number, indices in ordered})
    tables = []
    for (number, indices), caption in zip(ordered, captions, strict=True):
        table_blocks = [blocks[index] for index in indices]
        cells = list(_join_blocks(text, table_blocks))
        declared = {
            (block.cell.row, block.cell.column) for block in table_blocks if block.cell and block.cell.header
        }
        header_rows, header_columns = _headers(cells, declared)
        tables.append(
            Table(
                number,
                tuple(
                    cell._replace(
                        header=cell.row <= header_rows
                        or cell.column <= header_columns
                        or (cell.row, cell.column) in declared
                    )
                    for cell in cells
                ),
                rows=max(cell.row for cell in cells),
                columns=max(cell.column for cell in cells),
                header_rows=header_rows,
                header_columns=header_columns,
                caption=text[slice(*caption)] if caption else "",
                caption_span=caption,
            )
        )
    return tuple(tables)


def _join_blocks(text: str, blocks: list[Block]) -> Iterator[Cell]:
    """Yield a cell for the consecutive paragraphs of each; the blocks are those of one table."""
    cell: Cell | None = None
    for block in blocks:
        if not block.cell:
            continue
        _, row, column, row_span, column_span, _ = block.cell
        content = text[block.start : block.end]
        if cell and (cell.row, cell.column) == (row, column):
            cell = cell._replace(text=f"{cell.text}\n\n{content}", end=block.end)
            continue
        if cell:
            yield cell
        cell = Cell(row, column, row_span, column_span, False, content, block.start, block.end)
    if cell:
        yield cell


_SIGNED = r"[-+−–~≈<>≤≥±]?"
_CURRENCY = r"(?:[A-Z]{0,3}[$£€¥₹]|(?:USD|EUR|GBP|CHF|JPY) |Rs\.? )?"
_DIGITS = r"(?:\d[\d.,'’\u00a0\u2009\u202f]*|[.]\d+)"
_VALUE = re.compile(
    rf"\(?{_SIGNED}\s*{_CURRENCY}\s*\(?\s*{_SIGNED}\s*{_DIGITS}(?:\s*[%‰]|\s?[€£¢](?!\w))?"
    r"(?:\s?(?:[eE][-+]?\d+|[×x]\s?10[-−⁻⁰¹²³⁴⁵⁶⁷⁸⁹\d]+|[^\W\d_]{1,3}|million|billion|thousand))?(?:\s?\)\s*(?:[%‰€£¢]|[^\W\d_]{1,3})?)?"
    rf"(?:\s*(?:±|\+/-|[-–—/;,]|to)?\s*[\[(]?\s*{_SIGNED}\s*{_DIGITS}\s?%?[\])]?){{0,2}}"
    r"\s*(?:[*†‡§¶#¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉ]{1,3}|\[\w\]|\(\w\)|[a-z])?"
)
_PERIOD = re.compile(
    r"(?:FY)?(?:19|20)\d\d(?:\s*[-–/]\s*(?:\d\d|(?:19|20)\d\d))?(?:\s*[*†‡§a-z]|\s*\([a-z\d]\)|\s?[$£€])?"
    r"|\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*",
    re.IGNORECASE,
)
PLACEHOLDER = re.compile(
    rf"\(?{_CURRENCY}\s?[-–—−]+\s?%?\)?|[-–—−.…*]+|n/?a\.?|nil|none|nm|n\.m\.|n\.a\.", re.IGNORECASE
)
_AFFIX = re.compile(r"(?:US|A|C|HK)?[$£€¥₹]\s*\(?|\(|\)?\s*%?\s*\)?")
"""What filings put into cells of their own, next to a figure."""
_UNIT_LABEL = re.compile(
    r"\(?(?:in )?(?:(?:US|A|C|HK|NZ)?[$£€¥%‰]|USD|EUR|GBP|CHF)?\s?"
    r"(?:m|mn|bn|k|['’]?000s?|millions?|billions?|thousands?|%|pts?|pp|bps|kg|km|t|GWh|MWh|no\.?)?\)?",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{1,2}:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?")
_LONGEST_VALUE = 60
_MOST_HEADER_ROWS = 6


def is_value(text: str) -> bool:
    """Return whether a cell holds a number rather than a label; a year or a date labels."""
    if _is_plain(text):  # most cells of a long table
        return True
    text = text.strip("\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069 \t\n\xa0")
    if not text or len(text) > _LONGEST_VALUE or not any(map(str.isdigit, text)):
        return False
    return _VALUE.fullmatch(text) is not None and _PERIOD.fullmatch(text) is None


def is_time(text: str) -> bool:
    """Return whether a cell holds a time of day or a duration: 08:00, 1:12:40."""
    return _TIME.fullmatch(text) is not None


def is_figure(text: str) -> bool:
    """Return whether a cell holds what figures line up with: a number, a time, or a dash in its place."""
    return is_value(text) or is_time(text) or PLACEHOLDER.fullmatch(text) is not None


def _is_plain(text: str) -> bool:
    """Return whether a text is digits and nothing else, and not as many as a year has."""
    return text.isdigit() and text.isascii() and len(text) != 4 and len(text) <= _LONGEST_VALUE


def _headers(cells: list[Cell], declared: set[tuple[int, int]]) -> tuple[int, int]:
    """Return the numbers of header rows and header columns."""
    header_rows = _declared_rows(cells, declared) or _inferred_rows(cells)
    return header_rows, _header_columns(cells, header_rows, declared)


def _declared_rows(cells: list[Cell], declared: set[tuple[int, int]]) -> int:
    """Return how many rows at the top have declared headers only, with the row of units below them."""
    count = 0
    for row, members in _rows(cells):
        labels = [cell for cell in members if cell.column > 1] or members
        if count and labels is members and members[0].column_span == 1:
            break  # the heading of a section: it labels no column
        if all((cell.row, cell.column) in declared for cell in members) or (
            count and all(_UNIT_LABEL.fullmatch(cell.text) for cell in labels)
        ):
            count = row
        else:
            break
    last = max(cell.row for cell in cells)
    return count if count < last else 0


def _inferred_rows(cells: list[Cell]) -> int:
    """Return how many rows at the top, before the first with a value, have more than a row label."""
    count, has_body = 0, False
    first, last = min(cell.column for cell in cells), max(cell.column for cell in cells)
    for row, members in _rows(cells):
        if any(is_value(cell.text) for cell in members):
            has_body = True
            break
        if row > _MOST_HEADER_ROWS:
            break
        if first == last or any(cell.column > first for cell in members):
            count = row
    if has_body:
        return count
    # A table without values has a header of one row, if any.
    return 1 if max(cell.row for cell in cells) > 1 and count else 0


def _rows(cells: list[Cell]) -> Iterator[tuple[int, list[Cell]]]:
    row: list[Cell] = []
    for cell in cells:
        if row and cell.row != row[0].row:
            yield row[0].row, row
            row = []
        row.append(cell)
    if row:
        yield row[0].row, row


def _header_columns(cells: list[Cell], header_rows: int, declared: set[tuple[int, int]]) -> int:
    """Return how many columns on the left hold labels: half of their cells or more are no values."""
    labels: dict[int, int] = {}
    totals: dict[int, int] = {}
    counters: dict[int, list[str]] = {}
    for cell in cells:
        text = cell.text
        if cell.row <= header_rows or (
            not _is_plain(text) and (PLACEHOLDER.fullmatch(text) or _AFFIX.fullmatch(text))
        ):
            continue
        is_label = (cell.row, cell.column) in declared or not is_value(cell.text)
        totals[cell.column] = totals.get(cell.column, 0) + 1
        labels[cell.column] = labels.get(cell.column, 0) + is_label
        if cell.column == 1:
            counters.setdefault(1, []).append(cell.text)
    last = max((column for column, total in totals.items() if 2 * labels[column] < total), default=0)
    if not last:
        return 1 if max((cell.column for cell in cells), default=0) > 1 else 0
    if last > 1 and _numbers_rows(counters.get(1, [])):
        labels[1] = totals[1]
    count = 0
    for column in range(1, last):
        if totals.get(column) and 2 * labels[column] < totals[column]:
            break
        if column in totals:
            count = column
    return count


_BAND = re.compile(r"(?:[<>≤≥]\s?)?\d[\d,.]*(?:\s?(?:[-–—]|to)\s?\d[\d,.]*|\s?\+)?")
"""A class of values: 50–59, 80+, <18."""
_RANGE = re.compile(r"\d[\d,.]*\s?(?:[-–—]|to)\s?\d[\d,.]*")


def _numbers_rows(texts: list[str]) -> bool:
    """Return whether the texts of the first column label the rows: 1, 2, 3 …, or 50–59, 60–69, 70+."""
    values = [text for text in texts if is_value(text)]
    if len(values) > 1 and all(text.rstrip(".)") == str(i) for i, text in enumerate(values, start=1)):
        return True
    ranges = sum(_RANGE.fullmatch(text) is not None for text in values)
    return ranges > 1 and 2 * ranges > len(values) and all(map(_BAND.fullmatch, values))


_CAPTION = re.compile(
    r"(?:table|tab\.|exhibit|schedule|chart|annex|box)\s+[A-Z]?[\dIVX]|(?:table)?: \S", re.IGNORECASE
)
_SCALE = re.compile(
    r"(?<![\d.,] )\b(?:thousand|million|billion)s?\b|['’]000|[$£€¥]\s?(?:mn?|bn|k|000s?)\b|\bper ?cent\b|%",
    re.IGNORECASE,
)
_SCALE_NOTE = re.compile(
    r"\(?\s*(?:notes?:?\s+)?(?:in(?! \d)|all|amounts?|figures|values|dollars|numbers|unaudited"
    r"|expressed|stated|shown|thousands|millions|billions|[A-Z]{3}|[$£€¥%'’])(?!\w)",
    re.IGNORECASE,
)
_ENDS_IN_SCALE = re.compile(
    r"(?:\((?P<note>[^()]{1,60})\)|,\s+(?P<last>(?:all )?(?:figures )?in [^,()]{1,40}))\s*:?\s*"
)
"""What a title ends with that says what its figures count: "Income statement (in thousands)"."""
_FIGURE = re.compile(r"fig(?:ure|\.)", re.IGNORECASE)
_LONGEST_CAPTION = 300
_LONGEST_NOTE = 160


class _Captions:
    """The caption of each table, among the blocks next to it; iterates in the order of the tables."""

    def __init__(self, text: str, blocks: Sequence[Block], tables: dict[int, tuple[int, int]]) -> None:
        self._text = text
        self._blocks = blocks
        self._tables = tables
        self._claimed: set[int] = set()
        self._declared: dict[int, list[Block]] = {}
        for index, block in enumerate(blocks):
            if block.kind == "caption" and block.level:
                self._declared.setdefault(block.level, []).append(block)
                self._claimed.add(index)

    def __iter__(self) -> Iterator[tuple[int, int] | None]:
        spans = list(self._tables.items())
        above = bool(spans) and self._is_caption(spans[0][1][0] - 1)
        for (number, (first, last)), after in zip(spans, [*spans[1:], None], strict=False):
            if declared := self._declared.get(number):
                yield declared[0].start, declared[-1].end
                continue
            span = self._above(first)
            # Between two tables, a caption belongs to the one on the side where the first caption is.
            between = above and after is not None and after[1][0] == last + 2
            if not span and not between and (self._is_caption(last + 1) or self._is_scale_note(last + 1)):
                self._claimed.add(last + 1)
                span = self._blocks[last + 1].start, self._blocks[last + 1].end
            yield span

    def _above(self, first: int) -> tuple[int, int] | None:
        at = top = first
        while at > 0 and first - at < 3 and self._is_scale_note(at - 1):
            at = top = at - 1
        if at > 0 and (
            self._is_caption(at - 1)
            or self._introduces(at - 1)
            or (at == first and self._states_scale(at - 1))
        ):
            top = at - 1
        if top == first:
            return None
        self._claimed.update(range(top, first))
        return self._blocks[top].start, self._blocks[first - 1].end

    def _content(self, index: int) -> str:
        if not 0 <= index < len(self._blocks) or index in self._claimed:
            return ""
        block = self._blocks[index]
        if block.cell or block.kind == "header" or block.end - block.start > _LONGEST_CAPTION:
            return ""
        return self._text[block.start : block.end]

    def _is_caption(self, index: int) -> bool:
        content = self._content(index)
        if not content or _FIGURE.match(content):
            return False
        return self._blocks[index].kind == "caption" or _CAPTION.match(content) is not None

    def _is_scale_note(self, index: int) -> bool:
        content = self._content(index)
        return (
            len(content) <= _LONGEST_NOTE
            and _SCALE_NOTE.match(content) is not None
            and _SCALE.search(content) is not None
        )

    def _states_scale(self, index: int) -> bool:
        """Return whether a line is a title that ends with the scale or the unit of the figures below it."""
        content = self._content(index)
        if not content or len(content) > _LONGEST_NOTE or content.endswith("."):
            return False
        opening = max(content.rfind("("), content.rfind(", "))
        end = _ENDS_IN_SCALE.fullmatch(content, opening) if opening > 0 else None
        note = (end["note"] or end["last"]) if end else ""
        is_note = note[:1] in SIGNS or _SCALE_NOTE.match(note) is not None
        return is_note and _SCALE.search(note) is not None

    def _introduces(self, index: int) -> bool:
        content = self._content(index)
        return bool(content) and (self._blocks[index].kind in ("title", "heading") or content.endswith(":"))
