"""Train the reader of claims on mined windows.

    python experiments/claim_reader/train.py --data work/claims --out OUT --name three --layers 3

Files of `mine.py`: train-*.npz, valid-*.npz, knowledge-*.npz, sizes-*.npz (measured amounts, no equations)
and passages-*.npz, of which some are kept for validation unless --final. An equation that holds may be meant
or an accident; one that fails was not meant, or is one of the few errors and roundings:

    P(holds) = P(meant) (1 − ERROR) + (1 − P(meant)) chance

With --teachers, trained networks, or --taught, folders of what `smollm_teacher.py` says of the same windows,
half of the loss is the cross-entropy to their mean probability: labels by accident cancel out, and one
network learns what several agree on. Trained networks teach orders of magnitude, too.

The learning rate falls by the clock. The result is OUT/NAME.*.pt, without the word embeddings, and a line of
OUT/results.jsonl.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "default-model")]
from network import (  # noqa: E402
    LEAST_SIZE,
    SIZE_STEP,
    SIZES,
    WORDS,
    ClaimHeads,
    ClaimNetwork,
    from_default,
    from_parts,
)  # fmt: skip

DEFAULT = Path("src/numerate/models/default/model.onnx")
NAMES = (
    "sum", "run", "of", "rise", "fall", "product", "span", "hundred", "same", "mean", "growth", "steps",
    "ratio", "ages", "balance", "order",
)  # fmt: skip
ORDER = NAMES.index("order")
"""The kind of which one of two equations always holds."""
ERROR = 0.02
"""Share of the equations that are meant and do not hold: roundings that the text does not show, and slips."""
VACUOUS = 0.3
"""Chance of an accident from which on an equation that holds says nothing."""
HELD_OUT = tuple(f"passages-{name}.npz" for name in ("g", "x2", "sixth", "seventh", "eighth"))
"""Passages of two writers and three of the unseen sets, to validate on."""
SHARES = {"sport": 0.2, "recipes": 0.4, "sci": 0.6, "institutions": 0.3}
MASK, FIRST_WORD = 103, 999
"""Ids of BERT's symbol of a hidden word, and of its first word."""
PART = 14 << 20
"""Bytes of a file of weights; the machine gives back files of up to 16 MiB."""
TAUGHT = 0.5
"""Share of the loss that comes from teachers, if there are any, unless --taught-share is given."""
REPORT_EVERY = 100
"""Steps from one line of progress to the next."""
SMOOTHING = 0.2
"""Standard deviation, in orders of magnitude, by which the target of a size is blurred."""


class Windows:
    """Windows of one or more files, as ragged arrays."""

    def __init__(self, parts: list[dict[str, npt.NDArray[Any]]], times: int = 1) -> None:
        arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        self.arrays = arrays
        self.starts = {
            name: np.concatenate([[0], np.cumsum(arrays[name].astype(np.int64))])
            for name in ("lengths", "figures", "counts")
        }
        known = np.concatenate([[0], np.cumsum(np.isfinite(arrays["sizes"]))])
        self.starts["measured"] = known[self.starts["figures"]]
        self.times = times
        """How often each window is drawn in an epoch."""

    def __len__(self) -> int:
        return len(self.arrays["lengths"])

    def batch(self, chosen: npt.NDArray[np.int64], device: str) -> Batch:
        """Pad some windows into a batch."""
        a = self.arrays
        lengths, figures = a["lengths"][chosen].astype(np.int64), a["figures"][chosen].astype(np.int64)
        ids = np.zeros((len(chosen), lengths.max()), np.int64)
        places = np.zeros((len(chosen), figures.max()), np.int64)
        sizes = np.full(places.shape, np.nan, np.float32)
        rows, equations, chances, weights, taught = [], [], [], [], [np.zeros(0, np.float16)]
        taught_sizes = [np.zeros((0, SIZES), np.float16)]
        for row, i in enumerate(chosen):
            start = self.starts["lengths"][i]
            ids[row, : lengths[row]] = a["ids"][start : start + lengths[row]]
            start = self.starts["figures"][i]
            places[row, : figures[row]] = a["places"][start : start + figures[row]]
            sizes[row, : figures[row]] = a["sizes"][start : start + figures[row]]
            start, end = self.starts["counts"][i], self.starts["counts"][i + 1]
            rows.append(np.full(end - start, row))
            equations.append(a["equations"][start:end])
            chances.append(a["chances"][start:end])
            weights.append(a["equation_weights"][start:end].astype(np.float32) * float(a["weights"][i]))
            if "taught" in a:
                taught.append(a["taught"][start:end])
            if "taught_sizes" in a:
                start, end = self.starts["measured"][i], self.starts["measured"][i + 1]
                taught_sizes.append(a["taught_sizes"][start:end])
        table = np.concatenate(equations).astype(np.int64)
        chance, weight = np.concatenate(chances).astype(np.float32), np.concatenate(weights)
        weight[(table[:, 4] == 1) & (chance >= VACUOUS) & (table[:, 0] != ORDER)] = 0
        columns = (
            ids,
            lengths,
            places,
            sizes,
            np.concatenate(rows),
            table[:, :4],
            table[:, 4].astype(np.float32),
            chance,
            weight,
            np.concatenate(taught).astype(np.float32),
            np.concatenate(taught_sizes).astype(np.float32),
        )
        return Batch(*(torch.from_numpy(column).to(device, non_blocking=True) for column in columns))

    @torch.no_grad()
    def probabilities(
        self, model: ClaimHeads, device: str
    ) -> tuple[npt.NDArray[np.float16], npt.NDArray[np.float16]]:
        """Return the probability that a trained network gives each equation, and each size of an amount."""
        model.eval()
        order, starts = np.argsort(self.arrays["lengths"], kind="stable"), self.starts
        equations = np.zeros(starts["counts"][-1], np.float16)
        amounts = np.zeros((starts["measured"][-1], SIZES), np.float16)
        for start in range(0, len(self), 512):
            chosen = order[start : start + 512]
            batch = self.batch(chosen, device)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                roles, sizes = model(batch.ids, batch.lengths, batch.places)
                meant = model.score(roles, batch.window, batch.equations).sigmoid()
            likely = sizes[torch.isfinite(batch.sizes)].float().softmax(-1)
            for name, result, values in (("counts", equations, meant), ("measured", amounts, likely)):
                bounds = starts[name]
                places = np.concatenate([np.arange(bounds[i], bounds[i + 1]) for i in chosen])
                result[places] = values.half().cpu().numpy()
        return equations, amounts

    def learn_from(self, teachers: Sequence[ClaimHeads], device: str, before: int = 0) -> None:
        """Keep the mean of what trained networks, and of equations some asked before, find probable."""
        total = before * self.arrays["taught"].astype(np.float32) if before else np.float32(0)
        sizes = np.float32(0)
        for teacher in teachers:
            equations, amounts = self.probabilities(teacher, device)
            total, sizes = total + equations, sizes + amounts.astype(np.float32)
        self.arrays["taught"] = np.asarray(total / (before + len(teachers)), np.float16)
        self.arrays["taught_sizes"] = np.asarray(sizes / len(teachers), np.float16)


class Batch(NamedTuple):
    """Windows, padded, and their equations."""

    ids: Tensor
    lengths: Tensor
    places: Tensor
    sizes: Tensor
    window: Tensor
    equations: Tensor
    holds: Tensor
    chances: Tensor
    weights: Tensor
    taught: Tensor
    """What teachers say of each equation; empty if there are none."""
    taught_sizes: Tensor
    """What teachers say of each measured amount; empty if there are none."""


def read(file: Path) -> dict[str, npt.NDArray[Any]]:
    """Read mined windows, with a smaller weight where a corpus is dense or repetitive."""
    arrays = dict(np.load(file))
    factor = SHARES.get(file.stem.removeprefix("train-"), 1.0)
    return arrays | {"weights": (arrays["weights"].astype(np.float32) * factor).astype(np.float16)}


def read_taught(file: Path, folders: Sequence[Path]) -> dict[str, npt.NDArray[Any]]:
    """Read mined windows, with the mean of what teachers say of their equations, if any were asked."""
    arrays = read(file)
    if not folders:
        return arrays
    taught = [np.load(folder / f"taught-{file.stem}.npz")["taught"] for folder in folders]
    for folder, each in zip(folders, taught, strict=True):
        if len(each) != len(arrays["equations"]):
            raise ValueError(f"{folder}: taught-{file.stem}.npz is not about the equations of {file}")
    return arrays | {"taught": np.stack(taught).mean(0, np.float32).astype(np.float16)}


def load(root: Path, pattern: str) -> list[dict[str, npt.NDArray[Any]]]:
    """Read the files of a pattern."""
    return [read(file) for file in sorted(root.glob(pattern))]


def hidden(ids: Tensor, share: float, words: range, mask: int) -> Tensor:
    """Hide some of the words, but no figure."""
    hide = (torch.rand(ids.shape, device=ids.device) < share) & (ids >= words.start) & (ids < words.stop)
    return torch.where(hide, mask, ids)


def losses(model: ClaimHeads, batch: Batch, taught: float = TAUGHT) -> tuple[Tensor, Tensor, Tensor]:
    """Return the loss of each equation, its logit, and the mean loss of the sizes.

    taught: share of the loss that comes from teachers, if there are any.
    """
    roles, sizes = model(batch.ids, batch.lengths, batch.places)
    logits = model.score(roles, batch.window, batch.equations)
    loss = weak_loss(logits, batch)
    if len(batch.taught):
        by_teachers = binary_cross_entropy_with_logits(logits, batch.taught, reduction="none")
        loss = (1 - taught) * loss + taught * by_teachers
    return loss, logits, size_loss(sizes, batch, taught)


def mean_loss(model: ClaimHeads, batch: Batch, given: argparse.Namespace, device: str) -> Tensor:
    """Return the loss to train on; of a batch without equations, that of the sizes alone."""
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        each, _, size = losses(model, batch, given.taught_share)
    mean = (each * batch.weights).sum() / batch.weights.sum().clamp(min=1e-6)
    return mean * given.scale + given.size_scale * size


def weak_loss(logits: Tensor, batch: Batch) -> Tensor:
    """Return the negative log-likelihood of which equations hold."""
    meant = logits.sigmoid()
    likely = meant * (1 - ERROR) + (1 - meant) * batch.chances
    return -torch.where(batch.holds > 0, likely.clamp(min=1e-6).log(), (1 - likely).clamp(min=1e-6).log())


def size_loss(logits: Tensor, batch: Batch, taught: float) -> Tensor:
    """Return the mean cross-entropy of the orders of magnitude, with blurred targets."""
    known = torch.isfinite(batch.sizes)
    if not known.any():
        return logits.sum() * 0.0
    centres = LEAST_SIZE + SIZE_STEP * (torch.arange(SIZES, device=logits.device) + 0.5)
    target = (-((batch.sizes[known][:, None] - centres) ** 2) / (2 * SMOOTHING**2)).softmax(-1)
    if len(batch.taught_sizes):
        target = (1 - taught) * target + taught * batch.taught_sizes
    return -(target * logits[known].float().log_softmax(-1)).sum(-1).mean()


def epoch(
    sets: list[Windows], size: int, draw: np.random.Generator
) -> Iterator[tuple[Windows, npt.NDArray[np.int64]]]:
    """Yield batches of windows of similar length, each of one set, in random order."""
    batches = []
    for windows in sets:
        for _ in range(windows.times):
            order = draw.permutation(len(windows))
            for start in range(0, len(order), 32 * size):
                chunk = order[start : start + 32 * size]
                chunk = chunk[np.argsort(windows.arrays["lengths"][chunk], kind="stable")]
                batches += [(windows, chunk[at : at + size]) for at in range(0, len(chunk), size)]
    for i in draw.permutation(len(batches)):
        yield batches[i]


@torch.no_grad()
def measure(model: ClaimHeads, windows: Windows, device: str) -> dict[str, Any]:
    """Return the weighted loss by kind, and of confident equations how many hold."""
    model.eval()
    kinds, loss, logit, holds, weight, sizes = [], [], [], [], [], []
    for start in range(0, len(windows), 512):
        batch = windows.batch(np.arange(start, min(len(windows), start + 512)), device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            each, logits, size = losses(model, batch)
        sizes.append(float(size))
        for values, out in (
            (batch.equations[:, 0], kinds),
            (each, loss),
            (logits, logit),
            (batch.holds, holds),
            (batch.weights, weight),
        ):
            out.append(values.float().cpu().numpy())
    k, each_loss, z, h, w = (np.concatenate(part) for part in (kinds, loss, logit, holds, weight))
    result: dict[str, Any] = {
        "loss": round(float((each_loss * w).sum() / w.sum()), 5),
        "sizes": round(float(np.mean(sizes)), 4),
    }
    for i, name in enumerate(NAMES):
        mine = k == i
        if not mine.any():
            continue
        result[name] = {"loss": round(float((each_loss * w)[mine].sum() / w[mine].sum()), 5)}
        for level in (0.9, 0.98, 0.995):
            chosen = mine & (z > np.log(level / (1 - level)))
            held = float((h * w)[chosen].sum() / max(w[chosen].sum(), 1e-9))
            result[name][str(level)] = [int(chosen.sum()), round(held, 4)]
    return result


def parts_of(state: dict[str, Tensor]) -> list[dict[str, Tensor]]:
    """Split weights into parts that the machine gives back."""
    parts: list[dict[str, Tensor]] = [{}]
    for name, value in state.items():
        if sum(each.nbytes for each in parts[-1].values()) + value.nbytes > PART:
            parts.append({})
        parts[-1][name] = value
    return parts


def default_weights() -> dict[str, npt.NDArray[np.float32]]:
    """Read the number model's weights."""
    from restore import read_weights  # needs onnx, which a teacher of another kind does without

    return read_weights(DEFAULT)


def initial(layers: int, dropout: float, device: str) -> ClaimNetwork:
    """Return a network that begins with the number model's weights."""
    weights = default_weights()
    return from_default({n: torch.from_numpy(v.copy()) for n, v in weights.items()}, layers, dropout).to(
        device
    )


def load_teachers(names: Sequence[str], device: str) -> list[ClaimNetwork]:
    """Load trained networks, each by OUT/NAME."""
    words = torch.from_numpy(default_weights()[WORDS].copy())
    paths = [Path(name) for name in names]
    files = [sorted(path.parent.glob(f"{path.name}.*.pt")) for path in paths]
    return [from_parts(parts, words).to(device).eval() for parts in files]


Reader = Callable[[Path], dict[str, npt.NDArray[Any]]]


def training_sets(given: argparse.Namespace, reader: Reader) -> list[Windows]:
    """Return documents, passages, lines of knowledge and amounts, each drawn as often as it is worth."""
    times = {"train": 1, "passages": given.passages, "knowledge": given.knowledge, "sizes": 1}
    kept, sets = held_out(given), []
    for name, each in times.items():
        files = [file for file in sorted(given.data.glob(f"{name}-*.npz")) if file not in kept]
        if files:
            sets.append(Windows([reader(file) for file in files], each))
    return sets


def held_out(given: argparse.Namespace) -> list[Path]:
    """Return the passages that are kept for validation."""
    files = [given.data / name for name in HELD_OUT]
    return [] if given.final else [file for file in files if file.exists()]


def validated(model: ClaimHeads, given: argparse.Namespace, reader: Reader, device: str) -> dict[str, Any]:
    """Measure a network on validation documents, and on each file of passages that it was not trained on."""
    valid = [reader(file) for file in sorted(given.data.glob("valid-*.npz"))]
    result = {"valid": measure(model, Windows(valid), device)} if valid else {}
    return result | {file.stem: measure(model, Windows([reader(file)]), device) for file in held_out(given)}


def optimizer_of(model: ClaimNetwork, rate: float) -> torch.optim.Optimizer:
    """Return an optimizer that learns the new parts of a network faster than its encoder."""
    parameters = [(n.split(".")[0], p) for n, p in model.named_parameters() if n != "words.weight"]
    encoder = ("positions", "norm", "layers")
    groups = [
        {"params": [p for part, p in parameters if part in encoder], "lr": rate},
        {"params": [p for part, p in parameters if part not in encoder], "lr": 5 * rate},
    ]
    return torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))


def fit(
    model: ClaimHeads,
    optimizer: torch.optim.Optimizer,
    sets: list[Windows],
    given: argparse.Namespace,
    hide: Callable[[Tensor], Tensor],
    warm_up: Callable[[int, float], float],
) -> dict[str, int]:
    """Train by the clock; return how many steps and windows there were.

    `hide` takes away some of the words; `warm_up` is the factor of the learning rate at a step and share of
    the time. A step whose gradient is not finite changes nothing and is counted.
    """
    draw, device = np.random.default_rng(given.seed), str(next(model.parameters()).device.type)
    peaks = [group["lr"] for group in optimizer.param_groups]
    begun, step, total, seen, skipped = time.monotonic(), 0, 0.0, 0, 0
    model.train()
    for windows, chosen in chain.from_iterable(epoch(sets, given.batch, draw) for _ in count()):
        elapsed = time.monotonic() - begun
        progress = elapsed / (60 * given.minutes) if given.minutes else 1.0
        if progress >= 1:
            break
        batch = windows.batch(chosen, device)
        batch = batch._replace(ids=hide(batch.ids))
        loss = mean_loss(model, batch, given, device)
        for group, peak in zip(optimizer.param_groups, peaks, strict=True):
            group["lr"] = peak * warm_up(step, progress) * (1 - progress)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0).isfinite():
            optimizer.step()
            total += float(loss.detach())
        else:
            skipped += 1
        step, seen = step + 1, seen + len(chosen)
        if step % REPORT_EVERY == 0:
            mean, speed = total / REPORT_EVERY, seen / elapsed
            print(
                f"{given.name} {step} {progress:.2f} {mean:.4f} {speed:.0f}/s skipped {skipped}", flush=True
            )
            total = 0.0
    return {"steps": step, "windows": seen, "skipped": skipped}


def train(given: argparse.Namespace) -> None:
    """Train, measure and save."""
    torch.manual_seed(given.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = (
        load_teachers([given.start], device)[0]
        if given.start
        else initial(given.layers, given.dropout, device)
    )
    sets = training_sets(given, lambda file: read_taught(file, given.taught))
    if teachers := load_teachers(given.teachers, device):
        for windows in sets:
            windows.learn_from(teachers, device, len(given.taught))
    results: dict[str, Any] = {"name": given.name, "layers": given.layers}
    words = range(FIRST_WORD, model.words.num_embeddings)
    results |= fit(
        model,
        optimizer_of(model, given.rate),
        sets,
        given,
        lambda ids: hidden(ids, given.hide, words, MASK),
        lambda step, _: min(1.0, (step + 1) / 100),
    )
    results["sizes"] = [len(each) for each in sets]
    save(model, results | validated(model, given, read, device), given)


def save(model: ClaimNetwork, results: dict[str, Any], given: argparse.Namespace) -> None:
    """Write the weights and what was measured."""
    given.out.mkdir(parents=True, exist_ok=True)
    state = {n: v.half().cpu() for n, v in model.state_dict().items() if n != "words.weight"}
    for i, part in enumerate(parts_of(state)):
        torch.save(part, given.out / f"{given.name}.{i}.pt")
    write(results, given.out)


def write(results: dict[str, Any], out: Path) -> None:
    """Add a line to the results."""
    with (out / "results.jsonl").open("a") as file:
        file.write(json.dumps(results) + "\n")
    print(json.dumps(results), flush=True)


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return the arguments that all networks share."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="claims")
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--scale", type=float, default=10.0, help="weight of the equations' loss")
    parser.add_argument("--size-scale", type=float, default=0.2, help="weight of the sizes' loss")
    parser.add_argument("--passages", type=int, default=4, help="times that passages are drawn in an epoch")
    parser.add_argument(
        "--knowledge", type=int, default=4, help="times that lines of knowledge are drawn in an epoch"
    )
    parser.add_argument("--hide", type=float, default=0.08, help="share of the words that are hidden")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--final", action="store_true", help="train on all passages")
    parser.add_argument("--taught-share", type=float, default=TAUGHT, help="of the loss, by teachers")
    return parser


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--start", help="trained network to go on with: OUT/NAME")
    parser.add_argument("--teachers", nargs="*", default=[], help="trained networks: OUT/NAME of each")
    parser.add_argument(
        "--taught", nargs="*", type=Path, default=[], help="folders that smollm_teacher.py wrote"
    )
    train(parser.parse_args())
