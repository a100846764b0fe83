"""Confidence intervals by resampling documents.

Every figure here is a mean of one contribution per number (see `auc` for how areas and recalls are), so a
replicate is a weighted mean, and all replicates of all figures are one matrix product. The weights depend on
the cases and the seed alone: the intervals of two models' difference are those of their contributions'
difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from numerate.training.evaluation.cases import Indices, Values

Weights = npt.NDArray[np.float32]

LEVEL = 0.95
REPLICATES = 1000


@dataclass(frozen=True)
class Estimate:
    """A figure, and the interval that holds it with a probability of `LEVEL`."""

    value: float
    low: float
    high: float
    count: int
    """How many numbers it is a mean of."""

    def within(self, least: float, most: float) -> Estimate:
        """Cut the interval off where the figure cannot be."""
        return replace(self, low=max(self.low, least), high=min(self.high, most))


def resample(documents: Indices, replicates: int = REPLICATES, seed: int = 0) -> Weights:
    """Draw documents with replacement, again and again: (replicates, N), how often each number was drawn."""
    _, of_number = np.unique(documents, return_inverse=True)
    count = int(of_number.max()) + 1
    rng = np.random.default_rng(seed)
    drawn = np.stack(
        [np.bincount(rng.integers(count, size=count), minlength=count) for _ in range(replicates)]
    )
    weights: Weights = drawn.astype(np.float32)[:, of_number]
    return weights


def estimate(contributions: Mapping[str, Values], weights: Weights) -> dict[str, Estimate]:
    """Take the mean of each column and its interval; a NaN is no contribution."""
    if not contributions:
        return {}
    columns = np.stack(list(contributions.values()), axis=1)
    there = ~np.isnan(columns)
    filled = np.where(there, columns, 0)
    centre = filled.sum(0) / np.maximum(there.sum(0), 1)
    # Centred, so that float32 serves however large a mean is.
    shifted = np.where(there, columns - centre, 0).astype(np.float32)
    with np.errstate(invalid="ignore", divide="ignore"):
        replicates = centre + (weights @ shifted) / (weights @ there.astype(np.float32))
    return {
        name: interval(float(centre[i]), replicates[:, i], int(there[:, i].sum()))
        for i, name in enumerate(contributions)
        if there[:, i].any()
    }


def difference(
    one: Mapping[str, Values], other: Mapping[str, Values], weights: Weights
) -> dict[str, Estimate]:
    """Tell how far two models' figures lie apart, number by number on the same cases."""
    return estimate({name: one[name] - other[name] for name in one if name in other}, weights)


def interval(value: float, replicates: npt.NDArray[np.floating], count: int) -> Estimate:
    """Read the interval off the replicates; those that drew no number at all do not count."""
    low, high = np.nanquantile(replicates, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(value, float(low), float(high), count)
