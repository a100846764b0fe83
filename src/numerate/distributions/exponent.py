"""What the families with a discrete exponent share: `y = m·10^(e+1)`, first e, then m given e."""

from __future__ import annotations

import math
from abc import abstractmethod

from numerate.distributions.base import Distribution, Measure
from numerate.distributions.numeric import Array, LocatedValues, Support, log_softmax, pick, select

LN10 = math.log(10)


class ExponentDistribution(Distribution):
    """A categorical class (an exponent, or zero), and a density f over the mantissa m ∈ [0.1, 1) given it.

    Exactly one exponent e holds y, so there is no sum over e:

        log p(y)    = log π_e + log f(m | e) − (e + 1)·ln 10      over y
        log q(ln y) = log π_e + log f(m | e) + ln m               over ln y

    A family adds its fields, `logits` (..., classes) and `support` among them, and what f is.
    """

    logits: Array
    support: Support

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.logits.shape[-1] != self.support.classes:
            raise ValueError(
                f"{type(self).__name__}: logits has {self.logits.shape[-1]} classes, {self.support} has "
                f"{self.support.classes}"
            )

    @abstractmethod
    def _mantissa_log_prob(self, place: LocatedValues) -> Array:
        """Return log f(m | e)."""

    @abstractmethod
    def _mantissa_cdf(self, place: LocatedValues) -> Array:
        """Return F(m | e)."""

    @abstractmethod
    def _value_at(self, p: Array, exponent: Array) -> Array:
        """Return the y of exponent e whose F(m | e) is `p`."""

    @abstractmethod
    def _positive_mode(self, measure: Measure) -> Array:
        """Return the mode, zero left out."""

    def _log_prob(self, y: Array, measure: Measure) -> Array:
        place = self.support.locate(y)
        if measure == "log":
            change = self._xp.log(place.mantissa)
        else:
            change = -LN10 * self._xp.astype(place.exponent + 1, y.dtype)
        return self._score(place, self._mantissa_log_prob(place) + self._cast(change))

    def published_score(self, y: Array | float) -> Array:
        """Score `y` as the authors score DExp, over the mantissa: log π_e + log f(m | e).

        Neither a density over y nor over ln y; only to reproduce their tables.
        """
        place = self.support.locate(self._values(y))
        return self._score(place, self._published_mantissa_score(place))

    def _published_mantissa_score(self, place: LocatedValues) -> Array:
        return self._mantissa_log_prob(place)

    def _score(self, place: LocatedValues, given_class: Array) -> Array:
        xp = self._xp
        log_class = select(log_softmax(self.logits), place.index)
        return xp.where(place.inside, log_class + xp.where(place.zero, 0.0, given_class), -math.inf)

    def _cdf(self, y: Array) -> Array:
        place = self.support.locate(y)
        return self._up_to(place, y, self._mantissa_cdf(place))

    def _up_to(self, place: LocatedValues, y: Array, within: Array) -> Array:
        """Return the probability of all classes below that of y, and of as much `within` it."""
        xp = self._xp
        probability = xp.exp(log_softmax(self.logits))
        share = select(probability, place.index)
        below = select(xp.cumulative_sum(probability, axis=-1), place.index) - share
        inside = below + share * xp.where(place.zero, 1.0, within)
        zero = xp.where(y >= 0, probability[..., 0] * self.support.zero, 0.0)
        return xp.where(place.inside, inside.clip(max=1), xp.where(y < self.support.lower, zero, 1.0))

    def tails(self, y: Array | float) -> tuple[Array, Array]:
        """Return the probability below and above; below zero, which is a point, there is nothing."""
        below, above = super().tails(y)
        return self._xp.where(self._values(y) > 0, below, 0.0), above

    def _quantile(self, p: Array) -> Array:
        xp = self._xp
        index, rest = pick(xp.exp(log_softmax(self.logits)), p)
        zero = (index == 0) & self.support.zero
        order = xp.where(zero, 0, index - self.support.first)
        return xp.where(zero, 0.0, self._value_at(rest, order + self.support.min_exponent))

    @property
    def median_of_likeliest(self) -> Array:
        """The median of the numbers with the likeliest exponent; zero where that is the likeliest class.

        No prediction has a better chance of the right exponent. The authors' ŷ for DExp is of this kind.
        """
        xp = self._xp
        exponent = xp.argmax(self.logits[..., self.support.first :], axis=-1) + self.support.min_exponent
        middle = self._cast(xp.full(tuple(exponent.shape), 0.5, device=self._device))
        return self._zero_where_likeliest(self._value_at(middle, exponent))

    def mode_in(self, measure: Measure) -> Array:
        """Where the density over y (`linear`) or over ln y (`log`) is highest.

        A point mass has no density to compare, so zero is the mode where it is the likeliest class.
        """
        return self._zero_where_likeliest(self._positive_mode(measure))

    def _zero_where_likeliest(self, mode: Array) -> Array:
        if not self.support.zero:
            return mode
        return self._xp.where(self._xp.argmax(self.logits, axis=-1) == 0, 0.0, mode)

    def _given_exponent(self, parameter: Array, exponent: Array) -> Array:
        """Take an array (..., exponents) at the exponents asked for."""
        return select(parameter, exponent - self.support.min_exponent)

    def _log_exponent_density(self, measure: Measure) -> Array:
        """Return what each exponent adds to the log density over m, or over ln m: (..., exponents)."""
        xp = self._xp
        log_class = log_softmax(self.logits)[..., self.support.first :]
        if measure == "log":
            return log_class
        shift = [LN10 * (e + 1) for e in self.support.exponents]
        return log_class - xp.asarray(shift, dtype=log_class.dtype, device=self._device)

    def _highest(self, mantissa: Array, log_density: Array, measure: Measure) -> Array:
        """Return the value of the highest peak, given each exponent's and the log density over m there."""
        xp = self._xp
        change = xp.log(mantissa) if measure == "log" else 0.0
        best = xp.argmax(self._log_exponent_density(measure) + log_density + change, axis=-1)
        return self.support.value(select(mantissa, best), best + self.support.min_exponent)
