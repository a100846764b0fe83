"""Training speed: `numerate train` against the straightforward loop, in one run on one device.

    python benchmarks/train.py                  # on a GPU; writes benchmarks/results/train.json
    python benchmarks/train.py --tiny           # on a CPU, to see that it runs
    python benchmarks/train.py --sweep          # also the settings that were tried on the way: 20 minutes
    python benchmarks/train.py --sweep "not recorded" "float32 residual" --models masked    # or some of them
    python benchmarks/train.py --profile        # also the kernels that take the time

The straightforward loop is written out below: batches padded to 128 tokens, no compilation, bf16 where the
device has it. Instances are random with the lengths of windows of Reuters news; the network is MiniLM's with
random weights, as speed depends on neither.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader

from numerate.training.batches.split import MemorySplit
from numerate.training.nn import ModelConfig, NumberModel, TokenizedInstance
from numerate.training.prepare.shards import Columns
from numerate.training.run import engine as engines
from numerate.training.run.engine import Engine, GraphedStep, keep_residuals_in_bf16
from numerate.training.run.processes import Processes
from numerate.training.run.recipe import Recipe

RESULTS = Path(__file__).parent / "results" / "train.json"
MINILM = {
    "model_type": "bert",
    "vocab_size": 30522,
    "hidden_size": 384,
    "num_hidden_layers": 6,
    "num_attention_heads": 12,
    "intermediate_size": 1536,
    "max_position_embeddings": 512,
}
NUMBER_ID = MINILM["vocab_size"]
WINDOW = 128
MODELS = {
    "masked": ModelConfig(
        pretrained=False, architecture=MINILM, objective="masked", head="dexp", input="exponent"
    ),
    "leave-one-out": ModelConfig(
        pretrained=False,
        architecture=MINILM,
        objective="leave-one-out",
        head="digits",
        input="exponent+digits",
    ),
}
# Percentiles of tokens and numbers to a window, measured on Reuters news 2006–2013.
PERCENTILES = [0, 1, 5, 10, 25, 50, 75, 90, 99, 99.9, 100]
TOKENS = [12, 29, 60, 80, 97, 111, 120, 125, 127, 128, 128]
NUMBERS = [1, 1, 1, 1, 2, 3, 5, 7, 12, 24, 60]


def random_split(instances: int, seed: int = 0) -> MemorySplit:
    """Windows of random words, with as many tokens and numbers as real ones."""
    rng = np.random.default_rng(seed)
    lengths = np.interp(rng.uniform(0, 100, instances), PERCENTILES, TOKENS).round().astype(np.int64)
    counts = np.interp(rng.uniform(0, 100, instances), PERCENTILES, NUMBERS).round().astype(np.int64)
    counts = np.minimum(counts, lengths // 2)
    tokens, numbers = (np.concatenate([[0], np.cumsum(a)]) for a in (lengths, counts))
    ids = rng.integers(1000, MINILM["vocab_size"], tokens[-1])
    for start, length, count in zip(tokens, lengths, counts, strict=False):
        ids[start + rng.choice(length, count, replace=False)] = NUMBER_ID
    values = 10 ** rng.uniform(0, 12, numbers[-1])
    nothing = np.zeros(instances, np.uint32)
    columns = Columns(ids, tokens, values, values, np.ones(len(values), np.uint8), numbers, nothing, nothing)
    return MemorySplit.from_columns(columns, NUMBER_ID, "random")


class Straightforward:
    """Padded batches, no compilation: what one would write first."""

    def __init__(
        self, config: ModelConfig, split: MemorySplit, batch_size: int, device: torch.device
    ) -> None:
        self.device = device
        self.model = make_model(config).to(device).train()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4)
        self.numbers = split.values.to(device)
        ids, values = split.ids.numpy(), split.values.numpy()
        tokens, numbers = split.token_offsets, split.number_offsets
        instances = [
            TokenizedInstance(ids[tokens[i] : tokens[i + 1]], values[numbers[i] : numbers[i + 1]])
            for i in range(len(split))
        ]
        collator = replace(self.model.collator(), token_multiple=WINDOW)
        cuda = device.type == "cuda"
        self.batches = DataLoader(
            instances,
            batch_size,
            shuffle=True,
            drop_last=True,
            collate_fn=collator,
            num_workers=8 if cuda else 0,
            pin_memory=cuda,
            persistent_workers=cuda,
        )

    def steps(self) -> Iterator[None]:
        while True:
            for batch in self.batches:
                here = batch.to(self.device, non_blocking=True)
                if self.model.config.objective == "masked":
                    here = here.with_draws(self.numbers)
                with torch.autocast(self.device.type, torch.bfloat16):
                    loss = self.model.loss(here)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.optimizer.step()
                self.optimizer.zero_grad()
                yield


@dataclass(frozen=True)
class Variant:
    """A way to run our loop; the first is what `numerate train` does."""

    name: str = "numerate train"
    row_length: int | None = None
    compile: str = "auto"
    recorded: bool = True
    half_residual: bool = True
    dropout: float | None = None


OURS = Variant()
SWEEP = [
    Variant("rows of 256", row_length=256),
    Variant("rows of 384", row_length=384),
    Variant("not recorded", recorded=False),
    Variant("float32 residual", half_residual=False),
    Variant("no dropout", dropout=0.0),
    Variant("eager", compile="no"),
]


class Ours:
    """The engine and the loader of `numerate train`."""

    def __init__(
        self, config: ModelConfig, split: MemorySplit, batch_size: int, device: torch.device, variant: Variant
    ) -> None:
        torch._dynamo.reset()
        model = make_model(replace(config, dropout=variant.dropout))
        recipe = Recipe(batch_size=batch_size, row_length=variant.row_length, compile=variant.compile)
        engines.GraphedStep = GraphedStep if variant.recorded else lambda step: step
        engines.keep_residuals_in_bf16 = (
            keep_residuals_in_bf16 if variant.half_residual else lambda encoder: None
        )
        self.engine = Engine(model, recipe, Processes(device), split.values)
        self.loader = self.engine.loader(split, self.engine.layout([split.sizes]))

    def steps(self) -> Iterator[None]:
        step = 0
        while True:
            for batch in self.loader.epoch([0, step]):
                self.engine.step(batch, step, 0.1)
                step += 1
                yield


def make_model(config: ModelConfig) -> NumberModel:
    torch.manual_seed(0)
    return NumberModel.from_config(config)


def instances_per_second(
    steps: Iterator[None], batch_size: int, device: torch.device, count: int, warmup: int, rounds: int = 5
) -> list[float]:
    """The rates of several rounds of `count` steps."""
    for _ in islice(steps, warmup):
        pass
    rates = []
    for _ in range(rounds):
        synchronize(device)
        started = time.perf_counter()
        for _ in islice(steps, count):
            pass
        synchronize(device)
        rates.append(count * batch_size / (time.perf_counter() - started))
    return rates


def synchronize(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


def matrix_rate(device: torch.device, size: int) -> float:
    """Floating-point operations a second of a large bf16 matrix product, the median of many."""
    a, b = (torch.randn(size, size, device=device, dtype=torch.bfloat16) for _ in range(2))
    times = []
    for _ in range(30):
        synchronize(device)
        started = time.perf_counter()
        a @ b
        synchronize(device)
        times.append(time.perf_counter() - started)
    return 2 * size**3 / statistics.median(times[10:])


def operations(config: ModelConfig, split: MemorySplit) -> float:
    """Operations that an instance needs on average, forward and backward, padding and heads left out."""
    width, layers = MINILM["hidden_size"], MINILM["num_hidden_layers"]
    weights = layers * (4 * width**2 + 2 * width * MINILM["intermediate_size"])
    n, k = split.sizes.lengths.astype(float), split.sizes.counts.astype(float)
    seen = n**2
    if config.objective == "leave-one-out":
        seen += k * (n + 1) + k * (n + k)
        n = n + 2 * k
    return float(np.mean(6 * weights * n + 12 * layers * width * seen))


def profile(steps: Iterator[None], name: str, out: Path) -> None:
    """Where the time goes on the device."""
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiler

    with profiler(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as recorded:
        for _ in islice(steps, 10):
            pass
        torch.cuda.synchronize()
    table = recorded.key_averages().table(
        sort_by="self_cuda_time_total", row_limit=40, max_name_column_width=100
    )
    path = out.with_name(f"train-profile-{name}.txt")
    path.write_text(table)
    for event in sorted(recorded.key_averages(), key=lambda e: -e.self_device_time_total)[:18]:
        print(f"    {event.self_device_time_total / 1e4:8.3f} ms {event.count // 10:4d}x  {event.key[:90]}")


def measure(make: Callable[[], Straightforward | Ours], label: str, args: argparse.Namespace) -> dict:
    """Time one loop; a variant that this device or this version cannot run says so."""
    started = time.perf_counter()
    try:
        loop = make()
        steps = loop.steps()
        rates = instances_per_second(steps, args.batch, args.device, args.steps, args.warmup)
    except Exception as error:
        if not args.sweep:
            raise
        print(f"  {label:24} failed: {type(error).__name__}: {str(error)[:300]}", flush=True)
        return {"error": str(error)[:300]}
    result = {
        "instances_per_second": round(statistics.median(rates), 1),
        "rounds": [round(rate, 1) for rate in rates],
        "seconds_with_warmup": round(time.perf_counter() - started, 1),
    }
    print(f"  {label:24} {result['instances_per_second']:10,.0f} instances/s  {result['rounds']}", flush=True)
    if args.profile and args.device.type == "cuda":
        profile(steps, label.replace(" ", "-").replace(",", ""), args.out)
    del loop, steps
    gc.collect()
    if args.device.type == "cuda":
        torch.cuda.empty_cache()
    return result


def compare(name: str, split: MemorySplit, peak: float, args: argparse.Namespace) -> dict:
    """Both loops on one model, and the sweep where it is asked for."""
    config = MODELS[name]
    print(name, flush=True)
    plain = measure(
        lambda: Straightforward(config, split, args.batch, args.device), f"{name}: straightforward", args
    )
    results = {"straightforward": plain}
    for variant in [OURS, *(v for v in SWEEP if v.name in args.sweep)]:
        made = measure(lambda v=variant: Ours(config, split, args.batch, args.device, v), variant.name, args)
        results[variant.name] = made
        if "instances_per_second" in made:
            rate = made["instances_per_second"]
            made["times_straightforward"] = round(rate / plain["instances_per_second"], 3)
            made["share_of_matrix_peak"] = round(rate * operations(config, split) / peak, 4)
    return {"operations_per_instance": operations(config, split), "loops": results}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tiny", action="store_true", help="few small batches, for a CPU")
    names = [variant.name for variant in SWEEP]
    parser.add_argument(
        "--sweep", nargs="*", choices=names, metavar="NAME", help=f"also try settings: {', '.join(names)}"
    )
    parser.add_argument("--profile", action="store_true", help="also list the slowest kernels")
    parser.add_argument("--models", nargs="+", default=list(MODELS), choices=MODELS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    args = parser.parse_args()
    args.sweep = names if args.sweep == [] else args.sweep or []
    if args.tiny:
        MINILM.update(hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64)
    args.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    args.batch, args.steps, args.warmup = (8, 2, 1) if args.tiny else (256, 60, 60)
    split = random_split(64 if args.tiny else 65536)
    # Every model runs with TF32 for what stays in float32.
    torch.set_float32_matmul_precision("high")
    peak = matrix_rate(args.device, 256 if args.tiny else 8192)
    device = torch.cuda.get_device_name() if args.device.type == "cuda" else platform.processor() or "CPU"
    print(f"{device}: {peak / 1e12:.1f} TFLOP/s in large bf16 matrix products", flush=True)
    results = {
        "device": device,
        "torch": torch.__version__,
        "batch": args.batch,
        "tokens_per_instance": round(float(split.sizes.lengths.mean()), 2),
        "numbers_per_instance": round(float(split.sizes.counts.mean()), 2),
        "matrix_peak": peak,
        "models": {name: compare(name, split, peak, args) for name in args.models},
    }
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(json.dumps(results, indent=1) + "\n")
    for name, result in results["models"].items():
        for label, loop in result["loops"].items():
            if "times_straightforward" in loop:
                print(
                    f"{name:14} {label:24} {loop['instances_per_second']:10,.0f} instances/s "
                    f"{loop['times_straightforward']:6.2f}x  {loop['share_of_matrix_peak']:.1%} of peak"
                )


if __name__ == "__main__":
    main()
