"""A model that is told what to expect: a median and a sharpness for each kind of number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from numerate.distributions import FlowLP
from numerate.model import Judged
from numerate.model.calibration import Calibration
from numerate.text import extract

USUAL = {"money": (3e9, 4.0), "percent": (8.0, 4.0), "year": (2014.0, 1500.0), "cardinal": (500.0, 2.0)}


class StubModel:
    def __init__(
        self, usual: Mapping[str, tuple[float, float]] = USUAL, calibration: Calibration | None = None
    ):
        self.usual, self.calibration = usual, calibration or Calibration()

    def stream(self, text: str) -> Iterator[Judged]:
        numbers = extract(text)
        for start in range(0, len(numbers), 7):
            some = tuple(numbers[start : start + 7])
            median, sharpness = np.array([self.usual.get(n.kind, (500.0, 2.0)) for n in some]).T
            yield Judged(
                some,
                np.arange(len(some)),
                FlowLP(np.log(median) * sharpness, np.zeros(len(some)), sharpness, np.ones(len(some))),
                self.calibration,
                "all numbers",
            )
