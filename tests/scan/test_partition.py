from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from numerate.errors import InputError
from numerate.scan.options import ScanOptions
from numerate.scan.partition import (
    PartitionResult,
    ScanJob,
    check_partition,
    count_partition,
    exclusive,
    finished_partitions,
    folder_name,
    write_partition,
)
from numerate.scan.records import Record
from numerate.scan.sources import Cut, find_sources, split
from numerate.scan.tables import SCHEMAS, TableBuilder, Tables
from numerate.scan.worker import CheckTask, CheckWorker
from tests.report.samples import report

TEXT = "In a survey, 2{:02} of 240 people (65%) said so."


class LocalChecker:
    """A checker in this process that keeps the batches it was given."""

    def __init__(self, task: CheckTask) -> None:
        self._worker = CheckWorker(task)
        self.batches: list[list[Record]] = []

    def check(self, records: list[Record]) -> list[Tables]:
        self.batches.append(records)
        return [self._worker.check(records)]


def write_job(path: Path, texts: list[str], **chosen: Any) -> ScanJob:
    path.write_text("".join(json.dumps({"id": i, "text": text}) + "\n" for i, text in enumerate(texts)))
    options = ScanOptions(unlikely=False, **chosen)
    files = find_sources([str(path)], options).files
    return ScanJob(files, tuple(split(files, options.partition_bytes)), CheckTask(options, None))


def check(job: ScanJob, partition: int, checker: LocalChecker | None = None) -> PartitionResult:
    return check_partition(job, partition, checker or LocalChecker(job.task))  # type: ignore[arg-type]


def rows(result: PartitionResult, name: str) -> list[dict[str, Any]]:
    table: list[dict[str, Any]] = pq.read_table(io.BytesIO(result.tables[name])).to_pylist()
    return table


@pytest.mark.parametrize("size", [200, 1000, 1 << 20])
def test_the_partitions_contain_every_document_once(tmp_path: Path, size: int) -> None:
    job = write_job(tmp_path / "a.jsonl", [TEXT.format(i) for i in range(40)], partition_bytes=size)
    results = [check(job, partition) for partition in range(len(job.cuts) - 1)]
    assert [result.partition for result in results] == list(range(len(results)))
    assert (len(results) == 1) == (size > 10_000)
    ids = [row["id"] for result in results for row in rows(result, "documents")]
    assert ids == [str(i) for i in range(40)]
    with_findings = {row["id"] for result in results for row in rows(result, "findings")}
    assert sorted(with_findings, key=int) == [str(i) for i in range(40)]


def test_a_partition_does_not_depend_on_those_checked_before(tmp_path: Path) -> None:
    job = write_job(tmp_path / "a.jsonl", [TEXT.format(i) for i in range(9)], partition_bytes=300)
    checker = LocalChecker(job.task)
    check(job, 0, checker)
    assert check(job, 1, checker) == check(job, 1)


def test_documents_are_checked_in_batches_and_in_order(tmp_path: Path) -> None:
    job = write_job(tmp_path / "a.jsonl", ["Five."] * 150)
    checker = LocalChecker(job.task)
    check(job, 0, checker)
    assert [len(batch) for batch in checker.batches] == [64, 64, 22]
    assert [record.id for batch in checker.batches for record in batch] == [str(i) for i in range(150)]


def test_batches_of_long_documents_are_smaller(tmp_path: Path) -> None:
    long, short = "No" * 80_000, "No."
    job = write_job(tmp_path / "a.jsonl", [short, long, long, short, "No" * 200_000, short])
    checker = LocalChecker(job.task)
    check(job, 0, checker)
    batches = [[record.id for record in batch] for batch in checker.batches]
    assert batches == [["0", "1"], ["2", "3"], ["4"], ["5"]]


@pytest.mark.parametrize("all_numbers", [True, False])
def test_a_partition_without_documents_has_empty_tables(tmp_path: Path, all_numbers: bool) -> None:
    job = write_job(tmp_path / "a.jsonl", [TEXT], all_numbers=all_numbers)
    empty = ScanJob(job.files, (Cut(1, 0), Cut(1, 0)), job.task)
    result = check(empty, 0)
    assert set(result.tables) == {"documents", "findings"} | ({"numbers"} if all_numbers else set())
    for name, data in result.tables.items():
        table = pq.read_table(io.BytesIO(data))
        assert (len(table), table.schema) == (0, SCHEMAS[name])


def encode(partition: int, tables: Tables) -> PartitionResult:
    encoded = {}
    for name, table in tables.items():
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink)
        encoded[name] = bytes(sink.getvalue())
    return PartitionResult(partition, encoded)


def build(checked: int, failed: int = 0) -> Tables:
    builder = TableBuilder(all_numbers=False)
    for i in range(checked):
        builder.add(Record(f"d{i}", None, "here", ""), report())
    for i in range(failed):
        builder.add_error(Record(f"e{i}", None, "here", ""), "is broken")
    return builder.tables()


def test_names_of_partitions_sort_by_index() -> None:
    names = [folder_name(partition) for partition in (0, 7, 99_999)]
    assert names == sorted(names) == ["part-00000", "part-00007", "part-99999"]


def test_a_partition_is_written_completely(tmp_path: Path) -> None:
    tables = build(2, 1)
    write_partition(tmp_path, encode(3, tables))
    assert finished_partitions(tmp_path, 5) == [3]
    folder = tmp_path / folder_name(3)
    assert {file.stem: pq.read_table(file) for file in folder.iterdir()} == tables
    assert list(tmp_path.iterdir()) == [folder]


def test_a_partition_that_fails_half_way_is_not_finished(tmp_path: Path) -> None:
    broken = PartitionResult(0, {"documents": b"whole", "findings": None})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        write_partition(tmp_path, broken)
    assert finished_partitions(tmp_path, 1) == []
    write_partition(tmp_path, encode(0, build(1)))
    assert finished_partitions(tmp_path, 1) == [0]
    assert count_partition(tmp_path, 0)["documents"] == 1


def test_only_partitions_of_this_scan_are_finished(tmp_path: Path) -> None:
    for partition in (0, 2, 5):
        write_partition(tmp_path, encode(partition, build(1)))
    assert finished_partitions(tmp_path, 4) == [0, 2]


def test_the_contents_of_a_partition_are_counted(tmp_path: Path) -> None:
    write_partition(tmp_path, encode(0, build(2, 1)))
    assert count_partition(tmp_path, 0) == {
        "documents": 3,
        "characters": 2 * len(report().text),
        "numbers": 8,
        "judged": 6,
        "findings": 4,
        "errors": 1,
    }


@pytest.mark.parametrize("failed", [0, 2])
def test_a_partition_without_numbers_has_counts_of_zero(tmp_path: Path, failed: int) -> None:
    write_partition(tmp_path, encode(0, build(0, failed)))
    counts = count_partition(tmp_path, 0)
    assert counts.pop("documents") == counts.pop("errors") == failed
    assert set(counts.values()) == {0}


@pytest.mark.skipif(os.name != "posix", reason="folders are locked on POSIX only")
def test_a_folder_is_locked_by_one_scan_at_a_time(tmp_path: Path) -> None:
    with exclusive(tmp_path):
        with pytest.raises(InputError, match=r"another scan is running here.*--out"), exclusive(tmp_path):
            pytest.fail("the folder was locked twice")
        other = tmp_path / "other"
        other.mkdir()
        with exclusive(other):
            pass
    with exclusive(tmp_path):
        pass


def test_a_failed_scan_releases_its_folder_and_keeps_its_error(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError, match="a pipe"), exclusive(tmp_path):
        raise BlockingIOError("a pipe that is full")
    with exclusive(tmp_path):
        pass
