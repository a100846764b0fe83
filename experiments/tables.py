"""All tables, and the order in which their runs matter."""

from __future__ import annotations

from . import table1, table2, table3, table4, table5, table6, table7
from .spec import Experiment, Run, Table

TABLES: dict[str, Table] = {
    module.TABLE.name: module.TABLE for module in (table1, table2, table3, table4, table5, table6, table7)
}
"""Tables whose rows `experiments.run` trains; Table 8 is that of `experiments.magnitude`."""


def runs_of(wanted: list[str] | None = None) -> list[Run]:
    """The runs of tables, corpora, experiments or single runs by name; all where nothing is named.

    Whatever time there is, claims come first: see `_rank`.
    """
    rows = [row for table in TABLES.values() for row in table.rows]
    every = {run.name: run for row in rows for run in row.experiment.runs()}
    unknown = [name for name in wanted or () if not any(_is_named(run, [name]) for run in every.values())]
    if unknown:
        raise SystemExit(f"no table or run {', '.join(unknown)}; there are {', '.join([*TABLES, *every])}")
    chosen = [run for run in every.values() if not wanted or _is_named(run, wanted)]
    return sorted(chosen, key=_rank)


def _rank(run: Run) -> int:
    """The place of a run: long ones first, since nothing shortens them; then claims with all their seeds.

    Then every other row once, then the ablations, and last what makes a second and third seed of the rest.
    """
    experiment = run.experiment
    if experiment == table1.BY_PAPERS_RECIPE:
        return 0
    if experiment in _CLAIMS:
        return 1 + run.seed
    table = int(experiment.name[len("table")])
    return (10 if table in (1, 2, 3, 4, 7) else 20) + 20 * run.seed


_CLAIMS: tuple[Experiment, ...] = (
    *(
        table1.transformer(head)
        for head in ("dexp", "dexp-normalized", "dexp-scaled", "loglp", "flowlp", "disc")
    ),
    *(table4.equal_terms("finnews", head, how) for head in table4.HEADS for how in table4.OBJECTIVES),
)
"""On financial news: the families of the paper, and ours against the best of them."""


def _is_named(run: Run, names: list[str]) -> bool:
    tables = [name for name in names if name in TABLES]
    in_table = any(run.experiment == row.experiment for name in tables for row in TABLES[name].rows)
    return in_table or any(n in names for n in (run.name, run.experiment.name, run.experiment.corpus))
