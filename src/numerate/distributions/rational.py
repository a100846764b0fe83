"""Monotone rational-quadratic splines, after Durkan et al. 2019, Neural Spline Flows."""

from __future__ import annotations

from typing import NamedTuple

from .numeric import Array, namespace_of, select


class Piece(NamedTuple):
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

    def pieces(self) -> Piece:
        """Return every piece, along the last axis."""
        xp = namespace_of(self.widths)
        left = xp.cumulative_sum(self.widths, axis=-1) - self.widths
        bottom = xp.cumulative_sum(self.heights, axis=-1) - self.heights
        return Piece(left, self.widths, bottom, self.heights, self.slopes[..., :-1], self.slopes[..., 1:])

    def piece_over(self, x: Array) -> Piece:
        """Return the piece whose width holds x."""
        pieces = self.pieces()
        return _choose(pieces, pieces.left, x)

    def piece_reaching(self, value: Array) -> Piece:
        """Return the piece whose height holds a value of F."""
        pieces = self.pieces()
        return _choose(pieces, pieces.bottom, value)


def _choose(pieces: Piece, starts: Array, x: Array) -> Piece:
    """Take the last piece that starts at or before x."""
    xp = namespace_of(starts)
    index = xp.sum(xp.astype(starts[..., 1:] <= x[..., None], xp.int64), axis=-1)
    return Piece(*(select(part, index) for part in pieces))
