"""What a check of a text costs, beside judging its numbers alone, on one core.

    .venv/bin/python benchmarks/check.py --model src/numerate/models/default

The text is that of benchmarks/inference.py. In each round the same text is judged (`judge`), checked, and
taken through the steps of a check one by one: reading it into windows of tokens, running the network on them,
judgement (how odd each number is, whether the text around it is prose, p-values), explaining what is flagged,
and consistency. The steps together take what a check takes, or nearly. Medians over the rounds, of the
processor's time, since other work may run on the machine.

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
STEPS = ("reading", "network", "judgement", "explanation", "consistency")


class Told:
    """A model that was asked before: it tells again what it said of a text."""

    def __init__(self, model: Any, text: str) -> None:
        self.calibration, self._told = model.calibration, list(model.stream(text))

    def stream(self, _: str) -> Any:
        return iter(self._told)


def go(model: Any, text: str) -> tuple[dict[str, float], dict[str, int]]:
    """One round: processor seconds of each step and of the whole, and what was found."""
    from numerate.checking.check import add_contradictions, unlikely_findings
    from numerate.checking.score import judge
    from numerate.documents import Document
    from numerate.model.predictor import BATCH_WINDOWS
    from numerate.report.options import CheckOptions

    seconds: dict[str, float] = {}

    def timed(name: str, do: Callable[[], Any]) -> Any:
        started = time.process_time()
        result = do()
        seconds[name] = time.process_time() - started
        return result

    timed("judge", lambda: sum(len(part.index) for part in model.stream(text)))
    report = timed("check", lambda: model.check(text))
    document, told = Document.from_text(text), Told(model, text)
    windows = timed("reading", lambda: list(windows_of(model, text)))
    batches = [windows[start : start + BATCH_WINDOWS] for start in range(0, len(windows), BATCH_WINDOWS)]
    timed("network", lambda: [model.network.distributions(batch) for batch in batches])
    _, suspects = timed("judgement", lambda: judge(document, told, CheckOptions()))  # type: ignore[arg-type]
    findings = timed("explanation", lambda: unlikely_findings(suspects, document))
    timed("consistency", lambda: add_contradictions(document, findings))
    return seconds, {"numbers": len(report.numbers), "findings": len(report.findings)}


def measure(folder: Path, kilobytes: int, rounds: int) -> dict[str, Any]:
    """The medians of some rounds on a text of so many kilobytes."""
    from numerate import load

    model = load(folder, threads=1)
    model.check(write_text(2000))
    text = write_text(1000 * kilobytes, seed=1)
    runs = [go(model, text) for _ in range(rounds)]
    counts = runs[0][1]
    seconds = {name: statistics.median(run[name] for run, _ in runs) for name in runs[0][0]}
    together = sum(seconds[step] for step in STEPS)
    return {
        "kilobytes": kilobytes,
        **counts,
        "rounds": rounds,
        "seconds": {name: round(second, 4) for name, second in seconds.items()},
        "seconds_per_megabyte": round(1000 * seconds["check"] / kilobytes, 3),
        "microseconds_per_number": {
            name: round(1e6 * second / counts["numbers"], 1) for name, second in seconds.items()
        },
        "shares": {step: round(seconds[step] / together, 4) for step in STEPS},
        "check_to_judge": round(seconds["check"] / seconds["judge"], 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=HERE.parent / "src/numerate/models/default")
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 20, 200, 1000], help="kilobytes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "check.json")
    arguments = parser.parse_args()

    result: dict[str, Any] = {
        "machine": machine("onnxruntime"),
        "model": json.loads((arguments.model / "config.json").read_text()),
        "texts": [],
    }
    for size in arguments.sizes:
        measured = measure(arguments.model, size, arguments.rounds)
        result["texts"].append(measured)
        each = measured["microseconds_per_number"]
        print(
            f"{size:>7,} KB {measured['numbers']:>8,} numbers {measured['seconds_per_megabyte']:8.2f} s/MB "
            f"{each['check']:8.1f} µs a number, {measured['check_to_judge']:.2f} times judging alone; of it "
            + ", ".join(f"{step} {share:.0%}" for step, share in measured["shares"].items())
        )
    result["machine"]["load_average_at_the_end"] = round(os.getloadavg()[0], 1)
    arguments.out.parent.mkdir(exist_ok=True)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    # The rest of numpy's and of the network's threads would count as this one's time.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
