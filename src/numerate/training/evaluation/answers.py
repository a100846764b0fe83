"""What a model answers to the test cases, as plain arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from numerate.distributions import exponent_of

from .cases import Indices, Values

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
