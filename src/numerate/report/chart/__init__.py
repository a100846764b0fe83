"""Charts of predicted distributions over a logarithmic axis.

A `Chart` is computed for many numbers at a time. `svg` and `terminal` draw it; the web page draws it itself,
from its fields as JSON.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.model import Judged, Prediction
from numerate.model.calibration import Calibration
from numerate.model.prediction import batch_distributions

HALF, MOST = 0.5, 0.9
"""Shares of the true values that the two intervals of a chart contain."""
_PARTS = 56
"""Parts of the axis; the page receives this many values for every number, and needs no more."""
_TAIL = 0.005
"""Share of the probability that may lie beyond each end of the axis."""
_MARGIN = 0.04
"""Space beyond the outermost values, as a share of the axis between them."""
_LONG_AXIS = 4
"""Decades from which on ticks at the powers of ten suffice."""
_MAGNITUDES = ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"))

Value = float | None


@dataclass(frozen=True)
class LogAxis:
    """A logarithmic axis from 10^low to 10^high."""

    low: float
    high: float

    @classmethod
    def spanning(cls, *values: Value) -> LogAxis:
        """Return an axis of at least a decade that contains the values; zero and None have no place on it."""
        positive = [value for value in values if value is not None and 0 < value < math.inf]
        low, high = (math.log10(min(positive)), math.log10(max(positive))) if positive else (-1.0, 1.0)
        middle = (low + high) / 2
        low, high = min(low, middle - 0.5), max(high, middle + 0.5)
        margin = (high - low) * _MARGIN
        return cls(low - margin, high + margin)

    def edges(self, parts: int) -> npt.NDArray[np.float64]:
        """Return the values between which the axis has this many parts of equal length."""
        return 10 ** np.linspace(self.low, self.high, parts + 1)

    def position(self, value: float) -> float:
        """Return the position of a value between 0 and 1; a value beyond an end is placed at that end."""
        if value <= 0:
            return 0.0
        return min(max((math.log10(value) - self.low) / (self.high - self.low), 0.0), 1.0)

    def ticks(self) -> list[float]:
        """Return the powers of ten on the axis and, if it is short, twice and five times these."""
        decades = range(math.floor(self.low), math.ceil(self.high) + 1)
        steps = (1,) if self.high - self.low > _LONG_AXIS else (1, 2, 5)
        ticks = [float(f"{step}e{decade}") for decade in decades for step in steps]
        return [tick for tick in ticks if self.low <= math.log10(tick) < self.high]


class Chart(NamedTuple):
    """The data of one chart."""

    axis: LogAxis
    mass: list[float]
    """Probability of each of the equal parts of the axis."""
    zero: float
    """Probability of zero, which is not on the axis."""
    median: float
    half: tuple[float, float]
    """Interval that contains 50% of the true values."""
    most: tuple[float, float]
    """Interval that contains 90% of the true values."""

    def describe(self, observed: Value = None) -> str:
        """Describe the chart in words."""
        description = (
            f"median {format_value(self.median)}; {HALF:.0%} of correct numbers: {format_range(*self.half)}; "
            f"{MOST:.0%} of correct numbers: {format_range(*self.most)}"
        )
        return description if observed is None else f"{description}; here: {format_value(observed)}"


def charts_of_judged(judged: Judged) -> list[Chart]:
    """Return the charts of all numbers that have a distribution, each with its own value on the axis."""
    values = [[value] for value in judged.values.tolist()]
    return _charts(judged.distributions, judged.calibration, judged.kinds, values, _PARTS)


def charts_of_predictions(
    predictions: Sequence[Prediction], values: Sequence[Sequence[Value]], parts: int = _PARTS
) -> list[Chart]:
    """Return the charts of predictions by one model.

    values: for each prediction, the values that its axis has to contain.
    parts: the number of parts of the axis.
    """
    if not predictions:
        return []
    kinds = [prediction.number.kind for prediction in predictions]
    return _charts(batch_distributions(predictions), predictions[0].calibration, kinds, values, parts)


def _charts(
    distributions: Distribution,
    calibration: Calibration,
    kinds: Sequence[str],
    values: Sequence[Sequence[Value]],
    parts: int,
) -> list[Chart]:
    if not kinds:
        return []
    zeros = np.asarray(distributions.cdf(0.0), np.float64)
    medians = _floats(distributions.cell(distributions.median)[0])
    tails = _TAIL * (1 - zeros)
    firsts, lasts = (_floats(distributions.quantile(share)) for share in (zeros + tails, 1 - tails))
    axes = [
        LogAxis.spanning(first, last, median, *own)
        for first, last, median, own in zip(firsts, lasts, medians, values, strict=True)
    ]
    halves, mosts = (
        list(zip(*map(_floats, calibration.interval(distributions, share, kinds)), strict=True))
        for share in (HALF, MOST)
    )
    edges = np.array([axis.edges(parts) for axis in axes])
    masses = np.diff(np.asarray(distributions[..., None].cdf(edges), np.float64), axis=-1)
    return [
        # Three digits are more than any drawing shows, and keep the page's download small.
        Chart(axis, [float(f"{part:.3g}") for part in mass], zero, median, half, most)
        for axis, mass, zero, median, half, most in zip(
            axes, masses.clip(0), zeros.tolist(), medians, halves, mosts, strict=True
        )
    ]


def _floats(array: object) -> list[float]:
    return [float(value) for value in np.asarray(array, np.float64)]


def format_value(value: float) -> str:
    """Format a value with at most four digits and a word for its magnitude: "3.4 billion"."""
    for magnitude, word in _MAGNITUDES:
        if magnitude <= value < 1000 * magnitude:
            return f"{value / magnitude:.4g}{word}"
    if value != 0 and not 1e-4 <= value < 1e15:
        return f"{value:.4g}"
    rounded = float(f"{value:.4g}")
    return f"{rounded:,.0f}" if rounded >= 10_000 else f"{rounded:g}"


def format_range(low: float, high: float) -> str:
    """Format a range: "12 to 3.4 billion"."""
    return format_value(low) if low == high else f"{format_value(low)} to {format_value(high)}"


def format_share(share: float) -> str:
    """Format a share as a percentage, however small: "12.3%", "0.04%"."""
    return f"{share:.1%}" if share >= 0.001 else f"{100 * share:.1g}%"
