"""What is to be scanned: the files of some sources, those with many records and those that are documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Any, NamedTuple

import pyarrow as pa

from numerate.corpora.files import File, FileFormat, describe, find_files, open_stream
from numerate.corpora.rows import RowLimits, column_names, open_parquet, read_span
from numerate.corpora.s2orc import ID_COLUMNS, TEXT_COLUMNS, is_s2orc
from numerate.documents import SUFFIXES
from numerate.errors import InputError
from numerate.scan.options import ScanOptions

FORMATS: dict[str, FileFormat] = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl"}
FORMATS |= dict.fromkeys(SUFFIXES, "document")

TEXT = "text"
IDS = ("id", "doc_id", "document_id", *ID_COLUMNS, "url")
"""Columns that name a record, where none is chosen: the first that there is."""

# Records looked at before the work begins, to tell a mistyped column from a record that lacks it.
_LOOKED_AT = 100


class Sources(NamedTuple):
    """Files in order, each once."""

    files: tuple[File, ...]
    left_out: tuple[str, ...]
    """What in the folders is of no known format."""
    described: list[dict[str, Any]]


def find_sources(sources: list[str], settings: ScanOptions) -> Sources:
    """Find the files, and check that the columns asked for are there, before any work is done."""
    files: dict[str, File] = {}
    left_out: list[str] = []
    described = []
    for source in sources:
        found = find_files(source, FORMATS)
        described.append(describe(source, found.files))
        left_out += found.left_out
        for file in found.files:
            files.setdefault(file.path, file)
    _check_columns(list(files.values()), settings)
    return Sources(tuple(files.values()), tuple(left_out), described)


def limits(settings: ScanOptions) -> RowLimits:
    """What of a file need not be read."""
    chosen = (settings.text or TEXT, settings.id or "", settings.source or "")
    return RowLimits(settings.largest, frozenset((*chosen, *IDS, *TEXT_COLUMNS)))


def _check_columns(files: list[File], settings: ScanOptions) -> None:
    """Look at the first file of each kind of table."""
    tables = (next((file for file in files if file.format == form), None) for form in ("parquet", "jsonl"))
    for file in filter(None, tables):
        row = _first_rows(file, settings)
        for column, option in (
            (settings.text or TEXT, "--text"),
            (settings.id, "--id"),
            (settings.source, "--source"),
        ):
            if not row or column is None or column in row or (option == "--text" and is_s2orc(row)):
                continue
            there = ", ".join(sorted(map(str, row)))
            raise InputError(f'{file.path}: no column "{column}" (there are {there}); name one with {option}')


def _first_rows(file: File, settings: ScanOptions) -> dict[str, Any]:
    """Join the first records: a column that none of them has is unknown."""
    named: dict[str, Any] = dict.fromkeys(column_names(file) or ())
    try:
        for row in islice(read_span(file, 0, None, limits(settings)), _LOOKED_AT):
            named |= row.content if isinstance(row.content, dict) else {}
    except OSError as error:
        raise InputError(f"{file.path}: cannot be read: {error.strerror or error}") from None
    return named


# What can only be read from its start is cut into so many parts at most, each of which reads what is before.
_FROM_THE_START = 16
# Files to a partition at most.
_FILES = 1000


class Cut(NamedTuple):
    """A place in a corpus: a file, and in that a record, or a byte of JSON lines.

    A partition is what lies between a cut and the next. So nothing is lost between two, and nothing is twice.
    """

    file: int
    at: int


def cut(files: Sequence[File], size: int) -> list[Cut]:
    """Cut into partitions of about `size` bytes: where each begins, and where the last ends."""
    cuts: list[Cut] = []
    held = count = 0
    for place, weight in _pieces(files, size):
        if not cuts or held + weight > size or count == _FILES:
            cuts.append(place)
            held = count = 0
        held += weight
        count += 1
    return [*cuts, Cut(len(files), 0)]


def _pieces(files: Sequence[File], size: int) -> Iterator[tuple[Cut, int]]:
    """Yield where the corpus may be cut, and the bytes from there to the next such place."""
    for index, file in enumerate(files):
        if file.size <= size or file.format == "document":
            yield Cut(index, 0), file.size
            continue
        places = _rows if file.format == "parquet" else _lines
        for at, weight in places(file, size):
            yield Cut(index, at), weight


def _lines(file: File, size: int) -> Iterator[tuple[int, int]]:
    length = file.size if file.compression is None else _length(file)
    parts = max(1, ceil(length / size))
    yield from _even(0, length, length, parts if file.compression is None else min(parts, _FROM_THE_START))


def _rows(file: File, size: int) -> Iterator[tuple[int, int]]:
    try:
        with open_parquet(file) as table:
            groups = [table.metadata.row_group(i) for i in range(table.num_row_groups)]
            sizes = [(group.num_rows, group.total_byte_size) for group in groups]
    except (OSError, pa.ArrowException):
        yield 0, file.size  # whoever reads it will say what is wrong
        return
    first = 0
    for rows, weight in sizes:
        yield from _even(first, rows, weight, min(max(1, ceil(weight / size)), _FROM_THE_START, max(1, rows)))
        first += rows


def _even(first: int, count: int, weight: int, parts: int) -> Iterator[tuple[int, int]]:
    for part in range(parts):
        yield first + part * count // parts, weight // parts


def _length(file: File) -> int:
    """Bytes of a compressed file once uncompressed, as far as it can be read."""
    length = 0
    try:
        with open_stream(file).content as content:
            while data := content.read(1 << 20):
                length += len(data)
    except (OSError, EOFError):
        pass  # whoever reads it will say what is wrong
    return length
