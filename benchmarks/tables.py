"""Measure the recalculation of tables: `python -m benchmarks.tables [--tables N] [--part PART]`.

Four sets of tables. The generated ones are statements in four layouts whose sums are known
(`statements.py`). The published ones are tables of annual reports, and of papers, newswire, encyclopedia
articles and other reports, taken from flattened text (`published.py`), and those of reports as they were
filed (`filings.py`).

For each set: the share of total cells that a formula covers, the share of planted digit errors that are found
(a random digit of a random figure of a sum is replaced), and the tables without an error that have a finding.
The part is `development`, `held-out`, `fresh` or `again`; all but the first are for measuring once, when the
development is over. Of the annual reports in flattened text no fresh ones are left: there, other errors are
planted in the held-out ones, for `fresh` and, with no report as filed, once more for `again`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from benchmarks.filings import FILINGS, filed_tables
from benchmarks.machine import machine
from benchmarks.published import other_tables, published_tables
from benchmarks.statements import Maker, Statement, to_csv, to_html, to_markdown

from numerate.consistency.tables.failures import analyse_together, failures
from numerate.consistency.tables.figures import read_table
from numerate.consistency.tables.formula import Failure, Instance, Position
from numerate.consistency.tables.grid import Grid
from numerate.consistency.tables.judge import Analysis, analyse
from numerate.consistency.tables.labels import is_additive, is_total
from numerate.documents import read

RESULTS = Path(__file__).parent / "results" / "tables.json"
DATA = Path(__file__).parents[2] / "shared" / "data"
DOWNLOADS = Path.home() / ".cache" / "numerate" / "filings"
FIRST_SEEDS = {"development": 1000, "held-out": 200_000, "fresh": 400_000, "again": 600_000}
"""Seed of the first generated statement of each part."""
OTHER_ERRORS = {"fresh": 29, "again": 41}
"""Seed of the errors that are planted in the held-out reports, by the parts that measure them again."""


def main() -> None:
    """Measure, print and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="number of generated tables")
    parser.add_argument("--part", choices=FIRST_SEEDS, default="development", help="part of the tables")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the published documents")
    parser.add_argument(
        "--filings", type=Path, default=DOWNLOADS, help="folder to which reports are downloaded"
    )
    arguments = parser.parse_args()
    part, data = arguments.part, arguments.data
    measured: dict[str, object] = {
        "run": run(),
        "generated": generated(arguments.tables, FIRST_SEEDS[part]),
    }
    if part in FILINGS:
        measured["reports as filed"] = published(filed_tables(part, arguments.filings), errors=10)
    if data.exists() and part in OTHER_ERRORS:
        measured["annual reports, held-out tables with other errors"] = published(
            published_tables("held-out", data), errors=10, seed=OTHER_ERRORS[part]
        )
    elif data.exists():
        measured["annual reports"] = published(published_tables(part, data))
    if data.exists() and part != "again":
        measured["other documents"] = published(other_tables(part, data))
    results = json.loads(RESULTS.read_text(encoding="utf-8")) | {part: measured}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(measured, indent=1))


def run() -> dict[str, object]:
    """Return when, on which commit and machine the measurement is done."""
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], text=True).strip()
    return {
        "time": datetime.now(UTC).isoformat(timespec="minutes"),
        "commit": commit,
        "machine": machine("numpy"),
    }


def generated(count: int, first: int) -> dict[str, float | None]:
    """Measure on statements with known sums; `first` is the seed of the first."""
    counts: Counter[str] = Counter()
    chance = random.Random(5)
    for index in range(count):
        statement = Maker(first + index).statement()
        figures = statement.rounded()
        grid = _read(statement, figures, index)
        if grid is None or (len(grid.rows), len(grid.column_labels)) != (
            len(figures),
            len(statement.columns),
        ):
            counts["misread"] += 1
            continue
        analysis = analyse(grid)
        totals = {(row, column) for row, column in statement.total_cells() if figures[row][column] != "—"}
        _add(counts, analysis, totals, failures(analysis))
        cells = [
            cell for cell in sorted(statement.summing_cells()) if _is_plantable(statement, figures, cell)
        ]
        if cells:
            row, column = chance.choice(cells)
            wrong = [list(line) for line in figures]
            wrong[row][column] = _planted(figures[row][column], chance)
            broken = _read(statement, wrong, index)
            assert broken is not None
            old, new = (_number(table[row][column]) for table in (figures, wrong))
            _add_planted(counts, (row, column), abs(old - new), failures(analyse(broken)))
    return _rates(counts)


def published(documents: Iterable[list[Grid]], errors: int = 3, seed: int = 7) -> dict[str, float | None]:
    """Measure on published tables, those of one document at a time.

    errors: how many are planted in each table that has sums, one at a time.
    """
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    for grids in filter(None, documents):
        for analysis in analyse_together(grids):
            grid = analysis.grid
            _add(counts, analysis, set(_named_totals(grid)), failures(analysis))
            cells = sorted(_proven(grid, analysis))
            counts["tables with errors planted"] += bool(cells)
            for cell in chance.sample(cells, min(errors, len(cells))):
                broken, size = _broken(grid, cell, chance)
                wrong = replace(analyse(broken), elsewhere=analysis.elsewhere)
                _add_planted(counts, cell, size, failures(wrong))
    return _rates(counts)


def _broken(grid: Grid, cell: Position, chance: random.Random) -> tuple[Grid, float]:
    """Return a grid with one digit replaced in a cell, and by how many units of the last digit."""
    row, column = cell
    entry = grid.rows[row][column]
    assert entry is not None
    digits = _planted(str(abs(int(entry.value / entry.step))), chance)
    value = int(digits) * entry.step * (1 if entry.value >= 0 else -1)
    rows = [list(line) for line in grid.rows]
    rows[row][column] = entry._replace(value=value)
    broken = Grid(grid.row_labels, grid.column_labels, tuple(map(tuple, rows)))
    return broken, float(abs(value - entry.value) / entry.step)


def _read(statement: Statement, figures: list[list[str]], index: int) -> Grid | None:
    """Write a statement in one of four layouts, and read it again."""
    sources = (
        (to_markdown(statement, figures), "table.md"),
        (to_html(statement, figures, spread=True), "table.html"),
        (to_html(statement, figures, spread=False), "table.html"),
        (to_csv(statement, figures), "table.csv"),
    )
    source, name = sources[index % len(sources)]
    document = read(source.encode(), name=name)
    reading = read_table(document.text, document.tables[0]) if document.tables else None
    return reading.grid if reading else None


def _is_plantable(statement: Statement, figures: list[list[str]], cell: Position) -> bool:
    text = figures[cell[0]][cell[1]]
    return sum(map(str.isdigit, text)) > 1 and "%" not in text + statement.columns[cell[1]]


def _planted(text: str, chance: random.Random) -> str:
    """Replace one digit; the first does not become zero."""
    places = [place for place, character in enumerate(text) if character.isdigit()]
    place = chance.choice(places)
    others = [d for d in "0123456789" if d != text[place] and (place != places[0] or d != "0")]
    return text[:place] + chance.choice(others) + text[place + 1 :]


def _number(text: str) -> float:
    digits = re.sub(r"[^\d.]", "", text)
    return float(digits.replace(".", ""))


def _named_totals(grid: Grid) -> Iterator[Position]:
    """Yield the amounts whose label says that they are totals; percentages and rates add up to nothing."""
    rates = grid.lines().percent_places
    for row, label in enumerate(grid.row_labels):
        if row > 1 and is_total(label) and is_additive(label):
            for column, entry in enumerate(grid.rows[row]):
                if entry is not None and entry.step and entry.known and not (entry.percent or rates[column]):
                    yield row, column


def _proven(grid: Grid, analysis: Analysis) -> Iterator[Position]:
    """Yield the figures of two digits or more that are part of a sum that holds."""
    cells = set()
    for formula in analysis.formulas:
        for place in map(int, np.flatnonzero(formula.holds)):
            instance = Instance(formula, place)
            if instance.position(formula.target) in analysis.covered:
                cells.update(instance.positions())
    for row, column in cells:
        entry = grid.rows[row][column]
        if entry is not None and entry.step and abs(entry.value / entry.step) >= 10:
            yield row, column


def _add(
    counts: Counter[str], analysis: Analysis, totals: set[Position], findings: Iterable[Failure]
) -> None:
    counts["tables"] += 1
    levels = {failure.certain for failure in findings}
    counts["tables with a finding"] += True in levels
    counts["tables with a possible finding only"] += levels == {False}
    counts["total cells"] += len(totals)
    counts["covered"] += len(totals & analysis.covered)


def _add_planted(counts: Counter[str], cell: Position, size: float, findings: Iterable[Failure]) -> None:
    hits = [
        failure
        for failure in findings
        if any(cell in instance.positions() for instance in (failure.instance, *failure.resolved))
    ]
    counts["planted"] += 1
    counts["found"] += any(failure.certain for failure in hits)
    counts["found as possible only"] += bool(hits) and not any(failure.certain for failure in hits)
    if size > 1:
        counts["planted, more than one unit"] += 1
        counts["found, more than one unit"] += any(failure.certain for failure in hits)


def _rates(counts: Counter[str]) -> dict[str, float | None]:
    larger = "more than one unit"
    possible = counts["found"] + counts["found as possible only"]
    return {
        **counts,
        "coverage of total cells": _share(counts["covered"], counts["total cells"]),
        "planted errors found": _share(counts["found"], counts["planted"]),
        "planted errors found, with possible ones": _share(possible, counts["planted"]),
        "planted errors of more than one unit found": _share(
            counts[f"found, {larger}"], counts[f"planted, {larger}"]
        ),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


if __name__ == "__main__":
    main()
