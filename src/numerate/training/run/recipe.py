"""Training recipes: everything but the model and the data that the trained weights depend on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

Optimizer = Literal["adamw", "sgd"]
Decay = Literal["linear", "cosine", "none"]
Reduction = Literal["mean", "sum"]
Precision = Literal["auto", "bf16", "fp32"]
Compile = Literal["auto", "yes", "no"]

MAX_TOKENS_IN_MEMORY = 1 << 30
"""Largest split that is kept in memory: about five gigabytes, which fits on a training GPU."""
WINDOW = 1 << 18
"""Instances in a shuffling window of a larger split: a thousand batches, some hundred megabytes."""


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_POSITIVE = (lambda v: _is_number(v) and 0 < v < float("inf"), "a number over 0")
_SHARE = (lambda v: _is_number(v) and 0 <= v < 1, "a number in [0, 1)")
_SHARE_TO_1 = (lambda v: _is_number(v) and 0 <= v <= 1, "a number in [0, 1]")
_COUNT = (lambda v: _is_integer(v) and v > 0, "a whole number over 0")


def _one_of(kind: Any) -> tuple[Callable[[Any], bool], str]:
    choices = get_args(kind)
    return lambda v: v in choices, f"one of {', '.join(choices)}"


def _or_none(rule: tuple[Callable[[Any], bool], str]) -> tuple[Callable[[Any], bool], str]:
    holds, allowed = rule
    return lambda v: v is None or holds(v), f"{allowed}, or null"


_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "optimizer": _one_of(Optimizer),
    "pretrained_rate": _POSITIVE,
    "new_rate": _POSITIVE,
    "scratch_rate": _POSITIVE,
    "batch_size": _COUNT,
    "epochs": _COUNT,
    "warmup": _SHARE,
    "decay": _one_of(Decay),
    "weight_decay": (lambda v: _is_number(v) and 0 <= v < float("inf"), "0 or a number over 0"),
    "momentum": _SHARE,
    "clip": _or_none(_POSITIVE),
    "reduction": _one_of(Reduction),
    "hidden_words": _SHARE,
    "hidden_values": _SHARE,
    "moved_years": _SHARE,
    "patience": _or_none(_COUNT),
    "precision": _one_of(Precision),
    "compile": _one_of(Compile),
    "row_length": _or_none(_COUNT),
    "window": _or_none(_COUNT),
    "cut": _or_none(_COUNT),
    "word_loss": _SHARE_TO_1,
    "seed": (lambda v: _is_integer(v) and v >= 0, "a whole number from 0"),
}


@dataclass(frozen=True)
class Recipe:
    """Hyperparameters of a training run; `RECIPES` has the named ones.

    optimizer: AdamW or SGD.
    pretrained_rate, new_rate: peak learning rates of a pretrained encoder, and of all other parameters.
    scratch_rate: peak learning rate of all parameters if the encoder is not pretrained.
    batch_size: instances per step, over all processes.
    epochs: maximum number of passes over the training instances.
    warmup: share of all steps in which the learning rates rise from 0.
    decay: schedule by which they fall to 0 afterwards.
    weight_decay: weight decay of matrices; biases, scales and embeddings have none.
    momentum: momentum of SGD.
    clip: maximum norm of the gradient; null disables gradient clipping.
    reduction: whether a step's loss is the mean over its numbers, or the sum, as in the authors' code.
    hidden_words: share of the words hidden in each step, against overfitting.
    hidden_values: share of the numbers whose values are hidden from all others in each step (leave-one-out).
    moved_years: share of the instances whose years are moved in each step, all by the same number of years,
        so that a model does not depend on the years of its training text.
    patience: epochs without a lower validation loss after which training stops; null trains all epochs.
    precision: precision of the encoder; auto is bf16 on GPUs and fp32 on CPUs.
    compile: use torch.compile; auto does on GPUs, except for recurrent encoders.
    row_length: tokens of a row into which instances are packed; null chooses it by the data.
    window: number of instances that are in memory and shuffled at a time; null takes all, or `WINDOW` for a
        corpus of more than `MAX_TOKENS_IN_MEMORY` tokens.
    cut: tokens of the training windows, which are cut anew in each epoch at random places from longer
        instances; null takes the instances as they were prepared.
    word_loss: weight of the loss of predicting the hidden words (leave-one-out); 0 does not predict them.
    seed: seed of new weights, of the order of instances, and of all random numbers.
    """

    optimizer: Optimizer = "adamw"
    pretrained_rate: float = 2e-4
    new_rate: float = 1e-3
    scratch_rate: float = 5e-4
    batch_size: int = 256
    epochs: int = 10
    warmup: float = 0.05
    decay: Decay = "linear"
    weight_decay: float = 0.01
    momentum: float = 0.0
    clip: float | None = 1.0
    reduction: Reduction = "mean"
    hidden_words: float = 0.0
    hidden_values: float = 0.0
    moved_years: float = 0.0
    patience: int | None = 3
    precision: Precision = "auto"
    compile: Compile = "auto"
    row_length: int | None = None
    window: int | None = None
    cut: int | None = None
    word_loss: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name, (holds, allowed) in _RULES.items():
            value = getattr(self, name)
            if not holds(value):
                raise ValueError(f"{name}={value!r}: must be {allowed}")

    def window_for(self, tokens: int) -> int | None:
        """Return the window for a split of this size; it does not depend on the machine, so runs can move."""
        return WINDOW if self.window is None and tokens > MAX_TOKENS_IN_MEMORY else self.window

    def to_dict(self) -> dict[str, Any]:
        """Return a dict for JSON that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """Read a dict that `to_dict` returned."""
        names = [f.name for f in fields(cls)]
        if unknown := sorted(set(data) - set(names)):
            raise ValueError(f"unknown field {', '.join(unknown)}; a recipe has {', '.join(names)}")
        return cls(**data)


RECIPES: dict[str, Recipe] = {
    "default": Recipe(),
    "paper": Recipe(
        optimizer="sgd",
        pretrained_rate=3e-5,
        new_rate=1e-2,
        scratch_rate=2e-2,
        batch_size=32,
        epochs=10,
        warmup=0.0,
        weight_decay=0.01,
        clip=5.0,
        reduction="sum",
        patience=3,
    ),
}
"""`default` is numerate's own; `paper` is the paper's, with what only its authors' code says: the loss is a
sum, its gradient is clipped, and weights decay."""


def recipe(name: str) -> Recipe:
    """Return a named recipe; change fields of it with `dataclasses.replace`."""
    if name not in RECIPES:
        raise ValueError(f"no recipe {name!r}; choose one of {', '.join(RECIPES)}")
    return RECIPES[name]
