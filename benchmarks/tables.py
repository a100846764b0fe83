"""Measure the recalculation of tables: `python -m benchmarks.tables [--tables N] [--part PART]`.

Five sets of tables. The generated ones are statements in four layouts whose sums are known (`statements.py`),
and those of templates of annual reports, in five layouts of HTML (`report_tables.py`, `layouts.py`). The
published ones are tables of annual reports, and of papers, newswire, encyclopedia articles and other reports,
taken from flattened text (`published.py`), and those of reports as they were filed (`filings.py`).

For each set: the share of total cells that a formula covers, the share of planted digit errors that are found
(a random digit of a random figure of a sum is replaced), and the tables without an error that have a finding.
The part is `development`, `held-out`, `fresh` or `again`; all but the first are for measuring once, when the
development is over. Of the annual reports in flattened text no fresh ones are left: there, other errors are
planted in the held-out ones, for `fresh` and, with no report as filed, once more for `again`.

`--part kept --kept FOLDER` measures the reports in a folder of HTML files and nothing else. They are read as
documents, with their text (`reports.py`).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from benchmarks.filings import FILINGS, filed_tables
from benchmarks.layouts import to_html as to_layout
from benchmarks.machine import machine
from benchmarks.published import other_tables, published_tables
from benchmarks.report_tables import ReportTable
from benchmarks.reports import read_reports
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
    parser.add_argument(
        "--part", choices=(*FIRST_SEEDS, "kept"), default="development", help="part of the tables"
    )
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the published documents")
    parser.add_argument(
        "--filings", type=Path, default=DOWNLOADS, help="folder to which reports are downloaded"
    )
    parser.add_argument("--kept", type=Path, help="folder of HTML reports for the part `kept`")
    arguments = parser.parse_args()
    part, data = arguments.part, arguments.data
    if part == "kept":
        if arguments.kept is None:
            parser.error("--part kept needs the folder of the reports: --kept FOLDER")
        _record(part, {"run": run(), "reports": kept(arguments.kept)})
        return
    measured: dict[str, object] = {
        "run": run(),
        "generated": generated(arguments.tables, FIRST_SEEDS[part]),
        "drawn from templates": drawn(arguments.tables, FIRST_SEEDS[part]),
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
    _record(part, measured)


def _record(part: str, measured: dict[str, object]) -> None:
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
        _add_made(counts, statement, partial(_read_statement, statement, index), chance)
    return _rates(counts)


def drawn(count: int, first: int) -> dict[str, float | None]:
    """Measure on tables drawn from the templates of annual reports, in five layouts of HTML."""
    counts: Counter[str] = Counter()
    chance = random.Random(5)
    for index in range(count):
        table = ReportTable(first + index)
        _add_made(counts, table, partial(_read_drawn, table, index), chance)
    return _rates(counts)


def _add_made(
    counts: Counter[str],
    table: Statement | ReportTable,
    read_figures: Callable[[list[list[str]]], Grid | None],
    chance: random.Random,
) -> None:
    """Count what a made table has, and plant an error in one of its sums."""
    figures = table.rounded()
    grid = read_figures(figures)
    rows = grid and _rows_of(grid, figures)
    if grid is None or not rows or len(grid.column_labels) != len(table.columns):
        counts["misread"] += 1
        return
    analysis = analyse(grid)
    totals = {(rows[row], column) for row, column in table.total_cells() if figures[row][column] != "—"}
    _add(counts, analysis, totals, failures(analysis))
    cells = [cell for cell in sorted(table.summing_cells()) if _is_plantable(table, figures, cell)]
    if cells:
        row, column = chance.choice(cells)
        wrong = [list(line) for line in figures]
        wrong[row][column] = _planted(figures[row][column], chance)
        broken = read_figures(wrong)
        assert broken is not None
        old, new = (_number(table[row][column]) for table in (figures, wrong))
        _add_planted(counts, (rows[row], column), abs(old - new), failures(analyse(broken)))


def _rows_of(grid: Grid, figures: list[list[str]]) -> dict[int, int]:
    """Return the row of the grid for each row of figures; layouts may add empty rows."""
    made = [index for index, line in enumerate(figures) if any(line)]
    shown = [index for index, row in enumerate(grid.rows) if any(row)]
    return dict(zip(made, shown, strict=True)) if len(made) == len(shown) else {}


def published(documents: Iterable[list[Grid]], errors: int = 3, seed: int = 7) -> dict[str, float | None]:
    """Measure on published tables, those of one document at a time.

    errors: how many are planted in each table that has sums, one at a time.
    """
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    for grids in filter(None, documents):
        for analysis in analyse_together(grids):
            _add_published(counts, analysis, errors, chance)
    return _rates(counts)


def kept(folder: Path, errors: int = 10, seed: int = 7) -> dict[str, object]:
    """Measure on the reports of a folder, as on published tables; the text of each report counts, too.

    Findings are those of all rules for tables, as a check shows them. Errors in totals are planted in those
    that labels name, whether a formula covers them or not.
    """
    counts: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    findings: list[dict[str, object]] = []
    chance, other = random.Random(seed), random.Random(seed)
    for report in read_reports(folder):
        counts["documents"] += 1
        findings += report.findings()
        for analysis in analyse_together(report.grids, report.passages):
            _add_published(counts, analysis, errors, chance)
            named = sorted(_plantable(analysis.grid, _named_totals(analysis.grid)))
            for cell in other.sample(named, min(errors, len(named))):
                _plant(totals, analysis, cell, other)
    return {
        **_rates(counts),
        "errors in any total cell": _rates(totals),
        "findings of all rules": findings,
    }


def _add_published(counts: Counter[str], analysis: Analysis, errors: int, chance: random.Random) -> None:
    """Count what a table has, and plant errors in the figures of its sums, one at a time."""
    grid = analysis.grid
    _add(counts, analysis, set(_named_totals(grid)), failures(analysis))
    cells = sorted(_plantable(grid, _proven(analysis)))
    counts["tables with errors planted"] += bool(cells)
    for cell in chance.sample(cells, min(errors, len(cells))):
        _plant(counts, analysis, cell, chance)


def _plant(counts: Counter[str], analysis: Analysis, cell: Position, chance: random.Random) -> None:
    broken, size = _broken(analysis.grid, cell, chance)
    wrong = replace(analyse(broken), elsewhere=analysis.elsewhere)
    _add_planted(counts, cell, size, failures(wrong))


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


def _read_statement(statement: Statement, index: int, figures: list[list[str]]) -> Grid | None:
    """Write a statement in one of four layouts, and read it again."""
    sources = (
        (to_markdown(statement, figures), "table.md"),
        (to_html(statement, figures, spread=True), "table.html"),
        (to_html(statement, figures, spread=False), "table.html"),
        (to_csv(statement, figures), "table.csv"),
    )
    return _first_grid(*sources[index % len(sources)])


def _read_drawn(table: ReportTable, index: int, figures: list[list[str]]) -> Grid | None:
    """Set a table in one of the layouts of annual reports, and read it."""
    return _first_grid(to_layout(table, figures, index), "table.html")


def _first_grid(source: str, name: str) -> Grid | None:
    document = read(source.encode(), name=name)
    reading = read_table(document.text, document.tables[0]) if document.tables else None
    return reading.grid if reading else None


def _is_plantable(table: Statement | ReportTable, figures: list[list[str]], cell: Position) -> bool:
    text = figures[cell[0]][cell[1]]
    return sum(map(str.isdigit, text)) > 1 and "%" not in text + table.columns[cell[1]]


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


def _proven(analysis: Analysis) -> Iterator[Position]:
    """Yield the figures that are part of a sum that holds."""
    for formula in analysis.formulas:
        for place in map(int, np.flatnonzero(formula.holds)):
            instance = Instance(formula, place)
            if instance.position(formula.target) in analysis.covered:
                yield from instance.positions()


def _plantable(grid: Grid, cells: Iterable[Position]) -> Iterator[Position]:
    """Yield the cells whose figure has two digits or more, each once."""
    for row, column in set(cells):
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
