"""Test cases, one number of each test instance with its anomalies, and the answers of a model to them.

The cases depend only on the prepared folder and a seed, so that two models can be compared number by number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from numerate.distributions import exponent_of
from numerate.errors import InputError
from numerate.training.evaluation.anomalies import ANOMALIES, Bounds, alter_values
from numerate.training.nn import TokenizedInstance
from numerate.training.prepare import Instances

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

Index = npt.NDArray[np.bool_] | npt.NDArray[np.int64]

LEAST_ANOMALY = 0.1
"""Lower bound of anomalies. An edit of 1.5 may give 0.5, for which the paper's exponents begin at −1."""

TESTED = tuple(anomaly for anomaly in ANOMALIES if anomaly != "missing")
"""The anomalies that are tested: all but "missing", which is the same edit as "del"."""

Scoring = Literal["published", "linear", "log", "near", "ratio"]
"""The score of a value: that of the authors, its density over y, its density over ln y, the mean of the
latter over the values within `NEAR`, or its ratio to the density of numbers drawn from the training text."""
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)

NEAR = 0.03
"""Half-width of the neighbourhood in ln y, 3% of the value: the best of several on validation text
(experiments/LOG.md)."""

_LARGE = 1e6
"""Values from here on are taken to be written with a magnitude word."""

POINTS = ("argmax", "median", "exponent")
"""Point predictions: the ŷ of the paper's tables, the median (which minimises LMAE), and the median of the
most likely exponent, for families that have exponents."""

TRUE = "true"
"""The key of the true values' scores among those of the anomalies."""


@dataclass(frozen=True)
class Cases:
    """Numbers to predict, one of each instance."""

    instances: tuple[TokenizedInstance, ...]
    places: Indices
    """Index of each case's number in its instance."""
    kinds: npt.NDArray[np.str_]
    """Kind of each number."""
    documents: Indices
    """Document of each number; the bootstrap keeps the numbers of a document together."""
    anomalies: Mapping[str, Values]
    """A wrong value for each number, by anomaly; NaN where the anomaly is not possible."""
    training_numbers: Values
    number_id: int
    """Id of the number symbol, to detect a model with other word pieces."""

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


def written_unit(values: Values) -> Values:
    """Return one unit of the last written digit of positive values: 0.1 for 5.5, 1e8 for 3.4 billion.

    A value says how it is written: in its shortest digits, from a million on in millions, billions, ….
    """

    def unit(value: float) -> float:
        digits = Decimal(repr(value)).normalize()
        word = 3 * (digits.adjusted() // 3) if value >= _LARGE else 0
        return float(Decimal(1).scaleb(min(int(digits.as_tuple().exponent), word)))

    return np.array([unit(value) for value in values.tolist()], dtype=np.float64)


def draw_cases(
    folder: str | Path,
    seed: int = 0,
    limit: int | None = None,
    split: str = "test",
    tested: tuple[str, ...] = TESTED,
) -> Cases:
    """Draw one number of each test instance, and its anomalies.

    Instances without a second number are left out, since One-vs-All would have nothing to hide. The number is
    a target (with `--dollar` not all are) and positive: zero has no logarithm, and so no error in lg y.

    limit: number of instances to draw; None for all.
    tested: the anomalies to draw, each the same whatever the others are.
    """
    instances = Instances(folder, split)
    rng = np.random.default_rng(seed)
    drawn = [(i, place) for i, place in enumerate(_draw_places(instances, rng)) if place >= 0]
    if limit is not None and limit < len(drawn):
        kept = rng.choice(len(drawn), limit, replace=False)
        drawn = [drawn[k] for k in np.sort(kept)]
    if not drawn:
        raise InputError(
            f"{folder}: no instance of {split} has two numbers, one of them to predict; "
            "choose another --split"
        )
    picked = [instances[i] for i, _ in drawn]
    places = np.array([place for _, place in drawn], dtype=np.int64)
    pool = _number_pool(folder, split)
    return Cases(
        instances=tuple(TokenizedInstance(instance.ids, instance.values) for instance in picked),
        places=places,
        kinds=np.array([instances.kinds[p.kinds[k]] for p, k in zip(picked, places, strict=True)]),
        documents=np.array([instance.document for instance in picked], dtype=np.int64),
        anomalies=_anomalies([instance.values for instance in picked], places, pool, instances, seed, tested),
        training_numbers=pool,
        number_id=instances.manifest["tokenizer"]["number"],
    )


def _draw_places(instances: Instances, rng: np.random.Generator) -> list[int]:
    """Draw the index of one number of each instance uniformly among the candidates; −1 if there is none."""
    places = []
    for instance in instances:
        candidates = np.flatnonzero(instance.targets & (instance.values > 0))
        if len(instance.values) < 2 or not len(candidates):
            places.append(-1)
        else:
            places.append(int(candidates[int(rng.random() * len(candidates))]))
    return places


def _number_pool(folder: str | Path, split: str) -> Values:
    """Return the training numbers, or those of the split itself for a corpus without training instances."""
    training = Instances(folder, "train").values
    return training if len(training) else Instances(folder, split).values


def _anomalies(
    values: list[Values],
    places: Indices,
    pool: Values,
    instances: Instances,
    seed: int,
    tested: tuple[str, ...],
) -> dict[str, Values]:
    recipe = instances.manifest["recipe"]
    bounds = Bounds(min(recipe["low"], LEAST_ANOMALY), recipe["high"])
    offsets = np.concatenate([[0], np.cumsum([len(of_instance) for of_instance in values])])
    cases = offsets[:-1] + places
    numbers = np.concatenate(values)
    anomalies = {}
    for i, anomaly in enumerate(TESTED):
        if anomaly not in tested:
            continue
        # Only "exchanged" needs the other numbers of the instance.
        if anomaly == "exchanged":
            altered = alter_values(numbers, anomaly, seed + i, offsets=offsets, bounds=bounds)[cases]
        else:
            altered = alter_values(numbers[cases], anomaly, seed + i, pool=pool, bounds=bounds)
        anomalies[anomaly] = altered
    return anomalies


@dataclass(frozen=True)
class Point:
    """A point prediction for each number: its exponent, and its value if the model predicts one."""

    exponents: Indices
    values: Values | None = None

    @classmethod
    def of(cls, values: Values, least: float) -> Point:
        """Make predictions from values; those below `least` are raised to it, as LMAE needs a logarithm."""
        positive = np.maximum(values, least)
        return cls(exponent_of(positive), positive)

    def take(self, index: Index) -> Point:
        """Return the predictions for the numbers at `index`."""
        return Point(self.exponents[index], None if self.values is None else self.values[index])


@dataclass(frozen=True)
class Answers:
    """A model's answers to the cases; a field that it cannot answer is empty."""

    points: Mapping[str, Point] = field(default_factory=dict)
    """Predictions by name, from `POINTS`, given the text and the other numbers."""
    points_all_hidden: Mapping[str, Point] = field(default_factory=dict)
    """The same with all numbers of the instance masked: One-vs-All."""
    scores: Mapping[Scoring, Mapping[str, Values]] = field(default_factory=dict)
    """Scores by scoring, then by anomaly or `TRUE`; higher is more likely. NaN where there is no anomaly."""
    written: Values | None = None
    """The log probability of the true values as written, each with its rounding interval (`written_unit`)."""
    pit: Values | None = None
    """Probability integral transform: the predicted cdf at the true values, uniform if calibrated."""

    def take(self, index: Index) -> Answers:
        """Return the answers for the numbers at `index`."""
        return Answers(
            points={name: point.take(index) for name, point in self.points.items()},
            points_all_hidden={name: point.take(index) for name, point in self.points_all_hidden.items()},
            scores={
                scoring: {name: score[index] for name, score in scores.items()}
                for scoring, scores in self.scores.items()
            },
            written=None if self.written is None else self.written[index],
            pit=None if self.pit is None else self.pit[index],
        )

    @property
    def main_scoring(self) -> Scoring | None:
        """The scoring for recall and ROC curves: by density, or as published for a classifier."""
        preferred: tuple[Scoring, ...] = ("log", "published")
        return next((scoring for scoring in preferred if scoring in self.scores), None)
