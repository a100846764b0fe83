"""Grids written as text, for tests: a label and its figures a line, columns split at two spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from numerate.consistency.tables.formula import Calculation, Failure
from numerate.consistency.tables.grid import UNKNOWN, Entry, Grid, LineMatrix


def grid(text: str, columns: tuple[str, ...] = ()) -> Grid:
    """Read "Rent  1,200  1,300"; a dash is zero, "n/a" not known, nothing an empty row."""
    labels, rows = [], []
    for line in text.strip("\n").splitlines():
        label, *cells = re.split(r"\s{2,}", line.strip())
        labels.append(label.replace("~", ""))
        rows.append([_entry(cell) for cell in cells])
    width = max(map(len, rows))
    filled = tuple((*row, *[None] * (width - len(row))) for row in rows)
    return Grid(tuple(labels), columns or ("",) * width, filled)


def _entry(cell: str) -> Entry | None:
    if cell in (".", ""):
        return None
    if cell == "n/a":
        return UNKNOWN
    if cell == "—":
        return Entry(Decimal(0), Decimal(0))
    value = Decimal(cell.strip("()%").replace(",", ""))
    step = Decimal(1).scaleb(int(value.as_tuple().exponent))
    return Entry(-value if cell.startswith("(") else value, step, "%" in cell)


def failures_of(find: Callable[[LineMatrix], Iterator[Calculation]], table: Grid) -> list[Failure]:
    """Return the failures of the calculations of one kind, by row and by column."""
    axes = (table.lines(by_column) for by_column in (True, False))
    return [failure for lines in axes for calculation in find(lines) for failure in calculation.failures]
