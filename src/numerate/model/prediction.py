"""What one number may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from numerate.distributions import Distribution, Measure
from numerate.model.calibration import Calibration
from numerate.text import Number


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


def together(predictions: Sequence[Prediction]) -> Distribution:
    """The distributions of predictions by one model as a batch, which is quicker to ask than each alone."""
    every = [prediction.distribution[None] for prediction in predictions]
    return every[0].joined(every)
