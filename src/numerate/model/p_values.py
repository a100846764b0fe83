"""From how odd a number looks to a p-value: how often a correct number looks at least as odd.

Oddness is the logarithm of a likelihood ratio: how much better than the model something else explains the
number (`numerate.checking.channel`). Held-out correct numbers and a correct number of a new text could have
come in any order, so the rank of its oddness among theirs is uniform, whatever the model is worth (conformal
prediction; Vovk, Gammerman and Shafer 2005). Kinds that look odd in their own way are ranked by themselves.

Of the oddest hundredth there are few of each kind. There oddness, a logarithm, falls off exponentially, at a
rate that all kinds share: p-values are read off that curve (peaks over a threshold; Davison and Smith 1990).

In a text of another time or subject every number looks odder. So each is weighed by its company, by how odd
the others of its document look, and ranked once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.model.intervals import FEWEST

Values = npt.NDArray[np.float64]
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
class Table:
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
    def fit(cls, oddness: Values, excess: float | None = None) -> Table:
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
    def _rank(cls, oddness: Values) -> Table:
        count = len(oddness)
        falling = np.sort(oddness)[::-1]
        # p is (1 + how many are at least as odd) / (count + 1): for p ≤ q only so many may be.
        p_values = np.append(_P_VALUES[_P_VALUES * (count + 1) >= 1], 1 / (count + 1))
        allowed = np.floor(p_values * (count + 1) * (1 + 1e-9)).astype(int) - 1
        # Of p-values between which there is no held-out number, the smallest says it all.
        kept = (allowed < count) & np.append(np.diff(allowed) < 0, True)
        return cls(tuple(p_values[kept].tolist()), tuple(falling[allowed[kept]].tolist()), count)

    def look_up(self, oddness: Values) -> Values:
        """The p-value of each; what ties with a held-out number counts as no odder than it."""
        found: Values = np.array([1.0, *self.p_values])[np.searchsorted(self.thresholds, oddness, "left")]
        return found


@dataclass(frozen=True)
class PValues:
    """A table for all numbers, and one for each kind of which enough were held out.

    Without held-out numbers the model is taken at its word: by Markov's inequality a correct number then
    reaches an oddness of x with a chance of exp(−x) at most.
    """

    every: Table = field(default_factory=Table)
    kinds: Mapping[str, Table] = field(default_factory=dict)
    company: Table = field(default_factory=Table)
    """Of how odd numbers look beside the others of their documents."""

    @classmethod
    def fit(cls, oddness: Values, kinds: Sequence[str], documents: Integers | None = None) -> PValues:
        """Make the tables of held-out correct numbers, what kind each is, and which document it is of."""
        if len(oddness) < FEWEST:
            return cls(Table.fit(oddness))
        alone = cls._fit_alone(oddness, kinds)
        if documents is None:
            return alone
        p_values = alone.look_up(oddness, kinds)
        beside = np.concatenate([_beside_others(p_values[documents == one]) for one in np.unique(documents)])
        return replace(alone, company=Table.fit(beside, float(_excesses(beside).mean())))

    @classmethod
    def _fit_alone(cls, oddness: Values, kinds: Sequence[str]) -> PValues:
        kind_of = np.asarray(kinds)
        names, counts = np.unique(kind_of, return_counts=True)
        own = {str(name): oddness[kind_of == name] for name in names[counts >= FEWEST]}
        excess = np.concatenate([_excesses(some) for some in (own or {"every": oddness}).values()]).mean()
        tables = {kind: Table.fit(some, excess) for kind, some in own.items()}
        return cls(Table.fit(oddness, excess), tables)

    def look_up(self, oddness: Values, kinds: Sequence[str]) -> Values:
        """The p-value of each number, among those of its kind and without its company."""
        if not self.every.numbers:
            at_its_word: Values = np.minimum(1.0, np.exp(-oddness))
            return at_its_word
        found, kind_of = np.empty(len(oddness)), np.asarray(kinds)
        for kind in set(kinds):
            these = kind_of == kind
            found[these] = self.kinds.get(kind, self.every).look_up(oddness[these])
        return found

    def in_company(self, p_values: Values) -> Values:
        """The p-values of the numbers of one document, each weighed by those of the others."""
        return self.company.look_up(_beside_others(p_values)) if self.company.numbers else p_values

    def alone(self, p_value: float) -> float:
        """What is larger than this alone is not as small as `p_value` in any company."""
        if not self.company.numbers:
            return p_value
        reached = np.searchsorted(-np.array(self.company.p_values), -p_value)
        threshold = self.company.thresholds[min(int(reached), len(self.company.thresholds) - 1)]
        return float(np.exp(-threshold * _CALMEST))

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        tables = {"every": self.every, **self.kinds}
        if self.company.numbers:
            tables["company"] = self.company
        return {
            name: {"numbers": t.numbers, "p_values": list(t.p_values), "thresholds": list(t.thresholds)}
            for name, t in tables.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PValues:
        """Read what `to_dict` wrote."""
        tables = {
            name: Table(tuple(t["p_values"]), tuple(t["thresholds"]), t["numbers"])
            for name, t in data.items()
        }
        company = tables.pop("company", Table())
        return cls(tables.pop("every"), tables, company)


def _beside_others(p_values: Values) -> Values:
    """How odd each number of a document looks, in units of how odd the others do."""
    oddness = -np.log(p_values)
    heard = np.minimum(oddness, _LOUDEST)
    usual = 1 - np.exp(-_LOUDEST)
    others = (heard.sum() - heard + _USUAL_ONES * usual) / ((len(heard) - 1 + _USUAL_ONES) * usual)
    beside: Values = oddness / np.maximum(others, _CALMEST)
    return beside


def _threshold(oddness: Values) -> float:
    """What the oddest hundredth exceeds."""
    return float(np.sort(oddness)[-max(1, int(_TAIL * (len(oddness) + 1)))])


def _excesses(oddness: Values) -> Values:
    """By how much each of the oddest hundredth exceeds it."""
    over = oddness - _threshold(oddness)
    return over[over > 0]
