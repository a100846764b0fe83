"""Statistics to look at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .statistics import BENFORD, LN_EDGES, Statistics

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot(statistics: dict[str, Statistics], file: Path, title: str = "") -> None:
    """Draw how values are distributed over ln y, and the leading digits beside Benford's law."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4), layout="constrained")
    values, digits = figure.subplots(1, 2, width_ratios=(3, 2))
    figure.suptitle(title)
    _draw_values(values, statistics)
    _draw_digits(digits, statistics)
    # Without this the file would name the version of matplotlib, and differ from machine to machine.
    figure.savefig(file, dpi=110, metadata={"Software": None})


def _draw_values(axes: Axes, statistics: dict[str, Statistics]) -> None:
    everything = np.sum([measured.ln_histogram for measured in statistics.values()], axis=0)
    for split, measured in statistics.items():
        counts = np.array(measured.ln_histogram)
        axes.stairs(counts / max(1, counts.sum()) / np.diff(LN_EDGES), LN_EDGES, label=split, alpha=0.8)
    used = np.flatnonzero(everything)
    if len(used):
        axes.set_xlim(LN_EDGES[used[0]] - 1, LN_EDGES[used[-1] + 1] + 1)
    axes.set_xlabel("ln y")
    axes.set_ylabel("density over ln y")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_digits(axes: Axes, statistics: dict[str, Statistics]) -> None:
    digits = np.arange(1, 10)
    width = 0.8 / max(1, len(statistics))
    for i, (split, measured) in enumerate(statistics.items()):
        counts = np.array(measured.leading_digits)
        axes.bar(
            digits - 0.4 + (i + 0.5) * width, counts / max(1, counts.sum()), width, label=split, alpha=0.8
        )
    axes.plot(digits, BENFORD, "k.--", label="Benford")
    axes.set_xticks(digits)
    axes.set_xlabel("leading digit")
    axes.set_ylabel("share of the numbers")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
