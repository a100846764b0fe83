"""Make tables like those of annual reports: statements with known sums, in many layouts, and with pitfalls.

Each line knows the lines that it is calculated from, so that an error can be planted in a figure that is part
of a sum. Not every "total" of a report adds up what stands above it; some tables here are of that kind.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from html import escape


@dataclass
class Line:
    """A row of a statement: unrounded figures by column, or a heading without any."""

    label: str
    values: list[float] = field(default_factory=list)
    decimals: int = 0
    parts: list[tuple[int, int]] = field(default_factory=list)
    """The lines that it is calculated from, and their signs."""
    total: bool = False
    percent: bool = False


@dataclass
class Statement:
    """A table with known sums."""

    columns: list[str]
    lines: list[Line]
    exact: bool = True
    """Whether the figures were made to add up after rounding."""
    column_parts: list[tuple[int, list[tuple[int, int]]]] = field(default_factory=list)
    """Columns that are calculated from others: the column, and the others with their signs."""

    def rounded(self) -> list[list[str]]:
        """Return the figures as written."""
        rows: list[list[float]] = []
        for line in self.lines:
            values = [round(value, line.decimals) + 0.0 for value in line.values]
            if self.exact and line.parts and values:
                for column in self._amounts():
                    total = sum(sign * rows[part][column] for part, sign in line.parts)
                    values[column] = round(total, line.decimals) + 0.0
            rows.append(values)
        if self.exact:
            for target, parts in self.column_parts:
                for line, values in zip(self.lines, rows, strict=True):
                    if values:
                        total = sum(sign * values[part] for part, sign in parts)
                        values[target] = round(total, line.decimals) + 0.0
        return [
            [_write(value, line) for value in values] for line, values in zip(self.lines, rows, strict=True)
        ]

    def _amounts(self) -> list[int]:
        """Return the columns that add up: changes in percent do not."""
        return [index for index, column in enumerate(self.columns) if "%" not in column]

    def summing_cells(self) -> set[tuple[int, int]]:
        """Return the cells that are part of a sum, by row and column."""
        rows = {index for index, line in enumerate(self.lines) if line.parts}
        rows |= {part for line in self.lines for part, _ in line.parts}
        cells = {(row, column) for row in rows if self.lines[row].values for column in self._amounts()}
        for target, parts in self.column_parts:
            columns = {target, *(part for part, _ in parts)}
            cells |= {
                (row, column)
                for row, line in enumerate(self.lines)
                if line.values and not line.percent and line.decimals != 2
                for column in columns
            }
        return cells

    def total_cells(self) -> set[tuple[int, int]]:
        """Return the cells that are calculated from others by a sum."""
        cells = {
            (row, column) for row, line in enumerate(self.lines) if line.parts for column in self._amounts()
        }
        for target, _ in self.column_parts:
            cells |= {
                (row, target)
                for row, line in enumerate(self.lines)
                if line.values and not line.percent and line.decimals != 2
            }
        return cells


def _write(value: float, line: Line) -> str:
    if value == 0 and not line.percent:
        return "—"
    text = f"{abs(value):,.{line.decimals}f}{'%' if line.percent else ''}"
    return f"({text})" if value < 0 else text


_REVENUE = (
    "Products",
    "Services",
    "Subscriptions",
    "Licensing",
    "Advertising",
    "Hardware",
    "Royalties and other",
)
_OPERATING = (
    "Research and development",
    "Sales and marketing",
    "General and administrative",
    "Restructuring",
    "Amortization of intangibles",
)
_CURRENT = (
    "Cash and cash equivalents",
    "Short-term investments",
    "Accounts receivable, net of allowances of $12 and $15",
    "Inventories",
    "Prepaid expenses and other current assets",
    "Deferred income taxes",
)
_FIXED = (
    "Property and equipment, net",
    "Goodwill",
    "Intangible assets, net",
    "Operating lease right-of-use assets",
    "Long-term investments",
    "Other assets",
)
_OWED = (
    "Accounts payable",
    "Accrued liabilities",
    "Current portion of long-term debt",
    "Deferred revenue",
    "Income taxes payable",
    "Other current liabilities",
)
_EQUITY = (
    "Common stock, $0.01 par value",
    "Additional paid-in capital",
    "Retained earnings",
    "Accumulated other comprehensive loss",
    "Treasury stock, at cost",
)
_SEGMENTS = (
    "North America",
    "Europe",
    "Asia Pacific",
    "Latin America",
    "Corporate and other",
    "Consumer",
    "Commercial",
    "Eliminations",
)
_FLOWS = (
    "Depreciation and amortization",
    "Stock-based compensation",
    "Deferred income taxes",
    "Loss on disposal of assets",
    "Accounts receivable",
    "Inventories",
    "Accounts payable",
    "Accrued liabilities",
    "Other, net",
)
_INVESTING = (
    "Purchases of property and equipment",
    "Acquisitions, net of cash acquired",
    "Purchases of investments",
    "Proceeds from sales of investments",
    "Other investing activities",
)
_FINANCING = (
    "Proceeds from issuance of debt",
    "Repayments of debt",
    "Repurchases of common stock",
    "Dividends paid",
    "Proceeds from exercise of stock options",
)
_BUDGET = (
    "Salaries",
    "Rent",
    "Travel",
    "Equipment",
    "Training",
    "Marketing",
    "Software licences",
    "Insurance",
    "Utilities",
    "Contingency",
)
_GROUPS = (
    "Male",
    "Female",
    "Under 40",
    "40 to 64",
    "65 and over",
    "Never smoked",
    "Former smoker",
    "Current smoker",
)


class Maker:
    """Makes statements from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def statement(self) -> Statement:
        """Return a statement of a random kind."""
        kinds = (
            self.income, self.income, self.balance, self.balance, self.cash_flow, self.cash_flow,
            self.segments, self.segments, self.roll_forward, self.note, self.note, self.quarters, self.budget,
            self.mix, self.incomplete,
        )  # fmt: skip
        statement = self.random.choice(kinds)()
        statement.exact = self.random.random() < 0.85
        return statement

    def _amounts(self, columns: int, size: float, sign: int = 1) -> list[float]:
        base = size * self.random.lognormvariate(0, 0.8)
        return [sign * base * self.random.uniform(0.8, 1.25) for _ in range(columns)]

    def _some(self, names: tuple[str, ...], least: int = 2) -> list[str]:
        chosen = set(self.random.sample(names, self.random.randint(least, len(names))))
        return [name for name in names if name in chosen]

    def _years(self, count: int) -> list[str]:
        last = self.random.randint(2004, 2024)
        return [str(last - i) for i in range(count)]

    def _size(self) -> float:
        return float(self.random.choice((300, 3_000, 3_000, 30_000, 300_000)))

    def _add(
        self, lines: list[Line], names: list[str], columns: int, size: float, sign: int = 1
    ) -> list[int]:
        first = len(lines)
        lines += [Line(name, self._amounts(columns, size, sign)) for name in names]
        return list(range(first, len(lines)))

    def _total(self, lines: list[Line], label: str, parts: list[tuple[int, int]]) -> int:
        columns = len(lines[parts[0][0]].values)
        values = [sum(sign * lines[part].values[i] for part, sign in parts) for i in range(columns)]
        lines.append(Line(label, values, parts=parts, total=True, decimals=lines[parts[0][0]].decimals))
        return len(lines) - 1

    def income(self) -> Statement:
        """Return an income statement."""
        columns = self._years(self.random.choice((2, 3, 3)))
        n, size, lines = len(columns), self._size(), []
        if self.random.random() < 0.7:
            lines.append(Line("Revenues:"))
        revenue = self._total(
            lines, "Total revenues", [(i, 1) for i in self._add(lines, self._some(_REVENUE), n, size)]
        )
        lines.append(Line("Cost of revenues", self._amounts(n, size / 2)))
        gross = self._total(lines, "Gross profit", [(revenue, 1), (len(lines) - 1, -1)])
        lines.append(Line("Operating expenses:"))
        costs = self._add(lines, self._some(_OPERATING), n, size / 6)
        if self.random.random() < 0.7:
            spent = self._total(lines, "Total operating expenses", [(i, 1) for i in costs])
            operating = self._total(lines, "Operating income", [(gross, 1), (spent, -1)])
        else:
            operating = self._total(lines, "Income from operations", [(gross, 1), *((i, -1) for i in costs)])
        lines.append(Line("Interest expense", self._amounts(n, size / 30, self.random.choice((1, -1)))))
        sign = 1 if lines[-1].values[0] < 0 else -1
        lines.append(
            Line("Other income (expense), net", [self.random.uniform(-size, size) / 50 for _ in columns])
        )
        before = self._total(
            lines, "Income before income taxes", [(operating, 1), (len(lines) - 2, sign), (len(lines) - 1, 1)]
        )
        lines.append(Line("Provision for income taxes", self._amounts(n, size / 20)))
        net = self._total(lines, "Net income", [(before, 1), (len(lines) - 1, -1)])
        if self.random.random() < 0.6:
            lines.append(Line("Net income per share:"))
            lines.append(Line("Basic", [abs(value) / size * 2 for value in lines[net].values], decimals=2))
            lines.append(
                Line("Diluted", [abs(value) / size * 1.96 for value in lines[net].values], decimals=2)
            )
        if self.random.random() < 0.3:
            self._percent_columns(columns, lines, revenue)
        return Statement(columns, lines)

    def _percent_columns(self, columns: list[str], lines: list[Line], whole: int) -> None:
        columns.append("% change")
        for line in lines:
            if line.values:
                line.values.append(100 * (line.values[0] / line.values[1] - 1) if line.values[1] else 0.0)

    def balance(self) -> Statement:
        """Return a balance sheet."""
        columns = self._years(2)
        size, lines = self._size(), [Line("Assets")]
        current = self._total(
            lines, "Total current assets", [(i, 1) for i in self._add(lines, self._some(_CURRENT), 2, size)]
        )
        fixed = self._add(lines, self._some(_FIXED), 2, size)
        assets = self._total(lines, "Total assets", [(current, 1), *((i, 1) for i in fixed)])
        lines.append(Line("Liabilities and stockholders' equity"))
        owed = self._total(
            lines,
            "Total current liabilities",
            [(i, 1) for i in self._add(lines, self._some(_OWED), 2, size / 2)],
        )
        later = self._add(lines, ["Long-term debt", "Other long-term liabilities"], 2, size / 2)
        liabilities = self._total(lines, "Total liabilities", [(owed, 1), *((i, 1) for i in later)])
        lines.append(Line("Commitments and contingencies (Note 12)"))
        equity = self._add(lines, self._some(_EQUITY, 3), 2, size)
        for index in equity:
            if "loss" in lines[index].label or "Treasury" in lines[index].label:
                lines[index].values = [-abs(value) for value in lines[index].values]
        total = self._total(lines, "Total stockholders' equity", [(i, 1) for i in equity])
        self._total(lines, "Total liabilities and stockholders' equity", [(liabilities, 1), (total, 1)])
        del assets
        return Statement(columns, lines)

    def cash_flow(self) -> Statement:
        """Return a cash flow statement."""
        columns = self._years(self.random.choice((2, 3, 3)))
        n, size, lines = len(columns), self._size(), [Line("Cash flows from operating activities:")]
        nets = []
        sections = (
            ("Net cash provided by operating activities", ["Net income", *self._some(_FLOWS, 4)]),
            ("Net cash used in investing activities", self._some(_INVESTING)),
            ("Net cash provided by (used in) financing activities", self._some(_FINANCING)),
        )
        for label, names in sections:
            if nets:
                lines.append(Line(label.replace("Net cash used in", "Cash flows from") + ":"))
            parts = self._add(lines, names, n, size / 10)
            for index in parts:
                if self.random.random() < 0.45:
                    lines[index].values = [-value for value in lines[index].values]
                if self.random.random() < 0.2:
                    lines[index].values[self.random.randrange(n)] = 0.0
            nets.append(self._total(lines, label, [(i, 1) for i in parts]))
        lines.append(
            Line(
                "Effect of exchange rate changes on cash",
                [self.random.uniform(-1, 1) * size / 60 for _ in columns],
            )
        )
        change = self._total(
            lines, "Net increase (decrease) in cash", [*((i, 1) for i in nets), (len(lines) - 1, 1)]
        )
        lines.append(Line("Cash and cash equivalents, beginning of year", self._amounts(n, size)))
        self._total(lines, "Cash and cash equivalents, end of year", [(change, 1), (len(lines) - 1, 1)])
        return Statement(columns, lines)

    def segments(self) -> Statement:
        """Return a table with segments as columns and their total, or as rows."""
        names, size = self._some(_SEGMENTS, 3), self._size()
        if self.random.random() < 0.5:
            columns, lines = [*names, "Total"], []
            labels = [
                "Net sales",
                "Operating income",
                "Depreciation and amortization",
                "Capital expenditures",
                "Total assets",
            ]
            for label in self._some(tuple(labels), 3):
                values = self._amounts(1, size) * len(names)
                values = [value * self.random.lognormvariate(0, 0.7) for value in values]
                lines.append(Line(label, [*values, sum(values)]))
            if self.random.random() < 0.4:
                lines.append(
                    Line(
                        "Operating margin",
                        [self.random.uniform(5, 30) for _ in columns],
                        decimals=1,
                        percent=True,
                    )
                )
            return Statement(columns, lines, column_parts=[(len(names), [(i, 1) for i in range(len(names))])])
        columns = self._years(self.random.choice((2, 3)))
        lines = []
        parts = self._add(lines, names, len(columns), size)
        for index in parts:
            if lines[index].label == "Eliminations":
                lines[index].values = [-value / 5 for value in lines[index].values]
        self._total(
            lines, self.random.choice(("Total", "Total net sales", "Consolidated")), [(i, 1) for i in parts]
        )
        if self.random.random() < 0.4:
            self._percent_columns(columns, lines, len(lines) - 1)
        return Statement(columns, lines)

    def roll_forward(self) -> Statement:
        """Return opening balance, movements and closing balance."""
        columns = self._years(self.random.choice((2, 3)))
        size, lines = self._size(), []
        lines.append(Line("Balance at beginning of year", self._amounts(len(columns), size)))
        moves = self._add(
            lines,
            ["Additions", "Charged to expense", "Acquisitions"][: self.random.randint(1, 3)],
            len(columns),
            size / 6,
        )
        out = self._add(
            lines,
            ["Deductions", "Write-offs", "Currency translation"][: self.random.randint(1, 3)],
            len(columns),
            size / 8,
            -1,
        )
        self._total(lines, "Balance at end of year", [(0, 1), *((i, 1) for i in (*moves, *out))])
        return Statement(columns, lines)

    def note(self) -> Statement:
        """Return a short table of a note: parts, total, a deduction and the net."""
        columns = self._years(self.random.choice((1, 2, 2, 2)))
        size, lines = self._size(), []
        names = self._some(
            (
                "Land",
                "Buildings and improvements",
                "Machinery",
                "Computer equipment",
                "Leasehold improvements",
                "Construction in progress",
            ),
            2,
        )
        label = self.random.choice(
            ("Total", "Total property and equipment", "", "Property and equipment, gross")
        )
        gross = self._total(lines, label, [(i, 1) for i in self._add(lines, names, len(columns), size)])
        minus = self.random.random() < 0.5
        lines.append(
            Line(
                "Less: accumulated depreciation",
                [(-1 if minus else 1) * value * 0.4 for value in lines[gross].values],
            )
        )
        self._total(lines, "Property and equipment, net", [(gross, 1), (len(lines) - 1, 1 if minus else -1)])
        return Statement(columns, lines)

    def quarters(self) -> Statement:
        """Return four quarters and the year; earnings per share do not add up."""
        size = self._size()
        columns = ["First quarter", "Second quarter", "Third quarter", "Fourth quarter", "Year"]
        lines = []
        for label in ("Net sales", "Gross profit", "Net income"):
            values = [self._amounts(1, size)[0] for _ in range(4)]
            lines.append(Line(label, [*values, sum(values)]))
        share = [self.random.uniform(0.2, 1.4) for _ in range(4)]
        lines.append(
            Line(
                "Diluted earnings per share",
                [*share, sum(share) + self.random.choice((-0.01, 0.01, 0.02, 0.1))],
                decimals=2,
            )
        )
        statement = Statement(columns, lines, column_parts=[(4, [(i, 1) for i in range(4)])])
        lines[-1].percent = False
        return statement

    def budget(self) -> Statement:
        """Return a plain budget with one column of figures."""
        lines: list[Line] = []
        decimals = self.random.choice((0, 0, 2))
        parts = self._add(lines, self._some(_BUDGET, 4), 1, self._size())
        for line in lines:
            line.decimals = decimals
        self._total(lines, self.random.choice(("Total", "Total costs", "Sum")), [(i, 1) for i in parts])
        return Statement(["Amount"], lines)

    def mix(self) -> Statement:
        """Return shares of a total in percent, for two years."""
        lines: list[Line] = []
        parts = self._add(lines, self._some(_SEGMENTS[:6], 3), 2, 30)
        for column in range(2):
            total = sum(line.values[column] for line in lines)
            for line in lines:
                line.values[column] *= 100 / total
        for line in lines:
            line.percent, line.decimals = True, 1
        lines.append(Line("Total", [100.0, 100.0], percent=True, decimals=1, total=True))
        del parts
        return Statement(self._years(2), lines)

    def incomplete(self) -> Statement:
        """Return tables whose total includes what is not shown, and other figures that do not add up."""
        columns = self._years(self.random.choice((1, 2, 3)))
        size, lines = self._size(), []
        self._add(lines, self._some(_SEGMENTS, 3), len(columns), size)
        hidden = self._amounts(len(columns), size)
        totals = [sum(line.values[i] for line in lines) + hidden[i] for i in range(len(columns))]
        lines.append(
            Line(
                self.random.choice(("Total", "Total revenues", "Net assets", "Total shares outstanding")),
                totals,
            )
        )
        lines += [
            Line(label, self._amounts(len(columns), size))
            for label in ("Employees", "Locations", "Average balance")
        ]
        return Statement(columns, lines)


def to_markdown(statement: Statement, figures: list[list[str]]) -> str:
    """Write a statement as a Markdown table."""
    rows = [["", *statement.columns], ["---"] * (len(statement.columns) + 1)]
    for line, values in zip(statement.lines, figures, strict=True):
        rows.append([line.label, *(values or [""] * len(statement.columns))])
    return "\n".join(f"| {' | '.join(cell.replace('|', ' ') for cell in row)} |" for row in rows) + "\n"


def to_html(statement: Statement, figures: list[list[str]], spread: bool) -> str:
    """Write a statement as an HTML table; `spread` puts signs and parentheses into cells of their own."""
    width = 3 if spread else 1
    head = "".join(f'<td colspan="{width}">{escape(column)}</td>' for column in statement.columns)
    rows = [f"<tr><td></td>{head}</tr>"]
    for index, (line, values) in enumerate(zip(statement.lines, figures, strict=True)):
        cells = [f"<td>{escape(line.label)}</td>"]
        money = line.total or index == 0
        for text in values:
            if not spread:
                cells.append(f"<td>{'$' if money and '%' not in text else ''}{text}</td>")
            elif money and text != "—" and "%" not in text:
                closing = ")" if text.endswith(")") else ""
                cells.append(f"<td>$</td><td>{text.removesuffix(')')}</td><td>{closing}</td>")
            else:
                closing = ")" if text.endswith(")") else "%" if text.endswith("%") else ""
                cells.append(f'<td colspan="2">{text.removesuffix(closing)}</td><td>{closing}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>\n"


def to_csv(statement: Statement, figures: list[list[str]]) -> str:
    """Write a statement as CSV."""
    rows = [["", *statement.columns]]
    for line, values in zip(statement.lines, figures, strict=True):
        rows.append([line.label, *(values or [""] * len(statement.columns))])
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows) + "\n"
