from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from numerate.training.prepare.blocks import (
    BlockDocument,
    BlockResult,
    BlockWorker,
    DocumentBlock,
    map_in_order,
    read_blocks,
)
from numerate.training.prepare.instances import InstanceRecipe
from numerate.training.prepare.sources import Position, SkippedRecord, SourceCorpus
from numerate.training.prepare.splits import parse_split
from tests.waiting import wait_until

SPLIT = parse_split("0.8/0.1/0.1")


def test_blocks_do_not_depend_on_where_reading_begins(stories: Path) -> None:
    blocks = list(read_blocks(SourceCorpus((stories,)), SPLIT, Position(), 4000))
    assert len(blocks) > 8
    assert all(4000 <= block.size < 8000 for block in blocks[:-1])
    assert [document.number for block in blocks for document in block.documents] == list(range(120))
    for i, block in enumerate(blocks):
        assert list(read_blocks(SourceCorpus((stories,)), SPLIT, block.next, 4000)) == blocks[i + 1 :]


def test_skipped_records_count_toward_the_size_of_a_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numerate.training.prepare.blocks._BLOCK_RECORDS", 10)
    path = tmp_path / "bad.jsonl"
    path.write_text("bad\n" * 25)
    blocks = list(read_blocks(SourceCorpus((path,)), SPLIT, Position(), 4000))
    assert [len(block.skipped) for block in blocks] == [10, 10, 5]


def test_reading_stops_when_the_split_sizes_are_reached(stories: Path) -> None:
    blocks = list(read_blocks(SourceCorpus((stories,)), parse_split("30/5/5"), Position(), 4000))
    assert sum(len(block.documents) for block in blocks) == 40
    assert list(read_blocks(SourceCorpus((stories,)), parse_split("30/5/5"), blocks[-1].next, 4000)) == []


def test_a_worker_groups_instances_by_split_and_reports_documents_that_fail(
    tokenizer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = BlockWorker(InstanceRecipe(), tokenizer)
    texts = [(7, 2, "It sold 12 trucks.", "a"), (8, 0, "bad", "b"), (9, 0, "It sold 5.", "c")]
    make = worker._maker.make

    def make_or_fail(text: str, is_test: bool, title: str) -> object:
        return 1 / 0 if text == "bad" else make(text, is_test, title)

    monkeypatch.setattr(worker._maker, "make", make_or_fail)
    result = worker.make(DocumentBlock([BlockDocument(*text) for text in texts]))
    assert [columns.documents.tolist() for columns in result.columns] == [[9], [], [7]]
    assert [columns.values.tolist() for columns in result.columns] == [[5.0], [], [12.0]]
    assert result.failed == [SkippedRecord("b", "could not be read (ZeroDivisionError)")]
    assert all(len(columns) == 0 for columns in BlockResult.empty().columns)


_power = 1


def set_power(power: int) -> None:
    global _power
    _power = power


def slow_power(base: int) -> int:
    time.sleep(0.01 * (base % 3))  # so that results are ready out of order
    return base**_power


@pytest.mark.parametrize("processes", [1, 2])
def test_results_are_in_the_order_of_the_tasks(processes: int) -> None:
    results = list(map_in_order(slow_power, range(20), processes, set_power, (2,)))
    assert results == [(i, i * i) for i in range(20)]


def test_tasks_are_read_only_as_needed() -> None:
    tasks = iter(range(1000))
    results = map_in_order(slow_power, tasks, 2, set_power, (1,))
    for _ in range(3):
        next(results)
    assert next(tasks) <= 8
    results.close()  # type: ignore[attr-defined]


SCRIPT = """
import os, sys, time
from numerate.training.prepare.blocks import map_in_order

def record_pid(folder):
    open(os.path.join(folder, str(os.getpid())), "w").close()

def work(task):
    time.sleep(600)

if __name__ == "__main__":
    list(map_in_order(work, range(4), 2, record_pid, (sys.argv[1],)))
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_worker_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    folder = tmp_path / "pids"
    folder.mkdir()
    parent = subprocess.Popen([sys.executable, str(script), str(folder)])
    wait_until(lambda: len(list(folder.iterdir())) == 2)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    pids = [int(path.name) for path in folder.iterdir()]
    wait_until(lambda: not any(is_alive(pid) for pid in pids))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie has ended, but the process that adopted it has not collected its status yet.
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
