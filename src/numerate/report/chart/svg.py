"""A chart as an SVG element."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from numerate.report.chart import Chart, LogAxis, format_value

PARTS = 120
"""Parts of the axis, each three pixels wide."""
_WIDTH, _HEIGHT = 360, 148
_LEFT, _RIGHT = 8, 352
"""Ends of the axis."""
_TOP, _BASE = 30, 110
"""Top of the density, and the axis below it."""
_INTERVALS, _LABELS = 120, 142
"""Heights of the intervals and of the labels below the axis."""
_LETTER = 6.2
"""About the width of a letter of a label."""

STYLE = """
.distribution { display: block; width: 100%; max-width: 30rem; font: 11px system-ui, sans-serif; }
.distribution text { fill: var(--text); text-anchor: middle; }
.distribution .density { fill: var(--density); stroke: var(--density-edge); stroke-width: 1; }
.distribution .axis, .distribution .tick { stroke: var(--faint); }
.distribution .ninety { stroke: var(--density-edge); stroke-width: 2; }
.distribution .fifty { stroke: var(--density-edge); stroke-width: 6; }
.distribution .median { fill: var(--page); stroke: var(--density-edge); stroke-width: 2; }
.distribution .observed { stroke: var(--alarm); stroke-width: 2; }
.distribution .observed-head { fill: var(--alarm); }
.distribution .observed-label { fill: var(--alarm); font-weight: 700; }
.distribution .suggested { fill: var(--page); stroke: var(--text); stroke-width: 1.5; }
"""


def to_svg(chart: Chart, observed: float | None = None, suggested: Sequence[float] = ()) -> str:
    """Draw a chart.

    A thick and a thin line under the axis are the intervals that contain 50% and 90% of correct numbers, a
    circle is the median, a line from above is the observed number, and diamonds are suggestions.
    """
    axis = chart.axis
    elements = [
        _density(chart.mass),
        f'<line class="axis" x1="{_LEFT}" y1="{_BASE}" x2="{_RIGHT}" y2="{_BASE}"/>',
        _interval(axis, chart.most, "ninety"),
        _interval(axis, chart.half, "fifty"),
        f'<circle class="median" cx="{_x(axis, chart.median):g}" cy="{_INTERVALS}" r="3.5"/>',
        *_ticks(axis),
        *(_diamond(_x(axis, value)) for value in suggested),
    ]
    if observed is not None:
        elements += _observed(_x(axis, observed), format_value(observed))
    return (
        f'<svg class="distribution" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(chart.describe(observed))}">{"".join(elements)}</svg>'
    )


_COLOURS = {
    "text": "#808791",
    "faint": "#808791",
    "page": "#ffffff",
    "density": "#8fb6e3",
    "density-edge": "#2f6db5",
    "alarm": "#d2601f",
}
"""Colours that can be read on a light and on a dark page."""


def standalone_svg(chart: Chart, observed: float | None = None, suggested: Sequence[float] = ()) -> str:
    """Draw a chart as a file of its own, with its size and its colours."""
    style = STYLE
    for name, colour in _COLOURS.items():
        style = style.replace(f"var(--{name})", colour)
    size = f'xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}"'
    svg = to_svg(chart, observed, suggested).replace("<svg ", f"<svg {size} ", 1)
    head, _, body = svg.partition(">")
    return f"{head}><style>{style}</style>{body}"


def _x(axis: LogAxis, value: float) -> float:
    return round(_LEFT + axis.position(value) * (_RIGHT - _LEFT), 1)


def _density(mass: Sequence[float]) -> str:
    heights = _BASE - np.array(mass) / max(*mass, 1e-12) * (_BASE - _TOP)
    middles = _LEFT + (np.arange(len(mass)) + 0.5) * (_RIGHT - _LEFT) / len(mass)
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in zip(middles, heights, strict=True))
    return f'<polygon class="density" points="{_LEFT},{_BASE} {points} {_RIGHT},{_BASE}"/>'


def _interval(axis: LogAxis, ends: tuple[float, float], name: str) -> str:
    low, high = (_x(axis, end) for end in ends)
    # An interval of a single number is visible, too.
    low, high = (low - 1, high + 1) if high - low < 2 else (low, high)
    return f'<line class="{name}" x1="{low:g}" y1="{_INTERVALS}" x2="{high:g}" y2="{_INTERVALS}"/>'


def _ticks(axis: LogAxis) -> list[str]:
    ticks = [(_x(axis, tick), format_value(tick)) for tick in axis.ticks()]
    marks = "".join(f"M{x:g},{_BASE}v4" for x, _ in ticks)
    elements, free = [f'<path class="tick" d="{marks}"/>'], 0.0
    for x, label in ticks:
        half = len(label) * _LETTER / 2
        if x - half >= free and x + half <= _WIDTH:
            elements.append(f'<text x="{x:g}" y="{_LABELS}">{label}</text>')
            free = x + half + 8
    return elements


def _diamond(x: float) -> str:
    return f'<path class="suggested" d="M{x:g},{_BASE - 5}l5,5l-5,5l-5,-5z"/>'


def _observed(x: float, label: str) -> list[str]:
    half = len(label) * _LETTER / 2 + 2
    middle = min(max(x, half), _WIDTH - half)
    return [
        f'<line class="observed" x1="{x:g}" y1="{_TOP - 8}" x2="{x:g}" y2="{_BASE}"/>',
        f'<path class="observed-head" d="M{x:g},{_BASE}l-5,-9h10z"/>',
        f'<text class="observed-label" x="{middle:.1f}" y="{_TOP - 14}">{escape(label)}</text>',
    ]
