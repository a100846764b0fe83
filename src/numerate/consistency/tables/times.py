"""Timetables and timesheets: a duration is the time from start to end, less the break.

Columns are recognised by their labels, or by what they show, and the relation by most rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from numerate.consistency.relation import Correction, Inconsistency
from numerate.consistency.tables.clock import (
    DAY,
    HALF_DAY,
    read_clock,
    read_duration,
    time_error,
    write_minutes,
)
from numerate.consistency.tables.digits import REASONS
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


def _number(cell: Cell, minutes: float) -> Number:
    span = cell.start, cell.end
    return Number(*span, cell.text, minutes, Decimal(repr(minutes)), "cardinal", span)
