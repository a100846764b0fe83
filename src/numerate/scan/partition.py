"""The unit of work: one partition of a corpus, from its files to its finished tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from numerate.corpora.files import File
from numerate.scan.checker import Checker
from numerate.scan.records import Record, read_records
from numerate.scan.sources import Cut
from numerate.scan.worker import CheckTask

# What is sent to a worker at once: enough that asking costs nothing, little enough to be done again.
_TOGETHER = 64
_TOGETHER_SIZE = 1 << 18


@dataclass(frozen=True)
class ScanJob:
    """All that has to be known to work on any partition, on any machine."""

    files: tuple[File, ...]
    cuts: tuple[Cut, ...]
    work: CheckTask


class PartitionResult(NamedTuple):
    """A finished partition: its number, and each table as a Parquet file."""

    partition: int
    tables: dict[str, bytes]


def make(corpus: ScanJob, partition: int, checker: Checker) -> PartitionResult:
    """Check the documents of a partition. The result is the same wherever and whenever it is done."""
    first, stop = corpus.cuts[partition : partition + 2]
    records = read_records(corpus.files, first, stop, corpus.work.settings)
    made = [tables for some in _together(records) for tables in checker.check(some)]
    if not made:
        made = checker.check([])
    return PartitionResult(partition, {name: _parquet(tables[name] for tables in made) for name in made[0]})


def _together(records: Iterable[Record]) -> Iterator[list[Record]]:
    some: list[Record] = []
    size = 0
    for record in records:
        if some and (len(some) == _TOGETHER or size + len(record.content) > _TOGETHER_SIZE):
            yield some
            some, size = [], 0
        some.append(record)
        size += len(record.content)
    if some:
        yield some


def _parquet(tables: Iterable[pa.Table]) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.concat_tables(tables).combine_chunks(), sink, compression="zstd")
    return bytes(sink.getvalue())
