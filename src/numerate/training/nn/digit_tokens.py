"""Digits as text: the characters of each number as tokens of their own behind its symbol.

A transformer knows the order of tokens by their positions alone, so the characters may stand at the end of a
row: they get the positions behind their number's, and everything after it moves on by as many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from numerate.training.nn.attention import AttentionMask
from numerate.training.nn.batch import PADDING, Batch
from numerate.training.nn.embeddings import DigitRNN, Numeral

if TYPE_CHECKING:
    from numerate.training.nn.model import NumberModel

LENGTH = 9
"""Characters of a number with four digits, such as `3.400e+09`."""


class DigitTokens(nn.Module):
    """A vector for each character, at first that of the word piece."""

    def __init__(self, words: nn.Embedding, tokenizer: Tokenizer | None) -> None:
        super().__init__()
        characters = DigitRNN.CHARACTERS
        self.vectors = nn.Embedding(len(characters), words.embedding_dim)
        ids = [tokenizer.token_to_id(character) if tokenizer else None for character in characters]
        with torch.no_grad():
            for i, word in enumerate(ids):
                if word is not None:
                    self.vectors.weight[i] = words.weight[word]

    def forward(self, numeral: Numeral) -> Tensor:
        """Map (…) numerals to (…, 9, width) vectors."""
        spelled = DigitRNN.spell(numeral)
        kept = torch.cat([spelled[..., :5], spelled[..., -4:]], -1)  # d.ddd of d.dddddd, and e±dd
        vectors: Tensor = self.vectors(kept)
        return vectors


def encode_with_digit_tokens(
    model: NumberModel, tokens: DigitTokens, batch: Batch, numeral: Numeral
) -> Tensor:
    """Return (B, K, width) hidden vectors at the number symbols, behind which the numerals are spelled."""
    if batch.edges is not None:
        raise ValueError("digits as tokens need rows of a fixed length; set row_length in the recipe")
    shown = numeral.shown & batch.present
    moved = _shift(batch, shown)
    positions = batch.positions + moved
    after = positions.gather(1, batch.places)[..., None] + torch.arange(
        1, LENGTH + 1, device=positions.device
    )
    owners = batch.number_documents.masked_fill(~shown, PADDING)[..., None].expand(after.shape)
    vectors = torch.cat([model.encoder.words(batch.ids), tokens(numeral).flatten(1, 2)], 1)
    limit = (model.encoder.max_tokens or int(positions.max()) + LENGTH + 1) - 1
    states: Tensor = model.encoder(
        vectors,
        torch.cat([positions, after.flatten(1)], 1).clamp(max=limit),
        AttentionMask.within_instances(torch.cat([batch.documents, owners.flatten(1)], 1)),
    )
    return states.gather(1, batch.places[..., None].expand(*batch.places.shape, states.shape[-1]))


def _shift(batch: Batch, shown: Tensor) -> Tensor:
    """Return (B, L) how far each token moves on: nine for each number that is spelled before it."""
    counts = torch.zeros_like(batch.positions)
    counts = counts.scatter_add(1, batch.places, shown.to(counts.dtype))
    before = counts.cumsum(1) - counts
    columns = torch.arange(before.shape[1], device=before.device).expand_as(before)
    start = (columns - batch.positions).clamp(min=0)
    return LENGTH * (before - before.gather(1, start))
