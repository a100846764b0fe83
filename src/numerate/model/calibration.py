"""How wide an interval must be to hold the share of true values that it promises.

A distribution says how probable each number is, and is a little too sure of some and not sure enough of
others. On held-out text one sees at which level of its own an interval holds half of the true values, or nine
in ten. Kinds differ in that, as in how many of their numbers are nearly certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.distributions.numeric import Array

Values = npt.NDArray[np.float64]

MIN_GROUP_SIZE = 2000
"""Held-out numbers that a kind needs for a table of its own."""

# Shares of held-out numbers for which the level needed is written down; in between it is interpolated.
_SHARES = np.concatenate([np.linspace(0, 0.99, 100), [0.995, 0.999, 1]])


@dataclass(frozen=True)
class LevelTable:
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
    def fit(cls, needed: Values) -> LevelTable:
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
class IntervalCalibration:
    """A table for all numbers, and one for each kind of which enough were held out."""

    every: LevelTable = field(default_factory=LevelTable)
    kinds: Mapping[str, LevelTable] = field(default_factory=dict)

    @classmethod
    def fit(cls, needed: Values, kinds: Sequence[str] = ()) -> IntervalCalibration:
        """Make the tables from the levels that held-out numbers needed, and what kind each is."""
        names, counts = np.unique(kinds, return_counts=True)
        own = {str(name): needed[np.asarray(kinds) == name] for name in names[counts >= MIN_GROUP_SIZE]}
        return cls(LevelTable.fit(needed), {kind: LevelTable.fit(some) for kind, some in own.items()})

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
    def from_dict(cls, data: Mapping[str, Any]) -> IntervalCalibration:
        """Read what `to_dict` wrote."""
        # Of models of before kinds had tables of their own there is one for all.
        named = {"every": data} if "shares" in data else data
        tables = {
            name: LevelTable(tuple(t["shares"]), tuple(t["levels"]), t["numbers"])
            for name, t in named.items()
        }
        return cls(tables.pop("every"), tables)


def covering_levels(distribution: Distribution, values: Values) -> Values:
    """The lowest level at which the central interval of each distribution holds its value."""
    below, above = distribution.tails(values)
    needed: Values = np.clip(2 * np.maximum(below, above) - 1, 0, 1).astype(np.float64)
    return needed


Values_p_values = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_USUAL_ONES = 10
"""So many usual numbers are thought to stand in every document, beside its own."""
_LOUDEST = 3.0
"""Of a number odder than p = exp(-3) = 0.05 it does not matter how odd: it may be an error."""
_CALMEST = 0.7
"""No company makes a number look odder than this power of its p-value."""

_TAIL = 0.01
"""The share of the oddest numbers, which are not ranked one by one."""

# What a table tells apart, from 1 down to 0.0001 in steps of 2.6 percent, the round ones among them.
_STEPS = np.concatenate([10 ** (-np.arange(361) / 90), np.outer([0.1, 0.01, 0.001, 0.0001], [5, 2]).ravel()])
_P_VALUES = np.unique(_STEPS.round(7))[::-1]


@dataclass(frozen=True)
class PValueTable:
    """How odd correct numbers look.

    p_values: falling from the largest below 1.
    thresholds: rising; what is odder than thresholds[k] has a p-value of p_values[k] at most.
    numbers: how many were held out for it.
    """

    p_values: tuple[float, ...] = ()
    thresholds: tuple[float, ...] = ()
    numbers: int = 0

    def __post_init__(self) -> None:
        if len(self.p_values) != len(self.thresholds):
            raise ValueError("each p-value must have its threshold")
        if np.any(np.diff(self.p_values) >= 0) or np.any(np.diff(self.thresholds) < 0):
            raise ValueError("thresholds must rise as p-values fall")
        if not all(0 < p <= 1 for p in self.p_values):
            raise ValueError("p-values must lie between 0 and 1")

    @classmethod
    def fit(cls, oddness: Values_p_values, excess: float | None = None) -> PValueTable:
        """Make the table of held-out correct numbers.

        excess: by how much the oddest hundredth exceed its threshold, on average; they are ranked, if None.
        """
        ranked = cls._rank(oddness)
        if excess is None:
            return ranked
        body = sum(p > _TAIL for p in ranked.p_values)
        beyond = _P_VALUES[_P_VALUES <= _TAIL]
        curve = _threshold(oddness) + excess * np.log(_TAIL / beyond)
        return cls(
            (*ranked.p_values[:body], *beyond.tolist()),
            (*ranked.thresholds[:body], *curve.round(4).tolist()),
            len(oddness),
        )

    @classmethod
    def _rank(cls, oddness: Values_p_values) -> PValueTable:
        count = len(oddness)
        falling = np.sort(oddness)[::-1]
        # p is (1 + how many are at least as odd) / (count + 1): for p ≤ q only so many may be.
        p_values = np.append(_P_VALUES[_P_VALUES * (count + 1) >= 1], 1 / (count + 1))
        allowed = np.floor(p_values * (count + 1) * (1 + 1e-9)).astype(int) - 1
        # Of p-values between which there is no held-out number, the smallest says it all.
        kept = (allowed < count) & np.append(np.diff(allowed) < 0, True)
        return cls(tuple(p_values[kept].tolist()), tuple(falling[allowed[kept]].tolist()), count)

    def look_up(self, oddness: Values_p_values) -> Values_p_values:
        """The p-value of each; what ties with a held-out number counts as no odder than it."""
        found: Values_p_values = np.array([1.0, *self.p_values])[
            np.searchsorted(self.thresholds, oddness, "left")
        ]
        return found


@dataclass(frozen=True)
class PValueCalibration:
    """A table for all numbers, and one for each kind of which enough were held out.

    Without held-out numbers the model is taken at its word: by Markov's inequality a correct number then
    reaches an oddness of x with a chance of exp(−x) at most.
    """

    every: PValueTable = field(default_factory=PValueTable)
    kinds: Mapping[str, PValueTable] = field(default_factory=dict)
    adjusted: PValueTable = field(default_factory=PValueTable)
    """Of how odd numbers look beside the others of their documents."""

    @classmethod
    def fit(
        cls, oddness: Values_p_values, kinds: Sequence[str], documents: Integers | None = None
    ) -> PValueCalibration:
        """Make the tables of held-out correct numbers, what kind each is, and which document it is of."""
        if len(oddness) < MIN_GROUP_SIZE:
            return cls(PValueTable.fit(oddness))
        alone = cls._fit_alone(oddness, kinds)
        if documents is None:
            return alone
        p_values = alone.look_up(oddness, kinds)
        beside = np.concatenate([_beside_others(p_values[documents == one]) for one in np.unique(documents)])
        return replace(alone, adjusted=PValueTable.fit(beside, float(_excesses(beside).mean())))

    @classmethod
    def _fit_alone(cls, oddness: Values_p_values, kinds: Sequence[str]) -> PValueCalibration:
        kind_of = np.asarray(kinds)
        names, counts = np.unique(kind_of, return_counts=True)
        own = {str(name): oddness[kind_of == name] for name in names[counts >= MIN_GROUP_SIZE]}
        excess = np.concatenate([_excesses(some) for some in (own or {"every": oddness}).values()]).mean()
        tables = {kind: PValueTable.fit(some, excess) for kind, some in own.items()}
        return cls(PValueTable.fit(oddness, excess), tables)

    def look_up(self, oddness: Values_p_values, kinds: Sequence[str]) -> Values_p_values:
        """The p-value of each number, among those of its kind and without its company."""
        if not self.every.numbers:
            at_its_word: Values_p_values = np.minimum(1.0, np.exp(-oddness))
            return at_its_word
        found, kind_of = np.empty(len(oddness)), np.asarray(kinds)
        for kind in set(kinds):
            these = kind_of == kind
            found[these] = self.kinds.get(kind, self.every).look_up(oddness[these])
        return found

    def adjust_for_document(self, p_values: Values_p_values) -> Values_p_values:
        """The p-values of the numbers of one document, each weighed by those of the others."""
        return self.adjusted.look_up(_beside_others(p_values)) if self.adjusted.numbers else p_values

    def unadjusted_bound(self, p_value: float) -> float:
        """What is larger than this alone is not as small as `p_value` in any company."""
        if not self.adjusted.numbers:
            return p_value
        reached = np.searchsorted(-np.array(self.adjusted.p_values), -p_value)
        threshold = self.adjusted.thresholds[min(int(reached), len(self.adjusted.thresholds) - 1)]
        return float(np.exp(-threshold * _CALMEST))

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        tables = {"every": self.every, **self.kinds}
        if self.adjusted.numbers:
            tables["company"] = self.adjusted
        return {
            name: {"numbers": t.numbers, "p_values": list(t.p_values), "thresholds": list(t.thresholds)}
            for name, t in tables.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PValueCalibration:
        """Read what `to_dict` wrote."""
        tables = {
            name: PValueTable(tuple(t["p_values"]), tuple(t["thresholds"]), t["numbers"])
            for name, t in data.items()
        }
        company = tables.pop("company", PValueTable())
        return cls(tables.pop("every"), tables, company)


def _beside_others(p_values: Values_p_values) -> Values_p_values:
    """How odd each number of a document looks, in units of how odd the others do."""
    oddness = -np.log(p_values)
    heard = np.minimum(oddness, _LOUDEST)
    usual = 1 - np.exp(-_LOUDEST)
    others = (heard.sum() - heard + _USUAL_ONES * usual) / ((len(heard) - 1 + _USUAL_ONES) * usual)
    beside: Values_p_values = oddness / np.maximum(others, _CALMEST)
    return beside


def _threshold(oddness: Values_p_values) -> float:
    """What the oddest hundredth exceeds."""
    return float(np.sort(oddness)[-max(1, int(_TAIL * (len(oddness) + 1)))])


def _excesses(oddness: Values_p_values) -> Values_p_values:
    """By how much each of the oddest hundredth exceeds it."""
    over = oddness - _threshold(oddness)
    return over[over > 0]


def mondrian_group(kind: str) -> str:
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
    min_prose_share: share of function words around a number below which its text is not judged.
    max_unlikely_share: share of unlikely numbers above which a document is not judged.
    """

    intervals: IntervalCalibration = field(default_factory=IntervalCalibration)
    p_values: PValueCalibration = field(default_factory=PValueCalibration)
    min_prose_share: float = 0.11
    max_unlikely_share: float = 0.3

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
        half = np.array([self.intervals.level(share, mondrian_group(kind)) for kind in kinds]) / 2
        low, high = distribution.cell(distribution.quantile(np.stack([0.5 - half, 0.5 + half])))[0]
        return low, high

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        return {
            "intervals": self.intervals.to_dict(),
            "p_values": self.p_values.to_dict(),
            "known": {"least_prose": self.min_prose_share, "most_odd": self.max_unlikely_share},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Calibration:
        """Read what `to_dict` wrote."""
        # Models of before there were p-values have intervals only.
        p_values = (
            PValueCalibration.from_dict(data["p_values"]) if "p_values" in data else PValueCalibration()
        )
        intervals = IntervalCalibration.from_dict(data["intervals"])
        if "known" not in data:
            return cls(intervals, p_values)
        return cls(intervals, p_values, data["known"]["least_prose"], data["known"]["most_odd"])
