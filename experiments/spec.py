"""What an experiment is, and what a table of them is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from numerate.training.nn import ModelConfig
from numerate.training.run.recipe import RECIPES, Recipe

MINILM = "sentence-transformers/all-MiniLM-L6-v2"

Baseline = Literal["train-mean", "train-median"]
Mixture = Literal["ours", "published"]
Figure = float | None

PAPER_MODEL = ModelConfig(checkpoint=MINILM, input="exponent", objective="masked")
"""The paper's model on our encoder; tables say what they change of it."""

THRICE = (0, 1, 2)
"""The seeds of a row that a claim rests on."""

STANDARD = Recipe(batch_size=64, epochs=3, patience=None, compile="no")
"""The recipe of every row that names no other; the weights are those of the best epoch on validation."""
UNTIL_NO_BETTER = replace(STANDARD, batch_size=256, epochs=24, patience=3, scratch_rate=2e-3)
"""The recipe of recurrent encoders, which learn slowly."""
FROM_SCRATCH = replace(STANDARD, epochs=6, patience=3)
PAPERS_RECIPE = replace(RECIPES["paper"], compile="no")
EPOCHS = {"finnews-dollar": 5, "sci": 4, "finnews-sentences": 4, "finnews-256": 6}
"""Epochs on corpora with less text than finnews, for about as many steps."""


@dataclass(frozen=True)
class Experiment:
    """A model trained and tested on one corpus, once for each seed."""

    name: str
    """Also where its results lie: "table1/transformer-dexp"."""
    corpus: str
    model: ModelConfig | Baseline
    seeds: tuple[int, ...] = (0,)
    """Three where a claim rests on it."""
    base: Recipe = STANDARD
    share: float = 1.0
    """The share of the training instances; the epochs make up for it, so that all shares take equal steps."""
    layers: int | None = None
    """Layers of the encoder, if not its own."""
    mixture: Mixture = "ours"
    """How a mixture's components are fitted: by us, or as the authors do, with scikit-learn."""

    @property
    def recipe(self) -> Recipe:
        epochs = EPOCHS.get(self.corpus, self.base.epochs) if self.base == STANDARD else self.base.epochs
        return replace(self.base, epochs=round(epochs / self.share))

    def runs(self) -> Iterator[Run]:
        return (Run(self, seed) for seed in self.seeds)


@dataclass(frozen=True)
class Run:
    """One seed of an experiment."""

    experiment: Experiment
    seed: int

    @property
    def name(self) -> str:
        return f"{self.experiment.name}-seed{self.seed}"

    @property
    def recipe(self) -> Recipe:
        return replace(self.experiment.recipe, seed=self.seed)

    def describe(self) -> dict[str, Any]:
        """All that the result depends on besides code and data, for the record."""
        experiment = self.experiment
        model = experiment.model
        if isinstance(model, str):
            return {"name": self.name, "corpus": experiment.corpus, "model": model}
        names = ("share", "layers", "mixture")
        return {
            "name": self.name,
            "corpus": experiment.corpus,
            "model": model.to_dict(),
            "recipe": self.recipe.to_dict(),
            **{name: getattr(experiment, name) for name in names},
        }


@dataclass(frozen=True)
class Row:
    """A line of a table: an experiment's figures beside the paper's, by the names of the columns."""

    label: str
    experiment: Experiment
    paper: Mapping[str, Figure]


@dataclass(frozen=True)
class Section:
    """Rows that belong together."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, and the figure of an evaluation that stands in it."""

    heading: str
    figure: str
    digits: int = 3
    scale: float = 1.0
    higher_is_better: bool = True
    margin: float = 0.01
    """Equivalence margin: differences below it, in the units of the column, are of no practical interest."""


LMAE = Column("LMAE ↓", "lmae.argmax", higher_is_better=False, margin=0.02)
LMAE_MEDIAN = replace(LMAE, heading="LMAE, median ↓", figure="lmae.median")
E_ACC = Column("E-Acc ↑", "e_acc.argmax", digits=1, scale=100, margin=1.0)
E_ACC_MEDIAN = replace(E_ACC, heading="E-Acc, median ↑", figure="e_acc.median")
R_AUC = Column("r-AUC ↑", "auc.random.published")
S_AUC = Column("s-AUC ↑", "auc.string.published")
R_LOG = replace(R_AUC, heading="r-AUC over ln y ↑", figure="auc.random.log")
S_LOG = replace(S_AUC, heading="s-AUC over ln y ↑", figure="auc.string.log")
R_RATIO = replace(R_AUC, heading="r-AUC, likelihood ratio ↑", figure="auc.random.ratio")
S_NEAR = replace(S_AUC, heading="s-AUC, mean density near y ↑", figure="auc.string.near")
WRITTEN = Column("NLL as written ↓", "nll.written", higher_is_better=False, margin=0.05)
ALL_LMAE = replace(LMAE, heading="all-LMAE ↓", figure="all.lmae.argmax")
ALL_E_ACC = replace(E_ACC, heading="all-E-Acc ↑", figure="all.e_acc.argmax")


@dataclass(frozen=True)
class Table:
    """A table of the paper, or one of ours."""

    name: str
    title: str
    differs: str
    """In a line, what is not as in the paper."""
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for section in self.sections for row in section.rows)


def paper(*figures: Figure, columns: tuple[Column, ...] = (LMAE, E_ACC, R_AUC, S_AUC)) -> dict[str, Figure]:
    """The paper's figures in the order of its columns."""
    return {column.figure: figure for column, figure in zip(columns, figures, strict=True)}


CORPORA = (
    "Other corpora (Reuters 2006–2013 for the paper's financial news, open-access full text for S2ORC), less "
    "text, and a smaller encoder (MiniLM-L6, 22.7M parameters, for BERT-base, 110M), AdamW instead of SGD. "
    "Sentences packed to instances of up to 128 tokens, as the paper's averages imply."
)
