"""What was learned from held-out text about how far a model's distributions can be taken at their word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from numerate.distributions import Distribution
from numerate.distributions.numeric import Array
from numerate.model.intervals import Intervals
from numerate.model.p_values import PValues


def ranked_as(kind: str) -> str:
    """The kind whose tables a number is looked up in.

    Years are ranked among cardinals. Whether a plain number is read as a year depends on its value, and with
    a digit too many it is none; and the years of a text are often later than all that the model has seen.
    """
    return "cardinal" if kind == "year" else kind


@dataclass(frozen=True)
class Calibration:
    """What a model's intervals hold, how odd correct numbers look to it, and which texts it knows.

    intervals: from the share of true values to the level of an interval that holds it.
    p_values: from oddness to p-values.
    least_prose: the share of function words around a number, below which its text is none the model knows.
    most_odd: the share of odd numbers in a document, above which it is none the model knows.
    """

    intervals: Intervals = field(default_factory=Intervals)
    p_values: PValues = field(default_factory=PValues)
    least_prose: float = 0.11
    most_odd: float = 0.3

    @property
    def numbers(self) -> int:
        """How many held-out numbers it was made on."""
        return self.intervals.every.numbers

    def interval(self, distribution: Distribution, share: float, kinds: Sequence[str]) -> tuple[Array, Array]:
        """The central interval that holds `share` of the true values, for each number of a batch.

        kinds: what kind of number each is.

        Its ends belong to it. They are numbers that the family tells apart: where one cell of digits has
        most of the probability, the interval is that one number.
        """
        half = np.array([self.intervals.level(share, ranked_as(kind)) for kind in kinds]) / 2
        low, high = distribution.cell(distribution.quantile(np.stack([0.5 - half, 0.5 + half])))[0]
        return low, high

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        return {
            "intervals": self.intervals.to_dict(),
            "p_values": self.p_values.to_dict(),
            "known": {"least_prose": self.least_prose, "most_odd": self.most_odd},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Calibration:
        """Read what `to_dict` wrote."""
        # Models of before there were p-values have intervals only.
        p_values = PValues.from_dict(data["p_values"]) if "p_values" in data else PValues()
        return cls(Intervals.from_dict(data["intervals"]), p_values, **data.get("known", {}))
