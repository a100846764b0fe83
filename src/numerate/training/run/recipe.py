"""How a model is trained: everything but the model and the data that its weights depend on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

Optimizer = Literal["adamw", "sgd"]
Decay = Literal["linear", "cosine", "none"]
Precision = Literal["auto", "bf16", "fp32"]
Compile = Literal["auto", "yes", "no"]

LARGEST = 1 << 30
"""Tokens of a split that still lies in memory whole: five gigabytes or so, which a training GPU has."""
WINDOW = 1 << 18
"""Instances to a window of a larger one: a thousand batches, some hundred megabytes."""


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_POSITIVE = (lambda v: _is_number(v) and 0 < v < float("inf"), "a number over 0")
_SHARE = (lambda v: _is_number(v) and 0 <= v < 1, "a number in [0, 1)")
_COUNT = (lambda v: _is_whole(v) and v > 0, "a whole number over 0")


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
    "hidden_words": _SHARE,
    "hidden_values": _SHARE,
    "moved_years": _SHARE,
    "patience": _or_none(_COUNT),
    "precision": _one_of(Precision),
    "compile": _one_of(Compile),
    "row_length": _or_none(_COUNT),
    "window": _or_none(_COUNT),
    "seed": (lambda v: _is_whole(v) and v >= 0, "a whole number from 0"),
}


@dataclass(frozen=True)
class Recipe:
    """A way to train; `RECIPES` has the named ones.

    optimizer: AdamW or plain SGD.
    pretrained_rate, new_rate: highest learning rates of a pretrained encoder, and of all else beside it.
    scratch_rate: highest learning rate of everything where the encoder is not pretrained.
    batch_size: instances to a step, over all processes.
    epochs: passes over the training instances, at most.
    warmup: share of all steps in which the learning rates rise from 0.
    decay: how they fall to 0 after that.
    weight_decay: of weight matrices; biases, scales and tables of vectors are left free.
    momentum: of SGD.
    clip: largest norm of the gradient.
    hidden_words: share of the words that a step hides, so that no text is learned by heart.
    hidden_values: share of the numbers whose values a step shows to none of the others (leave-one-out).
    moved_years: share of the instances whose years a step moves into the past or the future, all by as many,
        so that no model takes the years of its training text for the only ones.
    patience: epochs without a lower validation loss after which training ends; null trains all epochs.
    precision: of the encoder's arithmetic; auto is bf16 on GPUs and fp32 on CPUs.
    compile: fuse the network with torch.compile; auto does it on GPUs, but for recurrent encoders.
    row_length: tokens to a row that instances are packed into; null chooses by the data.
    window: instances of which batches are drawn, and which are in memory at a time, a window after the
        other; null draws from all, but for a corpus of over `LARGEST` tokens, which has windows of `WINDOW`.
    seed: of the new weights, the order of the instances, and everything drawn on the way.
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
    hidden_words: float = 0.0
    hidden_values: float = 0.0
    moved_years: float = 0.0
    patience: int | None = 3
    precision: Precision = "auto"
    compile: Compile = "auto"
    row_length: int | None = None
    window: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        for name, (holds, allowed) in _RULES.items():
            value = getattr(self, name)
            if not holds(value):
                raise ValueError(f"{name}={value!r}: must be {allowed}")

    def window_for(self, tokens: int) -> int | None:
        """The window for a split of so many tokens, the same on every machine: a run may move."""
        return WINDOW if self.window is None and tokens > LARGEST else self.window

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """Read what `to_dict` wrote."""
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
        weight_decay=0.0,
        clip=None,
        patience=3,
    ),
}
"""`default` is ours; `paper` is the paper's."""


def recipe(name: str) -> Recipe:
    """Look a recipe up; `dataclasses.replace` changes what should differ."""
    if name not in RECIPES:
        raise ValueError(f"no recipe {name!r}; choose one of {', '.join(RECIPES)}")
    return RECIPES[name]
