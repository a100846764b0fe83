"""Models that predict a distribution for every number, trained by maximum likelihood."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer
from torch import Tensor
from transformers import PreTrainedModel

from numerate.distributions import Distribution

from .batch import Batch
from .config import ModelConfig
from .heads import FamilyHead, family_head
from .model import Loss, NumberModel


class DistributionModel(NumberModel):
    """Says of every number what it may be."""

    head: FamilyHead

    def __init__(self, config: ModelConfig, backbone: PreTrainedModel, tokenizer: Tokenizer | None) -> None:
        super().__init__(config, backbone, tokenizer)
        self.head = family_head(config, self.encoder.width)

    @abstractmethod
    def distributions(self, batch: Batch, hidden: Tensor | None = None) -> Distribution:
        """What each of the (B, K) numbers may be, given the text and the other numbers.

        With `hidden`, a (B, K) mask, no number sees the values of the hidden ones.
        """

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit the components of a mixture to the training numbers; other heads have nothing to fit."""
        self.head.fit(numbers)

    def distributions_at(self, states: Tensor) -> Distribution:
        """From hidden vectors to distributions, in float32 whatever the encoder ran in."""
        with torch.autocast(states.device.type, enabled=False):
            distribution: Distribution = self.head(states.float())
            return distribution

    def negative_log_likelihood(self, batch: Batch, states: Tensor, targets: Tensor) -> Loss:
        """Score the true values at `targets`, as densities over ln y (for zero, its probability).

        The choice of measure adds a constant to the loss and nothing to its gradient; over ln y the losses
        of numbers of all magnitudes are alike in size.
        """
        values = batch.values.masked_fill(~targets, self.config.support.lower)
        with torch.autocast(states.device.type, enabled=False):
            log_prob: Tensor = self.distributions_at(states).log_prob(values, measure="log")
        return Loss(-torch.where(targets, log_prob, 0.0).sum(), targets.sum())

    def targets(self, batch: Batch) -> Tensor:
        """(B, K): the numbers to predict that have a value and lie in the support."""
        inside: Tensor = self.config.support.class_of(batch.values) >= 0
        return batch.candidates & inside
