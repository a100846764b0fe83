"""How fast a model judges numbers on a GPU, beside the processors of the same machine, and how alike.

    .venv/bin/python benchmarks/inference_gpu.py --model src/numerate/models/default --device cuda

The text is that of benchmarks/inference.py. The network alone is given windows: onnxruntime on all
processors, then torch on the device for each precision and number of tokens at a time. `network` is all that
a process does for a run, laying out and copying back with it; `graph` is the device's part. What each says of
the same numbers is compared. Then whole texts are judged, by one process and by several at once that share
the device, each with one thread, and by as many without it; and checked, by one. `feeding` is how many such
processes keep the device busy: its windows a second, times the seconds that a process takes for all else.

Whatever does not fit into --seconds is left out, and said to be. The result goes to
benchmarks/results/inference_gpu.json, which is written anew after each part.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from inference import HERE, windows_of, write_text

PRECISIONS = ("fp32", "tf32", "bf16")
TOKENS = (8192, 32768, 131072)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
ONCE = 150_000  # characters to a call on the device; a tenth where processors run the network


STARTED = time.perf_counter()


class Clock:
    """Tells how much of the time given is left."""

    def __init__(self, seconds: float) -> None:
        self._end = time.perf_counter() + seconds

    @property
    def left(self) -> float:
        return self._end - time.perf_counter()


def rate(do: Callable[[], Any], seconds: float) -> float:
    """Times a second: the median of as many rounds as fit, one at least, after one to warm up."""
    do()
    rounds: list[float] = []
    while not rounds or sum(rounds) + rounds[-1] < seconds:
        started = time.perf_counter()
        do()
        rounds.append(time.perf_counter() - started)
    return 1 / statistics.median(rounds)


def per_second(windows: Sequence[Any], times: float) -> dict[str, float]:
    """Windows, numbers and tokens a second, where all windows are run so many times a second."""
    numbers, tokens = (sum(len(window[i]) for window in windows) for i in (1, 0))
    return {
        "windows": round(times * len(windows), 1),
        "numbers": round(times * numbers, 1),
        "tokens": round(times * tokens, 1),
    }


# -- the network alone ------------------------------------------------------------------------------------


def network_on(model: Any, file: Path, device: str, precision: str, tokens: int) -> Any:
    from numerate.model.network import Network
    from numerate.model.torch_backend import TorchBackend

    graph = TorchBackend(file, "cpu" if device == "torch" else device, precision, tokens)
    return Network(graph, model.config.family, model.config.support, model.network.number_id)


def graph_alone(network: Any, windows: Sequence[Any], tokens: int) -> tuple[Callable[[], None], int]:
    """The device's part for one full run, whose input is there already; and how many windows it has."""
    import torch

    from numerate.model.network import collate

    graph = network.backend
    count = max(1, tokens // max(len(window.ids) + 2 * len(window.values) for window in windows))
    feeds = collate(list(windows[:count]), network.number_id)
    there = {name: torch.from_numpy(array).to(graph.device) for name, array in feeds.items()}

    def do() -> None:
        with torch.inference_mode(), graph._in_precision():
            graph.compute(there)
        if graph.device.type == "cuda":
            torch.cuda.synchronize(graph.device)

    return do, min(count, len(windows))


def difference(one: Any, other: Any, values: Any) -> dict[str, float]:
    """The largest differences between what two networks say of the same numbers."""
    import numpy as np

    shares = np.array(SHARES)[:, None]
    here, there = one.quantile(shares), other.quantile(shares)
    log_probs = np.abs(one.log_prob(values, "log") - other.log_prob(values, "log"))
    probabilities = np.abs(one.cdf(here) - one.cdf(there))
    lowest = one.support.lower
    medians = np.abs(np.log(np.maximum(one.median, lowest) / np.maximum(other.median, lowest)))
    return {
        "log_density": float(log_probs.max()),
        "log_density_mean": float(log_probs.mean()),
        "probability_between_quantiles": float(probabilities.max()),
        "log_median": float(medians.max()),
        "log_median_99_percent": float(np.quantile(medians, 0.99)),
    }


def on_device(
    model: Any, arguments: argparse.Namespace, windows: list[Any], clock: Clock
) -> Iterator[dict[str, Any]]:
    """Each precision and size of runs in turn; what fails is told and does not keep the others from it."""
    import numpy as np
    import torch

    file = arguments.model / "model.onnx"
    few = windows[: arguments.compared]
    values = np.concatenate([window.values for window in few])
    exact = model.network.distributions(few)
    many = windows * max(1, -(-arguments.windows // len(windows)))
    sizes = [(precision, TOKENS[1]) for precision in PRECISIONS]
    sizes += [("fp32", TOKENS[0]), ("fp32", TOKENS[2])]
    for precision, tokens in sizes:
        tokens = min(tokens, arguments.most_tokens)
        found: dict[str, Any] = {"precision": precision, "tokens_at_a_time": tokens}
        if clock.left < 0:
            yield found | {"left_out": "no time left"}
            continue
        try:
            network = network_on(model, file, arguments.device, precision, tokens)
            found["difference"] = difference(exact, network.distributions(few), values)
            times = rate(partial(network.distributions, many), arguments.each)
            found["network"] = per_second(many, times)
            alone, count = graph_alone(network, windows, tokens)
            found["graph"] = per_second(windows[:count], rate(alone, arguments.each / 2))
            if arguments.device.startswith("cuda"):
                found["memory_mib"] = round(torch.cuda.max_memory_allocated(arguments.device) / 2**20)
                torch.cuda.reset_peak_memory_stats(arguments.device)
                del network, alone
                torch.cuda.empty_cache()
        except Exception as error:  # one that does not run is a result, too
            found["failed"] = f"{type(error).__name__}: {str(error).splitlines()[0]}"
        yield found


# -- whole texts, in processes of their own ---------------------------------------------------------------


def work(folder: Path, device: str, seconds: float, seed: int, doing: str) -> None:
    """Load, say so, wait to be told, and judge or check texts for so many seconds."""
    if device != "cpu":
        import torch

        torch.set_num_threads(1)
    import numerate

    model = numerate.load(folder, threads=1, device=device)
    text = write_text(ONCE // 10 if device == "cpu" else ONCE, seed)
    do = model.judge if doing == "judge" else model.check
    run, runs = model.network.distributions, [(0, 0.0)]

    def timed(windows: Any) -> Any:
        started = time.perf_counter()
        found = run(windows)
        runs.append((len(windows), time.perf_counter() - started))
        return found

    model.network.distributions = timed
    do(text[:5000])
    print("ready", flush=True)
    sys.stdin.readline()
    runs.clear()
    numbers = characters = 0
    started = time.perf_counter()
    while (took := time.perf_counter() - started) < seconds:
        numbers += len(do(text).numbers)
        characters += len(text)
    windows, inside = (sum(column) for column in zip(*runs, strict=True))
    told = {"numbers": numbers, "characters": characters, "seconds": took}
    print(json.dumps(told | {"windows": windows, "network_seconds": inside}))


def working(
    arguments: argparse.Namespace, doing: str, device: str, processes: int, patience: float
) -> dict[str, Any]:
    """Several processes at once, all loaded before any begins."""
    found: dict[str, Any] = {"doing": doing, "device": device, "processes": processes}
    command = [sys.executable, __file__, "--model", arguments.model, "--device", device]
    command += ["--each", arguments.each, "--doing", doing, "--seed"]
    started = time.perf_counter()
    children = [
        subprocess.Popen(
            [str(part) for part in (*command, seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
        )
        for seed in range(processes)
    ]

    def stop() -> None:
        for child in children:
            child.kill()

    watch = threading.Timer(patience, stop)
    watch.start()
    try:
        for child in children:
            if child.stdout.readline() != "ready\n":
                raise RuntimeError("a process did not get ready in time")
        found["seconds_to_load"] = round(time.perf_counter() - started, 1)
        for child in children:
            child.stdin.write("go\n")
            child.stdin.flush()
        told = [json.loads(child.communicate()[0]) for child in children]
    except Exception as error:  # one that does not run is a result, too
        return found | {"failed": f"{type(error).__name__}: {error}"}
    finally:
        watch.cancel()
        stop()
        for child in children:
            child.wait()
    seconds, inside, windows = (
        sum(one[name] for one in told) for name in ("seconds", "network_seconds", "windows")
    )
    return found | {
        "numbers_per_second": round(sum(one["numbers"] / one["seconds"] for one in told), 1),
        "megabytes_per_second": round(sum(one["characters"] / 1e6 / one["seconds"] for one in told), 3),
        "share_of_time_in_the_network": round(inside / seconds, 3),
        "other_milliseconds_per_window": round(1000 * (seconds - inside) / windows, 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=HERE.parent / "src/numerate/models/default")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seconds", type=float, default=80, help="for all of it")
    parser.add_argument("--each", type=float, default=2, help="seconds for each thing that is timed")
    parser.add_argument("--kilobytes", type=int, default=400, help="of text to lay windows over")
    parser.add_argument("--windows", type=int, default=4096, help="to run at once on the device")
    parser.add_argument("--compared", type=int, default=256, help="windows on which results are compared")
    parser.add_argument("--most-tokens", type=int, default=max(TOKENS), help="at a time")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 8])
    parser.add_argument("--out", type=Path, default=HERE / "results" / "inference_gpu.json")
    parser.add_argument("--doing", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.doing:
        work(arguments.model, arguments.device, arguments.each, arguments.seed, arguments.doing)
    else:
        measure(arguments)


def measure(arguments: argparse.Namespace) -> None:
    import onnxruntime
    import torch

    import numerate
    from numerate.model import load

    clock = Clock(arguments.seconds - (time.perf_counter() - STARTED))
    cuda = arguments.device.startswith("cuda")
    result: dict[str, Any] = {
        "machine": {
            "processors": len(os.sched_getaffinity(0)),
            "gpu": torch.cuda.get_device_name(arguments.device) if cuda else None,
            "python": platform.python_version(),
            "numerate": numerate.__version__,
            "onnxruntime": onnxruntime.__version__,
            "torch": torch.__version__,
        },
        "model": json.loads((arguments.model / "config.json").read_text()),
    }

    def keep(name: str, value: Any) -> None:
        result[name] = value
        arguments.out.parent.mkdir(exist_ok=True)
        arguments.out.write_text(json.dumps(result, indent=1) + "\n")

    model = load(arguments.model)
    windows = list(windows_of(model, write_text(arguments.kilobytes * 1000)))
    few = windows[:512]
    speed = per_second(few, rate(lambda: model.network.distributions(few), arguments.each))
    keep("onnxruntime", {"network": speed})
    print(f"onnxruntime, all processors: {speed['numbers']:,.0f} numbers/s")
    for found in on_device(model, arguments, windows, clock):
        keep("torch", [*result.get("torch", []), found])
        print(json.dumps(found), flush=True)
    several = [("judge", device, n) for n in arguments.processes for device in (arguments.device, "cpu")]
    for doing, device, processes in [*several, ("check", arguments.device, 1)]:
        found = {"doing": doing, "device": device, "processes": processes, "left_out": "no time left"}
        if clock.left > arguments.each + 8:
            found = working(arguments, doing, device, processes, clock.left)
        keep("texts", [*result.get("texts", []), found])
        print(json.dumps(found), flush=True)
    keep("feeding", feeding(result, arguments.device))
    print(json.dumps(result["feeding"]))


def feeding(result: dict[str, Any], device: str) -> dict[str, float]:
    """Processes that keep the device busy, by what they do, as one by itself does it."""
    busy = {run["precision"]: run["graph"]["windows"] for run in result["torch"][:3] if "graph" in run}
    return {
        f"{one['doing']}, {precision}": round(windows * one["other_milliseconds_per_window"] / 1000, 1)
        for one in result["texts"]
        if one["device"] == device and one["processes"] == 1 and "other_milliseconds_per_window" in one
        for precision, windows in busy.items()
    }


if __name__ == "__main__":
    main()
