"""Discrete latent exponent with a truncated normal mantissa, in three objectives of training."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from numerate.distributions.base import SHARED, LocatedValues, Measure, Support, per_number
from numerate.distributions.exponent import ExponentDistribution
from numerate.distributions.numeric import (
    Array,
    bisect,
    normal_cdf,
    normal_log_density,
    sigmoid_between,
)

if TYPE_CHECKING:
    from typing_extensions import Self

LOW, HIGH = 0.1, 1.0
PUBLISHED_STD = math.exp(-1.5)
"""The standard deviation of the mantissa that the authors fix."""
MIN_STD, MAX_STD = 0.005, 1.0
"""Range of a learned standard deviation: from half of the third digit to nearly uniform."""


@dataclass(frozen=True, eq=False)
class DExp(ExponentDistribution, family="dexp"):
    """The paper's DExp: `y = m·10^(e+1)`, `e ~ Categorical(π)`, `m | e ~ Normal(μ_e, σ)` on [0.1, 1].

        log p(y) = log π_e + log N(m; μ_e, σ) − log(Φ((1 − μ_e)/σ) − Φ((0.1 − μ_e)/σ)) − (e + 1)·ln 10

    `published_score` has only the first two terms, and training maximises it, as the authors' does: μ_e is
    then the mean of the mantissas. `NormalizedDExp` and `ScaledDExp` are trained by their likelihood.
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

    def training_score(self, y: Array | float) -> Array:
        """Return the authors' score, which training maximises."""
        return self.published_score(y)

    def _published_mantissa_score(self, located: LocatedValues) -> Array:
        """Return log N(m; μ_e, σ), which the authors do not normalise by the truncation mass."""
        return normal_log_density(self._cast(located.mantissa), *self._mean_and_std(located.exponent))

    def _mantissa_log_prob(self, located: LocatedValues) -> Array:
        mean, std = self._mean_and_std(located.exponent)
        return self._published_mantissa_score(located) - self._xp.log(_mass(LOW, HIGH, mean, std))

    def _mantissa_cdf(self, located: LocatedValues) -> Array:
        return _truncated_cdf(self._cast(located.mantissa), *self._mean_and_std(located.exponent))

    def _value_at(self, p: Array, exponent: Array) -> Array:
        xp = self._xp
        mean, std = self._mean_and_std(exponent)
        low, high = xp.full_like(p, LOW), xp.full_like(p, HIGH)
        return self.support.value(bisect(lambda m: _truncated_cdf(m, mean, std), p, low, high), exponent)

    def _mean_and_std(self, exponent: Array) -> tuple[Array, Array]:
        """Return μ_e and σ_e of each exponent."""
        mean, std = self._given_exponent(self.mean, exponent), self.std
        return mean, self._given_exponent(std, exponent) if std.ndim else std  # type: ignore[union-attr]

    def _positive_mode(self, measure: Measure) -> Array:
        """Compare the exponents' peaks: over y at μ_e; over ln y at the root of d/dm (ln m + ln N(m))."""
        xp, mean = self._xp, self.mean
        peak = mean if measure == "linear" else 0.5 * (mean + xp.sqrt(mean**2 + 4 * self.std**2))
        peak = peak.clip(min=LOW, max=HIGH)
        density = normal_log_density(peak, mean, self.std) - xp.log(_mass(LOW, HIGH, mean, self.std))
        return self._highest(peak, density, measure)

    @property
    def published_mode(self) -> Array:
        """The mean of the likeliest exponent."""
        exponent = self._likeliest_exponent()
        mode = self.support.value(self._given_exponent(self.mean, exponent), exponent)
        return self._zero_where_likeliest(mode)


@dataclass(frozen=True, eq=False)
class NormalizedDExp(DExp, family="dexp-normalized"):
    """DExp trained by its likelihood, with the authors' σ.

    The mean of a truncated normal with this σ is at least 0.278, so small mantissas, such as those of years,
    drive μ_e to its lower end, where `published_mode` then lies.
    """

    def training_score(self, y: Array | float) -> Array:
        """Return the log density over ln y."""
        return self.log_prob(y, measure="log")


@dataclass(frozen=True, eq=False)
class ScaledDExp(NormalizedDExp, family="dexp-scaled"):
    """DExp trained by its likelihood, with a σ_e that is predicted for each exponent, as μ_e is."""

    std: Array = field(metadata=per_number(1))
    """σ_e in [0.005, 1], (..., exponents)."""

    @classmethod
    def raw_shapes(cls, support: Support) -> dict[str, tuple[int, ...]]:
        """Return the shapes of π, μ and σ."""
        return {**super().raw_shapes(support), "std": (len(support.exponents),)}

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Scale mean and standard deviation to their ranges by sigmoids."""
        return super().from_raw({**raw, "std": sigmoid_between(raw["std"], MIN_STD, MAX_STD)}, support)


def _truncated_cdf(m: Array, mean: Array, std: Array) -> Array:
    return (_mass(LOW, m, mean, std) / _mass(LOW, HIGH, mean, std)).clip(min=0, max=1)


def _mass(low: Array | float, high: Array | float, mean: Array, std: Array | float) -> Array:
    """Return the probability of the untruncated normal between two mantissas."""
    return normal_cdf((high - mean) / std) - normal_cdf((low - mean) / std)
