"""What a number model is made of: any combination of encoder, input, output and objective."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, get_args

from numerate.distributions import PAPER, SHIPPED, Support
from numerate.training.nn.numerals import DIGITS

Encoder = Literal["transformer", "bigru"]
Input = Literal["none", "exponent", "digit-rnn", "both", "exponent+digits"]
Head = Literal["loglp", "flowlp", "dexp", "gmm", "digits", "spline", "disc"]
Objective = Literal["masked", "leave-one-out"]

HEADS_WITH_ZERO: tuple[Head, ...] = ("dexp", "digits", "spline")

_CHOICES = {
    "encoder": get_args(Encoder),
    "input": get_args(Input),
    "head": get_args(Head),
    "objective": get_args(Objective),
}
_UNIONS_OF_FITS = [2**j - 1 for j in range(1, 13)]  # EM fits with 1, 2, 4, … components, put together


@dataclass(frozen=True)
class ModelConfig:
    """Everything needed to build a model, saved beside its weights.

    encoder: what reads the text.
    checkpoint: folder or hub id of a BERT-family network: its architecture, word pieces and weights.
    pretrained: start from the checkpoint's weights; false keeps only its architecture and word pieces.
    architecture: a transformers configuration as a dict with its `model_type`, instead of a checkpoint's.
    dropout: of the encoder; None keeps the checkpoint's, or 0.3 for the BiGRU.
    input: how the encoder sees a number's value.
    input_digits: how many leading digits "exponent+digits" shows.
    head: what is predicted of a number: a family of distributions, or "disc", real against fake.
    head_digits: how many leading digits the head "digits" predicts.
    components: K of the head "gmm".
    objective: the paper's masking, or one-pass leave-one-out.
    support: the exponents that are told apart, and whether zero is a number.
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
        self._require("components", self.components in _UNIONS_OF_FITS, "one less than a power of two")
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
        """The name of the model's class."""
        if self.head == "disc":
            return "DiscModel"
        return "MaskedModel" if self.objective == "masked" else "LeaveOneOutModel"

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict that `from_dict` reads."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ModelConfig:
        """Read what `to_dict` wrote."""
        names = {f.name for f in fields(cls)}
        if unknown := sorted(set(data) - names):
            raise ValueError(f"unknown field {', '.join(unknown)}; was it written by a newer numerate?")
        support = data.get("support")
        return cls(**{**data, "support": Support(**support)} if isinstance(support, Mapping) else data)


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and 0 <= value < 1


_BERT = "google-bert/bert-base-uncased"
_MINILM = "sentence-transformers/all-MiniLM-L6-v2"


def _presets() -> dict[str, ModelConfig]:
    bert = ModelConfig(checkpoint=_BERT, input="exponent", objective="masked")
    ours = ModelConfig(
        checkpoint=_MINILM, input="exponent+digits", objective="leave-one-out", support=SHIPPED
    )
    named = {}
    heads: tuple[Head, ...] = get_args(Head)
    for head in heads:
        named[f"bert-{head}"] = replace(bert, head=head)
        named[f"bigru-{head}"] = replace(bert, head=head, encoder="bigru")
    for head in HEADS_WITH_ZERO:
        named[f"loo-{head}"] = replace(ours, head=head)
    return named


PRESETS = _presets()
"""`bert-HEAD` and `bigru-HEAD` are the paper's, with its exponents and BERT-base; `loo-HEAD` are ours."""


def preset(name: str) -> ModelConfig:
    """Look a configuration up; `dataclasses.replace` changes what should differ, such as the checkpoint."""
    if name not in PRESETS:
        raise ValueError(f"no preset {name!r}; choose one of {', '.join(sorted(PRESETS))}")
    return PRESETS[name]
