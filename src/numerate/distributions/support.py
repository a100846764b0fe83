"""Which magnitudes a model tells apart."""

from dataclasses import dataclass, field

from .decimals import exponent_of, leading_digits, power_of_ten
from .numeric import Array, namespace_of


@dataclass(frozen=True)
class Place:
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

    def locate(self, y: Array) -> Place:
        """Find the exponent and class of each value, in the precision the values came in."""
        xp = namespace_of(y)
        exponent = exponent_of(y)
        ranged = (y > 0) & (exponent >= self.min_exponent) & (exponent <= self.max_exponent)
        exponent = xp.where(ranged, exponent, self.min_exponent)
        zero = (y == 0) & self.zero
        index = exponent - self.min_exponent + self.first
        return Place(
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
