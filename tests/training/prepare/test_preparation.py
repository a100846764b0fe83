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
from numerate.training.prepare.preparation import PrepareOptions, PrepareProgress, prepare
from numerate.training.prepare.sources import SourceOptions
from numerate.training.prepare.splits import parse_split

from .conftest import write_stories


@pytest.fixture
def settings(tokenizer: Path) -> PrepareOptions:
    return PrepareOptions(tokenizer=tokenizer, shard_bytes=15_000)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_any_number_of_processes_gives_the_same_bytes(
    tmp_path: Path, stories: Path, settings: PrepareOptions
) -> None:
    for processes in (1, 2, 3):
        prepare([stories], tmp_path / str(processes), settings, processes)
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")


class Killed(BaseException):
    pass


def test_an_interrupted_run_goes_on_and_ends_with_the_same_bytes(
    tmp_path: Path, stories: Path, settings: PrepareOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare([stories], tmp_path / "whole", settings, 1)
    whole = contents(tmp_path / "whole")
    write = preparation.write_shard
    shards = [name for name in whole if name.startswith("shard")]
    assert len(shards) > 3
    for stop in range(len(shards) + 1):
        folder = tmp_path / f"stopped-{stop}"
        written = 0

        def dying(path: Path, *rest: Any, stop: int = stop) -> None:
            nonlocal written
            if written == stop:
                path.with_name(f".{path.name}.unfinished").write_bytes(b"half")
                raise Killed
            written += 1
            write(path, *rest)

        with monkeypatch.context() as patch:
            patch.setattr(preparation, "write_shard", dying)
            patch.setattr(preparation, "finish", dying if stop == len(shards) else preparation.finish)
            with pytest.raises(Killed):
                prepare([stories], folder, settings, 1)
        finished = {path.name: path.stat().st_mtime_ns for path in folder.glob("shard-*")}
        assert len(finished) == stop
        with pytest.raises(ValueError, match="again to finish"):
            Instances(folder)
        prepare([stories], folder, settings, 1)
        assert {
            name: data for name, data in contents(folder).items() if not name.endswith(".unfinished")
        } == whole
        assert all((folder / name).stat().st_mtime_ns == changed for name, changed in finished.items())


def test_a_damaged_shard_is_made_again(tmp_path: Path, stories: Path, settings: PrepareOptions) -> None:
    prepare([stories], tmp_path / "out", settings, 1)
    whole = contents(tmp_path / "out")
    manifest = json.loads(whole["manifest.json"])
    (tmp_path / "out" / "manifest.json").write_text(json.dumps(manifest | {"complete": False}))
    shard = tmp_path / "out" / "shard-00001.safetensors"
    shard.write_bytes(shard.read_bytes()[:-1])
    prepare([stories], tmp_path / "out", settings, 1)
    assert contents(tmp_path / "out") == whole


def test_shards_of_another_plan_are_never_taken_over(
    tmp_path: Path, stories: Path, settings: PrepareOptions
) -> None:
    other = replace(settings, recipe=PAPER)
    prepare([stories], tmp_path / "expected", settings, 1)
    prepare([stories], tmp_path / "out", other, 1)
    (tmp_path / "out" / "manifest.json").unlink()
    prepare([stories], tmp_path / "out", settings, 1)
    assert contents(tmp_path / "out").items() >= contents(tmp_path / "expected").items()


def test_a_finished_folder_is_left_alone(tmp_path: Path, stories: Path, settings: PrepareOptions) -> None:
    first = prepare([stories], tmp_path / "out", settings, 1)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert prepare([stories], tmp_path / "out", settings, 1) == first
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}


@pytest.mark.parametrize("what", ["recipe", "split", "corpus", "tokenizer"])
def test_a_folder_serves_one_plan_only(
    tmp_path: Path, stories: Path, settings: PrepareOptions, what: str
) -> None:
    prepare([stories], tmp_path / "out", settings, 1)
    if what == "recipe":
        settings = replace(settings, recipe=PAPER)
    elif what == "split":
        settings = replace(settings, split=parse_split("0.5/0.3/0.2"))
    elif what == "tokenizer":
        settings = PrepareOptions(shard_bytes=settings.shard_bytes)
    else:
        write_stories(stories, 121)
    with pytest.raises(InputError, match="begun with other settings"):
        prepare([stories], tmp_path / "out", settings, 1)


def test_the_manifest_tells_all(tmp_path: Path, stories: Path, settings: PrepareOptions) -> None:
    with stories.open("a") as file:
        file.write('broken\n{"text": ""}\n')
    manifest = prepare([stories], tmp_path / "out", settings, 1)
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


def test_sizes_are_exact_and_stop_the_reading(
    tmp_path: Path, stories: Path, settings: PrepareOptions
) -> None:
    exact = replace(settings, split=parse_split("70/20/10"))
    manifest = prepare([stories], tmp_path / "out", exact, 1)
    assert manifest["counts"]["documents"] == {"train": 70, "valid": 20, "test": 10}
    assert (
        max(i.document for split in ("train", "valid", "test") for i in Instances(tmp_path / "out", split))
        <= 99
    )


def test_splits_by_date_and_as_given(tmp_path: Path, stories: Path, settings: PrepareOptions) -> None:
    with stories.open("a") as file:
        file.write('{"text": "Some 5 words.", "date": "once"}\n')
    dated = replace(
        settings, split=parse_split("month:0.5/0.25/0.25"), selecting=SourceOptions(date_column="date")
    )
    assert prepare([stories], tmp_path / "a", dated, 1)["counts"]["skipped_documents"] == {"no date": 1}
    (tmp_path / "given").mkdir()
    for i, name in enumerate(("train", "valid", "test")):
        write_stories(tmp_path / "given" / f"{name}.jsonl", 10 + i, seed=i)
    given = prepare([tmp_path / "given"], tmp_path / "b", replace(settings, split=parse_split("given")), 1)
    assert given["counts"]["documents"] == {"train": 10, "valid": 11, "test": 12}


def test_a_corpus_of_nothing_ends_well(tmp_path: Path, settings: PrepareOptions) -> None:
    (tmp_path / "x.jsonl").write_text("nothing here\n")
    manifest = prepare([tmp_path / "x.jsonl"], tmp_path / "out", settings, 1)
    assert manifest["counts"]["instances"] == {"train": 0, "valid": 0, "test": 0}
    assert len(Instances(tmp_path / "out")) == 0


def test_a_document_that_the_reader_stumbles_over_is_reported(
    tmp_path: Path, stories: Path, settings: PrepareOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(text: str) -> list[Any]:
        raise ValueError if "profit" in text else OverflowError

    monkeypatch.setattr("numerate.training.prepare.instances.extract", stumble)
    manifest = prepare([stories], tmp_path / "out", settings, 1)
    skipped = manifest["counts"]["skipped_documents"]
    assert set(skipped) <= {"could not be read (ValueError)", "could not be read (OverflowError)"}
    assert sum(skipped.values()) == 120
    assert manifest["counts"]["documents"] == {"train": 0, "valid": 0, "test": 0}


def test_progress_is_reported(tmp_path: Path, stories: Path, settings: PrepareOptions) -> None:
    seen: list[PrepareProgress] = []
    prepare([stories], tmp_path / "out", settings, 2, seen.append)
    assert seen[-1].documents == 120
    assert seen[-1].consumed == pytest.approx(seen[-1].total)
    assert [progress.text_bytes for progress in seen] == sorted(progress.text_bytes for progress in seen)


def test_what_cannot_be_written_is_an_error(tmp_path: Path, stories: Path, settings: PrepareOptions) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        prepare([stories], tmp_path / "file" / "out", settings, 1)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "manifest.json").write_text("not json")
    with pytest.raises(InputError, match="not a manifest"):
        prepare([stories], tmp_path / "other", settings, 1)
