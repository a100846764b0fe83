"""Discrete latent exponent with a truncated normal mantissa."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from numerate.distributions.base import SHARED, LocatedValues, Measure, Support, per_number
from numerate.distributions.exponent import ExponentDistribution
from numerate.distributions.numeric import Array, bisect, normal_cdf, normal_log_density, sigmoid_between

if TYPE_CHECKING:
    from typing_extensions import Self

LOW, HIGH = 0.1, 1.0
PUBLISHED_STD = math.exp(-1.5)
"""The standard deviation of the mantissa that the authors fix."""


@dataclass(frozen=True, eq=False)
class DExp(ExponentDistribution, name="dexp"):
    """The paper's DExp: `y = m·10^(e+1)`, `e ~ Categorical(π)`, `m | e ~ Normal(μ_e, σ)` on [0.1, 1].

        log p(y) = log π_e + log N(m; μ_e, σ) − log(Φ((1 − μ_e)/σ) − Φ((0.1 − μ_e)/σ)) − (e + 1)·ln 10

    `published_score` has only the first two terms.
    """

    logits: Array = field(metadata=per_number(1))
    """Unnormalised log π, (..., classes)."""
    mean: Array = field(metadata=per_number(1))
    """μ_e in [0.1, 1], (..., exponents)."""
    support: Support
    std: Array | float = field(default=PUBLISHED_STD, metadata=SHARED)
    """σ, a scalar for all numbers."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not hasattr(self.std, "dtype"):
            std = self._xp.full((), self.std, dtype=self.logits.dtype, device=self._device)
            object.__setattr__(self, "std", std)

    @classmethod
    def raw_shapes(cls, support: Support) -> dict[str, tuple[int, ...]]:
        """Return the shapes of π and μ."""
        return {"logits": (support.classes,), "mean": (len(support.exponents),)}

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Scale the mean to (0.1, 1) by a sigmoid, as in the paper; `std` may be given as it is."""
        return cls.from_parameters({**raw, "mean": sigmoid_between(raw["mean"], LOW, HIGH)}, support)

    def _published_mantissa_score(self, located: LocatedValues) -> Array:
        """Return log N(m; μ_e, σ), which the authors do not normalise by the truncation mass."""
        mean = self._given_exponent(self.mean, located.exponent)
        return normal_log_density(self._cast(located.mantissa), mean, self.std)

    def _mantissa_log_prob(self, located: LocatedValues) -> Array:
        mean = self._given_exponent(self.mean, located.exponent)
        return self._published_mantissa_score(located) - self._xp.log(self._mass(LOW, HIGH, mean))

    def _mantissa_cdf(self, located: LocatedValues) -> Array:
        mean = self._given_exponent(self.mean, located.exponent)
        return self._truncated_cdf(self._cast(located.mantissa), mean)

    def _value_at(self, p: Array, exponent: Array) -> Array:
        xp = self._xp
        mean = self._given_exponent(self.mean, exponent)
        low, high = xp.full_like(p, LOW), xp.full_like(p, HIGH)
        return self.support.value(bisect(lambda m: self._truncated_cdf(m, mean), p, low, high), exponent)

    def _truncated_cdf(self, m: Array, mean: Array) -> Array:
        return (self._mass(LOW, m, mean) / self._mass(LOW, HIGH, mean)).clip(min=0, max=1)

    def _mass(self, low: Array | float, high: Array | float, mean: Array) -> Array:
        """Return the probability of the untruncated normal between two mantissas."""
        return normal_cdf((high - mean) / self.std) - normal_cdf((low - mean) / self.std)

    def _positive_mode(self, measure: Measure) -> Array:
        """Compare the exponents' peaks: over y at μ_e; over ln y at the root of d/dm (ln m + ln N(m))."""
        xp, mean = self._xp, self.mean
        peak = mean if measure == "linear" else 0.5 * (mean + xp.sqrt(mean**2 + 4 * self.std**2))
        peak = peak.clip(min=LOW, max=HIGH)
        density = normal_log_density(peak, mean, self.std) - xp.log(self._mass(LOW, HIGH, mean))
        return self._highest(peak, density, measure)

    @property
    def published_mode(self) -> Array:
        """The mean of the likeliest exponent."""
        exponent = self._likeliest_exponent()
        mode = self.support.value(self._given_exponent(self.mean, exponent), exponent)
        return self._zero_where_likeliest(mode)
