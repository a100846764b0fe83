"""The paper's baselines: a classifier of real and fake numbers, and constant predictions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits
from transformers import PreTrainedModel

from numerate.training.nn.batch import Batch
from numerate.training.nn.config import ModelConfig
from numerate.training.nn.masked import Masking, encode_in_place, encode_one_at_a_time
from numerate.training.nn.model import Loss, NumberModel


class DiscHead(nn.Module):
    """The log odds that the number shown to the encoder is real."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, hidden: Tensor) -> Tensor:
        """Map (…, width) to (…)."""
        scores: Tensor = self.score(hidden)
        return scores.squeeze(-1)


class DiscModel(NumberModel):
    """Classifies numbers, shown to the encoder through their number embedding, as real or fake."""

    masking = Masking()

    def __init__(self, config: ModelConfig, backbone: PreTrainedModel, tokenizer: Tokenizer | None) -> None:
        super().__init__(config, backbone, tokenizer)
        self.head = DiscHead(self.encoder.width)

    def forward(self, batch: Batch) -> Loss:
        """Compute the binary cross-entropy of the selected numbers, each once real and once fake.

        Of two passes, the first replaces a random half of the selected numbers by training numbers and the
        second the other half, so that both contain real and fake numbers.
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
        """Return (B, K, width) hidden vectors at the number symbols."""
        return encode_in_place(self, batch, values)

    def scores(self, batch: Batch, candidates: Tensor) -> Tensor:
        """Return (B, K) log odds that each candidate is real, replaced alone among the true numbers."""
        return self._scores(encode_one_at_a_time(self, batch, candidates))

    def exponents(self, batch: Batch) -> Tensor:
        """Return (B, K) exponents with the highest score, by trying all of them."""
        exponents = self.config.support.exponents
        middles = [torch.full_like(batch.values, 10.0 ** (e + 0.5)) for e in exponents]
        scores = torch.stack([self.scores(batch, middle) for middle in middles])
        return scores.argmax(0) + exponents[0]

    def _scores(self, states: Tensor) -> Tensor:
        with torch.autocast(states.device.type, enabled=False):
            scores: Tensor = self.head(states.float())
            return scores


@dataclass(frozen=True)
class Constant:
    """Predicts the same value for every number."""

    value: float

    @classmethod
    def train_mean(cls, numbers: npt.NDArray[np.float64]) -> Constant:
        """Predict the mean of the training numbers."""
        return cls(float(np.mean(numbers)))

    @classmethod
    def train_median(cls, numbers: npt.NDArray[np.float64]) -> Constant:
        """Predict the median of the training numbers."""
        return cls(float(np.median(numbers)))

    def predict(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the constant for each of `values`."""
        return np.full_like(values, self.value)
