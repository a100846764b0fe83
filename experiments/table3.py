"""Table 3: other domains, dollar amounts in financial news and scientific text.

python -m experiments.table3 --data ROOT --encoder CHECKPOINT
"""

from __future__ import annotations

from dataclasses import replace

from numerate.training.nn.config import Head

from .spec import (
    CORPORA,
    E_ACC,
    LMAE,
    PAPER_MODEL,
    R_AUC,
    S_AUC,
    THRICE,
    Experiment,
    Figure,
    Row,
    Section,
    Table,
    paper,
)
from .table1 import LABELS


def of_domain(corpus: str, head: Head) -> Experiment:
    return Experiment(f"table3/{corpus}-{head}", corpus, replace(PAPER_MODEL, head=head), seeds=THRICE)


def _row(corpus: str, head: Head, *figures: Figure) -> Row:
    return Row(LABELS[head], of_domain(corpus, head), paper(*figures))


TABLE = Table(
    name="table3",
    title="Table 3: dollar amounts and scientific text (exponent input, pretrained encoder)",
    differs=CORPORA,
    columns=(LMAE, E_ACC, R_AUC, S_AUC),
    sections=(
        Section(
            "finnews, dollar amounts",
            (
                _row("finnews-dollar", "disc", None, 46.9, 0.828, 0.588),
                _row("finnews-dollar", "loglp", 1.04, 43.6, 0.641, 0.528),
                _row("finnews-dollar", "dexp", 0.91, 56.9, 0.867, 0.678),
                _row("finnews-dollar", "flowlp", 1.11, 39.3, 0.538, 0.518),
            ),
        ),
        Section(
            "sci",
            (
                _row("sci", "disc", None, 68.8, 0.722, 0.657),
                _row("sci", "loglp", 0.374, 78.2, 0.624, 0.609),
                _row("sci", "dexp", 0.385, 81.0, 0.786, 0.836),
                _row("sci", "flowlp", 0.374, 77.6, 0.658, 0.672),
            ),
        ),
    ),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
