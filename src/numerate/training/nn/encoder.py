"""Encoders: any BERT-family network of transformers with numerate's attention mask, and a BiGRU."""

from __future__ import annotations

from typing import Any, Literal

from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
from transformers import AutoConfig, AutoModel, PreTrainedModel

from numerate.training.nn.attention import FLASH, AttentionMask
from numerate.training.nn.config import ModelConfig

AttentionKernel = Literal["sdpa", "flash"]
_KERNELS = {"sdpa": "sdpa", "flash": FLASH}


class TransformerEncoder(nn.Module):
    """A transformers backbone that runs on vectors with explicit positions and an explicit attention mask.

    The layers are transformers' own, so that every family it supports can be used with its weights.
    """

    def __init__(self, backbone: PreTrainedModel, dropout: float | None = None) -> None:
        super().__init__()
        if getattr(backbone, "pooler", None) is not None:
            backbone.pooler = None  # unused: it would be a parameter without a gradient
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
        """Word-piece embeddings."""
        embeddings: nn.Embedding = self.backbone.get_input_embeddings()
        return embeddings

    @property
    def max_tokens(self) -> int:
        """Maximum number of tokens of a text."""
        positions: int = self.backbone.config.max_position_embeddings
        return positions - self._first_position

    @property
    def heads(self) -> int:
        """Number of attention heads of a layer."""
        heads: int = self.backbone.config.num_attention_heads
        return heads

    def use(self, kernel: AttentionKernel) -> None:
        """Choose the kernel: "sdpa" runs everywhere, "flash" is faster on GPUs, in bf16 and single rows."""
        self.kernel = kernel
        implementation = _KERNELS[kernel]
        self.backbone.set_attn_implementation(implementation)
        # A network with an attention implementation of its own might interpret the mask differently and
        # leak values to their own queries.
        if self.backbone.config._attn_implementation != implementation:
            raise ValueError(f"{self.backbone.config.model_type} networks do not support {kernel} attention")

    def forward(self, vectors: Tensor, positions: Tensor, mask: AttentionMask) -> Tensor:
        """Map (B, S, embedding) to (B, S, width)."""
        hidden: Tensor = self.backbone(
            inputs_embeds=vectors,
            position_ids=positions + self._first_position,
            attention_mask=mask.sequence_edges() if self.kernel == "flash" else mask.dense(),
        ).last_hidden_state
        return hidden


def _first_position(backbone: PreTrainedModel) -> int:
    """Return the index of the first position: RoBERTa's follows its padding index, others begin at 0."""
    table = getattr(getattr(backbone, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    return 0 if padding is None else padding + 1


def load_backbone(config: ModelConfig) -> PreTrainedModel:
    """Load a configuration's network with its checkpoint's weights, or build it with random weights."""
    if config.pretrained:
        return AutoModel.from_pretrained(config.checkpoint)
    if config.architecture is None:
        return AutoModel.from_config(AutoConfig.from_pretrained(config.checkpoint))
    return AutoModel.from_config(AutoConfig.for_model(**config.architecture))


def architecture_of(backbone: PreTrainedModel) -> dict[str, Any]:
    """Return the configuration from which `load_backbone` rebuilds the network."""
    architecture: dict[str, Any] = backbone.config.to_diff_dict()
    return architecture


class BiGRUEncoder(nn.Module):
    """A bidirectional GRU over word-piece embeddings, initialised with `words`."""

    max_tokens = None

    def __init__(self, words: nn.Embedding, dropout: float | None = None, hidden: int = 64) -> None:
        super().__init__()
        self.words = words
        self.dropout = nn.Dropout(0.3 if dropout is None else dropout)
        self.rnn = nn.GRU(words.embedding_dim, hidden, batch_first=True, bidirectional=True)
        self.width = 2 * hidden

    def forward(self, vectors: Tensor, positions: Tensor, mask: AttentionMask) -> Tensor:
        """Map (B, S, embedding) to (B, S, 2·hidden); positions are unused, as the network reads in order."""
        documents = mask.documents
        if bool((documents > 0).any()):
            raise ValueError("the BiGRU takes one instance a row; collate with row_length=None")
        # Packed, since the backward direction would otherwise start in the padding.
        lengths = (documents == 0).sum(1).cpu()
        packed = pack_padded_sequence(self.dropout(vectors), lengths, batch_first=True, enforce_sorted=False)
        outputs: Tensor
        outputs, _ = pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=vectors.shape[1])
        dropped: Tensor = self.dropout(outputs)
        return dropped
