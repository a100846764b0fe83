"""The discriminative baseline, which tells a real number from one put in its place."""

from __future__ import annotations

import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits
from transformers import PreTrainedModel

from numerate.training.nn.batch import Batch
from numerate.training.nn.config import ModelConfig
from numerate.training.nn.heads import DiscHead
from numerate.training.nn.masked import Masking, encode_in_place, encode_one_at_a_time
from numerate.training.nn.model import Loss, NumberModel


class DiscModel(NumberModel):
    """Tells real numbers from fake ones, each shown to the encoder through its number embedding."""

    masking = Masking()

    def __init__(self, config: ModelConfig, backbone: PreTrainedModel, tokenizer: Tokenizer | None) -> None:
        super().__init__(config, backbone, tokenizer)
        self.head = DiscHead(self.encoder.width)

    def forward(self, batch: Batch) -> Loss:
        """The binary cross-entropy of the selected numbers, each once real and once a training number.

        Two passes: which numbers are fake in the first is drawn at random, in the second it is the rest, so
        that real and fake numbers stand side by side in both.
        """
        draws = batch.require_draws()
        selected = (torch.rand_like(batch.values) < self.masking.selected) & batch.candidates
        coin = torch.rand_like(batch.values) < 0.5
        fake = torch.cat([selected & coin, selected & ~coin])
        twice = batch.repeat(2)
        scores = self._scores(self.encode(twice, torch.where(fake, draws.repeat(2, 1), twice.values)))
        losses = binary_cross_entropy_with_logits(scores, (~fake).to(scores), reduction="none")
        targets = selected.repeat(2, 1)
        return Loss((losses * targets).sum(), targets.sum())

    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """(B, K, width): the hidden vectors at the numbers' places."""
        return encode_in_place(self, batch, values)

    def scores(self, batch: Batch, candidates: Tensor) -> Tensor:
        """(B, K): the log odds that each candidate is real, put in alone, the other numbers as they are."""
        return self._scores(encode_one_at_a_time(self, batch, candidates))

    def exponents(self, batch: Batch) -> Tensor:
        """(B, K): the exponent whose numbers look most real at each place, found by trying every one."""
        exponents = self.config.support.exponents
        middles = [torch.full_like(batch.values, 10.0 ** (e + 0.5)) for e in exponents]
        scores = torch.stack([self.scores(batch, middle) for middle in middles])
        return scores.argmax(0) + exponents[0]

    def _scores(self, states: Tensor) -> Tensor:
        with torch.autocast(states.device.type, enabled=False):
            scores: Tensor = self.head(states.float())
            return scores
