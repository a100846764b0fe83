"""A small prepared corpus with a test split, and random answers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from numerate.training.evaluation.cases import POINTS, TRUE, Answers, Cases, Point
from numerate.training.nn import TokenizedInstance
from numerate.training.prepare.shards import VERSION, ColumnBuilder, Columns, join, write_shard
from tests.training.nn.tiny import NUMBER_ID, WORDS

KINDS = ("cardinal", "money", "year")


def make_columns(
    numbers: list[list[float]], targets: list[list[int]] | None = None, seed: int = 0
) -> Columns:
    """Return an instance for each list of numbers, three from a document."""
    rng = np.random.default_rng(seed)
    builder = ColumnBuilder()
    for i, values in enumerate(numbers):
        ids = rng.integers(3, len(WORDS), size=len(values) + int(rng.integers(4, 12)))
        ids[np.sort(rng.choice(np.arange(1, len(ids)), len(values), replace=False))] = NUMBER_ID
        kinds = rng.integers(0, len(KINDS), len(values)).tolist()
        wanted = targets[i] if targets else [1] * len(values)
        builder.add(ids.tolist(), values, kinds, wanted, i // 3, 40)
    return builder.columns()


def random_numbers(count: int, seed: int) -> list[list[float]]:
    """Return lists of one to five numbers as in texts: few digits, all magnitudes."""
    rng = np.random.default_rng(seed)

    def number() -> float:
        return float(f"{rng.integers(10, 9999)}e{rng.integers(-1, 8)}")

    return [[number() for _ in range(rng.integers(1, 6))] for _ in range(count)]


def write_corpus(folder: Path, test: Columns | None = None, low: float = 1.0) -> Path:
    """Write a folder as `numerate prepare` does."""
    folder.mkdir(parents=True, exist_ok=True)
    splits = {
        "train": make_columns(random_numbers(60, 1)),
        "valid": make_columns(random_numbers(20, 2)),
        "test": make_columns(random_numbers(150, 3)) if test is None else test,
    }
    counts = {name: len(columns) for name, columns in splits.items()}
    write_shard(folder / "shard-00000.safetensors", join(splits.values()), {})
    manifest = {
        "version": VERSION,
        "complete": True,
        "recipe": {"low": low, "high": 1e16},
        "kinds": KINDS,
        "counts": {"instances": counts},
        "tokenizer": {"number": NUMBER_ID, "vocabulary": NUMBER_ID + 2},
        "shards": [{"file": "shard-00000.safetensors", "instances": counts}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def make_cases(
    values: list[float], kinds: list[str] | None = None, documents: list[int] | None = None
) -> Cases:
    """Return cases with these true values, each with one other number in its instance."""
    count = len(values)
    return Cases(
        instances=tuple(
            TokenizedInstance(np.array([2, NUMBER_ID, NUMBER_ID]), np.array([v, 7.0])) for v in values
        ),
        places=np.zeros(count, np.int64),
        kinds=np.array(kinds or ["cardinal"] * count),
        documents=np.arange(count) if documents is None else np.array(documents),
        anomalies={"random": np.full(count, 3.0), "string": np.full(count, 4.0)},
        training_numbers=np.array([1.0, 10.0]),
        number_id=NUMBER_ID,
    )


def make_answers(count: int, seed: int = 0) -> Answers:
    """Return random answers in which true values score a little higher."""
    rng = np.random.default_rng(seed)

    def point() -> Point:
        return Point.of(10 ** rng.uniform(0, 4, count), 0.1)

    scores = {
        TRUE: rng.normal(1, 1, count),
        "random": rng.normal(0, 1, count),
        "string": rng.normal(0, 1, count),
    }
    return Answers(
        points={name: point() for name in POINTS},
        points_all_hidden={name: point() for name in POINTS},
        scores={"published": scores, "linear": scores, "log": scores},
        pit=rng.random(count),
    )
