"""Table 5: the score. The anomaly columns of Table 1 as published, and by other scores of the same models.

python -m experiments.table5 --data ROOT --encoder CHECKPOINT      (runs what Table 1 runs)
"""

from __future__ import annotations

from .spec import R_AUC, R_LOG, R_RATIO, S_AUC, S_LOG, S_NEAR, Column, Row, Section, Table
from .table1 import TABLE as TABLE1

_ANOMALIES = (R_AUC, S_AUC)


def _anomaly_figures(row: Row) -> Row:
    return Row(row.label, row.experiment, {c.figure: row.paper.get(c.figure) for c in _ANOMALIES})


TABLE = Table(
    name="table5",
    title="Table 5: the score, Table 1's anomaly columns by four scores",
    differs="The same models, numbers and anomalies in all columns; only the score differs. As published, "
    "DExp is scored over its mantissa, the others over y; Disc's score has no measure. The likelihood ratio "
    "divides by the density of all training numbers, from which random anomalies are drawn. The last column "
    "edits numbers as the authors' code does.",
    columns=(
        R_AUC,
        Column("r-AUC over y ↑", "auc.random.linear"),
        R_LOG,
        R_RATIO,
        S_AUC,
        Column("s-AUC over y ↑", "auc.string.linear"),
        S_LOG,
        S_NEAR,
        Column("s-AUC ↑, the authors' edits", "string-published/auc.published"),
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
