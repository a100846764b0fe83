"""What is drawn of a distribution: computed for many numbers at once, as one by one takes too long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from numerate.checking.axis import LogAxis, nearly_all
from numerate.distributions import Distribution
from numerate.model import Judged, Prediction
from numerate.model.calibration import Calibration

_PARTS = 56


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
    edges = np.array([axis.edges(_PARTS) for axis in axes])
    masses = np.diff(np.asarray(distributions[..., None].cdf(edges), np.float64), axis=-1)
    return [
        Drawing(axis, [float(f"{part:.3g}") for part in mass], zero, median, half, most)
        for axis, mass, zero, median, half, most in zip(
            axes, masses.clip(0), zeros, medians, halves, mosts, strict=True
        )
    ]


def _floats(array: object) -> list[float]:
    return [float(value) for value in np.asarray(array, np.float64)]
