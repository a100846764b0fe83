"""Train-Mean and Train-Median: one constant for every number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Constant:
    """Predicts the same value for every number."""

    value: float

    @classmethod
    def train_mean(cls, numbers: npt.NDArray[np.float64]) -> Constant:
        """The mean of the training numbers."""
        return cls(float(np.mean(numbers)))

    @classmethod
    def train_median(cls, numbers: npt.NDArray[np.float64]) -> Constant:
        """The median of the training numbers."""
        return cls(float(np.median(numbers)))

    def predict(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """One prediction for each of `values`, whatever they are."""
        return np.full_like(values, self.value)
