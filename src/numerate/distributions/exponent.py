"""The common part of the families with a discrete exponent: `y = m·10^(e+1)`, first e, then m given e."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import ClassVar

from numerate.distributions.base import Distribution, LocatedValues, Measure, Support
from numerate.distributions.numeric import Array, categorical_quantile, log_softmax, select

LN10 = math.log(10)


class ExponentDistribution(Distribution):
    """A categorical over the classes of the support, and a density f of the mantissa m ∈ [0.1, 1) given e.

    Exactly one exponent e holds y, so the densities need no sum over e:

        log p(y)    = log π_e + log f(m | e) − (e + 1)·ln 10      over y
        log q(ln y) = log π_e + log f(m | e) + ln m               over ln y

    A family adds its fields, among them `logits` (..., classes) and `support`, and defines f.
    """

    has_zero_class: ClassVar[bool] = True

    logits: Array
    support: Support

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.logits.shape[-1] != self.support.classes:
            raise ValueError(
                f"{type(self).__name__}: logits has {self.logits.shape[-1]} classes, {self.support} has "
                f"{self.support.classes}"
            )

    # -- Defined by each family --------------------------------------------------------------------------

    @abstractmethod
    def _mantissa_log_prob(self, located: LocatedValues) -> Array:
        """Return log f(m | e)."""

    @abstractmethod
    def _mantissa_cdf(self, located: LocatedValues) -> Array:
        """Return F(m | e)."""

    @abstractmethod
    def _value_at(self, p: Array, exponent: Array) -> Array:
        """Return the y of exponent e with F(m | e) = p."""

    @abstractmethod
    def _positive_mode(self, measure: Measure) -> Array:
        """Return the mode of the positive numbers."""

    def _published_mantissa_score(self, located: LocatedValues) -> Array:
        return self._mantissa_log_prob(located)

    # -- Derived -----------------------------------------------------------------------------------------

    def _log_prob(self, y: Array, measure: Measure) -> Array:
        located = self.support.locate(y)
        if measure == "log":
            log_jacobian = self._xp.log(located.mantissa)
        else:
            log_jacobian = -LN10 * self._xp.astype(located.exponent + 1, y.dtype)
        return self._score(located, self._mantissa_log_prob(located) + self._cast(log_jacobian))

    def published_score(self, y: Array | float) -> Array:
        """Score `y` as the authors score DExp, over the mantissa: log π_e + log f(m | e).

        This is a density neither over y nor over ln y; only to reproduce their tables.
        """
        located = self.support.locate(self._values(y))
        return self._score(located, self._published_mantissa_score(located))

    def _score(self, located: LocatedValues, given_class: Array) -> Array:
        """Add the log probability of the class to that of the value given its class."""
        xp = self._xp
        log_class = select(log_softmax(self.logits), located.index)
        return xp.where(located.inside, log_class + xp.where(located.zero, 0.0, given_class), -math.inf)

    def _cdf(self, y: Array) -> Array:
        located = self.support.locate(y)
        return self._cumulative(located, y, self._mantissa_cdf(located))

    def _cumulative(self, located: LocatedValues, y: Array, fraction: Array) -> Array:
        """Return the probability of the classes below that of y, plus `fraction` of its own."""
        xp = self._xp
        probability = xp.exp(log_softmax(self.logits))
        own = select(probability, located.index)
        below = select(xp.cumulative_sum(probability, axis=-1), located.index) - own
        inside = below + own * xp.where(located.zero, 1.0, fraction)
        zero = xp.where(y >= 0, probability[..., 0] * self.support.zero, 0.0)
        return xp.where(located.inside, inside.clip(max=1), xp.where(y < self.support.lower, zero, 1.0))

    def tails(self, y: Array | float) -> tuple[Array, Array]:
        """Return the probability below and above the cell of `y`; below zero there is none."""
        below, above = super().tails(y)
        return self._xp.where(self._values(y) > 0, below, 0.0), above

    def _quantile(self, p: Array) -> Array:
        xp = self._xp
        index, fraction = categorical_quantile(xp.exp(log_softmax(self.logits)), p)
        zero = (index == 0) & self.support.zero
        order = xp.where(zero, 0, index - self.support.first)
        return xp.where(zero, 0.0, self._value_at(fraction, order + self.support.min_exponent))

    @property
    def median_of_likeliest(self) -> Array:
        """The median within the likeliest class, which maximises the probability of the right exponent.

        Zero where that is the likeliest class. The authors' ŷ for DExp is of this kind.
        """
        xp = self._xp
        exponent = self._likeliest_exponent()
        half = self._cast(xp.full(tuple(exponent.shape), 0.5, device=self._device))
        return self._zero_where_likeliest(self._value_at(half, exponent))

    def mode_in(self, measure: Measure) -> Array:
        """Return the mode of the density over y (`linear`) or over ln y (`log`).

        A point mass has no density to compare, so zero is the mode where it is the likeliest class.
        """
        return self._zero_where_likeliest(self._positive_mode(measure))

    def _likeliest_exponent(self) -> Array:
        return self._xp.argmax(self.logits[..., self.support.first :], axis=-1) + self.support.min_exponent

    def _zero_where_likeliest(self, value: Array) -> Array:
        if not self.support.zero:
            return value
        return self._xp.where(self._xp.argmax(self.logits, axis=-1) == 0, 0.0, value)

    def _given_exponent(self, parameter: Array, exponent: Array) -> Array:
        """Select from an array (..., exponents) by exponent."""
        return select(parameter, exponent - self.support.min_exponent)

    def _highest(self, mantissa: Array, log_density: Array, measure: Measure) -> Array:
        """Return the value of the highest peak, given the peak of each exponent and log f(m | e) there."""
        xp = self._xp
        log_class = log_softmax(self.logits)[..., self.support.first :]
        if measure == "log":
            log_jacobian = xp.log(mantissa)
        else:
            shift = [-LN10 * (e + 1) for e in self.support.exponents]
            log_jacobian = xp.asarray(shift, dtype=log_class.dtype, device=self._device)
        best = xp.argmax(log_class + log_density + log_jacobian, axis=-1)
        return self.support.value(select(mantissa, best), best + self.support.min_exponent)
