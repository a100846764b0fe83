"""The decimal writing of floats: exponent, leading digits, and back.

A float is read as the decimal it was rounded from: 0.29 lies a hair below 29/100 in binary, yet its digits
are 2 and 9, and the float just below 1000 has the exponent 2 although its logarithm rounds to 3. So no
logarithm is taken: values are compared with decimals rounded to their own precision, as a parser rounds them.
"""

from typing import Any

import numpy as np
from array_api_compat import device

from .numeric import Array, namespace_of

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
