"""One-pass leave-one-out: every number predicted from the text and all other numbers, in a single pass.

The encoder is given three groups of tokens:

- the text, with the number symbol where each number stood; it sees text only, and so learns no value;
- a value token per number, at the number's position; it sees the text and itself;
- a query token per number, at the same position; it sees the text, itself, and every value but its own.

No path leads from a number's value to its own query, so all K answers cost one pass over L + 2K tokens.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numerate.distributions import Distribution

from .attention import QUERY, TEXT, VALUE, Visibility
from .batch import PADDING, Batch
from .density import DistributionModel
from .model import Loss
from .numerals import Numeral, read


class LeaveOneOutModel(DistributionModel):
    """Predicts every number as if it alone were masked."""

    def forward(self, batch: Batch) -> Loss:
        """The negative log-likelihood of every number."""
        return self.negative_log_likelihood(batch, self.encode(batch, batch.values), self.targets(batch))

    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """(B, K, width): the hidden vectors of the query tokens."""
        return self.encode_numerals(batch, read(values))

    def encode_numerals(self, batch: Batch, numeral: Numeral) -> Tensor:
        """Encode numbers already read, for graphs that take integers: `batch.values` is left aside."""
        words = self.encoder.words
        shape = (*batch.places.shape, words.embedding_dim)
        vectors = [
            words(batch.ids),
            words.weight[self.number_id] + self.numbers(numeral),
            words.weight[self.mask_id].expand(shape),
        ]
        at = batch.number_positions
        positions = torch.cat([batch.positions, at, at], 1)
        states: Tensor = self.encoder(torch.cat(vectors, 1), positions, leave_one_out(batch, numeral.shown))
        return states[:, -shape[1] :]

    def distributions(self, batch: Batch, hidden: Tensor | None = None) -> Distribution:
        """What each number may be, in one pass."""
        values = batch.values if hidden is None else batch.values.masked_fill(hidden, torch.nan)
        return self.distributions_at(self.encode(batch, values))


def leave_one_out(batch: Batch, shown: Tensor) -> Visibility:
    """Who sees whom among the L text tokens, K value tokens and K query tokens of each row.

    shown: (B, K) numbers whose values may be seen; the others' value tokens are put with the padding.
    """
    owners = batch.number_documents
    values, queries = torch.full_like(batch.places, VALUE), torch.full_like(batch.places, QUERY)
    numbers = torch.arange(owners.shape[1], device=owners.device).expand_as(owners)
    return Visibility(
        documents=torch.cat([batch.documents, owners.masked_fill(~shown, PADDING), owners], 1),
        kinds=torch.cat([torch.full_like(batch.documents, TEXT), values, queries], 1),
        numbers=torch.cat([torch.full_like(batch.documents, PADDING), numbers, numbers], 1),
    )
