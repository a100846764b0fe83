from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

WORDS = (
    "the a of to in and company bank shares rose fell by percent dollars million year profit sales from said "
    "on its quarter with was per cost about people tonnes index points trade"
).split()


def story(rng: random.Random) -> str:
    """Return a document of a few sentences, most with numbers."""
    sentences = []
    for _ in range(rng.randrange(3, 9)):
        words = rng.choices(WORDS, k=rng.randrange(6, 20))
        for _ in range(rng.randrange(3)):
            number = rng.choice(["{:,}", "${}", "{}.5 percent", "{} million"]).format(rng.randrange(1, 5000))
            words.insert(rng.randrange(1, len(words)), number)
        sentences.append(" ".join(words).capitalize() + ".")
    return " ".join(sentences)


def write_stories(path: Path, count: int, seed: int = 0) -> Path:
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        for i in range(count):
            date = f"{2010 + i % 3}-{1 + i % 12:02d}-{1 + i % 28:02d}"
            file.write(json.dumps({"id": i, "date": date, "text": story(rng)}) + "\n")
    return path


@pytest.fixture
def stories(tmp_path: Path) -> Path:
    return write_stories(tmp_path / "stories.jsonl", 120)
