"""What a number may be, drawn for a page: the density over a log axis, intervals, and the number itself.

Colours are those of the page: it includes `STYLE` and sets the variables that this names.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from numerate.checking.axis import LogAxis, short, short_span
from numerate.model import Prediction

_WIDTH, _LEFT, _RIGHT = 360, 8, 352
_TOP, _BASE, _WIDE, _LABELS, _HEIGHT = 30, 110, 120, 142, 148
_PARTS = 120
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


def draw(prediction: Prediction, observed: float | None = None, suggested: Sequence[float] = ()) -> str:
    """Draw one distribution as an SVG element.

    Thick and thin lines under the axis are the ranges of one half and of nine tenths of correct numbers, a
    circle the median; the observed number is a line from above, suggestions are diamonds.
    """
    axis = LogAxis.around(prediction, observed, *suggested)
    parts = [
        _density(prediction, axis),
        f'<line class="axis" x1="{_LEFT}" y1="{_BASE}" x2="{_RIGHT}" y2="{_BASE}"/>',
        *_intervals(prediction, axis),
        *_ticks(axis),
        *(_diamond(_x(axis, value)) for value in suggested),
    ]
    if observed is not None:
        parts += _observed(_x(axis, observed), short(observed))
    told = escape(describe(prediction, observed))
    return (
        f'<svg class="distribution" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{told}">'
        f"{''.join(parts)}</svg>"
    )


def describe(prediction: Prediction, observed: float | None = None) -> str:
    """The drawing in words."""
    told = f"median {short(prediction.median)}"
    for share in (0.5, 0.9):
        told += f"; {share:.0%} of correct numbers: {short_span(*prediction.interval(share))}"
    return told if observed is None else f"{told}; here: {short(observed)}"


def _x(axis: LogAxis, value: float) -> float:
    return round(_LEFT + axis.share(value) * (_RIGHT - _LEFT), 1)


def _density(prediction: Prediction, axis: LogAxis) -> str:
    mass = axis.mass(prediction, _PARTS)
    heights = _BASE - mass / max(float(mass.max()), 1e-12) * (_BASE - _TOP)
    places = _LEFT + (np.arange(_PARTS) + 0.5) * (_RIGHT - _LEFT) / _PARTS
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in zip(places, heights, strict=True))
    return f'<polygon class="density" points="{_LEFT},{_BASE} {line} {_RIGHT},{_BASE}"/>'


def _intervals(prediction: Prediction, axis: LogAxis) -> list[str]:
    parts = []
    for share, name in ((0.9, "ninety"), (0.5, "fifty")):
        low, high = (_x(axis, end) for end in prediction.interval(share))
        # An interval of one number is still to be seen.
        low, high = (low - 1, high + 1) if high - low < 2 else (low, high)
        parts.append(f'<line class="{name}" x1="{low:g}" y1="{_WIDE}" x2="{high:g}" y2="{_WIDE}"/>')
    parts.append(f'<circle class="median" cx="{_x(axis, prediction.median):g}" cy="{_WIDE}" r="3.5"/>')
    return parts


def _ticks(axis: LogAxis) -> list[str]:
    places = [(_x(axis, tick), short(tick)) for tick in axis.ticks()]
    marks = "".join(f"M{x:g},{_BASE}v4" for x, _ in places)
    parts, free = [f'<path class="tick" d="{marks}"/>'], 0.0
    for x, label in places:
        half = len(label) * _LETTER / 2
        if x - half >= free and x + half <= _WIDTH:
            parts.append(f'<text x="{x:g}" y="{_LABELS}">{label}</text>')
            free = x + half + 8
    return parts


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
