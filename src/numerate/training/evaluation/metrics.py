"""How well scores tell true values from anomalies: ROC curves, their area, recall at few false alarms.

True values and anomalies are pooled: a number's own anomaly counts for no more than that of any other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from numerate.distributions import exponent_of
from numerate.training.evaluation.bootstrap import Estimate, Weights, estimate
from numerate.training.evaluation.cases import TRUE, Answers, Point, Values

FALSE_ALARMS = (0.001, 0.01, 0.05)


def area_contributions(true: Values, anomalies: Values) -> Values:
    """What each number adds to the area under the curve, whose mean it is; NaN where there is no anomaly.

    The placement of a true value is the share of anomalies below it (ties count half), that of an anomaly the
    share of true values above it. The mean of either is the area; that the sum of both less the area
    stands for a number's influence on it is DeLong's way to the area's variance.
    """
    there = ~np.isnan(anomalies)
    count = int(there.sum())
    added = np.full(len(true), np.nan)
    if count:
        one, other = true[there], anomalies[there]
        pooled = rankdata(np.concatenate([one, other]))
        below = (pooled[:count] - rankdata(one)) / count
        above = 1 - (pooled[count:] - rankdata(other)) / count
        added[there] = below + above - below.mean()
    return added


def recall_contributions(true: Values, anomalies: Values, false_alarms: float) -> Values:
    """What each number adds to the recall at a share of false alarms, whose mean it is.

    The recall is the share of anomalies scored below all but that share of the true values. With other true
    values the threshold would be another, and the recall would move along the curve: a true value below the
    threshold stands for as much of that as the curve is steep there.
    """
    there = ~np.isnan(anomalies)
    added = np.full(len(true), np.nan)
    if there.any():
        one, other = true[there], anomalies[there]
        threshold = _thresholds(one, false_alarms)
        alarm = one < threshold
        low, high = curve(true, anomalies, (0.5 * false_alarms, 1.5 * false_alarms))
        added[there] = (other < threshold) + (high - low) / false_alarms * (alarm.mean() - alarm)
    return added


def curve(true: Values, anomalies: Values, false_alarms: npt.ArrayLike) -> Values:
    """The recall at each share of false alarms."""
    there = ~np.isnan(anomalies)
    thresholds = _thresholds(true[there], false_alarms)
    recalls: Values = np.searchsorted(np.sort(anomalies[there]), thresholds) / there.sum()
    return recalls


def _thresholds(true: Values, false_alarms: npt.ArrayLike) -> Values:
    """The scores that at most such shares of the true values lie below."""
    allowed = np.floor(np.asarray(false_alarms) * len(true) + 1e-9).astype(np.int64)
    thresholds: Values = np.append(np.sort(true), np.inf)[allowed]
    return thresholds


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
        scoring: area_contributions(scores[TRUE], scores[anomaly])
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


BINS = 20
MASSES = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)


@dataclass(frozen=True)
class CalibrationMetrics:
    """How far the predicted distributions can be taken at their word."""

    pit: tuple[float, ...]
    """The share of true values in each of `BINS` equal bins of the predicted cdf; each should be 1 / BINS."""
    error: float
    """How far the cdf values lie from the uniform distribution on average; 0 is perfect, 0.5 the worst."""
    coverage: dict[str, Estimate]
    """By mass, the share of true values inside the central interval of that mass; it should be the mass."""


def calibration(pit: Values, weights: Weights) -> CalibrationMetrics:
    """Measure it from the predicted cdf at each true value."""
    inside = {f"{mass:g}": (np.abs(pit - 0.5) <= mass / 2).astype(float) for mass in MASSES}
    uniform = (np.arange(len(pit)) + 0.5) / len(pit)
    return CalibrationMetrics(
        pit=tuple((np.histogram(pit, BINS, (0, 1))[0] / len(pit)).tolist()),
        error=float(np.abs(np.sort(pit) - uniform).mean()),
        coverage=estimate(inside, weights),
    )
