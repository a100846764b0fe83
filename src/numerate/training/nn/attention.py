"""Which token sees which: as a dense mask, for flex_attention, or as the edges of instances in one row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.attention.flex_attention import BlockMask, create_block_mask, flex_attention
from transformers import AttentionInterface

TEXT, VALUE, QUERY = 0, 1, 2

FLEX = "numerate_flex"
FLASH = "numerate_spans"  # transformers takes a name with "flash" in it for one of its own


@dataclass(frozen=True)
class Visibility:
    """The one rule of who attends to whom, over three (B, S) integer tensors.

    documents: the instance a token belongs to; tokens see their own instance only, padding sees padding.
    kinds: TEXT tokens are seen by all; VALUE and QUERY tokens by themselves, and a VALUE also by
        every QUERY but that of its own number.
    numbers: the number a VALUE or QUERY token stands for.
    edges: as in `Batch`, where all tokens are TEXT.
    """

    documents: Tensor
    kinds: Tensor
    numbers: Tensor
    edges: Tensor | None = None

    @classmethod
    def of_text(cls, documents: Tensor, edges: Tensor | None = None) -> Visibility:
        """Every token sees all of its own instance."""
        text = torch.full_like(documents, TEXT)
        return cls(documents, text, text, edges)

    def dense(self) -> Tensor:
        """(B, 1, S, S) boolean, true where a query (second to last axis) sees a key (last axis)."""
        rows = (self.documents, self.kinds, self.numbers)
        queries, keys = [t[:, None, :, None] for t in rows], [t[:, None, None, :] for t in rows]
        return _sees(*queries, *keys)

    def blocks(self) -> BlockMask:
        """The same rule for flex_attention, which skips blocks of keys that no query sees."""

        def sees(b: Tensor, head: Tensor, q: Tensor, k: Tensor) -> Tensor:
            at_query = (self.documents[b, q], self.kinds[b, q], self.numbers[b, q])
            return _sees(*at_query, self.documents[b, k], self.kinds[b, k], self.numbers[b, k])

        rows, length = self.documents.shape
        return create_block_mask(sees, rows, None, length, length, device=str(self.documents.device))

    def spans(self) -> Tensor:
        """The same rule for flash attention: (1, 1, 1, N + 1), where the instances of the only row begin."""
        if self.edges is None:
            raise ValueError("flash attention is for text in a single row, with the edges of its instances")
        return self.edges[None, None, None]


def _sees(
    query_document: Tensor,
    query_kind: Tensor,
    query_number: Tensor,
    key_document: Tensor,
    key_kind: Tensor,
    key_number: Tensor,
) -> Tensor:
    same_number = query_number == key_number
    itself = (query_kind == key_kind) & same_number
    other_value = (query_kind == QUERY) & (key_kind == VALUE) & ~same_number
    return (query_document == key_document) & ((key_kind == TEXT) | itself | other_value)


def _flex(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: BlockMask,
    scaling: float | None = None,
    dropout: float = 0.0,
    **_: object,
) -> tuple[Tensor, None]:
    if dropout:
        raise ValueError(f"flex attention has no dropout, and this encoder asks for {dropout}; set dropout=0")
    out: Any = flex_attention(query, key, value, block_mask=attention_mask, scale=scaling)
    return out.transpose(1, 2).contiguous(), None


def _flash(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor,
    scaling: float | None = None,
    dropout: float = 0.0,
    **_: object,
) -> tuple[Tensor, None]:
    # No instance is longer than what the encoder has positions for; more precise it need not be.
    longest: int = module.config.max_position_embeddings  # type: ignore[union-attr,assignment]
    edges = attention_mask.flatten()
    # torch.nn.attention.varlen wraps the same kernel, but leaves out its dropout.
    tokens = (vectors.transpose(1, 2)[0] for vectors in (query, key, value))
    out, *_rest = torch.ops.aten._flash_attention_forward(
        *tokens, edges, edges, longest, longest, dropout, False, False, scale=scaling
    )
    return out[None], None


# transformers' own wrapper compiles flex_attention by itself, even inside a compiled model and on CPUs that
# cannot train with it; this one leaves compiling to whoever compiles the model.
AttentionInterface.register(FLEX, _flex)
AttentionInterface.register(FLASH, _flash)
