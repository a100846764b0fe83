"""Attention masks: which token attends to which, in the form that each attention kernel takes."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import AttentionInterface

TEXT, VALUE, QUERY = 0, 1, 2

FLASH = "numerate_spans"  # a name with "flash" in it would select one of transformers' own kernels


@dataclass(frozen=True)
class AttentionMask:
    """The mask of which token attends to which, derived from three (B, S) integer tensors.

    documents: the instance that a token belongs to. Tokens attend within their own instance only, padding
        to padding.
    kinds: all tokens attend to TEXT; VALUE and QUERY tokens are attended to by themselves, and a VALUE also
        by every QUERY except the one of its own number.
    numbers: the number that a VALUE or QUERY token represents.
    edges: as in `Batch`, where all tokens are TEXT.
    """

    documents: Tensor
    kinds: Tensor
    numbers: Tensor
    edges: Tensor | None = None

    @classmethod
    def within_instances(cls, documents: Tensor, edges: Tensor | None = None) -> AttentionMask:
        """Let every token attend to all of its own instance."""
        text = torch.full_like(documents, TEXT)
        return cls(documents, text, text, edges)

    def dense(self) -> Tensor:
        """Return (B, 1, S, S) booleans: true where a query (second to last axis) attends to a key (last)."""
        rows = (self.documents, self.kinds, self.numbers)
        queries, keys = [t[:, None, :, None] for t in rows], [t[:, None, None, :] for t in rows]
        return _attends(*queries, *keys)

    def sequence_edges(self) -> Tensor:
        """Return the mask for flash attention: (1, 1, 1, N + 1) edges of the instances of the only row."""
        if self.edges is None:
            raise ValueError("flash attention needs a batch of one row with the edges of its instances")
        return self.edges[None, None, None]


def _attends(
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
    # An upper bound on the length of an instance is enough for the kernel.
    max_length: int = module.config.max_position_embeddings  # type: ignore[union-attr,assignment]
    edges = attention_mask.flatten()
    # torch.nn.attention.varlen wraps the same kernel, but without its dropout.
    tokens = (vectors.transpose(1, 2)[0] for vectors in (query, key, value))
    out, *_rest = torch.ops.aten._flash_attention_forward(
        *tokens, edges, edges, max_length, max_length, dropout, False, False, scale=scaling
    )
    return out[None], None


AttentionInterface.register(FLASH, _flash)
