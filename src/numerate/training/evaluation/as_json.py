"""An evaluation as JSON and back, small enough to keep: a figure is [value, low, high, count]."""

from __future__ import annotations

from typing import Any

from .bootstrap import Estimate
from .calibration import Calibration
from .evaluation import ROC_GRID, Evaluation, Figures

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
        calibration=known and Calibration(tuple(known["pit"]), known["error"], figures(known["coverage"])),
        roc={name: tuple(recalls) for name, recalls in data["roc"].items() if name != "false_alarms"},
        seconds=data["seconds"],
    )


def _groups(groups: dict[str, Figures]) -> dict[str, Any]:
    return {group: _figures(figures) for group, figures in groups.items()}


def _figures(figures: Figures) -> dict[str, list[float]]:
    return {name: [_round(e.value), _round(e.low), _round(e.high), e.count] for name, e in figures.items()}


def _round(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")
