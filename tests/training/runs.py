"""A small corpus on disk, a small network, and short training runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from numerate.training.nn import ModelConfig
from numerate.training.prepare.shards import VERSION, Columns, join, write_shard
from numerate.training.run.checkpoint import Checkpoints
from numerate.training.run.loop import TrainingResult, train
from numerate.training.run.recipe import Recipe
from tests.training.nn.tiny import NUMBER_ID, TINY, tiny_config

SMALL = {**TINY, "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
QUICK = Recipe(batch_size=8, epochs=3, scratch_rate=1e-2, patience=None)


def small_config(**changes: Any) -> ModelConfig:
    settings = {"architecture": SMALL, "objective": "leave-one-out", "head": "digits", "head_digits": 2}
    return tiny_config(**settings | changes)


def make_columns(instances: int, seed: int) -> Columns:
    """Instances whose numbers depend on the preceding word, so that there is something to learn."""
    rng = np.random.default_rng(seed)
    ids, values, tokens, numbers = [], [], [0], [0]
    for _ in range(instances):
        words = rng.integers(3, NUMBER_ID, rng.integers(5, 20))
        places = np.sort(rng.choice(np.arange(1, len(words)), rng.integers(1, 4), replace=False))
        values += [float(f"{1 + word % 9}e{word % 5}") for word in words[places - 1]]
        words[places] = NUMBER_ID
        ids += words.tolist()
        tokens.append(len(ids))
        numbers.append(len(values))
    return Columns(
        ids=np.array(ids, np.uint16),
        token_offsets=np.array(tokens, np.uint32),
        values=np.array(values),
        kinds=np.zeros(len(values), np.uint8),
        targets=np.ones(len(values), np.uint8),
        number_offsets=np.array(numbers, np.uint32),
        documents=np.arange(instances, dtype=np.uint32),
        characters=np.zeros(instances, np.uint32),
    )


def write_corpus(
    folder: Path, train: Columns | None = None, valid: Columns | None = None, shards: int = 1
) -> Path:
    """Write a folder as `numerate prepare` does."""
    folder.mkdir(parents=True, exist_ok=True)
    splits = [
        make_columns(60, 0) if train is None else train,
        make_columns(20, 1) if valid is None else valid,
    ]
    shard_entries = []
    for i in range(shards):
        name = f"shard-{i:05d}.safetensors"
        parts = [split if shards == 1 else split.select(_part(len(split), i, shards)) for split in splits]
        write_shard(folder / name, join(parts), {})
        shard_entries.append(
            {"file": name, "instances": {"train": len(parts[0]), "valid": len(parts[1]), "test": 0}}
        )
    manifest = {
        "version": VERSION,
        "complete": True,
        "kinds": ["cardinal"],
        "tokenizer": {"number": NUMBER_ID, "vocabulary": NUMBER_ID + 2},
        "shards": shard_entries,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def _part(instances: int, i: int, parts: int) -> np.ndarray:
    """Return the instances of the i-th of several parts of unequal size."""
    edges = (instances * (np.arange(parts + 1) / parts) ** 1.5).astype(np.int64)
    return np.arange(edges[i], edges[i + 1])


def quick_run(
    data: Any, out: Path, config: ModelConfig | Path | None = None, recipe: Recipe = QUICK, **more: Any
) -> TrainingResult:
    settings = {"tensorboard": False, "device": "cpu", **more}
    return train(config or small_config(), recipe, data, out, **settings)


def interrupt(saves: int, *run: Any, **more: Any) -> None:
    """Start a run and interrupt it before it writes another checkpoint after `saves`."""
    save, left = Checkpoints.save, saves

    def save_or_interrupt(self: Checkpoints, *content: Any) -> None:
        nonlocal left
        if left == 0:
            raise KeyboardInterrupt
        left -= 1
        save(self, *content)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Checkpoints, "save", save_or_interrupt)
        with pytest.raises(KeyboardInterrupt):
            quick_run(*run, checkpoint_seconds=0, **more)


def weights_in(folder: Path) -> bytes:
    return (folder / "model.safetensors").read_bytes()


def metrics_in(folder: Path) -> list[dict[str, float]]:
    """Read the metrics of a run, without those that depend on the clock."""
    lines = map(json.loads, (folder / "metrics.jsonl").read_text().splitlines())
    return [{k: v for k, v in line.items() if k != "instances_per_second"} for line in lines]
