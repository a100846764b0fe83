"""The quantities of tables, each about its row, its column and the caption."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from numerate.consistency.sources.grid import Grid, LabelledCell, scale_of
from numerate.consistency.sources.passages import Passage, periods_of
from numerate.consistency.sources.quantity import Quantity, measure_of
from numerate.consistency.sources.words import POLARITY, STOP_WORDS, expand_label, stem
from numerate.text import Number

_CELL = re.compile(r"\s*\(?\s*[$€£¥]?\s*([-−]?)(\d[\d,]*(?:\.\d+)?|\.\d+)\s*%?\s*\)?\s*%?\s*$")
"""A cell with one figure, in brackets where it is negative."""
_FIRST_YEAR, _LAST_YEAR = 1800, 2100
_UNSCALED = frozenset(("percent", "year", "date", "time", "ordinal"))
"""Kinds of numbers that "in millions" does not concern."""


def quantities_in_table(
    text: str, grid: Grid, table: int, numbers: Sequence[Number], passages: list[Passage], index: int
) -> Iterator[Quantity]:
    """Yield the quantities of a table, each about its row, its column and the caption."""
    for start, end in grid.labels:
        group = numbers[_from(numbers, start) : _from(numbers, end)]
        if group:
            stems = frozenset(_stems(expand_label(f"{text[start:end]} {grid.caption}")))
            passages.append(Passage(start, end, (), stems, ()))
            yield from (_in_label(number, stems, len(passages) - 1, index) for number in group)
    for cell in grid.cells:
        group = numbers[_from(numbers, cell.start) : _from(numbers, cell.end)]
        # "2,100" may be two cells of a line that commas separate.
        first = max(0, _from(numbers, cell.start) - 1)
        if any(
            n.start < cell.end < n.end or n.start < cell.start < n.end
            for n in (*numbers[first : first + 1], *group)
        ):
            group = []
        if not group and (match := _CELL.match(text[cell.start : cell.end])):
            group = [_bare(text, cell.start + match.start(1), cell.start + match.end(2))]
        if group:
            about = _About.of(cell, grid)
            passages.append(Passage(cell.start, cell.end, (), frozenset(about.near), ()))
            for number in group:
                yield about.quantity(number, (table, cell.row, cell.column), len(passages) - 1, index)


def _from(numbers: Sequence[Number], start: int) -> int:
    """Return the index of the first number from a place on."""
    return bisect_left(numbers, start, key=lambda number: number.start)


@dataclass(frozen=True)
class _About:
    """What the labels of a cell say about its numbers."""

    labels: str
    row: frozenset[str]
    column: tuple[str, ...]
    owner: frozenset[str]
    names: frozenset[str]
    near: dict[str, float]
    polarity: dict[str, int]
    scale: float

    @classmethod
    def of(cls, cell: LabelledCell, grid: Grid) -> _About:
        """Read the labels of a cell."""
        row = [word for label in cell.row_labels for word in expand_label(label)]
        column = [word for label in cell.column_labels for word in expand_label(label)]
        names = frozenset(word for word in row if word not in STOP_WORDS and not word.isdigit())
        near = dict.fromkeys(_stems(expand_label(grid.caption)), 0.2)
        near.update(dict.fromkeys(_stems(row), 0.8))
        near.update(dict.fromkeys(_stems(column), 1.0))
        stated = scale_of(" ".join((*cell.row_labels, *cell.column_labels)))
        polarity: dict[str, int] = {}
        for word in (*column, *row):
            if word in POLARITY:
                polarity.setdefault(*POLARITY[word])
        return cls(
            labels=" ".join((*cell.row_labels, *cell.column_labels)).replace("_", " "),
            row=frozenset(stem(word) for word in names),
            column=tuple(_stems(column)),
            owner=names & {word for label in cell.row_labels[: cell.keys] for word in expand_label(label)},
            names=names,
            near=near,
            polarity=polarity,
            scale=stated if stated > 1 else grid.scale,
        )

    def quantity(self, number: Number, cell: tuple[int, int, int], passage: int, index: int) -> Quantity:
        """Return a number of the cell as a quantity."""
        is_share = "%" in self.labels or "ratio" in self.column
        plain = number.kind not in _UNSCALED and not is_share and number.unit is None
        scale = self.scale if plain or number.kind == "money" else 1.0
        value, measure, base = measure_of(number, scale)
        if is_share and measure in ("count", "year"):
            measure, base = "percent", base if number.value <= 1 else base / 100
        nouns = [word for word in self.column if not word.isdigit()]
        return Quantity(
            number=number,
            document=index,
            passage=passage,
            value=value,
            measure=measure,
            base=base,
            noun=nouns[0] if len(nouns) == 1 and number.unit is None else None,
            near=self.near,
            stems=frozenset(self.near),
            owner=self.owner,
            names=self.names,
            periods=periods_of(self.labels),
            polarity=self.polarity,
            cell=cell,
            row=self.row,
            column=frozenset(self.column),
            scale=scale,
        )


def _stems(words: Sequence[str]) -> list[str]:
    return [stem(word) for word in words if word not in STOP_WORDS]


def _in_label(number: Number, stems: frozenset[str], passage: int, index: int) -> Quantity:
    """Return a number of a label, such as a year over a column; it is about the whole table."""
    value, measure, base = measure_of(number)
    if measure == "count" and _FIRST_YEAR <= value <= _LAST_YEAR and number.text.isdigit():
        measure = "year"  # the reader wants words around it
    near = dict.fromkeys(stems, 0.5)
    return Quantity(number, index, passage, value, measure, base, near=near, stems=stems)


def _bare(text: str, start: int, end: int) -> Number:
    """Return the digits of a cell as a number, where the reader of prose sees none: "(42)"."""
    written = text[start:end]
    value = Decimal(written.replace(",", "").replace("−", "-"))
    return Number(
        start,
        end,
        written,
        float(abs(value)),
        abs(value),
        "cardinal",
        (start, end),
        sign=-1 if value < 0 else 0,
    )
