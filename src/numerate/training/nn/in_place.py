"""The paper's way of showing numbers to an encoder: each at its own place in the text."""

from __future__ import annotations

import torch
from torch import Tensor

from .attention import Visibility
from .batch import Batch
from .model import NumberModel
from .numerals import Numeral, read


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
