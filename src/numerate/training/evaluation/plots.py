"""Evaluations to look at: PIT histogram, reliability of intervals, ROC curves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from .calibration import BINS, Calibration
from .evaluation import ROC_GRID, Evaluation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Drawn = TypeVar("Drawn")


def plot(evaluation: Evaluation, folder: Path) -> list[Path]:
    """Draw what there is to draw, each to a file of its own in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    if evaluation.calibration is not None:
        written.append(_draw(folder / "pit.png", _draw_pit, evaluation.calibration))
        written.append(_draw(folder / "reliability.png", _draw_reliability, evaluation.calibration))
    if evaluation.roc:
        written.append(_draw(folder / "roc.png", _draw_roc, evaluation))
    return written


def _draw_pit(axes: Axes, calibration: Calibration) -> None:
    axes.stairs(np.array(calibration.pit) * BINS, np.linspace(0, 1, BINS + 1), fill=True, alpha=0.6)
    axes.axhline(1, color="k", linestyle="--", linewidth=1)
    axes.set_xlabel("predicted cdf at the true value")
    axes.set_ylabel("density; 1 is calibrated")
    axes.set_xlim(0, 1)


def _draw_reliability(axes: Axes, calibration: Calibration) -> None:
    masses = np.array([float(mass) for mass in calibration.coverage])
    shares = [calibration.coverage[mass] for mass in calibration.coverage]
    values = np.array([share.value for share in shares])
    errors = np.abs([[s.value - s.low for s in shares], [s.high - s.value for s in shares]])
    axes.errorbar(masses, values, errors, marker="o", capsize=3)
    axes.plot([0, 1], [0, 1], "k--", linewidth=1)
    axes.set_xlabel("mass of the central interval")
    axes.set_ylabel("share of true values inside")


def _draw_roc(axes: Axes, evaluation: Evaluation) -> None:
    for anomaly, recalls in evaluation.roc.items():
        axes.plot(ROC_GRID, recalls, label=anomaly)
    axes.set_xscale("log")
    axes.set_xlabel("share of false alarms")
    axes.set_ylabel("share of anomalies found")
    axes.legend(frameon=False)


def _draw(file: Path, draw: Callable[[Axes, Drawn], None], what: Drawn) -> Path:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4), layout="constrained")
    axes = figure.subplots()
    draw(axes, what)
    axes.spines[["top", "right"]].set_visible(False)
    # Without this the file would name the version of matplotlib, and differ from machine to machine.
    figure.savefig(file, dpi=110, metadata={"Software": None})
    return file
