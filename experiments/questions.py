"""The paper's three questions with its answers, and what ours is said to add, to be put to our figures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .claims import Claim, compare
from .spec import ALL_E_ACC, E_ACC, LMAE, R_AUC, S_AUC, Column, Experiment
from .table1 import TABLE as TABLE1
from .table1 import transformer
from .table2 import from_scratch, with_input
from .table3 import of_domain
from .table4 import CORPORA, best_of_paper, longer, ours


@dataclass(frozen=True)
class Question:
    text: str
    claims: tuple[Claim, ...]


R_LOG, S_LOG = (
    replace(c, heading=f"{c.heading.rstrip(' ↑')} over ln y", figure=f)
    for c, f in ((R_AUC, "auc.random.log"), (S_AUC, "auc.string.log"))
)
NLL = Column("NLL over ln y ↓", "nll.log", higher_is_better=False)
PUBLISHED = (R_AUC, S_AUC)
OVER_LN = (R_LOG, S_LOG)

_BY_NAME: dict[str, Experiment] = {row.experiment.name: row.experiment for row in TABLE1.rows}
NONE, EXP, DIG, BOTH = with_input("none"), transformer("dexp"), with_input("digit-rnn"), with_input("both")
DISC, LOGLP, FLOWLP, DEXP = (transformer(head) for head in ("disc", "loglp", "flowlp", "dexp"))
GMM = tuple(_BY_NAME[f"table1/transformer-gmm{k}"] for k in (31, 63, 127, 255))


def _bigru(head: str) -> Experiment:
    return _BY_NAME[f"table1/bigru-{head}"]


NUMBERS = Question(
    "Which encoding strategies yield more effective representations for numbers in surrounding context?",
    (
        Claim(
            "Seeing the other numbers helps, as exponents or as digits.",
            compare(EXP, NONE, LMAE, E_ACC, *PUBLISHED) + compare(DIG, NONE, LMAE, E_ACC, *PUBLISHED),
        ),
        Claim(
            "Exponents and digits serve equally well.", compare(EXP, DIG, LMAE, E_ACC, *PUBLISHED), equal=True
        ),
        Claim(
            "Both together are no better than exponents alone.",
            compare(BOTH, EXP, LMAE, E_ACC, *PUBLISHED),
            equal=True,
        ),
        Claim(
            "With every number masked (One-vs-All), the model that never saw numbers is the best.",
            compare(
                NONE,
                (EXP, DIG, BOTH),
                replace(LMAE, figure="all.lmae.argmax", heading="all-LMAE ↓"),
                ALL_E_ACC,
            ),
        ),
    ),
)

ARCHITECTURES = Question(
    "Which encoding architectures provide the best representations of surrounding context?",
    (
        Claim(
            "The pretrained transformer is better than the BiGRU under every output distribution.",
            tuple(
                c
                for head, columns in (
                    ("loglp", (LMAE, E_ACC, *PUBLISHED)),
                    ("flowlp", (LMAE, E_ACC, *PUBLISHED)),
                    ("dexp", (LMAE, E_ACC, *PUBLISHED)),
                    ("disc", (E_ACC, *PUBLISHED)),
                )
                for c in compare(transformer(head), _bigru(head), *columns)
            ),
        ),  # type: ignore[arg-type]
        Claim(
            "Pretraining helps every model.",
            tuple(
                c
                for head in ("dexp", "flowlp", "disc", "loglp")
                for c in compare(transformer(head), from_scratch(head), E_ACC, R_AUC)
            ),
        ),  # type: ignore[arg-type]
    ),
)

DISTRIBUTIONS = Question(
    "What are the most effective real-valued output distributions to model masked number quantities in text?",
    (
        Claim(
            "DExp predicts best, under both encoders.",
            compare(DEXP, (LOGLP, FLOWLP, *GMM), LMAE, E_ACC)
            + compare(_bigru("dexp"), (_bigru("loglp"), _bigru("flowlp")), LMAE, E_ACC),
        ),
        Claim(
            "DExp tells anomalies best, scored as published.",
            compare(DEXP, (LOGLP, FLOWLP, *GMM, DISC), *PUBLISHED),
        ),
        Claim(
            "The same scored over ln y, where no model is favoured.",
            compare(DEXP, (LOGLP, FLOWLP, *GMM), *OVER_LN),
        ),
        Claim("FlowLP is better than LogLP.", compare(FLOWLP, LOGLP, LMAE, E_ACC, *PUBLISHED)),
        Claim("GMM is the worst.", compare(LOGLP, GMM, LMAE, E_ACC, *PUBLISHED)),
        Claim(
            "Disc is second best at telling anomalies, scored as published.",
            compare(DISC, (LOGLP, FLOWLP), *PUBLISHED),
        ),
        Claim(
            "DExp stays the best on dollar amounts and on scientific text.",
            tuple(
                c
                for corpus in ("finnews-dollar", "sci")
                for c in compare(
                    of_domain(corpus, "dexp"),
                    (of_domain(corpus, "loglp"), of_domain(corpus, "flowlp")),
                    LMAE,
                    E_ACC,
                    *PUBLISHED,
                )
            ),
        ),
    ),
)

OURS = Question(
    "Ours: what improves on the paper's best model?",
    (
        Claim(
            "The digit decoder is better than DExp.",
            tuple(
                c
                for corpus in CORPORA
                for c in compare(ours(corpus, "digits"), best_of_paper(corpus), LMAE, E_ACC, NLL, *OVER_LN)
            ),
        ),
        Claim(
            "The exponent-spline is better than DExp.",
            tuple(
                c
                for corpus in CORPORA
                for c in compare(ours(corpus, "spline"), best_of_paper(corpus), LMAE, E_ACC, NLL, *OVER_LN)
            ),
        ),
        Claim(
            "One-pass leave-one-out is better than masking, with the digit decoder.",
            tuple(
                c
                for corpus in CORPORA
                for c in compare(
                    ours(corpus, "loo-digits"), ours(corpus, "digits"), LMAE, E_ACC, NLL, *OVER_LN
                )
            ),
        ),
        Claim(
            "Longer training still pays.",
            tuple(
                c
                for corpus in CORPORA
                for c in compare(
                    longer(corpus, "loo-digits-long"), ours(corpus, "loo-digits"), LMAE, E_ACC, NLL, *OVER_LN
                )
            ),
        ),
    ),
)

QUESTIONS = (NUMBERS, ARCHITECTURES, DISTRIBUTIONS, OURS)
