"""Heads: from a number's hidden vector to what the number may be."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import PreTrainedModel

from numerate.distributions import FAMILIES, GMM, DExp, Digits, Distribution, Support
from numerate.training.nn.batch import Batch
from numerate.training.nn.config import ModelConfig
from numerate.training.nn.model import Loss, NumberModel

Shapes = Mapping[str, tuple[int, ...]]

_TABLE_SCALE = 0.1  # small enough that a decoder starts out near the uniform distribution


class FamilyHead(nn.Module):
    """A family's distribution, each of its learned arrays from a network of its own.

    family: the family, which says in `raw_shapes` what it needs.
    shapes: the shape of each array, batch axes left out. What differs from number to number comes from the
        hidden vector; what all numbers share is a parameter of the head.
    width: of the hidden vector.
    hidden: the hidden units of the arrays that take two layers; the others take one.
    """

    def __init__(
        self,
        family: type[Distribution],
        shapes: Shapes,
        support: Support,
        width: int,
        hidden: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__()
        self.family, self.shapes, self.support = family, dict(shapes), support
        shared = family.shared()
        self.networks = nn.ModuleDict()
        self.tables = nn.ParameterDict()
        for name, shape in shapes.items():
            if name in shared:
                self.tables[name] = nn.Parameter(_TABLE_SCALE * torch.randn(shape))
            else:
                self.networks[name] = _network(width, prod(shape), (hidden or {}).get(name))

    def forward(self, hidden: Tensor) -> Distribution:
        """(…, width) to a batch of distributions of shape (…)."""
        return self.family.from_raw(self.raw(hidden), self.support)

    def raw(self, hidden: Tensor) -> dict[str, Tensor]:
        """The unconstrained arrays that `family.from_raw` takes."""
        learned = {
            name: network(hidden).reshape(*hidden.shape[:-1], *self.shapes[name])
            for name, network in self.networks.items()
        }
        return {**learned, **self.tables}

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit what is not learned by gradients to the training numbers; most families have no such thing."""


class GMMHead(FamilyHead):
    """Learns only the mixture's weights; its means and deviations are fitted once, and then frozen."""

    def __init__(self, components: int, support: Support, width: int) -> None:
        super().__init__(GMM, GMM.raw_shapes(support, components), support, width)
        self.mean: Tensor
        self.std: Tensor
        self.register_buffer("mean", torch.full((components,), torch.nan))
        self.register_buffer("std", torch.full((components,), torch.nan))

    def raw(self, hidden: Tensor) -> dict[str, Tensor]:
        """The weights' logits, and the components as they were fitted."""
        if not torch.compiler.is_compiling() and bool(self.mean.isnan().any()):
            raise RuntimeError("the mixture has no components yet; call model.fit(numbers) before training")
        return {**super().raw(hidden), "mean": self.mean, "std": self.std}

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit the components by EM."""
        fitted = GMM.fit(numbers, len(self.mean))
        self.mean.copy_(torch.from_numpy(fitted.mean))
        self.std.copy_(torch.from_numpy(fitted.std))


class DiscHead(nn.Module):
    """The log odds that the number shown to the encoder is real, not fake."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, hidden: Tensor) -> Tensor:
        """(…, width) to (…)."""
        scores: Tensor = self.score(hidden)
        return scores.squeeze(-1)


def family_head(config: ModelConfig, width: int) -> FamilyHead:
    """The head of a configuration that predicts a distribution."""
    support = config.support
    if config.head == "gmm":
        return GMMHead(config.components, support, width)
    if config.head == "digits":
        return FamilyHead(Digits, Digits.raw_shapes(support, config.head_digits), support, width)
    if config.head == "dexp":
        return FamilyHead(DExp, DExp.raw_shapes(support), support, width, hidden={"mean": 64})
    family = FAMILIES[config.head]
    return FamilyHead(family, family.raw_shapes(support), support, width)


def _network(width: int, outputs: int, hidden: int | None) -> nn.Module:
    if hidden is None:
        return nn.Linear(width, outputs)
    return nn.Sequential(nn.Linear(width, hidden), nn.Sigmoid(), nn.Linear(hidden, outputs))


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


@dataclass(frozen=True)
class Constant:
    """Predicts the same value for every number."""

    value: float

    @classmethod
    def train_mean(cls, numbers: npt.NDArray[np.float64]) -> Constant:
        """The mean of the training numbers."""
        return cls(float(np.mean(numbers)))

    @classmethod
    def train_median(cls, numbers: npt.NDArray[np.float64]) -> Constant:
        """The median of the training numbers."""
        return cls(float(np.median(numbers)))

    def predict(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """One prediction for each of `values`, whatever they are."""
        return np.full_like(values, self.value)
