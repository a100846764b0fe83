"""Metrics as contributions of numbers: errors, likelihoods, ROC areas, recalls, calibration.

True values and anomalies are pooled for ROC curves: a number's score is compared with the anomalies of all
numbers, not only its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from numerate.distributions import exponent_of
from numerate.training.evaluation.bootstrap import Estimate, Weights, estimate
from numerate.training.evaluation.cases import TRUE, Answers, Point, Values

Columns = dict[str, Values]

FALSE_ALARMS = (0.001, 0.01, 0.05)
"""Shares of false alarms at which recall is reported."""
PAPER_ANOMALIES = ("random", "string")
BINS = 20
"""Bins of the PIT histogram."""
MASSES = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Masses of the central intervals whose coverage is reported."""


def area_contributions(true: Values, anomalies: Values) -> Values:
    """Return each number's contribution to the area under the ROC curve, which is the mean of them.

    The placement of a true value is the share of anomalies below it (ties count half), that of an anomaly the
    share of true values above it. The mean of either is the area; as in DeLong's variance of the area, the
    sum of both minus the area is a number's influence. NaN where there is no anomaly.
    """
    known = ~np.isnan(anomalies)
    count = int(known.sum())
    contributions = np.full(len(true), np.nan)
    if count:
        true, anomalies = true[known], anomalies[known]
        pooled = rankdata(np.concatenate([true, anomalies]))
        below = (pooled[:count] - rankdata(true)) / count
        above = 1 - (pooled[count:] - rankdata(anomalies)) / count
        contributions[known] = below + above - below.mean()
    return contributions


def recall_contributions(true: Values, anomalies: Values, false_alarms: float) -> Values:
    """Return each number's contribution to the recall at a share of false alarms, the mean of them.

    The recall is the share of anomalies that score below all but that share of the true values. Other true
    values would move the threshold, and the recall along the ROC curve: to first order, a true value below
    the threshold contributes in proportion to the slope of the curve there. NaN where there is no anomaly.
    """
    known = ~np.isnan(anomalies)
    contributions = np.full(len(true), np.nan)
    if known.any():
        low, high = curve(true, anomalies, (0.5 * false_alarms, 1.5 * false_alarms))
        slope = (high - low) / false_alarms
        threshold = _thresholds(true[known], false_alarms)
        alarms = true[known] < threshold
        contributions[known] = (anomalies[known] < threshold) + slope * (alarms.mean() - alarms)
    return contributions


def curve(true: Values, anomalies: Values, false_alarms: npt.ArrayLike) -> Values:
    """Return the recall at each share of false alarms."""
    known = ~np.isnan(anomalies)
    thresholds = _thresholds(true[known], false_alarms)
    recalls: Values = np.searchsorted(np.sort(anomalies[known]), thresholds) / known.sum()
    return recalls


def _thresholds(true: Values, false_alarms: npt.ArrayLike) -> Values:
    """Return the scores below which at most these shares of the true values lie."""
    allowed = np.floor(np.asarray(false_alarms) * len(true) + 1e-9).astype(np.int64)
    thresholds: Values = np.append(np.sort(true), np.inf)[allowed]
    return thresholds


def columns(answers: Answers, values: Values) -> Columns:
    """Return the contributions of numbers with these true values to all figures.

    `lmae.argmax`, `e_acc.median`, …: the error in lg y, and whether the exponent is right, by prediction.
    `all.lmae.argmax`, …: the same with all numbers masked, One-vs-All.
    `nll.linear`, `nll.log`: the negative log-likelihood, for densities over y and over ln y.
    `nll.written`: the negative log probability of the numbers as written, comparable across all families.
    `outside`: 1 for true values outside the model's support; these have no `nll`.
    `auc.random.log`, …: the area under the ROC curve, by anomaly and scoring.
    """
    contributions = _likelihoods(answers)
    for prefix, points in (("", answers.points), ("all.", answers.points_all_hidden)):
        for name, point in points.items():
            errors = _errors(point, values)
            contributions |= {f"{prefix}{key}.{name}": column for key, column in errors.items()}
    for anomaly in PAPER_ANOMALIES:
        contributions |= {f"auc.{anomaly}.{name}": column for name, column in areas(answers, anomaly).items()}
    return contributions


def areas(answers: Answers, anomaly: str) -> Columns:
    """Return the contributions to the area under the ROC curve of an anomaly, by scoring."""
    return {
        scoring: area_contributions(scores[TRUE], scores[anomaly])
        for scoring, scores in answers.scores.items()
    }


def _errors(point: Point, values: Values) -> Columns:
    errors = {"e_acc": (point.exponents == exponent_of(values)).astype(float)}
    if point.values is not None:
        errors["lmae"] = np.abs(np.log10(values) - np.log10(point.values))
    return errors


def _likelihoods(answers: Answers) -> Columns:
    contributions: Columns = {}
    for scoring in ("linear", "log"):
        if scoring in answers.scores:
            scores = answers.scores[scoring][TRUE]
            contributions[f"nll.{scoring}"] = np.where(np.isfinite(scores), -scores, np.nan)
            contributions["outside"] = (~np.isfinite(scores)).astype(float)
    if answers.written is not None:
        contributions["nll.written"] = np.where(np.isfinite(answers.written), -answers.written, np.nan)
    return contributions


@dataclass(frozen=True)
class CalibrationMetrics:
    """Calibration of the predicted distributions."""

    pit: tuple[float, ...]
    """Share of true values in each of `BINS` equal bins of the predicted cdf; 1 / BINS if calibrated."""
    error: float
    """Mean distance of the cdf values from the uniform distribution; 0 is perfect, 0.5 the worst."""
    coverage: dict[str, Estimate]
    """By mass, the share of true values inside the central interval of that mass; ideally the mass."""


def calibration_metrics(pit: Values, weights: Weights) -> CalibrationMetrics:
    """Measure calibration from the predicted cdf at each true value."""
    inside = {f"{mass:g}": (np.abs(pit - 0.5) <= mass / 2).astype(float) for mass in MASSES}
    uniform = (np.arange(len(pit)) + 0.5) / len(pit)
    return CalibrationMetrics(
        pit=tuple((np.histogram(pit, BINS, (0, 1))[0] / len(pit)).tolist()),
        error=float(np.abs(np.sort(pit) - uniform).mean()),
        coverage=estimate(inside, weights),
    )
