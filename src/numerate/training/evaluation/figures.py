"""From answers to figures: one column of contributions for each, whose mean is the figure."""

from __future__ import annotations

import numpy as np

from numerate.distributions import exponent_of

from . import auc
from .answers import TRUE, Answers, Point
from .cases import Values

Columns = dict[str, Values]

PAPER_ANOMALIES = ("random", "string")


def columns(answers: Answers, values: Values) -> Columns:
    """All figures of a model on numbers of these true values.

    `lmae.argmax`, `e_acc.median`: the error in lg y, and the share of right exponents, by prediction.
    `all.lmae.argmax`, …: the same where every number is masked, One-vs-All.
    `nll.linear`, `nll.log`: the negative log-likelihood as densities over y and over ln y.
    `outside`: the share of true values that the model takes to be impossible; they have no `nll`.
    `auc.random.log`, …: the area under the ROC curve, by anomaly and by scoring.
    """
    found = _likelihoods(answers)
    for prefix, points in (("", answers.points), ("all.", answers.points_all_hidden)):
        for name, point in points.items():
            found |= {f"{prefix}{key}.{name}": column for key, column in _errors(point, values).items()}
    for anomaly in PAPER_ANOMALIES:
        found |= {f"auc.{anomaly}.{scoring}": area for scoring, area in areas(answers, anomaly).items()}
    return found


def areas(answers: Answers, anomaly: str) -> Columns:
    """The area under the ROC curve for one kind of anomaly, by scoring."""
    return {
        scoring: auc.area_contributions(scores[TRUE], scores[anomaly])
        for scoring, scores in answers.scores.items()
    }


def _errors(point: Point, values: Values) -> Columns:
    found = {"e_acc": (point.exponents == exponent_of(values)).astype(float)}
    if point.values is not None:
        found["lmae"] = np.abs(np.log10(values) - np.log10(point.values))
    return found


def _likelihoods(answers: Answers) -> Columns:
    found: Columns = {}
    for scoring in ("linear", "log"):
        if scoring in answers.scores:
            scores = answers.scores[scoring][TRUE]
            found[f"nll.{scoring}"] = np.where(np.isfinite(scores), -scores, np.nan)
            found["outside"] = (~np.isfinite(scores)).astype(float)
    return found
