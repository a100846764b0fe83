"""One-pass leave-one-out: predict every number from the text and all other numbers, in a single pass.

The encoder gets three groups of tokens:

- the text, with the number symbol in place of each number; it attends to text only, so it sees no value;
- a value token per number, at the number's position; it attends to the text and itself;
- a query token per number, at the same position; it attends to the text, itself, and every value but its own.

No path leads from a number's value to its own query, so all K predictions take one pass over L + 2K tokens.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from numerate.distributions import Distribution
from numerate.training.nn.attention import QUERY, TEXT, VALUE, AttentionMask
from numerate.training.nn.batch import PADDING, Batch
from numerate.training.nn.embeddings import Numeral
from numerate.training.nn.model import DistributionModel, Loss


class LeaveOneOutModel(DistributionModel):
    """Predicts each number as if it alone were masked."""

    word_loss = 0.0
    """Weight of the loss of predicting hidden words, which training sets."""

    def forward(self, batch: Batch) -> Loss:
        """Compute the negative log-likelihood of every target, and of hidden words if they have a weight."""
        shown = batch.values if batch.unseen is None else batch.values.masked_fill(batch.unseen, torch.nan)
        queries, text = self._states(batch, Numeral.from_values(shown))
        loss = self.negative_log_likelihood(batch, queries, self.targets(batch))
        if not self.word_loss or batch.words is None:
            return loss
        words = hidden_word_loss(text, batch.ids, batch.words, self.encoder.words.weight)
        return Loss(loss.total + self.word_loss * loss.targets * words, loss.targets)

    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """Return (B, K, width) hidden vectors of the query tokens."""
        return self._states(batch, Numeral.from_values(values))[0]

    def encode_numerals(self, batch: Batch, numeral: Numeral) -> Tensor:
        """Encode numbers given as numerals, for graphs with integer inputs; `batch.values` is ignored."""
        return self._encode_after_text(batch, numeral)[0]

    def _states(self, batch: Batch, numeral: Numeral) -> tuple[Tensor, Tensor]:
        """Return the hidden vectors of the query tokens, and those of the (B, L) columns of the text."""
        if batch.spare:
            return self._encode_in_padding(batch, numeral)
        return self._encode_after_text(batch, numeral)

    def _encode_after_text(self, batch: Batch, numeral: Numeral) -> tuple[Tensor, Tensor]:
        words = self.encoder.words
        shape = (*batch.places.shape, words.embedding_dim)
        vectors = [
            words(batch.ids),
            words.weight[self.number_id] + self.numbers(numeral),
            words.weight[self.mask_id].expand(shape),
        ]
        positions = torch.cat([batch.positions, batch.number_positions, batch.number_positions], 1)
        mask = leave_one_out_mask(batch, numeral.shown)
        states: Tensor = self.encoder(torch.cat(vectors, 1), positions, mask)
        return states[:, -shape[1] :], states[:, : batch.ids.shape[1]]

    def _encode_in_padding(self, batch: Batch, numeral: Numeral) -> tuple[Tensor, Tensor]:
        """Encode with value and query tokens in the padding at each row's end, so that rows get no longer."""
        value_columns, query_columns = columns_in_padding(batch)
        mask = leave_one_out_mask(batch, numeral.shown)
        text, slots = batch.ids.shape[1], batch.places.shape[1]

        def lay(text_part: Tensor, value_part: Tensor, query_part: Tensor) -> Tensor:
            # The tokens of padding numbers go to an extra column, which is dropped.
            wide = nn.functional.pad(text_part, (0, 1))
            return wide.scatter(1, value_columns, value_part).scatter(1, query_columns, query_part)[:, :-1]

        parts = [text, slots, slots]
        documents, kinds, numbers = (
            lay(*torch.split(part, parts, 1)) for part in (mask.documents, mask.kinds, mask.numbers)
        )
        positions = lay(batch.positions, batch.number_positions, batch.number_positions)
        value_ids, query_ids = (torch.full_like(batch.places, i) for i in (self.number_id, self.mask_id))
        words: Tensor = self.encoder.words(lay(batch.ids, value_ids, query_ids))
        values = self.numbers(numeral) * batch.present[..., None]
        columns = value_columns.clamp(max=text - 1)[..., None].expand(values.shape)
        vectors = words.scatter_add(1, columns, values.to(words.dtype))
        states: Tensor = self.encoder(vectors, positions, AttentionMask(documents, kinds, numbers))
        columns = query_columns.clamp(max=text - 1)[..., None]
        return states.gather(1, columns.expand(*query_columns.shape, states.shape[-1])), states

    def distributions(self, batch: Batch, hidden: Tensor | None = None) -> Distribution:
        """Predict each number, all in one pass."""
        values = batch.values if hidden is None else batch.values.masked_fill(hidden, torch.nan)
        return self.distributions_at(self.encode(batch, values))


_HIDDEN_SHARE = 8
"""One in this many columns is scored as a hidden word: a fixed number, as CUDA graphs require."""


def hidden_word_loss(states: Tensor, ids: Tensor, words: Tensor, embeddings: Tensor) -> Tensor:
    """Return the mean negative log-likelihood of hidden words, by the word embeddings as output weights.

    states: (B, L, width) hidden vectors.
    ids, words: (B, L) word pieces as the encoder saw them, and as they were.
    """
    hidden = (ids != words).flatten()
    count = max(1, hidden.numel() // _HIDDEN_SHARE)
    scored, columns = hidden.float().topk(count)
    logits = states.flatten(0, 1)[columns] @ embeddings.to(states.dtype).T
    losses = nn.functional.cross_entropy(logits.float(), words.flatten()[columns], reduction="none")
    return (losses * scored).sum() / scored.sum().clamp(min=1)


def columns_in_padding(batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the columns of the value and the query tokens after each row's text; column L for padding."""
    text = (batch.documents != PADDING).sum(1, keepdim=True)
    counts = batch.present.sum(1, keepdim=True)
    values = text + torch.arange(batch.places.shape[1], device=text.device)
    absent, beyond = ~batch.present, batch.ids.shape[1]
    return values.masked_fill(absent, beyond), (values + counts).masked_fill(absent, beyond)


def leave_one_out_mask(batch: Batch, shown: Tensor) -> AttentionMask:
    """Return the mask over the L text tokens, K value tokens and K query tokens of each row.

    shown: (B, K) numbers whose values may be seen; the value tokens of the others count as padding.
    """
    owners = batch.number_documents
    values, queries = torch.full_like(batch.places, VALUE), torch.full_like(batch.places, QUERY)
    numbers = torch.arange(owners.shape[1], device=owners.device).expand_as(owners)
    return AttentionMask(
        documents=torch.cat([batch.documents, owners.masked_fill(~shown, PADDING), owners], 1),
        kinds=torch.cat([torch.full_like(batch.documents, TEXT), values, queries], 1),
        numbers=torch.cat([torch.full_like(batch.documents, PADDING), numbers, numbers], 1),
    )
