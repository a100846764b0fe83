"""Whether a claim that fails is an error of the text, or was never meant.

The evidence (how sure the network is, how far the sides are apart, whether a typo explains it, …) is weighed
by small decision trees, whose leaves add up to log odds. They were fitted on passages with planted errors and
on published documents (`experiments/claim_reader/fit_judge.py`): some for equations that the network reads,
others for contradictions that rules read. As a noisy channel would have it, a failure that one typo explains,
or a small one, is more likely an error than an arbitrary one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, log10
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.consistency.claim import coincidence
from numerate.consistency.equation import Equation

_POINT = 0.004
"""Decades that the ratio of the sides may be off a power of ten for a decimal point to be moved."""
_UNKNOWN = -1.0
"""Stands for a probability or a ratio that is not known."""

OF_SIDES = ("typo", "decades", "decimal point")
"""The evidence for which an equation must be solved, which takes long."""

Tree = Sequence[Sequence[float]]
"""Nodes, the root first: evidence, threshold, next node if not above, next if above; log odds of a leaf."""
Floats = npt.NDArray[np.floating[Any]]
Integers = npt.NDArray[np.int64]


class Failure(NamedTuple):
    """An equation of the network that fails, and what is known of it."""

    kind: str
    meant: float
    """Probability that it, or another equation between the same figures, is meant."""
    unexplained: float
    """Probability that no equation that holds is meant instead."""
    in_order: bool
    """Whether its figures have the order of size that it needs."""
    figures: int
    """Figures of its window: the more, the more equations are tried."""
    is_distant: bool
    """Whether its figures stand in different paragraphs."""
    typo: float = 1.0
    """Chance that some typo would make it hold by accident; 1 if none does."""
    ratio: float | None = None
    """Ratio of its sides, the larger to the smaller; None where it has no sides or one of them is zero."""
    small: int = 0
    """Small counts among its figures."""
    least: float = 1.0
    """The lowest probability that a window gives it."""
    between: int = 0
    """Other figures between its own."""
    gap: int = 0
    """Characters between two of its figures at most."""
    digits: int = 1
    """Digits of the figure that has fewest."""

    def evidence(self) -> dict[str, float]:
        """Return what speaks for and against an error, by name."""
        return {
            f"kind {self.kind}": 1.0,
            "meant": self.meant,
            "unexplained": self.unexplained,
            "figures": float(self.figures),
            "out of order": float(not self.in_order),
            "distant": float(self.is_distant),
            "small": float(self.small),
            "least": self.least,
            "between": float(self.between),
            "gap": float(self.gap),
            "digits": float(self.digits),
            **_of_sides(self.typo, self.ratio),
        }


class RuleFailure(NamedTuple):
    """A contradiction that a rule reads, and what is known of it."""

    kind: str
    """The name of the rule."""
    meant: float | None
    """Probability that its numbers are meant to fit, by the network; None if it has no equation for them."""
    is_failing: bool
    """Whether the network reads an equation between just these numbers that fails, too."""
    is_sure: bool
    """Whether the words leave no doubt, by the rule."""
    is_possible: bool
    """Whether the rule takes it for a possible contradiction only."""
    others: int
    """Other numbers of its sentences: the more, the more it may be about."""
    symbols: float
    """Share of single letters among the words of its sentences: a formula, or what is left of one."""
    gap: int = 0
    """Characters between two of its numbers at most."""
    digits: int = 1
    """Digits of the number that has fewest."""
    typo: float = 1.0
    """Chance that some typo would make it hold by accident; 1 if none does."""
    ratio: float | None = None
    """Ratio of a number and what it would need to be, at least 1; None where that is unknown."""

    def evidence(self) -> dict[str, float]:
        """Return what speaks for and against an error, by name."""
        return {
            f"kind {self.kind}": 1.0,
            "meant": _UNKNOWN if self.meant is None else self.meant,
            "failing": float(self.is_failing),
            "sure": float(self.is_sure),
            "possible": float(self.is_possible),
            "others": float(self.others),
            "symbols": self.symbols,
            "gap": float(self.gap),
            "digits": float(self.digits),
            **_of_sides(self.typo, self.ratio),
        }


def _of_sides(typo: float, ratio: float | None) -> dict[str, float]:
    """Return what typos and the distance of the sides say."""
    if ratio is None or ratio == inf:
        return {"typo": typo, "decades": _UNKNOWN}
    decades = log10(ratio)
    is_point = decades > 0.5 and abs(decades - round(decades)) < _POINT
    return {"typo": typo, "decades": decades, "decimal point": float(is_point)}


@dataclass(frozen=True)
class Judge:
    """Decision trees over the evidence."""

    bias: float
    evidence: Sequence[str]
    """The names that the nodes of the trees count by; what a failure does not have is zero."""
    trees: Sequence[Tree]

    def log_odds(self, failure: Failure | RuleFailure) -> float:
        """Return the log odds that a failure is an error of the text."""
        return self.most_log_odds([failure])[0]

    def most_log_odds(
        self, failures: Sequence[Failure | RuleFailure], unknown: Collection[str] = ()
    ) -> list[float]:
        """Return an upper bound of the log odds of each failure, whatever some of its evidence may be."""
        is_unknown = np.array([name in unknown for name in self.evidence])
        result: list[float] = []
        for first in range(0, len(failures), _TOGETHER):
            known = [failure.evidence() for failure in failures[first : first + _TOGETHER]]
            values = np.zeros((len(self.evidence), len(known)))
            for row, name in enumerate(self.evidence):
                values[row] = [each.get(name, 0.0) for each in known]
            result += (self.bias + self._forest.add_up(values, is_unknown)).tolist()
        return result

    @cached_property
    def _forest(self) -> _Forest:
        return _Forest(self.trees)


_TOGETHER = 64
"""Failures that are judged at a time: their trees fit the caches of a CPU."""


class _Level(NamedTuple):
    """Nodes of all trees that are equally far from their furthest leaf."""

    nodes: Integers
    evidence: Integers
    thresholds: Floats
    below: Integers
    above: Integers


class _Forest:
    """All trees in arrays, to judge many failures at a time: a node's value is that of the leaf below it."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        self._roots: list[int] = []
        self._values = np.array([node[0] for tree in trees for node in tree], dtype=np.float64)
        """Those of the leaves; what stands at other nodes is replaced."""
        levels: dict[int, list[tuple[float, ...]]] = defaultdict(list)
        start = 0
        for tree in trees:
            heights = [0] * len(tree)
            for at in reversed(range(len(tree))):  # what a node refers to comes after it
                if len(tree[at]) == 1:
                    continue
                which, threshold, below, above = tree[at]
                heights[at] = 1 + max(heights[int(below)], heights[int(above)])
                levels[heights[at]].append((start + at, which, threshold, start + below, start + above))
            self._roots.append(start)
            start += len(tree)
        self._levels = [_level(levels[height]) for height in sorted(levels)]

    def add_up(self, evidence: Floats, is_unknown: npt.NDArray[np.bool_]) -> Floats:
        """Return the sum of the leaves that evidence leads to; of what is unknown, to the largest.

        evidence: (names, failures).
        """
        values = np.repeat(self._values[:, None], evidence.shape[1], axis=1)
        for level in self._levels:
            below, above = values[level.below], values[level.above]
            is_below = evidence[level.evidence] <= level.thresholds[:, None]
            reached = np.where(is_below, below, above)
            either = is_unknown[level.evidence][:, None]
            values[level.nodes] = np.where(either, np.maximum(below, above), reached)
        total = np.zeros(evidence.shape[1])
        for root in self._roots:
            total += values[root]
        return total


def _level(nodes: Sequence[tuple[float, ...]]) -> _Level:
    at, which, thresholds, below, above = zip(*nodes, strict=True)
    integers = (np.array(column, dtype=np.int64) for column in (at, which, below, above))
    places, evidence, left, right = integers
    return _Level(places, evidence, np.array(thresholds), left, right)


@dataclass(frozen=True)
class Judges:
    """Who judges what the network reads, and who judges what rules read."""

    equations: Judge
    rules: Judge

    @classmethod
    def read(cls, file: Path) -> Judges:
        """Read the trees that come with a model."""
        judges = json.loads(file.read_text("utf-8"))
        return cls(**{name: Judge(**own) for name, own in judges.items()})


def weigh_sides(failure: Failure, equation: Equation) -> Failure:
    """Add what the two sides of an equation tell: how far they are apart, and whether a typo explains it."""
    needed = {quantity.number: equation.needed(quantity) for quantity in equation.quantities()}
    sides = (abs(float(side.low + side.high)) for side in (equation.left.values(), equation.right.values()))
    smaller, larger = sorted(sides)
    return failure._replace(typo=coincidence(needed), ratio=larger / smaller if smaller > 0 else None)
