from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from numerate.errors import InputError
from numerate.training.prepare import Instances, preparation
from numerate.training.prepare.instances import PAPER
from numerate.training.prepare.preparation import (
    PrepareOptions,
    PrepareProgress,
    fingerprint,
    finish,
    finished_shards,
    position_after,
    prepare,
    shard_path,
)
from numerate.training.prepare.reading import read_manifest
from numerate.training.prepare.shards import write_shard
from numerate.training.prepare.sources import Position, SourceOptions
from numerate.training.prepare.splits import parse_split

from .conftest import write_stories
from .test_shards import build


@pytest.fixture
def options(tokenizer: Path) -> PrepareOptions:
    return PrepareOptions(tokenizer=tokenizer, shard_bytes=15_000)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_bytes_do_not_depend_on_the_number_of_processes(
    tmp_path: Path, stories: Path, options: PrepareOptions
) -> None:
    for processes in (1, 2, 3):
        prepare([stories], tmp_path / str(processes), options, processes)
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")


class Killed(BaseException):
    pass


def test_an_interrupted_run_resumes_and_writes_the_same_bytes(
    tmp_path: Path, stories: Path, options: PrepareOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare([stories], tmp_path / "whole", options, 1)
    whole = contents(tmp_path / "whole")
    write = preparation.write_shard
    shards = [name for name in whole if name.startswith("shard")]
    assert len(shards) > 3
    for stop in range(len(shards) + 1):
        folder = tmp_path / f"stopped-{stop}"
        written = 0

        def write_or_die(path: Path, *rest: Any, stop: int = stop) -> None:
            nonlocal written
            if written == stop:
                path.with_name(f".{path.name}.unfinished").write_bytes(b"half")
                raise Killed
            written += 1
            write(path, *rest)

        with monkeypatch.context() as patch:
            patch.setattr(preparation, "write_shard", write_or_die)
            patch.setattr(preparation, "finish", write_or_die if stop == len(shards) else preparation.finish)
            with pytest.raises(Killed):
                prepare([stories], folder, options, 1)
        finished = {path.name: path.stat().st_mtime_ns for path in folder.glob("shard-*")}
        assert len(finished) == stop
        with pytest.raises(ValueError, match="again to finish"):
            Instances(folder)
        prepare([stories], folder, options, 1)
        assert {
            name: data for name, data in contents(folder).items() if not name.endswith(".unfinished")
        } == whole
        assert all((folder / name).stat().st_mtime_ns == changed for name, changed in finished.items())


def test_a_damaged_shard_is_written_again(tmp_path: Path, stories: Path, options: PrepareOptions) -> None:
    prepare([stories], tmp_path / "out", options, 1)
    whole = contents(tmp_path / "out")
    manifest = json.loads(whole["manifest.json"])
    (tmp_path / "out" / "manifest.json").write_text(json.dumps(manifest | {"complete": False}))
    shard = tmp_path / "out" / "shard-00001.safetensors"
    shard.write_bytes(shard.read_bytes()[:-1])
    prepare([stories], tmp_path / "out", options, 1)
    assert contents(tmp_path / "out") == whole


def test_shards_of_another_plan_are_not_reused(
    tmp_path: Path, stories: Path, options: PrepareOptions
) -> None:
    other = replace(options, recipe=PAPER)
    prepare([stories], tmp_path / "expected", options, 1)
    prepare([stories], tmp_path / "out", other, 1)
    (tmp_path / "out" / "manifest.json").unlink()
    prepare([stories], tmp_path / "out", options, 1)
    assert contents(tmp_path / "out").items() >= contents(tmp_path / "expected").items()


def test_a_complete_folder_is_not_touched(tmp_path: Path, stories: Path, options: PrepareOptions) -> None:
    first = prepare([stories], tmp_path / "out", options, 1)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert prepare([stories], tmp_path / "out", options, 1) == first
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}


@pytest.mark.parametrize("what", ["recipe", "split", "corpus", "tokenizer"])
def test_a_folder_of_another_plan_is_rejected(
    tmp_path: Path, stories: Path, options: PrepareOptions, what: str
) -> None:
    prepare([stories], tmp_path / "out", options, 1)
    if what == "recipe":
        options = replace(options, recipe=PAPER)
    elif what == "split":
        options = replace(options, split=parse_split("0.5/0.3/0.2"))
    elif what == "tokenizer":
        options = PrepareOptions(shard_bytes=options.shard_bytes)
    else:
        write_stories(stories, 121)
    with pytest.raises(InputError, match="begun with other settings"):
        prepare([stories], tmp_path / "out", options, 1)


def test_the_manifest_has_counts_sources_options_and_checksums(
    tmp_path: Path, stories: Path, options: PrepareOptions
) -> None:
    with stories.open("a") as file:
        file.write('broken\n{"text": ""}\n')
    manifest = prepare([stories], tmp_path / "out", options, 1)
    assert manifest == json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert sum(manifest["counts"]["documents"].values()) == 120
    assert manifest["counts"]["skipped_documents"] == {"broken JSON": 1, "empty": 1}
    assert manifest["sources"][0]["path"] == str(stories)
    assert manifest["recipe"]["kind"] == "window"
    report = [json.loads(line) for line in (tmp_path / "out" / "skipped.jsonl").read_text().splitlines()]
    assert report == [
        {"where": "stories.jsonl:121", "reason": "broken JSON"},
        {"where": "stories.jsonl:122", "reason": "empty"},
    ]
    for shard in manifest["shards"]:
        data = (tmp_path / "out" / shard["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == shard["sha256"]
        assert len(data) == shard["bytes"]


def test_split_sizes_are_exact_and_limit_the_documents_read(
    tmp_path: Path, stories: Path, options: PrepareOptions
) -> None:
    exact = replace(options, split=parse_split("70/20/10"))
    manifest = prepare([stories], tmp_path / "out", exact, 1)
    assert manifest["counts"]["documents"] == {"train": 70, "valid": 20, "test": 10}
    assert (
        max(i.document for split in ("train", "valid", "test") for i in Instances(tmp_path / "out", split))
        <= 99
    )


def test_splits_by_date_and_by_file_name(tmp_path: Path, stories: Path, options: PrepareOptions) -> None:
    with stories.open("a") as file:
        file.write('{"text": "Some 5 words.", "date": "once"}\n')
    dated = replace(
        options, split=parse_split("month:0.5/0.25/0.25"), source=SourceOptions(date_column="date")
    )
    assert prepare([stories], tmp_path / "a", dated, 1)["counts"]["skipped_documents"] == {"no date": 1}
    (tmp_path / "given").mkdir()
    for i, name in enumerate(("train", "valid", "test")):
        write_stories(tmp_path / "given" / f"{name}.jsonl", 10 + i, seed=i)
    given = prepare([tmp_path / "given"], tmp_path / "b", replace(options, split=parse_split("given")), 1)
    assert given["counts"]["documents"] == {"train": 10, "valid": 11, "test": 12}


def test_a_corpus_without_documents_gives_an_empty_folder(tmp_path: Path, options: PrepareOptions) -> None:
    (tmp_path / "x.jsonl").write_text("nothing here\n")
    manifest = prepare([tmp_path / "x.jsonl"], tmp_path / "out", options, 1)
    assert manifest["counts"]["instances"] == {"train": 0, "valid": 0, "test": 0}
    assert len(Instances(tmp_path / "out")) == 0


def test_a_document_that_cannot_be_parsed_is_reported(
    tmp_path: Path, stories: Path, options: PrepareOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(text: str) -> list[Any]:
        raise ValueError if "profit" in text else OverflowError

    monkeypatch.setattr("numerate.training.prepare.instances.extract", fail)
    manifest = prepare([stories], tmp_path / "out", options, 1)
    skipped = manifest["counts"]["skipped_documents"]
    assert set(skipped) <= {"could not be read (ValueError)", "could not be read (OverflowError)"}
    assert sum(skipped.values()) == 120
    assert manifest["counts"]["documents"] == {"train": 0, "valid": 0, "test": 0}


def test_progress_is_reported(tmp_path: Path, stories: Path, options: PrepareOptions) -> None:
    seen: list[PrepareProgress] = []
    prepare([stories], tmp_path / "out", options, 2, seen.append)
    assert seen[-1].documents == 120
    assert seen[-1].consumed == pytest.approx(seen[-1].total)
    assert [progress.text_bytes for progress in seen] == sorted(progress.text_bytes for progress in seen)


def test_an_unusable_output_folder_is_an_error(
    tmp_path: Path, stories: Path, options: PrepareOptions
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        prepare([stories], tmp_path / "file" / "out", options, 1)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "manifest.json").write_text("not json")
    with pytest.raises(InputError, match="not a manifest"):
        prepare([stories], tmp_path / "other", options, 1)


PLAN = {"sources": [{"path": "a"}], "recipe": {"kind": "window", "low": 1.0}, "shard_bytes": 5}


def write_numbered_shard(folder: Path, number: int, plan: dict[str, object] = PLAN) -> None:
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
    write_shard(shard_path(folder, number), build([([1, 2], [3.0]), ([4], [5.0])]), notes)


def test_finishing_a_folder_sums_up_its_shards(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for number in range(3):
        write_numbered_shard(out, number)
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
    assert read_manifest(out) == manifest


def test_finished_shards_end_at_one_that_is_missing_or_of_another_plan(tmp_path: Path) -> None:
    for number in (0, 1, 3):
        write_numbered_shard(tmp_path, number)
    shards = list(finished_shards(tmp_path, PLAN))
    assert [path.name for path, _ in shards] == ["shard-00000.safetensors", "shard-00001.safetensors"]
    assert position_after(shards[-1][1]) == Position(0, 2, 2)
    assert position_after(None) == Position(0, 0, 0)
    write_numbered_shard(tmp_path, 0, PLAN | {"shard_bytes": 7})
    assert list(finished_shards(tmp_path, PLAN)) == []
