from __future__ import annotations

import json
from pathlib import Path

from numerate.training.prepare.manifest import (
    begin,
    fingerprint,
    finish,
    finished_shards,
    position_after,
    shard_path,
)
from numerate.training.prepare.shards import write_shard
from numerate.training.prepare.sources import Position

from .test_columns import gather

PLAN = {"sources": [{"path": "a"}], "recipe": {"kind": "window", "low": 1.0}, "shard_bytes": 5}


def write(folder: Path, number: int, plan: dict[str, object] = PLAN) -> None:
    notes = {
        "plan": fingerprint(plan),
        "next": [0, number + 1, number + 1],
        "documents": [1, 0, 0],
        "instances": [2, 0, 0],
        "text_bytes": 10,
        "skipped": {"empty": 1, "another field of study": 2},
        "listed": [[f"a:{number}", "empty"]],
        "dropped": {"no number": 3},
    }
    write_shard(shard_path(folder, number), gather([([1, 2], [3.0]), ([4], [5.0])]), notes)


def test_a_folder_is_begun_once_and_finished_once(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    assert begin(out, PLAN) is False
    assert begin(out, PLAN) is False
    for number in range(3):
        write(out, number)
    manifest = finish(out, PLAN)
    assert manifest["counts"] == {
        "documents": {"train": 3, "valid": 0, "test": 0},
        "instances": {"train": 6, "valid": 0, "test": 0},
        "text_bytes": 30,
        "tokens": 9,
        "numbers": 6,
        "skipped_documents": {"another field of study": 6, "empty": 3},
        "dropped": {"no number": 9},
    }
    report = [json.loads(line) for line in (out / "skipped.jsonl").read_text().splitlines()]
    assert [entry["where"] for entry in report] == ["a:0", "a:1", "a:2"]
    assert begin(out, PLAN) is True


def test_shards_count_up_to_the_first_that_is_missing_or_of_another_plan(tmp_path: Path) -> None:
    for number in (0, 1, 3):
        write(tmp_path, number)
    found = list(finished_shards(tmp_path, PLAN))
    assert [path.name for path, _ in found] == ["shard-00000.safetensors", "shard-00001.safetensors"]
    assert position_after(found[-1][1]) == Position(0, 2, 2)
    assert position_after(None) == Position(0, 0, 0)
    write(tmp_path, 0, PLAN | {"shard_bytes": 7})
    assert list(finished_shards(tmp_path, PLAN)) == []
