"""How often chance alone gives a test statistic at least as large: the tails of four distributions.

Two continued fractions (Lentz's method) serve all four; scipy, which has them too, is no dependency of
reading and checking. Tests compare them with scipy.
"""

from __future__ import annotations

from collections.abc import Callable
from math import erfc, exp, lgamma, log, log1p, sqrt

_TERMS = 10_000
_TINY = 1e-300
_CLOSE = 1e-15
_NEARLY_NONE = 1e-8


def normal(z: float) -> float:
    """Both tails of the normal distribution beyond ±z."""
    return erfc(abs(z) / sqrt(2))


def student(t: float, freedom: float) -> float:
    """Both tails of Student's t distribution beyond ±t."""
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def fisher(f: float, above: float, below: float) -> float:
    """The upper tail of the F distribution with so many degrees of freedom above and below."""
    at = above * f
    if at < _NEARLY_NONE * below:  # so little would be lost beside 1
        return 1 - _incomplete_beta(above / 2, below / 2, at / (below + at))
    return _incomplete_beta(below / 2, above / 2, below / (below + at))


def chi_squared(x: float, freedom: float) -> float:
    """The upper tail of the χ² distribution."""
    shape, at = freedom / 2, x / 2
    if at <= 0:
        return 1.0
    front = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:  # the fraction converges slowly here, the series quickly
        term = total = 1 / shape
        for n in range(1, _TERMS):
            term *= at / (shape + n)
            total += term
            if term < total * _CLOSE:
                break
        return 1 - front * total
    return front * _fraction(lambda n: -n * (n - shape), lambda n: at + 2 * n + 1 - shape)


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if not 0 < x < 1:
        return min(max(x, 0.0), 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a

    def numerator(n: int) -> float:
        m, odd = divmod(n, 2)
        if odd:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return front * _fraction(numerator, lambda n: 1.0)


def _fraction(numerator: Callable[[int], float], denominator: Callable[[int], float]) -> float:
    """1 / (d0 + n1 / (d1 + n2 / (d2 + …)))."""
    value = above = denominator(0) or _TINY
    below = 0.0
    for n in range(1, _TERMS):
        below = 1 / (denominator(n) + numerator(n) * below or _TINY)
        above = denominator(n) + numerator(n) / above or _TINY
        value *= above * below
        if abs(above * below - 1) < _CLOSE:
            break
    return 1 / value
