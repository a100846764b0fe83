"""What models are tested on: one number of each test instance, and the anomalies that stand in for it.

Both follow from the prepared folder and a seed alone, so that every model meets the same cases, and figures
of two models may be compared number by number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from numerate.distributions import exponent_of
from numerate.training.data import Instances
from numerate.training.data.anomalies import ANOMALIES, Bounds, alter_values
from numerate.training.nn import Instance

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

LEAST_ANOMALY = 0.1
"""Edits of digits make 0.5 of 1.5; the paper's exponents begin at −1 so that such anomalies have a place."""

TESTED = tuple(anomaly for anomaly in ANOMALIES if anomaly != "missing")
"""Every kind of anomaly; "missing" is the same edit as "del"."""


@dataclass(frozen=True)
class Cases:
    """Numbers to predict, one of each instance."""

    instances: tuple[Instance, ...]
    places: Indices
    """Which number of its instance each one is."""
    kinds: npt.NDArray[np.str_]
    """What kind of number the reader took it for."""
    documents: Indices
    """The document each one stands in; numbers of one document are not independent of each other."""
    anomalies: Mapping[str, Values]
    """By kind, a wrong value for each number; NaN where this kind is not possible."""
    training_numbers: Values
    number_id: int
    """The number symbol's id, by which a model's word pieces can be told to be others."""

    def __len__(self) -> int:
        return len(self.places)

    @property
    def values(self) -> Values:
        """The true values."""
        pairs = zip(self.instances, self.places, strict=True)
        return np.array([instance.values[place] for instance, place in pairs], dtype=np.float64)

    @property
    def exponents(self) -> Indices:
        """⌊lg y⌋ of the true values."""
        exponents: Indices = exponent_of(self.values)
        return exponents


def draw_cases(folder: str | Path, seed: int = 0, limit: int | None = None, split: str = "test") -> Cases:
    """Choose one number of each test instance, and make its anomalies.

    Instances have two numbers at least, so that One-vs-All has something to hide. A number to predict is
    marked as a target (of the dollar variant not all are), and is positive: zero has no logarithm, and
    so no error in lg y. `limit` draws so many of the instances.
    """
    instances = Instances(folder, split)
    rng = np.random.default_rng(seed)
    chosen = [(i, place) for i, place in enumerate(_draw_places(instances, rng)) if place >= 0]
    if limit is not None and limit < len(chosen):
        kept = rng.choice(len(chosen), limit, replace=False)
        chosen = [chosen[k] for k in np.sort(kept)]
    if not chosen:
        raise ValueError(f"{folder}: no instance of {split} has two numbers, one of them to predict")
    picked = [instances[i] for i, _ in chosen]
    places = np.array([place for _, place in chosen], dtype=np.int64)
    numbers = _numbers_to_draw(folder, split)
    return Cases(
        instances=tuple(Instance(instance.ids, instance.values) for instance in picked),
        places=places,
        kinds=np.array([instances.kinds[p.kinds[k]] for p, k in zip(picked, places, strict=True)]),
        documents=np.array([instance.document for instance in picked], dtype=np.int64),
        anomalies=_anomalies([instance.values for instance in picked], places, numbers, instances, seed),
        training_numbers=numbers,
        number_id=instances.manifest["tokenizer"]["number"],
    )


def _draw_places(instances: Instances, rng: np.random.Generator) -> list[int]:
    """One number of each instance, as likely as any other that may be chosen; −1 where there is none."""
    places = []
    for instance in instances:
        possible = np.flatnonzero(instance.targets & (instance.values > 0))
        if len(instance.values) < 2 or not len(possible):
            places.append(-1)
        else:
            places.append(int(possible[int(rng.random() * len(possible))]))
    return places


def _numbers_to_draw(folder: str | Path, split: str) -> Values:
    """The training numbers; of a corpus that is only for testing, its own."""
    training = Instances(folder, "train").values
    return training if len(training) else Instances(folder, split).values


def _anomalies(
    values: list[Values], places: Indices, numbers: Values, instances: Instances, seed: int
) -> dict[str, Values]:
    recipe = instances.manifest["recipe"]
    bounds = Bounds(min(recipe["low"], LEAST_ANOMALY), recipe["high"])
    offsets = np.concatenate([[0], np.cumsum([len(of_instance) for of_instance in values])])
    at = offsets[:-1] + places
    every = np.concatenate(values)
    made = {}
    for order, anomaly in enumerate(TESTED):
        # Only "exchanged" has to see the other numbers of the instance.
        beside = anomaly == "exchanged"
        altered = alter_values(
            every if beside else every[at],
            anomaly,
            seed + order,
            pool=numbers,
            offsets=offsets,
            bounds=bounds,
        )
        made[anomaly] = altered[at] if beside else altered
    return made
