"""All tables, and the order in which their runs matter."""

from __future__ import annotations

from . import table1, table2, table3, table4, table5
from .spec import Run, Table

TABLES: dict[str, Table] = {
    module.TABLE.name: module.TABLE for module in (table1, table2, table3, table4, table5)
}


def runs_of(wanted: list[str] | None = None) -> list[Run]:
    """The runs of tables, corpora, experiments or single runs by name; all where nothing is named.

    First seeds come before second ones, and among them the long runs last: whatever time there is, a table
    with a figure in each row says more than half a table.
    """
    rows = [row for table in TABLES.values() for row in table.rows]
    every = {run.name: run for row in rows for run in row.experiment.runs()}
    unknown = [name for name in wanted or () if not any(_is_named(run, [name]) for run in every.values())]
    if unknown:
        raise SystemExit(f"no table or run {', '.join(unknown)}; there are {', '.join([*TABLES, *every])}")
    chosen = [run for run in every.values() if not wanted or _is_named(run, wanted)]
    return sorted(chosen, key=lambda run: (run.seed, run.experiment.is_long))


def _is_named(run: Run, names: list[str]) -> bool:
    tables = [name for name in names if name in TABLES]
    in_table = any(run.experiment == row.experiment for name in tables for row in TABLES[name].rows)
    return in_table or any(n in names for n in (run.name, run.experiment.name, run.experiment.corpus))
