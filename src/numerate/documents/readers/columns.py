"""Columns of tables that are found by the position of their text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def columns_covered(start: float, end: float, columns: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """Return the number of the first column that a piece of text covers, or that is nearest, and how many.

    start, end: where the text begins and ends, in the unit of the columns.
    columns: where each column begins and ends, from left to right.
    """
    first = bisect_right(columns, start, key=lambda column: column[1])
    last = bisect_left(columns, end, key=lambda column: column[0])
    if first < last:
        return first + 1, last - first
    if first == len(columns) or (first and start - columns[first - 1][1] < columns[first][0] - end):
        first -= 1
    return first + 1, 1
