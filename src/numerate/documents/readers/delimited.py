"""CSV and TSV: cells separated by commas, semicolons, tabs or bars.

The standard library's reader gives no offsets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from numerate.documents.builder import DocumentBuilder
from numerate.documents.formats import Limits, TextReader
from numerate.documents.sheet import SheetCell, SheetRow, SheetWriter

_DELIMITERS = "\t;,|"
"""In the order of preference: commas also occur within numbers."""
_SAMPLE = 20_000
"""Characters at the beginning of a file from which its delimiter is inferred."""
_QUOTED = r'"[^"]*(?:""[^"]*)*(?:"|\Z)'
_OUTSIDE_QUOTES = re.compile(rf"{_QUOTED}|(\r\n?|\n)|([{re.escape(_DELIMITERS)}])")
_DOUBLED = re.compile('"(?=")')


def read_delimited(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the cells of a CSV or TSV file into the builder."""

    def write(cell: SheetCell) -> None:
        start = cell.start
        if cell.end - start != len(cell.text):
            for quote in _DOUBLED.finditer(source, start, cell.end):
                # Of each pair of quotes, the second is text.
                if quote.start() >= start:
                    builder.copy(source[start : quote.start()], start)
                    start = quote.end()
                    builder.copy(source[start : start + 1], start)
                    start += 1
        builder.copy(source[start : cell.end], start)

    SheetWriter(builder, write).write_sheet(rows_of(source, delimiter_of(source[:_SAMPLE])))


def delimiter_of(sample: str) -> str:
    """Return the delimiter that most lines have equally often."""
    counts: list[Counter[str]] = [Counter()]
    for token in _OUTSIDE_QUOTES.finditer(sample):
        if token[1]:
            counts.append(Counter())
        elif token[2]:
            counts[-1][token[2]] += 1
    agreement = {}
    for delimiter in _DELIMITERS:
        frequencies = Counter(line[delimiter] for line in counts if line[delimiter])
        agreement[delimiter] = max(frequencies.values(), default=0)
    return max(_DELIMITERS, key=lambda delimiter: agreement[delimiter]) if any(agreement.values()) else ","


def rows_of(source: str, delimiter: str) -> Iterator[SheetRow]:
    """Yield the rows of a text, with the offsets of their cells."""
    rest = rf"[^{re.escape(delimiter)}\r\n]*"
    field = re.compile(
        rf"[ ]*(?:(?P<quoted>{_QUOTED})(?P<rest>{rest})|(?P<plain>{rest}))"
        rf"(?P<end>{re.escape(delimiter)}|\r\n?|\n|\Z)"
    )
    number, cells, column, at = 1, [], 1, 0
    while at < len(source) and (match := field.match(source, at)):
        if cell := _cell(source, match, column):
            cells.append(cell)
        column += 1
        at = match.end()
        if match["end"] != delimiter:
            yield SheetRow(number, cells)
            number, cells, column = number + 1, [], 1
    yield SheetRow(number, cells)


def _cell(source: str, match: re.Match[str], column: int) -> SheetCell | None:
    start, end = match.span("plain")
    is_quoted = bool(match["quoted"]) and not match["rest"].strip()
    if match["quoted"] and not is_quoted:
        start, end = match.start("quoted"), match.end("rest")  # "a" b is not a quoted cell
    elif is_quoted:
        start, end = match.start("quoted") + 1, match.end("quoted")
        end -= end - start > 0 and source[end - 1] == '"'
    content = source[start:end]
    start += len(content) - len(content.lstrip())
    content = content.strip()
    if not content:
        return None
    text = content.replace('""', '"') if is_quoted else content
    return SheetCell(column, text, start, start + len(content))


READER = TextReader("csv", (".csv", ".tsv", ".tab"), read_delimited, sniff=lambda head: False)
