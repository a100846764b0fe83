"""Are the model's p-values calibrated for cells of tables? Measure renderings of a cell with its labels.

    python -m experiments.table_cells [--data ../shared/data] [--cells 600]

Cells of tables of annual reports that the model was not trained on (`benchmarks/published.py`, valid and test
splits of the development part), each written as a text of its own with its row, its column, or both as
sentences.
For each rendering: how many correct cells have a p-value of up to 10%, 5% and 1%, and how many of those with
a wrong digit. Prints a table; the figures of the last run are in experiments/LOG.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.published import published_tables

from numerate.checking.score import score_documents
from numerate.consistency.tables.grid import Entry, Grid
from numerate.documents import Document, read
from numerate.model import Predictor, load
from numerate.model.calibration import mondrian_groups

RATES = (0.1, 0.05, 0.01)
REACH = 3
"""Rows above and below a cell that are its neighbours."""


class Rendering(NamedTuple):
    """A cell as text: what stands before it, the figure, and what stands after it."""

    before: str
    figure: str
    after: str


def by_row(grid: Grid, row: int, column: int) -> Rendering:
    """Write "Label: 1, 2, 3."."""
    figures = [_write(entry) for entry in grid.rows[row]]
    before = f"{grid.row_labels[row]}: {''.join(f'{figure}, ' for figure in figures[:column])}"
    return Rendering(
        before, figures[column], "".join(f", {figure}" for figure in figures[column + 1 :]) + "."
    )


def by_column(grid: Grid, row: int, column: int) -> Rendering:
    """Write the figures above and below with their labels."""
    parts = {
        i: f"{grid.row_labels[i]} {_write(grid.rows[i][column])}; "
        for i in range(max(0, row - REACH), min(len(grid.rows), row + REACH + 1))
        if grid.rows[i][column]
    }
    before = "".join(part for i, part in parts.items() if i < row) + f"{grid.row_labels[row]} "
    return Rendering(
        before, _write(grid.rows[row][column]), "; " + "".join(parts[i] for i in parts if i > row)
    )


def as_sentences(grid: Grid, row: int, column: int) -> Rendering:
    """Write rows as sentences: "Revenue was 12, compared with 11 in other years."."""
    near = [
        f"{grid.row_labels[i]} was {_write(grid.rows[i][column])}. "
        for i in range(max(0, row - REACH), row)
        if grid.rows[i][column]
    ]
    others = [_write(entry) for j, entry in enumerate(grid.rows[row]) if j != column and entry]
    after = f", compared with {' and '.join(others[:3])} in other years." if others else "."
    return Rendering("".join(near) + f"{grid.row_labels[row]} was ", _write(grid.rows[row][column]), after)


def _write(entry: Entry | None) -> str:
    if entry is None or not entry.known or not entry.step:
        return "—"
    return f"{'-' if entry.value < 0 else ''}{abs(entry.value):,}{'%' if entry.percent else ''}"


def measure(
    model: Predictor, grids: list[Grid], render: Callable[[Grid, int, int], Rendering], most: int
) -> dict[str, list[float]]:
    """Return the p-values of correct cells and of the same with a wrong digit."""
    chance, renderings = random.Random(2), []
    for grid in grids:
        cells = [
            (row, column)
            for row, entries in enumerate(grid.rows)
            for column, entry in enumerate(entries)
            if entry and entry.known and entry.step and abs(entry.value / entry.step) >= 10
        ]
        for cell in chance.sample(cells, min(60, len(cells))):
            right = render(grid, *cell)
            renderings.append((right, right._replace(figure=_with_wrong_digit(right.figure, chance))))
    p_values: dict[str, list[float]] = {"correct": [], "wrong": []}
    for kind, versions in zip(p_values, zip(*renderings[:most], strict=True), strict=True):
        documents = [read("".join(version).encode(), name="cell.txt") for version in versions]
        places = [len(version.before) for version in versions]
        p_values[kind] = _p_values(model, documents, places)
    return p_values


def _with_wrong_digit(figure: str, chance: random.Random) -> str:
    places = [place for place, character in enumerate(figure) if character.isdigit()]
    place = chance.choice(places)
    digits = [d for d in "0123456789" if d != figure[place] and (place != places[0] or d != "0")]
    return figure[:place] + chance.choice(digits) + figure[place + 1 :]


def _p_values(model: Predictor, documents: list[Document], places: list[int]) -> list[float]:
    values = []
    for parts, place in zip(score_documents(documents, model), places, strict=True):
        for part in parts:
            groups = [mondrian_groups(number.kind, number.value) for number in part.numbers]
            looked_up = model.calibration.p_values.look_up(part.scores, groups)
            values += [
                float(p_value)
                for p_value, number in zip(looked_up, part.numbers, strict=True)
                if number.start <= place + 1 < number.end + 1 and number.end > place
            ][:1]
    return values


def main() -> None:
    """Measure all renderings and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--cells", type=int, default=600)
    arguments = parser.parse_args()
    model = load(threads=1)
    reports = published_tables("development", arguments.data, splits=("valid", "test"))
    grids = [grid for report in reports for grid in report if len(grid.rows) > 3]
    print(
        f"{len(grids)} tables\n\n| rendering | cells | "
        + " | ".join(f"p ≤ {rate:.0%}" for rate in RATES)
        + " |"
    )
    for render in (by_row, by_column, as_sentences):
        for kind, values in measure(model, grids, render, arguments.cells).items():
            shares = [f"{np.mean(np.array(values) <= rate):.1%}" for rate in RATES]
            print(f"| {render.__name__}, {kind} | {len(values)} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
