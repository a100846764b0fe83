"""Read the figures of a table: value, precision, sign by parentheses, footnote marks, dashes for zero."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from numerate.consistency.tables.grid import UNKNOWN, Entry, Grid
from numerate.documents.table import Cell, Table

_SPACES = "\u00a0\u2009\u202f'’"
_CURRENCY = r"(?:(?:US|CA|AU|HK|NZ|A|C|R)?[$£€¥₹]|(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|Rs\.?)(?![a-zA-Z]))"
_NUMERAL = rf"\d{{1,3}}(?:[, {_SPACES}]\d{{3}})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|\.\d+"
_FIGURE = re.compile(
    rf"(?P<before>[-−–+(\[$\s]*(?:{_CURRENCY})?[-−–+(\s]*)(?P<numeral>{_NUMERAL})"
    r"(?P<after>\s*\)?\s*(?:%|per ?cent)?\s*[)\]]?)"
)
_SCALES = {
    "k": 3,
    "thousand": 3,
    "m": 6,
    "mn": 6,
    "million": 6,
    "bn": 9,
    "b": 9,
    "billion": 9,
    "trillion": 12,
}
_SCALE = re.compile(r"(?:(?<=\d)([kmb])|\s?(thousand|mn|million|bn|billion|trillion))\b\s*\)?", re.IGNORECASE)
"""A single letter must follow the digits directly: "1,234 b" has a footnote."""
_SHARE = re.compile(r"(?:\s+[(\[]|[(\[](?=[^)\]]*[%.]))\s*(?P<numeral>\d+(?:\.\d+)?)\s*%?\s*[)\]]")
_MARKS = re.compile(r"(?:[*†‡§¶#¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜᵈᵉ\s]|\(\w{1,2}\)|\[\w{1,2}\]|\b[a-z]\b)*")
_UNIT = re.compile(r"\s*[^\W\d_/]{1,12}[²³]?\.?")
_AFFIX = re.compile(rf"[\s()\[\]%]*(?:{_CURRENCY})?[\s()\[\]%]*|(?:{_CURRENCY})\s*[(\[]?")
_ZERO = re.compile(r"[-–—−‒―\s.]+|nil|none", re.IGNORECASE)
_LONGEST = 60
"""Characters of a cell that may hold a figure."""
_LONGEST_LABEL = 200


class Figure(NamedTuple):
    """A figure of a table, with its place in the text of the document."""

    entry: Entry
    start: int
    end: int
    text: str
    """The numeral as written, without sign, currency and unit."""
    row: int
    column: int
    """The cell, as the table counts."""
    scale: Decimal = Decimal(1)
    """Factor that turns the value into the one written: 0.000001 for "1.2m"."""
    share: Entry | None = None
    """The percentage in parentheses after it: 12 (34.5%)."""
    share_span: tuple[int, int] | None = None


class Reading(NamedTuple):
    """A table as a grid, and the figure behind each entry."""

    table: Table
    grid: Grid
    figures: dict[tuple[int, int], Figure]
    """By row and column of the grid."""
    rows: tuple[int, ...]
    """The row of the table for each row of the grid."""
    columns: tuple[int, ...]
    """The first column of the table for each column of the grid."""


def read_table(table: Table) -> Reading | None:
    """Read a table; None if it has no two figures that could be related."""
    figures: dict[tuple[int, int], Figure | Entry] = {}
    spans: dict[tuple[int, int], int] = {}
    affixes: dict[tuple[int, int], str] = {}
    for cell in table.cells:
        if cell.row <= table.header_rows or cell.column <= table.header_columns:
            continue
        if _AFFIX.fullmatch(cell.text):
            affixes[cell.row, cell.column] = cell.text
            continue
        figures[cell.row, cell.column] = _figure(cell)
        spans[cell.row, cell.column] = cell.column_span
    if sum(isinstance(figure, Figure) for figure in figures.values()) < 2:
        return None
    columns = _columns(figures, spans)
    rows = list(range(table.header_rows + 1, table.rows + 1))
    return _reading(table, figures, affixes, rows, columns)


def _figure(cell: Cell) -> Figure | Entry:
    """Return the figure of a cell, a zero for a dash, or what is not known."""
    text = cell.text
    if len(text) > _LONGEST:
        return UNKNOWN
    if _ZERO.fullmatch(text):
        return Entry(Decimal(0), Decimal(0))
    match = _FIGURE.match(text)
    if match is None:
        return UNKNOWN
    numeral = match["numeral"]
    digits = re.sub(r"[^\d.]", "", numeral)
    value = Decimal(digits)
    step = Decimal(1).scaleb(int(value.as_tuple().exponent))
    at = match.end()
    scale = Decimal(1)
    if word := _SCALE.match(text, match.end("numeral")):
        at = max(at, word.end())
        power = _SCALES[(word[1] or word[2]).lower()]
        value, step, scale = value.scaleb(power), step.scaleb(power), scale.scaleb(-power)
    opened = "(" in match["before"] or "[" in match["before"]
    negative = opened or ")" in match["after"] or any(sign in match["before"] for sign in "-−–")
    share = share_span = None
    if "%" not in match["after"] and (found := _SHARE.match(text, match.end("numeral"))):
        percentage = Decimal(found["numeral"])
        share = Entry(percentage, Decimal(1).scaleb(int(percentage.as_tuple().exponent)), percent=True)
        share_span = cell.start + found.start("numeral"), cell.start + found.end("numeral")
        at = found.end()
    rest = text[at:]
    if not _MARKS.fullmatch(rest) and not _UNIT.fullmatch(rest):
        return UNKNOWN
    entry = Entry(-value if negative else value, step, "%" in match["after"] or "cent" in match["after"])
    start, end = cell.start + match.start("numeral"), cell.start + match.end("numeral")
    return Figure(entry, start, end, numeral, cell.row, cell.column, scale, share, share_span)


def _columns(
    figures: dict[tuple[int, int], Figure | Entry], spans: dict[tuple[int, int], int]
) -> list[list[int]]:
    """Group the columns of a table: a figure that spans two of them belongs with those in either.

    Reports set a currency sign in a column of its own, and let figures without one span both.
    """
    filled: dict[int, set[int]] = {}
    for row, column in figures:
        filled.setdefault(column, set()).add(row)
    groups = {column: [column] for column in filled}
    for (_, column), span in sorted(spans.items()):
        for other in range(column + 1, min(column + span, column + 4)):
            first, second = groups.get(column), groups.get(other)
            if first is None or second is None or first is second:
                continue
            rows = set().union(*(filled[member] for member in first))
            if rows.isdisjoint(*(filled[member] for member in second)):
                first += second
                for member in second:
                    groups[member] = first
    distinct = {id(group): sorted(group) for group in groups.values()}
    return sorted(distinct.values())


def _reading(
    table: Table,
    found: dict[tuple[int, int], Figure | Entry],
    affixes: dict[tuple[int, int], str],
    rows: list[int],
    columns: list[list[int]],
) -> Reading:
    figures: dict[tuple[int, int], Figure] = {}
    grid_rows: list[tuple[Entry | None, ...]] = []
    for i, row in enumerate(rows):
        entries: list[Entry | None] = []
        for j, members in enumerate(columns):
            content = next((found[row, column] for column in members if (row, column) in found), None)
            if isinstance(content, Figure):
                content = _with_affixes(content, affixes)
                figures[i, j] = content
                entries.append(content.entry)
            else:
                entries.append(content)
        grid_rows.append(tuple(entries))
    row_labels = tuple(_label(table.row_labels(row)) for row in rows)
    column_labels = tuple(
        _label(cell for column in members for cell in table.column_labels(column)) for members in columns
    )
    grid = Grid(row_labels, column_labels, tuple(grid_rows))
    return Reading(table, grid, figures, tuple(rows), tuple(members[0] for members in columns))


def _with_affixes(figure: Figure, affixes: dict[tuple[int, int], str]) -> Figure:
    """Add what stands in cells of their own: a percent sign after the figure, a parenthesis before it."""
    value, _, percent, _ = entry = figure.entry
    after = (affixes.get((figure.row, figure.column + shift), "") for shift in (1, 2))
    before = affixes.get((figure.row, figure.column - 1), "")
    if not percent and any("%" in affix for affix in after):
        entry = entry._replace(percent=True)
    if "(" in before and value > 0:
        entry = entry._replace(value=-value)
    return figure if entry is figure.entry else figure._replace(entry=entry)


def _label(cells: Iterable[Cell]) -> str:
    texts = (" ".join(cell.text[:_LONGEST_LABEL].split()) for cell in dict.fromkeys(cells))
    return " ".join(text for text in texts if not _AFFIX.fullmatch(text))[:_LONGEST_LABEL]


def write_like(value: Decimal, written: str) -> str:
    """Write a value with the decimals and the thousands separator of a numeral."""
    decimals = len(written.partition(".")[2])
    separator = next((mark for mark in f", {_SPACES}" if mark in written), "")
    if not separator and len(written.partition(".")[0]) < 4 and abs(value) >= 1000:
        separator = ","
    return f"{abs(value):,.{decimals}f}".replace(",", separator)
