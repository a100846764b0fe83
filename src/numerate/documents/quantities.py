"""The quantities of a table: each figure with what its cell, row, column and caption say about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NamedTuple

from numerate.documents.labels import LabelUnit, Period, read_period, read_unit_label
from numerate.documents.table import PLACEHOLDER, Cell, Table, is_value
from numerate.text import Number, extract
from numerate.text.currencies import DOLLAR_PREFIXES, SIGNS
from numerate.text.units import Measure, currency, find


class CellQuantity(NamedTuple):
    """A figure of a cell. A cell may have several: "12 (34%)", "1.2 ± 0.3"."""

    cell: Cell
    start: int
    end: int
    """Offsets of the figure in the text of the document, with sign, currency and percent sign."""
    value: Decimal
    """As written, with its sign: (12) is −12, and a dash is 0."""
    step: Decimal
    """The value of one unit in the last written digit."""
    unit: Measure | None
    scale: int
    """The factor that labels or caption give: 1,000,000 for "£m"."""
    period: Period | None
    part: int = 0
    """The index of the figure in its cell."""

    @property
    def amount(self) -> Decimal:
        """The value that is meant: as written, times the scale."""
        return self.value * self.scale

    @property
    def symbol(self) -> str | None:
        """The symbol of the unit."""
        return None if self.unit is None else self.unit.symbol


_Context = tuple[Measure | None, int, Period | None]
"""Unit, scale and period of a figure."""


def cell_quantities(table: Table) -> list[CellQuantity]:
    """Return the quantities of the cells that are not headers, in reading order."""
    return list(_Reader(table).read())


MARKS = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""Directional marks and others without width, which are not shown."""
_SPACE = rf"[\s{MARKS}]{{0,3}}"
_MINUS = "-−–‒"
_FIGURE = re.compile(
    rf"{_SPACE}(?P<figure>(?P<open>\()?{_SPACE}(?P<sign>[{_MINUS}+])?{_SPACE}"
    r"(?P<currency>(?:[A-Z]{1,3})?[$£€¥₹₩₽₪₺]|(?:USD|EUR|GBP|CHF|JPY|AUD|CAD)\b)?"
    rf"{_SPACE}(?P<inner>\()?{_SPACE}(?P<minus>[{_MINUS}+])?{_SPACE}"
    r"(?P<digits>\d[\d.,'’]*(?:[ \u00a0\u2009\u202f]\d{3}(?!\d))*(?:[.,]\d+)?|[.,]\d+)"
    rf"{_SPACE}(?P<percent>[%‰])?{_SPACE}(?P<close>\))?{_SPACE}(?P<after>[%‰])?(?P<trailing>[-−](?=\s*\Z))?"
    rf"{_SPACE}(?P<sign_after>€|£)?)"
    rf"(?P<note>{_SPACE}(?:[*†‡§¶#]{{1,3}}|[¹²³⁴⁵⁶⁷⁸⁹⁰⁾⁽,ᵃᵇᶜᵈᵉᶠ]{{1,5}}|\((?:[a-z]|[ivx]{{1,4}}|\d)\)|\[\w\]|(?<=\d)[a-f]))?"
    rf"{_SPACE}"
)
_PAIR = re.compile(rf"(?P<first>{_SPACE}\d[^()\[\]]*?){_SPACE}[(\[](?P<second>[^()\[\]]+)[)\]]{_SPACE}")
_PAIR_LABEL = re.compile(
    r"\b(?:n|no\.?|numbers?|counts?|cases|patients)\s*[,/]?\s*[(\[/,]?\s*(?:%|per ?cent)", re.IGNORECASE
)
_OTHER_PAIR = re.compile(r"\b(?:mean|median|average|sd|se|iqr|range|ci|years|age|score|bmi)\b", re.IGNORECASE)
"""The label of a row with other figures in brackets: deviations, ranges."""
_DASH = re.compile(
    rf"\(?(?:(?:[A-Z]{{1,3}})?[$£€¥₹]|(?:USD|EUR|GBP|CHF|JPY)\b)?{_SPACE}[-–—−‒―]{{1,3}}{_SPACE}%?\)?|nil|zero",
    re.IGNORECASE,
)
"""Zero, with the signs that a figure would have: "$ —", "— %"."""
_BOUND = re.compile(r"\s*[<>≤≥~≈]")
_COMMA_DECIMAL = re.compile(r"\d,\d{1,2}(?!\d)|\d\.\d{3},\d")
_POINT_DECIMAL = re.compile(r"\d\.\d{1,2}(?!\d)|\d,\d{3}\.\d|\d\.\d{4}")
_OWN_UNIT = re.compile(
    r"\bper (?:share|unit|ordinary|ads|head|employee|capita|diluted|basic|common)\b"
    r"|\bratios?\b|\bmargins?\b|\brates?\b|\bearnings per\b"
    r"|\beps\b|\byield\b|\bpercent|\bindex\b|\bdays\b|\btimes\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\bnumber of (?!.*shares)|\bheadcount\b|\bemployees\b(?! (?:costs?|benefits?))"
    r"|\bftes?\b|\bcustomers\b|\bstores\b",
    re.IGNORECASE,
)


class _RowContext(NamedTuple):
    """The unit, scale and period that the label of a row gives; few rows of a long table differ in them."""

    unit: LabelUnit
    has_own_unit: bool
    """Whether its figures have a unit of their own, whatever the column says: "Earnings per share"."""
    is_counted: bool
    is_pair: bool
    """Whether the label is "n (%)"."""
    period: Period | None


class _Reader:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows: dict[int, tuple[int, _RowContext]] = {}
        self._row_contexts: dict[_RowContext, int] = {}
        """A number for each distinct context of a row."""
        self._contexts: dict[tuple[int, int, Measure | None, bool], _Context] = {}
        self._columns: dict[int, tuple[LabelUnit, Period | None]] = {}
        self._caption = read_unit_label(table.caption, is_caption=True)
        self._caption_period = read_period(table.caption) if table.caption.count("20") == 1 else None

    def read(self) -> Iterator[CellQuantity]:
        for cell in self._table.body():
            # A cell around another table has no offsets of its own.
            text = cell.text
            if cell.end - cell.start != len(text) or cell.row in self._standard_errors:
                continue
            if text.isascii() and text.isdigit() and len(text) <= _LONGEST:  # most cells of a long table
                unit, scale, period = self._context(cell, self._neighbour_unit(cell), 0)
                value, step = _decimal(text, self._comma_decimal)
                yield CellQuantity(cell, cell.start, cell.end, value, step, unit, scale, period)
            else:
                yield from self._read_cell(cell)

    def _read_cell(self, cell: Cell) -> Iterator[CellQuantity]:
        text = cell.text
        if _DASH.fullmatch(text.strip(MARKS + " \xa0")):
            if not self._value_columns.isdisjoint(_columns_of(cell)):
                yield self._quantity(cell, 0, len(text), Decimal(0), Decimal(1), None)
        elif len(text) <= _LONGEST and not _BOUND.match(text):
            pair = _PAIR.fullmatch(text) if cell.column in self._paired_columns else None
            figures = [_FIGURE.fullmatch(text, *pair.span(group)) for group in (1, 2)] if pair else []
            if not all(figures) or not figures:
                figures = [_FIGURE.fullmatch(text)]
            if all(figures):
                yield from (self._figure(cell, figure, part) for part, figure in enumerate(figures) if figure)
            elif text.strip():
                yield from self._numbers(cell)

    def _figure(self, cell: Cell, figure: re.Match[str], part: int) -> CellQuantity:
        value, step = _decimal(figure["digits"], self._comma_decimal)
        negative = bool(figure["open"] or figure["inner"] or figure["trailing"])
        negative ^= any(figure[name] and figure[name] in _MINUS for name in ("sign", "minus"))
        unit: Measure | None = None
        if figure["percent"] or figure["after"]:
            unit = find(figure["percent"] or figure["after"])
        elif sign := figure["currency"] or figure["sign_after"]:
            unit = _currency(sign)
        unit = unit or self._neighbour_unit(cell)
        return self._quantity(cell, *figure.span("figure"), -value if negative else value, step, unit, part)

    def _numbers(self, cell: Cell) -> Iterator[CellQuantity]:
        """Read a cell of several figures, or of one with a unit, as running text is read."""
        numbers = [number for number in extract(cell.text) if number.kind not in ("date", "time", "year")]
        words = sum(map(str.isalpha, cell.text)) - sum(len(n.unit.text) for n in numbers if n.unit)
        if words > _MOST_LETTERS:
            return  # a remark, not a figure
        for part, number in enumerate(numbers):
            value = -number.decimal if number.sign < 0 else number.decimal
            step, has_magnitude = _step(number)
            unit = number.unit.measure if number.unit else None
            quantity = self._quantity(cell, number.start, number.end, value, step, unit, part)
            yield quantity._replace(scale=1) if has_magnitude else quantity

    def _quantity(
        self,
        cell: Cell,
        start: int,
        end: int,
        value: Decimal,
        step: Decimal,
        unit: Measure | None,
        part: int = 0,
    ) -> CellQuantity:
        unit, scale, period = self._context(cell, unit, part)
        return CellQuantity(
            cell, cell.start + start, cell.start + end, value, step, unit, scale, period, part
        )

    def _context(self, cell: Cell, unit: Measure | None, part: int) -> _Context:
        """Return unit, scale and period from the figure itself, its column, its row and the caption."""
        number, row = self._row(cell.row)
        key = number, cell.column, unit, bool(part)
        context = self._contexts.get(key)
        if context is None:
            context = self._contexts[key] = self._read_context(row, cell.column, unit, part)
        return context

    def _read_context(self, context: _RowContext, position: int, unit: Measure | None, part: int) -> _Context:
        row, (column, period) = context.unit, self._column(position)
        if not part:  # the percentage of "n (%)" is the second figure
            row = LabelUnit() if context.is_pair else row
            column = LabelUnit() if position in self._pair_labelled else column
        elif context.is_pair:
            unit = unit or find("%")
        period = period or context.period or self._caption_period
        ratio = next((label.unit for label in (column, row) if _is_ratio(label.unit)), None)
        unit = unit or ratio
        if _is_ratio(unit):
            return unit, 1, period
        labels = [column, row, *self._corner, self._caption]
        if context.has_own_unit or (row.unit and not _is_money(row.unit)):
            labels = [row]
        elif context.is_counted:
            labels = [row, *(label for label in [column] if not _is_money(label.unit))]
        elif row and not column:
            labels = [row, *self._corner, self._caption]
        unit = unit or next((label.unit for label in labels if label.unit), None)
        if unit is None and len(labels) > 2:
            unit = self._column_currencies.get(position)
        scale = next((label.scale for label in labels if label.scale > 1), 1)
        return unit, scale, period

    def _row(self, row: int) -> tuple[int, _RowContext]:
        if row not in self._rows:
            label = " ".join(cell.text for cell in self._table.row_labels(row))
            context = _RowContext(
                read_unit_label(label),
                _OWN_UNIT.search(label) is not None,
                _COUNTED.search(label) is not None,
                self._is_pair(label),
                read_period(label),
            )
            number = self._row_contexts.setdefault(context, len(self._row_contexts))
            self._rows[row] = number, context
        return self._rows[row]

    def _is_pair(self, label: str) -> bool:
        """Return whether a row shows "n (%)": by its own label, or by the corner or the caption."""
        if _PAIR_LABEL.search(label):
            return True
        return self._states_pairs and not _OTHER_PAIR.search(label)

    def _column(self, column: int) -> tuple[LabelUnit, Period | None]:
        if column not in self._columns:
            cells = self._table.column_labels(column)
            units = [label for cell in reversed(cells) if (label := read_unit_label(cell.text))]
            unit = next((label.unit for label in units if label.unit), None)
            scale = next((label.scale for label in units if label.scale > 1), 1)
            self._columns[column] = LabelUnit(unit, scale), read_period(" ".join(cell.text for cell in cells))
        return self._columns[column]

    def _neighbour_unit(self, cell: Cell) -> Measure | None:
        """Return the sign in a cell of its own, as in filings: "$" on the left, "%" on the right."""
        if not self._has_sign_cells:
            return None
        right = self._table.at(cell.row, cell.column + cell.column_span)
        if right and right.text.strip("\u00a0 )") in ("%", "‰"):
            return find(right.text.strip("\u00a0 )"))
        left = self._table.at(cell.row, cell.column - 1)
        return _currency(left.text.strip()) if left and left.text.strip() in SIGNS else None

    @cached_property
    def _has_sign_cells(self) -> bool:
        """Whether a sign stands in a cell of its own anywhere."""
        texts = (cell.text.strip("\u00a0 )") for cell in self._table.cells if len(cell.text) <= _LONGEST_SIGN)
        return any(text in SIGNS or text in ("%", "‰") for text in texts)

    @cached_property
    def _corner(self) -> list[LabelUnit]:
        """The unit in the corner above the row labels, as "£m" often is."""
        table = self._table
        corner = (cell for cell in table.cells if cell.row <= table.header_rows)
        labels = (read_unit_label(cell.text) for cell in corner if cell.column <= table.header_columns)
        return [label for label in labels if label.scale > 1 or _is_money(label.unit)]

    @cached_property
    def _column_currencies(self) -> dict[int, Measure]:
        """The currency of each column, where a sign is written in some of its cells only."""
        currencies: dict[int, Measure] = {}
        for cell in self._table.body():
            if (
                cell.column not in currencies
                and len(cell.text) <= _LONGEST
                and not cell.text[:_LONGEST_SIGN].isdigit()
            ):
                figure = _FIGURE.fullmatch(cell.text)
                if figure and figure["currency"]:
                    currencies[cell.column] = _currency(figure["currency"])
        return currencies

    @cached_property
    def _states_pairs(self) -> bool:
        """Whether the corner above the row labels, or the caption, says that all cells are "n (%)"."""
        table = self._table
        corner = (table.at(row, 1) for row in range(1, table.header_rows + 1))
        labels = [table.caption, *(cell.text for cell in corner if cell)]
        return any(_PAIR_LABEL.search(label) for label in labels)

    @cached_property
    def _pair_labelled(self) -> set[int]:
        columns = range(1, self._table.columns + 1)
        labels = {column: self._table.column_labels(column) for column in columns}
        return {column for column in columns if any(_PAIR_LABEL.search(cell.text) for cell in labels[column])}

    @cached_property
    def _value_columns(self) -> set[int]:
        """Columns in which a dash is a zero: those with figures."""
        return {column for cell in self._table.body() if is_value(cell.text) for column in _columns_of(cell)}

    @cached_property
    def _paired_columns(self) -> set[int]:
        """Columns in which a number in brackets is a second figure, as in "12 (3)", not a footnote."""
        paired: dict[int, int] = {}
        totals: dict[int, int] = {}
        for cell in self._table.body():
            if "(" in cell.text and cell.text.strip()[:1].isdigit():
                paired[cell.column] = paired.get(cell.column, 0) + 1
            totals[cell.column] = totals.get(cell.column, 0) + 1
        return {column for column, count in paired.items() if 2 * count > totals[column]}

    @cached_property
    def _standard_errors(self) -> set[int]:
        """Rows without a label whose figures are all in brackets: they belong to the row above.

        Below a labelled row with figures in brackets, such a row is the subtotal of negative amounts.
        """
        rows: dict[int, bool] = {}
        negative: set[int] = set()
        for cell in self._table.body():
            if cell.text.startswith(("(", "[")) and cell.text.rstrip("*†‡ ").endswith((")", "]")):
                rows.setdefault(cell.row, True)
                negative.add(cell.row)
            elif rows.get(cell.row, True) and not PLACEHOLDER.fullmatch(cell.text):
                rows[cell.row] = False
        labelled = self._table.row_labels
        return {
            row
            for row, bracketed in rows.items()
            if bracketed and row > 1 and self._table.header_columns and not labelled(row)
            if row - 1 not in negative or not labelled(row - 1)
        }

    @cached_property
    def _comma_decimal(self) -> bool:
        """Whether the comma is the decimal sign in this table."""
        commas = points = 0
        for cell in self._table.body():
            if len(cell.text) <= _LONGEST and ("," in cell.text or "." in cell.text):
                commas += _COMMA_DECIMAL.search(cell.text) is not None
                points += _POINT_DECIMAL.search(cell.text) is not None
        return commas > points


_MOST_SPANNED = 4
"""Columns of a table that one figure may take."""
_LONGEST = 80
"""Characters of a cell beyond which it is text."""
_MOST_LETTERS = 12
"""Letters of a cell, units aside, beyond which it is a remark."""


_LONGEST_SIGN = 6
"""Characters of a cell that holds nothing but a sign."""


@lru_cache(maxsize=65536)
def _decimal(digits: str, comma_decimal: bool) -> tuple[Decimal, Decimal]:
    """Return the value of digits with their separators, and of one unit in the last digit."""
    if comma_decimal:
        digits = digits.replace(".", "").replace(",", ".")
    digits = re.sub(r"[^\d.]", "", digits).rstrip(".")
    if digits.count(".") > 1:  # 1.234.567
        digits = digits.replace(".", "")
    decimals = len(digits.partition(".")[2])
    return Decimal(digits), Decimal(1).scaleb(-decimals)


def _step(number: Number) -> tuple[Decimal, bool]:
    """Return the value of one unit in the last digit, and whether a magnitude ("million") is written."""
    exponent = number.decimal.as_tuple().exponent
    written = re.search(r"\d[\d,'’\s]*(?:\.(\d+))?", number.text)
    if not isinstance(exponent, int) or written is None:
        return Decimal(1), False
    decimals = len(written[1] or "")
    digits = Decimal(re.sub(r"[^\d.]", "", written[0]).rstrip("."))
    factor = number.decimal / digits if digits else Decimal(1)
    return Decimal(1).scaleb(-decimals) * factor, factor > 1


def _columns_of(cell: Cell) -> range:
    """Return the columns that a figure spans: its own, and that of its sign or parenthesis."""
    return range(cell.column, cell.column + min(cell.column_span, _MOST_SPANNED))


def _currency(sign: str) -> Measure:
    if len(sign) == 3 and sign.isalpha():
        return currency(sign)
    prefix = sign[:-1].lower()
    return currency(DOLLAR_PREFIXES.get(prefix, "USD") if prefix else SIGNS[sign])


def _is_ratio(unit: Measure | None) -> bool:
    return unit is not None and unit.symbol in ("%", "‰", "pp", "bp")


def _is_money(unit: Measure | None) -> bool:
    return unit is not None and unit.dimension == "currency"
