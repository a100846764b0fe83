"""The paper's three questions with its answers, and what ours is said to add, to be put to our figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .claims import Claim, Comparison, compare
from .results import Results
from .spec import (
    ALL_E_ACC,
    ALL_LMAE,
    E_ACC,
    LMAE,
    LMAE_MEDIAN,
    R_AUC,
    R_LOG,
    R_RATIO,
    S_AUC,
    S_LOG,
    S_NEAR,
    WRITTEN,
    Experiment,
)
from .table1 import bigru, gmm, transformer
from .table2 import from_scratch, with_input
from .table3 import of_domain
from .table4 import CORPORA, HEADS, OBJECTIVES, best_of_paper, equal_terms
from .table6 import FAIR, Variant, at_best_rate
from .table6 import OURS as OUR_VARIANT
from .table7 import INPUTS, NUMBER_TOKEN_LOSS
from .table7 import with_input as written_as


@dataclass(frozen=True)
class Question:
    text: str
    claims: tuple[Claim, ...]


PUBLISHED = (R_AUC, S_AUC)
OVER_LN = (R_LOG, S_LOG)
FITTING = (R_RATIO, S_NEAR)
"""The score that fits each anomaly."""
BEST = (LMAE_MEDIAN, WRITTEN, *FITTING)
"""What a model is compared by at its best: its median, its likelihood, and the scores that fit."""

NONE, EXP, DIG, BOTH = with_input("none"), transformer("dexp"), with_input("digit-rnn"), with_input("both")
DISC, LOGLP, FLOWLP, DEXP = (transformer(head) for head in ("disc", "loglp", "flowlp", "dexp"))
NORMALIZED, SCALED = transformer("dexp-normalized"), transformer("dexp-scaled")
GMM_PUBLISHED, GMM_OURS = gmm(255, "published"), gmm(255, "ours")


def _all(parts: Iterable[tuple[Comparison, ...]]) -> tuple[Comparison, ...]:
    return tuple(comparison for part in parts for comparison in part)


def at_better_points(model: Experiment, dexp: Experiment) -> tuple[Comparison, ...]:
    """A model against DExp as its authors train it, which has its lowest error at the argmax."""
    error = Comparison(model, dexp, LMAE_MEDIAN, against=LMAE)
    return (error, *compare(model, dexp, WRITTEN, *FITTING))


NUMBERS = Question(
    "Which encoding strategies yield more effective representations for numbers in surrounding context?",
    (
        Claim(
            "Seeing the other numbers helps, as exponents or as digits.",
            _all(compare(shown, NONE, LMAE, E_ACC, *PUBLISHED) for shown in (EXP, DIG)),
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
            compare(NONE, (EXP, DIG, BOTH), ALL_LMAE, ALL_E_ACC),
        ),
    ),
)

ARCHITECTURES = Question(
    "Which encoding architectures provide the best representations of surrounding context?",
    (
        Claim(
            "The pretrained transformer is better than the BiGRU under every output distribution.",
            _all(
                compare(transformer(head), bigru(head), LMAE, E_ACC, *PUBLISHED)
                for head in ("loglp", "flowlp", "dexp", "disc")
            ),
        ),
        Claim(
            "Pretraining helps every model.",
            _all(
                compare(transformer(head), from_scratch(head), E_ACC, R_AUC)
                for head in ("dexp", "flowlp", "disc", "loglp")
            ),
        ),
    ),
)

DISTRIBUTIONS = Question(
    "What are the most effective real-valued output distributions to model masked number quantities in text?",
    (
        Claim(
            "DExp predicts best, under both encoders.",
            compare(DEXP, (LOGLP, FLOWLP, GMM_PUBLISHED, GMM_OURS), LMAE, E_ACC)
            + compare(bigru("dexp"), (bigru("loglp"), bigru("flowlp")), LMAE, E_ACC),
        ),
        Claim(
            "DExp tells anomalies best, scored as published.",
            compare(DEXP, (LOGLP, FLOWLP, GMM_PUBLISHED, GMM_OURS, DISC), *PUBLISHED),
        ),
        Claim(
            "The same scored over ln y, where no model is favoured.",
            compare(DEXP, (LOGLP, FLOWLP, GMM_PUBLISHED, GMM_OURS), *OVER_LN),
        ),
        Claim(
            "The same by the score that fits the anomaly: the likelihood ratio, and the mean density near y.",
            compare(DEXP, (LOGLP, FLOWLP, GMM_PUBLISHED, GMM_OURS), *FITTING),
        ),
        Claim("FlowLP is better than LogLP.", compare(FLOWLP, LOGLP, LMAE, E_ACC, *PUBLISHED)),
        Claim("GMM is the worst.", compare(LOGLP, GMM_PUBLISHED, LMAE, E_ACC, *PUBLISHED)),
        Claim(
            "It is so because of how its components are fitted.",
            compare(GMM_OURS, GMM_PUBLISHED, LMAE, E_ACC, *PUBLISHED),
        ),
        Claim(
            "Disc is second best at telling anomalies, scored as published.",
            compare(DISC, (LOGLP, FLOWLP), *PUBLISHED),
        ),
        Claim(
            "DExp stays the best on dollar amounts and on scientific text.",
            _all(
                compare(
                    of_domain(corpus, "dexp"),
                    (of_domain(corpus, "loglp"), of_domain(corpus, "flowlp")),
                    *(LMAE, E_ACC, *PUBLISHED),
                )
                for corpus in ("finnews-dollar", "sci")
            ),
        ),
        Claim(
            "DExp loses by being normalised with its σ fixed.", compare(DEXP, NORMALIZED, LMAE, LMAE_MEDIAN)
        ),
        Claim(
            "DExp gains by a learned σ: at its median, against the authors' at the argmax, its better point.",
            at_better_points(SCALED, DEXP),
        ),
    ),
)

OURS = Question(
    "Ours: what improves on the paper's best model?",
    (
        Claim(
            "The digit decoder is better than DExp with a learned σ, on equal terms.",
            _all(
                compare(equal_terms(corpus, "digits", how), equal_terms(corpus, "dexp-scaled", how), *BEST)
                for corpus in CORPORA
                for how in OBJECTIVES
            ),
        ),
        Claim(
            "One-pass leave-one-out is better than masking, on equal terms.",
            _all(
                compare(
                    equal_terms(corpus, head, "leave-one-out"), equal_terms(corpus, head, "masked"), *BEST
                )
                for corpus in CORPORA
                for head in HEADS
            ),
        ),
        Claim(
            "Both together are better than the paper's best model as its authors train it, each at its "
            "better point: ours at the median, DExp at the argmax.",
            _all(
                at_better_points(equal_terms(corpus, "digits", "leave-one-out"), best_of_paper(corpus))
                for corpus in CORPORA
            ),
        ),
    ),
)


def tuned(results: Results) -> Question:
    """What is said of ours, with every model at its own best learning rate."""
    best = {(head, how): at_best_rate((head, how), results) for head in HEADS for how in OBJECTIVES}

    def between(better: Variant, worse: Variant) -> tuple[Comparison, ...]:
        first, second = best[better], best[worse]
        return compare(first, second, *BEST) if first and second else ()

    return Question(
        "The same with each model at the learning rate of its lowest validation loss, on financial news?",
        (
            Claim(
                "The digit decoder is better than DExp with a learned σ.",
                _all(between(("digits", how), ("dexp-scaled", how)) for how in OBJECTIVES),
            ),
            Claim(
                "One-pass leave-one-out is better than masking.",
                _all(between((head, "leave-one-out"), (head, "masked")) for head in HEADS),
            ),
            Claim(
                "Both together are better than the fair version of the paper's best model.",
                between(OUR_VARIANT, FAIR),
            ),
        ),
    )


WAYS_TO_WRITE = Question(
    "Is there a better way to write the other numbers?",
    (
        Claim(
            "Exponent and four digits are better than every other way.",
            compare(
                written_as("exponent+digits"),
                tuple(written_as(shown) for shown in INPUTS if shown != "exponent+digits"),
                *(LMAE_MEDIAN, WRITTEN),
            ),
        ),
        Claim(
            "The number-token loss helps.",
            compare(NUMBER_TOKEN_LOSS, written_as("exponent+digits"), LMAE_MEDIAN, E_ACC, WRITTEN),
        ),
    ),
)

QUESTIONS = (NUMBERS, ARCHITECTURES, DISTRIBUTIONS, OURS, WAYS_TO_WRITE)
