"""What one number may be."""

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

SHARES = (0.5, 0.8, 0.9)
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True)
class Prediction:
    """What a number of a text may be, given the text and its other numbers.

    Values are whole: of "$[#MASK] billion" the median is 3400000000, not 3.4.
    """

    number: Number
    """The number that was asked for, or a mask without a value."""
    distribution: Distribution = field(repr=False)
    calibration: Calibration = field(repr=False)

    @property
    def median(self) -> float:
        """The number that half of the probability lies below; the best single guess."""
        return float(self.distribution.cell(self.distribution.median)[0])

    @property
    def mode(self) -> float:
        """The number where the density over ln y is highest."""
        return float(self.distribution.mode)

    def interval(self, share: float) -> tuple[float, float]:
        """The central interval that holds `share` of the true values, both ends included."""
        low, high = self.calibration.interval(self.distribution[None], share, [self.number.kind])
        return float(low[0]), float(high[0])

    def quantile(self, p: float) -> float:
        """The value that `p` of the probability lies at or below."""
        return float(self.distribution.quantile(p))

    def cdf(self, y: float) -> float:
        """The probability of a number ≤ `y`."""
        return float(self.distribution.cdf(y))

    def log_prob(self, y: float, measure: Measure = "linear") -> float:
        """Log density at `y`, over y or over ln y (`measure="log"`)."""
        return float(self.distribution.log_prob(y, measure))

    def tail(self, y: float) -> float:
        """The probability of a number at least as far out as `y`, on either side; 1 at the median."""
        below, above = self.distribution.tails(y)
        return float(np.clip(2 * (1 - np.maximum(below, above)), 0, 1))

    def relative_density(self, y: float) -> float:
        """The density over ln y at `y`, as a share of that at the mode; of zero, which has none, its own."""
        return float(np.exp(self.log_prob(y, "log") - self.log_prob(self.mode, "log")))

    def likeliest(self, count: int = 5) -> list[tuple[float, float]]:
        """The likeliest round numbers, and how likely each is."""
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
            "intervals": {f"{share:g}": self.interval(share) for share in SHARES},
            "quantiles": {f"{p:g}": self.quantile(p) for p in QUANTILES},
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
    """The distributions of predictions by one model as a batch, which is quicker to ask than each alone."""
    every = [prediction.distribution[None] for prediction in predictions]
    return every[0].concat(every)


@dataclass(frozen=True)
class Judged:
    """Consecutive numbers of a text, and what each may be given the text and the other numbers.

    numbers: all of them, in order; masks are numbers whose value is NaN.
    index: (n,) which of them have a distribution. The others are not judged, and `reason` says why.
    distributions: a batch of n distributions.
    """

    numbers: tuple[Number, ...]
    index: npt.NDArray[np.int64]
    distributions: Distribution
    calibration: Calibration
    known: str
    """The numbers that the model knows, in words."""

    @cached_property
    def values(self) -> npt.NDArray[np.float64]:
        """(n,): the values of those that have a distribution; NaN for a mask."""
        return np.array([self.numbers[i].value for i in self.index], dtype=np.float64)

    @property
    def kinds(self) -> list[str]:
        """What kind of number each of those is."""
        return [self.numbers[i].kind for i in self.index]

    def interval(self, share: float) -> tuple[Array, Array]:
        """The central interval of each that holds `share` of the true values, both ends included."""
        return self.calibration.interval(self.distributions, share, self.kinds)

    def reason(self, i: int) -> str | None:
        """Why number `i` of `numbers` was not judged; None where it was."""
        if i in self._judged:
            return None
        return f"{self.numbers[i].value:g} is out of the range that this model knows ({self.known})"

    def predictions(self) -> list[Prediction]:
        """The judged numbers one by one, in full precision."""
        return [self.prediction(n) for n in range(len(self.index))]

    def open(self) -> list[Prediction]:
        """The masks among them one by one."""
        return [self.prediction(n) for n in np.flatnonzero(np.isnan(self.values)).tolist()]

    def prediction(self, n: int) -> Prediction:
        """Judged number `n`, in full precision."""
        one = self.distributions[n]
        own = {name: array for name, array in one.parameters().items() if name not in self._shared}
        exact = {name: np.asarray(array, np.float64) for name, array in own.items()} | self._shared
        return Prediction(self.numbers[self.index[n]], replace(one, **exact), self.calibration)

    @cached_property
    def _shared(self) -> dict[str, npt.NDArray[np.float64]]:
        """What all distributions share, which is more than each has of its own: once for all predictions."""
        shared, every = self.distributions.shared(), self.distributions.parameters()
        return {name: np.asarray(every[name], np.float64) for name in shared}

    @cached_property
    def _judged(self) -> frozenset[int]:
        return frozenset(self.index.tolist())
