"""Calibration on held-out text: coverage of intervals, and conformal p-values of nonconformity scores.

Both are Mondrian: a group of numbers with enough held-out ones has a table of its own, and the others share
the table of a larger group. Intervals have a group for each kind of number, p-values also for each order of
magnitude of a kind.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.distributions.numeric import Array
from numerate.model.error_model import ErrorModel

Values = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MIN_GROUP_SIZE = 1500
"""Held-out numbers that a group needs for a table of its own: fifteen of them decide the threshold at 1%."""

_BY_MAGNITUDE = frozenset({"cardinal", "money", "percent"})
"""Kinds whose values span several orders of magnitude."""
_MAGNITUDES = (1.0, 10.0, 100.0, 1e3, 1e6)
"""Bounds between the groups of values of such a kind."""

Groups = tuple[str, ...]


def mondrian_groups(kind: str, value: float) -> Groups:
    """Return the groups in which the p-value of a number is calibrated, the most specific first.

    Rare magnitudes of a kind are flagged too often if the kind has one table: at 1%, 2.9% of cardinals from
    100 to 999 were, and 0.45% of those from 1 to 10.
    """
    if kind not in _BY_MAGNITUDE:
        return (kind,)
    return f"{kind} {bisect_right(_MAGNITUDES, abs(value))}", kind


# -- Intervals -------------------------------------------------------------------------------------------

_COVERAGES = np.concatenate([np.linspace(0, 0.99, 100), [0.995, 0.999, 1]])
"""Coverages for which the level is stored; in between it is interpolated."""


_LARGEST_SCORE = 1e6
"""Scores are logarithms of ratios of probabilities; those of the default model stay below 100."""


def _check_size(numbers: int, rows: int) -> None:
    """Refuse a table that counts no held-out numbers, or has more rows than any sample could fill."""
    if not isinstance(numbers, int) or isinstance(numbers, bool) or numbers < 0:
        raise ValueError(f"numbers={numbers!r}: must be a count")
    if rows > max(1000, numbers + 1):
        raise ValueError(f"{rows:,} rows are more than {numbers:,} held-out numbers can fill")


@dataclass(frozen=True)
class LevelTable:
    """A monotone table from the requested coverage to the nominal level of a central interval.

    numbers: size of the held-out sample; without one, nominal levels are taken as they are.
    """

    coverages: tuple[float, ...] = (0.0, 1.0)
    levels: tuple[float, ...] = (0.0, 1.0)
    numbers: int = 0

    def __post_init__(self) -> None:
        table = np.array([self.coverages, self.levels], dtype=float)
        if table.shape[1] < 2 or not (np.all(np.diff(table) >= 0) and np.all((table >= 0) & (table <= 1))):
            raise ValueError("coverages and levels must rise from 0 to 1, and be equally many")
        _check_size(self.numbers, len(self.levels))

    @classmethod
    def fit(cls, covering: Values) -> LevelTable:
        """Fit the table to the covering levels of held-out numbers."""
        levels = np.quantile(covering, _COVERAGES)
        levels[-1] = 1.0
        return cls(tuple(_COVERAGES.round(3).tolist()), tuple(levels.round(6).tolist()), len(covering))

    def at(self, coverage: float) -> float:
        """Return the level of intervals that contain a share `coverage` of the true values."""
        if not 0 <= coverage <= 1:
            raise ValueError(f"share={coverage!r}: must be between 0 and 1")
        return float(np.interp(coverage, self.coverages, self.levels))


@dataclass(frozen=True)
class IntervalCalibration:
    """Level tables, overall and by kind of number."""

    overall: LevelTable = field(default_factory=LevelTable)
    by_kind: Mapping[str, LevelTable] = field(default_factory=dict)

    @classmethod
    def fit(cls, covering: Values, kinds: Sequence[str] = ()) -> IntervalCalibration:
        """Fit the tables to the covering levels of held-out numbers and their kinds."""
        groups = _large_groups(covering, [(kind,) for kind in kinds])
        return cls(LevelTable.fit(covering), {kind: LevelTable.fit(own) for kind, own in groups.items()})

    def level(self, coverage: float, kind: str | None = None) -> float:
        """Return the level of intervals that contain a share `coverage` of the true values of a kind."""
        return self.by_kind.get(kind or "", self.overall).at(coverage)

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-able dict that `from_dict` reads."""
        return {
            name: {"numbers": t.numbers, "shares": list(t.coverages), "levels": list(t.levels)}
            for name, t in {"every": self.overall, **self.by_kind}.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> IntervalCalibration:
        """Read the output of `to_dict`."""
        # Models exported before there were tables by kind have a single one.
        by_name = {"every": data} if "shares" in data else data
        tables = {
            name: LevelTable(tuple(t["shares"]), tuple(t["levels"]), t["numbers"])
            for name, t in by_name.items()
        }
        if any((t.coverages[0], t.coverages[-1], t.levels[-1]) != (0, 1, 1) for t in tables.values()):
            raise ValueError("coverages must begin at 0, and end at 1 with a level of 1")
        return cls(tables.pop("every"), tables)


def covering_levels(distribution: Distribution, values: Values) -> Values:
    """Return the lowest level at which the central interval of each distribution contains its value."""
    below, above = distribution.tails(values)
    levels: Values = np.clip(2 * np.maximum(below, above) - 1, 0, 1).astype(np.float64)
    return levels


# -- P-values --------------------------------------------------------------------------------------------

_TAIL = 0.01
"""Share of the highest scores that are modelled as an exponential tail. Their ranks depend on too few
held-out numbers, and their excesses are exponential with one mean for all kinds (experiments/LOG.md)."""
_GRID = np.concatenate([10 ** (-np.arange(361) / 90), np.outer([0.1, 0.01, 0.001, 0.0001], [5, 2]).ravel()])
_P_VALUES = np.unique(_GRID.round(7))[::-1]
"""The p-values of a table: from 1 to 0.0001 in steps of 2.6%, and the round ones in between."""


@dataclass(frozen=True)
class PValueTable:
    """Conformal p-values of nonconformity scores, tabulated.

    p_values: descending, at most 1.
    thresholds: ascending; a score above thresholds[k] has a p-value of at most p_values[k].
    numbers: size of the held-out sample.
    """

    p_values: tuple[float, ...] = ()
    thresholds: tuple[float, ...] = ()
    numbers: int = 0

    def __post_init__(self) -> None:
        if len(self.p_values) != len(self.thresholds):
            raise ValueError("each p-value must have a threshold")
        if np.any(np.diff(self.p_values) >= 0) or np.any(np.diff(self.thresholds) < 0):
            raise ValueError("thresholds must rise as p-values fall")
        if not all(0 < p <= 1 for p in self.p_values):
            raise ValueError("p-values must lie between 0 and 1")
        if not np.all(np.abs(self.thresholds) < _LARGEST_SCORE):
            raise ValueError("thresholds must be scores")
        _check_size(self.numbers, len(self.p_values))
        if self.p_values and self.p_values[-1] < min(1 / (self.numbers + 1), _P_VALUES[-1]) / 2:
            raise ValueError(f"{self.numbers} held-out numbers tell no p-value of {self.p_values[-1]:g}")

    @classmethod
    def fit(cls, scores: Values, mean_excess: float | None = None) -> PValueTable:
        """Fit the table to the scores of held-out correct numbers.

        mean_excess: mean of the exponential tail; None ranks the tail as well.
        """
        ranked = cls._rank(scores)
        if mean_excess is None:
            return ranked
        body = sum(p > _TAIL for p in ranked.p_values)
        tail = _P_VALUES[_P_VALUES <= _TAIL]
        thresholds = _tail_threshold(scores) + mean_excess * np.log(_TAIL / tail)
        return cls(
            (*ranked.p_values[:body], *tail.tolist()),
            (*ranked.thresholds[:body], *thresholds.round(4).tolist()),
            len(scores),
        )

    @classmethod
    def _rank(cls, scores: Values) -> PValueTable:
        count = len(scores)
        descending = np.sort(scores)[::-1]
        # p = (1 + number of held-out scores at least as high) / (count + 1), solved for that number.
        p_values = np.append(_P_VALUES[_P_VALUES * (count + 1) >= 1], 1 / (count + 1))
        at_least = np.floor(p_values * (count + 1) * (1 + 1e-9)).astype(int) - 1
        # P-values with no held-out score between them have the same threshold; the smallest is kept.
        kept = (at_least < count) & np.append(np.diff(at_least) < 0, True)
        return cls(tuple(p_values[kept].tolist()), tuple(descending[at_least[kept]].tolist()), count)

    def look_up(self, scores: Values) -> Values:
        """Return the p-value of each score; ties with a held-out score count as no higher."""
        p_values: Values = np.array([1.0, *self.p_values])[np.searchsorted(self.thresholds, scores, "left")]
        return p_values


@dataclass(frozen=True)
class PValueCalibration:
    """P-value tables, overall and by group of numbers, and the table of document-adjusted scores.

    Without held-out numbers the scores are taken as exact: by Markov's inequality a correct number reaches a
    score of x with probability at most exp(−x).
    """

    overall: PValueTable = field(default_factory=PValueTable)
    by_group: Mapping[str, PValueTable] = field(default_factory=dict)
    adjusted: PValueTable = field(default_factory=PValueTable)

    @classmethod
    def fit(
        cls, scores: Values, groups: Sequence[Groups], documents: Integers | None = None
    ) -> PValueCalibration:
        """Fit the tables to held-out correct numbers: scores, groups, and the index of their documents."""
        if len(scores) < MIN_GROUP_SIZE:
            return cls(PValueTable.fit(scores))
        large = _large_groups(scores, groups)
        excesses = [_excesses(own) for own in (large or {"": scores}).values()]
        mean_excess = float(np.concatenate(excesses).mean())
        by_group = {group: PValueTable.fit(own, mean_excess) for group, own in large.items()}
        fitted = cls(PValueTable.fit(scores, mean_excess), by_group)
        if documents is None:
            return fitted
        p_values = fitted.look_up(scores, groups)
        adjusted = np.concatenate([_adjusted_scores(p_values[documents == d]) for d in np.unique(documents)])
        return replace(fitted, adjusted=PValueTable.fit(adjusted, float(_excesses(adjusted).mean())))

    def look_up(self, scores: Values, groups: Sequence[Groups]) -> Values:
        """Return the p-value of each score within its group, before document adjustment."""
        if not self.overall.numbers:
            bounds: Values = np.minimum(1.0, np.exp(-scores))
            return bounds
        tables = {own: next((g for g in own if g in self.by_group), "") for own in set(groups)}
        p_values, table_of = np.empty(len(scores)), np.array([tables[own] for own in groups], dtype=object)
        for table in set(tables.values()):
            members = table_of == table
            p_values[members] = self.by_group.get(table, self.overall).look_up(scores[members])
        return p_values

    def adjust_for_document(self, p_values: Values) -> Values:
        """Return the p-values of the numbers of one document, each relative to the others of the document."""
        return self.adjusted.look_up(_adjusted_scores(p_values)) if self.adjusted.numbers else p_values

    def unadjusted_bound(self, p_value: float) -> float:
        """Return a bound: unadjusted p-values above it stay above `p_value` in any document."""
        if not self.adjusted.numbers:
            return p_value
        index = np.searchsorted(-np.array(self.adjusted.p_values), -p_value)
        threshold = self.adjusted.thresholds[min(int(index), len(self.adjusted.thresholds) - 1)]
        return float(np.exp(-threshold * _MIN_RELATIVE_MEAN))

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-able dict that `from_dict` reads."""
        tables = {"every": self.overall, **self.by_group}
        if self.adjusted.numbers:
            tables["company"] = self.adjusted
        return {
            name: {"numbers": t.numbers, "p_values": list(t.p_values), "thresholds": list(t.thresholds)}
            for name, t in tables.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PValueCalibration:
        """Read the output of `to_dict`."""
        tables = {
            name: PValueTable(tuple(t["p_values"]), tuple(t["thresholds"]), t["numbers"])
            for name, t in data.items()
        }
        adjusted = tables.pop("company", PValueTable())
        return cls(tables.pop("every"), tables, adjusted)


_PSEUDO_COUNT = 10
"""Pseudo-count that shrinks a document's mean score toward the usual one. Of the variants tried on 15,000
numbers each of four corpora, it kept false alarms closest to the requested rate (experiments/LOG.md)."""
_SCORE_CAP = 3.0
"""Cap on the scores in a document's mean, p = exp(−3) = 0.05: a number beyond it may itself be an error."""
_MIN_RELATIVE_MEAN = 0.7
"""Floor on a document's relative mean score; it limits how far the adjustment raises a score."""


def _adjusted_scores(p_values: Values) -> Values:
    """Return −log p of each number of a document, divided by the mean of the others relative to the usual."""
    scores = -np.log(p_values)
    capped = np.minimum(scores, _SCORE_CAP)
    usual = 1 - np.exp(-_SCORE_CAP)  # the expected capped score of a correct number
    others = capped.sum() - capped + _PSEUDO_COUNT * usual
    relative_mean = others / ((len(capped) - 1 + _PSEUDO_COUNT) * usual)
    adjusted: Values = scores / np.maximum(relative_mean, _MIN_RELATIVE_MEAN)
    return adjusted


def _large_groups(values: Values, groups: Sequence[Groups]) -> dict[str, Values]:
    """Return the values of each group that has at least `MIN_GROUP_SIZE` of them."""
    members: dict[str, list[int]] = {}
    for i, own in enumerate(groups):
        for group in own:
            members.setdefault(group, []).append(i)
    return {group: values[own] for group, own in sorted(members.items()) if len(own) >= MIN_GROUP_SIZE}


def _tail_threshold(scores: Values) -> float:
    """Return the score at which the tail begins."""
    return float(np.sort(scores)[-max(1, int(_TAIL * (len(scores) + 1)))])


def _excesses(scores: Values) -> Values:
    """Return by how much the scores of the tail exceed its threshold."""
    over = scores - _tail_threshold(scores)
    return over[over > 0]


# -- Calibration of a model ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Calibration:
    """The calibration of a model, as calibration.json holds it.

    intervals: levels at which intervals have the requested coverage.
    p_values: conformal p-values of nonconformity scores.
    errors: the probability that a number is wrong, from which its nonconformity score follows, too.
    """

    intervals: IntervalCalibration = field(default_factory=IntervalCalibration)
    p_values: PValueCalibration = field(default_factory=PValueCalibration)
    errors: ErrorModel = field(default_factory=ErrorModel)

    @property
    def numbers(self) -> int:
        """The number of held-out numbers; 0 for a model that is not calibrated."""
        return self.intervals.overall.numbers

    def interval(
        self, distribution: Distribution, coverage: float, kinds: Sequence[str]
    ) -> tuple[Array, Array]:
        """Return the central interval of each distribution that contains a share `coverage` of true values.

        kinds: the kind of each number.

        Both ends are included. They are numbers that the family can tell apart: where one cell of digits has
        most of the probability, the interval is a single number.
        """
        half = np.array([self.intervals.level(coverage, kind) for kind in kinds]) / 2
        low, high = distribution.cell(distribution.quantile(np.stack([0.5 - half, 0.5 + half])))[0]
        return low, high

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-able dict that `from_dict` reads."""
        return {
            "intervals": self.intervals.to_dict(),
            "p_values": self.p_values.to_dict(),
            "errors": self.errors.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Calibration:
        """Read the output of `to_dict`."""
        # Models exported before there were p-values have intervals only.
        p_values = (
            PValueCalibration.from_dict(data["p_values"]) if "p_values" in data else PValueCalibration()
        )
        errors = ErrorModel.from_dict(data.get("errors", {}))
        return cls(IntervalCalibration.from_dict(data["intervals"]), p_values, errors)
