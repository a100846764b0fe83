"""Discrete exponent with a monotone rational-quadratic spline over the mantissa of each exponent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from numerate.distributions.base import LocatedValues, Measure, Support, per_number
from numerate.distributions.exponent import LN10, ExponentDistribution
from numerate.distributions.numeric import (
    Array,
    log_softmax,
    maximise,
    namespace_of,
    select,
    select_row,
    softplus,
)

if TYPE_CHECKING:
    from typing_extensions import Self

MINIMUM = 1e-3
"""Smallest width, height and slope that a network can predict; it keeps the spline invertible."""

_GRID = 33
"""Points per bin at which the mode search starts."""


@dataclass(frozen=True, eq=False)
class ExpSpline(ExponentDistribution, family="spline"):
    """`e ~ Categorical(π)`, and the cdf F_e of `t = lg y − e ∈ [0, 1)` is a rational-quadratic spline.

        log q(ln y) = log π_e + log F_e'(t) − ln ln 10
        log p(y)    = log q(ln y) − ln y

    The spline runs from (0, 0) to (1, 1), with knots at the cumulative sums of `widths` and `heights` and the
    given slopes at the knots (Durkan et al. 2019, Neural Spline Flows). F_e has a closed-form inverse, so
    quantiles need no search. The coordinate is lg y instead of m because a straight spline then is uniform
    over ln y, roughly as numbers in text are, and a shape means the same at every magnitude.
    """

    logits: Array = field(metadata=per_number(1))
    """Unnormalised log π, (..., classes)."""
    widths: Array = field(metadata=per_number(2))
    """Widths of the bins in t, (..., exponents, bins); positive, summing to 1."""
    heights: Array = field(metadata=per_number(2))
    """Probabilities of the bins, (..., exponents, bins); positive, summing to 1."""
    slopes: Array = field(metadata=per_number(2))
    """F' at the knots, both ends included, (..., exponents, bins + 1); positive."""
    support: Support

    @classmethod
    def raw_shapes(cls, support: Support, bins: int = 8) -> dict[str, tuple[int, ...]]:
        """Return the shapes of π and of a spline of `bins` bins per exponent."""
        exponents = len(support.exponents)
        shapes = {"widths": (exponents, bins), "heights": (exponents, bins), "slopes": (exponents, bins + 1)}
        return {"logits": (support.classes,), **shapes}

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Apply a softmax to the bins and a softplus to the slopes; zeros give the straight spline."""
        straight = math.log(math.expm1(1 - MINIMUM))
        slopes = MINIMUM + softplus(raw["slopes"] + straight)
        return cls(raw["logits"], _shares(raw["widths"]), _shares(raw["heights"]), slopes, support)

    def _mantissa_log_prob(self, located: LocatedValues) -> Array:
        bin_, fraction = self._bin_of(located)
        return bin_.log_slope(fraction) - self._cast(self._xp.log(located.mantissa)) - math.log(LN10)

    def _mantissa_cdf(self, located: LocatedValues) -> Array:
        bin_, fraction = self._bin_of(located)
        return bin_.value(fraction)

    def _value_at(self, p: Array, exponent: Array) -> Array:
        bin_ = self._spline(exponent).bin_of_value(p)
        t = bin_.left + bin_.width * bin_.fraction(p)
        return self.support.value(10 ** (t - 1), exponent)

    def _bin_of(self, located: LocatedValues) -> tuple[SplineBin, Array]:
        """Return the bin of each value, and the fraction of the bin's width below it."""
        xp = self._xp
        t = self._cast((xp.log10(located.mantissa) + 1).clip(min=0, max=1))
        bin_ = self._spline(located.exponent).bin_of(t)
        return bin_, ((t - bin_.left) / bin_.width).clip(min=0, max=1)

    def _spline(self, exponent: Array) -> Spline:
        order = exponent - self.support.min_exponent
        return Spline(*(select_row(x, order) for x in (self.widths, self.heights, self.slopes)))

    def _positive_mode(self, measure: Measure) -> Array:
        """Evaluate a grid over every bin of every exponent, then refine around the best point."""
        xp = self._xp
        # Within an exponent the density is F'·10^(−t) over y and F' over ln y, up to a constant.
        tilt = LN10 if measure == "linear" else 0.0

        def height(bin_: SplineBin, fraction: Array) -> Array:
            return bin_.log_slope(fraction) - tilt * (bin_.left + bin_.width * fraction)

        bins = Spline(self.widths, self.heights, self.slopes).bins()
        grid = xp.linspace(0, 1, _GRID, dtype=self.logits.dtype, device=self._device)
        heights = height(SplineBin(*(part[..., None] for part in bins)), grid)
        best = xp.argmax(xp.max(heights, axis=-1), axis=-1)
        bin_ = SplineBin(*(select(part, best) for part in bins))
        peak = select(grid, xp.argmax(select_row(heights, best), axis=-1))
        low, high = ((peak + step).clip(min=0, max=1) for step in (-1 / _GRID, 1 / _GRID))
        peak = maximise(lambda fraction: height(bin_, fraction), low, high)
        m = 10 ** (bin_.left + bin_.width * peak - 1)
        return self._highest(m, bin_.log_slope(peak) - xp.log(m) - math.log(LN10), measure)


def _shares(raw: Array) -> Array:
    """Map raw bins to shares that sum to 1, none below the minimum."""
    xp = namespace_of(raw)
    return MINIMUM + (1 - MINIMUM * raw.shape[-1]) * xp.exp(log_softmax(raw))


class SplineBin(NamedTuple):
    """A rational quadratic between two knots, or an array of them.

    With s = height / width, the slopes δ at the knots and the fraction θ ∈ [0, 1] of the width:

        F(θ) = bottom + height · (s·θ² + δ_0·θ(1 − θ)) / (s + (δ_0 + δ_1 − 2s)·θ(1 − θ))

    It is increasing whenever the slopes are positive.
    """

    left: Array
    width: Array
    bottom: Array
    height: Array
    slope_left: Array
    slope_right: Array

    def value(self, fraction: Array) -> Array:
        """Return F at a fraction of the width."""
        steepness, _, denominator = self._terms(fraction)
        numerator = steepness * fraction**2 + self.slope_left * fraction * (1 - fraction)
        return self.bottom + self.height * numerator / denominator

    def log_slope(self, fraction: Array) -> Array:
        """Return ln F' at a fraction of the width."""
        xp = namespace_of(self.width)
        steepness, _, denominator = self._terms(fraction)
        rest = 1 - fraction
        numerator = (
            self.slope_right * fraction**2 + 2 * steepness * fraction * rest + self.slope_left * rest**2
        )
        return 2 * xp.log(steepness) + xp.log(numerator) - 2 * xp.log(denominator)

    def fraction(self, value: Array) -> Array:
        """Solve F(θ) = value for θ in [0, 1], by the form of the root that avoids cancellation."""
        xp = namespace_of(self.width)
        steepness, bend, _ = self._terms(self.width * 0)
        risen = value - self.bottom
        a = self.height * (steepness - self.slope_left) + risen * bend
        b = self.height * self.slope_left - risen * bend
        c = -steepness * risen
        sum_of_both = xp.abs(b) + xp.sqrt((b**2 - 4 * a * c).clip(min=0))
        falls = b < 0  # then a > 0, since the quadratic is at least 0 at θ = 1
        root = xp.where(falls, sum_of_both, -2 * c) / xp.where(falls, 2 * a, sum_of_both)
        return root.clip(min=0, max=1)

    def _terms(self, fraction: Array) -> tuple[Array, Array, Array]:
        """Return s, δ_0 + δ_1 − 2s, and the denominator."""
        steepness = self.height / self.width
        bend = self.slope_left + self.slope_right - 2 * steepness
        return steepness, bend, steepness + bend * fraction * (1 - fraction)


class Spline(NamedTuple):
    """Bins from (0, 0) along the last axis: k widths and heights, and k + 1 slopes at the knots."""

    widths: Array
    heights: Array
    slopes: Array

    def bins(self) -> SplineBin:
        """Return all bins, along the last axis."""
        xp = namespace_of(self.widths)
        left = xp.cumulative_sum(self.widths, axis=-1) - self.widths
        bottom = xp.cumulative_sum(self.heights, axis=-1) - self.heights
        return SplineBin(left, self.widths, bottom, self.heights, self.slopes[..., :-1], self.slopes[..., 1:])

    def bin_of(self, x: Array) -> SplineBin:
        """Return the bin whose width contains x."""
        bins = self.bins()
        return _last_before(bins, bins.left, x)

    def bin_of_value(self, value: Array) -> SplineBin:
        """Return the bin whose height contains a value of F."""
        bins = self.bins()
        return _last_before(bins, bins.bottom, value)


def _last_before(bins: SplineBin, starts: Array, x: Array) -> SplineBin:
    """Return the last bin that starts at or before x."""
    xp = namespace_of(starts)
    index = xp.sum(xp.astype(starts[..., 1:] <= x[..., None], xp.int64), axis=-1)
    return SplineBin(*(select(part, index) for part in bins))
