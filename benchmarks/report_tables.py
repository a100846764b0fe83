"""Draw tables as annual reports have them, from the templates in `report_tables.txt`.

A template has a caption, columns and rows; `==` begins one. A column may be calculated from those before it,
which count from 1: `= 1 + 2 - 3`, `% 1 2` for the change from the second to the first in percent, `/ 1 t` for
shares of row t; `#` is a column of notes. A row has a key, a label and how its figures are drawn, for all
columns or one for each: `~900` are amounts around 900, `-~900` negative ones, `±~900` either, with `?`
sometimes a dash, `0` a dash. `= a + b - c` is a sum of other rows, `% a / b` a percentage, `/ a / b` a
quotient with two decimals, `^ u ~900` what row u is in the next column, `=-` what makes up zero together with
the figures before, and `21` that number. A `rest` has the sum of which it is a part below or above it; it
counts as no total itself.

Each table is drawn from a seed: figures, size, dashes, and whether its figures are rounded one by one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_TEMPLATES = Path(__file__).with_suffix(".txt")
_TERM = re.compile(r"([-+])?\s*(\w+)")
_AMOUNT = re.compile(r"(?P<sign>[-±]?)~(?P<size>[\d.]+)(?P<some>\??)")
_ROUNDED = 0.1
"""Share of tables whose figures are rounded one by one, so that sums are off by a unit."""


@dataclass
class _Row:
    key: str
    label: str
    spec: str


@dataclass
class Template:
    """A kind of table."""

    name: str
    caption: str = ""
    decimals: int = 0
    percent: bool = False
    columns: list[tuple[str, str]] = field(default_factory=list)
    """The label of each column, and how it is calculated."""
    rows: list[_Row] = field(default_factory=list)


@cache
def templates() -> tuple[Template, ...]:
    """Return the kinds of tables."""
    kinds: list[Template] = []
    for line in _TEMPLATES.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if line.startswith("=="):
            kinds.append(Template(line[2:].strip()))
        elif not kinds or not line.strip():
            continue
        elif name == "caption":
            kinds[-1].caption = value.strip()
        elif name == "decimals":
            kinds[-1].decimals = int(value)
        elif name == "unit":
            kinds[-1].percent = value.strip() == "%"
        elif name == "columns":
            kinds[-1].columns = [_column(column) for column in value.split("|")]
        else:
            cells = [cell.strip() for cell in line.split("|", maxsplit=2)]
            kinds[-1].rows.append(_Row(cells[0], cells[1], cells[2] if len(cells) > 2 else ""))
    return tuple(kinds)


def _column(text: str) -> tuple[str, str]:
    label, formula = (*text.split(" = ", maxsplit=1), "")[:2]
    is_note = label.strip().endswith("#")
    kind = "#" if is_note else f"= {formula}" if formula[:1].isdigit() else formula
    return label.strip().rstrip("# "), kind.strip()


class ReportTable:
    """A table whose sums are known: figures by row and column, as written."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self.template = self._chance.choice(templates())
        self._scale = self._chance.choice((0.3, 1, 1, 1, 4, 30)) if not self.template.decimals else 1
        self._hidden = 2 if self._chance.random() < _ROUNDED else 0
        """Decimals that figures have and that are not shown."""
        self._rows = {row.key: index for index, row in enumerate(self.template.rows) if row.spec}
        self._typical: dict[tuple[int, str], float] = {}
        self._known: dict[tuple[int, int], float] = {}
        self.columns = [label for label, _ in self.template.columns]
        self.labels = [row.label for row in self.template.rows]

    @property
    def caption(self) -> str:
        """What stands above the table."""
        return self.template.caption

    def rounded(self) -> list[list[str]]:
        """Return the figures as written; a row without any is a heading."""
        return [
            [self._written(i, j) for j in range(len(self.columns))] if row.spec else []
            for i, row in enumerate(self.template.rows)
        ]

    def total_cells(self) -> set[tuple[int, int]]:
        """Return the cells that are a sum of others."""
        return {cells[-1] for cells in self._sums()}

    def summing_cells(self) -> set[tuple[int, int]]:
        """Return the cells that are part of a sum."""
        return {cell for cells in self._sums() for cell in cells}

    def _sums(self) -> Iterator[list[tuple[int, int]]]:
        """Yield the cells of each sum, the total last."""
        amounts = [j for j, (_, kind) in enumerate(self.template.columns) if not kind or kind[0] == "="]
        for i, row in enumerate(self.template.rows):
            if row.spec.startswith("= "):
                for j in amounts:
                    yield [*((self._rows[key], j) for _, key in _terms(row.spec)), (i, j)]
            if row.spec and not self._decimals(row):
                for j in amounts:
                    if kind := self.template.columns[j][1]:
                        yield [*((i, int(number) - 1) for _, number in _terms(kind)), (i, j)]

    def _decimals(self, row: _Row) -> int:
        return 2 if row.spec.startswith("/ ") else 1 if row.spec.startswith("% ") else 0

    def _written(self, i: int, j: int) -> str:
        row, kind = self.template.rows[i], self.template.columns[j][1]
        if kind == "#":
            return str(i // 2 + 3) if i % 3 != 1 else ""
        if kind[:1] in ("%", "/"):
            return "" if self._decimals(row) else self._rate(i, j, kind)
        value = self._value(i, j)
        if self._decimals(row):
            is_shown = kind == "" or row.spec.startswith("% ")
            sign = "%" if row.spec.startswith("% ") else ""
            return f"{_signed(value, self._decimals(row))}{sign}" if is_shown else ""
        decimals, sign = self.template.decimals, "%" if self.template.percent else ""
        text = _signed(value, decimals)
        if not text.strip("0.,()"):
            return "—"
        return f"{text}{sign}"

    def _rate(self, i: int, j: int, kind: str) -> str:
        first, second = kind[1:].split()
        value = self._value(i, int(first) - 1)
        whole = (
            self._value(i, int(second) - 1)
            if kind[0] == "%"
            else self._value(self._rows[second], int(first) - 1)
        )
        if not whole or not value:
            return "—"
        rate = 100 * (value - whole) / abs(whole) if kind[0] == "%" else 100 * value / whole
        return f"{_signed(rate, 1)}%"

    def _spec(self, i: int, j: int) -> str:
        """Return how the figure at a position is drawn."""
        spec = self.template.rows[i].spec
        if spec[0] in "=^/%r" or " " not in spec:
            return spec
        return spec.split()[self._drawn_before(j)]

    def _drawn_before(self, j: int) -> int:
        return sum(1 for _, kind in self.template.columns[:j] if not kind)

    def _value(self, i: int, j: int) -> float:
        """Return the figure at a position, with the decimals that are not shown."""
        if (i, j) not in self._known:
            self._known[i, j] = self._calculated(i, j)
        return self._known[i, j]

    def _calculated(self, i: int, j: int) -> float:
        row, kind = self.template.rows[i], self.template.columns[j][1]
        if row.spec.startswith(("% ", "/ ")):
            above, below = (self._value(self._rows[key], j) for key in re.findall(r"\w+", row.spec))
            return (100 if row.spec[0] == "%" else 1) * above / below if below else 0.0
        if kind.startswith("= "):
            return sum(sign * self._value(i, int(number) - 1) for sign, number in _terms(kind))
        if row.spec.startswith(("= ", "rest ")):
            return sum(sign * self._value(self._rows[key], j) for sign, key in _terms(row.spec))
        if row.spec.startswith("^ "):
            _, key, size = row.spec.split()
            last = j + 1 == len(self.columns)
            return self._drawn(i, j, size) if last else self._value(self._rows[key], j + 1)
        spec = self._spec(i, j)
        if spec == "=-":
            return -sum(self._value(i, other) for other in range(j))
        if spec[0].isdigit() and spec != "0":
            return float(spec)
        return self._drawn(i, j, spec)

    def _drawn(self, i: int, j: int, spec: str) -> float:
        match = _AMOUNT.match(spec)
        if match is None or (match["some"] and self._chance.random() < 0.3):
            return 0.0
        size = float(match["size"]) * self._scale
        typical = self._typical.setdefault((i, spec), size * self._chance.lognormvariate(0, 0.5))
        value = typical * self._chance.uniform(0.75, 1.3)
        sign = -1 if match["sign"] == "-" or (match["sign"] == "±" and self._chance.random() < 0.5) else 1
        return sign * max(round(value, self.template.decimals + self._hidden), 10.0**-self.template.decimals)


def _terms(formula: str) -> Iterator[tuple[int, str]]:
    for sign, name in _TERM.findall(formula.removeprefix("rest").lstrip("= ")):
        yield -1 if sign == "-" else 1, name


def _signed(value: float, decimals: int) -> str:
    text = f"{abs(value):,.{decimals}f}"
    return f"({text})" if value < 0 and text.strip("0.,") else text
