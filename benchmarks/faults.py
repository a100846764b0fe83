"""Scans and training runs under faults: a full disk, two scans on one folder, kills at random moments.

    .venv/bin/python benchmarks/faults.py [--kills 5]

Every run is repeated until it ends by itself; it must write what an undisturbed run writes. Workers of
a scan that are killed, and Ray's, are in benchmarks/scan.py. The full disk is a small file system in memory,
which takes root to mount; without it, that part is reported as not run. The result goes to
benchmarks/results/faults.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from inference import write_text
from machine import machine

HERE = Path(__file__).parent
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


def write_corpus(file: Path, documents: int) -> Path:
    """Write a corpus of JSON lines."""
    paragraphs = write_text(400 * documents).split("\n\n")
    lines = (json.dumps({"id": i, "text": paragraphs[i % len(paragraphs)]}) for i in range(documents))
    file.write_text("\n".join(lines) + "\n")
    return file


def scan(source: Path, out: Path) -> list[str | Path]:
    """Return the command of a scan without a model, in small partitions."""
    return ["scan", source, "--out", out, "--only-consistency", "--workers", "2", "--partition-mb", "0.02"]


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
        return {"failures": failures, "same_tables": digest(disk / "out", "*.parquet") == expected}
    finally:
        subprocess.run(["umount", disk], check=True)


def two_scans(folder: Path, source: Path, expected: str) -> dict[str, Any]:
    """Start two scans on one folder at once; then a third, which ends what they left."""
    both = [start(*scan(source, folder / "shared")) for _ in range(2)]
    errors = [process.communicate()[1].strip().rpartition("\n")[2] for process in both]
    statuses = sorted(process.returncode for process in both)
    status, _ = run(*scan(source, folder / "shared"))
    refusals = [error.replace(str(folder), "…") for error in errors if error]
    tables = digest(folder / "shared", "*.parquet")
    return {
        "statuses": statuses,
        "messages": refusals[:2],
        "third": status,
        "same_tables": tables == expected,
    }


def killed(commands: list[str | Path], kills: int, seconds: float, draw: random.Random) -> dict[str, Any]:
    """Kill a command at random moments, and start it again each time; then let it end."""
    moments = []
    for _ in range(kills):
        process = start(*commands)
        moment = draw.uniform(0.2, 0.8) * seconds
        time.sleep(moment)
        if process.poll() is None:  # it may have ended already
            moments.append(round(moment, 1))
        process.kill()
        process.communicate()
    status, error = run(*commands)
    return {"killed_after_seconds": moments, "status": status, **({"error": error} if status else {})}


def training(folder: Path, kills: int, draw: random.Random) -> dict[str, Any]:
    """Kill a training run at random moments; its weights must be those of an undisturbed one."""
    (folder / "config.json").write_text(json.dumps(CONFIG))
    data = folder / "data"
    stories = write_corpus(folder / "stories.jsonl", 200)
    run("prepare", stories, "--out", data, "--processes", "1", "--tokens", "64")
    settings = ["--set", "epochs=8", "--set", "batch_size=2", "--checkpoint-seconds", "0"]
    train = ["train", folder / "config.json", "--data", data, *settings, "--out"]
    began = time.perf_counter()
    status, error = run(*train, folder / "whole")
    if status:
        return {"status": status, "error": error}
    result = killed([*train, folder / "killed"], kills, time.perf_counter() - began, draw)
    weights = [(folder / name / "model.safetensors").read_bytes() for name in ("whole", "killed")]
    return result | {"same_weights": weights[0] == weights[1]}


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
        source = write_corpus(folder / "corpus.jsonl", options.documents)
        began = time.perf_counter()
        assert run(*scan(source, folder / "undisturbed"))[0] == 0
        took = time.perf_counter() - began
        expected = digest(folder / "undisturbed", "*.parquet")
        result: dict[str, Any] = {"documents": options.documents}
        result["scan, full disk"] = full_disk(folder, source, expected)
        result["two scans on one folder"] = two_scans(folder, source, expected)
        result["scan killed"] = killed(scan(source, folder / "killed-scan"), options.kills, took, draw)
        result["scan killed"]["same_tables"] = digest(folder / "killed-scan", "*.parquet") == expected
        result["training killed"] = training(folder, options.kills, draw)
    record = {
        "command": f"python benchmarks/faults.py --kills {options.kills}",
        "machine": machine(),
    } | result
    options.out.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
