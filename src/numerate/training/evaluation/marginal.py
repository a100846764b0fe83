"""The marginal law of numbers: how often each occurs, whatever the text around it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from numerate.distributions import exponent_of
from numerate.distributions.numeric import leading_digits

Values = npt.NDArray[np.float64]

_DIGITS = 3
_WEIGHTS = (0.001, 0.009, 0.09, 0.9)
"""Weights of the frequencies by 0, 1, 2 and 3 leading digits, so that no number is impossible."""
_EXPONENTS = 24
_LOWEST = -7


class Marginal:
    """A density over ln y, from the frequencies of the exponent and the leading digits of numbers."""

    def __init__(self, numbers: Values) -> None:
        exponent, leading = _split(numbers[numbers > 0])
        counts = np.zeros((_EXPONENTS, 10**_DIGITS))
        np.add.at(counts, (exponent, leading), 1.0)
        self._log_density = np.log(_smoothed(counts / max(counts.sum(), 1))) - _log_widths()

    def log_density(self, values: Values) -> Values:
        """Return the log density over ln y of positive values; NaN stays NaN."""
        known = np.isfinite(values) & (values > 0)
        exponent, leading = _split(np.where(known, values, 1.0))
        density: Values = np.where(known, self._log_density[exponent, leading], np.nan)
        return density


def _split(values: Values) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the row of each value's exponent, at the ends of the table if beyond, and its leading digits."""
    exponent = exponent_of(values)
    leading = np.asarray(leading_digits(values, exponent, _DIGITS))
    return np.clip(exponent - _LOWEST, 0, _EXPONENTS - 1), leading


def _smoothed(share: Values) -> Values:
    """Spread a part of each frequency over the cells with the same first digits."""
    smooth = np.zeros_like(share)
    first = 10 ** (_DIGITS - 1)  # leading digits begin at 100
    for digits, weight in enumerate(_WEIGHTS):
        if digits == 0:
            smooth[:, first:] += weight / (_EXPONENTS * 9 * first)
            continue
        width = 10 ** (_DIGITS - digits)
        group = share.reshape(_EXPONENTS, -1, width).sum(-1, keepdims=True) / width
        smooth += weight * np.broadcast_to(group, (_EXPONENTS, 10**digits, width)).reshape(share.shape)
    return np.maximum(smooth, np.finfo(np.float64).tiny)


def _log_widths() -> Values:
    """Return the log of the width in ln y of each cell [k, k + 1) of leading digits."""
    k = np.maximum(np.arange(10**_DIGITS), 1)
    widths: Values = np.log(np.log1p(1 / k))
    return widths
