"""A small prepared corpus, such as `numerate prepare` makes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from numerate.training.prepare.shards import VERSION, ColumnBuilder, Columns, join, write_shard

WORDS = ["[PAD]", "[UNK]", "[CLS]", *(f"word{i}" for i in range(37))]


def _columns(count: int, seed: int, number_id: int) -> Columns:
    rng = np.random.default_rng(seed)
    gatherer = ColumnBuilder()
    for i in range(count):
        values = [float(f"{rng.integers(10, 999)}e{rng.integers(-1, 6)}") for _ in range(rng.integers(2, 5))]
        ids = rng.integers(3, len(WORDS), len(values) + 6)
        ids[np.sort(rng.choice(np.arange(1, len(ids)), len(values), replace=False))] = number_id
        gatherer.add(ids.tolist(), values, [0] * len(values), [1] * len(values), i, 30)
    return gatherer.columns()


def write_prepared(folder: Path, number_id: int = len(WORDS)) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    splits = {
        "train": _columns(60, 0, number_id),
        "valid": _columns(20, 1, number_id),
        "test": _columns(40, 2, number_id),
    }
    counts = {name: len(columns) for name, columns in splits.items()}
    write_shard(folder / "shard-00000.safetensors", join(splits.values()), {})
    manifest = {
        "version": VERSION,
        "complete": True,
        "recipe": {"low": 1.0, "high": 1e16},
        "kinds": ["cardinal"],
        "counts": {"instances": counts},
        "tokenizer": {"number": number_id, "vocabulary": number_id + 2},
        "shards": [{"file": "shard-00000.safetensors", "instances": counts}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder
