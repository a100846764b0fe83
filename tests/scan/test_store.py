from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from numerate.errors import InputError
from numerate.scan import store
from numerate.scan.partition import PartitionResult
from numerate.scan.records import Record
from numerate.scan.tables import TableBuilder, Tables
from tests.report.made import report


def made(partition: int, tables: Tables) -> PartitionResult:
    written = {}
    for name, table in tables.items():
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink)
        written[name] = bytes(sink.getvalue())
    return PartitionResult(partition, written)


def tables(checked: int, failed: int = 0) -> Tables:
    rows = TableBuilder(every=False)
    for i in range(checked):
        rows.add(Record(f"d{i}", None, "here", ""), report())
    for i in range(failed):
        rows.add_error(Record(f"e{i}", None, "here", ""), "is broken")
    return rows.tables()


def test_partitions_are_listed_in_the_order_of_their_numbers() -> None:
    names = [store.name(partition) for partition in (0, 7, 99_999)]
    assert names == sorted(names) == ["part-00000", "part-00007", "part-99999"]


def test_a_partition_is_written_whole_and_read_back(tmp_path: Path) -> None:
    written = tables(2, 1)
    store.write_partition(tmp_path, made(3, written))
    assert store.finished(tmp_path, 5) == [3]
    folder = tmp_path / store.name(3)
    assert {file.stem: pq.read_table(file) for file in folder.iterdir()} == written
    assert list(tmp_path.iterdir()) == [folder]


def test_a_partition_that_fails_half_way_is_not_finished(tmp_path: Path) -> None:
    broken = PartitionResult(0, {"documents": b"whole", "findings": None})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        store.write_partition(tmp_path, broken)
    assert store.finished(tmp_path, 1) == []
    store.write_partition(tmp_path, made(0, tables(1)))
    assert store.finished(tmp_path, 1) == [0]
    assert store.counts(tmp_path, 0)["documents"] == 1


def test_only_partitions_of_this_scan_are_finished(tmp_path: Path) -> None:
    for partition in (0, 2, 5):
        store.write_partition(tmp_path, made(partition, tables(1)))
    assert store.finished(tmp_path, 4) == [0, 2]


def test_what_a_partition_holds_is_counted(tmp_path: Path) -> None:
    store.write_partition(tmp_path, made(0, tables(2, 1)))
    one = report()
    assert store.counts(tmp_path, 0) == {
        "documents": 3,
        "characters": 2 * len(one.text),
        "numbers": 8,
        "judged": 6,
        "findings": 4,
        "errors": 1,
    }


@pytest.mark.parametrize("failed", [0, 2])
def test_a_partition_without_numbers_counts_none(tmp_path: Path, failed: int) -> None:
    store.write_partition(tmp_path, made(0, tables(0, failed)))
    counted = store.counts(tmp_path, 0)
    assert counted.pop("documents") == counted.pop("errors") == failed
    assert set(counted.values()) == {0}


@pytest.mark.skipif(os.name != "posix", reason="folders are held on POSIX only")
def test_one_scan_at_a_time_holds_a_folder(tmp_path: Path) -> None:
    with store.alone(tmp_path):
        with pytest.raises(InputError, match=r"another scan is at work here.*--out"), store.alone(tmp_path):
            pytest.fail("two are at work")
        other = tmp_path / "other"
        other.mkdir()
        with store.alone(other):
            pass
    with store.alone(tmp_path):
        pass


def test_a_scan_that_fails_lets_go_and_says_what_it_failed_of(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError, match="a pipe"), store.alone(tmp_path):
        raise BlockingIOError("a pipe that is full")
    with store.alone(tmp_path):
        pass
