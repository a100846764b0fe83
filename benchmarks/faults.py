"""Scans and training runs under faults: a full disk, two scans on one folder, kills at random moments.

    .venv/bin/python benchmarks/faults.py [--kills 5]

Every run is repeated until it ends by itself; it must write what an undisturbed run writes. Among the
documents of a scan are poisoned ones: records that are cut off, have no text, are too large or have absurd
annotations, and hostile documents (tests/hostile). Killed are the command, and in another scan its worker
processes; a run that ends before it was killed often enough is compared, and another begins from nothing, so
that every kill meets a running process. Ray's workers are in benchmarks/scan.py. The full disk is a small
file system in memory, which takes root to mount; without it, that part is reported as not run. The result
goes to benchmarks/results/faults.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq
from inference import write_text
from machine import machine

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from tests.hostile.kinds import KINDS  # noqa: E402

COMMAND = str(Path(sys.executable).with_name("numerate"))
NETWORK = {
    "model_type": "bert",
    "vocab_size": 30522,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "max_position_embeddings": 64,
}
CONFIG = {"pretrained": False, "architecture": NETWORK, "objective": "leave-one-out", "head": "dexp"}


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    """Start a command of numerate."""
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [COMMAND, *map(str, arguments)], stdout=pipe, stderr=pipe, text=True, env=environment
    )


def run(*arguments: str | Path) -> tuple[int, str]:
    """Run a command; return its exit status and the last line of standard error."""
    process = start(*arguments)
    error = process.communicate()[1].strip()
    return process.returncode, error.rpartition("\n")[2]


def digest(folder: Path, pattern: str) -> str:
    """Hash the files of a folder, with their names."""
    content = hashlib.sha256()
    for file in sorted(folder.rglob(pattern)):
        content.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return content.hexdigest()


def write_corpus(file: Path, documents: int, poisoned: bool = False) -> Path:
    """Write a corpus of JSON lines, with poisoned ones at equal distances."""
    paragraphs = write_text(400 * documents).split("\n\n")
    poison = [
        '{"text": "cut o',
        '{"body": 5}',
        '{"text": "a lone \\ud800 surrogate of 5"}',
        '{"content": {"text": "5", "annotations": {"paragraph": [{"start": 0, "end": 1e999}]}}}',
        json.dumps({"content": {"text": "5", "annotations": {"paragraph": "[" * 100_000}}}),
        json.dumps({"text": "5 " * (9 << 20)}),
        *(json.dumps({"text": kind.make(2000)}) for kind in KINDS),
    ]
    distance = max(1, documents // len(poison))
    with file.open("w", encoding="utf-8") as lines:
        for number in range(documents):
            text = paragraphs[number % len(paragraphs)]
            lines.write(json.dumps({"id": number, "text": text}) + "\n")
            if poisoned and number % distance == 0 and poison:
                lines.write(poison.pop() + "\n")
    return file


def scan(source: Path, out: Path) -> list[str | Path]:
    """Return the command of a scan without a model, in small partitions; no document runs out of time."""
    options = ["--only-consistency", "--workers", "2", "--partition-mb", "0.02", "--seconds", "900"]
    return ["scan", source, *options, "--out", out]


def has_tables(out: Path, expected: str) -> bool:
    """Tell whether a scan wrote the tables with this hash."""
    return digest(out, "*.parquet") == expected


def count_rows(out: Path) -> dict[str, int]:
    """Count the documents of a scan, and those that could not be checked."""
    errors = [
        error
        for file in sorted(out.glob("part-*/documents.parquet"))
        for error in pq.read_table(file, columns=["error"])["error"].to_pylist()
    ]
    return {"documents": len(errors), "refused": sum(error is not None for error in errors)}


def full_disk(folder: Path, source: Path, expected: str) -> dict[str, Any]:
    """Scan onto a disk that is too small, three times larger each time, until the scan ends by itself."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o"]
    if subprocess.run([*mount, "size=32k", "none", disk], check=False, capture_output=True).returncode:
        return {"not_run": "mounting a file system takes root"}
    failures: list[str] = []
    try:
        size = 32
        while (result := run(*scan(source, disk / "out")))[0]:
            failures.append(f"{result[0]}: {result[1].replace(str(folder), '…')}")
            size *= 3
            subprocess.run(["mount", "-o", f"remount,size={size}k", disk], check=True)
        return {"failures": failures, "same_tables": has_tables(disk / "out", expected)}
    finally:
        subprocess.run(["umount", disk], check=True)


def two_scans(folder: Path, source: Path, expected: str) -> dict[str, Any]:
    """Start two scans on one folder at once; then a third, which ends what they left."""
    both = [start(*scan(source, folder / "shared")) for _ in range(2)]
    errors = [process.communicate()[1].strip().rpartition("\n")[2] for process in both]
    statuses = sorted(process.returncode for process in both)
    status, _ = run(*scan(source, folder / "shared"))
    refusals = [error.replace(str(folder), "…") for error in errors if error]
    return {
        "statuses": statuses,
        "messages": refusals[:2],
        "third": status,
        "same_tables": has_tables(folder / "shared", expected),
    }


def killed(
    command: list[str | Path],
    kills: int,
    seconds: float,
    draw: random.Random,
    is_same: Callable[[], bool],
    victims: Callable[[psutil.Process], list[psutil.Process]],
) -> dict[str, Any]:
    """Kill a process of a command at random moments, and start the command again: to resume, or from nothing.

    command: its last word is the folder that it writes.
    seconds: how long an undisturbed run takes.
    """
    moments: list[float] = []
    same: list[bool] = []
    ended, undisturbed = False, 0
    while not ended or len(moments) < kills:
        if ended:
            shutil.rmtree(command[-1])
        process, began, before = start(*command), time.perf_counter(), len(moments)
        while process.poll() is None:
            moment = draw.uniform(0.05, 0.5) * seconds
            try:
                process.communicate(timeout=moment if len(moments) < kills else None)
            except subprocess.TimeoutExpired:
                with suppress(psutil.Error):  # it may have ended meanwhile
                    running = victims(psutil.Process(process.pid))
                    for victim in draw.sample(running, min(1, len(running))):
                        victim.kill()
                        moments.append(round(time.perf_counter() - began, 1))
        ended = process.returncode != -signal.SIGKILL
        if ended:
            same.append(process.returncode == 0 and is_same())
            undisturbed += len(moments) == before < kills
        assert undisturbed < 10, f"{command[0]}: ended ten times before anything could be killed"
    return {"killed_after_seconds": moments, "ended": len(same), "same_bytes": all(same)}


def itself(process: psutil.Process) -> list[psutil.Process]:
    """Return the process of a command."""
    return [process]


def workers(scan: psutil.Process) -> list[psutil.Process]:
    """Return the worker processes of a scan, which its fork server has started."""
    return [worker for server in scan.children() for worker in server.children()]


def training(folder: Path, kills: int, draw: random.Random) -> dict[str, Any]:
    """Kill a training run at random moments; its weights must be those of an undisturbed one."""
    (folder / "config.json").write_text(json.dumps(CONFIG))
    data = folder / "data"
    stories = write_corpus(folder / "stories.jsonl", 200)
    status, error = run("prepare", stories, "--out", data, "--processes", "1", "--tokens", "64")
    assert status == 0, error
    settings = ["--set", "epochs=8", "--set", "batch_size=2", "--checkpoint-seconds", "0"]
    train = ["train", folder / "config.json", "--data", data, *settings, "--out"]
    began = time.perf_counter()
    status, error = run(*train, folder / "whole")
    if status:
        return {"status": status, "error": error}
    took = time.perf_counter() - began

    def is_same() -> bool:
        whole, resumed = (folder / name / "model.safetensors" for name in ("whole", "killed"))
        return whole.read_bytes() == resumed.read_bytes()

    return killed([*train, folder / "killed"], kills, took, draw, is_same, itself)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=5, help="how often each command is killed")
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "faults.json")
    options = parser.parse_args()
    draw = random.Random(0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = write_corpus(folder / "corpus.jsonl", options.documents, poisoned=True)
        began = time.perf_counter()
        assert run(*scan(source, folder / "undisturbed"))[0] == 0
        took = time.perf_counter() - began
        expected = digest(folder / "undisturbed", "*.parquet")
        result: dict[str, Any] = count_rows(folder / "undisturbed") | {"undisturbed_seconds": round(took, 1)}
        result["scan, full disk"] = full_disk(folder, source, expected)
        result["two scans on one folder"] = two_scans(folder, source, expected)
        for name, victims in (("scan killed", itself), ("scan's workers killed", workers)):
            out = folder / name
            is_same = partial(has_tables, out, expected)
            result[name] = killed(scan(source, out), options.kills, took, draw, is_same, victims)
        result["training killed"] = training(folder, options.kills, draw)
    record = {
        "command": f"python benchmarks/faults.py --kills {options.kills} --documents {options.documents}",
        "machine": machine() | {"load_average_at_the_end": round(os.getloadavg()[0], 1)},
    } | result
    options.out.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
