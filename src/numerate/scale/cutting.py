"""Where a corpus is cut into partitions: always the same ones, however many workers there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

import pyarrow as pa

from numerate.corpora.files import File, open_stream
from numerate.corpora.rows import open_parquet

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
