"""The contract of every distribution family, and the support: the magnitudes a model covers."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, get_args

import numpy as np
from array_api_compat import device, to_device

from numerate.distributions.numeric import (
    Array,
    decimal,
    exponent_of,
    leading_digits,
    namespace_of,
    power_of_ten,
)

if TYPE_CHECKING:
    from typing_extensions import Self


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


Measure = Literal["linear", "log"]
"""What a density is over: y itself (`linear`) or ln y (`log`); `q(ln y) = y · p(y)`."""

FAMILIES: dict[str, type[Distribution]] = {}
"""Registry of the families, by their name in a model's configuration."""

CELL_WIDTH = 1e-3
"""Width in ln y that turns a density into the probability of one number: about three written digits."""

SHARED: Mapping[str, Any] = {"axes": None}
"""Metadata of a field whose array is the same for the whole batch."""

_NOT_AN_ARRAY = -1
_FIELDS: dict[type, dict[str, int | None]] = {}
_ROUND_EXPONENTS = np.arange(-6, 16)
"""Exponents among which `likeliest` searches for numbers of two digits: those of `SHIPPED`."""


def per_number(axes: int) -> Mapping[str, Any]:
    """Return the metadata of a field whose array has the batch's shape, followed by `axes` more axes."""
    return {"axes": axes}


class Partition(NamedTuple):
    """The probability of the numbers below a value, of the value's cell (as a logarithm), and above."""

    below: Array
    log_mass: Array
    above: Array


@dataclass(frozen=True, eq=False)
class Distribution(ABC):
    """A batch of distributions over numbers, in numpy or torch.

    Every array begins with the batch's shape, except shared ones. Results have the dtype and namespace of the
    parameters; `y` and `p` broadcast against the batch. Values may be Python numbers or arrays of any
    precision: their decimal exponent and digits are read in the precision in which they are given.

    A concrete family is a frozen dataclass that names itself for configurations, which registers it:
    `class LogLP(Distribution, family="loglp")`.
    """

    has_zero_class: ClassVar[bool] = False
    """Whether the family can give the number 0 a probability of its own."""

    # The keyword cannot be "name", which the metaclass of abstract classes takes for itself in Python 3.10.
    def __init_subclass__(cls, family: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if family is not None:
            FAMILIES[family] = cls

    def __post_init__(self) -> None:
        for name, axes in self._axes().items():
            shape = tuple(getattr(self, name).shape)
            if shape[: len(shape) - axes] != self.batch_shape:
                raise ValueError(
                    f"{type(self).__name__}: {name} has shape {shape}; expected the batch {self.batch_shape} "
                    f"and {axes} more axes"
                )

    # -- Defined by each family --------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def raw_shapes(cls, support: Support) -> dict[str, tuple[int, ...]]:
        """Return the shape of each array that a network has to learn, without batch axes.

        Arrays in `shared()` are learned as parameters; the others are predicted from the text.
        """

    @abstractmethod
    def _log_prob(self, y: Array, measure: Measure) -> Array: ...

    @abstractmethod
    def _cdf(self, y: Array) -> Array: ...

    @abstractmethod
    def _quantile(self, p: Array) -> Array: ...

    @abstractmethod
    def mode_in(self, measure: Measure) -> Array:
        """Return the mode of the density over y (`linear`) or over ln y (`log`)."""

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Build the distribution from a network's unconstrained outputs, named as in `raw_shapes`.

        Arrays that `raw_shapes` does not name are taken as they are: GMM's `mean` and `std`, DExp's `std`.
        """
        return cls.from_parameters(raw, support)

    # -- Derived -----------------------------------------------------------------------------------------

    def log_prob(self, y: Array | float, measure: Measure = "linear") -> Array:
        """Return the log density at `y`, over y or over ln y; −inf outside the support.

        Where the support has a zero, `log_prob(0)` is the log of its point mass, in either measure.
        """
        if measure not in get_args(Measure):
            raise ValueError(f"measure={measure!r}: choose one of {', '.join(get_args(Measure))}")
        return self._log_prob(self._values(y), measure)

    def published_score(self, y: Array | float) -> Array:
        """Score `y` as the paper's authors did; only to reproduce their tables."""
        return self.log_prob(y)

    def training_score(self, y: Array | float) -> Array:
        """Return what training maximises: the log density over ln y, unless a family has its own objective.

        The choice of measure adds a constant to a loss and nothing to its gradient; over ln y, numbers of all
        magnitudes have losses of similar size.
        """
        return self.log_prob(y, measure="log")

    def log_prob_near(self, y: Array | float, width: float) -> Array:
        """Return the log of the mean density over ln y between `y / e^width` and `y · e^width`, for y > 0.

        The density of a digit decoder at a point depends on how precisely numbers are written; averaged over
        a neighbourhood, families can be compared. It is a difference of `cdf`, so far in the tails it is
        dominated by rounding.
        """
        y = self._values(y)
        mass = self._cdf(y * math.exp(width)) - self._cdf(y * math.exp(-width))
        smallest = float(self._xp.finfo(mass.dtype).tiny)
        log_density: Array = self._xp.log(mass.clip(min=smallest)) - math.log(2 * width)
        return log_density

    def cdf(self, y: Array | float) -> Array:
        """Return the probability of a number ≤ `y`."""
        return self._cdf(self._values(y))

    def quantile(self, p: Array | float) -> Array:
        """Return the value with probability `p` at or below it, for p in [0, 1]."""
        return self._quantile(self._cast(self._values(p)))

    def cell(self, y: Array | float) -> tuple[Array, Array]:
        """Return the ends of the cell [first, after) of numbers that the family cannot tell from `y`.

        A density resolves every number, so both ends are `y`; four digits resolve [2016, 2017).
        """
        y = self._values(y)
        return y, y

    def tails(self, y: Array | float) -> tuple[Array, Array]:
        """Return the probability below and above the cell of `y`."""
        first, after = self.cell(y)
        return self.cdf(first), 1 - self.cdf(after)

    def log_mass(self, y: Array | float) -> Array:
        """Return the log probability of the cell of `y`; for a density, of a cell of `CELL_WIDTH`."""
        y = self._values(y)
        return self._log_prob(y, "log") + self._xp.where(y > 0, math.log(CELL_WIDTH), 0.0)

    def partition(self, y: Array | float) -> Partition:
        """Return `tails` and `log_mass` together, which some families compute in one pass."""
        below, above = self.tails(y)
        return Partition(below, self.log_mass(y), above)

    def likeliest(self, count: int) -> tuple[Array, Array]:
        """Return the `count` likeliest numbers of two digits and their probabilities, both (..., count).

        The probability of 12 is that of [12, 13): a density has no sharper notion of a number.
        """
        xp = self._xp
        digits = np.tile(np.arange(10, 100), len(_ROUND_EXPONENTS))
        scale = np.repeat(_ROUND_EXPONENTS, 90) - 1
        numbers, after = (xp.asarray(decimal(digits + i, scale), device=self._device) for i in (0, 1))
        column = self[..., None]
        mass = column.cdf(after) - column.cdf(numbers)
        best = xp.argsort(-mass, axis=-1, stable=True)[..., :count]
        return numbers[best], xp.take_along_axis(mass, best, axis=-1)

    @property
    def median(self) -> Array:
        """The median, which minimises the expected absolute error in lg y."""
        return self.quantile(0.5)

    @property
    def mode(self) -> Array:
        """The mode of the density over ln y."""
        return self.mode_in("log")

    @property
    def published_mode(self) -> Array:
        """The ŷ of the paper's tables: the mode, or the argmax of a latent variable where it has one."""
        return self.mode

    def interval(self, mass: float) -> tuple[Array, Array]:
        """Return the central interval with probability `mass`."""
        return self.quantile((1 - mass) / 2), self.quantile((1 + mass) / 2)

    def sample(self, rng: np.random.Generator, shape: tuple[int, ...] = ()) -> Array:
        """Draw samples of shape `shape + batch_shape`."""
        return self.quantile(rng.random((*shape, *self.batch_shape)))

    # -- Batches and plain arrays ------------------------------------------------------------------------

    def parameters(self) -> dict[str, Array]:
        """Return the arrays that define the distributions, by name; the support is not among them."""
        return {name: getattr(self, name) for name, axes in self._fields().items() if axes != _NOT_AN_ARRAY}

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, Array], support: Support) -> Self:
        """Build the distribution from `parameters()`; families on the whole line ignore the support."""
        names = cls._fields()
        if unknown := set(parameters) - set(names):
            raise ValueError(f"{cls.__name__} has no parameter {', '.join(sorted(unknown))}")
        return cls(**parameters, **({"support": support} if "support" in names else {}))

    def double(self) -> Self:
        """Return the same distributions in float64, for small differences of probabilities."""
        xp = self._xp
        return replace(self, **{name: xp.astype(a, xp.float64) for name, a in self.parameters().items()})

    @classmethod
    def shared(cls) -> frozenset[str]:
        """Return the names of the arrays that are the same for the whole batch."""
        return frozenset(name for name, axes in cls._fields().items() if axes is None)

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The shape of the batch; `()` for a single distribution."""
        axes = next(iter(self._axes().values()))
        return tuple(self._first.shape[: self._first.ndim - axes])

    def __getitem__(self, index: Any) -> Self:
        """Return the distributions at `index` of the batch."""
        index = index if isinstance(index, tuple) else (index,)
        parts = {
            name: getattr(self, name)[(*index, *[slice(None)] * axes)] for name, axes in self._axes().items()
        }
        return replace(self, **parts)

    @classmethod
    def concat(cls, batches: Sequence[Self]) -> Self:
        """Concatenate batches along their first axis; they must have the same shared arrays."""
        first, *others = batches
        if not others:
            return first
        arrays = {name: first._xp.concat([getattr(batch, name) for batch in batches]) for name in cls._axes()}
        return replace(first, **arrays)

    @classmethod
    def _axes(cls) -> dict[str, int]:
        """Return the arrays that differ from number to number, with their axes after those of the batch."""
        return {
            name: axes for name, axes in cls._fields().items() if axes is not None and axes != _NOT_AN_ARRAY
        }

    @classmethod
    def _fields(cls) -> dict[str, int | None]:
        """Return the axes of each field after those of the batch: None if shared, or _NOT_AN_ARRAY.

        Cached, because torch.compile cannot trace `dataclasses.fields`.
        """
        if cls not in _FIELDS:
            _FIELDS[cls] = {f.name: f.metadata.get("axes", _NOT_AN_ARRAY) for f in fields(cls)}
        return _FIELDS[cls]

    @property
    def _first(self) -> Array:
        return getattr(self, next(iter(self._fields())))

    @property
    def _xp(self) -> ModuleType:
        namespace: ModuleType = namespace_of(self._first)
        return namespace

    @property
    def _device(self) -> Any:
        return device(self._first)

    def _values(self, y: Array | float) -> Array:
        """Move values to the parameters' namespace and device; all but float32 become float64."""
        xp = self._xp
        y = y if hasattr(y, "dtype") else np.asarray(y, dtype=np.float64)
        native = namespace_of(y) is xp
        y = to_device(y, self._device) if native else xp.asarray(y, device=self._device)
        return y if y.dtype in (xp.float32, xp.float64) else xp.astype(y, xp.float64)

    def _log(self, y: Array) -> Array:
        """Return ln y, and 0 where y is not positive, which keeps gradients finite."""
        return self._cast(self._xp.log(self._xp.where(y > 0, y, 1.0)))

    def _cast(self, x: Array) -> Array:
        """Convert to the dtype of the parameters."""
        return self._xp.astype(x, self._first.dtype)
