"""The probability that a number is wrong, from what the noisy channel, the document and arithmetic say.

A logistic regression, fitted to correct numbers of held-out documents and to typos planted in them, weighs
the evidence; planted errors are weighted so that one number in 200 is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

ERROR_RATE = 1 / 200
"""Share of numbers that are taken to be wrong before their text was looked at."""

FLAGGED = 0.75
"""Probability of an error above which a number is flagged by default.

Chosen on 72,000 numbers of validation documents as they were published, in which 69 numbers were above 0.25,
19 above 0.5 and 6 above this; about one in ten of each was useful to an editor, since few numbers of
published text are wrong. Of errors that were planted in such documents 48%, 41% and 32% are above them
(experiments/default-model/RELIABILITY.md).
"""

KINDS = ("year", "date", "time", "ordinal", "fraction", "share", "percent", "money")
"""Kinds that have an intercept of their own; other numbers are plain counts and measures."""
_TYPO_KNOTS, _TAIL_KNOTS = (0.0, 4.0, 8.0), (0.0, 1.5, 3.0)
"""Where the slope of the log-odds may change, in units of each feature."""
_MAX_TYPO = 40.0

FEATURES = (
    "constant",
    *(f"typo over {knot:g}" for knot in _TYPO_KNOTS),
    *(f"tail over {knot:g}" for knot in _TAIL_KNOTS),
    "repeated",
    "in words",
    *KINDS,
)
"""The columns of a matrix of features."""

EVIDENCE = ("confirmed", "contradicted", "perhaps contradicted")
"""What arithmetic says about a number."""

_RIDGE = 1e-6
"""Penalty on the squares of weights, where the sample has a weight of 1: about that of one planted error."""
_STEPS = 60


def feature_matrix(
    typo: Values, tail: Values, repeated: Values, in_words: Values, kinds: Sequence[str]
) -> Values:
    """Return the features of numbers, (numbers, features).

    typo, tail: the evidence of the noisy channel; see `numerate.typos.typos.ChannelEvidence`.
    repeated: 1 for a number whose value stands elsewhere in the document, else 0.
    in_words: 1 for a number that is spelled out.
    """
    typo, surprise = np.clip(typo, 0, _MAX_TYPO), -np.log10(tail)
    return np.stack(
        [
            np.ones(len(kinds)),
            *(np.maximum(typo - knot, 0) for knot in _TYPO_KNOTS),
            *(np.maximum(surprise - knot, 0) for knot in _TAIL_KNOTS),
            repeated,
            in_words,
            *(np.array([own == kind for own in kinds], dtype=np.float64) for kind in KINDS),
        ],
        axis=1,
    )


@dataclass(frozen=True)
class ErrorModel:
    """Weights of the features, and of what arithmetic says.

    numbers: size of the sample of planted errors; 0 for a model that was not fitted.
    false_alarms: share of the correct numbers that it was fitted to that are flagged by default.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    evidence: Mapping[str, float] = field(default_factory=dict)
    numbers: int = 0
    false_alarms: float = 0.0

    def __post_init__(self) -> None:
        for name, weight in {**self.weights, **self.evidence}.items():
            if not isinstance(weight, int | float) or not np.isfinite(weight):
                raise ValueError(f"the weight of {name} must be a number, not {weight!r}")
        if not isinstance(self.numbers, int) or isinstance(self.numbers, bool) or self.numbers < 0:
            raise ValueError(f"numbers={self.numbers!r}: must be a count")
        if not 0 <= self.false_alarms <= 1:
            raise ValueError(f"false_alarms={self.false_alarms!r}: must be a share")

    @classmethod
    def fit(
        cls, features: Values, evidence: Sequence[str | None], wrong: npt.NDArray[np.bool_]
    ) -> ErrorModel:
        """Fit the weights to correct numbers and planted errors, as if one number in 200 were wrong."""
        if not wrong.any() or wrong.all():
            return cls()
        arithmetic = np.array([[own == name for name in EVIDENCE] for own in evidence], dtype=np.float64)
        sample_weights = np.where(wrong, ERROR_RATE / wrong.sum(), (1 - ERROR_RATE) / (~wrong).sum())
        weights = _logistic(np.concatenate([features, arithmetic], axis=1), wrong, sample_weights)
        rounded = weights.round(5).tolist()
        by_feature = dict(zip(FEATURES, rounded, strict=False))
        by_evidence = dict(zip(EVIDENCE, rounded[len(FEATURES) :], strict=True))
        fitted = cls(by_feature, by_evidence, int(wrong.sum()))
        probabilities = fitted.probabilities(fitted.log_odds(features), evidence)
        return replace(fitted, false_alarms=float((probabilities[~wrong] > FLAGGED).mean().round(6)))

    def log_odds(self, features: Values) -> Values:
        """Return the log-odds that each number is wrong, before arithmetic is looked at.

        Rounded to four places, so that those that differ only by rounding errors are ties.
        """
        weights = np.array([self.weights.get(name, 0.0) for name in FEATURES])
        log_odds: Values = (features @ weights).round(4)
        return log_odds

    def probabilities(self, log_odds: Values, evidence: Sequence[str | None]) -> Values:
        """Return the probability that each number is wrong, given what arithmetic says about it."""
        weights = np.array([self.evidence.get(own or "", 0.0) for own in evidence])
        probabilities: Values = 1 / (1 + np.exp(-np.clip(log_odds + weights, -30, 30)))
        return probabilities

    def least_log_odds(self, probability: float) -> float:
        """Return a bound: below it, no number that arithmetic does not contradict is that likely wrong.

        One that it contradicts is reported for that.
        """
        return float(np.log(probability / (1 - probability)))

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-able dict that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ErrorModel:
        """Read the output of `to_dict`; models exported before there were weights have none."""
        if "weights" not in data:
            return cls()
        return cls(dict(data["weights"]), dict(data["evidence"]), data["numbers"], data["false_alarms"])


def _logistic(features: Values, wrong: npt.NDArray[np.bool_], sample_weights: Values) -> Values:
    """Fit a logistic regression by Newton's method with halved steps."""
    weights = np.zeros(features.shape[1])
    penalty = np.full(features.shape[1], _RIDGE)
    penalty[0] = 0.0
    sign = np.where(wrong, 1.0, -1.0)

    def loss(weights: Values) -> float:
        margins = sign * (features @ weights)
        return float(sample_weights @ np.logaddexp(0, -margins) + 0.5 * penalty @ weights**2)

    current = loss(weights)
    for _ in range(_STEPS):
        probabilities = 1 / (1 + np.exp(-np.clip(features @ weights, -50, 50)))
        gradient = features.T @ (sample_weights * (probabilities - wrong)) + penalty * weights
        curvature = sample_weights * probabilities * (1 - probabilities)
        hessian = (features * curvature[:, None]).T @ features + np.diag(penalty + 1e-9)
        step = np.linalg.solve(hessian, gradient)
        while (new := loss(weights - step)) > current and np.abs(step).max() > 1e-9:
            step = step / 2
        weights = weights - step
        if current - new < 1e-12:
            break
        current = new
    return weights
