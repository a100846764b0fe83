"""What a check costs, with a model and without, next to the network alone, and in another version.

    .venv/bin/python benchmarks/check.py
    .venv/bin/python benchmarks/check.py --against OTHER/src

The texts are that of benchmarks/inference.py, which is dense with numbers and whose smallest size is a page,
and the everyday documents of experiments/unseen, which people could have written. In each round the same text
is checked with the model and without one, and its windows go through the network alone. Medians over the
rounds, of processor time, since other work may run on the machine.

`--against` has the same texts checked in turns by this version and by another one, each in a process of its
own: on one core by processor time, and on all cores by the clock. What counts is the ratio within a round.

The result goes to benchmarks/results/check.json and, as a table, to the terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inference import windows_of, write_text
from machine import machine

HERE = Path(__file__).parent
DOCUMENTS = HERE.parent / "experiments" / "unseen"
SIZES = (3, 30, 300)


def texts_of(sizes: list[int]) -> dict[str, str]:
    """Return the texts by name: generated ones of so many kilobytes, and documents as long as the longest."""
    generated = {f"generated, {size} KB": write_text(1000 * size, seed=1) for size in sizes}
    files = sorted(DOCUMENTS.glob("*/documents/*.right.md"))
    documents = "\n\n".join(file.read_text("utf-8") for file in files)[: 1000 * max(sizes)]
    return {**generated, f"documents, {len(documents) // 1000} KB": documents}


def seconds_of(call: Callable[[], Any]) -> float:
    """Return the processor time of a call."""
    started = time.process_time()
    call()
    return time.process_time() - started


def measure(model: Any, name: str, text: str, rounds: int) -> dict[str, Any]:
    """Return medians over rounds for a text."""
    import numerate

    windows = list(windows_of(model, text))
    calls: dict[str, Callable[[], Any]] = {
        "check": lambda: model.check(text),
        "network": lambda: model.network.distributions(windows),
        "check without a model": lambda: numerate.check(text, unlikely=False),
    }
    runs = [{name: seconds_of(call) for name, call in calls.items()} for _ in range(rounds)]
    seconds = {name: statistics.median(run[name] for run in runs) for name in calls}
    return {
        "text": name,
        "numbers": len(model.check(text).numbers),
        "rounds": rounds,
        "milliseconds": {name: round(1000 * second, 1) for name, second in seconds.items()},
        "check_to_network": round(seconds["check"] / seconds["network"], 2),
    }


class Version:
    """A version of the package in a process of its own, which checks one text after the other."""

    def __init__(self, source: Path, threads: int | None) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source.resolve())}
        environment.pop("OMP_NUM_THREADS", None)
        if threads:
            environment["OMP_NUM_THREADS"] = str(threads)
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, text: str) -> tuple[float, float]:
        """Return the processor time and the time by the clock of a check."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(text) + "\n")
        self._process.stdin.flush()
        processor, clock = json.loads(self._process.stdout.readline())
        return processor, clock

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def answer() -> None:
    """Check the texts that come in, and answer with the seconds that each takes."""
    from numerate import load

    model = load()
    for line in sys.stdin:
        text = json.loads(line)
        processor, clock = time.process_time(), time.perf_counter()
        model.check(text)
        print(json.dumps((time.process_time() - processor, time.perf_counter() - clock)), flush=True)


def compare(other: Path, texts: dict[str, str], rounds: int) -> list[dict[str, Any]]:
    """Return how many times as long another version takes."""
    results = []
    for kind, threads, which in (("processor time on one core", 1, 0), ("clock on all cores", None, 1)):
        versions = [Version(source, threads) for source in (HERE.parent / "src", other)]
        for version in versions:
            version.seconds(write_text(2000))
        for name, text in texts.items():
            turns = [[version.seconds(text)[which] for version in versions] for _ in range(rounds)]
            here, there = (statistics.median(column) for column in zip(*turns, strict=True))
            ratio = statistics.median(theirs / ours for ours, theirs in turns)
            milliseconds = {"this version": round(1000 * here, 1), "the other": round(1000 * there, 1)}
            results.append(
                {"text": name, "measure": kind, "milliseconds": milliseconds, "ratio": round(ratio, 2)}
            )
            print(
                f"{name}, {kind}: {1000 * here:,.0f} ms, the other {1000 * there:,.0f}: {ratio:.2f}",
                flush=True,
            )
        for version in versions:
            version.close()
    return results


def main() -> None:
    from numerate import load

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="kilobytes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--against", type=Path, help="the folder src of another version")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "check.json")
    arguments = parser.parse_args()
    if arguments.answer:
        answer()
        return
    texts = texts_of(arguments.sizes)
    compared = compare(arguments.against, texts, arguments.rounds) if arguments.against else None
    model = load(threads=1)
    model.check(write_text(2000))
    measured = []
    for name, text in texts.items():
        measured.append(measure(model, name, text, arguments.rounds))
        times = ", ".join(f"{name} {ms:,.1f} ms" for name, ms in measured[-1]["milliseconds"].items())
        print(f"{name}, {measured[-1]['numbers']:,} numbers: {times}", flush=True)
    result = {
        "machine": {**machine("onnxruntime"), "load_average_at_the_end": round(os.getloadavg()[0], 1)},
        "texts": measured,
        **({"against": compared} if compared else {}),
    }
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    # On one core: the threads of numpy and of the network would count as this one's time.
    if "--answer" not in sys.argv:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
