"""A distribution drawn in a terminal: the density over a log axis, intervals, and the likeliest numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.text import Text

from numerate.model import Prediction
from numerate.report.chart import LogAxis, short, short_percent, short_span

_HEIGHT = 6
_BLOCKS = " ▁▂▃▄▅▆▇█"
_CONTEXT = 90  # characters of the text beside a mask


def draw(text: str, prediction: Prediction, at: float | None, console: Console) -> None:
    """Print what a number may be."""
    console.print(_context(text, prediction, plain=console.color_system is None))
    console.print()
    intervals = {share: prediction.interval(share) for share in (0.5, 0.9)}
    told = "   ".join(f"{share:.0%}: {short_span(*ends)}" for share, ends in intervals.items())
    console.print(Text.assemble(("median ", ""), (short(prediction.median), "bold"), f"   {told}"))
    console.print(_likeliest(prediction, console.width))
    console.print()
    axis = _Columns(LogAxis.around(prediction, at), max(20, min(console.width - 2, 78)))
    for line in _chart(prediction, axis):
        console.print(line, no_wrap=True, crop=True)
    console.print(axis.scale(), no_wrap=True, crop=True)
    console.print(_bars(prediction, intervals, axis), no_wrap=True, crop=True)
    if at is not None:
        for line in _mark(prediction, at, axis):
            console.print(line)


@dataclass(frozen=True)
class _Columns:
    """An axis of so many columns of a terminal."""

    axis: LogAxis
    count: int

    def column(self, value: float) -> int:
        """The column of a value; one outside is put at the end."""
        return min(int(self.axis.share(value) * self.count), self.count - 1)

    def scale(self) -> Text:
        """The axis, and its labels below."""
        line, labels = ["─"] * self.count, [" "] * (self.count + 12)
        free = 0
        for tick in self.axis.ticks():
            label, at = short(tick), self.column(tick)
            start = max(at - len(label) // 2, 0)
            if start >= free and start + len(label) <= self.count:
                line[at] = "┴"
                labels[start : start + len(label)] = label
                free = start + len(label) + 2
        return Text("".join(line) + "\n" + "".join(labels).rstrip())


def _chart(prediction: Prediction, axis: _Columns) -> list[Text]:
    """Bars as high as the probability of their column."""
    mass = axis.axis.mass(prediction, axis.count)
    eighths = np.rint(mass / max(mass.max(), 1e-12) * 8 * _HEIGHT).astype(int)
    # What is there at all is shown.
    eighths = np.where((eighths == 0) & (mass > mass.max() / 500), 1, eighths)
    rows = []
    for row in reversed(range(_HEIGHT)):
        filled = np.clip(eighths - 8 * row, 0, 8)
        rows.append(Text("".join(_BLOCKS[part] for part in filled), style="cyan"))
    return rows


def _bars(prediction: Prediction, intervals: dict[float, tuple[float, float]], axis: _Columns) -> Text:
    """The intervals under the axis: thin for the wide one, thick for the narrow one, and the median."""
    line = [" "] * axis.count
    for share, stroke in ((0.9, "─"), (0.5, "━")):
        first, last = (axis.column(end) for end in intervals[share])
        line[first : last + 1] = stroke * (last + 1 - first)
    line[axis.column(prediction.median)] = "╋"
    legend = "─ 90%  ━ 50%  ╋ median"
    drawn = "".join(line).rstrip()
    apart = "   " if len(drawn) + len(legend) + 3 <= axis.count else "\n"
    return Text(f"{drawn}{apart}{legend}", style="bold")


def _mark(prediction: Prediction, at: float, axis: _Columns) -> list[Text]:
    tail = prediction.tail(at)
    pointer = Text(" " * axis.column(at) + "▲", style="bold red")
    if tail == 0:
        return [pointer, Text(f"{short(at)}: beyond all numbers that this model thinks possible")]
    return [
        pointer,
        Text(
            f"{short(at)}: as far out or further {short_percent(tail)} of the time; "
            f"{short_percent(prediction.relative_density(at))} as dense as the best"
        ),
    ]


def _likeliest(prediction: Prediction, width: int) -> Text:
    """The likeliest numbers, as many as fit a line."""
    line = "most likely:"
    for value, probability in prediction.likeliest(8):
        told = f" {short(value)} ({short_percent(probability)})"
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
