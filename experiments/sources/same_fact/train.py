"""Train the network that says which number of a source is the same fact as one of a draft.

    python experiments/sources/same_fact/train.py --data FOLDER --start minilm.npz --out OUT --name NAME

FOLDER has the files of `mine.py`. The loss is the negative log-likelihood of the numbers with the value of
the asked one among all numbers of its measure in the window; where none has it, of "none of them". The
learning rate falls by the clock. The result is OUT/NAME.*.pt without the word embeddings, and a line of
results.jsonl.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

sys.path[:0] = [str(Path(__file__).parent)]
from network import SameFactNetwork, from_minilm  # noqa: E402
from windows import OWN, Builder, collate, read  # noqa: E402

PART = 14 << 20
NEW = ("kinds", "sides", "query", "key", "bias")
"""Parts of the network that MiniLM does not have."""
INPUTS = ("ids", "kinds", "draft", "lengths", "asked", "places")


def read_minilm(file: Path) -> dict[str, Tensor]:
    """Read MiniLM's weights, kept in 8 bits with a scale for each row."""
    arrays = dict(np.load(file))
    return {
        name: torch.from_numpy(
            array.astype(np.float32) * arrays[f"{name}.scale"] if f"{name}.scale" in arrays else array.copy()
        )
        for name, array in arrays.items()
        if not name.endswith(".scale")
    }


def read_parts(name: Path) -> dict[str, Tensor]:
    """Read the parts of a trained network, OUT/NAME, all but the word embeddings."""
    files = sorted(name.parent.glob(f"{name.name}.*.pt"))
    return {n: v.float() for file in files for n, v in torch.load(file).items()}


def digits_of(file: Path) -> frozenset[int]:
    """Return the word pieces of numerals."""
    vocabulary = json.loads(file.read_text(encoding="utf-8"))["model"]["vocab"]
    return frozenset(i for piece, i in vocabulary.items() if piece.removeprefix("##")[:1].isdigit())


def neighbours_of(words: Tensor, device: str, count: int = 8) -> np.ndarray:
    """Return the words whose embeddings are nearest to each word's."""
    table = torch.nn.functional.normalize(words - words[1996:].mean(0), dim=1).to(device)
    result = torch.arange(len(words))[:, None].repeat(1, count)
    for start in range(1996, len(words), 2048):
        near = table[start : start + 2048] @ table.T
        near[:, :1996] = -1
        near[torch.arange(len(near)), torch.arange(start, start + len(near))] = -1
        result[start : start + 2048] = near.topk(count).indices.cpu()
    return result.numpy().astype(np.int32)


class Batches(IterableDataset):
    """Batches of windows of similar length, without end."""

    def __init__(
        self, stretches: list, builder: Callable[[int], Builder], size: int, seed: int, own: float
    ) -> None:
        self.stretches, self.builder, self.size, self.seed, self.own = stretches, builder, size, seed, own
        self.targets = [(i, j) for i, each in enumerate(stretches) for j in range(len(each["targets"]))]
        self.written = [i for i, each in enumerate(stretches) if not each["targets"]]

    def __iter__(self) -> Iterator[dict[str, np.ndarray]]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        draw = random.Random(self.seed * 100 + worker)
        builder = self.builder(self.seed * 100 + worker)
        mine = self.targets[worker::workers]
        while True:
            draw.shuffle(mine)
            windows = []
            for i, j in mine:
                stretch = self.stretches[i]
                while draw.random() < self.own:
                    pool = self.written if draw.random() < 0.5 else range(len(self.stretches))
                    windows.append(
                        builder.garbled(self.stretches[draw.choice(pool or range(len(self.stretches)))])
                    )
                windows.append(builder.repeated(stretch, stretch["targets"][j]))
                if len(windows) >= 12 * self.size:
                    kept = sorted((each for each in windows if each), key=lambda each: len(each.ids))
                    groups = [
                        kept[at : at + self.size] for at in range(0, len(kept) - self.size + 1, self.size)
                    ]
                    draw.shuffle(groups)
                    yield from map(collate, groups)
                    windows = []


def loss_of(scores: Tensor, right: Tensor, known: Tensor) -> tuple[Tensor, Tensor]:
    """Return the loss of each window, and whether the best score is a right one."""
    none = ~right.any(1, keepdim=True)
    right = torch.cat([none, right], 1)
    known = torch.cat([torch.ones_like(none), known], 1)
    scores = scores.float().masked_fill(~known, -1e4)
    total = scores.logsumexp(1)
    hit = scores.masked_fill(~right, -1e4).logsumexp(1)
    return total - hit, right.gather(1, scores.argmax(1, keepdim=True))[:, 0]


def to(batch: dict[str, np.ndarray], device: str) -> dict[str, Tensor]:
    return {n: torch.as_tensor(v).to(device, non_blocking=True) for n, v in batch.items()}


@torch.no_grad()
def measure(model: SameFactNetwork, stretches: list, builder: Builder, device: str) -> dict[str, float]:
    """Return the loss and the share of right answers on validation documents, by whether one is there."""
    model.eval()
    windows = [builder.repeated(each, target) for each in stretches for target in each["targets"]]
    kept = sorted((each for each in windows if each), key=lambda each: len(each.ids))
    losses, hits, there = [], [], []
    for at in range(0, len(kept), 128):
        batch = to(collate(kept[at : at + 128]), device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            scores = model(*(batch[name] for name in INPUTS))
        loss, hit = loss_of(scores, batch["right"], batch["known"])
        losses.append(loss.cpu())
        hits.append(hit.cpu())
        there.append(batch["right"].any(1).cpu())
    loss, hit, there_ = torch.cat(losses), torch.cat(hits).float(), torch.cat(there)
    return {
        "windows": len(loss),
        "loss": float(loss.mean()),
        "stated": float(hit[there_].mean()),
        "not stated": float(hit[~there_].mean()),
    }


def optimizer_of(model: SameFactNetwork, rate: float) -> torch.optim.Optimizer:
    """Return an optimizer that learns the new parts faster than the encoder."""
    groups: dict[bool, list[Tensor]] = {True: [], False: []}
    for name, parameter in model.named_parameters():
        if name != "words.weight":
            groups[name.split(".")[0] in NEW].append(parameter)
    return torch.optim.AdamW(
        [{"params": groups[False], "lr": rate}, {"params": groups[True], "lr": 4 * rate}],
        weight_decay=0.01,
        betas=(0.9, 0.98),
    )


def fit(model: SameFactNetwork, batches: Batches, given: argparse.Namespace, device: str) -> int:
    """Train by the clock; return how many windows were seen."""
    ahead = 8 if given.workers else None
    loader = DataLoader(batches, batch_size=None, num_workers=given.workers, prefetch_factor=ahead)
    optimizer = optimizer_of(model, given.rate)
    peaks = [group["lr"] for group in optimizer.param_groups]
    begun, seen = time.monotonic(), 0
    model.train()
    for step, raw in enumerate(loader):
        progress = (time.monotonic() - begun) / (60 * given.minutes)
        if progress >= 1:
            break
        batch = to(raw, device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            scores = model(*(batch[name] for name in INPUTS))
        loss, hit = loss_of(scores, batch["right"], batch["known"])
        for group, peak in zip(optimizer.param_groups, peaks, strict=True):
            group["lr"] = peak * min(1.0, (step + 1) / 200) * (1 - progress)
        optimizer.zero_grad(set_to_none=True)
        loss.mean().backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        seen += len(loss)
        if step % 200 == 199:
            right, speed = float(hit.float().mean()), seen / (time.monotonic() - begun)
            line = f"{progress:.2f} {float(loss.mean()):.4f} {right:.3f} {speed:.0f}/s"
            print(given.name, step + 1, line, flush=True)
    return seen


def save(model: SameFactNetwork, given: argparse.Namespace, results: dict[str, object]) -> None:
    """Write the weights in parts that the machine gives back, and what was measured."""
    given.out.mkdir(parents=True, exist_ok=True)
    parts: list[dict[str, Tensor]] = [{}]
    for name, tensor in model.state_dict().items():
        value = tensor.half().cpu()
        if name == "words.weight":
            continue
        if sum(each.nbytes for each in parts[-1].values()) + value.nbytes > PART:
            parts.append({})
        parts[-1][name] = value
    for i, part in enumerate(parts):
        torch.save(part, given.out / f"{given.name}.{i}.pt")
    with (given.out / "results.jsonl").open("a") as file:
        file.write(json.dumps(results) + "\n")
    print(json.dumps(results), flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="same")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--own", type=float, default=OWN, help="share of garbled copies")
    parser.add_argument("--workers", type=int, default=5)
    parser.add_argument("--go-on", type=Path, help="trained network to go on with: OUT/NAME")
    parser.add_argument("--tokenizer", type=Path, default=Path("src/numerate/models/default/tokenizer.json"))
    parser.add_argument("--only-periods", action="store_true", help="hide other numbers than years and dates")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> None:
    given = arguments()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    weights = read_minilm(given.start)
    neighbours = neighbours_of(weights["embeddings.word_embeddings.weight"], device)
    model = from_minilm(weights, given.layers).to(device)
    if given.go_on:
        model.load_state_dict(read_parts(given.go_on), strict=False)
    digits = digits_of(given.tokenizer)

    def builder(seed: int) -> Builder:
        return Builder(neighbours, digits, seed, given.only_periods)

    train, valid = (read(sorted(given.data.glob(f"{split}-*.xz"))) for split in ("train", "valid"))
    batches = Batches(train, builder, given.batch, given.seed, given.own)
    print(given.name, len(train), "stretches", len(batches.targets), "targets", flush=True)
    seen = fit(model, batches, given, device)
    measured = measure(model, valid, builder(1), device)
    save(model, given, {"name": given.name, "layers": given.layers, "windows": seen, **measured})


if __name__ == "__main__":
    main()
