"""Sources of a scan: the files they contain, and how these are split into partitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Any, NamedTuple

import pyarrow as pa

from numerate.corpora import s2orc
from numerate.corpora.files import File, FileFormat, describe, find_files, open_stream
from numerate.corpora.rows import RowLimits, column_names, open_parquet, read_span
from numerate.documents import SUFFIXES
from numerate.errors import InputError
from numerate.scan.options import ScanOptions

FORMATS: dict[str, FileFormat] = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl"}
FORMATS |= dict.fromkeys(SUFFIXES, "document")

TEXT_COLUMN = "text"
ID_COLUMNS = ("id", "doc_id", "document_id", *s2orc.ID_COLUMNS, "url")
"""Columns that may name a record, in order of preference."""

_SAMPLED_RECORDS = 100
"""Records read before the scan starts, to tell a mistyped column from one that some records lack."""


class Sources(NamedTuple):
    """The files of all sources, in order and without duplicates."""

    files: tuple[File, ...]
    left_out: tuple[str, ...]
    """Files of unknown format in the folders."""
    described: list[dict[str, Any]]
    """For the manifest: path, size and fingerprint of each source."""


def find_sources(sources: list[str], options: ScanOptions) -> Sources:
    """List the files, and check that the requested columns exist."""
    files: dict[str, File] = {}
    left_out: list[str] = []
    described = []
    for source in sources:
        listing = find_files(source, FORMATS)
        described.append(describe(source, listing.files))
        left_out += listing.left_out
        for file in listing.files:
            files.setdefault(file.path, file)
    _check_columns(list(files.values()), options)
    return Sources(tuple(files.values()), tuple(left_out), described)


def row_limits(options: ScanOptions) -> RowLimits:
    """Return the largest record and the columns that a scan reads."""
    requested = (options.text_column or TEXT_COLUMN, options.id_column or "", options.source_column or "")
    return RowLimits(options.max_record_bytes, frozenset((*requested, *ID_COLUMNS, *s2orc.TEXT_COLUMNS)))


def _check_columns(files: list[File], options: ScanOptions) -> None:
    """Look for the requested columns in the first Parquet and the first JSON lines file."""
    tables = (next((file for file in files if file.format == form), None) for form in ("parquet", "jsonl"))
    for file in filter(None, tables):
        row = _merged_rows(file, options)
        for column, option in (
            (options.text_column or TEXT_COLUMN, "--text"),
            (options.id_column, "--id"),
            (options.source_column, "--source"),
        ):
            if not row or column is None or column in row or (option == "--text" and s2orc.is_s2orc(row)):
                continue
            columns = ", ".join(sorted(map(str, row)))
            raise InputError(
                f'{file.path}: no column "{column}" (there are {columns}); name one with {option}'
            )


def _merged_rows(file: File, options: ScanOptions) -> dict[str, Any]:
    """Merge the first records into one that has the columns of all."""
    merged: dict[str, Any] = dict.fromkeys(column_names(file) or ())
    try:
        for row in islice(read_span(file, 0, None, row_limits(options)), _SAMPLED_RECORDS):
            merged |= row.content if isinstance(row.content, dict) else {}
    except OSError as error:
        raise InputError(f"{file.path}: cannot be read: {error.strerror or error}") from None
    return merged


_MAX_SEQUENTIAL_PARTS = 16
"""Parts of a compressed file or a row group, each of which has to read all parts before it."""
_MAX_FILES = 1000
"""Files in a partition."""


class Cut(NamedTuple):
    """A position in the sources: a file, and in it a record, or a byte of JSON lines.

    A partition lies between two consecutive cuts, so that every document is in exactly one.
    """

    file: int
    at: int


def split(files: Sequence[File], size: int) -> list[Cut]:
    """Return the starts of partitions of about `size` bytes, and the end of the last."""
    cuts: list[Cut] = []
    weight = count = 0
    for cut, piece_weight in _pieces(files, size):
        if not cuts or weight + piece_weight > size or count == _MAX_FILES:
            cuts.append(cut)
            weight = count = 0
        weight += piece_weight
        count += 1
    return [*cuts, Cut(len(files), 0)]


def _pieces(files: Sequence[File], size: int) -> Iterator[tuple[Cut, int]]:
    """Yield the possible cuts, each with the bytes up to the next."""
    for index, file in enumerate(files):
        if file.size <= size or file.format == "document":
            yield Cut(index, 0), file.size
            continue
        pieces = _parquet_pieces if file.format == "parquet" else _jsonl_pieces
        for at, weight in pieces(file, size):
            yield Cut(index, at), weight


def _jsonl_pieces(file: File, size: int) -> Iterator[tuple[int, int]]:
    length = file.size if file.compression is None else _uncompressed_length(file)
    parts = max(1, ceil(length / size))
    if file.compression is not None:
        parts = min(parts, _MAX_SEQUENTIAL_PARTS)
    yield from _even_pieces(0, length, length, parts)


def _parquet_pieces(file: File, size: int) -> Iterator[tuple[int, int]]:
    try:
        with open_parquet(file) as table:
            groups = [table.metadata.row_group(i) for i in range(table.num_row_groups)]
            sizes = [(group.num_rows, group.total_byte_size) for group in groups]
    except (OSError, pa.ArrowException):
        yield 0, file.size  # the error is reported when the records are read
        return
    first = 0
    for rows, weight in sizes:
        parts = min(max(1, ceil(weight / size)), _MAX_SEQUENTIAL_PARTS, max(1, rows))
        yield from _even_pieces(first, rows, weight, parts)
        first += rows


def _even_pieces(first: int, count: int, weight: int, parts: int) -> Iterator[tuple[int, int]]:
    for part in range(parts):
        yield first + part * count // parts, weight // parts


def _uncompressed_length(file: File) -> int:
    """Count the bytes of a compressed file after decompression, as far as it can be read."""
    length = 0
    try:
        with open_stream(file).content as content:
            while data := content.read(1 << 20):
                length += len(data)
    except (OSError, EOFError):
        pass  # the error is reported when the records are read
    return length
