from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from numerate.scan.options import ScanOptions
from numerate.scan.partition import PartitionResult, ScanJob, make
from numerate.scan.records import Record
from numerate.scan.sources import Cut, cut, find_sources
from numerate.scan.tables import SCHEMAS, Tables
from numerate.scan.worker import CheckTask, CheckWorker

TEXT = "In a survey, {} of 240 people (65%) said so."


class Here:
    """A checker in this process, which notes how many records it was given at once."""

    def __init__(self, work: CheckTask) -> None:
        self._worker = CheckWorker(work)
        self.given: list[list[Record]] = []

    def check(self, records: list[Record]) -> list[Tables]:
        self.given.append(records)
        return [self._worker.check(records)]


def corpus(path: Path, texts: list[str], **chosen: Any) -> ScanJob:
    path.write_text("".join(json.dumps({"id": i, "text": text}) + "\n" for i, text in enumerate(texts)))
    settings = ScanOptions(unlikely=False, **chosen)
    files = find_sources([str(path)], settings).files
    return ScanJob(files, tuple(cut(files, settings.partition)), CheckTask(settings, None))


def made(given: ScanJob, partition: int, checker: Here | None = None) -> PartitionResult:
    return make(given, partition, checker or Here(given.work))  # type: ignore[arg-type]


def rows(one: PartitionResult, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(io.BytesIO(one.tables[name])).to_pylist()
    return found


@pytest.mark.parametrize("size", [200, 1000, 1 << 20])
def test_all_partitions_together_hold_every_document_once(tmp_path: Path, size: int) -> None:
    given = corpus(tmp_path / "a.jsonl", [TEXT.format(i) for i in range(40)], partition=size)
    every = [made(given, partition) for partition in range(len(given.cuts) - 1)]
    assert [one.partition for one in every] == list(range(len(every)))
    assert (len(every) == 1) == (size > 10_000)
    assert [row["id"] for one in every for row in rows(one, "documents")] == [str(i) for i in range(40)]
    found = [row["id"] for one in every for row in rows(one, "findings")]
    assert sorted(set(found), key=int) == [str(i) for i in range(40)]


def test_a_partition_is_the_same_whenever_it_is_made(tmp_path: Path) -> None:
    given = corpus(tmp_path / "a.jsonl", [TEXT.format(i) for i in range(9)], partition=300)
    checker = Here(given.work)
    made(given, 0, checker)
    assert made(given, 1, checker) == made(given, 1)


def test_documents_are_given_to_the_checker_some_at_a_time_and_in_order(tmp_path: Path) -> None:
    given = corpus(tmp_path / "a.jsonl", ["Five."] * 150)
    checker = Here(given.work)
    made(given, 0, checker)
    assert [len(some) for some in checker.given] == [64, 64, 22]
    assert [record.id for some in checker.given for record in some] == [str(i) for i in range(150)]


def test_long_documents_are_given_in_smaller_numbers(tmp_path: Path) -> None:
    long, short = "No. " * 40_000, "No."
    given = corpus(tmp_path / "a.jsonl", [short, long, long, short, "No. " * 100_000, short])
    checker = Here(given.work)
    made(given, 0, checker)
    assert [[record.id for record in some] for some in checker.given] == [
        ["0", "1"],
        ["2", "3"],
        ["4"],
        ["5"],
    ]


@pytest.mark.parametrize("every", [True, False])
def test_a_partition_without_documents_has_its_tables(tmp_path: Path, every: bool) -> None:
    given = corpus(tmp_path / "a.jsonl", [TEXT], every=every)
    empty = ScanJob(given.files, (Cut(1, 0), Cut(1, 0)), given.work)
    one = made(empty, 0)
    assert set(one.tables) == {"documents", "findings"} | ({"numbers"} if every else set())
    for name, data in one.tables.items():
        table = pq.read_table(io.BytesIO(data))
        assert (len(table), table.schema) == (0, SCHEMAS[name])
