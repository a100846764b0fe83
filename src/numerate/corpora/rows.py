"""The records of one file as a stream of rows; a record that cannot be read is a row with the reason."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from numerate.corpora.files import File, FileFormat, is_url, open_raw, open_stream
from numerate.documents import DocumentError, Limits, read

BROKEN_JSON = "broken JSON"
BROKEN_CSV = "broken CSV"
BROKEN_FILE = "broken file"
ENCODING = "wrong encoding"
TOO_LARGE = "gigantic"
UNREADABLE = "could not be read"

END_ROW = 1 << 62
"""Number of the row that reports a truncated file; greater than that of any record."""

# Rows of Parquet decoded at once: a compromise between memory for long documents and speed for short ones.
_PARQUET_BATCH = 16


class Row(NamedTuple):
    """One record of a file."""

    number: int
    content: dict[str, Any] | str
    """Its columns, or the reason why it could not be read."""
    progress: float
    """Share of the file read so far."""


class RowLimits(NamedTuple):
    """Bounds on what is read of a file."""

    largest: int
    """Size in bytes from which on a record is skipped without being held in memory."""
    columns: frozenset[str] | None = None
    """The columns to read of a table; None for all."""


Reader = Callable[[File, int, RowLimits], Iterator[Row]]


def read_rows(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    """Yield the records of a file from record `start` on.

    A truncated file ends with a row that reports it, numbered `END_ROW`.
    """
    try:
        yield from READERS[file.format](file, start, limits)
    except (OSError, EOFError, csv.Error, pa.ArrowException):
        if start <= END_ROW:
            yield Row(END_ROW, BROKEN_FILE, 1.0)


def column_names(file: File) -> Sequence[str] | None:
    """Return the columns that all rows of the file share; None where each row has its own."""
    if file.format in DOCUMENT_FORMATS:
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
    """Yield the records of a file from position `first` up to, not including, position `stop`.

    The position of a record in Parquet is its number; in JSON lines it is the uncompressed byte offset of the
    line. So a file can be split anywhere: a line belongs to the span that contains its first byte. The last
    row of a truncated file reports that. Errors that may not recur on a retry are raised.
    """
    position = first
    try:
        for row in (_parquet_rows if file.format == "parquet" else _lines_from)(file, first, limits):
            if stop is not None and row.number >= stop:
                return
            position = row.number + 1
            yield row
    except (ConnectionError, TimeoutError, FileNotFoundError, PermissionError):
        raise
    except (OSError, EOFError, pa.ArrowException) as error:
        reason = str(error).strip().partition("\n")[0]
        yield Row(position, f"{BROKEN_FILE}: {reason}" if reason else BROKEN_FILE, 1.0)


def open_parquet(file: File) -> pq.ParquetFile:
    """Open a Parquet file, whose columns and row groups are then read on demand."""
    return pq.ParquetFile(open_raw(file) if is_url(file.path) else file.path, buffer_size=1 << 20)


def _lines_from(file: File, first: int, limits: RowLimits) -> Iterator[Row]:
    stream = open_stream(file)
    with stream.content as content:
        if first:
            _skip(content, first - 1, seekable=file.compression is None)
        lines = _lines(content, limits.largest, max(0, first - 1))
        if first:
            next(lines, None)  # the rest of a line that belongs to the span before
        for start, line in lines:
            if line is None or not line.isspace():
                yield Row(start, TOO_LARGE if line is None else _json(line), _progress(stream.raw, file))


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
                yield Row(index, TOO_LARGE if line is None else _json(line), _progress(stream.raw, file))


def _json_file(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    """Read one object, an array of objects, or JSON lines: `.json` is used for all three."""
    with open_stream(file).content as content:
        _, first = next(_lines(content, limits.largest), (0, b""))
        if first is not None and isinstance(_json(first), dict):
            content.close()
            yield from _json_lines(file, start, limits)
            return
        rest = b"" if first is None else first + content.read(limits.largest)
    if len(rest) > limits.largest or first is None:
        records: list[Any] = [TOO_LARGE]
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
                row = TOO_LARGE if "limit" in str(error) else BROKEN_CSV
            index += 1
            if index >= start:
                yield Row(index, row, _progress(stream.raw, file))


def _parquet_rows(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    with open_parquet(file) as table:
        total, index = table.metadata.num_rows, 0
        columns = [name for name in table.schema_arrow.names if not limits.columns or name in limits.columns]
        for group in range(table.num_row_groups):
            rows = table.metadata.row_group(group).num_rows
            if index + rows <= start:
                index += rows
                continue
            for batch in table.iter_batches(_PARQUET_BATCH, [group], columns):
                for row in batch.to_pylist():
                    if index >= start:
                        yield Row(index, row, (index + 1) / total)
                    index += 1


def _document(file: File, start: int, limits: RowLimits) -> Iterator[Row]:
    """Read a file that is one document; its markup as when a document is checked."""
    if start:
        return
    with open_stream(file).content as content:
        data = content.read(limits.largest + 1)
    try:
        if len(data) > limits.largest:
            yield Row(0, TOO_LARGE, 1.0)
        elif file.format == "text":
            yield Row(0, {"text": data.decode("utf-8-sig")}, 1.0)
        else:
            document = read(data, format=file.format, limits=Limits(file_bytes=limits.largest))
            yield Row(0, {"text": document.text}, 1.0)
    except UnicodeDecodeError:
        yield Row(0, ENCODING, 1.0)
    except DocumentError:
        yield Row(0, UNREADABLE, 1.0)


DOCUMENT_FORMATS: tuple[FileFormat, ...] = ("text", "markdown", "html")
"""Formats of files that are one document each."""

READERS: dict[FileFormat, Reader] = {
    "jsonl": _json_lines,
    "json": _json_file,
    "csv": _csv_rows,
    "tsv": _csv_rows,
    "parquet": _parquet_rows,
    **dict.fromkeys(DOCUMENT_FORMATS, _document),
}


def _lines(content: io.BufferedReader, largest: int, start: int = 0) -> Iterator[tuple[int, bytes | None]]:
    """Yield the offset and content of each line; None instead of a line of more than `largest` bytes."""
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
    # Invalid bytes become lone surrogates, so that they invalidate one row instead of the file.
    text = io.TextIOWrapper(content, "utf-8-sig", errors="surrogateescape", newline="")
    return csv.reader(text, delimiter="\t" if file.format == "tsv" else ",")


def _progress(raw: Any, file: File) -> float:
    return float(raw.tell() / file.size) if file.size else 1.0
