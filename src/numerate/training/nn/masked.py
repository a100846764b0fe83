"""The paper's masked model: mask random numbers, and predict them from the text and the other numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from numerate.distributions import Distribution
from numerate.training.nn.attention import AttentionMask
from numerate.training.nn.batch import Batch
from numerate.training.nn.digit_tokens import encode_with_digit_tokens
from numerate.training.nn.embeddings import Numeral
from numerate.training.nn.model import DistributionModel, Loss, NumberModel


@dataclass(frozen=True)
class Masking:
    """The share of numbers selected for prediction, and the shares of these that are masked or replaced.

    The defaults are the paper's.
    """

    selected: float = 0.5
    masked: float = 0.8
    replaced: float = 0.1


class MaskedValues(NamedTuple):
    """values: (B, K) values shown to the encoder, NaN where masked. selected: (B, K) numbers to predict."""

    values: Tensor
    selected: Tensor


def mask_numbers(batch: Batch, candidates: Tensor, masking: Masking) -> MaskedValues:
    """Select numbers among the candidates; mask them, replace them by training numbers, or keep them."""
    draws = batch.require_draws()
    selected = (torch.rand_like(batch.values) < masking.selected) & candidates
    fate = torch.rand_like(batch.values)
    masked, replaced = fate < masking.masked, fate < masking.masked + masking.replaced
    values = torch.where(masked, torch.nan, torch.where(replaced, draws, batch.values))
    return MaskedValues(torch.where(selected, values, batch.values), selected)


class MaskedModel(DistributionModel):
    """Predicts masked numbers from the text and the other numbers, each embedded at its own symbol."""

    masking = Masking()

    def forward(self, batch: Batch) -> Loss:
        """Compute the negative log-likelihood of a random selection of the numbers."""
        values, selected = mask_numbers(batch, self.targets(batch), self.masking)
        return self.negative_log_likelihood(batch, self.encode(batch, values), selected)

    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """Return (B, K, width) hidden vectors at the number symbols."""
        return encode_in_place(self, batch, values)

    def encode_numerals(self, batch: Batch, numeral: Numeral) -> Tensor:
        """Encode numbers given as numerals, for graphs with integer inputs; `batch.values` is ignored."""
        return encode_numerals_in_place(self, batch, numeral)

    def distributions(self, batch: Batch, hidden: Tensor | None = None) -> Distribution:
        """Predict each number; masked one at a time, in K passes, if `hidden` is None.

        With `hidden`, these numbers are masked at once, in one pass (One-vs-All hides `batch.present`);
        the predictions of the other numbers have then seen their own values.
        """
        if hidden is None:
            states = encode_one_at_a_time(self, batch, torch.full_like(batch.values, torch.nan))
        else:
            states = self.encode(batch, batch.values.masked_fill(hidden, torch.nan))
        return self.distributions_at(states)


def encode_in_place(model: NumberModel, batch: Batch, values: Tensor) -> Tensor:
    """Return (B, K, width) hidden vectors at the number symbols, which show `values` (NaN: masked)."""
    values = values.masked_fill(~batch.present, torch.nan)
    return encode_numerals_in_place(model, batch, Numeral.from_values(values))


def encode_numerals_in_place(model: NumberModel, batch: Batch, numeral: Numeral) -> Tensor:
    """Encode numbers given as numerals, for graphs with integer inputs; `batch.values` is ignored."""
    if model.digit_tokens is not None:
        return encode_with_digit_tokens(model, model.digit_tokens, batch, numeral)
    words: Tensor = model.encoder.words(batch.ids)
    numbers = model.numbers(numeral)
    # Padding adds its zero vector to the first token.
    vectors = words.scatter_add(1, _columns(batch.places, words), numbers.to(words.dtype))
    mask = AttentionMask.within_instances(batch.documents, batch.edges)
    states: Tensor = model.encoder(vectors, batch.positions, mask)
    return states.gather(1, _columns(batch.places, states))


def encode_one_at_a_time(model: NumberModel, batch: Batch, candidates: Tensor) -> Tensor:
    """Return (B, K, width) hidden vectors of each number when its candidate alone replaces its value.

    One pass for each of the K numbers of a row; a candidate of NaN masks its number.
    """
    columns = []
    for slot in range(candidates.shape[1]):
        values = batch.values.clone()
        values[:, slot] = candidates[:, slot]
        columns.append(model.encode(batch, values)[:, slot])
    return torch.stack(columns, 1)


def _columns(places: Tensor, vectors: Tensor) -> Tensor:
    return places[..., None].expand(-1, -1, vectors.shape[-1])
