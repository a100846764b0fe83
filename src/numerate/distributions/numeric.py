"""The few numerical pieces that the families share, written once for numpy and torch."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from array_api_compat import array_namespace, device
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


_LOWEST, _HIGHEST = -300, 300
_POWERS = np.asarray([float(f"1e{k}") for k in range(_LOWEST, _HIGHEST + 1)])
_ON_DEVICE: dict[tuple[str, Any, Any], Array] = {}


def _powers(xp: Any, dtype: Any, device: Any) -> Array:
    """The table where the numbers are: a GPU would wait for it if it were copied there each time."""
    key = (xp.__name__, dtype, device)
    if key not in _ON_DEVICE:
        table = np.minimum(_POWERS, float(xp.finfo(dtype).max))
        _ON_DEVICE[key] = xp.asarray(table, dtype=dtype, device=device)
    return _ON_DEVICE[key]


def power_of_ten(exponent: Array) -> Array:
    """10^exponent for integers, each the float64 nearest to it."""
    xp = namespace_of(exponent)
    powers = _powers(xp, xp.float64, device(exponent))
    return powers[exponent - _LOWEST]


def exponent_of(y: Array) -> Array:
    """⌊lg y⌋ of positive floats, exact at the powers of ten and just below them.

    Anything that is not positive gets the lowest exponent of the table, −300.
    """
    xp = namespace_of(y)
    powers = _powers(xp, y.dtype, device(y))
    index = xp.searchsorted(powers, xp.where(y > 0, y, powers[0]), side="right") - 1
    return xp.astype(xp.where(y > 0, index, 0), xp.int64) + _LOWEST


def decimal(digits: Array, scale: Array) -> Array:
    """Return digits · 10^scale for integers, as the float64 nearest to it.

    Dividing by 10^−scale rather than multiplying by the inexact 10^scale is what makes it the nearest:
    both operands are exact (to 10^22 and 2^53), so the one operation rounds once.
    """
    xp = namespace_of(digits)
    power = power_of_ten(xp.abs(scale))
    whole = xp.astype(digits, xp.float64)
    return xp.where(scale >= 0, whole * power, whole / power)


def leading_digits(y: Array, exponent: Array, count: int) -> Array:
    """Return the first `count` significant digits of positive floats, as one integer: 0.29 has 2900 of 4.

    With `exponent = exponent_of(y)`, `decimal(digits, exponent − count + 1)` is the last such decimal ≤ y.
    """
    xp = namespace_of(y)
    scale = exponent - count + 1
    exact = xp.astype(y, xp.float64)
    power = power_of_ten(xp.abs(scale))
    guess = xp.floor(xp.where(scale >= 0, exact / power, exact * power))
    guess = xp.astype(guess.clip(min=10 ** (count - 1), max=10**count - 1), xp.int64)
    # The guess is off by one at most, where y is the rounded image of a decimal.
    up = xp.astype(decimal(guess + 1, scale), y.dtype) <= y
    down = xp.astype(decimal(guess, scale), y.dtype) > y
    guess = guess + xp.astype(up, xp.int64) - xp.astype(down, xp.int64)
    return guess.clip(min=10 ** (count - 1), max=10**count - 1)


def scientific(y: Array, count: int) -> tuple[Array, Array, Array]:
    """Read values ≥ 0 as d.ddd·10^e: e (…), the first `count` digits (…, count), and which have a value.

    Zero has exponent 0 and digits 0. NaN and infinity are values not given.
    """
    xp = namespace_of(y)
    given, zero = xp.isfinite(y), y == 0
    positive = xp.where(zero | ~given, xp.ones_like(y), y)
    exponent = exponent_of(positive)
    figures = xp.where(zero, 0, leading_digits(positive, exponent, count))
    places = 10 ** xp.arange(count - 1, -1, -1, device=device(y))
    return exponent, figures[..., None] // places % 10, given


@dataclass(frozen=True)
class LocatedValues:
    """Where values lie in a support."""

    value: Array
    """The values; those in no exponent of the support are replaced by its least one, so that whatever is
    computed from them, and its gradient, stays finite."""
    exponent: Array
    """e, with 10^e ≤ value < 10^(e+1)."""
    index: Array
    """The class of each value; that of the least one for those outside."""
    zero: Array
    """Which values are a zero that the support knows."""
    inside: Array
    """Which values lie in the support, zeros among them."""
    _leading: dict[int, Array] = field(default_factory=dict, repr=False)

    def leading(self, count: int) -> Array:
        """The first `count` digits of each value, as one integer; read once."""
        if count not in self._leading:
            self._leading[count] = leading_digits(self.value, self.exponent, count)
        return self._leading[count]

    @property
    def mantissa(self) -> Array:
        """The mantissa m = y / 10^(e+1), in [0.1, 1]; 1 is met only by rounding."""
        xp = namespace_of(self.value)
        m = self.value / xp.astype(power_of_ten(self.exponent + 1), self.value.dtype)
        return m.clip(min=0.1, max=1)


@dataclass(frozen=True)
class Support:
    """The base-10 exponents of a model: exponent e covers [10^e, 10^(e+1)), and y = m·10^(e+1).

    The classes are the exponents in rising order; with `zero` the number 0 is a class of its own before them.
    """

    min_exponent: int = -1
    max_exponent: int = 15
    """The greatest exponent, itself included."""
    zero: bool = False
    """Whether 0 has a class."""

    def __post_init__(self) -> None:
        if not -100 <= self.min_exponent <= self.max_exponent <= 100:
            raise ValueError(
                f"min_exponent={self.min_exponent} and max_exponent={self.max_exponent}: "
                "need -100 <= min_exponent <= max_exponent <= 100"
            )

    @property
    def exponents(self) -> range:
        """The exponents, least first."""
        return range(self.min_exponent, self.max_exponent + 1)

    @property
    def classes(self) -> int:
        """How many classes there are, zero's included."""
        return self.first + len(self.exponents)

    @property
    def first(self) -> int:
        """The class of the least exponent: 1 after zero's, else 0."""
        return int(self.zero)

    @property
    def lower(self) -> float:
        """The least positive value."""
        return float(f"1e{self.min_exponent}")

    @property
    def upper(self) -> float:
        """The first value above the support."""
        return float(f"1e{self.max_exponent + 1}")

    def locate(self, y: Array) -> LocatedValues:
        """Find the exponent and class of each value, in the precision the values came in."""
        xp = namespace_of(y)
        exponent = exponent_of(y)
        ranged = (y > 0) & (exponent >= self.min_exponent) & (exponent <= self.max_exponent)
        exponent = xp.where(ranged, exponent, self.min_exponent)
        zero = (y == 0) & self.zero
        index = exponent - self.min_exponent + self.first
        return LocatedValues(
            value=xp.where(ranged, y, self.lower),
            exponent=exponent,
            index=xp.where(zero, 0, index),
            zero=zero,
            inside=ranged | zero,
        )

    def class_of(self, y: Array) -> Array:
        """Return the class of each value; −1 outside the support."""
        xp = namespace_of(y)
        place = self.locate(y)
        return xp.where(place.inside, place.index, -1)

    def value(self, mantissa: Array, exponent: Array) -> Array:
        """Return y = m·10^(e+1), kept within its exponent where rounding would carry it over an edge."""
        xp = namespace_of(mantissa)
        lower = xp.astype(power_of_ten(exponent), mantissa.dtype)
        upper = xp.astype(power_of_ten(exponent + 1), mantissa.dtype)
        last = xp.nextafter(upper, xp.zeros_like(upper))
        return xp.minimum(xp.maximum(mantissa * upper, lower), last)


PAPER = Support()
"""The paper's range: 0.1 to 1e16."""

SHIPPED = Support(-6, 15, zero=True)
"""The range of the model that ships: 1e-6 to 1e16, and 0."""
