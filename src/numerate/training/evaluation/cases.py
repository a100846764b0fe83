"""What models are tested on: one number of each test instance, and the anomalies that stand in for it.

Both follow from the prepared folder and a seed alone, so that every model meets the same cases, and figures
of two models may be compared number by number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from numerate.distributions import exponent_of
from numerate.training.evaluation.anomalies import ANOMALIES, Bounds, alter_values
from numerate.training.nn import TokenizedInstance
from numerate.training.prepare import Instances

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

LEAST_ANOMALY = 0.1
"""Edits of digits make 0.5 of 1.5; the paper's exponents begin at −1 so that such anomalies have a place."""

TESTED = tuple(anomaly for anomaly in ANOMALIES if anomaly != "missing")
"""Every kind of anomaly; "missing" is the same edit as "del"."""


@dataclass(frozen=True)
class Cases:
    """Numbers to predict, one of each instance."""

    instances: tuple[TokenizedInstance, ...]
    places: Indices
    """Which number of its instance each one is."""
    kinds: npt.NDArray[np.str_]
    """What kind of number the reader took it for."""
    documents: Indices
    """The document each one stands in; numbers of one document are not independent of each other."""
    anomalies: Mapping[str, Values]
    """By kind, a wrong value for each number; NaN where this kind is not possible."""
    training_numbers: Values
    number_id: int
    """The number symbol's id, by which a model's word pieces can be told to be others."""

    def __len__(self) -> int:
        return len(self.places)

    @property
    def values(self) -> Values:
        """The true values."""
        pairs = zip(self.instances, self.places, strict=True)
        return np.array([instance.values[place] for instance, place in pairs], dtype=np.float64)

    @property
    def exponents(self) -> Indices:
        """⌊lg y⌋ of the true values."""
        exponents: Indices = exponent_of(self.values)
        return exponents


def draw_cases(folder: str | Path, seed: int = 0, limit: int | None = None, split: str = "test") -> Cases:
    """Choose one number of each test instance, and make its anomalies.

    Instances have two numbers at least, so that One-vs-All has something to hide. A number to predict is
    marked as a target (of the dollar variant not all are), and is positive: zero has no logarithm, and
    so no error in lg y. `limit` draws so many of the instances.
    """
    instances = Instances(folder, split)
    rng = np.random.default_rng(seed)
    chosen = [(i, place) for i, place in enumerate(_draw_places(instances, rng)) if place >= 0]
    if limit is not None and limit < len(chosen):
        kept = rng.choice(len(chosen), limit, replace=False)
        chosen = [chosen[k] for k in np.sort(kept)]
    if not chosen:
        raise ValueError(f"{folder}: no instance of {split} has two numbers, one of them to predict")
    picked = [instances[i] for i, _ in chosen]
    places = np.array([place for _, place in chosen], dtype=np.int64)
    numbers = _numbers_to_draw(folder, split)
    return Cases(
        instances=tuple(TokenizedInstance(instance.ids, instance.values) for instance in picked),
        places=places,
        kinds=np.array([instances.kinds[p.kinds[k]] for p, k in zip(picked, places, strict=True)]),
        documents=np.array([instance.document for instance in picked], dtype=np.int64),
        anomalies=_anomalies([instance.values for instance in picked], places, numbers, instances, seed),
        training_numbers=numbers,
        number_id=instances.manifest["tokenizer"]["number"],
    )


def _draw_places(instances: Instances, rng: np.random.Generator) -> list[int]:
    """One number of each instance, as likely as any other that may be chosen; −1 where there is none."""
    places = []
    for instance in instances:
        possible = np.flatnonzero(instance.targets & (instance.values > 0))
        if len(instance.values) < 2 or not len(possible):
            places.append(-1)
        else:
            places.append(int(possible[int(rng.random() * len(possible))]))
    return places


def _numbers_to_draw(folder: str | Path, split: str) -> Values:
    """The training numbers; of a corpus that is only for testing, its own."""
    training = Instances(folder, "train").values
    return training if len(training) else Instances(folder, split).values


def _anomalies(
    values: list[Values], places: Indices, numbers: Values, instances: Instances, seed: int
) -> dict[str, Values]:
    recipe = instances.manifest["recipe"]
    bounds = Bounds(min(recipe["low"], LEAST_ANOMALY), recipe["high"])
    offsets = np.concatenate([[0], np.cumsum([len(of_instance) for of_instance in values])])
    at = offsets[:-1] + places
    every = np.concatenate(values)
    made = {}
    for order, anomaly in enumerate(TESTED):
        # Only "exchanged" has to see the other numbers of the instance.
        beside = anomaly == "exchanged"
        altered = alter_values(
            every if beside else every[at],
            anomaly,
            seed + order,
            pool=numbers,
            offsets=offsets,
            bounds=bounds,
        )
        made[anomaly] = altered[at] if beside else altered
    return made


Scoring = Literal["published", "linear", "log", "near"]
"""How a value is scored: as the authors do, by its density over y, by that over ln y, or by the mean of that
over the numbers within `NEAR` of it."""
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)

NEAR = 0.03
"""In ln y: 3% of the value. Of several widths the best on validation text (experiments/LOG.md)."""

Index = npt.NDArray[np.bool_] | npt.NDArray[np.int64]

POINTS = ("argmax", "median", "exponent")
"""The ŷ of the paper's tables; what minimises LMAE; the median of the likeliest exponent, if any."""

TRUE = "true"
"""The name under which true values stand among the anomalies."""


@dataclass(frozen=True)
class Point:
    """One prediction for each number: its exponent, and its value where the model names one."""

    exponents: Indices
    values: Values | None = None

    @classmethod
    def of(cls, values: Values, least: float) -> Point:
        """Predictions by value; what is not above zero has no logarithm, and counts as `least`."""
        positive = np.maximum(values, least)
        return cls(exponent_of(positive), positive)

    def take(self, index: Index) -> Point:
        """The predictions for some of the numbers."""
        return Point(self.exponents[index], None if self.values is None else self.values[index])


@dataclass(frozen=True)
class Answers:
    """A model's answers; what it cannot say is left out."""

    points: Mapping[str, Point] = field(default_factory=dict)
    """By name, one of `POINTS`; the other numbers are shown."""
    points_all_hidden: Mapping[str, Point] = field(default_factory=dict)
    """The same with every number of the instance masked: One-vs-All."""
    scores: Mapping[Scoring, Mapping[str, Values]] = field(default_factory=dict)
    """By scoring, then by anomaly or `TRUE`; the higher, the likelier. NaN where there is no anomaly."""
    pit: Values | None = None
    """The predicted cdf at the true values, which is uniform for a model that knows what it does not know."""

    def take(self, index: Index) -> Answers:
        """The answers for some of the numbers."""
        return Answers(
            points={name: point.take(index) for name, point in self.points.items()},
            points_all_hidden={name: point.take(index) for name, point in self.points_all_hidden.items()},
            scores={
                scoring: {name: score[index] for name, score in scores.items()}
                for scoring, scores in self.scores.items()
            },
            pit=None if self.pit is None else self.pit[index],
        )

    @property
    def main_scoring(self) -> Scoring | None:
        """The scoring that recall and curves are given in; a classifier's scores have no measure."""
        wanted: tuple[Scoring, ...] = ("log", "published")
        return next((scoring for scoring in wanted if scoring in self.scores), None)
