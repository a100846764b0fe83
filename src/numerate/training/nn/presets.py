"""Configurations by name: the paper's models, and those after it."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from numerate.distributions import SHIPPED

from .config import HEADS_WITH_ZERO, Head, ModelConfig

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
