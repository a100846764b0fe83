"""A model with fixed expectations: a median and a sharpness for each kind of number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from numerate.distributions import FlowLP
from numerate.model import Judged
from numerate.model.calibration import Calibration
from numerate.text import extract
from numerate.text.wordpieces import DEFAULT, WordPieces

VOCABULARY = WordPieces(DEFAULT).whole_words
USUAL = {"money": (3e9, 4.0), "percent": (8.0, 4.0), "year": (2014.0, 1500.0), "cardinal": (500.0, 2.0)}


class StubModel:
    threads = 1

    def __init__(
        self, usual: Mapping[str, tuple[float, float]] = USUAL, calibration: Calibration | None = None
    ):
        self.usual, self.calibration = usual, calibration or Calibration()

    def knows(self, word: str) -> bool:
        return word in VOCABULARY

    def stream(self, text: str) -> Iterator[Judged]:
        numbers = extract(text)
        for start in range(0, len(numbers), 7):
            batch = tuple(numbers[start : start + 7])
            median, sharpness = np.array([self.usual.get(n.kind, (500.0, 2.0)) for n in batch]).T
            yield Judged(
                batch,
                np.arange(len(batch)),
                FlowLP(np.log(median) * sharpness, np.zeros(len(batch)), sharpness, np.ones(len(batch))),
                self.calibration,
                "all numbers",
            )
