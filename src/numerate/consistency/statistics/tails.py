"""Tail probabilities of the normal, t, F and χ² distributions, without scipy, which the base install lacks.

They come from two continued fractions (Lentz's method); the tests compare them with scipy's.
"""

from __future__ import annotations

from collections.abc import Callable
from math import erfc, exp, inf, lgamma, log, log1p, sqrt

_MAX_TERMS = 10_000
_TINY = 1e-300
"""Replaces zero denominators in Lentz's method."""
_TOLERANCE = 1e-15
"""Relative change at which a series or continued fraction has converged."""
_CANCELLATION = 1e-8
"""Ratio below which one minus the fraction would lose digits, so that its complement is used instead."""


def normal(z: float) -> float:
    """Return the two-sided tail probability of the standard normal distribution beyond ±z."""
    return erfc(abs(z) / sqrt(2))


def student(t: float, freedom: float) -> float:
    """Return the two-sided tail probability of Student's t distribution beyond ±t."""
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def fisher(f: float, numerator: float, denominator: float) -> float:
    """Return the upper tail probability of F with degrees of freedom of numerator and denominator."""
    at = numerator * f
    if at < _CANCELLATION * denominator:
        return 1 - _incomplete_beta(numerator / 2, denominator / 2, at / (denominator + at))
    return _incomplete_beta(denominator / 2, numerator / 2, denominator / (denominator + at))


def chi_squared(x: float, freedom: float) -> float:
    """Return the upper tail probability of the χ² distribution."""
    shape, at = freedom / 2, x / 2
    if at <= 0:
        return 1.0
    if at == inf:
        return 0.0
    front = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:  # here the series converges faster than the continued fraction
        term = total = 1 / shape
        for n in range(1, _MAX_TERMS):
            term *= at / (shape + n)
            total += term
            if term < total * _TOLERANCE:
                break
        return 1 - front * total
    return front * _fraction(lambda n: -n * (n - shape), lambda n: at + 2 * n + 1 - shape)


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Evaluate the regularised incomplete beta function."""
    if not 0 < x < 1:
        return min(max(x, 0.0), 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a

    def numerator(n: int) -> float:
        m, remainder = divmod(n, 2)
        if remainder:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return front * _fraction(numerator, lambda n: 1.0)


def _fraction(numerator: Callable[[int], float], denominator: Callable[[int], float]) -> float:
    """Evaluate the continued fraction 1 / (d0 + n1 / (d1 + n2 / (d2 + …)))."""
    value = above = denominator(0) or _TINY
    below = 0.0
    for n in range(1, _MAX_TERMS):
        below = 1 / (denominator(n) + numerator(n) * below or _TINY)
        above = denominator(n) + numerator(n) / above or _TINY
        value *= above * below
        if abs(above * below - 1) < _TOLERANCE:
            break
    return 1 / value
