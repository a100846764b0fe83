"""Predictions: the distribution of one number, or of consecutive numbers of a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution, Measure
from numerate.distributions.numeric import Array
from numerate.model.calibration import Calibration
from numerate.text import Number

_SHARES = (0.5, 0.8, 0.9)
_QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True)
class Prediction:
    """The predicted distribution of a number, given the text and its other numbers.

    Values include the magnitude: the median of "$[#MASK] billion" is 3400000000, not 3.4.
    """

    number: Number
    """The number in the text, or a mask, which has no value."""
    distribution: Distribution = field(repr=False)
    calibration: Calibration = field(repr=False)

    @property
    def median(self) -> float:
        """The median, which is the best single guess."""
        return float(self.distribution.cell(self.distribution.median)[0])

    @property
    def mode(self) -> float:
        """The mode of the density over ln y."""
        return float(self.distribution.mode)

    def interval(self, share: float) -> tuple[float, float]:
        """Return the central interval that contains a `share` of the true values, both ends included."""
        low, high = self.calibration.interval(self.distribution[None], share, [self.number.kind])
        return float(low[0]), float(high[0])

    def quantile(self, p: float) -> float:
        """Return the value with probability `p` at or below it."""
        return float(self.distribution.quantile(p))

    def cdf(self, y: float) -> float:
        """Return the probability of a number ≤ `y`."""
        return float(self.distribution.cdf(y))

    def log_prob(self, y: float, measure: Measure = "linear") -> float:
        """Return the log density at `y`, over y or over ln y (`measure="log"`)."""
        return float(self.distribution.log_prob(y, measure))

    def tail(self, y: float) -> float:
        """Return the two-sided tail probability of `y`: 1 at the median, 0 far from it."""
        below, above = self.distribution.tails(y)
        return float(np.clip(2 * (1 - np.maximum(below, above)), 0, 1))

    def relative_density(self, y: float) -> float:
        """Return the density over ln y at `y`, relative to that at the mode; for zero, its probability."""
        return float(np.exp(self.log_prob(y, "log") - self.log_prob(self.mode, "log")))

    def likeliest(self, count: int = 5) -> list[tuple[float, float]]:
        """Return the likeliest round numbers, each with its probability."""
        numbers, probabilities = self.distribution.likeliest(count)
        return [(float(n), float(p)) for n, p in zip(numbers, probabilities, strict=True)]

    def to_dict(self, at: float | None = None, count: int = 10) -> dict[str, Any]:
        """Return a JSON-able record with the `count` likeliest values and, if given, how likely `at` is."""
        record = {
            "start": self.number.start,
            "end": self.number.end,
            "text": self.number.text,
            "median": self.median,
            "mode": self.mode,
            "intervals": {f"{share:g}": self.interval(share) for share in _SHARES},
            "quantiles": {f"{p:g}": self.quantile(p) for p in _QUANTILES},
            "likeliest": [{"value": v, "probability": p} for v, p in self.likeliest(count)],
        }
        if at is not None:
            record["at"] = {
                "value": at,
                "tail": self.tail(at),
                "cdf": self.cdf(at),
                "relative_density": self.relative_density(at),
            }
        return record


def batch_distributions(predictions: Sequence[Prediction]) -> Distribution:
    """Return the distributions of predictions by one model as a batch, which is faster to query."""
    batches = [prediction.distribution[None] for prediction in predictions]
    return batches[0].concat(batches)


@dataclass(frozen=True)
class Judged:
    """Consecutive numbers of a text with their predicted distributions.

    numbers: all numbers, in order; a mask is a number whose value is NaN.
    index: (n,), the indices of the numbers that have a distribution; `reason` explains the others.
    distributions: a batch of n distributions.
    """

    numbers: tuple[Number, ...]
    index: npt.NDArray[np.int64]
    distributions: Distribution
    calibration: Calibration
    known: str
    """The model's range, in words."""

    @cached_property
    def values(self) -> npt.NDArray[np.float64]:
        """(n,), the values of the numbers that have a distribution; NaN for masks."""
        return np.array([self.numbers[i].value for i in self.index], dtype=np.float64)

    @property
    def kinds(self) -> list[str]:
        """The kinds of the numbers that have a distribution."""
        return [self.numbers[i].kind for i in self.index]

    def interval(self, share: float) -> tuple[Array, Array]:
        """Return the central intervals that contain a `share` of the true values, both ends included."""
        return self.calibration.interval(self.distributions, share, self.kinds)

    def reason(self, i: int) -> str | None:
        """Return why number `i` of `numbers` has no distribution; None if it has one."""
        if i in self._indices:
            return None
        return f"{self.numbers[i].value:g} is out of the range that this model knows ({self.known})"

    def predictions(self) -> list[Prediction]:
        """Return the prediction of each number that has a distribution, in float64."""
        return [self.prediction(n) for n in range(len(self.index))]

    def open(self) -> list[Prediction]:
        """Return the predictions of the masks."""
        return [self.prediction(n) for n in np.flatnonzero(np.isnan(self.values)).tolist()]

    def prediction(self, n: int) -> Prediction:
        """Return the prediction of the number at `index[n]`, in float64."""
        distribution = self.distributions[n]
        own = {name: array for name, array in distribution.parameters().items() if name not in self._shared}
        exact = {name: np.asarray(array, np.float64) for name, array in own.items()} | self._shared
        return Prediction(self.numbers[self.index[n]], replace(distribution, **exact), self.calibration)

    @cached_property
    def _shared(self) -> dict[str, npt.NDArray[np.float64]]:
        """The shared parameters in float64, converted once, as they are larger than those of one number."""
        parameters = self.distributions.parameters()
        return {name: np.asarray(parameters[name], np.float64) for name in self.distributions.shared()}

    @cached_property
    def _indices(self) -> frozenset[int]:
        return frozenset(self.index.tolist())
