"""Numbers gone wrong."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from numerate.text import Number, extract
from numerate.training.evaluation.anomalies import Bounds, alter

KINDS = (
    *("missing", "add", "repeated", "transposed", "keypad", "decimal", "unit", "magnitude"),
    *("string", "random", "exchanged"),
)
BOUNDS = Bounds(1e-6, 1e16)
SEED = 23
_CONTEXT = 200
"""Characters to either side that decide how a number is read."""


class Planted(NamedTuple):
    """A wrong number, and the passage that it was read from."""

    number: Number
    text: str


def generator(text: str, *names: object) -> random.Random:
    """Return a generator that depends on the text alone, so that all systems get the same errors."""
    return random.Random(" ".join(map(str, (SEED, zlib.crc32(text.encode()), *names))))


def plant(text: str, number: Number, kind: str, others: Sequence[float]) -> Planted | None:
    """Let a number of a text go wrong, and read it anew; None where it cannot in this way."""
    altered = alter(number, kind, generator(text, number.start, kind), others=others, bounds=BOUNDS)
    if altered is None or altered.text == number.text:
        return None
    before = text[max(0, number.start - _CONTEXT) : number.start]
    passage = before + altered.text + text[number.end : number.end + _CONTEXT]
    end = len(before) + len(altered.text)
    read = [n for n in extract(passage) if n.start <= end and n.end > len(before)]
    return Planted(read[0], passage) if read and BOUNDS.allow(read[0].value, number.value) else None
