"""Partitions: the unit of work of a scan, and the unit of what its folder holds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from numerate.corpora.files import File
from numerate.errors import InputError
from numerate.io.files import whole_folder
from numerate.scan.records import Record, read_records
from numerate.scan.sources import Cut

if TYPE_CHECKING:
    from numerate.scan.checker import Checker
    from numerate.scan.worker import CheckTask

MANIFEST = "manifest.json"
VERSION = 3
"""Version of the folder's layout and schemas."""
_LOCK = ".lock"

# A batch is large enough that communication costs little, and small enough to repeat when a worker is lost.
_BATCH_RECORDS = 64
_BATCH_CHARACTERS = 1 << 18


@dataclass(frozen=True)
class ScanJob:
    """Everything needed to check any partition, on any machine."""

    files: tuple[File, ...]
    cuts: tuple[Cut, ...]
    task: CheckTask


class PartitionResult(NamedTuple):
    """A checked partition: its index, and each table as the bytes of a Parquet file."""

    partition: int
    tables: dict[str, bytes]


def check_partition(job: ScanJob, partition: int, checker: Checker) -> PartitionResult:
    """Check the documents of a partition. The result does not depend on when and where it is computed."""
    first, stop = job.cuts[partition : partition + 2]
    records = read_records(job.files, first, stop, job.task.options)
    parts = [tables for batch in _batches(records) for tables in checker.check(batch)]
    if not parts:
        parts = checker.check([])
    return PartitionResult(partition, {name: _parquet(tables[name] for tables in parts) for name in parts[0]})


def _batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    batch: list[Record] = []
    size = 0
    for record in records:
        if batch and (len(batch) == _BATCH_RECORDS or size + len(record.content) > _BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += len(record.content)
    if batch:
        yield batch


def _parquet(tables: Iterable[pa.Table]) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.concat_tables(tables).combine_chunks(), sink, compression="zstd")
    return bytes(sink.getvalue())


def folder_name(partition: int) -> str:
    """Return the name of a partition's folder."""
    return f"part-{partition:05d}"


def write_partition(folder: Path, result: PartitionResult) -> None:
    """Write all tables of a partition, or nothing."""
    with whole_folder(folder / folder_name(result.partition)) as unfinished:
        for table, data in result.tables.items():
            (unfinished / f"{table}.parquet").write_bytes(data)


def finished_partitions(folder: Path, partitions: int) -> list[int]:
    """Return the partitions that have been written."""
    return [partition for partition in range(partitions) if (folder / folder_name(partition)).is_dir()]


def count_partition(folder: Path, partition: int) -> dict[str, Any]:
    """Count what a written partition contains."""
    documents = pq.read_table(
        folder / folder_name(partition) / "documents.parquet",
        columns=["characters", "numbers", "judged", "findings", "error"],
    )
    sums = {column: pc.sum(documents[column]).as_py() or 0 for column in documents.column_names[:-1]}
    return {"documents": len(documents), **sums, "errors": len(documents) - documents["error"].null_count}


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Lock a folder against other scans; the lock ends with the process, however that ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be written ({error.strerror}); choose another folder with --out"
        ) from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"{folder}: another scan is running here; wait for it, or choose another --out"
            ) from None
        yield
    finally:
        os.close(handle)
