"""Whether a claim that fails is an error of the text, or was never meant.

The evidence (how sure the network is, how far the sides are apart, whether a typo explains it, …) is weighed
by small decision trees, whose leaves add up to log odds. They were fitted on passages with planted errors and
on published documents (`experiments/claim_reader/fit_judge.py`): some for equations that the network reads,
others for contradictions that rules read. As a noisy channel would have it, a failure that one typo explains,
or a small one, is more likely an error than an arbitrary one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10
from pathlib import Path
from typing import NamedTuple

from numerate.consistency.claim import coincidence
from numerate.consistency.equation import Equation

_POINT = 0.004
"""Decades that the ratio of the sides may be off a power of ten for a decimal point to be moved."""
_UNKNOWN = -1.0
"""Stands for a probability or a ratio that is not known."""

Tree = Sequence[Sequence[float]]
"""Nodes, the root first: evidence, threshold, next node if not above, next if above; log odds of a leaf."""


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
        known = failure.evidence()
        values = [known.get(name, 0.0) for name in self.evidence]
        return self.bias + sum(_leaf(tree, values) for tree in self.trees)


def _leaf(tree: Tree, values: Sequence[float]) -> float:
    node = tree[0]
    while len(node) > 1:
        which, threshold, below, above = node
        node = tree[int(below if values[int(which)] <= threshold else above)]
    return node[0]


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
