from __future__ import annotations

from pathlib import Path

import pytest

from numerate.training.prepare.blocks import BlockResult, BlockWorker, DocumentBlock, Task, read_blocks
from numerate.training.prepare.instances import InstanceRecipe
from numerate.training.prepare.sources import Position, SkippedRecord, SourceCorpus
from numerate.training.prepare.splits import parse_split

SPLIT = parse_split("0.8/0.1/0.1")


def test_blocks_are_the_same_wherever_reading_began(stories: Path) -> None:
    blocks = list(read_blocks(SourceCorpus((stories,)), SPLIT, Position(), 4000))
    assert len(blocks) > 8
    assert all(4000 <= block.size < 8000 for block in blocks[:-1])
    assert [task.document for block in blocks for task in block.tasks] == list(range(120))
    for i, block in enumerate(blocks):
        assert list(read_blocks(SourceCorpus((stories,)), SPLIT, block.next, 4000)) == blocks[i + 1 :]


def test_bad_records_fill_a_block_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numerate.training.prepare.blocks._BLOCK_RECORDS", 10)
    path = tmp_path / "bad.jsonl"
    path.write_text("bad\n" * 25)
    blocks = list(read_blocks(SourceCorpus((path,)), SPLIT, Position(), 4000))
    assert [len(block.skipped) for block in blocks] == [10, 10, 5]


def test_reading_stops_when_the_sizes_are_full(stories: Path) -> None:
    blocks = list(read_blocks(SourceCorpus((stories,)), parse_split("30/5/5"), Position(), 4000))
    assert sum(len(block.tasks) for block in blocks) == 40
    assert list(read_blocks(SourceCorpus((stories,)), parse_split("30/5/5"), blocks[-1].next, 4000)) == []


def test_a_worker_sorts_instances_by_split_and_names_what_failed(
    tokenizer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = BlockWorker(InstanceRecipe(), tokenizer)
    tasks = [Task(7, 2, "It sold 12 trucks.", "a"), Task(8, 0, "bad", "b"), Task(9, 0, "It sold 5.", "c")]
    make = worker._maker.make

    def stumble(text: str, is_test: bool = False) -> object:
        return 1 / 0 if text == "bad" else make(text, is_test)

    monkeypatch.setattr(worker._maker, "make", stumble)
    made = worker.make(DocumentBlock(tasks))
    assert [columns.documents.tolist() for columns in made.columns] == [[9], [], [7]]
    assert [columns.values.tolist() for columns in made.columns] == [[5.0], [], [12.0]]
    assert made.failed == [SkippedRecord("b", "could not be read (ZeroDivisionError)")]
    assert all(len(columns) == 0 for columns in BlockResult.empty().columns)
