"""Documents with one number gone wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from numerate.documents import Document
from numerate.text import extract
from numerate.training.evaluation.anomalies import Bounds, alter

KINDS = (
    *("missing", "add", "repeated", "transposed", "keypad", "decimal", "unit", "magnitude"),
    *("string", "random", "exchanged"),
)
BOUNDS = Bounds(1e-6, 1e16)
_TRIES = 20


class Planted(NamedTuple):
    """A document with an error, where it is, and what stood there."""

    document: Document
    start: int
    end: int
    true: float


def plant(text: str, kind: str, pool: Sequence[float], rng: random.Random) -> Planted | None:
    """Let one number of a text, drawn at random, go wrong; None where none can in this way."""
    numbers = [number for number in extract(text) if BOUNDS.allow(number.value, -1.0)]
    others = pool if kind == "random" else [number.value for number in numbers]
    for number in rng.sample(numbers, min(_TRIES, len(numbers))):
        altered = alter(number, kind, rng, others=others, bounds=BOUNDS)
        if altered is not None and altered.text != number.text:
            wrong = text[: number.start] + altered.text + text[number.end :]
            end = number.start + len(altered.text)
            return Planted(Document.from_text(wrong), number.start, end, number.value)
    return None
