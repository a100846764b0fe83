"""The range of magnitudes that a model covers, as base-10 exponents."""

from dataclasses import dataclass, field

from numerate.distributions.numeric import Array, exponent_of, leading_digits, namespace_of, power_of_ten


@dataclass(frozen=True)
class LocatedValues:
    """Values split into exponent class and mantissa, as `Support.locate` returns them."""

    value: Array
    """The values; those outside the support are replaced by its lower end, which keeps gradients finite."""
    exponent: Array
    """e, with 10^e ≤ value < 10^(e+1)."""
    index: Array
    """The class of each value; outside the support, that of the lowest exponent."""
    zero: Array
    """Mask of zeros, where the support has a class for them."""
    inside: Array
    """Mask of the values inside the support, zeros included."""
    _leading: dict[int, Array] = field(default_factory=dict, repr=False)

    def leading(self, count: int) -> Array:
        """Return the first `count` digits of each value as one integer; cached."""
        if count not in self._leading:
            self._leading[count] = leading_digits(self.value, self.exponent, count)
        return self._leading[count]

    @property
    def mantissa(self) -> Array:
        """The mantissa m = y / 10^(e+1) in [0.1, 1); 1 occurs only by rounding."""
        xp = namespace_of(self.value)
        m = self.value / xp.astype(power_of_ten(self.exponent + 1), self.value.dtype)
        return m.clip(min=0.1, max=1)


@dataclass(frozen=True)
class Support:
    """Base-10 exponents: exponent e covers [10^e, 10^(e+1)), and y = m·10^(e+1).

    The classes are the exponents in ascending order; with `zero`, class 0 is the number 0.
    """

    min_exponent: int = -1
    max_exponent: int = 15
    """The highest exponent, inclusive."""
    zero: bool = False
    """Whether 0 has a class of its own."""

    def __post_init__(self) -> None:
        if not -100 <= self.min_exponent <= self.max_exponent <= 100:
            raise ValueError(
                f"min_exponent={self.min_exponent} and max_exponent={self.max_exponent}: "
                "need -100 <= min_exponent <= max_exponent <= 100"
            )

    @property
    def exponents(self) -> range:
        """The exponents in ascending order."""
        return range(self.min_exponent, self.max_exponent + 1)

    @property
    def classes(self) -> int:
        """The number of classes, including that of zero."""
        return self.first + len(self.exponents)

    @property
    def first(self) -> int:
        """The class of the lowest exponent: 1 if zero has class 0, else 0."""
        return int(self.zero)

    @property
    def lower(self) -> float:
        """The smallest positive value."""
        return float(f"1e{self.min_exponent}")

    @property
    def upper(self) -> float:
        """The end of the range, exclusive."""
        return float(f"1e{self.max_exponent + 1}")

    def locate(self, y: Array) -> LocatedValues:
        """Find the exponent and class of each value, in the precision of `y`."""
        xp = namespace_of(y)
        exponent = exponent_of(y)
        in_range = (y > 0) & (exponent >= self.min_exponent) & (exponent <= self.max_exponent)
        exponent = xp.where(in_range, exponent, self.min_exponent)
        zero = (y == 0) & self.zero
        index = exponent - self.min_exponent + self.first
        return LocatedValues(
            value=xp.where(in_range, y, self.lower),
            exponent=exponent,
            index=xp.where(zero, 0, index),
            zero=zero,
            inside=in_range | zero,
        )

    def class_of(self, y: Array) -> Array:
        """Return the class of each value; −1 outside the support."""
        xp = namespace_of(y)
        located = self.locate(y)
        return xp.where(located.inside, located.index, -1)

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
"""The range of the default model: 1e-6 to 1e16, and 0."""
