"""A prediction as text for a terminal: its context, the likeliest numbers and the chart."""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.text import Text

from numerate.model import Prediction
from numerate.report.chart import Chart, charts_of_predictions, format_range, format_share, format_value
from numerate.report.outputs import visible

_HEIGHT = 6
"""Lines of the density."""
_BLOCKS = " ▁▂▃▄▅▆▇█"
_CONTEXT = 90
"""Characters of the text shown on each side of a number."""
_NARROWEST, _WIDEST = 20, 78
"""Columns of the chart."""
_VISIBLE = 1 / 500
"""Share of the highest column from which on a column is drawn, however low."""
_LIKELIEST = 8
"""Most likeliest numbers shown."""


def print_chart(text: str, prediction: Prediction, at: float | None, console: Console) -> None:
    """Print a prediction and its chart, with a pointer to the value `at` if there is one."""
    columns = max(_NARROWEST, min(console.width - 2, _WIDEST))
    [chart] = charts_of_predictions([prediction], [[at]], columns)
    console.print(_context(text, prediction, plain=console.color_system is None))
    console.print()
    intervals = f"   50%: {format_range(*chart.half)}   90%: {format_range(*chart.most)}"
    console.print(Text.assemble("median ", (format_value(chart.median), "bold"), intervals))
    console.print(_likeliest(prediction, console.width))
    console.print()
    for line in (*_density(chart.mass), _scale(chart), _intervals(chart)):
        console.print(line, no_wrap=True, crop=True)
    if at is not None:
        console.print(Text(" " * _column(chart, at) + "▲", style="bold red"))
        console.print(Text(_likelihood(prediction, at)))


def draw(chart: Chart, at: float | None = None) -> str:
    """Return a chart as lines of plain text, with a pointer to the value `at` if there is one."""
    lines = [line.plain for line in (*_density(chart.mass), _scale(chart), _intervals(chart))]
    if at is not None:
        lines.append(" " * _column(chart, at) + "▲")
    return "\n".join(lines)


def _column(chart: Chart, value: float) -> int:
    """Return the column of a value; one beyond an end of the axis has the column at that end."""
    columns = len(chart.mass)
    return min(int(chart.axis.position(value) * columns), columns - 1)


def _density(mass: list[float]) -> list[Text]:
    """Draw a bar for each column, as high as its probability."""
    highest = max(*mass, 1e-12)
    eighths = np.rint(np.array(mass) / highest * 8 * _HEIGHT).astype(int)
    eighths = np.where((eighths == 0) & (np.array(mass) > highest * _VISIBLE), 1, eighths)
    rows = []
    for row in reversed(range(_HEIGHT)):
        filled = np.clip(eighths - 8 * row, 0, 8)
        rows.append(Text("".join(_BLOCKS[part] for part in filled), style="cyan"))
    return rows


def _scale(chart: Chart) -> Text:
    """Draw the axis, and labels below it where they fit."""
    columns = len(chart.mass)
    line, labels = ["─"] * columns, [" "] * columns
    free = 0
    for tick in chart.axis.ticks():
        label, column = format_value(tick), _column(chart, tick)
        start = max(column - len(label) // 2, 0)
        if start >= free and start + len(label) <= columns:
            line[column] = "┴"
            labels[start : start + len(label)] = label
            free = start + len(label) + 2
    return Text("".join(line) + "\n" + "".join(labels).rstrip())


def _intervals(chart: Chart) -> Text:
    """Draw the intervals, thin and thick, and the median, with a legend."""
    columns = len(chart.mass)
    line = [" "] * columns
    for ends, stroke in ((chart.most, "─"), (chart.half, "━")):
        first, last = (_column(chart, end) for end in ends)
        line[first : last + 1] = stroke * (last + 1 - first)
    line[_column(chart, chart.median)] = "╋"
    legend = "─ 90%  ━ 50%  ╋ median"
    bars = "".join(line).rstrip()
    separator = "   " if len(bars) + len(legend) + 3 <= columns else "\n"
    return Text(f"{bars}{separator}{legend}", style="bold")


def _likelihood(prediction: Prediction, at: float) -> str:
    tail = prediction.tail(at)
    if tail == 0:
        return f"{format_value(at)}: outside the range that the model considers possible"
    density = format_share(prediction.relative_density(at))
    return (
        f"{format_value(at)}: as far out or further {format_share(tail)} of the time; "
        f"{density} of the highest density"
    )


def _likeliest(prediction: Prediction, width: int) -> Text:
    """List the likeliest numbers that fit on a line."""
    line = "most likely:"
    for value, probability in prediction.likeliest(_LIKELIEST):
        entry = f" {format_value(value)} ({format_share(probability)})"
        if len(line) + len(entry) + 1 > width:
            break
        line += entry + ","
    return Text(line.rstrip(","))


def _context(text: str, prediction: Prediction, plain: bool) -> Text:
    """Return the line of the text around the number, with the number highlighted."""
    number = prediction.number
    before, after = text[: number.start], text[number.end :]
    first = before[-_CONTEXT:].rpartition("\n")[2].lstrip()
    last = after[:_CONTEXT].partition("\n")[0].rstrip()
    return Text.assemble(
        "…" if len(first) < len(before.lstrip()) else "",
        visible(first),
        (f"⟦{number.text}⟧" if plain else number.text, "bold cyan"),
        visible(last),
        "…" if len(last) < len(after.rstrip()) else "",
    )
