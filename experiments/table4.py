"""Table 4: our models beside the paper's best, on all three corpora.

python -m experiments.table4 --data ROOT --encoder CHECKPOINT
"""

from __future__ import annotations

from dataclasses import replace

from .spec import E_ACC, LMAE, LONGER, OURS, PAPER_MODEL, Column, Experiment, Row, Section, Table
from .table1 import TWICE, transformer
from .table3 import of_domain

LOO = replace(OURS, objective="leave-one-out")
MODELS = {
    "digits": ("digit decoder", replace(OURS, head="digits")),
    "spline": ("exponent-spline", replace(OURS, head="spline")),
    "loo-dexp": ("leave-one-out, DExp", replace(LOO, head="dexp")),
    "loo-digits": ("leave-one-out, digit decoder", replace(LOO, head="digits")),
    "loo-spline": ("leave-one-out, exponent-spline", replace(LOO, head="spline")),
}
LONG = {
    "dexp-long": ("masked, DExp", PAPER_MODEL),
    "loo-digits-long": MODELS["loo-digits"],
}
CARRIES_A_CONCLUSION = ("digits", "loo-dexp", "loo-digits")
CORPORA = {"finnews": "finnews", "finnews-dollar": "finnews, dollar amounts", "sci": "sci"}


def best_of_paper(corpus: str) -> Experiment:
    return transformer("dexp") if corpus == "finnews" else of_domain(corpus, "dexp")


def ours(corpus: str, name: str) -> Experiment:
    seeds = TWICE if name in CARRIES_A_CONCLUSION else (0,)
    return Experiment(f"table4/{corpus}-{name}", corpus, MODELS[name][1], seeds=seeds)


def longer(corpus: str, name: str) -> Experiment:
    return Experiment(f"table4/{corpus}-{name}", corpus, LONG[name][1], is_long=True)


def _rows(corpus: str) -> tuple[Row, ...]:
    return (
        Row("masked, DExp: the paper's best", best_of_paper(corpus), {}),
        *(Row(_label(name), ours(corpus, name), {}) for name in MODELS),
        *(
            Row(f"{label}, {LONGER} times the epochs", longer(corpus, name), {})
            for name, (label, _) in LONG.items()
            if corpus == "finnews" or name != "dexp-long"
        ),
    )


def _label(name: str) -> str:
    label = MODELS[name][0]
    return label if name.startswith("loo") else f"masked, {label}"


TABLE = Table(
    name="table4",
    title="Table 4: ours beside the paper's best model",
    differs="All rows on our corpora and encoder; AUC over ln y. Ours see exponent and four digits of the "
    "other numbers, the paper's model their exponent.",
    columns=(
        LMAE,
        Column("LMAE, median ↓", "lmae.median", higher_is_better=False),
        E_ACC,
        replace(E_ACC, heading="E-Acc, median ↑", figure="e_acc.median"),
        Column("NLL over ln y ↓", "nll.log", higher_is_better=False),
        Column("r-AUC ↑", "auc.random.log"),
        Column("s-AUC ↑", "auc.string.log"),
    ),
    sections=tuple(Section(title, _rows(corpus)) for corpus, title in CORPORA.items()),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
