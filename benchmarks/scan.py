"""Measure the speed of `numerate scan`, with and without Ray, its memory, and its recovery from failures.

    .venv/bin/python benchmarks/scan.py --model src/numerate/models/default

The corpus is JSON lines of generated text, about 3 KB per document, scanned by the installed command.

- Speed: documents and numbers per second with 1 and 2 workers, with local worker processes and through Ray,
  which is started for each scan; with and without the start-up time, measured on a scan of one document.
- Overhead: how much longer a document takes through Ray, in wall-clock and processor time without start-up;
  on a tenth of the text, with and without Ray in turn because a machine's speed drifts; the median ratio.
- All numbers: the same with --all, on a tenth of the text: how much longer it takes, and bytes per number.
- Writing: the time to write a partition, which the command does for all workers.
- Memory: the peak of all processes together, on smaller corpora and on that of the speed; pages
  shared between processes count once for each.
- Failures: a corpus with malformed documents while worker processes are killed, while the command itself is
  killed and restarted, and while Ray's actors are killed; the tables must equal those of an undisturbed scan.

The result is written to benchmarks/results/scan.json after each part, and printed as a table. --parts
measures some parts again and leaves the others in the file as they are.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from inference import write_text
from machine import machine

HERE = Path(__file__).parent
NUMERATE = Path(sys.executable).with_name("numerate")
DOCUMENT = 3000
WAYS = {
    "1 worker": ["--workers", "1"],
    "2 workers": ["--workers", "2"],
    "Ray, 1 worker": ["--workers", "1", "--ray", "local"],
    "Ray, 2 workers": ["--workers", "2", "--ray", "local"],
}
PLAIN = ("1 worker", "2 workers")
PARTS = ["speed", "overhead", "every", "growth", "failures"]


def write_corpus(path: Path, megabytes: float, poisoned: bool = False) -> int:
    """Write a corpus, and return the number of its documents."""
    size = count = 0
    with path.open("w", encoding="utf-8") as file:
        while size < megabytes * 1e6:
            text = write_text(DOCUMENT, seed=count)
            size += len(text)
            file.write(json.dumps({"id": count, "text": text}) + "\n")
            count += 1
            if poisoned and count % 500 == 0:
                file.write('{"text": "cut o\n{"body": 5}\n' + json.dumps({"text": "x" * (17 << 20)}) + "\n")
                count += 3
    return count


class Scans:
    """Scans with one model, in a temporary folder."""

    def __init__(self, folder: Path, model: Path, options: list[str]) -> None:
        self.folder = folder
        self._options = ["--model", str(model), *options]

    def command(self, source: Path, out: str, *arguments: str) -> list[str]:
        scanned = [str(source), "--out", str(self.folder / out), "--format", "json"]
        return [str(NUMERATE), "scan", *scanned, *self._options, *arguments]

    def measure_start(self, *arguments: str) -> dict[str, float]:
        """Measure the start-up on a scan of one document."""
        source = self.folder / "one.jsonl"
        write_corpus(source, 0.001)
        run = self.measure(source, "one", *arguments)
        shutil.rmtree(self.folder / "one")
        return run

    def measure(self, source: Path, out: str, *arguments: str) -> dict[str, float]:
        """Measure wall-clock time, processor time, and the peak memory of all processes."""
        before = os.times()
        started = time.perf_counter()
        process = psutil.Popen(self.command(source, out, *arguments), stdout=subprocess.PIPE)
        peak, seen = 0, {}
        while process.poll() is None:
            peak = max(peak, memory(process, seen))
            time.sleep(0.1)
        seconds = time.perf_counter() - started
        if process.returncode:
            raise SystemExit(f"scan {arguments} ended with {process.returncode}")
        summary = json.loads(process.stdout.read())
        after = os.times()
        own = sum(after[2:4]) - sum(before[2:4])
        return {
            "documents": summary["documents"],
            "numbers": summary["numbers"],
            "findings": summary["findings"],
            "seconds": seconds,
            # Ray's processes are not children of this one: their last observed times are added up.
            "processor_seconds": max(own, sum(seen.values())),
            "peak_mib": peak / 2**20,
            "bytes_written": sum(file.stat().st_size for file in (self.folder / out).glob("part-*/*")),
        }


def memory(process: psutil.Process, seen: dict[int, float]) -> int:
    """Return the memory of a process and its descendants, and record their processor times."""
    total = 0
    for each in [process, *descendants(process)]:
        try:
            total += each.memory_info().rss
            seen[each.pid] = sum(each.cpu_times()[:2])
        except psutil.Error:
            continue
    return total


def forked_workers(process: psutil.Process) -> list[psutil.Process]:
    """Return the worker processes of a scan: the children of the process that is forked for them."""
    servers = descendants(process, "multiprocessing.forkserver")
    return [worker for server in servers for worker in descendants(server)]


def descendants(process: psutil.Process, marked: str = "") -> list[psutil.Process]:
    matches = []
    try:
        for each in process.children(recursive=True):
            try:
                if marked in " ".join(each.cmdline()):
                    matches.append(each)
            except psutil.Error:
                continue
    except psutil.Error:
        pass
    return matches


def speed(scans: Scans, megabytes: float) -> dict[str, Any]:
    source = scans.folder / "corpus.jsonl"
    write_corpus(source, megabytes)
    figures: dict[str, Any] = {}
    for way, arguments in WAYS.items():
        start = scans.measure_start(*arguments)["seconds"]
        run = scans.measure(source, way, *arguments)
        working = run["seconds"] - start
        figures[way] = {name: round(value, 1) for name, value in run.items()} | {
            "megabytes": megabytes,
            "start_seconds": round(start, 1),
            "documents_per_second": round(run["documents"] / working, 2),
            "numbers_per_second": round(run["numbers"] / working, 1),
            "documents_per_second_with_start": round(run["documents"] / run["seconds"], 2),
            "processor_ms_per_document": round(1000 * run["processor_seconds"] / run["documents"], 2),
        }
        print(
            f"{way:16} {figures[way]['documents_per_second']:8.1f} documents/s "
            f"{figures[way]['numbers_per_second']:9,.0f} numbers/s  start {start:5.1f} s "
            f"{run['peak_mib']:7.0f} MiB",
            flush=True,
        )
    for workers in PLAIN:
        same_tables = same(scans.folder / workers, scans.folder / f"Ray, {workers}")
        figures[f"Ray, {workers}"]["same_tables"] = same_tables
    source.unlink()
    return figures


def overhead(scans: Scans, megabytes: float, turns: int) -> dict[str, Any]:
    source = scans.folder / "turns.jsonl"
    write_corpus(source, megabytes)
    # Small partitions, so that neither worker is idle for long at the end.
    small = ("--partition-mb", str(max(0.05, megabytes / 20)))
    figures: dict[str, Any] = {"megabytes": megabytes}
    for workers in PLAIN:
        ratios: list[dict[str, float]] = []
        for turn in range(turns):
            took = []
            for way in (workers, f"Ray, {workers}"):
                start = scans.measure_start(*WAYS[way])
                run = scans.measure(source, f"{turn} {way}", *WAYS[way], *small)
                took.append({name: run[name] - start[name] for name in ("seconds", "processor_seconds")})
            ratios.append({name: took[1][name] / took[0][name] - 1 for name in took[0]})
        figures[workers] = {
            name: round(statistics.median(ratio[name] for ratio in ratios), 4) for name in ratios[0]
        } | {"turns": [round(ratio["seconds"], 4) for ratio in ratios]}
        print(
            f"Ray over plain, {workers}: a document takes {figures[workers]['seconds']:+.1%} by the clock, "
            f"{figures[workers]['processor_seconds']:+.1%} of the processors",
            flush=True,
        )
    return figures


def every_number(scans: Scans, megabytes: float) -> dict[str, Any]:
    source = scans.folder / "tenth.jsonl"
    write_corpus(source, megabytes)
    plain = scans.measure(source, "tenth", "--workers", "2")
    all_numbers = scans.measure(source, "tenth, all", "--workers", "2", "--all")
    extra = all_numbers["bytes_written"] - plain["bytes_written"]
    figures = {
        "megabytes": megabytes,
        "times_as_long": round(all_numbers["processor_seconds"] / plain["processor_seconds"], 2),
        "bytes_per_number": round(extra / all_numbers["numbers"], 1),
        "writing": writing(scans, "tenth"),
    }
    print(
        f"--all takes {figures['times_as_long']} times as long, {figures['bytes_per_number']} bytes a number"
    )
    return figures


def writing(scans: Scans, scan: str, times: int = 50) -> dict[str, float]:
    """Measure the time to write a partition of a scan."""
    from numerate.scan.partition import PartitionResult, count_partition, folder_name, write_partition

    part = scans.folder / scan / folder_name(0)
    tables = {file.stem: file.read_bytes() for file in part.iterdir()}
    target = scans.folder / "written"
    target.mkdir()
    started = time.perf_counter()
    for partition in range(times):
        write_partition(target, PartitionResult(partition, tables))
        count_partition(target, partition)
    seconds = (time.perf_counter() - started) / times
    size = sum(map(len, tables.values()))
    print(f"a partition of {size:,} bytes is written in {1000 * seconds:.1f} ms")
    return {"bytes": size, "seconds": round(seconds, 5)}


def growth(scans: Scans, sizes: list[float], whole: dict[str, float]) -> list[dict[str, float]]:
    figures = []
    for size in sizes:
        source = scans.folder / f"{size:g}.jsonl"
        documents = write_corpus(source, size)
        run = scans.measure(source, f"growth {size:g}", "--workers", "2")
        figures.append({"megabytes": size, "documents": documents, "peak_mib": round(run["peak_mib"], 1)})
        print(f"{size:7g} MB {documents:8,} documents {run['peak_mib']:7.0f} MiB at peak", flush=True)
        source.unlink()
        shutil.rmtree(scans.folder / f"growth {size:g}")
    return [*figures, {name: whole[name] for name in ("megabytes", "documents", "peak_mib")}]


def same(first: Path, second: Path) -> bool:
    """Return whether two scans have the same partitions with the same bytes."""

    def contents(folder: Path) -> dict[str, bytes]:
        return {str(file.relative_to(folder)): file.read_bytes() for file in folder.glob("part-*/*")}

    return contents(first) == contents(second)


def killing(
    command: list[str], victims: Callable[[psutil.Process], list[psutil.Process]], interval: float
) -> dict[str, float]:
    """Run a command until it finishes, killing one of its processes about every `interval` seconds."""
    rng = random.Random(0)
    kills = starts = 0
    started = time.perf_counter()
    while True:
        starts += 1
        process = psutil.Popen(command, stdout=subprocess.DEVNULL)
        while process.poll() is None:
            try:
                # Intervals grow, so that the command finishes on a busy machine, too.
                process.wait(timeout=interval * rng.uniform(0.5, 1.5) * 1.05**kills)
            except psutil.TimeoutExpired:
                for victim in rng.sample(candidates := victims(process), min(1, len(candidates))):
                    try:
                        victim.send_signal(signal.SIGKILL)
                        kills += 1
                    except psutil.NoSuchProcess:
                        continue
        if process.returncode == 0:
            return {"kills": kills, "starts": starts, "seconds": round(time.perf_counter() - started, 1)}
        if process.returncode != -signal.SIGKILL:
            raise SystemExit(f"{command} ended with {process.returncode}")


def failures(scans: Scans, megabytes: float, interval: float) -> dict[str, Any]:
    source = scans.folder / "poisoned.jsonl"
    documents = write_corpus(source, megabytes, poisoned=True)
    # Small partitions, so that every kill meets finished and unfinished ones.
    small = ("--partition-mb", str(max(0.05, megabytes / 40)))
    left_alone = scans.measure(source, "left alone", "--workers", "2", *small)
    if left_alone["documents"] != documents:
        raise SystemExit(f"{documents} documents, {left_alone['documents']:g} rows")
    ways: dict[str, tuple[list[str], Callable[[psutil.Process], list[psutil.Process]]]] = {
        "workers killed": (["--workers", "2"], forked_workers),
        "command killed": (["--workers", "2"], lambda p: [p]),
        "Ray's workers killed": (
            ["--workers", "2", "--ray", "local"],
            lambda p: descendants(p, "ray::MapWorker"),
        ),
    }
    figures: dict[str, Any] = {"megabytes": megabytes, "documents": documents}
    for name, (arguments, victims) in ways.items():
        run = killing(scans.command(source, name, *arguments, *small), victims, interval)
        figures[name] = run | {"same_tables": same(scans.folder / "left alone", scans.folder / name)}
        print(
            f"{name:22} {run['kills']:4} kills, the same tables: {figures[name]['same_tables']}", flush=True
        )
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=HERE.parent / "src/numerate/models/default")
    parser.add_argument("--megabytes", type=float, default=20, help="size of the corpus for the speed")
    parser.add_argument(
        "--sizes", type=float, nargs="*", default=[1, 5], help="sizes of the corpora for memory"
    )
    parser.add_argument("--failures", type=float, default=2, help="size of the corpus for the failures")
    parser.add_argument("--every", type=float, default=10, help="seconds between kills")
    parser.add_argument("--turns", type=int, default=3, help="repetitions of the overhead")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "scan.json")
    parser.add_argument("options", nargs="*", help="more options for all scans, after --")
    arguments = parser.parse_args()

    config = arguments.model / "config.json"
    result: dict[str, Any] = {} if arguments.parts == PARTS else json.loads(arguments.out.read_text())
    result |= {
        "machine": machine("onnxruntime", "ray"),
        "model": json.loads(config.read_text()) if config.exists() else None,
        "options": arguments.options,
    }
    tenth = arguments.megabytes / 10
    parts: dict[str, Callable[[Scans], Any]] = {
        "speed": lambda scans: speed(scans, arguments.megabytes),
        "overhead": lambda scans: overhead(scans, tenth, arguments.turns),
        "every": lambda scans: every_number(scans, tenth),
        "growth": lambda scans: growth(scans, arguments.sizes, result["speed"]["2 workers"]),
        "failures": lambda scans: failures(scans, arguments.failures, arguments.every),
    }
    arguments.out.parent.mkdir(exist_ok=True)
    for part in arguments.parts:
        with tempfile.TemporaryDirectory() as temporary:
            result[part] = parts[part](Scans(Path(temporary), arguments.model, arguments.options))
        result["machine"]["load_average_at_the_end"] = round(os.getloadavg()[0], 1)
        arguments.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
