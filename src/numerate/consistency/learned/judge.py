"""How likely it is that an equation which fails is an error of the text.

What speaks for it and against it is weighed by a logistic regression,

    log odds = bias + bias of the kind + Σ weight · evidence

fitted on passages with planted errors that the network was not trained on, and on correct documents
(`experiments/claim_reader/fit_judge.py`). As a noisy channel would have it, a failure that one typo explains,
or a small one, is more likely an error than an arbitrary one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import log, log10
from pathlib import Path
from typing import NamedTuple

from numerate.consistency.claim import coincidence
from numerate.consistency.equation import Equation

_SUREST = 0.9995
"""Largest probability of being meant that the network is trusted with."""
_LEAST = 0.001
"""Smallest probability that counts."""
_RATIOS = {"near": 1.22, "similar": 1.65, "same size": 4.5}
"""Largest ratio of the sides: within a fifth, two thirds, or half an order of magnitude."""
_POINT = 0.004
"""Decades that the ratio of the sides may be off a power of ten for a decimal point to be moved."""


class Failure(NamedTuple):
    """An equation that fails, and what is known of it."""

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
    """Ratio of its sides, the larger to the smaller; None where it has none."""

    def evidence(self) -> dict[str, float]:
        """Return what speaks for and against an error, in the units of the weights."""
        meant = min(max(self.meant, _LEAST), _SUREST)
        facts = {
            "meant": log(meant / (1 - meant)),
            "unexplained": log(max(self.unexplained, _LEAST)),
            "typo": -log(max(self.typo, _LEAST)),
            "figures": log(max(self.figures, 2)),
            "out of order": not self.in_order,
            "distant": self.is_distant,
            "no sides": self.ratio is None,
        }
        if self.ratio is not None:
            decades = log10(self.ratio)
            facts |= {name: self.ratio < most for name, most in _RATIOS.items()}
            facts["decimal point"] = decades > 0.5 and abs(decades - round(decades)) < _POINT
        return {name: float(value) for name, value in facts.items()}


@dataclass(frozen=True)
class Judge:
    """The weights of the evidence."""

    bias: float
    kinds: Mapping[str, float]
    weights: Mapping[str, float]

    @classmethod
    def read(cls, file: Path) -> Judge:
        """Read the weights that come with a model."""
        return cls(**json.loads(file.read_text("utf-8")))

    def log_odds(self, failure: Failure) -> float:
        """Return the log odds that a failure is an error of the text."""
        known = failure.evidence()
        weighed = sum(self.weights.get(name, 0.0) * value for name, value in known.items())
        return self.bias + self.kinds.get(failure.kind, 0.0) + weighed


def weigh_sides(failure: Failure, equation: Equation) -> Failure:
    """Add what the two sides of an equation tell: how far they are apart, and whether a typo explains it."""
    quantities = equation.quantities()
    needed = {quantity.number: equation.needed(quantity) for quantity in quantities}
    sides = (abs(float(side.low + side.high)) for side in (equation.left.values(), equation.right.values()))
    smaller, larger = sorted(sides)
    return failure._replace(
        typo=coincidence(quantities, needed), ratio=larger / smaller if smaller > 0 else None
    )
