"""Table 1: every output distribution under both encoders, on financial news.

python -m experiments.table1 --data ROOT --encoder CHECKPOINT
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
    Experiment,
    Figure,
    Row,
    Section,
    Table,
    paper,
)

LABELS: dict[Head, str] = {"disc": "Disc", "loglp": "LogLP", "flowlp": "FlowLP", "dexp": "DExp"}
TWICE = (0, 1)


def _constant(label: str, lmae: float, e_acc: float) -> Row:
    name = label.lower()
    experiment = Experiment(f"table1/{name}", "finnews", name)  # type: ignore[arg-type]
    return Row(label, experiment, paper(lmae, e_acc, None, None))


def _bigru(head: Head, *figures: Figure) -> Row:
    model = replace(PAPER_MODEL, encoder="bigru", head=head)
    seeds = TWICE if head == "dexp" else (0,)
    return Row(
        f"BiGRU-{LABELS[head]}",
        Experiment(f"table1/bigru-{head}", "finnews", model, seeds=seeds),
        paper(*figures),
    )


def transformer(head: Head) -> Experiment:
    """The paper's models on financial news, which other tables refer to."""
    model = replace(PAPER_MODEL, head=head)
    return Experiment(f"table1/transformer-{head}", "finnews", model, seeds=TWICE)


def _transformer(head: Head, *figures: Figure) -> Row:
    return Row(f"Transformer-{LABELS[head]}", transformer(head), paper(*figures))


def _gmm(components: int, *figures: Figure) -> Row:
    model = replace(PAPER_MODEL, head="gmm", components=components)
    name = f"table1/transformer-gmm{components}"
    return Row(f"Transformer-GMM, K = {components}", Experiment(name, "finnews", model), paper(*figures))


NOT_GIVEN = (None, None, None, None)

TABLE = Table(
    name="table1",
    title="Table 1: output distributions and encoders on financial news (exponent input, pretrained encoder)",
    differs=CORPORA,
    columns=(LMAE, E_ACC, R_AUC, S_AUC),
    sections=(
        Section("Constants", (_constant("Train-Mean", 7.69, 1.03), _constant("Train-Median", 1.88, 5.52))),
        Section(
            "BiGRU",
            (
                _bigru("disc", None, 55.8, 0.756, 0.646),
                _bigru("loglp", 0.671, 58.8, 0.675, 0.548),
                _bigru("flowlp", 0.622, 61.8, 0.694, 0.591),
                _bigru("dexp", 0.576, 71.5, 0.843, 0.821),
            ),
        ),
        Section(
            "Transformer",
            (
                _transformer("disc", None, 62.7, 0.762, 0.656),
                _gmm(31, *NOT_GIVEN),
                _gmm(63, *NOT_GIVEN),
                _gmm(127, *NOT_GIVEN),
                _gmm(255, 1.18, 21.3, 0.585, 0.440),
                _transformer("loglp", 0.5666, 64.9, 0.686, 0.557),
                _transformer("flowlp", 0.5732, 65.5, 0.717, 0.609),
                _transformer("dexp", 0.500, 74.6, 0.861, 0.828),
            ),
        ),
    ),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
