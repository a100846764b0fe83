"""Numeric helpers that the families share, written once for numpy and torch."""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from array_api_compat import array_namespace, device

Array: TypeAlias = Any
"""A `numpy.ndarray` or a `torch.Tensor`, which have no common type."""

_erf_elementwise = np.frompyfunc(math.erf, 1, 1)


def _numpy_namespace() -> Any:
    """Return numpy itself if it has all of the standard that is used here, as from 2.1 on."""
    if hasattr(np, "cumulative_sum"):
        return np
    from array_api_compat import numpy  # a copy that imports all of numpy, for a tenth of a second

    return numpy


_NUMPY = _numpy_namespace()


def namespace_of(x: Array) -> Any:
    """Return the array API namespace of `x`; a shortcut for numpy, as the lookup is on every hot path."""
    return _NUMPY if type(x) is np.ndarray or isinstance(x, np.generic) else array_namespace(x)


# -- Special functions -----------------------------------------------------------------------------------


def erf(x: Array) -> Array:
    """Return the error function: torch's, which is differentiable, or Python's, as numpy has none."""
    xp = namespace_of(x)
    native = getattr(xp, "erf", None)
    return native(x) if native else xp.asarray(_erf_elementwise(x), dtype=x.dtype)


def normal_cdf(x: Array) -> Array:
    """Return Φ(x) of the standard normal."""
    return 0.5 * (1 + erf(x / math.sqrt(2)))


def normal_log_density(x: Array, mean: Array, std: Array) -> Array:
    """Return ln N(x; mean, std)."""
    xp = namespace_of(std)
    return -0.5 * ((x - mean) / std) ** 2 - xp.log(std) - 0.5 * math.log(2 * math.pi)


def logsumexp(x: Array) -> Array:
    """Return ln Σ exp(x) over the last axis."""
    xp = namespace_of(x)
    # numpy reduces a short last axis row by row; over the first axis ten columns take a tenth of the time.
    x = x.transpose(-1, *range(x.ndim - 1)).copy() if isinstance(x, np.ndarray) else xp.moveaxis(x, -1, 0)
    largest = xp.max(x, axis=0)
    return xp.log(xp.sum(xp.exp(x - largest), axis=0)) + largest


def log_softmax(x: Array) -> Array:
    """Return the log probabilities of logits over the last axis."""
    return x - logsumexp(x)[..., None]


def softplus(x: Array) -> Array:
    """Return ln(1 + exp x), without overflow."""
    xp = namespace_of(x)
    return x.clip(min=0) + xp.log1p(xp.exp(-xp.abs(x)))


def sigmoid_between(x: Array, low: float, high: float) -> Array:
    """Return a sigmoid of x, scaled to (low, high)."""
    xp = namespace_of(x)
    return low + (high - low) * 0.5 * (1 + xp.tanh(0.5 * x))


# -- Indexing and searching ------------------------------------------------------------------------------


def select(x: Array, index: Array) -> Array:
    """Return `x[..., index]`, broadcasting the leading axes of `x` and the shape of `index`."""
    xp = namespace_of(x)
    shape = np.broadcast_shapes(tuple(x.shape[:-1]), tuple(index.shape))
    x = x if shape == x.shape[:-1] else xp.broadcast_to(x, (*shape, x.shape[-1]))
    index = index if shape == index.shape else xp.broadcast_to(index, shape)
    return xp.take_along_axis(x, index[..., None], axis=-1)[..., 0]


def select_row(x: Array, index: Array) -> Array:
    """Return `x[..., index, :]`, broadcasting as `select` does."""
    xp = namespace_of(x)
    shape = np.broadcast_shapes(tuple(x.shape[:-2]), tuple(index.shape))
    x = xp.broadcast_to(x, (*shape, *x.shape[-2:]))
    index = xp.broadcast_to(xp.broadcast_to(index, shape)[..., None, None], (*shape, 1, x.shape[-1]))
    return xp.take_along_axis(x, index, axis=-2)[..., 0, :]


def categorical_quantile(probabilities: Array, p: Array) -> tuple[Array, Array]:
    """Invert a categorical cdf: return the class that holds `p`, and the fraction of the class below `p`.

    The fraction is uniform on [0, 1] when `p` is, so it can serve as the quantile within the class.
    """
    xp = namespace_of(probabilities)
    cumulative = xp.cumulative_sum(probabilities, axis=-1)
    index = xp.sum(xp.astype(cumulative <= p[..., None], xp.int64), axis=-1)
    # Rounding may leave the last sum a little below 1.
    index = index.clip(max=probabilities.shape[-1] - 1)
    mass = select(probabilities, index)
    fraction = (p - select(cumulative, index) + mass) / xp.where(mass > 0, mass, 1)
    return index, fraction.clip(min=0, max=1)


def bisect(function: Callable[[Array], Array], target: Array, low: Array, high: Array) -> Array:
    """Return where an increasing function reaches `target` between `low` and `high`, to the last bits."""
    xp = namespace_of(target)
    for _ in range(60):
        middle = 0.5 * (low + high)
        below = function(middle) < target
        low, high = xp.where(below, middle, low), xp.where(below, high, middle)
    return 0.5 * (low + high)


def maximise(function: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """Return the maximum of a function with one peak between `low` and `high`, by ternary search."""
    xp = namespace_of(low)
    for _ in range(40):
        third = (high - low) / 3
        rises = function(low + third) < function(high - third)
        low, high = xp.where(rises, low + third, low), xp.where(rises, high, high - third)
    return 0.5 * (low + high)


# -- Decimals --------------------------------------------------------------------------------------------

_LOWEST, _HIGHEST = -300, 300
_POWERS = np.asarray([float(f"1e{k}") for k in range(_LOWEST, _HIGHEST + 1)])
_POWERS_BY_DEVICE: dict[tuple[str, Any, Any], Array] = {}


def _powers(xp: Any, dtype: Any, device: Any) -> Array:
    """Return the powers of ten on a device; cached, since copying the table would stall a GPU."""
    key = (xp.__name__, dtype, device)
    if key not in _POWERS_BY_DEVICE:
        table = np.minimum(_POWERS, float(xp.finfo(dtype).max))
        _POWERS_BY_DEVICE[key] = xp.asarray(table, dtype=dtype, device=device)
    return _POWERS_BY_DEVICE[key]


def power_of_ten(exponent: Array) -> Array:
    """Return 10^exponent for integers, each the nearest float64."""
    xp = namespace_of(exponent)
    powers = _powers(xp, xp.float64, device(exponent))
    return powers[exponent - _LOWEST]


def exponent_of(y: Array) -> Array:
    """Return ⌊lg y⌋ of positive floats, exact at the powers of ten and just below them.

    Values that are not positive get the lowest exponent of the table, −300.
    """
    xp = namespace_of(y)
    powers = _powers(xp, y.dtype, device(y))
    index = xp.searchsorted(powers, xp.where(y > 0, y, powers[0]), side="right") - 1
    return xp.astype(xp.where(y > 0, index, 0), xp.int64) + _LOWEST


def decimal(digits: Array, scale: Array) -> Array:
    """Return digits · 10^scale for integers, as the nearest float64.

    A negative scale divides by 10^−scale instead of multiplying by the inexact 10^scale: both operands are
    then exact (up to 10^22 and 2^53), so the result is rounded only once.
    """
    xp = namespace_of(digits)
    power = power_of_ten(xp.abs(scale))
    whole = xp.astype(digits, xp.float64)
    return xp.where(scale >= 0, whole * power, whole / power)


def leading_digits(y: Array, exponent: Array, count: int) -> Array:
    """Return the first `count` significant digits of positive floats as one integer: 2900 of 0.29 for 4.

    With `exponent = exponent_of(y)`, `decimal(digits, exponent − count + 1)` is the largest decimal of that
    many digits that is ≤ y.
    """
    xp = namespace_of(y)
    scale = exponent - count + 1
    exact = xp.astype(y, xp.float64)
    power = power_of_ten(xp.abs(scale))
    guess = xp.floor(xp.where(scale >= 0, exact / power, exact * power))
    guess = xp.astype(guess.clip(min=10 ** (count - 1), max=10**count - 1), xp.int64)
    # The guess is off by at most one, where y is the rounded image of a decimal.
    up = xp.astype(decimal(guess + 1, scale), y.dtype) <= y
    down = xp.astype(decimal(guess, scale), y.dtype) > y
    guess = guess + xp.astype(up, xp.int64) - xp.astype(down, xp.int64)
    return guess.clip(min=10 ** (count - 1), max=10**count - 1)


def scientific(y: Array, count: int) -> tuple[Array, Array, Array]:
    """Split values ≥ 0 into d.ddd·10^e: return e (…), `count` digits (…, count), and a mask of the finite.

    Zero has exponent 0 and digits 0; NaN and infinity stand for values that are not given.
    """
    xp = namespace_of(y)
    finite, zero = xp.isfinite(y), y == 0
    positive = xp.where(zero | ~finite, xp.ones_like(y), y)
    exponent = exponent_of(positive)
    figures = xp.where(zero, 0, leading_digits(positive, exponent, count))
    place_values = 10 ** xp.arange(count - 1, -1, -1, device=device(y))
    return exponent, figures[..., None] // place_values % 10, finite
