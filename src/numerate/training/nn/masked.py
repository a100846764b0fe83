"""The paper's masked model: hide some numbers, and predict them from the text and the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from numerate.distributions import Distribution
from numerate.training.nn.attention import Visibility
from numerate.training.nn.batch import Batch
from numerate.training.nn.heads import DistributionModel
from numerate.training.nn.model import Loss, NumberModel
from numerate.training.nn.numerals import Numeral, read


@dataclass(frozen=True)
class Masking:
    """The shares of all numbers that are selected, and of the selected that are masked and replaced."""

    selected: float = 0.5
    masked: float = 0.8
    replaced: float = 0.1


class Selection(NamedTuple):
    """values: (B, K) what the encoder is shown, NaN where masked. selected: (B, K) the numbers to predict."""

    values: Tensor
    selected: Tensor


def select(batch: Batch, candidates: Tensor, masking: Masking) -> Selection:
    """Select numbers among the candidates; mask them, replace them by training numbers, or leave them."""
    draws = batch.require_draws()
    selected = (torch.rand_like(batch.values) < masking.selected) & candidates
    fate = torch.rand_like(batch.values)
    masked, replaced = fate < masking.masked, fate < masking.masked + masking.replaced
    values = torch.where(masked, torch.nan, torch.where(replaced, draws, batch.values))
    return Selection(torch.where(selected, values, batch.values), selected)


class MaskedModel(DistributionModel):
    """Predicts a masked number from the text and the other numbers, which stand at their own places."""

    masking = Masking()

    def forward(self, batch: Batch) -> Loss:
        """The negative log-likelihood of the selected numbers, selected anew with torch's random state."""
        values, selected = select(batch, self.targets(batch), self.masking)
        return self.negative_log_likelihood(batch, self.encode(batch, values), selected)

    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """(B, K, width): the hidden vectors at the numbers' places."""
        return encode_in_place(self, batch, values)

    def encode_numerals(self, batch: Batch, numeral: Numeral) -> Tensor:
        """Encode numbers already read, for graphs that take integers: `batch.values` is left aside."""
        return encode_numerals_in_place(self, batch, numeral)

    def distributions(self, batch: Batch, hidden: Tensor | None = None) -> Distribution:
        """What each number may be; masked one at a time, in K passes, where `hidden` is None.

        With `hidden` these are masked all at once, in one pass (One-vs-All hides `batch.present`); the
        answers for the numbers not hidden have then seen their own values.
        """
        if hidden is None:
            states = encode_one_at_a_time(self, batch, torch.full_like(batch.values, torch.nan))
        else:
            states = self.encode(batch, batch.values.masked_fill(hidden, torch.nan))
        return self.distributions_at(states)


def encode_in_place(model: NumberModel, batch: Batch, values: Tensor) -> Tensor:
    """(B, K, width): the hidden vectors at the numbers' places, which show `values` (NaN: nothing)."""
    return encode_numerals_in_place(model, batch, read(values.masked_fill(~batch.present, torch.nan)))


def encode_numerals_in_place(model: NumberModel, batch: Batch, numeral: Numeral) -> Tensor:
    """Encode numbers already read, for graphs that take integers: `batch.values` is left aside."""
    words: Tensor = model.encoder.words(batch.ids)
    numbers = model.numbers(numeral)
    # Padding adds its zero vector to the first token.
    vectors = words.scatter_add(1, _columns(batch.places, words), numbers.to(words.dtype))
    states: Tensor = model.encoder(vectors, batch.positions, Visibility.of_text(batch.documents, batch.edges))
    return states.gather(1, _columns(batch.places, states))


def encode_one_at_a_time(model: NumberModel, batch: Batch, candidates: Tensor) -> Tensor:
    """(B, K, width): each number's hidden vector when its candidate alone stands in for its value.

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
