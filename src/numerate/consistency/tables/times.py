"""Times: durations from start to end less the break, and sums of times with colons.

The columns of timetables and timesheets are recognised by their labels, or by what they show, and their
relation by most rows. Splits of a race, hours of a week and lengths of tracks are sums of the times next to
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from numerate.consistency.diagnosis import Correction, Inconsistency
from numerate.consistency.tables.clock import (
    DAY,
    HALF_DAY,
    read_clock,
    read_duration,
    read_split,
    time_error,
    write_minutes,
    write_split,
)
from numerate.consistency.tables.digits import REASONS
from numerate.consistency.tables.labels import is_total, is_whole
from numerate.documents.table import Cell, Table
from numerate.text import Number

_ROLES = {
    role: re.compile(rf"\W*(?:{words})\W*(?:time)?\W*(?:\((?:min|minutes|h|hours|hrs)\))?\W*", re.IGNORECASE)
    for role, words in {
        "start": r"start(?:s|ed|ing)?|from|begins?|beginning|dep(?:\.|arts?|arture)?|leaves?|opens?|in",
        "end": r"end(?:s|ed|ing)?|to|until|finish(?:es|ed)?|arr(?:\.|ives?|ival)?|clos(?:es?|ing)|out",
        "break": r"(?:lunch|unpaid)? ?break|lunch|pause",
        "duration": r"(?:total |net )?(?:duration|length|journey|hours(?: worked)?|minutes|worked|time)",
    }.items()
}
_LEAST_HOLDS = 2
_MOST_COLUMNS = 8
"""Columns of a table in which times are looked for without labels."""
_SAMPLE = 50
"""Rows that show what a column has."""
_MOST_CELLS = 20_000
"""Cells of a table in which sums of times are looked for."""

_Sum = tuple[list[Cell], Cell]
"""The parts of a total, and the total."""


class _Row(NamedTuple):
    """The cells of a row that has a start, an end and a duration, and their values in minutes."""

    cells: dict[str, Cell]
    minutes: dict[str, float]

    @property
    def expected(self) -> float:
        """The time from start to end, less the break; over midnight, if the end is before the start."""
        values = self.minutes
        return (values["end"] - values["start"]) % DAY - values.get("break", 0.0)

    @property
    def holds(self) -> bool:
        """Whether the duration follows, on a clock of twelve hours too."""
        stated = self.minutes["duration"]
        return (
            stated in (self.expected, self.expected % HALF_DAY) or abs(stated - self.expected) < self.step / 2
        )

    @property
    def step(self) -> float:
        """Half an hour, six minutes or so for decimal hours; a minute otherwise."""
        text = self.cells["duration"].text
        return 60 / 10 ** len(text.partition(".")[2]) if "." in text else 1.0


def find_wrong_times(table: Table) -> Iterator[Inconsistency]:
    """Yield the times of a table that do not follow from others."""
    yield from _find_wrong_durations(table)
    if len(table.cells) <= _MOST_CELLS:
        yield from _find_wrong_sums(table)


def _find_wrong_durations(table: Table) -> Iterator[Inconsistency]:
    """Yield the durations that do not follow from start and end, if those of most rows do."""
    for roles in (_labelled(table), *_shown(table)):
        if not {"start", "end", "duration"} <= roles.keys():
            continue
        rows = list(_rows(table, roles))
        wrong = [row for row in rows if not row.holds]
        if len(rows) - len(wrong) < _LEAST_HOLDS or len(wrong) > max(1, len(rows) // 5):
            continue
        for row in wrong:
            if correction := _correction(row):
                numbers = [_number(row.cells[role], row.minutes[role]) for role in row.cells]
                yield Inconsistency(
                    "table-total", tuple(numbers), _message(row), (correction,), correction.number
                )
        return


def _labelled(table: Table) -> dict[str, int]:
    """Return the column of each role by its label; none where two columns have it."""
    columns: dict[str, list[int]] = {}
    for column in range(1, table.columns + 1):
        label = " ".join(cell.text for cell in table.column_labels(column))
        for role, named in _ROLES.items():
            if named.fullmatch(label):
                columns.setdefault(role, []).append(column)
    return {role: numbers[0] for role, numbers in columns.items() if len(numbers) == 1}


def _shown(table: Table) -> Iterator[dict[str, int]]:
    """Yield the roles that columns may have by what they show: two of times, and one or two of durations."""
    clocks, durations = [], []
    last = min(table.rows, table.header_rows + _SAMPLE)
    for column in range(1, min(table.columns, _MOST_COLUMNS) + 1):
        cells = (table.at(row, column) for row in range(table.header_rows + 1, last + 1))
        texts = [cell.text for cell in cells if cell]
        if len(texts) > _LEAST_HOLDS and all(read_clock(text) is not None for text in texts):
            clocks.append(column)
        if len(texts) > _LEAST_HOLDS and all(read_duration(text, False) is not None for text in texts):
            durations.append(column)
    for start, end in combinations(clocks, 2):
        rest = [column for column in durations if column not in (start, end)]
        for duration in rest:
            yield {"start": start, "end": end, "duration": duration}
            for pause in rest:
                if pause != duration:
                    yield {"start": start, "end": end, "break": pause, "duration": duration}


def _rows(table: Table, roles: dict[str, int]) -> Iterator[_Row]:
    in_hours = "hour" in " ".join(cell.text.lower() for cell in table.column_labels(roles["duration"]))
    for number in range(table.header_rows + 1, table.rows + 1):
        cells = {role: cell for role, column in roles.items() if (cell := table.at(number, column))}
        minutes = {
            role: value
            for role, cell in cells.items()
            if (value := _read(role, cell.text, in_hours and role == "duration")) is not None
        }
        if minutes.keys() == cells.keys() and {"start", "end", "duration"} <= cells.keys():
            yield _Row(cells, minutes)


def _read(role: str, text: str, in_hours: bool) -> float | None:
    return read_clock(text) if role in ("start", "end") else read_duration(text, in_hours)


def _correction(row: _Row) -> Correction | None:
    """Return the duration, or the time, that one typing error turned into what is written."""
    values = row.minutes
    error_in = {
        "duration": row.expected,
        "end": (values["start"] + values["duration"] + values.get("break", 0.0)) % DAY,
        "start": (values["end"] - values["duration"] - values.get("break", 0.0)) % DAY,
    }
    for role, meant in error_in.items():
        cell = row.cells[role]
        written = write_minutes(cell.text, meant)
        if written != cell.text and (error := time_error(cell.text, written)):
            return Correction(_number(cell, values[role]), meant, written, reason=REASONS[error])
    return None


def _message(row: _Row) -> str:
    cells = row.cells
    less = f" less {cells['break'].text.strip()}" if "break" in cells else ""
    meant = write_minutes(cells["duration"].text.strip(), row.expected)
    start, end, stated = (cells[role].text.strip() for role in ("start", "end", "duration"))
    return f"From {start} to {end}{less} it is {meant}, not {stated}."


def _find_wrong_sums(table: Table) -> Iterator[Inconsistency]:
    """Yield the totals of times that are not the sum of their parts, where others are."""
    times = {(cell.row, cell.column): cell for cell in table.body() if read_split(cell.text) is not None}
    reported: set[int] = set()
    for column in range(3, table.columns + 1):
        rows = range(table.header_rows + 1, table.rows + 1)
        sums = [_sum_before(times, row, column, across=True) for row in rows]
        yield from _judge([members for members in sums if members], False, reported)
    for row in range(table.header_rows + 3, table.rows + 1):
        label = " ".join(cell.text for cell in table.row_labels(row))
        if is_total(label) or is_whole(label):
            columns = range(1, table.columns + 1)
            sums = [_sum_before(times, row, column, across=False) for column in columns]
            yield from _judge([members for members in sums if members], True, reported)


def _sum_before(times: dict[tuple[int, int], Cell], row: int, column: int, across: bool) -> _Sum | None:
    """Return the times directly to the left of another, or above it."""
    total = times.get((row, column))
    members: list[Cell] = []
    while total:
        distance = len(members) + 1
        cell = times.get((row, column - distance) if across else (row - distance, column))
        if cell is None:
            break
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
            numbers = tuple(_number(cell, _value(cell)) for cell in (*parts, total))
            costs = (*(3.0 for _ in parts), 2.9)
            yield Inconsistency(
                "table-total",
                numbers,
                _sum_message(members),
                tuple(corrections),
                named_cell,
                error_costs=costs,
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
            yield Correction(_number(cell, _value(cell)), float(meant), written, reason=REASONS[error])


def _sum_message(members: _Sum) -> str:
    parts, total = members
    meant = write_split(total.text, sum(map(_value, parts)))
    return f"{' + '.join(cell.text.strip() for cell in parts)} = {meant.strip()}, not {total.text.strip()}."


def _number(cell: Cell, minutes: float) -> Number:
    span = cell.start, cell.end
    return Number(*span, cell.text, float(minutes), Decimal(repr(minutes)), "cardinal", span)
