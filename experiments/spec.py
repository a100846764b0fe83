"""What an experiment is, and what a table of them is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from numerate.training.nn import ModelConfig
from numerate.training.run.recipe import Recipe

MINILM = "sentence-transformers/all-MiniLM-L6-v2"

LONGER = 3
"""How many times the epochs of a run the long ones take."""


def short(corpus: str) -> Recipe:
    """Few epochs, to the end of the schedule; more where there are fewer instances."""
    return Recipe(epochs=6 if corpus == "finnews-dollar" else 4, patience=None)


def long(corpus: str) -> Recipe:
    """What longer training is."""
    return replace(short(corpus), epochs=LONGER * short(corpus).epochs)


Baseline = Literal["train-mean", "train-median"]
Figure = float | None

PAPER_MODEL = ModelConfig(checkpoint=MINILM, input="exponent", objective="masked")
"""The paper's model on our encoder; tables say what they change of it."""
OURS = replace(PAPER_MODEL, input="exponent+digits")
"""What both of our models change: the encoder sees the leading digits too."""


@dataclass(frozen=True)
class Experiment:
    """A model trained and tested on one corpus, once for each seed."""

    name: str
    """Also where its results lie: "table1/transformer-dexp"."""
    corpus: str
    model: ModelConfig | Baseline
    seeds: tuple[int, ...] = (0,)
    """Two where a conclusion rests on it."""
    is_long: bool = False

    @property
    def recipe(self) -> Recipe:
        recipe = long(self.corpus) if self.is_long else short(self.corpus)
        recurrent = isinstance(self.model, ModelConfig) and self.model.encoder == "bigru"
        # A recurrent encoder's batches are all of other shapes, each of which would be compiled anew.
        return replace(recipe, compile="no") if recurrent else recipe

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
        model = self.experiment.model
        trained = {} if isinstance(model, str) else {"recipe": self.recipe.to_dict()}
        return {
            "name": self.name,
            "corpus": self.experiment.corpus,
            "model": model if isinstance(model, str) else model.to_dict(),
            **trained,
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


LMAE = Column("LMAE ↓", "lmae.argmax", higher_is_better=False)
E_ACC = Column("E-Acc ↑", "e_acc.argmax", digits=1, scale=100)
R_AUC = Column("r-AUC ↑", "auc.random.published")
S_AUC = Column("s-AUC ↑", "auc.string.published")
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
    "Other corpora (Reuters 2006–2013 for the paper's financial news, open-access full text for S2ORC) and a "
    "smaller encoder (MiniLM-L6, 22.7M parameters, for BERT-base, 110M), AdamW instead of SGD."
)
