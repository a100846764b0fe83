"""A model's configuration: any valid combination of encoder, input, head and objective."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, get_args

from numerate.distributions import FAMILIES, PAPER, SHIPPED, Support

Encoder = Literal["transformer", "bigru"]
Input = Literal["none", "exponent", "digit-rnn", "both", "exponent+digits", "xval", "fourier", "digit-tokens"]
Head: TypeAlias = str
"""The name of a family of distributions, or "disc"."""
Objective = Literal["masked", "leave-one-out"]

DIGITS = 7
"""Significant digits that a value is read with, as in `d.dddddde±dd`."""

HEADS: tuple[Head, ...] = (*FAMILIES, "disc")
HEADS_WITH_ZERO: tuple[Head, ...] = tuple(n for n, family in FAMILIES.items() if family.has_zero_class)

_CHOICES = {
    "encoder": get_args(Encoder),
    "input": get_args(Input),
    "head": HEADS,
    "objective": get_args(Objective),
}
# The mixture is the union of EM fits with 1, 2, 4, … components.
_COMPONENT_COUNTS = [2**j - 1 for j in range(1, 13)]


@dataclass(frozen=True)
class ModelConfig:
    """Everything needed to build a model, saved with its weights.

    encoder: the network that reads the text.
    checkpoint: folder or hub id of a BERT-family network: its architecture, word pieces and weights.
    pretrained: start from the checkpoint's weights; false keeps only its architecture and word pieces.
    architecture: a transformers configuration as a dict with its `model_type`, instead of a checkpoint's.
    dropout: dropout of the encoder; None keeps the checkpoint's, or 0.3 for the BiGRU.
    input: how a number's value is embedded for the encoder.
    input_digits: number of leading digits that the input "exponent+digits" shows.
    head: the predicted family of distributions, or "disc", which classifies numbers as real or fake.
    head_digits: number of leading digits that the head "digits" predicts.
    components: number of components of the head "gmm".
    objective: the paper's masking, or one-pass leave-one-out.
    support: the range of exponents, and whether it includes zero.
    styles: whether the symbol of its style (digits, words, ordinal, fraction) follows each number.
    """

    encoder: Encoder = "transformer"
    checkpoint: str | None = None
    pretrained: bool = True
    architecture: Mapping[str, Any] | None = None
    dropout: float | None = None
    input: Input = "exponent"
    input_digits: int = 4
    head: Head = "dexp"
    head_digits: int = 4
    components: int = 255
    objective: Objective = "masked"
    support: Support = field(default=PAPER)
    styles: bool = False

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            self._require(name, getattr(self, name) in choices, f"one of {', '.join(choices)}")
        for name in ("input_digits", "head_digits"):
            self._require(
                name, getattr(self, name) in range(1, DIGITS + 1), f"a whole number in 1 … {DIGITS}"
            )
        self._require(
            "dropout", self.dropout is None or _is_share(self.dropout), "None or a number in [0, 1)"
        )
        self._require("components", self.components in _COMPONENT_COUNTS, "one less than a power of two")
        self._require("support", isinstance(self.support, Support), "a numerate.distributions.Support")
        self._check_source()
        self._check_combination()

    def _check_source(self) -> None:
        if self.checkpoint is None:
            self._require("pretrained", not self.pretrained, "False where checkpoint is None")
            self._require("architecture", self.architecture is not None, "given where checkpoint is None")
        if self.architecture is not None:
            self._require("architecture", "model_type" in self.architecture, "a dict with a model_type")

    def _check_combination(self) -> None:
        if self.objective == "leave-one-out":
            self._require("encoder", self.encoder == "transformer", "transformer for leave-one-out attention")
            self._require("head", self.head != "disc", "a family of distributions for leave-one-out")
        if self.input == "digit-tokens":
            self._require("objective", self.objective == "masked", "masked where digits are tokens")
            self._require("encoder", self.encoder == "transformer", "transformer where digits are tokens")
        if self.head == "disc":
            self._require("input", self.input != "none", "an input that shows disc the candidate's value")
        if self.support.zero:
            able = (*HEADS_WITH_ZERO, "disc")
            self._require("head", self.head in able, f"one of {', '.join(able)} where the support has a zero")

    def _require(self, name: str, holds: bool, allowed: str) -> None:
        if not holds:
            raise ValueError(f"{name}={getattr(self, name)!r}: must be {allowed}")

    @property
    def model_class(self) -> str:
        """Name of the model's class."""
        if self.head == "disc":
            return "DiscModel"
        return "MaskedModel" if self.objective == "masked" else "LeaveOneOutModel"

    def to_dict(self) -> dict[str, Any]:
        """Return a dict for JSON that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ModelConfig:
        """Read a dict that `to_dict` returned."""
        names = {f.name for f in fields(cls)}
        if unknown := sorted(set(data) - names):
            raise ValueError(
                f"unknown field {', '.join(unknown)}; a newer numerate may have written it: upgrade"
            )
        support = data.get("support")
        return cls(**{**data, "support": Support(**support)} if isinstance(support, Mapping) else data)


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and 0 <= value < 1


_BERT = "google-bert/bert-base-uncased"
_MINILM = "sentence-transformers/all-MiniLM-L6-v2"


def _presets() -> dict[str, ModelConfig]:
    bert = ModelConfig(checkpoint=_BERT, input="exponent", objective="masked")
    leave_one_out = ModelConfig(
        checkpoint=_MINILM,
        input="exponent+digits",
        objective="leave-one-out",
        support=SHIPPED,
        styles=True,
    )
    presets = {}
    for head in HEADS:
        presets[f"bert-{head}"] = replace(bert, head=head)
        presets[f"bigru-{head}"] = replace(bert, head=head, encoder="bigru")
    for head in HEADS_WITH_ZERO:
        presets[f"loo-{head}"] = replace(leave_one_out, head=head)
    return presets


PRESETS = _presets()
"""`bert-HEAD` and `bigru-HEAD` are the paper's, with its exponents and BERT-base; `loo-HEAD` are ours."""


def preset(name: str) -> ModelConfig:
    """Return a named configuration; change fields of it with `dataclasses.replace`."""
    if name not in PRESETS:
        raise ValueError(f"no preset {name!r}; choose one of {', '.join(sorted(PRESETS))}")
    return PRESETS[name]
