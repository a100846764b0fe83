"""Sums of times with colons: splits of a race, hours of a week, lengths of tracks."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from numerate.consistency.relation import Correction, Inconsistency
from numerate.consistency.tables.clock import read_split, time_error, write_split
from numerate.consistency.tables.digits import REASONS
from numerate.consistency.tables.labels import is_total, is_whole
from numerate.documents.table import Cell, Table
from numerate.text import Number

_MOST_CELLS = 20_000
_LEAST_HOLDS = 2

_Sum = tuple[list[Cell], Cell]
"""The parts of a total, and the total."""


def find_wrong_durations(table: Table) -> Iterator[Inconsistency]:
    """Yield the totals of times that are not the sum of their parts, where others are."""
    if len(table.cells) > _MOST_CELLS:
        return
    times = {(cell.row, cell.column): cell for cell in table.body() if read_split(cell.text) is not None}
    reported: set[int] = set()
    for column in range(3, table.columns + 1):
        sums = [_row_sum(times, row, column) for row in range(table.header_rows + 1, table.rows + 1)]
        yield from _judge([members for members in sums if members], False, reported)
    for row in range(table.header_rows + 3, table.rows + 1):
        label = " ".join(cell.text for cell in table.row_labels(row))
        if is_total(label) or is_whole(label):
            totals = [_column_sum(times, row, column) for column in range(1, table.columns + 1)]
            yield from _judge([members for members in totals if members], True, reported)


def _row_sum(times: dict[tuple[int, int], Cell], row: int, column: int) -> _Sum | None:
    """Return the times directly to the left of another."""
    total = times.get((row, column))
    members: list[Cell] = []
    while total and (cell := times.get((row, column - 1 - len(members)))):
        members.insert(0, cell)
    return (members, total) if total and len(members) > 1 else None


def _column_sum(times: dict[tuple[int, int], Cell], row: int, column: int) -> _Sum | None:
    """Return the times directly above another."""
    total = times.get((row, column))
    members: list[Cell] = []
    while total and (cell := times.get((row - 1 - len(members), column))):
        members.insert(0, cell)
    return (members, total) if total and len(members) > 1 else None


def _judge(sums: list[_Sum], named: bool, reported: set[int]) -> Iterator[Inconsistency]:
    """Yield the sums that fail, if most hold; one that its label names needs no others."""
    wrong = [members for members in sums if _residual(members)]
    holds = len(sums) - len(wrong)
    if (not named and holds < _LEAST_HOLDS) or len(wrong) > max(1, len(sums) // 5):
        return
    for members in wrong:
        corrections = list(_corrections(members))
        parts, total = members
        if corrections and total.start not in reported:
            reported.update(cell.start for cell in (*parts, total))
            named_cell = corrections[0].number if len(corrections) == 1 else None
            numbers = tuple(_number(cell) for cell in (*parts, total))
            costs = (*(3.0 for _ in parts), 2.9)
            yield Inconsistency(
                "table-total", numbers, _message(members), tuple(corrections), named_cell, error_costs=costs
            )


def _value(cell: Cell) -> int:
    return read_split(cell.text) or 0


def _residual(members: _Sum) -> int:
    """Return the total less the sum of its parts."""
    parts, total = members
    return _value(total) - sum(map(_value, parts))


def _corrections(members: _Sum) -> Iterator[Correction]:
    """Yield the times in which a typing error explains the difference, the total first."""
    parts, total = members
    residual = _residual(members)
    for cell, meant in (
        (total, _value(total) - residual),
        *((part, _value(part) + residual) for part in parts),
    ):
        if meant <= 0:
            continue
        written = write_split(cell.text, meant)
        if read_split(written) == meant and (error := time_error(cell.text, written)):
            yield Correction(_number(cell), float(meant), written, reason=REASONS[error])


def _message(members: _Sum) -> str:
    parts, total = members
    meant = write_split(total.text, sum(map(_value, parts)))
    return f"{' + '.join(cell.text.strip() for cell in parts)} = {meant.strip()}, not {total.text.strip()}."


def _number(cell: Cell) -> Number:
    span, value = (cell.start, cell.end), _value(cell)
    return Number(*span, cell.text, float(value), Decimal(value), "cardinal", span)
