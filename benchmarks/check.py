"""What a check costs, with a model and without, next to the network alone, on one core.

    .venv/bin/python benchmarks/check.py

The text is that of benchmarks/inference.py; its smallest size is a page. In each round the same text is
checked with the model and without one, and its windows go through the network alone, which is the part that
no code around it can save. Medians over the rounds, of processor time, since other work may run on the
machine.

The result goes to benchmarks/results/check.json and, as a table, to the terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inference import windows_of, write_text
from machine import machine

HERE = Path(__file__).parent
SIZES = (3, 30, 300)


def seconds_of(call: Callable[[], Any]) -> float:
    """Return the processor time of a call."""
    started = time.process_time()
    call()
    return time.process_time() - started


def measure(model: Any, kilobytes: int, rounds: int) -> dict[str, Any]:
    """Return medians over rounds for a text of so many kilobytes."""
    import numerate

    text = write_text(1000 * kilobytes, seed=1)
    windows = list(windows_of(model, text))
    calls: dict[str, Callable[[], Any]] = {
        "check": lambda: model.check(text),
        "network": lambda: model.network.distributions(windows),
        "check without a model": lambda: numerate.check(text, unlikely=False),
    }
    runs = [{name: seconds_of(call) for name, call in calls.items()} for _ in range(rounds)]
    seconds = {name: statistics.median(run[name] for run in runs) for name in calls}
    return {
        "kilobytes": kilobytes,
        "numbers": len(model.check(text).numbers),
        "rounds": rounds,
        "milliseconds": {name: round(1000 * second, 1) for name, second in seconds.items()},
        "check_to_network": round(seconds["check"] / seconds["network"], 2),
    }


def main() -> None:
    from numerate import load

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="kilobytes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "check.json")
    arguments = parser.parse_args()
    model = load(threads=1)
    model.check(write_text(2000))
    texts = []
    for size in arguments.sizes:
        measured = measure(model, size, arguments.rounds)
        texts.append(measured)
        times = ", ".join(f"{name} {ms:,.1f} ms" for name, ms in measured["milliseconds"].items())
        print(f"{size:>5,} KB, {measured['numbers']:,} numbers: {times}", flush=True)
    result = {
        "machine": {**machine("onnxruntime"), "load_average_at_the_end": round(os.getloadavg()[0], 1)},
        "texts": texts,
    }
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    # The threads of numpy and of the network would count as this one's time.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
