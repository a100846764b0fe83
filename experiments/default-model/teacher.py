"""A bidirectional teacher for the model that ships: SmolLM2-135M, tuned on its windows and distilled into it.

    python experiments/default-model/teacher.py windows --work WORK --data ROOT --student S --teacher T
    python experiments/default-model/teacher.py measure --work WORK --student S
    python experiments/default-model/teacher.py tune --work WORK --teacher T --minutes 4.5
    python experiments/default-model/teacher.py distil WEIGHT --work WORK --student S --steps 600
    python experiments/default-model/teacher.py report --work WORK

ROOT is that of `gpu.py`, S the student's folder, T the one that `smollm.py` wrote. The teacher is a
leave-one-out model as the student is: the same windows, numbers, head and loss, with a decoder's attention
opened in both directions.
`tune` ends by the clock, is measured, and then writes its predictions for training windows; `distil` trains
the student on these windows, with WEIGHT · KL(teacher ‖ student) + (1 − WEIGHT) · negative log-likelihood.
Results are lines of WORK/results.jsonl; WORK/NAME.npz has the loss of each validation number.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from clock import Clock
from gpu import load
from smollm import retokenized
from tokenizers import Tokenizer
from torch import Tensor

from numerate.training.batches.loader import BatchShape, Loader, _cells, cut_batch
from numerate.training.batches.packing import Placements
from numerate.training.batches.recut import WindowCutter
from numerate.training.batches.split import MemorySplit
from numerate.training.nn import Batch, LeaveOneOutModel, Loss, NumberModel, preset
from numerate.training.prepare import Instances
from numerate.training.run.engine import Engine
from numerate.training.run.optimizer import rate_factor
from numerate.training.run.processes import Processes
from numerate.training.run.recipe import Recipe

Floats = npt.NDArray[np.float64]
Compute = Callable[[LeaveOneOutModel, Batch, Tensor, Tensor], Tensor]
"""What is computed for each number of a batch, from the queries' hidden vectors and the targets."""

ROW = 640
"""Tokens of a row of the teacher's batches; windows that are longer in its tokens are left out."""
TEACHER = Recipe(
    pretrained_rate=5e-4,
    new_rate=2e-3,
    batch_size=128,
    warmup=0.05,
    hidden_values=0.05,
    compile="no",
    row_length=ROW,
)
STUDENT = Recipe(pretrained_rate=2e-4, new_rate=1e-3, warmup=0.02, hidden_words=0.1, hidden_values=0.05)
"""As the shipped model's recipe, but without moved years, of which the teacher saw none."""
REPORT_EVERY = 20
LEAST = -30.0
"""Log probabilities below it count as it; that of the impossible first digit 0 is −∞."""


# -- Windows ---------------------------------------------------------------------------------------------


def write_windows(root: Path, student: Path, teacher: Path, work: Path, limit: int, processes: int) -> None:
    """Cut training windows, and write them and the validation windows in the tokens of both models."""
    names = sorted(folder.name.removeprefix("win-") for folder in root.glob("win-*"))
    corpus = load(root, names)
    assert isinstance(corpus.train, MemorySplit)
    assert isinstance(corpus.valid, MemorySplit)
    pieces, tokens = student / "tokenizer.json", teacher / "tokenizer.json"
    stop = Tokenizer.from_file(str(pieces)).token_to_id(".")
    cut = WindowCutter(corpus.train, 256, stop).cut([0, 0])
    domains = np.repeat(np.arange(len(names)), [len(Instances(root / f"win-{n}", "valid")) for n in names])
    for name, split in (("valid", corpus.valid), ("train", take(cut, np.arange(min(limit, len(cut)))))):
        other = retokenized(split, pieces, tokens, processes)
        kept = np.flatnonzero(np.diff(other.token_offsets) + 2 * np.diff(other.number_offsets) <= ROW)
        content = {"student": take(split, kept), "teacher": take(other, kept)}
        if name == "valid":
            content |= {"names": names, "domains": domains[kept]}
        torch.save(content, work / f"{name}.pt")
        lengths = [round(part.tokens / len(part)) for part in (content["student"], content["teacher"])]
        write(
            work,
            stage="windows",
            split=name,
            windows=len(kept),
            left_out=len(split) - len(kept),
            tokens=lengths,
        )


def take(split: MemorySplit, windows: npt.NDArray[np.int64]) -> MemorySplit:
    """Return some of the windows of a split."""
    (tokens, token_offsets), (numbers, number_offsets) = (
        _members(offsets, windows) for offsets in (split.token_offsets, split.number_offsets)
    )
    of_numbers: dict[str, Any] = {
        name: getattr(split, name)[numbers] for name in ("values", "wanted", "years", "places")
    }
    offsets = {"token_offsets": token_offsets, "number_offsets": number_offsets}
    return replace(split, ids=split.ids[tokens], **of_numbers, **offsets)


def _members(
    offsets: npt.NDArray[np.int64], windows: npt.NDArray[np.int64]
) -> tuple[Tensor, npt.NDArray[np.int64]]:
    """Return the items of some windows, and where each of these windows begins among them."""
    sizes = np.diff(offsets)[windows]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return torch.from_numpy(np.arange(starts[-1]) + np.repeat(offsets[windows] - starts[:-1], sizes)), starts


# -- Batches that know their numbers ---------------------------------------------------------------------


def cut_numbered(split: MemorySplit, at: Placements[Tensor], shape: BatchShape) -> Batch:
    """Cut a batch with the index of each number in the split as its draw, unused in leave-one-out."""
    owner, nth, present = _cells(at.row * shape.numbers + at.slot, at.count, shape.rows, shape.numbers)
    index = torch.where(present, at.number_start[owner] + nth, 0)
    return replace(cut_batch(split, at, shape), draws=index.double())


def loader(engine: Engine, split: MemorySplit) -> Loader:
    """Return a loader of batches of one shape, in rows that fit the split."""
    cut = torch.compile(cut_numbered, dynamic=False) if engine.compiled else cut_numbered
    layout = engine.layout([split.sizes])
    return Loader(split, engine.recipe.batch_size, engine.processes.device, layout, one_shape=True, cut=cut)


@torch.no_grad()
def each_number(
    engine: Engine, split: MemorySplit, compute: Compute, seconds: float = 1e9
) -> tuple[Tensor, int]:
    """Compute something for each number, window by window until the time is over.

    Return it for all numbers, NaN for those that are no targets, and the number of windows that were done.
    """
    model = engine.model
    assert isinstance(model, LeaveOneOutModel)
    model.eval()
    result = torch.empty(0)
    windows, start = 0, time.monotonic()
    for batch in loader(engine, split).epoch():
        if time.monotonic() - start > seconds:
            break
        targets = model.targets(batch)
        with engine._autocast():
            states = model.encode(batch, batch.values)
        computed = compute(model, batch, states, targets)
        if not len(result):
            result = computed.new_full((len(split.values), *computed.shape[2:]), torch.nan)
        assert batch.draws is not None
        result[batch.draws.long()[targets]] = computed[targets]
        windows += engine.recipe.batch_size
    return result, min(windows, len(split))


def losses(model: LeaveOneOutModel, batch: Batch, states: Tensor, targets: Tensor) -> Tensor:
    """Return the negative log-likelihood of each number."""
    values = batch.values.masked_fill(~targets, model.config.support.lower)
    with torch.autocast(states.device.type, enabled=False):
        return -model.distributions_at(states).training_score(values).double()


def conditionals(model: LeaveOneOutModel, batch: Batch, states: Tensor, targets: Tensor) -> Tensor:
    """Return the log probabilities of the exponents, and of each digit given the true ones before it.

    The likelihood of a number is the product of its own among them, so their KL divergences add up.
    """
    values = batch.values.masked_fill(~targets, model.config.support.lower)
    with torch.autocast(states.device.type, enabled=False):
        predicted: Any = model.distributions_at(states)
        located = predicted.support.locate(predicted._values(values))
        zero = located.zero[..., None]
        digits = [torch.where(zero, 0.0, log_probs) for log_probs, _ in predicted._digit_steps(located)]
        return torch.cat([predicted.logits.log_softmax(-1), *digits], -1).clamp(min=LEAST)


def measure(name: str, engine: Engine, work: Path, side: str, **more: Any) -> None:
    """Measure a model on the validation windows, by domain."""
    valid = torch.load(work / "valid.pt", weights_only=False)
    split: MemorySplit = valid[side]
    result, _ = each_number(engine, split, losses)
    loss = result.double().cpu().numpy()
    window = np.repeat(np.arange(len(split)), np.diff(split.number_offsets))
    domain = valid["domains"][window]
    np.savez_compressed(work / f"{name}.npz", loss=loss, window=window, domain=domain, names=valid["names"])
    means = {n: round(float(np.nanmean(loss[domain == i])), 4) for i, n in enumerate(valid["names"])}
    numbers = int(np.isfinite(loss).sum())
    mean = round(float(np.nanmean(loss)), 4)
    write(work, stage="measure", model=name, loss=mean, numbers=numbers, domains=means, **more)


# -- Training --------------------------------------------------------------------------------------------


def fit(
    engine: Engine, split: MemorySplit, rate: Callable[[int], float | None], work: Path, name: str
) -> int:
    """Train until `rate`, the factor of the peak learning rates at a step, is None; return the steps."""
    batches = _endless(loader(engine, split), engine.recipe.seed)
    begun = time.monotonic()
    engine.step(next(batches), 0, 0.0)  # compiles, and changes nothing
    start, total, targets = time.monotonic(), 0.0, 0.0
    write(work, stage="compiled", model=name, seconds=round(start - begun, 1))
    for step in count():
        factor = rate(step)
        if factor is None:
            write(work, stage="trained", model=name, steps=step, seconds=round(time.monotonic() - start, 1))
            return step
        loss = engine.step(next(batches), step, factor)
        total, targets = total + loss.total.double(), targets + loss.targets.double()
        if step % REPORT_EVERY == REPORT_EVERY - 1:
            mean = round(float(total / targets), 4)
            speed = round((step + 1) * engine.recipe.batch_size / (time.monotonic() - start))
            write(work, stage="training", model=name, step=step + 1, loss=mean, windows_per_second=speed)
            total, targets = 0.0, 0.0
    raise AssertionError


def _endless(batches: Loader, seed: int) -> Iterator[Batch]:
    for epoch in count():
        yield from batches.epoch([seed, epoch])


def engine_of(model: NumberModel, recipe: Recipe, split: MemorySplit, device: str | None) -> Engine:
    """Put a model on its device."""
    return Engine(model, recipe, Processes.join(device), split.values)


def tune(teacher: Path, work: Path, minutes: float, score_seconds: float, given: argparse.Namespace) -> None:
    """Tune the teacher by the clock, measure it, and write its predictions of training windows."""
    torch.manual_seed(0)
    split: MemorySplit = torch.load(work / "train.pt", weights_only=False)["teacher"]
    config = replace(preset("loo-digits"), checkpoint=str(teacher))
    model = NumberModel.from_config(config, Tokenizer.from_file(str(teacher / "tokenizer.json")))
    recipe = replace(TEACHER, **given.set)
    engine = engine_of(model, recipe, split, given.device)
    if engine.bf16:  # the residual stream has the precision of the embeddings
        model.encoder.words.register_forward_hook(lambda _module, _inputs, output: output.to(torch.bfloat16))
    if given.compile:
        torch._dynamo.config.suppress_errors = True  # a layer that does not compile runs as it is
        for layer in model.encoder.backbone.layers:  # type: ignore[union-attr]
            layer.compile(dynamic=False)
    clock = Clock(minutes)

    def rate(step: int) -> float | None:
        return None if clock.progress >= 1 else clock.rate_factor(step, 0, recipe)

    steps = fit(engine, split, rate, work, "teacher")
    with eager():
        measure("teacher", engine, work, "teacher", windows=steps * recipe.batch_size)
    start = time.monotonic()
    taught, windows = each_number(engine, split, conditionals, score_seconds)
    write(work, stage="scored", windows=windows, seconds=round(time.monotonic() - start, 1))
    numbers = int(split.number_offsets[windows])
    torch.save({"windows": windows, "taught": taught[:numbers].cpu()}, work / "taught.pt")


def eager() -> AbstractContextManager[None]:
    """Run compiled code as it was written, where its batches have shapes of their own."""
    return torch.compiler.set_stance("force_eager")  # type: ignore[no-any-return]


def distil(weight: float, student: Path, work: Path, steps: int, given: argparse.Namespace) -> None:
    """Train the student further, with this weight of the divergence from the teacher, and measure it."""
    predictions = torch.load(work / "taught.pt")
    train: MemorySplit = torch.load(work / "train.pt", weights_only=False)["student"]
    split = take(train, np.arange(predictions["windows"]))
    model = NumberModel.from_pretrained(student)
    if weight:
        model.register_buffer("taught", predictions["taught"].nan_to_num(), persistent=False)
        add_divergence(weight)
    recipe = replace(STUDENT, **given.set)
    engine = engine_of(model, recipe, split, given.device)

    def rate(step: int) -> float | None:
        late = time.time() > given.until
        return None if late or step == steps else rate_factor(step, steps, recipe)

    name = f"student-{weight:g}"
    done = fit(engine, split, rate, work, name)
    measure(name, engine, work, "student", steps=done, windows=done * recipe.batch_size)


def add_divergence(weight: float) -> None:
    """Train on a weighted mean of the likelihood and the divergence from the teacher's predictions."""
    likelihood = LeaveOneOutModel.negative_log_likelihood

    def both(model: LeaveOneOutModel, batch: Batch, states: Tensor, targets: Tensor) -> Loss:
        loss = likelihood(model, batch, states, targets)
        if not model.training:
            return loss
        assert batch.draws is not None
        taught = model.taught[batch.draws.long()]  # type: ignore[index]
        divergence = (taught.exp() * (taught - conditionals(model, batch, states, targets))).sum(-1)
        added = torch.where(targets, divergence, 0.0).sum()
        return Loss((1 - weight) * loss.total + weight * added, loss.targets)

    LeaveOneOutModel.negative_log_likelihood = both  # type: ignore[assignment, method-assign]


# -- Results ---------------------------------------------------------------------------------------------


def write(work: Path, **fields: Any) -> None:
    """Add a line to the results."""
    line = json.dumps({"time": time.strftime("%H:%M:%S"), **fields})
    print(line, flush=True)
    with (work / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def report(work: Path) -> str:
    """Return a table of the validation losses by domain, with differences from the shipped model."""
    models = {file.stem: dict(np.load(file)) for file in sorted(work.glob("*.npz"))}
    base = models.pop("shipped")
    names = list(base["names"])
    lines = [f"| domain | numbers | shipped | {' | '.join(models)} |", f"|---|--:|--:|{'--:|' * len(models)}"]
    for i, name in [*enumerate(names), (None, "**all**")]:
        chosen = np.isfinite(base["loss"]) & (True if i is None else base["domain"] == i)
        cells = [f"{chosen.sum():,}", f"{base['loss'][chosen].mean():.4f}"]
        for model in models.values():
            mean, error = difference(model["loss"][chosen] - base["loss"][chosen], base["window"][chosen])
            cells.append(f"{mean:+.4f} ± {error:.4f}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def difference(values: Floats, windows: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Return a mean over numbers and its standard error, with each window as a cluster."""
    mean = float(values.mean())
    sums = np.bincount(windows, values - mean)
    return mean, float(np.sqrt((sums**2).sum()) / len(values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("windows", "measure", "tune", "distil", "report"))
    parser.add_argument("weight", nargs="?", type=float, default=0.0, help="of the divergence")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--student", type=Path)
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=10**9, help="training windows at most")
    parser.add_argument("--processes", type=int, default=16, help="that encode windows")
    parser.add_argument("--minutes", type=float, default=4.5, help="of the teacher's tuning")
    parser.add_argument("--score-seconds", type=float, default=40, help="of the teacher's predictions")
    parser.add_argument("--steps", type=int, default=600, help="of the student's training")
    parser.add_argument(
        "--until", type=float, default=1e12, help="Unix time at which training ends in any case"
    )
    parser.add_argument("--device")
    parser.add_argument("--no-compile", dest="compile", action="store_false", help="of the teacher's layers")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="of the recipe")
    given = parser.parse_args()
    given.set = {name: json.loads(value) for name, value in (item.split("=") for item in given.set)}
    given.work.mkdir(parents=True, exist_ok=True)
    if given.what == "windows":
        write_windows(given.data, given.student, given.teacher, given.work, given.limit, given.processes)
    elif given.what == "measure":
        split = torch.load(given.work / "valid.pt", weights_only=False)["student"]
        model = NumberModel.from_pretrained(given.student)
        recipe = replace(STUDENT, **given.set)
        measure("shipped", engine_of(model, recipe, split, given.device), given.work, "student")
    elif given.what == "tune":
        tune(given.teacher, given.work, given.minutes, given.score_seconds, given)
    elif given.what == "distil":
        distil(given.weight, given.student, given.work, given.steps, given)
    else:
        print(report(given.work))


if __name__ == "__main__":
    main()
