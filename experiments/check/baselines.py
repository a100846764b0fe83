"""Two small models for the comparison of scores, trained on the same windows: the paper's best, and ours.

    python -m experiments.check.baselines train --data ROOT --encoder CHECKPOINT --out DIR
    python -m experiments.check.baselines unpack DIR FOLDER

Both read finnews and sci in windows of 128 tokens, with the same recipe. The weights come back from the GPU
machine as integers of 8 bits with a scale for each row, as the encoder travelled.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from numerate.distributions import SHIPPED

from ..pack import dequantized, quantized
from ..spec import PAPER_MODEL, STANDARD

CORPORA = ("finnews-window", "sci-window")
MODELS = {
    "bert-dexp": replace(PAPER_MODEL, head="dexp", support=SHIPPED),
    "loo-digits": replace(
        PAPER_MODEL, head="digits", objective="leave-one-out", input="exponent+digits", support=SHIPPED
    ),
}
RECORD = "record"


def train(name: str, data: Path, encoder: str, out: Path, changes: dict[str, Any]) -> None:
    """Train one model and write its weights in parts."""
    from safetensors.torch import load_file, save_file

    from numerate.training.batches.corpus import Corpus
    from numerate.training.run.loop import train as run

    corpus = Corpus.load(*(data / corpus for corpus in CORPORA))
    with tempfile.TemporaryDirectory() as scratch:
        config = replace(MODELS[name], checkpoint=encoder)
        recipe = replace(STANDARD, **{"epochs": 4, **changes})
        result = run(config, recipe, corpus, scratch, checkpoint_seconds=float("inf"), tensorboard=False)
        weights = quantized(load_file(Path(scratch, "model.safetensors")))
        config_file = json.loads(Path(scratch, "config.json").read_text(encoding="utf-8"))
    *others, largest = sorted(weights, key=lambda key: weights[key].nbytes)
    record = {"config": config_file, "epochs": result.epochs, "valid_loss": result.valid_loss}
    out.mkdir(parents=True, exist_ok=True)
    # The matrix of words is half of all.
    save_file({largest: weights[largest]}, out / f"{name}.0.safetensors")
    note = {RECORD: json.dumps(record)}
    save_file({key: weights[key] for key in others}, out / f"{name}.1.safetensors", note)
    print(f"{name}: {result.seconds:.0f} s, validation loss {result.valid_loss:.3f}", flush=True)


def unpack(packed: Path, folder: Path) -> None:
    """Write the models as folders that `NumberModel.from_pretrained` reads."""
    from safetensors import safe_open
    from safetensors.torch import load_file, save_file

    for name in MODELS:
        files = [packed / f"{name}.{part}.safetensors" for part in (0, 1)]
        if not files[1].exists():
            continue
        parts = [load_file(file) for file in files]
        weights = dequantized({key: w for part in parts for key, w in part.items()})
        out = folder / name
        out.mkdir(parents=True, exist_ok=True)
        save_file(weights, out / "model.safetensors", metadata={"format": "pt"})
        with safe_open(files[1], "pt") as opened:
            record = json.loads(opened.metadata()[RECORD])
        (out / "config.json").write_text(json.dumps(record["config"]), encoding="utf-8")
        print(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    training = commands.add_parser("train")
    training.add_argument("models", nargs="*", default=list(MODELS))
    training.add_argument("--data", type=Path, required=True)
    training.add_argument("--encoder", required=True)
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--recipe", type=json.loads, default={})
    unpacking = commands.add_parser("unpack")
    unpacking.add_argument("packed", type=Path)
    unpacking.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.command == "unpack":
        unpack(given.packed, given.folder)
        return
    for name in given.models:
        train(name, given.data, given.encoder, given.out, given.recipe)


if __name__ == "__main__":
    main()
