"""Confidence intervals by a bootstrap over documents.

Every figure is the mean of one contribution for each number (see `metrics` for areas and recalls), so a
replicate is a weighted mean, and all replicates of all figures are one matrix product. The weights depend
only on the cases and the seed: the interval of the difference of two models is that of the difference of
their contributions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from numerate.training.evaluation.cases import Indices, Values

Weights = npt.NDArray[np.float32]

LEVEL = 0.95
"""Confidence level of the intervals."""
REPLICATES = 1000


@dataclass(frozen=True)
class Estimate:
    """A figure with its confidence interval at `LEVEL`."""

    value: float
    low: float
    high: float
    count: int
    """The number of numbers that it is a mean of."""

    def within(self, least: float, most: float) -> Estimate:
        """Clip the interval to the range of the figure."""
        return replace(self, low=max(self.low, least), high=min(self.high, most))


def resample(documents: Indices, replicates: int = REPLICATES, seed: int = 0) -> Weights:
    """Resample documents with replacement; return how often each number was drawn, (replicates, N)."""
    _, of_number = np.unique(documents, return_inverse=True)
    count = int(of_number.max()) + 1
    rng = np.random.default_rng(seed)
    drawn = np.stack(
        [np.bincount(rng.integers(count, size=count), minlength=count) for _ in range(replicates)]
    )
    weights: Weights = drawn.astype(np.float32)[:, of_number]
    return weights


def estimate(contributions: Mapping[str, Values], weights: Weights) -> dict[str, Estimate]:
    """Return the mean of each column with its interval; NaN is no contribution."""
    counts = {name: int(np.count_nonzero(~np.isnan(column))) for name, column in contributions.items()}
    return {
        name: interval(mean, mean + deviations, counts[name])
        for name, (mean, deviations) in replicate(contributions, weights).items()
    }


def replicate(contributions: Mapping[str, Values], weights: Weights) -> dict[str, tuple[float, Values]]:
    """Return the mean of each column, and by how much each replicate deviates from it.

    The difference of two models' deviations on the same cases is the deviation of their difference.
    """
    if not contributions:
        return {}
    columns = np.stack(list(contributions.values()), axis=1)
    known = ~np.isnan(columns)
    means = np.where(known, columns, 0).sum(0) / np.maximum(known.sum(0), 1)
    # Centred, so that float32 is precise enough for a mean of any size.
    centred = np.where(known, columns - means, 0).astype(np.float32)
    with np.errstate(invalid="ignore", divide="ignore"):
        deviations = (weights @ centred) / (weights @ known.astype(np.float32))
    return {
        name: (float(means[i]), deviations[:, i].astype(np.float64))
        for i, name in enumerate(contributions)
        if known[:, i].any()
    }


def difference(
    first: Mapping[str, Values], second: Mapping[str, Values], weights: Weights
) -> dict[str, Estimate]:
    """Return the paired differences of two models' figures on the same cases."""
    return estimate({name: first[name] - second[name] for name in first if name in second}, weights)


def interval(value: float, replicates: npt.NDArray[np.floating], count: int) -> Estimate:
    """Return the interval of the replicates, except those that drew no number at all."""
    low, high = np.nanquantile(replicates, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(value, float(low), float(high), count)
