"""Timetables and timesheets: a duration is the time from start to end, less the break.

Columns are recognised by their labels, and the relation by most rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from numerate.consistency.relation import Correction, Inconsistency
from numerate.consistency.tables.digits import REASONS, digit_error
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
_CLOCK = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>[0-5]\d) ?(?P<half>[ap]\.?m\.?)?", re.IGNORECASE)
_HOURS_AND_MINUTES = re.compile(
    r"(?:(?P<hours>\d{1,2}) ?(?:h|hrs?|hours?)\.?,? ?)?(?:(?P<minutes>\d{1,3}) ?(?:m|mins?|minutes?)\.?)?",
    re.IGNORECASE,
)
_COLON = re.compile(r"(?P<hours>\d{1,2}):(?P<minutes>[0-5]\d)(?: ?h)?")
_PLAIN = re.compile(r"\d{1,3}(?:\.\d{1,2})?")
_DAY, _HALF_DAY = 1440, 720
_LEAST_HOLDS = 2
_DIGITS = re.compile(r"\d+")


class _Row(NamedTuple):
    """The cells of a row that has a start, an end and a duration, and their values in minutes."""

    cells: dict[str, Cell]
    minutes: dict[str, float]

    @property
    def expected(self) -> float:
        """The time from start to end, less the break; over midnight, if the end is before the start."""
        values = self.minutes
        return (values["end"] - values["start"]) % _DAY - values.get("break", 0.0)

    @property
    def holds(self) -> bool:
        """Whether the duration follows, on a clock of twelve hours too."""
        stated = self.minutes["duration"]
        return (
            stated in (self.expected, self.expected % _HALF_DAY)
            or abs(stated - self.expected) < self.step / 2
        )

    @property
    def step(self) -> float:
        """Half an hour, six minutes or so for decimal hours; a minute otherwise."""
        text = self.cells["duration"].text
        return 60 / 10 ** len(text.partition(".")[2]) if "." in text else 1.0


def find_wrong_times(table: Table) -> Iterator[Inconsistency]:
    """Yield the durations that do not follow from start and end, if those of most rows do."""
    roles = _roles(table)
    if not {"start", "end", "duration"} <= roles.keys():
        return
    rows = list(_rows(table, roles))
    wrong = [row for row in rows if not row.holds]
    if len(rows) - len(wrong) < _LEAST_HOLDS or len(wrong) > max(1, len(rows) // 5):
        return
    for row in wrong:
        if correction := _correction(row):
            numbers = [_number(row.cells[role], row.minutes[role]) for role in row.cells]
            yield Inconsistency(
                "table-total", tuple(numbers), _message(row), (correction,), correction.number
            )


def _roles(table: Table) -> dict[str, int]:
    """Return the column of each role; none where two columns have it."""
    columns: dict[str, list[int]] = {}
    for column in range(1, table.columns + 1):
        label = " ".join(cell.text for cell in table.column_labels(column))
        for role, named in _ROLES.items():
            if named.fullmatch(label):
                columns.setdefault(role, []).append(column)
    return {role: numbers[0] for role, numbers in columns.items() if len(numbers) == 1}


def _rows(table: Table, roles: dict[str, int]) -> Iterator[_Row]:
    in_hours = "hour" in " ".join(cell.text.lower() for cell in table.column_labels(roles["duration"]))
    for number in range(table.header_rows + 1, table.rows + 1):
        cells = {role: cell for role, column in roles.items() if (cell := table.at(number, column))}
        minutes = {
            role: value
            for role, cell in cells.items()
            if (value := _clock(cell.text) if role in ("start", "end") else _duration(cell.text, in_hours))
            is not None
        }
        if minutes.keys() == cells.keys() and {"start", "end", "duration"} <= cells.keys():
            yield _Row(cells, minutes)


def _clock(text: str) -> float | None:
    """Return a time of day in minutes after midnight."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None or int(match["hour"]) > 24:
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + 12 * (match["half"][0] in "pP")
    return float(60 * hour + int(match["minute"]))


def _duration(text: str, in_hours: bool) -> float | None:
    """Return a duration in minutes; a plain number is in hours, if it has a point or its label says so."""
    text = text.strip()
    match = _COLON.fullmatch(text) or (_HOURS_AND_MINUTES.fullmatch(text) if text else None)
    if match:
        return 60.0 * int(match["hours"] or 0) + int(match["minutes"] or 0)
    if _PLAIN.fullmatch(text):
        return float(text) * (60 if in_hours or "." in text else 1)
    return None


def _correction(row: _Row) -> Correction | None:
    """Return the duration, or the time, that one typing error turned into what is written."""
    values = row.minutes
    error_in = {
        "duration": row.expected,
        "end": (values["start"] + values["duration"] + values.get("break", 0.0)) % _DAY,
        "start": (values["end"] - values["duration"] - values.get("break", 0.0)) % _DAY,
    }
    for role, meant in error_in.items():
        cell = row.cells[role]
        written = _rewritten(cell.text, meant)
        digits = [int("".join(_DIGITS.findall(text)) or 0) for text in (cell.text, written)]
        if written != cell.text and (error := digit_error(*digits)):
            return Correction(_number(cell, values[role]), meant, written, reason=REASONS[error])
    return None


def _rewritten(text: str, minutes: float) -> str:
    """Return a time or duration of a number of minutes, written as another one is."""
    numerals = _DIGITS.findall(text)
    if _PLAIN.fullmatch(text):
        decimals = len(text.partition(".")[2])
        return f"{minutes / 60:.{decimals}f}" if decimals else f"{minutes:.0f}"
    hours, rest = divmod(round(minutes), 60)
    if re.search(r"[ap]\.?m", text, re.IGNORECASE):
        hours = (hours - 1) % 12 + 1
    parts = [hours, rest] if len(numerals) == 2 else [round(minutes) if re.search("m", text) else hours]
    widths = iter(zip(parts, map(len, numerals), strict=True))
    return _DIGITS.sub(lambda _: "{0:0{1}d}".format(*next(widths)), text)


def _message(row: _Row) -> str:
    cells = row.cells
    less = f" less {cells['break'].text.strip()}" if "break" in cells else ""
    meant = _rewritten(cells["duration"].text.strip(), row.expected)
    start, end, stated = (cells[role].text.strip() for role in ("start", "end", "duration"))
    return f"From {start} to {end}{less} it is {meant}, not {stated}."


def _number(cell: Cell, minutes: float) -> Number:
    span = cell.start, cell.end
    return Number(*span, cell.text, minutes, Decimal(repr(minutes)), "cardinal", span)
