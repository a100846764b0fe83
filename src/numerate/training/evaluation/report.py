"""Tables and plots of an evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from rich.console import Console, Group, RenderableType
from rich.table import Table

from numerate.training.evaluation.bootstrap import Estimate
from numerate.training.evaluation.cases import POINTS
from numerate.training.evaluation.evaluation import ROC_GRID, Evaluation, Figures
from numerate.training.evaluation.metrics import BINS, CalibrationMetrics

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Content = TypeVar("Content")

_SCORINGS = {
    "published": "as published",
    "linear": "over y",
    "log": "over ln y",
    "near": "near y",
    "ratio": "against all numbers",
}


def show(evaluation: Evaluation, console: Console) -> None:
    """Print the main figures with the half-widths of their intervals; `to_dict` has all of them."""
    console.print(Group(*_parts(evaluation)))


def _parts(evaluation: Evaluation) -> Iterator[RenderableType]:
    figures = evaluation.figures
    yield f"{evaluation.cases:,} numbers, {evaluation.seconds:.1f} s; ± is half a 95% interval\n"
    yield _predictions(figures)
    if likelihoods := {n: f for n, f in figures.items() if n.startswith(("nll", "outside"))}:
        yield _likelihoods(likelihoods)
    if evaluation.by_anomaly:
        yield _anomalies(evaluation.by_anomaly)
    for title, groups in (("By kind of number", evaluation.by_kind), ("By exponent", evaluation.by_exponent)):
        if groups:
            yield _groups(title, groups)
    if evaluation.calibration is not None:
        yield _coverage(evaluation.calibration.coverage, evaluation.calibration.error)


def _predictions(figures: Figures) -> Table:
    table = _table("Prediction", "ŷ", "LMAE", "E-Acc %", "LMAE, all masked", "E-Acc %, all masked")
    for point in POINTS:
        if f"e_acc.{point}" in figures:
            table.add_row(
                point,
                _figure(figures.get(f"lmae.{point}")),
                _figure(figures.get(f"e_acc.{point}"), 1, 100),
                _figure(figures.get(f"all.lmae.{point}")),
                _figure(figures.get(f"all.e_acc.{point}"), 1, 100),
            )
    return table


def _likelihoods(figures: Figures) -> Table:
    table = _table("Negative log-likelihood", "over y", "over ln y", "outside support %")
    likelihoods = (figures.get("nll.linear"), figures.get("nll.log"))
    table.add_row(*map(_figure, likelihoods), _figure(figures.get("outside"), 2, 100))
    return table


def _anomalies(anomalies: dict[str, Figures]) -> Table:
    names = next(iter(anomalies.values()))
    areas = [key for key in _SCORINGS if f"auc.{key}" in names]
    recalls = [key for key in names if key.startswith("recall.")]
    headings = [f"AUC {_SCORINGS[key]}" for key in areas]
    headings += [f"recall at {100 * float(key.removeprefix('recall.')):g}%" for key in recalls]
    table = _table("Anomaly detection, with recall at shares of false alarms", "kind", *headings)
    for anomaly, figures in anomalies.items():
        cells = [_figure(figures.get(f"auc.{key}")) for key in areas]
        table.add_row(anomaly, *cells, *(_figure(figures.get(key)) for key in recalls))
    return table


def _groups(title: str, groups: dict[str, Figures]) -> Table:
    table = _table(title, "", "numbers", "LMAE", "E-Acc %", "NLL over ln y", "r-AUC", "s-AUC")
    for group, figures in groups.items():
        scoring = "log" if "auc.random.log" in figures else "published"
        table.add_row(
            group,
            f"{figures['e_acc.argmax'].count:,}",
            _figure(figures.get("lmae.argmax")),
            _figure(figures.get("e_acc.argmax"), 1, 100),
            _figure(figures.get("nll.log")),
            _figure(figures.get(f"auc.random.{scoring}")),
            _figure(figures.get(f"auc.string.{scoring}")),
        )
    return table


def _coverage(coverage: Figures, error: float) -> Table:
    title = f"Calibration: true values inside central intervals (mean error of the cdf {error:.3f})"
    table = _table(title, *(f"of {100 * float(mass):g}%" for mass in coverage))
    table.add_row(*(_figure(share, 1, 100) for share in coverage.values()))
    return table


def _table(title: str, *headings: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading, justify="left" if heading == headings[0] else "right")
    return table


def _figure(estimate: Estimate | None, digits: int = 3, scale: float = 1.0) -> str:
    if estimate is None:
        return "–"
    value, margin = scale * estimate.value, scale * (estimate.high - estimate.low) / 2
    return f"{value:.{digits}f} [dim]± {margin:.{digits}f}[/dim]"


def plot(evaluation: Evaluation, folder: Path) -> list[Path]:
    """Draw the plots that the evaluation has data for, and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    if evaluation.calibration is not None:
        files.append(_draw(folder / "pit.png", _draw_pit, evaluation.calibration))
        files.append(_draw(folder / "reliability.png", _draw_reliability, evaluation.calibration))
    if evaluation.roc:
        files.append(_draw(folder / "roc.png", _draw_roc, evaluation))
    return files


def _draw_pit(axes: Axes, calibration: CalibrationMetrics) -> None:
    axes.stairs(np.array(calibration.pit) * BINS, np.linspace(0, 1, BINS + 1), fill=True, alpha=0.6)
    axes.axhline(1, color="k", linestyle="--", linewidth=1)
    axes.set_xlabel("predicted cdf at the true value")
    axes.set_ylabel("density; 1 is calibrated")
    axes.set_xlim(0, 1)


def _draw_reliability(axes: Axes, calibration: CalibrationMetrics) -> None:
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
    axes.set_ylabel("recall: share of anomalies detected")
    axes.legend(frameon=False)


def _draw(file: Path, draw: Callable[[Axes, Content], None], content: Content) -> Path:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4), layout="constrained")
    axes = figure.subplots()
    draw(axes, content)
    axes.spines[["top", "right"]].set_visible(False)
    # Without this, the file would record the version of matplotlib and differ between machines.
    figure.savefig(file, dpi=110, metadata={"Software": None})
    return file
