"""Gaussian mixture whose components are fitted once; only the weights depend on the text."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from numerate.distributions.base import SHARED, Distribution, Measure, Support, per_number
from numerate.distributions.numeric import (
    Array,
    bisect,
    log_softmax,
    logsumexp,
    normal_cdf,
    normal_log_density,
    select,
)

Numbers = npt.NDArray[np.float64]

_STARTS, _STEPS = 8, 100
"""Of the mode search: how many of the highest components it starts from, and its number of steps."""


@dataclass(frozen=True, eq=False)
class GMM(Distribution, family="gmm"):
    """The paper's GMM: `p(y) = Σ_k π_k N(y; μ_k, σ_k)`, with only π predicted from the text.

    As published, it covers the whole real line, so some of its mass lies below 0, where the corpora have no
    numbers. Over y it integrates to 1; over ln y to `1 − cdf(0)`, the mass of the positive numbers.
    """

    logits: Array = field(metadata=per_number(1))
    """Unnormalised log π, (..., components)."""
    mean: Array = field(metadata=SHARED)
    """μ, (components,)."""
    std: Array = field(metadata=SHARED)
    """σ, (components,)."""

    @classmethod
    def raw_shapes(cls, support: Support, components: int = 63) -> dict[str, tuple[int, ...]]:
        """Return the shape of π; `mean` and `std` come from `GMM.fit`."""
        return {"logits": (components,)}

    @classmethod
    def fit(
        cls,
        values: npt.ArrayLike,
        components: int = 63,
        *,
        steps: int = 50,
        sample: int = 20_000,
        floor: float = 0.01,
        rng: np.random.Generator | None = None,
    ) -> GMM:
        """Fit the mixture to numbers by EM, as the authors pre-train it.

        K = 2^j − 1 components are the union of j separate fits, with 1, 2, 4, … 2^(j−1) components, each
        started at the percentiles of the numbers. Their weights are averaged.

        sample: fit to a random sample of at most this size, so that a million numbers take seconds.
        floor: smallest σ as a multiple of |μ|. Texts repeat numbers, and a component on a repeated number
            would otherwise collapse to a point of infinite density.
        """
        levels = (components + 1).bit_length() - 1
        if components < 1 or 2**levels - 1 != components:
            raise ValueError(f"components={components}: choose 2^j − 1, such as 31, 63, 127 or 255")
        numbers = np.asarray(values, dtype=np.float64).ravel()
        if numbers.size > sample:
            numbers = (rng or np.random.default_rng(0)).choice(numbers, sample, replace=False)
        fits = [_fit_components(numbers, 2**level, steps, floor) for level in range(levels)]
        weight, mean, std = (np.concatenate(parts) for parts in zip(*fits, strict=True))
        return cls(np.log(weight / levels), mean, std)

    def _log_prob(self, y: Array, measure: Measure) -> Array:
        log_prob = logsumexp(log_softmax(self.logits) + self._log_components(self._cast(y)))
        if measure == "linear":
            return log_prob
        return self._xp.where(y > 0, log_prob + self._log(y), -math.inf)

    def _log_components(self, y: Array) -> Array:
        return normal_log_density(y[..., None], self.mean, self.std)

    def _cdf(self, y: Array) -> Array:
        xp = self._xp
        below = normal_cdf((self._cast(y)[..., None] - self.mean) / self.std)
        return xp.sum(xp.exp(log_softmax(self.logits)) * below, axis=-1)

    def _quantile(self, p: Array) -> Array:
        """Bisect over asinh y, whose resolution is absolute near 0 and relative far from it."""
        xp = self._xp
        p = xp.broadcast_to(p, np.broadcast_shapes(tuple(p.shape), self.batch_shape))
        low = xp.asinh(xp.min(self.mean - 12 * self.std)) * xp.ones_like(p)
        high = xp.asinh(xp.max(self.mean + 12 * self.std)) * xp.ones_like(p)
        return xp.sinh(bisect(lambda u: self._cdf(xp.sinh(u)), p, low, high))

    def mode_in(self, measure: Measure) -> Array:
        """Return the mode, by minorise-maximise steps from the peaks of the highest components.

        Each step maximises the quadratic lower bound of the log density that the responsibilities give, so
        the density never decreases. Over ln y the bound has the additional term ln y.
        """
        xp = self._xp
        precision = 1 / self.std**2
        y = xp.broadcast_to(self._component_peaks(measure), tuple(self.logits.shape))
        column = GMM(self.logits[..., None, :], self.mean, self.std)
        order = xp.argsort(-column.log_prob(y, measure), axis=-1, stable=True)
        y = xp.take_along_axis(y, order[..., :_STARTS], axis=-1)
        for _ in range(_STEPS):
            terms = log_softmax(column.logits) + self._log_components(y)
            weight = xp.exp(log_softmax(terms)) * precision
            a, b = xp.sum(weight, axis=-1), xp.sum(weight * self.mean, axis=-1)
            y = b / a if measure == "linear" else (b + xp.sqrt(b**2 + 4 * a)) / (2 * a)
        return select(y, xp.argmax(column.log_prob(y, measure), axis=-1))

    def _component_peaks(self, measure: Measure) -> Array:
        if measure == "linear":
            return self.mean
        return 0.5 * (self.mean + self._xp.sqrt(self.mean**2 + 4 * self.std**2))

    @property
    def published_mode(self) -> Array:
        """The mean of the likeliest component: the argmax of the latent variable, as for DExp."""
        return select(self.mean, self._xp.argmax(self.logits, axis=-1))


def _fit_components(numbers: Numbers, k: int, steps: int, floor: float) -> tuple[Numbers, Numbers, Numbers]:
    """Fit k Gaussians by EM; return their weights, means and standard deviations."""
    values, count = np.unique(numbers, return_counts=True)
    frequency = count / count.sum()
    edges = np.quantile(numbers, np.linspace(0, 1, k + 1))
    mean = np.quantile(numbers, (np.arange(k) + 0.5) / k)
    smallest = np.abs(values[values != 0]).min(initial=1.0)
    std = np.diff(edges) / 2
    weight = np.full(k, 1 / k)
    for _ in range(steps):
        std = np.maximum(std, floor * np.maximum(np.abs(mean), smallest))
        terms = np.log(weight) + normal_log_density(values[:, None], mean, std)
        terms -= terms.max(axis=1, keepdims=True)
        responsibility = np.exp(terms)
        responsibility *= (frequency / responsibility.sum(axis=1))[:, None]
        weight = np.maximum(responsibility.sum(axis=0), 1e-12)
        mean = responsibility.T @ values / weight
        std = np.sqrt((responsibility * (values[:, None] - mean) ** 2).sum(axis=0) / weight)
    return weight / weight.sum(), mean, np.maximum(std, floor * np.maximum(np.abs(mean), smallest))
