"""A distribution drawn in a terminal: the density over a log axis, intervals, and the likeliest numbers."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.text import Text

from numerate.model import Prediction

_HEIGHT = 6
_BLOCKS = " ▁▂▃▄▅▆▇█"
_CONTEXT = 90  # characters of the text beside a mask
_MAGNITUDES = ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"))


def draw(text: str, prediction: Prediction, at: float | None, console: Console) -> None:
    """Print what a number may be."""
    console.print(_context(text, prediction, plain=console.color_system is None))
    console.print()
    intervals = {share: prediction.interval(share) for share in (0.5, 0.9)}
    told = "   ".join(f"{share:.0%}: {_span(*ends)}" for share, ends in intervals.items())
    console.print(Text.assemble(("median ", ""), (short(prediction.median), "bold"), f"   {told}"))
    console.print(_likeliest(prediction, console.width))
    console.print()
    axis = _Axis.around(prediction, at, max(20, min(console.width - 2, 78)))
    for line in _chart(prediction, axis):
        console.print(line, no_wrap=True, crop=True)
    console.print(axis.scale(), no_wrap=True, crop=True)
    console.print(_bars(prediction, intervals, axis), no_wrap=True, crop=True)
    if at is not None:
        for line in _mark(prediction, at, axis):
            console.print(line)


class _Axis:
    """Columns over ln y."""

    def __init__(self, low: float, high: float, columns: int) -> None:
        self.low, self.high, self.columns = math.log10(low), math.log10(high), columns

    @classmethod
    def around(cls, prediction: Prediction, at: float | None, columns: int) -> _Axis:
        """Hold all but one in a hundred of the numbers, the value asked for, and a decade at least."""
        ends = [prediction.quantile(0.005), prediction.quantile(0.995), prediction.median]
        seen = [y for y in [*ends, at] if y is not None and 0 < y < math.inf]
        low, high = (min(seen), max(seen)) if seen else (0.1, 10.0)
        middle = math.sqrt(low * high)
        low, high = min(low, middle / math.sqrt(10)), max(high, middle * math.sqrt(10))
        margin = (high / low) ** 0.04
        return cls(low / margin, high * margin, columns)

    @property
    def edges(self) -> npt.NDArray[np.float64]:
        """The values at which columns begin and end."""
        return 10 ** np.linspace(self.low, self.high, self.columns + 1)

    def column(self, value: float) -> int:
        """The column of a value; one outside is put at the end."""
        if value <= 0:
            return 0
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return min(max(int(share * self.columns), 0), self.columns - 1)

    def scale(self) -> Text:
        """The axis, and its labels below."""
        ticks = self._ticks()
        line, labels = ["─"] * self.columns, [" "] * (self.columns + 12)
        free = 0
        for tick in ticks:
            label, at = short(tick), self.column(tick)
            start = max(at - len(label) // 2, 0)
            if start >= free and start + len(label) <= self.columns:
                line[at] = "┴"
                labels[start : start + len(label)] = label
                free = start + len(label) + 2
        return Text("".join(line) + "\n" + "".join(labels).rstrip())

    def _ticks(self) -> list[float]:
        """Powers of ten, and what lies between them where these are few."""
        decades = range(math.floor(self.low), math.ceil(self.high) + 1)
        steps = (1,) if self.high - self.low > 4 else (1, 2, 5)
        ticks = [float(f"{step}e{decade}") for decade in decades for step in steps]
        return [tick for tick in ticks if self.low <= math.log10(tick) < self.high]


def _chart(prediction: Prediction, axis: _Axis) -> list[Text]:
    """Bars as high as the probability of their column."""
    mass = np.diff(prediction.distribution.cdf(axis.edges))
    eighths = np.rint(mass / max(mass.max(), 1e-12) * 8 * _HEIGHT).astype(int)
    # What is there at all is shown.
    eighths = np.where((eighths == 0) & (mass > mass.max() / 500), 1, eighths)
    rows = []
    for row in reversed(range(_HEIGHT)):
        filled = np.clip(eighths - 8 * row, 0, 8)
        rows.append(Text("".join(_BLOCKS[part] for part in filled), style="cyan"))
    return rows


def _bars(prediction: Prediction, intervals: dict[float, tuple[float, float]], axis: _Axis) -> Text:
    """The intervals under the axis: thin for the wide one, thick for the narrow one, and the median."""
    line = [" "] * axis.columns
    for share, stroke in ((0.9, "─"), (0.5, "━")):
        first, last = (axis.column(end) for end in intervals[share])
        line[first : last + 1] = stroke * (last + 1 - first)
    line[axis.column(prediction.median)] = "╋"
    legend = "─ 90%  ━ 50%  ╋ median"
    drawn = "".join(line).rstrip()
    apart = "   " if len(drawn) + len(legend) + 3 <= axis.columns else "\n"
    return Text(f"{drawn}{apart}{legend}", style="bold")


def _mark(prediction: Prediction, at: float, axis: _Axis) -> list[Text]:
    tail = prediction.tail(at)
    pointer = Text(" " * axis.column(at) + "▲", style="bold red")
    if tail == 0:
        return [pointer, Text(f"{short(at)}: beyond all numbers that this model thinks possible")]
    return [
        pointer,
        Text(
            f"{short(at)}: as far out or further {_percent(tail)} of the time; "
            f"{_percent(prediction.relative_density(at))} as dense as the best"
        ),
    ]


def _likeliest(prediction: Prediction, width: int) -> Text:
    """The likeliest numbers, as many as fit a line."""
    line = "most likely:"
    for value, probability in prediction.likeliest(8):
        told = f" {short(value)} ({_percent(probability)})"
        if len(line) + len(told) + 1 > width:
            break
        line += told + ","
    return Text(line.rstrip(","))


def _context(text: str, prediction: Prediction, plain: bool) -> Text:
    """The text about the mask, on one line, the mask standing out."""
    number = prediction.number
    before, after = text[: number.start], text[number.end :]
    first = before[-_CONTEXT:].rpartition("\n")[2].lstrip()
    last = after[:_CONTEXT].partition("\n")[0].rstrip()
    return Text.assemble(
        "…" if len(first) < len(before.lstrip()) else "",
        first,
        (f"⟦{number.text}⟧" if plain else number.text, "bold cyan"),
        last,
        "…" if len(last) < len(after.rstrip()) else "",
    )


def _span(low: float, high: float) -> str:
    return short(low) if low == high else f"{short(low)} to {short(high)}"


def _percent(share: float) -> str:
    return f"{share:.1%}" if share >= 0.001 else f"{100 * share:.1g}%"


def short(value: float) -> str:
    """Write a value to be read at a glance: four digits, and a word for the magnitude."""
    for magnitude, word in _MAGNITUDES:
        if magnitude <= value < 1000 * magnitude:
            return f"{value / magnitude:.4g}{word}"
    if value != 0 and not 1e-4 <= value < 1e15:
        return f"{value:.4g}"
    rounded = float(f"{value:.4g}")
    return f"{rounded:,.0f}" if rounded >= 10_000 else f"{rounded:g}"
