"""The records of one file: a row for each, read as a stream, and a reason for each that cannot be read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from numerate.corpora.files import File, FileFormat, is_url, open_raw, open_stream
from numerate.corpora.markup import read_html, read_markdown

BROKEN_JSON = "broken JSON"
BROKEN_CSV = "broken CSV"
BROKEN_FILE = "broken file"
ENCODING = "wrong encoding"
GIGANTIC = "gigantic"

LAST = 1 << 62
"""The number of the row that says a file broke off: after all others, wherever reading began."""

# Rows of Parquet decoded at a time: few enough for documents of megabytes, many enough for short ones.
_PARQUET_ROWS = 16


class Row(NamedTuple):
    """One record: its number in the file, its columns or why it has none, and the share of the file read."""

    number: int
    content: dict[str, Any] | str
    done: float


class RowLimits(NamedTuple):
    """What of a file need not be read."""

    largest: int
    """Records over so many bytes are never held in memory."""
    columns: frozenset[str] | None = None
    """The columns of a table that are wanted; None for all."""


Reader = Callable[[File, int, RowLimits], Iterator[Row]]


def read_rows(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    """Yield the records of a file from record `start` on.

    A file that breaks off, an archive cut short, gives one last row that says so.
    """
    try:
        yield from READERS[file.format](file, start, limits)
    except (OSError, EOFError, csv.Error, pa.ArrowException):
        if start <= LAST:
            yield Row(LAST, BROKEN_FILE, 1.0)


def column_names(file: File) -> Sequence[str] | None:
    """Give the columns that every row of the file has; None where each row has its own."""
    if file.format in WHOLE:
        return ["text"]
    try:
        if file.format == "parquet":
            with open_parquet(file) as table:
                return list(table.schema_arrow.names)
        if file.format in ("csv", "tsv"):
            with open_stream(file).content as content:
                return next(_csv_reader(file, content), [])
    except (OSError, EOFError, csv.Error, pa.ArrowException):
        return None
    return None


def read_span(file: File, first: int, stop: int | None, limits: RowLimits) -> Iterator[Row]:
    """Yield the records of a file from place `first` to before place `stop`, or to its end.

    The place of a record in Parquet is its number; in JSON lines it is the byte, uncompressed, at which the
    line begins. So a file can be cut anywhere: a line belongs to the span that its first byte lies in. What
    breaks off is noted as the last record. Errors that another try may be spared are raised.
    """
    place = first
    try:
        for row in (_parquet_rows if file.format == "parquet" else _lines_from)(file, first, limits):
            if stop is not None and row.number >= stop:
                return
            place = row.number + 1
            yield row
    except (ConnectionError, TimeoutError, FileNotFoundError, PermissionError):
        raise
    except (OSError, EOFError, pa.ArrowException) as error:
        reason = str(error).strip().partition("\n")[0]
        yield Row(place, f"{BROKEN_FILE}: {reason}" if reason else BROKEN_FILE, 1.0)


def open_parquet(file: File) -> pq.ParquetFile:
    """Open a Parquet file; only what is asked for is read of it."""
    return pq.ParquetFile(open_raw(file) if is_url(file.path) else file.path, buffer_size=1 << 20)


def _lines_from(file: File, first: int, limits: RowLimits) -> Iterator[Row]:
    stream = open_stream(file)
    with stream.content as content:
        if first:
            _skip(content, first - 1, seekable=file.compression is None)
        lines = _lines(content, limits.largest, max(0, first - 1))
        if first:
            next(lines, None)  # what an earlier span has, or the end of its last line
        for start, line in lines:
            if line is None or not line.isspace():
                yield Row(start, GIGANTIC if line is None else _json(line), _share(stream.raw, file))


def _skip(content: io.BufferedReader, size: int, seekable: bool) -> None:
    if seekable:
        content.seek(size)
        return
    while size and (data := content.read(min(size, 1 << 20))):
        size -= len(data)


def _json_lines(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    stream = open_stream(file)
    with stream.content as content:
        for index, (_, line) in enumerate(_lines(content, limits.largest)):
            if index >= start and (line is None or not line.isspace()):
                yield Row(index, GIGANTIC if line is None else _json(line), _share(stream.raw, file))


def _json_file(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    """Read one object, an array of them, or lines of them: `.json` is used for all three."""
    with open_stream(file).content as content:
        _, first = next(_lines(content, limits.largest), (0, b""))
        if first is not None and isinstance(_json(first), dict):
            content.close()
            yield from _json_lines(file, start, limits)
            return
        rest = b"" if first is None else first + content.read(limits.largest)
    if len(rest) > limits.largest or first is None:
        records: list[Any] = [GIGANTIC]
    else:
        whole = _json(rest, kinds=(dict, list))
        records = whole if isinstance(whole, list) else [whole]
    for index, record in enumerate(records[start:], start):
        yield Row(index, record if isinstance(record, (dict, str)) else BROKEN_JSON, 1.0)


def _csv_rows(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    stream = open_stream(file)
    csv.field_size_limit(limits.largest)
    with stream.content as content:
        reader = _csv_reader(file, content)
        header = next(reader, [])
        index = -1
        while True:
            row: dict[str, Any] | str
            try:
                row = dict(zip(header, next(reader), strict=False))
            except StopIteration:
                return
            except csv.Error as error:
                row = GIGANTIC if "limit" in str(error) else BROKEN_CSV
            index += 1
            if index >= start:
                yield Row(index, row, _share(stream.raw, file))


def _parquet_rows(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    with open_parquet(file) as table:
        total, index = table.metadata.num_rows, 0
        columns = [name for name in table.schema_arrow.names if not limits.columns or name in limits.columns]
        for group in range(table.num_row_groups):
            rows = table.metadata.row_group(group).num_rows
            if index + rows <= start:
                index += rows
                continue
            for batch in table.iter_batches(_PARQUET_ROWS, [group], columns):
                for row in batch.to_pylist():
                    if index >= start:
                        yield Row(index, row, (index + 1) / total)
                    index += 1


def _whole_file(read: Callable[[str], str]) -> Reader:
    """Make a reader of files that are one document each."""

    def rows(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
        if start:
            return
        with open_stream(file).content as content:
            data = content.read(limits.largest + 1)
        if len(data) > limits.largest:
            yield Row(0, GIGANTIC, 1.0)
            return
        try:
            yield Row(0, {"text": read(data.decode("utf-8-sig"))}, 1.0)
        except UnicodeDecodeError:
            yield Row(0, ENCODING, 1.0)

    return rows


WHOLE = ("text", "markdown", "html")
"""Formats whose files are one document each."""

READERS: dict[FileFormat, Reader] = {
    "jsonl": _json_lines,
    "json": _json_file,
    "csv": _csv_rows,
    "tsv": _csv_rows,
    "parquet": _parquet_rows,
    "text": _whole_file(str),
    "markdown": _whole_file(read_markdown),
    "html": _whole_file(read_html),
}


def _lines(content: io.BufferedReader, largest: int, start: int = 0) -> Iterator[tuple[int, bytes | None]]:
    """Yield where each line begins, and the line, or None for one over `largest` bytes, read in pieces."""
    while line := content.readline(largest + 1):
        begin, start = start, start + len(line)
        if len(line) <= largest:
            yield begin, line
            continue
        while line and not line.endswith(b"\n"):
            line = content.readline(largest)
            start += len(line)
        yield begin, None


def _json(data: bytes, kinds: tuple[type, ...] = (dict,)) -> Any:
    try:
        value = json.loads(data)
    except UnicodeDecodeError:
        return ENCODING
    except (ValueError, RecursionError):
        return BROKEN_JSON
    return value if isinstance(value, kinds) else BROKEN_JSON


def _csv_reader(file: File, content: io.BufferedReader) -> Iterator[list[str]]:
    # Bytes that are no UTF-8 become lone surrogates, so that they cost one row and not the file.
    text = io.TextIOWrapper(content, "utf-8-sig", errors="surrogateescape", newline="")
    return csv.reader(text, delimiter="\t" if file.format == "tsv" else ",")


def _share(raw: Any, file: File) -> float:
    return float(raw.tell() / file.size) if file.size else 1.0
