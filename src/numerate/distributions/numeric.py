"""The few numerical pieces that the families share, written once for numpy and torch."""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from array_api_compat import array_namespace
from array_api_compat import numpy as numpy_namespace

Array: TypeAlias = Any
"""A `numpy.ndarray` or a `torch.Tensor`; there is no common type to name."""

_erf_elementwise = np.frompyfunc(math.erf, 1, 1)


def namespace_of(x: Array) -> Any:
    """The functions for an array, which every step asks for: so those of numpy are not searched for."""
    return numpy_namespace if type(x) is np.ndarray else array_namespace(x)


def erf(x: Array) -> Array:
    """Compute the error function: torch brings one that differentiates, for numpy Python's serves."""
    xp = namespace_of(x)
    native = getattr(xp, "erf", None)
    return native(x) if native else xp.asarray(_erf_elementwise(x), dtype=x.dtype)


def normal_cdf(x: Array) -> Array:
    """Φ(x) of the standard normal."""
    return 0.5 * (1 + erf(x / math.sqrt(2)))


def normal_log_density(x: Array, mean: Array, std: Array) -> Array:
    """Compute ln N(x; mean, std)."""
    xp = namespace_of(std)
    return -0.5 * ((x - mean) / std) ** 2 - xp.log(std) - 0.5 * math.log(2 * math.pi)


def logsumexp(x: Array) -> Array:
    """Compute ln Σ exp(x) over the last axis."""
    xp = namespace_of(x)
    # numpy goes through a short last axis row by row; ten columns it takes ten times as fast.
    x = x.transpose(-1, *range(x.ndim - 1)).copy() if isinstance(x, np.ndarray) else xp.moveaxis(x, -1, 0)
    top = xp.max(x, axis=0)
    return xp.log(xp.sum(xp.exp(x - top), axis=0)) + top


def log_softmax(x: Array) -> Array:
    """Logits to log probabilities, over the last axis."""
    return x - logsumexp(x)[..., None]


def softplus(x: Array) -> Array:
    """Compute ln(1 + exp x), without overflow."""
    xp = namespace_of(x)
    return x.clip(min=0) + xp.log1p(xp.exp(-xp.abs(x)))


def sigmoid_between(x: Array, low: float, high: float) -> Array:
    """Squeeze into (low, high) by a scaled sigmoid."""
    xp = namespace_of(x)
    return low + (high - low) * 0.5 * (1 + xp.tanh(0.5 * x))


def select(x: Array, index: Array) -> Array:
    """`x[..., index]`, the leading axes of `x` and the shape of `index` broadcast against each other."""
    xp = namespace_of(x)
    shape = np.broadcast_shapes(tuple(x.shape[:-1]), tuple(index.shape))
    x = x if shape == x.shape[:-1] else xp.broadcast_to(x, (*shape, x.shape[-1]))
    index = index if shape == index.shape else xp.broadcast_to(index, shape)
    return xp.take_along_axis(x, index[..., None], axis=-1)[..., 0]


def select_row(x: Array, index: Array) -> Array:
    """`x[..., index, :]`, likewise."""
    xp = namespace_of(x)
    shape = np.broadcast_shapes(tuple(x.shape[:-2]), tuple(index.shape))
    x = xp.broadcast_to(x, (*shape, *x.shape[-2:]))
    index = xp.broadcast_to(xp.broadcast_to(index, shape)[..., None, None], (*shape, 1, x.shape[-1]))
    return xp.take_along_axis(x, index, axis=-2)[..., 0, :]


def pick(probabilities: Array, p: Array) -> tuple[Array, Array]:
    """Invert a discrete cdf: the index whose share of [0, 1] holds `p`, and where in that share `p` lies.

    The second result is uniform on [0, 1] when `p` is, so it can be handed down to what the index stands for.
    """
    xp = namespace_of(probabilities)
    cumulative = xp.cumulative_sum(probabilities, axis=-1)
    index = xp.sum(xp.astype(cumulative <= p[..., None], xp.int64), axis=-1)
    # Rounding may leave the last sum a little below 1.
    index = index.clip(max=probabilities.shape[-1] - 1)
    share = select(probabilities, index)
    rest = (p - select(cumulative, index) + share) / xp.where(share > 0, share, 1)
    return index, rest.clip(min=0, max=1)


def bisect(function: Callable[[Array], Array], target: Array, low: Array, high: Array) -> Array:
    """Find where an increasing function reaches `target` between `low` and `high`, to the last bits."""
    xp = namespace_of(target)
    for _ in range(60):
        middle = 0.5 * (low + high)
        below = function(middle) < target
        low, high = xp.where(below, middle, low), xp.where(below, high, middle)
    return 0.5 * (low + high)


def maximise(function: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """Find where a function with one peak between `low` and `high` is highest."""
    xp = namespace_of(low)
    for _ in range(40):
        third = (high - low) / 3
        rises = function(low + third) < function(high - third)
        low, high = xp.where(rises, low + third, low), xp.where(rises, high, high - third)
    return 0.5 * (low + high)
