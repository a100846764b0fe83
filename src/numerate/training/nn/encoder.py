"""The transformer encoder: any BERT-family network of transformers, its attention masked by us."""

from __future__ import annotations

from typing import Any, Literal

from torch import Tensor, nn
from torch.nn.attention.flex_attention import BlockMask
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from transformers import AutoConfig, AutoModel, PreTrainedModel

from numerate.training.nn.attention import FLASH, FLEX, Visibility
from numerate.training.nn.config import ModelConfig

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


class BiGRUEncoder(nn.Module):
    """Runs over each row in both directions; `words` are the word-piece embeddings it starts from."""

    longest = None

    def __init__(self, words: nn.Embedding, dropout: float | None = None, hidden: int = 64) -> None:
        super().__init__()
        self.words = words
        self.dropout = nn.Dropout(0.3 if dropout is None else dropout)
        self.rnn = nn.GRU(words.embedding_dim, hidden, batch_first=True, bidirectional=True)
        self.width = 2 * hidden

    def forward(self, vectors: Tensor, positions: Tensor, visibility: Visibility) -> Tensor:
        """(B, S, embedding) to (B, S, 2·hidden); order is all a recurrent network knows of positions."""
        documents = visibility.documents
        if bool((documents > 0).any()):
            raise ValueError("the BiGRU reads one instance a row; collate with row_length=None")
        # Each row ends where its text ends, or the backward direction would start from padding.
        lengths = (documents == 0).sum(1).cpu()
        packed = pack_padded_sequence(self.dropout(vectors), lengths, batch_first=True, enforce_sorted=False)
        outputs: Tensor
        outputs, _ = pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=vectors.shape[1])
        dropped: Tensor = self.dropout(outputs)
        return dropped
