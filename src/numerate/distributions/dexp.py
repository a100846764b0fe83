"""Discrete latent exponent with a truncated normal mantissa."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from numerate.distributions.base import SHARED, Measure, per_number
from numerate.distributions.exponent import ExponentDistribution
from numerate.distributions.numeric import (
    Array,
    LocatedValues,
    Support,
    bisect,
    normal_cdf,
    normal_log_density,
    sigmoid_between,
)

if TYPE_CHECKING:
    from typing_extensions import Self

LOW, HIGH = 0.1, 1.0
PUBLISHED_STD = math.exp(-1.5)


@dataclass(frozen=True, eq=False)
class DExp(ExponentDistribution):
    """The paper's DExp: `y = m·10^(e+1)`, `e ~ Categorical(π)`, `m | e ~ Normal(μ_e, σ)` cut to [0.1, 1].

        log p(y) = log π_e + log N(m; μ_e, σ) − log(Φ((1 − μ_e)/σ) − Φ((0.1 − μ_e)/σ)) − (e + 1)·ln 10

    `published_score` has only the first two terms.
    """

    logits: Array = field(metadata=per_number(1))
    """Unnormalised log π, (..., classes)."""
    mean: Array = field(metadata=per_number(1))
    """μ_e in [0.1, 1] for every exponent, (..., exponents)."""
    support: Support
    std: Array | float = field(default=PUBLISHED_STD, metadata=SHARED)
    """σ, one for all; the authors fix it at exp(−1.5)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not hasattr(self.std, "dtype"):
            std = self._xp.full((), self.std, dtype=self.logits.dtype, device=self._device)
            object.__setattr__(self, "std", std)

    @classmethod
    def raw_shapes(cls, support: Support) -> dict[str, tuple[int, ...]]:
        """Ask for π, and for μ of every exponent."""
        return {"logits": (support.classes,), "mean": (len(support.exponents),)}

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Squeeze the mean through a sigmoid to (0.1, 1), as in the paper; `std` may be given as it is."""
        return cls.from_parameters({**raw, "mean": sigmoid_between(raw["mean"], LOW, HIGH)}, support)

    def _published_mantissa_score(self, place: LocatedValues) -> Array:
        """Score as the authors do: divide by 1, not by the normal's mass between 0.1 and 1."""
        mean = self._given_exponent(self.mean, place.exponent)
        return normal_log_density(self._cast(place.mantissa), mean, self.std)

    def _mantissa_log_prob(self, place: LocatedValues) -> Array:
        mean = self._given_exponent(self.mean, place.exponent)
        return self._published_mantissa_score(place) - self._xp.log(self._mass(LOW, HIGH, mean))

    def _mantissa_cdf(self, place: LocatedValues) -> Array:
        return self._truncated_cdf(
            self._cast(place.mantissa), self._given_exponent(self.mean, place.exponent)
        )

    def _value_at(self, p: Array, exponent: Array) -> Array:
        xp = self._xp
        mean = self._given_exponent(self.mean, exponent)
        low, high = xp.full_like(p, LOW), xp.full_like(p, HIGH)
        return self.support.value(bisect(lambda m: self._truncated_cdf(m, mean), p, low, high), exponent)

    def _truncated_cdf(self, m: Array, mean: Array) -> Array:
        return (self._mass(LOW, m, mean) / self._mass(LOW, HIGH, mean)).clip(min=0, max=1)

    def _mass(self, low: Array | float, high: Array | float, mean: Array) -> Array:
        """Return the untruncated normal's probability between two mantissas."""
        return normal_cdf((high - mean) / self.std) - normal_cdf((low - mean) / self.std)

    def _positive_mode(self, measure: Measure) -> Array:
        """Take each exponent's peak: its mean over y; over ln y where ln m + ln N(m) has no slope."""
        xp, mean = self._xp, self.mean
        peak = mean if measure == "linear" else 0.5 * (mean + xp.sqrt(mean**2 + 4 * self.std**2))
        peak = peak.clip(min=LOW, max=HIGH)
        density = normal_log_density(peak, mean, self.std) - xp.log(self._mass(LOW, HIGH, mean))
        return self._highest(peak, density, measure)

    @property
    def published_mode(self) -> Array:
        """The mean of the likeliest exponent."""
        xp = self._xp
        exponent = xp.argmax(self.logits[..., self.support.first :], axis=-1) + self.support.min_exponent
        mode = self.support.value(self._given_exponent(self.mean, exponent), exponent)
        return self._zero_where_likeliest(mode)
