"""Table 5: the measure. The anomaly columns of Table 1 as published, over y and over ln y.

python -m experiments.table5 --data ROOT --encoder CHECKPOINT      (runs what Table 1 runs)
"""

from __future__ import annotations

from .spec import R_AUC, S_AUC, Column, Row, Section, Table
from .table1 import TABLE as TABLE1

_ANOMALIES = (R_AUC, S_AUC)


def _anomaly_figures(row: Row) -> Row:
    return Row(row.label, row.experiment, {c.figure: row.paper[c.figure] for c in _ANOMALIES})


TABLE = Table(
    name="table5",
    title="Table 5: the measure, Table 1's anomaly columns in three scorings",
    differs="The same models, numbers and anomalies in all columns; only the scoring differs. As published, "
    "DExp is scored over its mantissa, the others over y; Disc's score has no measure. The last two columns "
    "edit numbers as the authors' code does.",
    columns=(
        R_AUC,
        Column("r-AUC over y", "auc.random.linear"),
        Column("r-AUC over ln y", "auc.random.log"),
        S_AUC,
        Column("s-AUC over y", "auc.string.linear"),
        Column("s-AUC over ln y", "auc.string.log"),
        Column("s-AUC ↑, the authors' edits", "string-published/auc.published"),
        Column("the same over ln y", "string-published/auc.log"),
    ),
    sections=tuple(
        Section(section.title, tuple(map(_anomaly_figures, section.rows)))
        for section in TABLE1.sections
        if section.title != "Constants"
    ),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
