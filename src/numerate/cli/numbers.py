"""Numbers of a text, written for people (marked text and a table) or for programs (JSON lines).

Styles come from rich, but text and rows are joined by hand: rich lays out 10 MB in minutes, this in seconds.
"""

from __future__ import annotations

import json
import math
import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console

from numerate.text.number import Number
from numerate.text.visible import visible

_HEADER = ("line:column", "number", "value", "kind", "unit")
_VALUE = _HEADER.index("value")
_WIDEST = 40


def write_json(text: str, numbers: Iterable[Number]) -> None:
    """Write one JSON object per number and line."""
    place = _Places(text)
    for number in numbers:
        line, column = place(number.start)
        record = number._asdict() | {
            # JSON has no infinity; `decimal` holds a value of any size. An identifier has no value at all.
            "value": number.value if math.isfinite(number.value) else None,
            "decimal": None if number.decimal.is_nan() else str(number.decimal),
            "line": line,
            "column": column,
        }
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")


def write_text(text: str, numbers: Sequence[Number]) -> None:
    """Write the text with its numbers marked, and a table of them."""
    console = Console()
    plain = console.color_system is None
    mark = ("⟦", "⟧") if plain else _codes(console, "bold cyan")
    head = ("", "") if plain else _codes(console, "bold")
    shown = text if plain else visible(text)

    write = sys.stdout.write
    for piece in _marked(shown, numbers, mark):
        write(piece)
    write("\n" if text.endswith("\n") else "\n\n")
    if not numbers:
        write("No numbers.\n")
        return
    place = _Places(text)
    rows = [_row(number, place(number.start)) for number in numbers]
    widths = [max(map(cell_len, column)) for column in zip(_HEADER, *rows, strict=True)]
    write(head[0] + _line(_HEADER, widths) + head[1] + "\n")
    for row in rows:
        write(_line(row, widths) + "\n")


class _Places:
    """Character offset to line and column, both from 1."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", text))]

    def __call__(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def _marked(text: str, numbers: Iterable[Number], mark: tuple[str, str]) -> Iterator[str]:
    done = 0
    for number in numbers:
        yield text[done : number.start]
        yield mark[0] + text[number.start : number.end] + mark[1]
        done = number.end
    yield text[done:]


def _codes(console: Console, style: str) -> tuple[str, str]:
    """Find what this terminal needs before and after a text of this style."""
    with console.capture() as capture:
        console.print("|", style=style, end="")
    before, _, after = capture.get().partition("|")
    return before, after


def _row(number: Number, place: tuple[int, int]) -> tuple[str, ...]:
    beside = " ".join(filter(None, (number.currency, number.unit)))
    return (
        f"{place[0]}:{place[1]}",
        _clipped(visible(re.sub(r"\s", " ", number.text))),
        _clipped(_value(number)),
        number.kind,
        _clipped(beside),
    )


def _value(number: Number) -> str:
    """Write the value to be read at a glance; JSON has it to the last digit."""
    if number.decimal.is_nan():
        return ""
    sign = {-1: "-", 0: "", 1: "+"}[number.sign]
    if number.kind == "fraction" or (number.value and not 1e-6 <= number.value < 1e16):
        return sign + format(number.value, ".6g")
    grouping = "" if number.kind in ("year", "decade") else ","
    places = ".0f" if number.decimal == int(number.decimal) else "f"
    return sign + format(number.decimal, grouping + places)


def _clipped(cell: str) -> str:
    return cell if cell_len(cell) <= _WIDEST else set_cell_size(cell, _WIDEST - 1) + "…"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True)]
    cells[_VALUE] = row[_VALUE].rjust(widths[_VALUE])
    return "  ".join(cells).rstrip()
