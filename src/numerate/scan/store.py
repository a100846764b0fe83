"""A scan's folder: its manifest, and a folder of Parquet files for each finished partition."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq

from numerate.errors import InputError
from numerate.io.files import whole_folder
from numerate.scan.partition import PartitionResult

MANIFEST = "manifest.json"
VERSION = 1
_LOCK = ".lock"


def name(partition: int) -> str:
    """What a partition's folder is called."""
    return f"part-{partition:05d}"


def write_partition(folder: Path, made: PartitionResult) -> None:
    """Write a partition, all its tables or nothing."""
    with whole_folder(folder / name(made.partition)) as unfinished:
        for table, data in made.tables.items():
            (unfinished / f"{table}.parquet").write_bytes(data)


def finished(folder: Path, partitions: int) -> list[int]:
    """Which partitions are there."""
    return [partition for partition in range(partitions) if (folder / name(partition)).is_dir()]


def counts(folder: Path, partition: int) -> dict[str, Any]:
    """What a finished partition holds."""
    documents = pq.read_table(
        folder / name(partition) / "documents.parquet",
        columns=["characters", "numbers", "judged", "findings", "error"],
    )
    sums = {column: pc.sum(documents[column]).as_py() or 0 for column in documents.column_names[:-1]}
    return {"documents": len(documents), **sums, "errors": len(documents) - documents["error"].null_count}


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a folder for one scan at a time. Whatever becomes of the process, it is free again then."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"{folder}: another scan is at work here; wait for it, or choose another --out"
            ) from None
        yield
    finally:
        os.close(handle)
