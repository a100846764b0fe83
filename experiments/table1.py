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
    PAPERS_RECIPE,
    R_AUC,
    S_AUC,
    THRICE,
    UNTIL_NO_BETTER,
    WRITTEN,
    Experiment,
    Figure,
    Mixture,
    Row,
    Section,
    Table,
    paper,
)

LABELS: dict[Head, str] = {"disc": "Disc", "loglp": "LogLP", "flowlp": "FlowLP", "dexp": "DExp"}
NOT_GIVEN = (None, None, None, None)


def _constant(label: str, lmae: float, e_acc: float) -> Row:
    name = label.lower()
    experiment = Experiment(f"table1/{name}", "finnews", name)  # type: ignore[arg-type]
    return Row(label, experiment, paper(lmae, e_acc, None, None))


def bigru(head: Head) -> Experiment:
    """The paper's models with a recurrent encoder, trained until they are no better."""
    model = replace(PAPER_MODEL, encoder="bigru", head=head)
    return Experiment(f"table1/bigru-{head}", "finnews", model, seeds=THRICE, base=UNTIL_NO_BETTER)


def transformer(head: Head) -> Experiment:
    """The paper's models on financial news, which other tables refer to."""
    return Experiment(f"table1/transformer-{head}", "finnews", replace(PAPER_MODEL, head=head), seeds=THRICE)


def gmm(components: int, mixture: Mixture) -> Experiment:
    """The paper's mixture, its components fitted by us or as its authors do."""
    model = replace(PAPER_MODEL, head="gmm", components=components)
    name = f"table1/transformer-gmm{components}" + ("-published" if mixture == "published" else "")
    seeds = THRICE if components == 255 else (0,)
    return Experiment(name, "finnews", model, seeds=seeds, mixture=mixture)


BY_PAPERS_RECIPE = Experiment(
    "table1/papers-recipe", "finnews", replace(PAPER_MODEL, head="dexp"), base=PAPERS_RECIPE
)


def _bigru(head: Head, *figures: Figure) -> Row:
    return Row(f"BiGRU-{LABELS[head]}", bigru(head), paper(*figures))


def _transformer(head: Head, *figures: Figure) -> Row:
    return Row(f"Transformer-{LABELS[head]}", transformer(head), paper(*figures))


def _gmm(components: int, mixture: Mixture, *figures: Figure) -> Row:
    fitted = "scikit-learn as the authors" if mixture == "published" else "our EM"
    return Row(f"Transformer-GMM, K = {components}, {fitted}", gmm(components, mixture), paper(*figures))


TABLE = Table(
    name="table1",
    title="Table 1: output distributions and encoders on financial news (exponent input, pretrained encoder)",
    differs=CORPORA,
    columns=(LMAE, E_ACC, R_AUC, S_AUC, WRITTEN),
    sections=(
        Section("Constants", (_constant("Train-Mean", 7.69, 1.03), _constant("Train-Median", 1.88, 5.52))),
        Section(
            "BiGRU, trained until it is no better",
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
                _gmm(31, "published", *NOT_GIVEN),
                _gmm(255, "published", 1.18, 21.3, 0.585, 0.440),
                _gmm(31, "ours", *NOT_GIVEN),
                _gmm(255, "ours", *NOT_GIVEN),
                _transformer("loglp", 0.5666, 64.9, 0.686, 0.557),
                _transformer("flowlp", 0.5732, 65.5, 0.717, 0.609),
                _transformer("dexp", 0.500, 74.6, 0.861, 0.828),
            ),
        ),
        Section(
            "DExp by its objective and recipe",
            (
                Row(
                    "unnormalised, σ fixed: the authors'",
                    transformer("dexp"),
                    paper(0.500, 74.6, 0.861, 0.828),
                ),
                Row("normalised, σ fixed", transformer("dexp-normalized"), {}),
                Row("normalised, σ learned for each exponent", transformer("dexp-scaled"), {}),
                Row("the authors' by their recipe (SGD, summed loss, clipped at 5)", BY_PAPERS_RECIPE, {}),
            ),
        ),
    ),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
