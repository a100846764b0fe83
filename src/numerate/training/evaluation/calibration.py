"""Whether a model knows what it does not know: its cdf at the true values ought to be uniform."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .bootstrap import Estimate, Weights, estimate
from .cases import Values

BINS = 20
MASSES = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)


@dataclass(frozen=True)
class Calibration:
    """How far the predicted distributions can be taken at their word."""

    pit: tuple[float, ...]
    """The share of true values in each of `BINS` equal bins of the predicted cdf; each should be 1 / BINS."""
    error: float
    """How far the cdf values lie from the uniform distribution on average; 0 is perfect, 0.5 the worst."""
    coverage: dict[str, Estimate]
    """By mass, the share of true values inside the central interval of that mass; it should be the mass."""


def calibration(pit: Values, weights: Weights) -> Calibration:
    """Measure it from the predicted cdf at each true value."""
    inside = {f"{mass:g}": (np.abs(pit - 0.5) <= mass / 2).astype(float) for mass in MASSES}
    uniform = (np.arange(len(pit)) + 0.5) / len(pit)
    return Calibration(
        pit=tuple((np.histogram(pit, BINS, (0, 1))[0] / len(pit)).tolist()),
        error=float(np.abs(np.sort(pit) - uniform).mean()),
        coverage=estimate(inside, weights),
    )
