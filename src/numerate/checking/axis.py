"""A logarithmic axis on which what a number may be is drawn, in a terminal or on a page."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numerate.model import Prediction

_MAGNITUDES = ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"))


@dataclass(frozen=True)
class LogAxis:
    """From `low` to `high`, both powers of ten."""

    low: float
    high: float

    @classmethod
    def around(cls, prediction: Prediction, *values: float | None) -> LogAxis:
        """Hold all but one in a hundred of the numbers, the values asked for, and a decade at least."""
        ends = (prediction.quantile(p) for p in nearly_all(prediction.cdf(0.0)))
        return cls.holding(*ends, prediction.median, *values)

    @classmethod
    def holding(cls, *values: float | None) -> LogAxis:
        """Hold the values that have a place on it, and a decade at least."""
        seen = [y for y in values if y is not None and 0 < y < math.inf]
        low, high = (math.log10(min(seen)), math.log10(max(seen))) if seen else (-1.0, 1.0)
        middle = (low + high) / 2
        low, high = min(low, middle - 0.5), max(high, middle + 0.5)
        margin = (high - low) * 0.04
        return cls(low - margin, high + margin)

    def edges(self, parts: int) -> npt.NDArray[np.float64]:
        """The values at which equal parts of the axis begin and end."""
        return 10 ** np.linspace(self.low, self.high, parts + 1)

    def share(self, value: float) -> float:
        """How far along the axis a value stands, 0 to 1; one outside is put at the end."""
        if value <= 0:
            return 0.0
        return min(max((math.log10(value) - self.low) / (self.high - self.low), 0.0), 1.0)

    def ticks(self) -> list[float]:
        """Powers of ten, and what lies between them where these are few."""
        decades = range(math.floor(self.low), math.ceil(self.high) + 1)
        steps = (1,) if self.high - self.low > 4 else (1, 2, 5)
        ticks = [float(f"{step}e{decade}") for decade in decades for step in steps]
        return [tick for tick in ticks if self.low <= math.log10(tick) < self.high]

    def mass(self, prediction: Prediction, parts: int) -> npt.NDArray[np.float64]:
        """How probable each of so many equal parts of the axis is."""
        return np.diff(np.asarray(prediction.distribution.cdf(self.edges(parts)), np.float64))


def nearly_all(zero: float) -> tuple[float, float]:
    """Between which shares all but one in a hundred of the numbers lie that are not zero."""
    return zero + 0.005 * (1 - zero), 1 - 0.005 * (1 - zero)


def short(value: float) -> str:
    """Write a value to be read at a glance: four digits, and a word for the magnitude."""
    for magnitude, word in _MAGNITUDES:
        if magnitude <= value < 1000 * magnitude:
            return f"{value / magnitude:.4g}{word}"
    if value != 0 and not 1e-4 <= value < 1e15:
        return f"{value:.4g}"
    rounded = float(f"{value:.4g}")
    return f"{rounded:,.0f}" if rounded >= 10_000 else f"{rounded:g}"


def short_span(low: float, high: float) -> str:
    """Write a range to be read at a glance."""
    return short(low) if low == high else f"{short(low)} to {short(high)}"


def short_percent(share: float) -> str:
    """Write a share to be read at a glance, however small."""
    return f"{share:.1%}" if share >= 0.001 else f"{100 * share:.1g}%"
