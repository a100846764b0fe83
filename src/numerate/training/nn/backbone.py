"""BERT-family networks out of transformers: from a checkpoint's weights, or only its architecture."""

from __future__ import annotations

from typing import Any

from transformers import AutoConfig, AutoModel, PreTrainedModel

from .config import ModelConfig


def load_backbone(config: ModelConfig) -> PreTrainedModel:
    """Load a configuration's network with its checkpoint's weights, or build it with random ones."""
    if config.pretrained:
        return AutoModel.from_pretrained(config.checkpoint)
    if config.architecture is None:
        return AutoModel.from_config(AutoConfig.from_pretrained(config.checkpoint))
    return AutoModel.from_config(AutoConfig.for_model(**config.architecture))


def architecture_of(backbone: PreTrainedModel) -> dict[str, Any]:
    """The configuration that `load_backbone` rebuilds the network from."""
    architecture: dict[str, Any] = backbone.config.to_diff_dict()
    return architecture
