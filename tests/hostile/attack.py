"""Check every hostile kind of document at 1, 2 and 4 MB, each in a process of its own: time and memory.

    make attack          # or: python -m tests.hostile.attack [--sizes 1 2 4] [--match TEXT] [--out FILE]

A kind passes if it is checked or refused with a message, if the time grows no faster than the input (twice
the size takes less than three times as long), and if its peak memory does. The result goes to
benchmarks/results/attack.json, after each kind: a run that was interrupted goes on with --resume.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import resource
import sys
import time
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numerate
from numerate.documents import read
from tests.hostile.kinds import GUESSED, KINDS, Kind

OUT = Path(__file__).parents[2] / "benchmarks" / "results" / "attack.json"
SLOWEST = 120
"""Seconds of processor time a megabyte after which a document counts as hanging."""


def attack(kind: Kind, size: int, results: Connection) -> None:
    """Check one document in this process, and send what it took."""
    text = kind.make(size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    limit = seconds_allowed(size)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    began, outcome = time.process_time(), "checked"
    try:
        numerate.check(read(text.encode(), format=kind.format or None), unlikely=False)
    except numerate.InputError as error:
        outcome = f"refused: {str(error)[:80]}"
    took = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    results.send({"outcome": outcome, "seconds": round(took, 2), "megabytes": round(peak / 1024)})


def seconds_allowed(size: int) -> int:
    """Return the processor time after which a document of this size counts as hanging."""
    return math.ceil(SLOWEST * size / 1e6)


def all_kinds() -> list[Kind]:
    """List every kind, and those whose format is guessed, which is then empty."""
    return [*KINDS, *(Kind("", "", unit) for unit in GUESSED)]


def run(kind: Kind, size: int) -> dict[str, Any]:
    """Attack in a process of its own, which shares what was imported here."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=attack, args=(kind, size, sender))
    process.start()
    sender.close()
    try:
        result: dict[str, Any] = receiver.recv()
    except EOFError:  # killed: too slow, or out of memory
        result = {"outcome": "died", "seconds": seconds_allowed(size), "megabytes": -1}
    process.join()
    return result


def grows_too_fast(runs: list[dict[str, Any]]) -> bool:
    """Tell whether time or memory more than tripled where the input doubled, or the check died."""
    for smaller, larger in pairwise(runs):
        for key, floor in (("seconds", 0.3), ("megabytes", 40.0)):
            if larger[key] > 3 * max(smaller[key], floor):
                return True
    return any(run["outcome"] == "died" for run in runs)


def main() -> None:
    """Attack, print what failed and what was slowest, and write the result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=float, nargs="+", default=[1, 2, 4], help="megabytes")
    parser.add_argument("--match", default="", help="only kinds whose name holds this text")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--resume", action="store_true", help="leave out the kinds that --out has")
    options = parser.parse_args()
    numerate.check("Of 5 people, 6 came.", unlikely=False)  # imports and tables do not count
    results: dict[str, list[dict[str, Any]]] = {}
    if options.resume and options.out.exists():
        earlier = json.loads(options.out.read_text(encoding="utf-8"))
        results = earlier["results"] if earlier["sizes_mb"] == options.sizes else {}
    for kind in all_kinds():
        if options.match not in str(kind) or str(kind) in results:
            continue
        runs = results[str(kind)] = [run(kind, int(size * 1e6)) for size in options.sizes]
        failed, worst = grows_too_fast(runs), runs[-1]
        if failed or worst["seconds"] > 5 or worst["megabytes"] > 300:
            print(f"{'FAILED ' if failed else ''}{kind}: {runs}", flush=True)
        if not options.match:
            record = json.dumps(summarise(options.sizes, results), indent=1, ensure_ascii=False)
            options.out.write_text(record + "\n", encoding="utf-8")
    summary = summarise(options.sizes, results)
    del summary["results"]
    print(json.dumps(summary, indent=1, ensure_ascii=False))
    sys.exit(1 if summary["failed"] else 0)


def summarise(sizes: list[float], results: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the record of a run: what failed, what took longest and most, and every kind."""
    runs = [run for runs in results.values() for run in runs]
    return {
        "command": f"python -m tests.hostile.attack --sizes {' '.join(f'{size:g}' for size in sizes)}",
        "sizes_mb": sizes,
        "kinds": len(results),
        "failed": [kind for kind, runs in results.items() if grows_too_fast(runs)],
        "slowest_seconds": max((run["seconds"] for run in runs), default=0),
        "most_megabytes": max((run["megabytes"] for run in runs), default=0),
        "results": results,
    }


if __name__ == "__main__":
    main()
