"""Heads: from a number's hidden vector to the distribution of its value."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from numerate.distributions import FAMILIES, GMM, DExp, Digits, Distribution, Support
from numerate.training.nn.config import ModelConfig

Shapes = Mapping[str, tuple[int, ...]]

_TABLE_SCALE = 0.1  # small enough that a decoder starts near the uniform distribution


class FamilyHead(nn.Module):
    """Predicts a family's distribution, with a network of its own for each of the learned arrays.

    family: the family of distributions; its `raw_shapes` lists the arrays it needs.
    shapes: the shape of each array without batch axes. Arrays that differ between numbers are computed from
        the hidden vector; arrays that all numbers share are parameters of the head.
    width: size of the hidden vector.
    hidden: hidden units of the arrays computed with two layers; the others have one layer.
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
        """Map (…, width) to a batch of distributions of shape (…)."""
        return self.family.from_raw(self.raw(hidden), self.support)

    def raw(self, hidden: Tensor) -> dict[str, Tensor]:
        """Compute the unconstrained arrays that `family.from_raw` takes."""
        learned = {
            name: network(hidden).reshape(*hidden.shape[:-1], *self.shapes[name])
            for name, network in self.networks.items()
        }
        return {**learned, **self.tables}

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit what is not learned by gradients to the training numbers; nothing for most families."""


class GMMHead(FamilyHead):
    """Learns only the weights of a mixture; its means and deviations are fitted once, then frozen."""

    def __init__(self, components: int, support: Support, width: int) -> None:
        super().__init__(GMM, GMM.raw_shapes(support, components), support, width)
        self.mean: Tensor
        self.std: Tensor
        self.register_buffer("mean", torch.full((components,), torch.nan))
        self.register_buffer("std", torch.full((components,), torch.nan))

    def raw(self, hidden: Tensor) -> dict[str, Tensor]:
        """Compute the logits of the weights, and add the fitted components."""
        if not torch.compiler.is_compiling() and bool(self.mean.isnan().any()):
            raise RuntimeError("the mixture has no components yet; call model.fit(numbers) before training")
        return {**super().raw(hidden), "mean": self.mean, "std": self.std}

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit the components by EM."""
        fitted = GMM.fit(numbers, len(self.mean))
        self.mean.copy_(torch.from_numpy(fitted.mean))
        self.std.copy_(torch.from_numpy(fitted.std))


def family_head(config: ModelConfig, width: int) -> FamilyHead:
    """Build the head of a configuration that predicts distributions."""
    support = config.support
    if config.head == "gmm":
        return GMMHead(config.components, support, width)
    family = FAMILIES[config.head]
    if issubclass(family, Digits):
        return FamilyHead(family, family.raw_shapes(support, config.head_digits), support, width)
    # Two layers for what the mantissa depends on, as in the paper.
    hidden = {"mean": 64, "std": 64} if issubclass(family, DExp) else None
    return FamilyHead(family, family.raw_shapes(support), support, width, hidden)


def _network(width: int, outputs: int, hidden: int | None) -> nn.Module:
    if hidden is None:
        return nn.Linear(width, outputs)
    return nn.Sequential(nn.Linear(width, hidden), nn.Sigmoid(), nn.Linear(hidden, outputs))
