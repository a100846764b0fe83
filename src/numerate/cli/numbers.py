"""The numbers of a text as marked text with a table, or as JSON lines.

Styles come from rich, but text and rows are joined by hand: rich lays out 10 MB in minutes, this in seconds.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console

from numerate.cli.source import TextSource
from numerate.documents import Place
from numerate.report.outputs import visible
from numerate.text.number import Number

_HEADER = ("line:column", "number", "value", "kind", "unit")
_VALUE = _HEADER.index("value")
_WIDEST = 40
"""Cells of the widest column; longer content is clipped."""


def write_json(source: TextSource, numbers: Iterable[Number]) -> None:
    """Write one JSON object per number and line."""
    for number in numbers:
        place = source.locate(number.start, number.end)
        record = number.to_dict()
        if not source.is_plain:
            _move_offsets(record, source)
        record |= {"line": place.line, "column": place.column}
        if not source.has_lines:
            record["where"] = place.where
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")


def _move_offsets(record: dict[str, Any], source: TextSource) -> None:
    """Replace the offsets of a number and its parts, in the text, by those in the file."""
    for span in filter(None, (record, record["unit"])):
        place = source.locate(span["start"], span["end"])
        span |= {"start": place.start, "end": place.end}
    numeral = source.locate(*record["numeral"])
    record["numeral"] = [numeral.start, numeral.end]
    if record["of"] is not None:
        record["of"] = source.locate(record["of"], record["of"] + 1).start


def write_text(source: TextSource, numbers: Sequence[Number]) -> None:
    """Write the text with its numbers marked, and a table of them."""
    console = Console()
    plain = console.color_system is None
    mark = ("⟦", "⟧") if plain else _codes(console, "bold cyan")
    bold = ("", "") if plain else _codes(console, "bold")
    text = source.text if plain else visible(source.text)

    write = sys.stdout.write
    for piece in _marked(text, numbers, mark):
        write(piece)
    write("\n" if text.endswith("\n") else "\n\n")
    if not numbers:
        write("No numbers.\n")
        return
    header = _HEADER if source.has_lines else ("place", *_HEADER[1:])
    rows = [_row(number, source.locate(number.start, number.end), source.has_lines) for number in numbers]
    widths = [max(map(cell_len, column)) for column in zip(header, *rows, strict=True)]
    write(bold[0] + _line(header, widths) + bold[1] + "\n")
    for row in rows:
        write(_line(row, widths) + "\n")


def _marked(text: str, numbers: Iterable[Number], mark: tuple[str, str]) -> Iterator[str]:
    end = 0
    for number in numbers:
        yield text[end : number.start]
        yield mark[0] + text[number.start : number.end] + mark[1]
        end = number.end
    yield text[end:]


def _codes(console: Console, style: str) -> tuple[str, str]:
    """Return the escape codes that begin and end a style on this terminal."""
    with console.capture() as capture:
        console.print("|", style=style, end="")
    before, _, after = capture.get().partition("|")
    return before, after


def _row(number: Number, place: Place, has_lines: bool) -> tuple[str, ...]:
    return (
        f"{place.line}:{place.column}" if has_lines else _clipped(place.where),
        _clipped(visible(re.sub(r"\s", " ", number.text))),
        _clipped(_value(number)),
        number.kind,
        _clipped(number.unit.symbol if number.unit else number.noun or ""),
    )


def _value(number: Number) -> str:
    """Format the value for reading; JSON has every digit."""
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
