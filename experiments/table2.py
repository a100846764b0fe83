"""Table 2: what the encoder sees of a number, and what pretraining brings, on financial news.

python -m experiments.table2 --data ROOT --encoder CHECKPOINT
"""

from __future__ import annotations

from dataclasses import replace

from numerate.training.nn.config import Head, Input

from .spec import (
    ALL_E_ACC,
    ALL_LMAE,
    CORPORA,
    E_ACC,
    FROM_SCRATCH,
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
from .table1 import LABELS, transformer

COLUMNS = (LMAE, E_ACC, R_AUC, S_AUC, ALL_LMAE, ALL_E_ACC)


def with_input(shown: Input) -> Experiment:
    model = replace(PAPER_MODEL, head="dexp", input=shown)
    return Experiment(f"table2/dexp-{shown}", "finnews", model, seeds=THRICE)


def from_scratch(head: Head) -> Experiment:
    model = replace(PAPER_MODEL, head=head, pretrained=False)
    return Experiment(f"table2/scratch-{head}", "finnews", model, seeds=THRICE, base=FROM_SCRATCH)


def _row(label: str, experiment: Experiment, *figures: Figure) -> Row:
    return Row(label, experiment, paper(*figures, columns=COLUMNS))


def _scratch(head: Head, *figures: Figure) -> Row:
    return _row(f"{LABELS[head]} + exp", from_scratch(head), *figures)


TABLE = Table(
    name="table2",
    title="Table 2: numerical input, One-vs-All and pretraining on financial news",
    differs=CORPORA,
    columns=COLUMNS,
    sections=(
        Section(
            "Numerical input embedding",
            (
                _row("DExp (all numbers masked)", with_input("none"), 0.656, 66.5, 0.831, 0.809, 0.656, 66.5),
                _row("DExp + exp", transformer("dexp"), 0.500, 74.6, 0.861, 0.828, 0.888, 62.2),
                _row("DExp + dig", with_input("digit-rnn"), 0.506, 74.4, 0.858, 0.826, 0.920, 62.1),
                _row("DExp + exp + dig", with_input("both"), 0.498, 74.9, 0.861, 0.828, 0.899, 62.3),
            ),
        ),
        Section(
            "No pretraining",
            (
                _scratch("dexp", 0.615, 68.8, 0.840, 0.810, 0.889, 60.6),
                _scratch("flowlp", 0.769, 57.9, 0.670, 0.563, 0.861, 54.4),
                _scratch("disc", None, 26.9, 0.632, 0.599, None, None),
                _scratch("loglp", 0.630, 63.2, 0.678, 0.550, 0.850, 57.1),
            ),
        ),
    ),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
