"""Check every hostile kind of document at 1, 2 and 4 MB, each in a process of its own: time and memory.

    make attack          # or: python -m tests.hostile.attack [--sizes 1 2 4] [--processes N] [--out FILE]

A kind passes if it is checked or refused with a message, if the time grows no faster than the input (twice
the size takes less than three times as long), and if its peak memory does. One that exceeds its limits of
time or memory is killed, has failed, and is not tried at larger sizes; one that needs a package which is not
installed is named as not run. The result goes to benchmarks/results/attack.json, after each document: a run
that was interrupted goes on with --resume. This needs the base of numerate and no package of its tests.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import platform
import resource
import shlex
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

import numerate
from numerate.documents import read
from numerate.errors import MissingExtraError
from numerate.io.files import write_text
from tests.hostile.kinds import GUESSED, KINDS, Kind

OUT = Path(__file__).parents[2] / "benchmarks" / "results" / "attack.json"
SLOWEST, SLOWEST_BY_MODEL = 120, 2400
"""Seconds of processor time a megabyte after which a document counts as hanging."""
LEAST = 30
"""Seconds of processor time that a document has, however short it is."""
LONGEST = 30
"""Times as long on the clock, after which it counts as waiting for something that never comes."""
MOST_MEMORY = 12 << 30
"""Bytes of address space that a check may take, so that one kind cannot take the machine from the others."""
PASSED, FAILED, NOT_RUN = "ok", "FAILED", "not run"

Run = dict[str, Any]
"""One document: its `outcome`, and the `seconds` and `megabytes` that its check took."""


def check(kind: Kind, size: int, model: bool, results: Connection) -> None:
    """Check one document in this process, and send what it took."""
    text = kind.make(size)
    if model:  # in this process only: the threads of a network do not survive a fork
        numerate.check("Of 5 people, 6 came.")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    limit = math.ceil(time.process_time()) + seconds_allowed(size, model)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    began, outcome = time.process_time(), "checked"
    try:
        document = read(text.encode(), format=kind.format or None)
        numerate.check(document, unlikely=model)
    except (MissingExtraError, ModuleNotFoundError) as error:
        outcome = f"{NOT_RUN}: {error}"
    except numerate.InputError as error:
        outcome = f"refused: {str(error)[:80]}"
    except Exception as error:
        outcome = f"died: {type(error).__name__}: {str(error)[:80]}"
    took = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    results.send({"outcome": outcome, "seconds": round(took, 2), "megabytes": round(peak / 1024)})


def seconds_allowed(size: int, model: bool) -> int:
    """Return the processor time after which a document of this size counts as hanging."""
    return max(LEAST, math.ceil((SLOWEST_BY_MODEL if model else SLOWEST) * size / 1e6))


@dataclass
class Attempt:
    """A document that is checked in a process of its own, which shares what was imported here."""

    kind: Kind
    size: int
    model: bool
    receiver: Connection = field(init=False)
    process: ForkProcess = field(init=False)
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self.receiver, sender = context.Pipe(duplex=False)
        self.process = context.Process(target=check, args=(self.kind, self.size, self.model, sender))
        self.process.start()
        sender.close()  # or the death of the process would not close the pipe
        self.deadline = time.monotonic() + LONGEST * seconds_allowed(self.size, self.model)

    @property
    def has_ended(self) -> bool:
        """Whether there is a result, the process died, or its time on the clock is up."""
        return self.receiver.poll() or time.monotonic() > self.deadline

    def end(self) -> Run:
        """Return what the process sent, or that it died; kill it if it still runs."""
        try:
            result: Run = self.receiver.recv() if self.receiver.poll() else {}
        except EOFError:
            result = {}
        self.process.kill()
        self.process.join()
        self.receiver.close()
        return result or {
            "outcome": "died: its time was up, or its memory",
            "seconds": seconds_allowed(self.size, self.model),
            "megabytes": -1,
        }


def attack(
    kinds: Iterable[Kind], sizes: list[int], processes: int, model: bool, results: dict[str, list[Run]]
) -> Iterator[Kind]:
    """Check kinds side by side, each from small to large; yield a kind when `results` has a document more."""
    waiting = deque(kind for kind in kinds if not is_done(results.get(str(kind), []), sizes))
    running: list[Attempt] = []
    while waiting or running:
        while waiting and len(running) < processes:
            kind = waiting.popleft()
            running.append(Attempt(kind, sizes[len(results.get(str(kind), []))], model))
        wait([attempt.receiver for attempt in running], timeout=1)
        for attempt in [attempt for attempt in running if attempt.has_ended]:
            running.remove(attempt)
            runs = results.setdefault(str(attempt.kind), [])
            runs.append(attempt.end())
            if not is_done(runs, sizes):
                waiting.appendleft(attempt.kind)
            yield attempt.kind


def is_done(runs: list[Run], sizes: Sequence[float]) -> bool:
    """Tell whether a kind was checked at all sizes, or need not be checked at larger ones."""
    return len(runs) == len(sizes) or any(run["outcome"].startswith(("died", NOT_RUN)) for run in runs)


def verdict(runs: list[Run]) -> str:
    """Tell whether a kind passed: neither time nor memory more than tripled where the input doubled."""
    if any(run["outcome"].startswith(NOT_RUN) for run in runs):
        return NOT_RUN
    if any(run["outcome"].startswith("died") for run in runs):
        return FAILED
    for smaller, larger in pairwise(runs):
        for key, floor in (("seconds", 0.3), ("megabytes", 40.0)):
            if larger[key] > 3 * max(smaller[key], floor):
                return FAILED
    return PASSED


def all_kinds() -> list[Kind]:
    """List every kind, and those whose format is guessed, which is then empty."""
    return [*KINDS, *(Kind("", "", unit) for unit in GUESSED)]


def summarise(options: argparse.Namespace, results: dict[str, list[Run]]) -> dict[str, Any]:
    """Return the record of a run: what failed, what took longest and most, and every kind."""
    done = {kind: runs for kind, runs in results.items() if is_done(runs, options.sizes)}
    runs = [run for runs in results.values() for run in runs]
    sizes = " ".join(f"{size:g}" for size in options.sizes)
    more = " --model" if options.model else ""
    more += f" --match {shlex.join(options.match)}" if options.match else ""
    return {
        "command": f"python -m tests.hostile.attack --sizes {sizes} --processes {options.processes}{more}",
        "machine": {"processors": os.cpu_count(), "python": platform.python_version()},
        "sizes_mb": options.sizes,
        "model": options.model,
        "kinds": len(done),
        "failed": [kind for kind, runs in done.items() if verdict(runs) == FAILED],
        "not_run": [kind for kind, runs in done.items() if verdict(runs) == NOT_RUN],
        "slowest_seconds": max((run["seconds"] for run in runs), default=0),
        "most_megabytes": max((run["megabytes"] for run in runs), default=0),
        "results": results,
    }


def earlier_results(options: argparse.Namespace) -> dict[str, list[Run]]:
    """Return the results of an interrupted run with the same settings."""
    if not options.resume or not options.out.exists():
        return {}
    earlier = json.loads(options.out.read_text(encoding="utf-8"))
    same = (earlier["sizes_mb"], earlier.get("model", False)) == (options.sizes, options.model)
    results: dict[str, list[Run]] = earlier["results"] if same else {}
    return results


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=float, nargs="+", default=[1, 2, 4], help="megabytes")
    parser.add_argument(
        "--match", nargs="+", default=[], help="only kinds whose name holds one of these texts"
    )
    parser.add_argument("--model", action="store_true", help="check with the bundled model too")
    parser.add_argument("--processes", type=int, default=1, help="documents to check side by side")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--resume", action="store_true", help="leave out what --out has")
    return parser.parse_args()


def main() -> None:
    """Attack, print a line for each kind, and write the result."""
    options = parse_options()
    if options.model:
        os.environ["OMP_NUM_THREADS"] = "1"
    numerate.check("Of 5 people, 6 came.", unlikely=False)  # imports and tables do not count
    results = earlier_results(options)
    kinds = [kind for kind in all_kinds() if any(text in str(kind) for text in options.match or [""])]
    sizes = [int(size * 1e6) for size in options.sizes]
    done = sum(is_done(results.get(str(kind), []), sizes) for kind in kinds)
    for kind in attack(kinds, sizes, options.processes, options.model, results):
        if is_done(runs := results[str(kind)], sizes):
            done += 1
            took = "; ".join(f"{run['outcome']} {run['seconds']} s {run['megabytes']} MB" for run in runs)
            name = str(kind).replace("\n", "\\n")
            print(f"[{done}/{len(kinds)}] {verdict(runs)} {name}: {took}", flush=True)
        if not options.match or options.out != OUT:
            record = json.dumps(summarise(options, results), indent=1, ensure_ascii=False)
            write_text(options.out, record + "\n")
    summary = summarise(options, results)
    del summary["results"]
    print(json.dumps(summary, indent=1, ensure_ascii=False))
    sys.exit(1 if summary["failed"] else 0)


if __name__ == "__main__":
    main()
