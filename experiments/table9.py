"""Table 9: output distributions on one frozen encoder (`python -m experiments.frozen`)."""

from __future__ import annotations

from dataclasses import replace

from .spec import (
    E_ACC,
    E_ACC_MEDIAN,
    LMAE,
    LMAE_MEDIAN,
    PAPER_MODEL,
    R_AUC,
    R_LOG,
    R_RATIO,
    S_AUC,
    S_LOG,
    S_NEAR,
    THRICE,
    WRITTEN,
    Column,
    Experiment,
    Mixture,
    Row,
    Section,
    Table,
)

CORPUS = "finnews, frozen encoder"
HEADS = {
    "loglp": "LogLP",
    "flowlp": "FlowLP",
    "dexp": "DExp, unnormalised, σ fixed: the authors'",
    "dexp-normalized": "DExp, normalised, σ fixed",
    "dexp-scaled": "DExp, normalised, σ learned",
    "spline": "exponent-spline",
    "digits": "digit decoder",
    "digits-distance": "digit decoder with the number-token loss",
}
CLAIMED = ("dexp", "dexp-normalized", "dexp-scaled", "digits", "digits-distance")
"""Heads that claims rest on. LogLP and FlowLP are none of them: their location is linear in the states, which
an encoder that was trained with classes of exponents and cannot adapt does not provide."""
MIXTURES: dict[tuple[int, Mixture], str] = {
    (31, "published"): "GMM, K = 31, scikit-learn as the authors",
    (255, "published"): "GMM, K = 255, scikit-learn as the authors",
    (31, "ours"): "GMM, K = 31, our EM",
    (255, "ours"): "GMM, K = 255, our EM",
}


def frozen(head: str) -> Experiment:
    """A head on the frozen encoder."""
    seeds = THRICE if head in CLAIMED else (0,)
    return Experiment(f"table9/{head}", CORPUS, replace(PAPER_MODEL, head=head), seeds=seeds)


def frozen_gmm(components: int, mixture: Mixture) -> Experiment:
    """A mixture on the frozen encoder."""
    name = f"table9/gmm{components}" + ("-published" if mixture == "published" else "")
    model = replace(PAPER_MODEL, head="gmm", components=components)
    return Experiment(name, CORPUS, model, seeds=THRICE if components == 255 else (0,), mixture=mixture)


_ROWS = (
    *(Row(label, frozen_gmm(*key), {}) for key, label in MIXTURES.items()),
    *(Row(label, frozen(head), {}) for head, label in HEADS.items()),
)
EXPERIMENTS = tuple(row.experiment for row in _ROWS)

TABLE = Table(
    name="table9",
    title="Table 9: output distributions on one frozen encoder",
    differs="The bundled model's encoder reads packed instances of financial news that it was not trained "
    "on; only heads are trained, on the same states. What differs is the head and its objective. The encoder "
    "was trained with a digit decoder, which favours heads with classes of exponents. LogLP and FlowLP, the "
    "location of which is linear in the states, show the effect of the score; do not compare their errors.",
    columns=(LMAE, LMAE_MEDIAN, E_ACC, E_ACC_MEDIAN, WRITTEN),
    sections=(Section("Head", _ROWS),),
)

SCORES = Table(
    name="table9-scores",
    title="Table 9, continued: anomalies by the score",
    differs="The same heads, numbers and anomalies in all columns; only the score differs.",
    columns=(
        R_AUC,
        Column("r-AUC over y ↑", "auc.random.linear"),
        R_LOG,
        R_RATIO,
        S_AUC,
        Column("s-AUC over y ↑", "auc.string.linear"),
        S_LOG,
        S_NEAR,
    ),
    sections=(Section("Head", _ROWS),),
)
