"""Discrete exponent with a monotone rational-quadratic spline over the mantissa of each exponent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from numerate.distributions.base import Measure, per_number
from numerate.distributions.exponent import LN10, ExponentDistribution
from numerate.distributions.numeric import (
    Array,
    LocatedValues,
    Support,
    log_softmax,
    maximise,
    namespace_of,
    select,
    select_row,
    softplus,
)

if TYPE_CHECKING:
    from typing_extensions import Self

LEAST = 1e-3
"""The least width, height and slope that a network can ask for."""


@dataclass(frozen=True, eq=False)
class ExpSpline(ExponentDistribution):
    """`e ~ Categorical(π)`, and the cdf F_e of `t = lg y − e ∈ [0, 1)` is a rational-quadratic spline.

        log q(ln y) = log π_e + log F_e'(t) − ln ln 10
        log p(y)    = log q(ln y) − ln y

    The spline runs from (0, 0) to (1, 1) through knots at the sums of `widths` and `heights`, with the given
    slopes at the knots. As F_e is the spline itself, its quantiles need no search. The coordinate is lg y and
    not m because a straight spline then spreads an exponent evenly over ln y, which is how numbers in text
    roughly lie, and because one shape then means the same at every magnitude.
    """

    logits: Array = field(metadata=per_number(1))
    """Unnormalised log π, (..., classes)."""
    widths: Array = field(metadata=per_number(2))
    """The bins along t, (..., exponents, bins); positive, with the sum 1."""
    heights: Array = field(metadata=per_number(2))
    """The probabilities of the bins, likewise."""
    slopes: Array = field(metadata=per_number(2))
    """F' at the knots, both ends included, (..., exponents, bins + 1); positive."""
    support: Support

    @classmethod
    def raw_shapes(cls, support: Support, bins: int = 8) -> dict[str, tuple[int, ...]]:
        """Ask for π, and for a spline of `bins` bins for every exponent."""
        splines = {name: (len(support.exponents), bins) for name in ("widths", "heights")}
        return {"logits": (support.classes,), **splines, "slopes": (len(support.exponents), bins + 1)}

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Make bins by a softmax and slopes by a softplus; zeros everywhere give the straight spline."""
        straight = math.log(math.expm1(1 - LEAST))
        slopes = LEAST + softplus(raw["slopes"] + straight)
        return cls(raw["logits"], _shares(raw["widths"]), _shares(raw["heights"]), slopes, support)

    def _mantissa_log_prob(self, place: LocatedValues) -> Array:
        piece, fraction = self._piece_over(place)
        return piece.log_slope(fraction) - self._cast(self._xp.log(place.mantissa)) - math.log(LN10)

    def _mantissa_cdf(self, place: LocatedValues) -> Array:
        piece, fraction = self._piece_over(place)
        return piece.value(fraction)

    def _value_at(self, p: Array, exponent: Array) -> Array:
        piece = self._spline(exponent).piece_reaching(p)
        t = piece.left + piece.width * piece.fraction(p)
        return self.support.value(10 ** (t - 1), exponent)

    def _piece_over(self, place: LocatedValues) -> tuple[SplineBin, Array]:
        """Return the piece of the spline over each value, and how far into the piece it lies."""
        xp = self._xp
        t = self._cast((xp.log10(place.mantissa) + 1).clip(min=0, max=1))
        piece = self._spline(place.exponent).piece_over(t)
        return piece, ((t - piece.left) / piece.width).clip(min=0, max=1)

    def _spline(self, exponent: Array) -> Spline:
        order = exponent - self.support.min_exponent
        return Spline(*(select_row(x, order) for x in (self.widths, self.heights, self.slopes)))

    def _positive_mode(self, measure: Measure) -> Array:
        """Look along a grid over every piece of every exponent, then narrow down around the best."""
        xp = self._xp
        # Over y the density is F'·10^(−t), over ln y it is F', each but for what an exponent has in common.
        tilt = LN10 if measure == "linear" else 0.0

        def height(piece: SplineBin, fraction: Array) -> Array:
            return piece.log_slope(fraction) - tilt * (piece.left + piece.width * fraction)

        pieces = Spline(self.widths, self.heights, self.slopes).pieces()
        grid = xp.linspace(0, 1, _GRID, dtype=self.logits.dtype, device=self._device)
        looks = height(SplineBin(*(part[..., None] for part in pieces)), grid)
        best = xp.argmax(xp.max(looks, axis=-1), axis=-1)
        piece = SplineBin(*(select(part, best) for part in pieces))
        peak = select(grid, xp.argmax(select_row(looks, best), axis=-1))
        low, high = ((peak + step).clip(min=0, max=1) for step in (-1 / _GRID, 1 / _GRID))
        peak = maximise(lambda fraction: height(piece, fraction), low, high)
        m = 10 ** (piece.left + piece.width * peak - 1)
        return self._highest(m, piece.log_slope(peak) - xp.log(m) - math.log(LN10), measure)


_GRID = 33
"""How many looks the mode takes along one piece."""


def _shares(raw: Array) -> Array:
    """Turn raw bins into shares of 1, none below the least."""
    xp = namespace_of(raw)
    return LEAST + (1 - LEAST * raw.shape[-1]) * xp.exp(log_softmax(raw))


class SplineBin(NamedTuple):
    """A rational quadratic between two knots, or an array of them.

    With s = height / width, δ the slopes at the knots and θ ∈ [0, 1] the fraction of the width:

        F(θ) = bottom + height · (s·θ² + δ_0·θ(1 − θ)) / (s + (δ_0 + δ_1 − 2s)·θ(1 − θ))

    It rises from knot to knot whenever the slopes are positive.
    """

    left: Array
    width: Array
    bottom: Array
    height: Array
    slope_left: Array
    slope_right: Array

    def value(self, fraction: Array) -> Array:
        """Compute F at a fraction of the width."""
        steepness, _, denominator = self._terms(fraction)
        numerator = steepness * fraction**2 + self.slope_left * fraction * (1 - fraction)
        return self.bottom + self.height * numerator / denominator

    def log_slope(self, fraction: Array) -> Array:
        """Compute ln F' at a fraction of the width."""
        xp = namespace_of(self.width)
        steepness, _, denominator = self._terms(fraction)
        rest = 1 - fraction
        numerator = (
            self.slope_right * fraction**2 + 2 * steepness * fraction * rest + self.slope_left * rest**2
        )
        return 2 * xp.log(steepness) + xp.log(numerator) - 2 * xp.log(denominator)

    def fraction(self, value: Array) -> Array:
        """Solve F(θ) = value, whose root in [0, 1] is taken in the form that does not cancel."""
        xp = namespace_of(self.width)
        steepness, bend, _ = self._terms(self.width * 0)
        risen = value - self.bottom
        a = self.height * (steepness - self.slope_left) + risen * bend
        b = self.height * self.slope_left - risen * bend
        c = -steepness * risen
        sum_of_both = xp.abs(b) + xp.sqrt((b**2 - 4 * a * c).clip(min=0))
        falls = b < 0  # and then a > 0, since the quadratic is at least 0 at θ = 1
        root = xp.where(falls, sum_of_both, -2 * c) / xp.where(falls, 2 * a, sum_of_both)
        return root.clip(min=0, max=1)

    def _terms(self, fraction: Array) -> tuple[Array, Array, Array]:
        """Compute s, δ_0 + δ_1 − 2s, and the denominator."""
        steepness = self.height / self.width
        bend = self.slope_left + self.slope_right - 2 * steepness
        return steepness, bend, steepness + bend * fraction * (1 - fraction)


class Spline(NamedTuple):
    """Pieces end to end from (0, 0), along the last axis: k widths and heights, k + 1 slopes at the knots."""

    widths: Array
    heights: Array
    slopes: Array

    def pieces(self) -> SplineBin:
        """Return every piece, along the last axis."""
        xp = namespace_of(self.widths)
        left = xp.cumulative_sum(self.widths, axis=-1) - self.widths
        bottom = xp.cumulative_sum(self.heights, axis=-1) - self.heights
        return SplineBin(left, self.widths, bottom, self.heights, self.slopes[..., :-1], self.slopes[..., 1:])

    def piece_over(self, x: Array) -> SplineBin:
        """Return the piece whose width holds x."""
        pieces = self.pieces()
        return _choose(pieces, pieces.left, x)

    def piece_reaching(self, value: Array) -> SplineBin:
        """Return the piece whose height holds a value of F."""
        pieces = self.pieces()
        return _choose(pieces, pieces.bottom, value)


def _choose(pieces: SplineBin, starts: Array, x: Array) -> SplineBin:
    """Take the last piece that starts at or before x."""
    xp = namespace_of(starts)
    index = xp.sum(xp.astype(starts[..., 1:] <= x[..., None], xp.int64), axis=-1)
    return SplineBin(*(select(part, index) for part in pieces))
