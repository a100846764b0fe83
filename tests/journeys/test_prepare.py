"""`numerate prepare` from end to end, through the installed command."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from numerate.cli import main
from numerate.training.prepare import Instances
from tests.commands import COMMAND, quick_command
from tests.waiting import wait_until

SUBJECTS = ("The company", "Acme Corp", "A bank of Springfield", "The ministry", "One analyst")
OBJECTS = ("trucks", "shares", "barrels of oil", "tonnes of wheat", "dollars")


def run(*arguments: object, timeout: float = 600) -> subprocess.CompletedProcess[str]:
    command = [quick_command(), "prepare", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)


def write_articles(path: Path, count: int) -> Path:
    rng = random.Random(7)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(count):
            sentences = [
                f"{rng.choice(SUBJECTS)} said that it sold {rng.randrange(1, 9999):,} {rng.choice(OBJECTS)} "
                f"on Monday for ${rng.random() * 100:.2f} million, up {rng.randrange(99)} percent."
                for _ in range(rng.randrange(4, 12))
            ]
            file.write(json.dumps({"text": " ".join(sentences)}) + "\n")
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in sorted(folder.iterdir()) if not path.name.startswith(".")
    }


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_killed_run_resumes_and_writes_the_same_bytes(tmp_path: Path) -> None:
    source = write_articles(tmp_path / "articles.jsonl", 2500)
    options = ("--shard-mb", "0.09", "--processes", "2")
    assert run(source, "--out", tmp_path / "whole", *options).returncode == 0
    whole = files(tmp_path / "whole")
    shards = [name for name in whole if name.startswith("shard-")]
    assert len(shards) > 15

    out = tmp_path / "killed"
    command = [COMMAND, "prepare", str(source), "--out", str(out), *options]
    finished: dict[str, int] = {}
    # Each run is killed when it has written this file, long before the last shard.
    for name in ("manifest.json", shards[0], shards[3]):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_until(lambda name=name, process=process: (out / name).exists() or process.poll() is not None)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert not json.loads((out / "manifest.json").read_text())["complete"]
        times = {path.name: path.stat().st_mtime_ns for path in out.glob("shard-*")}
        assert finished.items() <= times.items(), "a complete shard was written again"
        finished = times
    assert 0 < len(finished) < len(shards)
    assert run(source, "--out", out, *options).returncode == 0
    assert files(out) == whole
    assert all((out / name).stat().st_mtime_ns == time for name, time in finished.items())


def test_the_recipe_of_the_paper_on_a_folder_of_json_articles(tmp_path: Path) -> None:
    for i in range(40):
        folder = tmp_path / "news" / f"2018_0{1 + i % 2}"
        folder.mkdir(parents=True, exist_ok=True)
        text = (
            f"SPRINGFIELD, Jan {i % 28 + 1} (Reuters) - Acme (ACME.N) said on Friday it earned ${i + 1}.5 "
            f"billion in {2000 + i}. Nobody commented. Its shares rose {i + 2} percent to $12.25 in New York."
        )
        article = {"title": "Acme", "text": text, "published": f"2018-01-{i % 28 + 1:02d}T10:00:00.000+02:00"}
        (folder / f"news_{i:07d}.json").write_text(json.dumps(article))
    (tmp_path / "news" / "2018_01" / "broken.json").write_text('{"text": "cut o')
    (tmp_path / "news" / "2018_01" / "latin.json").write_bytes(b'{"text": "\xe9t\xe9"}')
    (tmp_path / "news" / "2018_01" / "other.json").write_text('{"body": "another layout"}')
    out = tmp_path / "out"
    result = run(
        tmp_path / "news", "--out", out, "--kind", "sentence", "--clean", "news", "--split", "30/5/5",
        "--test-numbers", "2", "--statistics", "--format", "json",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    summary = json.loads(result.stdout)
    assert summary["documents"] == {"train": 30, "valid": 5, "test": 5}
    assert summary["skipped_documents"] == {"broken JSON": 1, "wrong encoding": 1, "missing column": 1}
    assert summary["statistics"]["splits"]["train"]["minimum"] >= 1
    report = [json.loads(line)["where"] for line in (out / "skipped.jsonl").read_text().splitlines()]
    assert report == [f"news/2018_01/{name}.json:1" for name in ("broken", "latin", "other")]
    instances = Instances(out, "test")
    assert len(instances) == 10
    assert all(len(instance.values) >= 2 for instance in instances)
    assert (out / "statistics.png").stat().st_size > 1000


def test_with_dollar_only_amounts_in_dollars_are_targets(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text(
        "In 2012 the company paid $5 million for 3 firms. It was founded by 7 people in some 12 towns."
    )
    result = run(source, "--out", tmp_path / "out", "--kind", "sentence", "--dollar", "--split", "1/0/0")
    assert result.returncode == 0, result.stderr
    [instance] = Instances(tmp_path / "out")
    assert instance.values.tolist() == [2012, 5e6, 3]
    assert instance.targets.tolist() == [False, True, False]


def test_text_output_has_counts_and_the_table_of_statistics(tmp_path: Path) -> None:
    source = write_articles(tmp_path / "articles.jsonl", 50)
    with source.open("a") as file:
        file.write("{\n")
    (tmp_path / "articles.jsonl.gz").write_bytes(gzip.compress(source.read_bytes()))
    result = run(tmp_path / "articles.jsonl.gz", "--out", tmp_path / "out", "--statistics")
    assert result.returncode == 0
    assert "50 documents (train " in result.stdout
    assert "1 skipped: broken JSON 1; see " in result.stdout
    assert "| median 90" in result.stdout
    assert not result.stderr
    again = run("--out", tmp_path / "out", "--statistics")
    assert again.stdout.strip().startswith("|")
    assert again.stdout.strip() in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.jsonl", "--out", "out"], "missing.jsonl: no such file or folder"),
        (["a.jsonl", "--out", "a.jsonl/out"], "a.jsonl/out: cannot be written"),
        (
            ["a.jsonl", "--out", "out", "--text-column", "body"],
            'no column "body" (there are text); name one with',
        ),
        (["a.jsonl", "--out", "out", "--split", "week:0.8/0.1/0.1"], 'no column "date"'),
        (["a.jsonl", "--out", "out", "--split", "half"], "split half: write sizes"),
        (["a.jsonl", "--out", "out", "--split", "given"], "a.jsonl: the split"),
        (["a.jsonl", "--out", "out", "--range", "5"], "--range 5: write two positive numbers"),
        (["a.jsonl", "--out", "out", "--tokenizer", "a.jsonl"], "a.jsonl: not a tokenizer.json"),
        (["a.jsonl", "--out", "out", "--field", "Medicine"], "--metadata"),
        (["a.jsonl", "--out", "out", "--shard-mb", "0"], "--shard-mb 0: must be more than 0"),
        (["--out", "out"], "no SOURCE given"),
        (["--out", "out", "--statistics"], "out: no prepared instances here"),
    ],
)
def test_errors_come_before_any_work_and_name_the_remedy(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["numerate", "prepare", *arguments])
    (tmp_path / "a.jsonl").write_text('{"text": "Some 5 words."}\n')
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert ended.value.code == 2
    assert shown.err.startswith("numerate: ")
    assert message in shown.err
    assert not shown.out
    assert not (tmp_path / "out").exists()
