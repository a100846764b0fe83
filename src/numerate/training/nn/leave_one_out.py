"""One-pass leave-one-out: every number predicted from the text and all other numbers, in a single pass.

The encoder is given three groups of tokens:

- the text, with the number symbol where each number stood; it sees text only, and so learns no value;
- a value token per number, at the number's position; it sees the text and itself;
- a query token per number, at the same position; it sees the text, itself, and every value but its own.

No path leads from a number's value to its own query, so all K answers cost one pass over L + 2K tokens.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from numerate.distributions import Distribution
from numerate.training.nn.attention import QUERY, TEXT, VALUE, Visibility
from numerate.training.nn.batch import PADDING, Batch
from numerate.training.nn.heads import DistributionModel
from numerate.training.nn.model import Loss
from numerate.training.nn.numerals import Numeral, read


class LeaveOneOutModel(DistributionModel):
    """Predicts every number as if it alone were masked."""

    def forward(self, batch: Batch) -> Loss:
        """The negative log-likelihood of every number."""
        shown = batch.values if batch.unseen is None else batch.values.masked_fill(batch.unseen, torch.nan)
        return self.negative_log_likelihood(batch, self.encode(batch, shown), self.targets(batch))

    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """(B, K, width): the hidden vectors of the query tokens."""
        numeral = read(values)
        return (
            self._encode_in_padding(batch, numeral) if batch.spare else self.encode_numerals(batch, numeral)
        )

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

    def _encode_in_padding(self, batch: Batch, numeral: Numeral) -> Tensor:
        """Encode with values and queries in the padding at each row's end: no token more than the row has."""
        at_value, at_query = in_padding(batch)
        rule = leave_one_out(batch, numeral.shown)
        text, slots = batch.ids.shape[1], batch.places.shape[1]

        def lay(text_part: Tensor, value_part: Tensor, query_part: Tensor) -> Tensor:
            # Numbers that are not there go to one column more, which is cut off again.
            wide = nn.functional.pad(text_part, (0, 1))
            return wide.scatter(1, at_value, value_part).scatter(1, at_query, query_part)[:, :-1]

        parts = [text, slots, slots]
        documents, kinds, numbers = (
            lay(*torch.split(part, parts, 1)) for part in (rule.documents, rule.kinds, rule.numbers)
        )
        positions = lay(batch.positions, batch.number_positions, batch.number_positions)
        symbol, mask = (torch.full_like(batch.places, i) for i in (self.number_id, self.mask_id))
        words: Tensor = self.encoder.words(lay(batch.ids, symbol, mask))
        values = self.numbers(numeral) * batch.present[..., None]
        columns = at_value.clamp(max=text - 1)[..., None].expand(values.shape)
        vectors = words.scatter_add(1, columns, values.to(words.dtype))
        states: Tensor = self.encoder(vectors, positions, Visibility(documents, kinds, numbers))
        return states.gather(
            1, at_query.clamp(max=text - 1)[..., None].expand(*at_query.shape, states.shape[-1])
        )

    def distributions(self, batch: Batch, hidden: Tensor | None = None) -> Distribution:
        """What each number may be, in one pass."""
        values = batch.values if hidden is None else batch.values.masked_fill(hidden, torch.nan)
        return self.distributions_at(self.encode(batch, values))


def in_padding(batch: Batch) -> tuple[Tensor, Tensor]:
    """Columns for the value and the query tokens after each row's text; for numbers not there, column L."""
    text = (batch.documents != PADDING).sum(1, keepdim=True)
    counts = batch.present.sum(1, keepdim=True)
    values = text + torch.arange(batch.places.shape[1], device=text.device)
    absent, beyond = ~batch.present, batch.ids.shape[1]
    return values.masked_fill(absent, beyond), (values + counts).masked_fill(absent, beyond)


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
