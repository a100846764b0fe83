"""How wide an interval must be to hold the share of true values that it promises.

A distribution says how probable each number is, and is a little too sure of some and not sure enough of
others. On held-out text one sees at which level of its own an interval holds half of the true values, or nine
in ten. Kinds differ in that, as in how many of their numbers are nearly certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution

Values = npt.NDArray[np.float64]

FEWEST = 2000
"""Held-out numbers that a kind needs for a table of its own."""

# Shares of held-out numbers for which the level needed is written down; in between it is interpolated.
_SHARES = np.concatenate([np.linspace(0, 0.99, 100), [0.995, 0.999, 1]])


@dataclass(frozen=True)
class Levels:
    """A rising table: the level to take central intervals at, so that they hold the share asked for.

    numbers: how many were held out for it; without any, a distribution is taken at its word.
    """

    shares: tuple[float, ...] = (0.0, 1.0)
    levels: tuple[float, ...] = (0.0, 1.0)
    numbers: int = 0

    def __post_init__(self) -> None:
        table = np.array([self.shares, self.levels], dtype=float)
        if table.shape[1] < 2 or not (np.all(np.diff(table) >= 0) and np.all((table >= 0) & (table <= 1))):
            raise ValueError("shares and levels must rise from 0 to 1 side by side")

    @classmethod
    def fit(cls, needed: Values) -> Levels:
        """Make the table from the levels that held-out numbers needed."""
        levels = np.quantile(needed, _SHARES)
        levels[-1] = 1.0
        return cls(tuple(_SHARES.round(3).tolist()), tuple(levels.round(6).tolist()), len(needed))

    def at(self, share: float) -> float:
        """The level at which intervals hold `share` of the true values."""
        if not 0 <= share <= 1:
            raise ValueError(f"share={share!r}: must be between 0 and 1")
        return float(np.interp(share, self.shares, self.levels))


@dataclass(frozen=True)
class Intervals:
    """A table for all numbers, and one for each kind of which enough were held out."""

    every: Levels = field(default_factory=Levels)
    kinds: Mapping[str, Levels] = field(default_factory=dict)

    @classmethod
    def fit(cls, needed: Values, kinds: Sequence[str] = ()) -> Intervals:
        """Make the tables from the levels that held-out numbers needed, and what kind each is."""
        names, counts = np.unique(kinds, return_counts=True)
        own = {str(name): needed[np.asarray(kinds) == name] for name in names[counts >= FEWEST]}
        return cls(Levels.fit(needed), {kind: Levels.fit(some) for kind, some in own.items()})

    def level(self, share: float, kind: str | None = None) -> float:
        """The level at which intervals hold `share` of the true values of a kind, or of all."""
        return self.kinds.get(kind or "", self.every).at(share)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        return {
            name: {"numbers": t.numbers, "shares": list(t.shares), "levels": list(t.levels)}
            for name, t in {"every": self.every, **self.kinds}.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Intervals:
        """Read what `to_dict` wrote."""
        # Of models of before kinds had tables of their own there is one for all.
        named = {"every": data} if "shares" in data else data
        tables = {
            name: Levels(tuple(t["shares"]), tuple(t["levels"]), t["numbers"]) for name, t in named.items()
        }
        return cls(tables.pop("every"), tables)


def needed_levels(distribution: Distribution, values: Values) -> Values:
    """The lowest level at which the central interval of each distribution holds its value."""
    below, above = distribution.tails(values)
    needed: Values = np.clip(2 * np.maximum(below, above) - 1, 0, 1).astype(np.float64)
    return needed
