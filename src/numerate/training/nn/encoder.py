"""The transformer encoder: any BERT-family network of transformers, its attention masked by us."""

from __future__ import annotations

from typing import Literal

from torch import Tensor, nn
from torch.nn.attention.flex_attention import BlockMask
from transformers import PreTrainedModel

from .attention import FLASH, FLEX, Visibility

AttentionKernel = Literal["sdpa", "flex", "flash"]
_KERNELS = {"sdpa": "sdpa", "flex": FLEX, "flash": FLASH}


class TransformerEncoder(nn.Module):
    """Runs a backbone over vectors with explicit positions and an explicit rule of who sees whom.

    The layers are transformers' own, so every family it knows is there with its weights; both its
    scaled_dot_product_attention and flex_attention take our mask as it is.
    """

    def __init__(self, backbone: PreTrainedModel, dropout: float | None = None) -> None:
        super().__init__()
        if getattr(backbone, "pooler", None) is not None:
            backbone.pooler = None  # never used: it would be a parameter without a gradient
        self.backbone = backbone
        self.width: int = backbone.config.hidden_size
        self._first_position = _first_position(backbone)
        if dropout is not None:
            for module in backbone.modules():
                if isinstance(module, nn.Dropout):
                    module.p = dropout
        self.use("sdpa")

    @property
    def words(self) -> nn.Embedding:
        """The word-piece embeddings."""
        embeddings: nn.Embedding = self.backbone.get_input_embeddings()
        return embeddings

    @property
    def longest(self) -> int:
        """Most tokens a text may have."""
        positions: int = self.backbone.config.max_position_embeddings
        return positions - self._first_position

    def use(self, kernel: AttentionKernel) -> None:
        """Choose the attention kernel.

        "sdpa" goes everywhere; "flex" pays for long packed rows on GPUs; "flash" pays most, on GPUs and in
        bf16, for text in a single row, whatever the lengths of its instances.
        """
        self.kernel = kernel
        wanted = _KERNELS[kernel]
        self.backbone.set_attn_implementation(wanted)
        # A network that computes attention its own way would read our mask in its own way too, and let
        # values through to their queries.
        if self.backbone.config._attn_implementation != wanted:
            raise ValueError(f"{self.backbone.config.model_type} networks do not take {kernel} attention")

    def forward(self, vectors: Tensor, positions: Tensor, visibility: Visibility) -> Tensor:
        """(B, S, embedding) to (B, S, width)."""
        hidden: Tensor = self.backbone(
            inputs_embeds=vectors,
            position_ids=positions + self._first_position,
            attention_mask=self._mask(visibility),
        ).last_hidden_state
        return hidden

    def _mask(self, visibility: Visibility) -> Tensor | BlockMask:
        if self.kernel == "flash":
            return visibility.spans()
        return visibility.blocks() if self.kernel == "flex" else visibility.dense()


def _first_position(backbone: PreTrainedModel) -> int:
    """RoBERTa counts positions from just after its padding index, the others from 0."""
    table = getattr(getattr(backbone, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    return 0 if padding is None else padding + 1
