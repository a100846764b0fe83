"""Table 4: our models beside the paper's best on equal terms, on all three corpora.

python -m experiments.table4 --data ROOT --encoder CHECKPOINT
"""

from __future__ import annotations

from dataclasses import replace

from numerate.training.nn.config import Head, Input, Objective

from .spec import (
    E_ACC,
    E_ACC_MEDIAN,
    LMAE,
    LMAE_MEDIAN,
    PAPER_MODEL,
    R_LOG,
    R_RATIO,
    S_LOG,
    S_NEAR,
    THRICE,
    WRITTEN,
    Experiment,
    Row,
    Section,
    Table,
)
from .table1 import transformer
from .table3 import of_domain

CORPORA = {"finnews": "finnews", "finnews-dollar": "finnews, dollar amounts", "sci": "sci"}
HEADS: dict[Head, str] = {"dexp-scaled": "DExp, σ learned", "digits": "digit decoder"}
OBJECTIVES: tuple[Objective, ...] = ("masked", "leave-one-out")


def best_of_paper(corpus: str) -> Experiment:
    return transformer("dexp") if corpus == "finnews" else of_domain(corpus, "dexp")


def equal_terms(
    corpus: str, head: Head, objective: Objective, shown: Input = "exponent+digits"
) -> Experiment:
    """A head and an objective with the inputs, the recipe and the data of all others."""
    if corpus == "finnews" and objective == "masked" and shown == "exponent" and head == "dexp-scaled":
        return transformer(head)
    model = replace(PAPER_MODEL, head=head, objective=objective, input=shown)
    seen = "" if shown == "exponent+digits" else f"-{shown}"
    return Experiment(f"table4/{corpus}-{objective}-{head}{seen}", corpus, model, seeds=THRICE)


def _rows(corpus: str) -> tuple[Row, ...]:
    return (
        Row("masked, DExp, exponents seen: the paper's best", best_of_paper(corpus), {}),
        *(
            Row(f"{objective}, {label}", equal_terms(corpus, head, objective), {})
            for objective in OBJECTIVES
            for head, label in HEADS.items()
        ),
    )


TABLE = Table(
    name="table4",
    title="Table 4: ours beside the paper's best model, on equal terms",
    differs="All rows on our corpora and encoder, with the same recipe. All but the first see the exponent "
    "and four digits of the other numbers. Table 6 has other inputs and learning rates.",
    columns=(LMAE, LMAE_MEDIAN, E_ACC, E_ACC_MEDIAN, WRITTEN, R_LOG, R_RATIO, S_LOG, S_NEAR),
    sections=tuple(Section(title, _rows(corpus)) for corpus, title in CORPORA.items()),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
