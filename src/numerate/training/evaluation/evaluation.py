"""Everything that is measured of one model on one corpus."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from numerate.training.evaluation import metrics as auc
from numerate.training.evaluation.bootstrap import Estimate, Weights, estimate, resample
from numerate.training.evaluation.cases import TRUE, Answers, Cases
from numerate.training.evaluation.inference import AnsweringModel, answer
from numerate.training.evaluation.metrics import (
    PAPER_ANOMALIES,
    CalibrationMetrics,
    areas,
    calibration,
    columns,
)
from numerate.training.nn import Constant, NumberModel

Figures = dict[str, Estimate]

ROC_GRID: tuple[float, ...] = (
    *np.geomspace(1e-3, 0.1, 21).round(5).tolist(),
    *np.linspace(0.15, 1, 18).round(5).tolist(),
)
SMALLEST_GROUP = 30
"""A group with fewer numbers says more about them than about the model, and is left out."""


@dataclass(frozen=True)
class Evaluation:
    """A model's figures with their confidence intervals; `figures.columns` says what each one is."""

    cases: int
    figures: Figures
    by_anomaly: dict[str, Figures]
    """Areas (`auc.log`) and recall at few false alarms (`recall.0.01`), for each kind of anomaly."""
    by_kind: dict[str, Figures]
    """All figures for each kind of number."""
    by_exponent: dict[str, Figures]
    """All figures for each exponent of the true value."""
    calibration: CalibrationMetrics | None
    roc: dict[str, tuple[float, ...]]
    """The paper's anomalies' recall at each share of false alarms in `ROC_GRID`."""
    seconds: float = field(default=0.0, compare=False)


def evaluate(model: NumberModel | Constant | AnsweringModel, cases: Cases, *, seed: int = 0) -> Evaluation:
    """Test a model on the cases; `seed` is that of the resampling."""
    started = time.perf_counter()
    answers = answer(model, cases)
    found = summarize(answers, cases, resample(cases.documents, seed=seed))
    return replace(found, seconds=time.perf_counter() - started)


def summarize(answers: Answers, cases: Cases, weights: Weights) -> Evaluation:
    """From answers to figures."""
    return Evaluation(
        cases=len(cases),
        figures=estimate(columns(answers, cases.values), weights),
        by_anomaly=_by_anomaly(answers, weights),
        by_kind=_by_group(answers, cases, cases.kinds, weights),
        by_exponent=_by_group(answers, cases, cases.exponents, weights),
        calibration=None if answers.pit is None else calibration(answers.pit, weights),
        roc=_curves(answers),
    )


def _by_anomaly(answers: Answers, weights: Weights) -> dict[str, Figures]:
    if answers.main_scoring is None:
        return {}
    scores = answers.scores[answers.main_scoring]
    found = {}
    for anomaly, altered in scores.items():
        if anomaly != TRUE and np.isfinite(altered).sum() >= SMALLEST_GROUP:
            added = {f"auc.{scoring}": area for scoring, area in areas(answers, anomaly).items()}
            for share in auc.FALSE_ALARMS:
                added[f"recall.{share:g}"] = auc.recall_contributions(scores[TRUE], altered, share)
            # To first order a share may seem to leave its range.
            found[anomaly] = {name: e.within(0, 1) for name, e in estimate(added, weights).items()}
    return found


def _by_group(
    answers: Answers, cases: Cases, groups: npt.NDArray[np.generic], weights: Weights
) -> dict[str, Figures]:
    values, found = cases.values, {}
    for group in np.unique(groups):
        inside = groups == group
        if inside.sum() >= SMALLEST_GROUP:
            within = columns(answers.take(inside), values[inside])
            found[str(group)] = estimate(within, weights[:, inside])
    return found


def _curves(answers: Answers) -> dict[str, tuple[float, ...]]:
    if answers.main_scoring is None:
        return {}
    scores = answers.scores[answers.main_scoring]
    return {
        anomaly: tuple(auc.curve(scores[TRUE], scores[anomaly], ROC_GRID).tolist())
        for anomaly in PAPER_ANOMALIES
    }


_DIGITS = 6  # significant; the intervals are far wider


def to_dict(evaluation: Evaluation) -> dict[str, Any]:
    """Write an evaluation as values that JSON knows."""
    known = evaluation.calibration
    return {
        "cases": evaluation.cases,
        "seconds": _round(evaluation.seconds),
        "figures": _figures(evaluation.figures),
        **{name: _groups(getattr(evaluation, name)) for name in ("by_anomaly", "by_kind", "by_exponent")},
        "calibration": known
        and {
            "pit": [_round(share) for share in known.pit],
            "error": _round(known.error),
            "coverage": _figures(known.coverage),
        },
        "roc": {
            "false_alarms": list(ROC_GRID),
            **{anomaly: [_round(r) for r in recalls] for anomaly, recalls in evaluation.roc.items()},
        },
    }


def from_dict(data: dict[str, Any]) -> Evaluation:
    """Read what `to_dict` wrote."""
    known = data["calibration"]

    def figures(lists: dict[str, Any]) -> Figures:
        return {name: Estimate(*numbers) for name, numbers in lists.items()}

    def groups(name: str) -> dict[str, Figures]:
        return {group: figures(lists) for group, lists in data[name].items()}

    return Evaluation(
        cases=data["cases"],
        figures=figures(data["figures"]),
        by_anomaly=groups("by_anomaly"),
        by_kind=groups("by_kind"),
        by_exponent=groups("by_exponent"),
        calibration=known
        and CalibrationMetrics(tuple(known["pit"]), known["error"], figures(known["coverage"])),
        roc={name: tuple(recalls) for name, recalls in data["roc"].items() if name != "false_alarms"},
        seconds=data["seconds"],
    )


def _groups(groups: dict[str, Figures]) -> dict[str, Any]:
    return {group: _figures(figures) for group, figures in groups.items()}


def _figures(figures: Figures) -> dict[str, list[float]]:
    return {name: [_round(e.value), _round(e.low), _round(e.high), e.count] for name, e in figures.items()}


def _round(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")
