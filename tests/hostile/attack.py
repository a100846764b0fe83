"""Check every hostile kind of document at 1, 2 and 4 MB, each in a process of its own: time and memory.

    make attack          # or: python -m tests.hostile.attack [--sizes 1 2 4] [--match TEXT] [--out FILE]

A kind passes if it is checked or refused with a message, if the time grows no faster than the input (twice
the size takes less than three times as long), and if its peak memory does. The result goes to
benchmarks/results/attack.json.
"""

from __future__ import annotations

import argparse
import json
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
SLOWEST = 60
"""Seconds of processor time after which a document counts as hanging."""


def attack(kind: Kind, size: int, results: Connection) -> None:
    """Check one document in this process, and send what it took."""
    text = kind.make(size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    resource.setrlimit(resource.RLIMIT_CPU, (SLOWEST, SLOWEST + 1))
    began, outcome = time.process_time(), "checked"
    try:
        numerate.check(read(text.encode(), format=kind.format or None), unlikely=False)
    except numerate.InputError as error:
        outcome = f"refused: {str(error)[:80]}"
    took = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    results.send({"outcome": outcome, "seconds": round(took, 2), "megabytes": round(peak / 1024)})


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
        result = {"outcome": "died", "seconds": SLOWEST, "megabytes": -1}
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
    options = parser.parse_args()
    numerate.check("Of 5 people, 6 came.", unlikely=False)  # imports and tables do not count
    results, failed = {}, []
    for kind in all_kinds():
        if options.match not in str(kind):
            continue
        runs = [run(kind, int(size * 1e6)) for size in options.sizes]
        results[str(kind)] = runs
        if grows_too_fast(runs):
            failed.append(str(kind))
        slow = max(result["seconds"] for result in runs)
        fat = max(result["megabytes"] for result in runs)
        if slow > 5 or fat > 300 or str(kind) in failed:
            print(f"{'FAILED ' if str(kind) in failed else ''}{kind}: {runs}", flush=True)
    summary = {
        "kinds": len(results),
        "failed": failed,
        "slowest_seconds": max(result["seconds"] for runs in results.values() for result in runs),
        "most_megabytes": max(result["megabytes"] for runs in results.values() for result in runs),
    }
    print(json.dumps(summary, indent=1))
    if not options.match:
        sizes = " ".join(f"{size:g}" for size in options.sizes)
        command = f"python -m tests.hostile.attack --sizes {sizes}"
        record = {"command": command, "sizes_mb": options.sizes, **summary, "results": results}
        options.out.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
