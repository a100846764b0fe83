"""A logarithmic axis on which what a number may be is drawn, in a terminal or on a page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.model import Judged, Prediction
from numerate.model.calibration import Calibration

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


_WIDTH, _LEFT, _RIGHT = 360, 8, 352
_TOP, _BASE, _WIDE, _LABELS, _HEIGHT = 30, 110, 120, 142, 148
_PARTS = 120
_LETTER = 6.2
"""About the width of a letter of a label."""

STYLE = """
.distribution { display: block; width: 100%; max-width: 30rem; font: 11px system-ui, sans-serif; }
.distribution text { fill: var(--text); text-anchor: middle; }
.distribution .density { fill: var(--density); stroke: var(--density-edge); stroke-width: 1; }
.distribution .axis, .distribution .tick { stroke: var(--faint); }
.distribution .ninety { stroke: var(--density-edge); stroke-width: 2; }
.distribution .fifty { stroke: var(--density-edge); stroke-width: 6; }
.distribution .median { fill: var(--page); stroke: var(--density-edge); stroke-width: 2; }
.distribution .observed { stroke: var(--alarm); stroke-width: 2; }
.distribution .observed-head { fill: var(--alarm); }
.distribution .observed-label { fill: var(--alarm); font-weight: 700; }
.distribution .suggested { fill: var(--page); stroke: var(--text); stroke-width: 1.5; }
"""


def draw(prediction: Prediction, observed: float | None = None, suggested: Sequence[float] = ()) -> str:
    """Draw one distribution as an SVG element.

    Thick and thin lines under the axis are the ranges of one half and of nine tenths of correct numbers, a
    circle the median; the observed number is a line from above, suggestions are diamonds.
    """
    axis = LogAxis.around(prediction, observed, *suggested)
    parts = [
        _density(prediction, axis),
        f'<line class="axis" x1="{_LEFT}" y1="{_BASE}" x2="{_RIGHT}" y2="{_BASE}"/>',
        *_intervals(prediction, axis),
        *_ticks(axis),
        *(_diamond(_x(axis, value)) for value in suggested),
    ]
    if observed is not None:
        parts += _observed(_x(axis, observed), short(observed))
    told = escape(describe(prediction, observed))
    return (
        f'<svg class="distribution" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{told}">'
        f"{''.join(parts)}</svg>"
    )


def describe(prediction: Prediction, observed: float | None = None) -> str:
    """The drawing in words."""
    told = f"median {short(prediction.median)}"
    for share in (0.5, 0.9):
        told += f"; {share:.0%} of correct numbers: {short_span(*prediction.interval(share))}"
    return told if observed is None else f"{told}; here: {short(observed)}"


def _x(axis: LogAxis, value: float) -> float:
    return round(_LEFT + axis.share(value) * (_RIGHT - _LEFT), 1)


def _density(prediction: Prediction, axis: LogAxis) -> str:
    mass = axis.mass(prediction, _PARTS)
    heights = _BASE - mass / max(float(mass.max()), 1e-12) * (_BASE - _TOP)
    places = _LEFT + (np.arange(_PARTS) + 0.5) * (_RIGHT - _LEFT) / _PARTS
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in zip(places, heights, strict=True))
    return f'<polygon class="density" points="{_LEFT},{_BASE} {line} {_RIGHT},{_BASE}"/>'


def _intervals(prediction: Prediction, axis: LogAxis) -> list[str]:
    parts = []
    for share, name in ((0.9, "ninety"), (0.5, "fifty")):
        low, high = (_x(axis, end) for end in prediction.interval(share))
        # An interval of one number is still to be seen.
        low, high = (low - 1, high + 1) if high - low < 2 else (low, high)
        parts.append(f'<line class="{name}" x1="{low:g}" y1="{_WIDE}" x2="{high:g}" y2="{_WIDE}"/>')
    parts.append(f'<circle class="median" cx="{_x(axis, prediction.median):g}" cy="{_WIDE}" r="3.5"/>')
    return parts


def _ticks(axis: LogAxis) -> list[str]:
    places = [(_x(axis, tick), short(tick)) for tick in axis.ticks()]
    marks = "".join(f"M{x:g},{_BASE}v4" for x, _ in places)
    parts, free = [f'<path class="tick" d="{marks}"/>'], 0.0
    for x, label in places:
        half = len(label) * _LETTER / 2
        if x - half >= free and x + half <= _WIDTH:
            parts.append(f'<text x="{x:g}" y="{_LABELS}">{label}</text>')
            free = x + half + 8
    return parts


def _diamond(x: float) -> str:
    return f'<path class="suggested" d="M{x:g},{_BASE - 5}l5,5l-5,5l-5,-5z"/>'


def _observed(x: float, label: str) -> list[str]:
    half = len(label) * _LETTER / 2 + 2
    middle = min(max(x, half), _WIDTH - half)
    return [
        f'<line class="observed" x1="{x:g}" y1="{_TOP - 8}" x2="{x:g}" y2="{_BASE}"/>',
        f'<path class="observed-head" d="M{x:g},{_BASE}l-5,-9h10z"/>',
        f'<text class="observed-label" x="{middle:.1f}" y="{_TOP - 14}">{escape(label)}</text>',
    ]


_PARTS_DRAWINGS = 56


class Drawing(NamedTuple):
    """One distribution over a logarithmic axis."""

    axis: LogAxis
    mass: list[float]
    """How probable each of so many equal parts of the axis is."""
    zero: float
    """How probable zero is, which has no place on the axis."""
    median: float
    half: tuple[float, float]
    """The interval that holds one half of the true values."""
    most: tuple[float, float]
    """The one that holds nine in ten."""


def of_judged(judged: Judged) -> list[Drawing]:
    """Draw all numbers that have a distribution, each on an axis that holds it as it stands."""
    if not len(judged.index):
        return []
    return _draw(judged.kinds, judged.distributions, judged.calibration, judged.values.tolist())


def of_prediction(prediction: Prediction, at: float | None = None) -> Drawing:
    """Draw one number, on an axis that holds `at`."""
    return _draw([prediction.number.kind], prediction.distribution[None], prediction.calibration, [at])[0]


def _draw(
    kinds: Sequence[str],
    distributions: Distribution,
    calibration: Calibration,
    values: Sequence[float | None],
) -> list[Drawing]:
    zeros = _floats(distributions.cdf(0.0))
    medians = _floats(distributions.cell(distributions.median)[0])
    shares = np.array([nearly_all(zero) for zero in zeros])
    firsts, lasts = (_floats(distributions.quantile(shares[:, end])) for end in (0, 1))
    axes = [LogAxis.holding(*seen) for seen in zip(firsts, lasts, medians, values, strict=True)]
    halves, mosts = (
        list(zip(*map(_floats, calibration.interval(distributions, share, kinds)), strict=True))
        for share in (0.5, 0.9)
    )
    edges = np.array([axis.edges(_PARTS_DRAWINGS) for axis in axes])
    masses = np.diff(np.asarray(distributions[..., None].cdf(edges), np.float64), axis=-1)
    return [
        Drawing(axis, [float(f"{part:.3g}") for part in mass], zero, median, half, most)
        for axis, mass, zero, median, half, most in zip(
            axes, masses.clip(0), zeros, medians, halves, mosts, strict=True
        )
    ]


def _floats(array: object) -> list[float]:
    return [float(value) for value in np.asarray(array, np.float64)]
