"""What was learned from held-out text about how far a model's distributions can be taken at their word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.distributions.numeric import Array
from numerate.model.p_values import PValues

Values = npt.NDArray[np.float64]

# Shares of held-out numbers for which the level needed is written down; in between it is interpolated.
_SHARES = np.concatenate([np.linspace(0, 0.99, 100), [0.995, 0.999, 1]])


@dataclass(frozen=True)
class Calibration:
    """What a model's intervals hold, how odd correct numbers look to it, and which texts it knows.

    shares, levels: a rising table of the level to take central intervals at, so that they hold the share of
        true values asked for; without one a distribution is taken at its word.
    numbers: how many held-out numbers it was made on.
    p_values: from oddness to p-values.
    least_prose: the share of function words around a number, below which its text is none the model knows.
    most_odd: the share of odd numbers in a document, above which it is none the model knows.
    """

    shares: tuple[float, ...] = (0.0, 1.0)
    levels: tuple[float, ...] = (0.0, 1.0)
    numbers: int = 0
    p_values: PValues = field(default_factory=PValues)
    least_prose: float = 0.11
    most_odd: float = 0.3

    def __post_init__(self) -> None:
        table = np.array([self.shares, self.levels], dtype=float)
        if table.shape[1] < 2 or not (np.all(np.diff(table) >= 0) and np.all((table >= 0) & (table <= 1))):
            raise ValueError("shares and levels must rise from 0 to 1 side by side")

    def level(self, share: float) -> float:
        """The level at which intervals hold `share` of the true values."""
        if not 0 <= share <= 1:
            raise ValueError(f"share={share!r}: must be between 0 and 1")
        return float(np.interp(share, self.shares, self.levels))

    def interval(self, distribution: Distribution, share: float) -> tuple[Array, Array]:
        """The central interval that holds `share` of the true values, for each number of a batch.

        Its ends belong to it. They are numbers that the family tells apart: where one cell of digits has
        most of the probability, the interval is that one number.
        """
        half = self.level(share) / 2
        ends = np.reshape([0.5 - half, 0.5 + half], (2, *[1] * len(distribution.batch_shape)))
        low, high = distribution.cell(distribution.quantile(ends))[0]
        return low, high

    @classmethod
    def fit(cls, needed: Values) -> Calibration:
        """Make the table from the levels that held-out numbers needed."""
        levels = np.quantile(needed, _SHARES)
        levels[-1] = 1.0
        return cls(tuple(_SHARES.round(3).tolist()), tuple(levels.round(6).tolist()), len(needed))

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        return {
            "intervals": {"shares": list(self.shares), "levels": list(self.levels), "numbers": self.numbers},
            "p_values": self.p_values.to_dict(),
            "known": {"least_prose": self.least_prose, "most_odd": self.most_odd},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Calibration:
        """Read what `to_dict` wrote."""
        table = data["intervals"]
        intervals = (tuple(table["shares"]), tuple(table["levels"]), table["numbers"])
        # Models of before there were p-values have intervals only.
        p_values = PValues.from_dict(data["p_values"]) if "p_values" in data else PValues()
        return cls(*intervals, p_values, **data.get("known", {}))


def needed_levels(distribution: Distribution, values: Values) -> Values:
    """The lowest level at which the central interval of each distribution holds its value."""
    below, above = distribution.tails(values)
    needed: Values = np.clip(2 * np.maximum(below, above) - 1, 0, 1).astype(np.float64)
    return needed
