"""Counts with their percentage in one cell: "12 (34.5%)" of the n in the header, or of the total."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from numerate.consistency.relation import Correction, Inconsistency
from numerate.consistency.tables.digits import REASONS, digit_error
from numerate.consistency.tables.figures import Figure, TableReading
from numerate.documents.quantities import CellQuantity
from numerate.text import Number

_SIZE = re.compile(r"\b[nN]\s*=\s*(\d[\d,]*)")
_ROUNDING = 2
"""Units of the last digit that rounding may explain."""
_MANY = 3
"""Percentages that must agree with a whole before one that does not is an error."""


def find_count_shares(text: str, reading: TableReading) -> Iterator[Inconsistency]:
    """Yield the percentages of counts that do not follow from the whole of their column."""
    columns: dict[int, list[Figure]] = {}
    for (_, column), figure in reading.figures.items():
        if figure.share is not None:
            columns.setdefault(column, []).append(figure)
    for column, figures in columns.items():
        label = reading.grid.column_labels[column]
        for whole in _wholes(label, figures):
            wrong = [figure for figure in figures if not _agrees(figure, whole)]
            if len(figures) - len(wrong) >= _MANY and len(wrong) <= max(1, len(figures) // 5):
                for figure in wrong:
                    if meant := _meant(figure, whole):
                        yield _inconsistency(text, figure, whole, label, *meant)
                break


def _wholes(label: str, figures: list[Figure]) -> list[Decimal]:
    """Return what the percentages of a column may be shares of: the n of its header, or its total."""
    sizes = [Decimal(size.replace(",", "")) for size in _SIZE.findall(label)]
    totals = [figure.entry.value for figure in figures if figure.share and figure.share.value == 100]
    return [whole for whole in (*sizes, *totals) if whole > 0]


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
    number = _number(text, share)
    written = number.text.replace(f"{share.value}", f"{meant}", 1)
    where = f"{label}: " if label else ""
    problem = f"{where}{figure.text} / {whole:,} = {meant}%, not {share.value}%."
    correction = Correction(number, float(meant), written, reason=reason)
    numbers = _number(text, figure.quantity), number
    return Inconsistency("table-share", numbers, problem, (correction,), number)


def _number(text: str, quantity: CellQuantity) -> Number:
    span = quantity.start, quantity.end
    value = abs(quantity.value)
    return Number(
        *span, text[slice(*span)], float(value), value, "percent" if quantity.part else "cardinal", span
    )
