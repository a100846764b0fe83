"""Train the model that ships on a GPU machine, from the weights of the last one that shipped.

    python experiments/default-model/gpu.py trial NAME --data ROOT --start FOLDER --out FOLDER
    python experiments/default-model/gpu.py train --data ROOT --start FOLDER --out FOLDER --minutes 23

ROOT holds the folders that `experiments/pack.py` unpacked: doc-NAME with training documents, win-NAME with
validation windows. A trial trains for two short epochs on four corpora (`trials.py`); a training ends by the
clock (`clock.py`), and writes its weights in half precision as well.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path

import torch
import trials
from clock import train_by_clock
from safetensors.torch import load_file, save_file

from numerate.training.batches.corpus import Corpus
from numerate.training.batches.split import MemorySplit
from numerate.training.nn.folder import WEIGHTS
from numerate.training.run import loop
from numerate.training.run.recipe import Recipe

RECIPE = Recipe(
    pretrained_rate=3e-4,
    new_rate=1.5e-3,
    warmup=0.02,
    patience=None,
    hidden_words=0.1,
    hidden_values=0.05,
    moved_years=0.2,
    cut=256,
)
MOST_EPOCHS = 1000
"""More than there is time for: a training ends by the clock."""
TRIAL_CORPORA = ("encyclopedia", "health", "economy", "press")
STYLE_IDS, HIDDEN_ID = range(1, 6), 103
"""Ids of BERT's [unused0] to [unused4], and of [MASK]."""


def load(root: Path, names: list[str]) -> Corpus:
    """Load the training documents and the validation windows of some corpora."""
    folders = [root / f"{kind}-{name}" for name in names for kind in ("doc", "win")]
    return Corpus.load(*folders)


def without_styles(split: MemorySplit) -> MemorySplit:
    """Hide the styles of all numbers."""
    ids = split.ids
    for style in STYLE_IDS:
        ids = torch.where(ids == style, HIDDEN_ID, ids).int()
    return replace(split, ids=ids)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("trial", "train"))
    parser.add_argument("name", nargs="?", default="base", choices=trials.RECIPES)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=23, help="of a training")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="of the recipe")
    given = parser.parse_args()
    changes = {name: json.loads(value) for name, value in (item.split("=") for item in given.set)}
    recipe = replace(
        RECIPE, epochs=2 if given.what == "trial" else MOST_EPOCHS, **trials.RECIPES[given.name], **changes
    )
    every = sorted(folder.name.removeprefix("doc-") for folder in given.data.glob("doc-*"))
    corpus = load(given.data, list(TRIAL_CORPORA) if given.what == "trial" else every)
    if given.name == "no-styles":
        train, valid = (without_styles(split) for split in (corpus.train, corpus.valid))  # type: ignore[arg-type]
        corpus = replace(corpus, train=train, valid=valid)
    given.out.mkdir(parents=True, exist_ok=True)
    trials.prepare(given.name)
    if given.what == "train":
        train_by_clock(given.minutes)
    result = loop.train(given.start, recipe, corpus, given.out, checkpoint_seconds=1e9, tensorboard=False)
    record = {"recipe": asdict(recipe), **asdict(result), "folder": given.out.name}
    (given.out / f"{given.what}-{given.name}.json").write_text(json.dumps(record, indent=1, default=str))
    weights = {name: tensor.half() for name, tensor in load_file(given.out / WEIGHTS).items()}
    save_file(weights, given.out / "half.safetensors")


if __name__ == "__main__":
    main()
