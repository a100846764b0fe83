"""A scan to look at: sources, kinds of findings and of numbers, and sections, as bars."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from numerate.scale.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHOWN = 10
_LONGEST = 36


def plot(summary: Summary, file: Path) -> None:
    """Draw the findings of a scan, most first."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 7), layout="constrained")
    (sources, rules), (kinds, sections) = figure.subplots(2, 2)
    figure.suptitle(summary.headline())
    _bars(sources, "by source", [(line.name, line.findings) for line in summary.by_source()])
    _bars(rules, "by kind of finding", list(summary.rules.most_common()))
    rates = sorted(
        ((line.name, line.rate) for line in summary.by_kind() if line.findings), key=lambda x: -x[1]
    )
    _bars(kinds, "among 1,000 numbers of a kind", rates)
    _bars(sections, "by section", list(summary.sections.most_common()))
    # Without this the file would name the version of matplotlib, and differ from machine to machine.
    figure.savefig(file, dpi=110, metadata={"Software": None})


def _bars(axes: Axes, title: str, lines: list[tuple[str, float]]) -> None:
    shown = lines[:_SHOWN]
    places = range(len(shown))
    bars = axes.barh(places, [value for _, value in shown], color="#4c78a8")
    axes.bar_label(
        bars, fmt=lambda value: f"{value:,.0f}" if value == int(value) else f"{value:.1f}", padding=3
    )
    axes.set_yticks(places, [_short(name) for name, _ in shown])
    axes.set_ylim(max(len(shown), _SHOWN // 2) - 0.5, -0.5)  # downwards, and few bars no thicker than many
    axes.margins(x=0.12)
    axes.set_title(title, loc="left", fontsize="medium")
    axes.xaxis.set_visible(False)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    if not shown:
        axes.text(0.5, 0.5, "none", ha="center", va="center", transform=axes.transAxes)


def _short(name: str) -> str:
    """The end of a long name, which tells paths apart; a dollar sign would begin a formula."""
    name = " ".join(name.split()).replace("$", r"\$")
    return name if len(name) <= _LONGEST else f"…{name[1 - _LONGEST :]}"
