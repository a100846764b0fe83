"""A part of a table for a terminal: columns in line, the figures of a finding underlined."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from numerate.report.outputs import visible
from numerate.report.table_view import TableView, ViewedCell

_WIDEST_LABEL = 34
_WIDEST_FIGURE = 16
_GAP = "  "
_SIGNS = {"": " ", "related": "-", "finding": "^"}


def table_lines(view: TableView, indent: int, width: int, style: str, colour: bool) -> Iterator[Text]:
    """Yield the lines of a table; without colour, marks are on a line of their own below the figures."""
    rows = [tuple(map(ViewedCell, view.header)), *view.rows][not any(view.header) :]
    count = len(view.header)
    widths = [
        min(max(cell_len(row[i].text) for row in rows if row), _WIDEST_LABEL if not i else _WIDEST_FIGURE)
        for i in range(count)
    ]
    while sum(widths) + len(_GAP) * (count - 1) + indent > width and count > 2:
        count -= 1
    for row in rows:
        if row is None:
            yield Text(f"{' ' * indent}…")
            continue
        line, marks = Text(" " * indent), " " * indent
        for i, cell in enumerate(row[:count]):
            text = _fitted(cell.text, widths[i], right=i > 0)
            start = len(line) + len(text) - len(text.lstrip())
            line.append(text + _GAP)
            length = cell_len(text.strip())
            marks += " " * (cell_len(text) - cell_len(text.lstrip())) + _SIGNS[cell.mark] * length
            marks = set_cell_size(marks, cell_len(line.plain))
            if colour and cell.mark:
                underline = f"{style} underline" if cell.mark == "finding" else "underline"
                line.stylize(underline, start, start + len(text.strip()))
        line.rstrip()
        yield line
        if not colour and marks.strip():
            yield Text(marks.rstrip())


def _fitted(text: str, width: int, right: bool) -> str:
    text = visible(text)
    if cell_len(text) > width:
        # Labels often differ in their last word only: "Year ended 31 March 2024".
        last = text.rpartition(" ")[2]
        end = f"… {last}" if cell_len(last) <= width // 2 - 2 else "…"
        text = set_cell_size(text, width - cell_len(end)).rstrip() + end
    space = " " * (width - cell_len(text))
    return space + text if right else text + space
