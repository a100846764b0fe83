"""How fast a model judges the numbers of a text, on two cores.

    .venv/bin/python benchmarks/inference.py --model src/numerate/models/default --checkpoint CHECKPOINT

The text is written here from templates, six numbers to 128 tokens, or nearly.

- Numbers judged per second, in one run, round by round, on windows of six numbers (longer windows have more
  sentences without any): the model as it ships, in one pass; the same
  weights, kept in the same way, masking one number at a time, which takes a pass for each; and the checkpoint
  in PyTorch, eager, both ways. The last three need the checkpoint that the model was exported from.
- Time and memory of `import numerate`, of loading, of the first call and of a warm one, in a new process.
- Texts from 1 KB to 10 MB, each in a new process, streamed: seconds, and memory at its peak.

The result goes to benchmarks/results/inference.json and, as a table, to the terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from machine import machine

HERE = Path(__file__).parent
CORES = 2
WINDOWS, ROUNDS = 48, 5

TEMPLATES = (
    "Shares of {name} fell {small} percent to ${price} on {day} after the company said quarterly profit "
    "had dropped to ${large} million.",
    "The plant in {name} made {count} engines in {year}, the ministry said, and it hopes to build many more "
    "of them with the help of partners abroad.",
    "Analysts had expected revenue of ${large} billion and earnings of {small} cents a share, and most of "
    "them kept their ratings on the stock.",
    "In the study, {count} patients were followed for {few} years, and none of those who were treated early "
    "had to return to the hospital.",
    "A spokesman for {name} declined to comment on the report, which was first published by a local "
    "newspaper over the weekend.",
)
PLAIN = (
    "A spokesman for {name} declined to comment on the report, and those who wrote it could not be reached "
    "over the weekend."
)
NAMES = "Acme Borealis Corvus Dunmore Eastgate Fairwater Glenrock Harrow".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday".split()


def write_text(characters: int, seed: int = 0, plain: int = 0) -> str:
    """Paragraphs of our own, at least so many characters of them; `plain` more templates have no number."""
    rng = random.Random(seed)
    templates = TEMPLATES + (PLAIN,) * plain
    parts: list[str] = []
    size = 0
    while size < characters:
        paragraph = " ".join(
            rng.choice(templates).format(
                name=rng.choice(NAMES),
                day=rng.choice(DAYS),
                small=round(rng.lognormvariate(1, 1), 1),
                price=round(rng.lognormvariate(3, 1), 2),
                large=round(rng.lognormvariate(4, 1.5), 1),
                count=f"{int(rng.lognormvariate(7, 2)) + 1:,}",
                few=rng.randrange(2, 12),
                year=rng.randrange(1990, 2025),
            )
            for _ in range(rng.randrange(3, 7))
        )
        parts.append(paragraph)
        size += len(paragraph) + 2
    return "\n\n".join(parts)[:characters]


# -- numbers per second -----------------------------------------------------------------------------------


def windows_of(model: Any, text: str) -> Iterator[Any]:
    """Windows of a text as the model lays them."""
    from numerate.model.windows import pack_windows, segments

    read = segments(text, model._pieces, model.config.covers)
    sentences = (sentence for segment in read for sentence in segment.sentences)
    return map(model._window, pack_windows(sentences, model.config.tokens - 1, model._pieces))


def windows_of_six(model: Any) -> list[Any]:
    """Those of them that have six numbers."""
    plain = max(0, 8 * (model.config.tokens - 128) // 128)
    laid = windows_of(model, write_text(600_000, plain=plain))
    chosen = list(islice((window for window in laid if len(window.values) == 6), WINDOWS))
    if len(chosen) < WINDOWS:
        raise SystemExit(f"only {len(chosen)} windows of the text have six numbers")
    return chosen


def one_at_a_time(windows: list[Any]) -> list[Any]:
    """Each window once for each of its numbers, which is masked."""
    import numpy as np

    rows = []
    for window in windows:
        for place in range(len(window.values)):
            values = window.values.copy()
            values[place] = np.nan
            rows.append(window._replace(values=values))
    return rows


def ways(
    model: Any, checkpoint: Path | None, scratch: Path, windows: list[Any]
) -> dict[str, Callable[[], Any]]:
    """What is compared: each judges all numbers of the windows once."""
    found: dict[str, Callable[[], Any]] = {"one pass": lambda: model.network.distributions(windows)}
    if checkpoint is None:
        return found
    import onnx
    import torch

    from numerate.model.network import Network, open_backend
    from numerate.training.export.graph import to_onnx
    from numerate.training.export.weights import find_ranges, with_weights
    from numerate.training.nn import NumberModel, TokenizedInstance

    torch.set_num_threads(CORES)
    eager = NumberModel.from_pretrained(checkpoint)
    # Its architecture is written down: the encoder it began as is not needed, and may be out of reach.
    alike = replace(eager.config, objective="masked", pretrained=False, checkpoint=None)
    masked, twin = (NumberModel.from_config(alike, eager.tokenizer).eval() for _ in range(2))
    for network in (masked, twin):
        network.load_state_dict(eager.state_dict())
    masking, file = one_at_a_time(windows), scratch / "masked.onnx"

    @torch.inference_mode()
    def in_torch(network: Any, rows: list[Any]) -> None:
        collate = network.collator()
        for start in range(0, len(rows), 16):
            batch = collate([TokenizedInstance(*row) for row in rows[start : start + 16]])
            network.distributions_at(network.encode(batch, batch.values))

    traced = to_onnx(twin, model.config.tokens)  # which changes it
    ranges = find_ranges(traced, masking[::6], model.network.number_id)
    onnx.save(with_weights(traced, model.config.weights, ranges), file)
    graph = open_backend(file, threads=CORES)
    exported = Network(graph, model.config.family, model.config.support, model.network.number_id)
    found["one at a time"] = lambda: exported.distributions(masking)
    found["one pass, torch eager"] = lambda: in_torch(eager, windows)
    found["one at a time, torch eager"] = lambda: in_torch(masked, masking)
    return found


def compare(folder: Path, checkpoint: Path | None) -> dict[str, Any]:
    """Each way in turn, round by round, so that other work on the machine slows them alike."""
    from numerate.model import load

    model = load(folder, threads=CORES)
    windows = windows_of_six(model)
    numbers = sum(len(window.values) for window in windows)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        compared = ways(model, checkpoint, Path(scratch), windows)
        for runtime in (False, True):
            # Not both in one round: the threads of each wait for work with the processor in their hands.
            beside = {name: way for name, way in compared.items() if ("torch" in name) == runtime}
            for way in beside.values():
                way()
            for _ in range(ROUNDS):
                for name, way in beside.items():
                    started = time.perf_counter()
                    way()
                    times.setdefault(name, []).append(time.perf_counter() - started)
    speeds = {name: numbers / statistics.median(seconds) for name, seconds in times.items()}
    return {
        "windows": len(windows),
        "tokens_per_window": round(statistics.mean(len(window.ids) for window in windows), 1),
        "numbers_per_window": 6,
        "numbers_per_second": {name: round(speed, 1) for name, speed in speeds.items()},
        "times_as_fast": {name: round(speeds["one pass"] / speed, 2) for name, speed in speeds.items()},
        "seconds": {name: [round(second, 4) for second in seconds] for name, seconds in times.items()},
    }


# -- starting, and growth: each in a process of its own ---------------------------------------------------


def peak_memory() -> float:
    """MiB that this process has held at most; getrusage would count its parent's."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def start(folder: Path) -> dict[str, float]:
    """Import, load, first call, warm call: milliseconds, and MiB after each."""
    text = "Shares of Acme fell [#MASK] percent to $12.50 on Friday after profit dropped 8 percent."
    found: dict[str, float] = {"python_mib": peak_memory()}

    def step(name: str, do: Callable[[], Any]) -> Any:
        started = time.perf_counter()
        result = do()
        found[f"{name}_ms"] = 1000 * (time.perf_counter() - started)
        found[f"{name}_mib"] = peak_memory()
        return result

    numerate = step("import", lambda: __import__("numerate"))
    model = step("load", lambda: numerate.load(folder, threads=CORES))
    step("first_call", lambda: model.predict(text)[0].median)
    step("warm_call", lambda: [model.predict(text)[0].median for _ in range(20)])
    found["warm_call_ms"] /= 20
    return found


def stream(folder: Path, kilobytes: int) -> dict[str, float]:
    """Judge a text of so many kilobytes; the model is loaded and warm beforehand."""
    from numerate import load

    model = load(folder, threads=CORES)
    model.judge(write_text(2000))
    text = write_text(kilobytes * 1000, seed=1)
    before = peak_memory()
    started = time.perf_counter()
    numbers = sum(len(part.index) for part in model.stream(text))
    seconds = time.perf_counter() - started
    return {
        "kilobytes": kilobytes,
        "numbers": numbers,
        "seconds": round(seconds, 3),
        "seconds_per_megabyte": round(1000 * seconds / kilobytes, 2),
        "numbers_per_second": round(numbers / seconds, 1),
        "mib_before": round(before, 1),
        "mib_at_peak": round(peak_memory(), 1),
    }


def in_a_new_process(*arguments: object) -> dict[str, float]:
    command = [sys.executable, __file__, *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def middle(runs: list[dict[str, float]]) -> dict[str, float]:
    return {name: round(statistics.median(run[name] for run in runs), 2) for name in runs[0]}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=HERE.parent / "src/numerate/models/default")
    parser.add_argument("--checkpoint", type=Path, help="what the model was exported from")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 10, 100, 1000, 10_000], help="kilobytes")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "inference.json")
    parser.add_argument("--start", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--stream", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.start:
        print(json.dumps(start(arguments.model)))
    elif arguments.stream:
        print(json.dumps(stream(arguments.model, arguments.stream)))
    else:
        measure(arguments)


def measure(arguments: argparse.Namespace) -> None:
    result: dict[str, Any] = {
        "machine": machine("onnxruntime"),
        "model": json.loads((arguments.model / "config.json").read_text()),
    }
    result["compared"] = compared = compare(arguments.model, arguments.checkpoint)
    for name, speed in compared["numbers_per_second"].items():
        times = compared["times_as_fast"][name]
        print(f"{name:30} {speed:9,.1f} numbers/s   one pass is {times:.2f} times as fast")
    result["start"] = begun = middle(
        [in_a_new_process("--model", arguments.model, "--start") for _ in range(5)]
    )
    for name in ("import", "load", "first_call", "warm_call"):
        print(f"{name:30} {begun[f'{name}_ms']:9,.1f} ms          {begun[f'{name}_mib']:7,.0f} MiB at peak")
    result["growth"] = []
    for size in arguments.sizes:
        grown = in_a_new_process("--model", arguments.model, "--stream", size)
        result["growth"].append(grown)
        print(
            f"{size:>9,} KB {grown['numbers']:16,} numbers {grown['seconds']:9,.2f} s "
            f"{grown['seconds_per_megabyte']:8.2f} s/MB {grown['mib_at_peak']:7,.0f} MiB at peak"
        )
    result["machine"]["load_average_at_the_end"] = round(os.getloadavg()[0], 1)
    arguments.out.parent.mkdir(exist_ok=True)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
