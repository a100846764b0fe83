"""Measure averages of weights on the validation windows of each corpus, and keep the best.

    python experiments/default-model/soup.py RUN … --data ROOT --out FOLDER

RUN is a folder of gpu.py, with the weights of every epoch. Averages of the last epochs of all runs are tried; the
one with the lowest loss, each corpus counted alike, is written to FOLDER with soup.json, the losses of all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import torch
from safetensors.torch import load_file
from torch import Tensor

from numerate.training.nn import NumberModel
from numerate.training.nn.batch import TokenizedInstance
from numerate.training.prepare import Instances

BATCH = 64


def average(files: list[Path]) -> dict[str, Tensor]:
    """Return the mean of the weights in several files."""
    parts = [load_file(file) for file in files]
    return {
        name: torch.stack([part[name].float() for part in parts]).mean(0)
        if tensor.is_floating_point()
        else tensor
        for name, tensor in parts[0].items()
    }


def candidates(runs: list[Path]) -> Iterator[tuple[str, list[Path]]]:
    """Yield each run's last weights, and averages of the last epochs over all runs."""
    epochs = {run: sorted(run.glob("epoch-*.safetensors"), key=lambda f: int(f.stem[6:])) for run in runs}
    for run, files in epochs.items():
        yield run.name, files[-1:]
    if len(runs) > 1:
        yield "runs", [files[-1] for files in epochs.values()]
    for last in (2, 3):
        yield f"runs, last {last}", [file for files in epochs.values() for file in files[-last:]]


@torch.no_grad()
def losses(model: NumberModel, root: Path, device: str) -> dict[str, float]:
    """Measure the loss on the validation windows of each corpus."""
    collate, found = model.collator(), {}
    for folder in sorted(root.glob("win-*")):
        total = count = 0.0
        instances = [TokenizedInstance(i.ids, i.values) for i in Instances(folder, "valid")]
        for at in range(0, len(instances), BATCH):
            loss = model(collate(instances[at : at + BATCH]).to(device))
            total, count = total + float(loss.total), count + float(loss.targets)
        found[folder.name.removeprefix("win-")] = round(total / count, 4)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--start", type=Path, required=True, help="a checkpoint of the same model")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = NumberModel.from_pretrained(given.start).to(device)
    measured: dict[str, dict[str, float]] = {"start": losses(model, given.data, device)}
    best: tuple[float, dict[str, Tensor]] | None = None
    for name, files in candidates(given.runs):
        weights = average(files)
        model.load_state_dict(weights)
        measured[name] = losses(model, given.data, device)
        mean = fmean(measured[name].values())
        print(name, round(mean, 4), measured[name], flush=True)
        if best is None or mean < best[0]:
            best = mean, weights
    assert best is not None
    model.load_state_dict(best[1])
    model.cpu().save_pretrained(given.out, {n: w.half() for n, w in model.state_dict().items()})
    (given.out / "soup.json").write_text(json.dumps(measured, indent=1) + "\n")


if __name__ == "__main__":
    main()
