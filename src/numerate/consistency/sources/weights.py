"""Weights and calibration that `python -m experiments.sources.fit` fitted, kept in weights.json."""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _content() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    return content


def fitted(part: str, names: tuple[str, ...]) -> list[float]:
    """Return the weights of a part of the model, in the order of its features."""
    weights = _content()[part]["weights"]
    return [weights.get(name, 0.0) for name in names]


def bias(part: str) -> float:
    """Return the bias of a part of the model."""
    return float(_content()[part]["bias"])


def threshold(false_alarms: float, scores: str = "words") -> float:
    """Return the score above which numbers are reported, for a rate of false alarms among stated numbers.

    Of a further document like the faithful ones of the calibration, at most that share of the numbers
    exceeds it in the mean (conformal risk control). A rate that they are too few to promise has the highest
    of their scores. Numbers whose value the sources do not have score above all.

    scores: "words", or "odds" for scores that weigh the odds of a model.
    """
    table = _content()["calibration"][scores]
    at = bisect_right([share for share, _ in table], false_alarms)
    return float(table[max(0, at - 1)][1])
