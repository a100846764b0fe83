"""Counts with their percentage in one cell: "12 (34.5%)" of the n in the header, or of the total."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from numerate.consistency.diagnosis import Correction, Inconsistency
from numerate.consistency.tables.digits import REASONS, digit_error
from numerate.consistency.tables.figures import Figure, TableReading, quantity_number
from numerate.consistency.tables.labels import is_total

_SIZE = re.compile(r"\b[nN]\s*=\s*(\d[\d,]*)")
_ROUNDING = 2
"""Units of the last digit that rounding may explain."""
_MANY = 3
_FEW = 2
"""Percentages that must agree with a whole before one that does not is an error: fewer, if a label says what
the whole is and the percentage is far off."""
_GROUP = re.compile(
    r"\b(?:n|number|total|all|people|persons|patients|participants|subjects|pupils|students|respondents|adults"
    r"|children|men|women|group|size|randomi[sz]ed|enrolled|analy[sz]ed|treated|sample)\b",
    re.IGNORECASE,
)
"""The label of a row that gives the size of each group."""


class CountColumn(NamedTuple):
    """A column of counts whose percentages are shares of a whole, but for those that are wrong."""

    label: str
    whole: Decimal
    wrong: list[Figure]


def find_count_shares(text: str, reading: TableReading) -> Iterator[Inconsistency]:
    """Yield the percentages of counts that do not follow from the whole of their column."""
    for column in count_columns(reading):
        for figure in column.wrong:
            if meant := _meant(figure, column.whole):
                yield _inconsistency(text, figure, column.whole, column.label, *meant)


def count_columns(reading: TableReading) -> Iterator[CountColumn]:
    """Yield the columns of counts that most of their percentages agree with."""
    columns: dict[int, list[tuple[str, Figure]]] = {}
    for (row, column), figure in reading.figures.items():
        if figure.share is not None:
            columns.setdefault(column, []).append((reading.grid.row_labels[row], figure))
    for column, labelled in columns.items():
        label, figures = reading.grid.column_labels[column], [figure for _, figure in labelled]
        for whole, least in _wholes(label, labelled, _group_size(reading, column)):
            wrong = [figure for figure in figures if not _agrees(figure, whole)]
            if len(figures) - len(wrong) >= least and len(wrong) <= max(1, len(figures) // 5):
                yield CountColumn(label, whole, wrong)
                break


def _wholes(
    label: str, labelled: list[tuple[str, Figure]], group: list[Decimal]
) -> list[tuple[Decimal, int]]:
    """Return what the percentages of a column may be shares of, and how many must agree with it.

    That is the n of its header, the size of its group in a row above, or its total. The figures come with the
    labels of their rows.
    """
    sizes = [Decimal(size.replace(",", "")) for size in _SIZE.findall(label)]
    wholes = [(size, _FEW) for size in (*sizes, *group)]
    for row, figure in labelled:
        if figure.share and figure.share.value == 100:
            named = is_total(row) or _GROUP.search(row)
            wholes.append((figure.entry.value, _FEW if named else _MANY))
    return [(whole, least) for whole, least in wholes if whole > 0]


def _group_size(reading: TableReading, column: int) -> list[Decimal]:
    """Return the count in the first row of a column, if its label says that it is the size of the group."""
    row = min(row for row, other in reading.figures if other == column)
    first = reading.figures[row, column]
    named = first.share is None and _GROUP.search(reading.grid.row_labels[row])
    return [first.entry.value] if named and not first.entry.percent else []


def _agrees(figure: Figure, whole: Decimal) -> bool:
    share = figure.share
    return share is None or abs(_share(figure, whole) - share.value) <= share.step


def _share(figure: Figure, whole: Decimal) -> Decimal:
    return 100 * figure.entry.value / whole


def _meant(figure: Figure, whole: Decimal) -> tuple[Decimal, str] | None:
    """Return the percentage that was meant, and the typing error that explains the one that is written."""
    share = figure.share
    if share is None:
        return None
    nearest, written = round(_share(figure, whole) / share.step), round(share.value / share.step)
    error = digit_error(written, nearest) if abs(written - nearest) > _ROUNDING else None
    return (nearest * share.step, REASONS[error]) if error else None


def _inconsistency(
    text: str, figure: Figure, whole: Decimal, label: str, meant: Decimal, reason: str
) -> Inconsistency:
    share = figure.share or figure.quantity
    number = quantity_number(text, share)
    written = number.text.replace(f"{share.value}", f"{meant}", 1)
    where = f"{label}: " if label else ""
    problem = f"{where}{figure.text} / {whole:,} = {meant}%, not {share.value}%."
    correction = Correction(number, float(meant), written, reason=reason)
    numbers = quantity_number(text, figure.quantity), number
    return Inconsistency("table-share", numbers, problem, (correction,), number)
