"""The evaluation of a model on a corpus: all figures, overall and by group."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.training.evaluation.bootstrap import Estimate, Weights, estimate, resample
from numerate.training.evaluation.cases import TRUE, Answers, Cases
from numerate.training.evaluation.inference import AnsweringModel, answer
from numerate.training.evaluation.metrics import (
    FALSE_ALARMS,
    PAPER_ANOMALIES,
    CalibrationMetrics,
    areas,
    calibration_metrics,
    columns,
    curve,
    recall_contributions,
)
from numerate.training.nn import Constant, NumberModel

Figures = dict[str, Estimate]

_DIGITS = 6
"""Significant digits of figures in JSON; confidence intervals are far wider."""

ROC_GRID: tuple[float, ...] = (
    *np.geomspace(1e-3, 0.1, 21).round(5).tolist(),
    *np.linspace(0.15, 1, 18).round(5).tolist(),
)
"""Shares of false alarms at which ROC curves are sampled."""
SMALLEST_GROUP = 30
"""Minimum number of numbers for a group to be reported; smaller ones say little about the model."""


@dataclass(frozen=True)
class Evaluation:
    """A model's figures with confidence intervals; `metrics.columns` documents their names."""

    cases: int
    figures: Figures
    by_anomaly: dict[str, Figures]
    """ROC areas (`auc.log`) and recalls at shares of false alarms (`recall.0.01`) for each anomaly."""
    by_kind: dict[str, Figures]
    """All figures for each kind of number."""
    by_exponent: dict[str, Figures]
    """All figures for each exponent of the true value."""
    calibration: CalibrationMetrics | None
    roc: dict[str, tuple[float, ...]]
    """Recall at each share of false alarms in `ROC_GRID`, for the paper's anomalies."""
    seconds: float = field(default=0.0, compare=False)


def evaluate(model: NumberModel | Constant | AnsweringModel, cases: Cases, *, seed: int = 0) -> Evaluation:
    """Evaluate a model on the cases.

    seed: seed of the bootstrap.
    """
    started = time.perf_counter()
    answers = answer(model, cases)
    evaluation = summarize(answers, cases, resample(cases.documents, seed=seed))
    return replace(evaluation, seconds=time.perf_counter() - started)


def summarize(answers: Answers, cases: Cases, weights: Weights) -> Evaluation:
    """Compute all figures from a model's answers."""
    return Evaluation(
        cases=len(cases),
        figures=estimate(columns(answers, cases.values), weights),
        by_anomaly=_by_anomaly(answers, weights),
        by_kind=_by_group(answers, cases, cases.kinds, weights),
        by_exponent=_by_group(answers, cases, cases.exponents, weights),
        calibration=None if answers.pit is None else calibration_metrics(answers.pit, weights),
        roc=_curves(answers),
    )


def _by_anomaly(answers: Answers, weights: Weights) -> dict[str, Figures]:
    if answers.main_scoring is None:
        return {}
    scores = answers.scores[answers.main_scoring]
    groups = {}
    for anomaly, altered in scores.items():
        if anomaly != TRUE and np.isfinite(altered).sum() >= SMALLEST_GROUP:
            contributions = {f"auc.{scoring}": column for scoring, column in areas(answers, anomaly).items()}
            for share in FALSE_ALARMS:
                contributions[f"recall.{share:g}"] = recall_contributions(scores[TRUE], altered, share)
            # The contributions are a first-order approximation, so an interval may exceed the range.
            groups[anomaly] = {name: e.within(0, 1) for name, e in estimate(contributions, weights).items()}
    return groups


def _by_group(
    answers: Answers, cases: Cases, groups: npt.NDArray[np.generic], weights: Weights
) -> dict[str, Figures]:
    values, figures = cases.values, {}
    for group in np.unique(groups):
        members = groups == group
        if members.sum() >= SMALLEST_GROUP:
            contributions = columns(answers.take(members), values[members])
            figures[str(group)] = estimate(contributions, weights[:, members])
    return figures


def _curves(answers: Answers) -> dict[str, tuple[float, ...]]:
    if answers.main_scoring is None:
        return {}
    scores = answers.scores[answers.main_scoring]
    return {
        anomaly: tuple(curve(scores[TRUE], scores[anomaly], ROC_GRID).tolist()) for anomaly in PAPER_ANOMALIES
    }


def to_dict(evaluation: Evaluation) -> dict[str, Any]:
    """Return an evaluation as values that JSON can hold; an estimate is [value, low, high, count]."""
    names = ("cases", "seconds", "figures", "by_anomaly", "by_kind", "by_exponent")
    calibration = evaluation.calibration
    return {
        **{name: _plain(getattr(evaluation, name)) for name in names},
        "calibration": calibration and _plain(vars(calibration)),
        "roc": _plain({"false_alarms": ROC_GRID, **evaluation.roc}),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return [*map(_plain, (value.value, value.low, value.high)), value.count]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value
