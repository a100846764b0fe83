"""Numbers of a text, and what each may be: arrays, one entry a number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.distributions.numeric import Array
from numerate.model.calibration import Calibration
from numerate.model.prediction import Prediction
from numerate.text import Number


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
