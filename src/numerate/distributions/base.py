"""The contract that every family of distributions keeps."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
from array_api_compat import device, to_device

from numerate.distributions.numeric import Array, Support, decimal, namespace_of

if TYPE_CHECKING:
    from typing_extensions import Self

Measure = Literal["linear", "log"]
"""What a density is over: `linear` is y itself, `log` is ln y; `q(ln y) = y · p(y)`."""

THREE_DIGITS = 1e-3
"""A density tells all numbers apart; what is written, to about three digits: so far in ln y."""

SHARED: Mapping[str, Any] = {"axes": None}
"""Metadata of a field whose array is the same for the whole batch."""


NO_ARRAY = -1
_ROUND_EXPONENTS = np.arange(-6, 16)
_FIELDS: dict[type, dict[str, int | None]] = {}


def per_number(axes: int) -> Mapping[str, Any]:
    """Return the metadata of a field whose array has the batch's shape, then `axes` more axes."""
    return {"axes": axes}


class Partition(NamedTuple):
    """How probable the numbers are that are like a value, as a logarithm, and those below and above them."""

    below: Array
    log_mass: Array
    above: Array


@dataclass(frozen=True, eq=False)
class Distribution(ABC):
    """What a number may be: a batch of distributions over the numbers, in numpy or in torch.

    Every array has the batch's shape in front (shared ones excepted), answers come in the dtype and namespace
    of the parameters, and `y` and `p` broadcast against the batch. Values may be Python numbers or arrays of
    any precision: their decimal exponent and digits are read in the precision they come in.
    """

    def __post_init__(self) -> None:
        for name, axes in self._axes().items():
            shape = tuple(getattr(self, name).shape)
            if shape[: len(shape) - axes] != self.batch_shape:
                raise ValueError(
                    f"{type(self).__name__}: {name} has shape {shape}; expected the batch {self.batch_shape} "
                    f"and {axes} more axes"
                )

    # -- what each family defines ------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def raw_shapes(cls, support: Support) -> dict[str, tuple[int, ...]]:
        """Say what a network has to give: the shape of each learned array, batch axes left out.

        Those in `shared()` are learned as they are; the others come from the text, one for each number.
        """

    @abstractmethod
    def _log_prob(self, y: Array, measure: Measure) -> Array: ...

    @abstractmethod
    def _cdf(self, y: Array) -> Array: ...

    @abstractmethod
    def _quantile(self, p: Array) -> Array: ...

    @abstractmethod
    def mode_in(self, measure: Measure) -> Array:
        """Where the density over y (`linear`) or over ln y (`log`) is highest."""

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Make the distribution from a network's unconstrained outputs, named as in `raw_shapes`.

        Arrays that `raw_shapes` does not name are taken as they are: GMM's `mean` and `std`, DExp's `std`.
        """
        return cls.from_parameters(raw, support)

    # -- what follows ------------------------------------------------------------------------------------

    def log_prob(self, y: Array | float, measure: Measure = "linear") -> Array:
        """Log density at `y`, over y or over ln y; −inf outside the support.

        Where the support has a zero, `log_prob(0)` is the log of its point mass, in either measure.
        """
        if measure not in get_args(Measure):
            raise ValueError(f"measure={measure!r}: choose one of {', '.join(get_args(Measure))}")
        return self._log_prob(self._values(y), measure)

    def published_score(self, y: Array | float) -> Array:
        """Score `y` as the paper's authors did; only to reproduce their tables."""
        return self.log_prob(y)

    def log_prob_near(self, y: Array | float, width: float) -> Array:
        """Log of the mean density over ln y of the numbers from `y / e^width` to `y · e^width`, for y > 0.

        At a point, a family of digits says as much of how precisely numbers are written as of what they are.
        Near a point, families can be compared. It is a difference of `cdf`, and as exact: far out, where next
        to nothing is left, it is rounding.
        """
        y = self._values(y)
        mass = self._cdf(y * math.exp(width)) - self._cdf(y * math.exp(-width))
        least = float(self._xp.finfo(mass.dtype).tiny)
        near: Array = self._xp.log(mass.clip(min=least)) - math.log(2 * width)
        return near

    def cdf(self, y: Array | float) -> Array:
        """Return the probability of a number ≤ `y`."""
        return self._cdf(self._values(y))

    def quantile(self, p: Array | float) -> Array:
        """Return the value that `p` of the probability lies at or below, for p in [0, 1]."""
        return self._quantile(self._probabilities(p))

    def cell(self, y: Array | float) -> tuple[Array, Array]:
        """Return the first number that is told apart no more from `y`, and the first beyond `y` that is.

        A density tells all numbers apart; a family of digits sees 2016 in all of [2016, 2017).
        """
        y = self._values(y)
        return y, y

    def tails(self, y: Array | float) -> tuple[Array, Array]:
        """Return the probability of the numbers below those like `y`, and of the numbers above them."""
        first, after = self.cell(y)
        return self.cdf(first), 1 - self.cdf(after)

    def log_mass(self, y: Array | float) -> Array:
        """Return the log probability of the numbers like `y`; for a density, to three digits."""
        y = self._values(y)
        return self._log_prob(y, "log") + self._xp.where(y > 0, math.log(THREE_DIGITS), 0.0)

    def partition(self, y: Array | float) -> Partition:
        """Return `tails` and `log_mass` together."""
        below, above = self.tails(y)
        return Partition(below, self.log_mass(y), above)

    def likeliest(self, count: int) -> tuple[Array, Array]:
        """Return the `count` likeliest round numbers and how likely each is, both (..., count).

        12 stands for all of [12, 13): two digits, uncertain as a density is, are round enough.
        """
        xp = self._xp
        digits = np.tile(np.arange(10, 100), len(_ROUND_EXPONENTS))
        scale = np.repeat(_ROUND_EXPONENTS, 90) - 1
        numbers, after = (xp.asarray(decimal(digits + i, scale), device=self._device) for i in (0, 1))
        beside = self[..., None]
        mass = beside.cdf(after) - beside.cdf(numbers)
        best = xp.argsort(mass, axis=-1, descending=True)[..., :count]
        return numbers[best], xp.take_along_axis(mass, best, axis=-1)

    @property
    def median(self) -> Array:
        """The value that half of the probability lies below; what minimises the error in lg y."""
        return self.quantile(0.5)

    @property
    def mode(self) -> Array:
        """Where the density over ln y is highest."""
        return self.mode_in("log")

    @property
    def published_mode(self) -> Array:
        """The ŷ of the paper's tables; the mode, except where the authors take a latent variable's argmax."""
        return self.mode

    def interval(self, mass: float) -> tuple[Array, Array]:
        """Return the central interval that holds `mass` of the probability."""
        return self.quantile((1 - mass) / 2), self.quantile((1 + mass) / 2)

    def sample(self, rng: np.random.Generator, shape: tuple[int, ...] = ()) -> Array:
        """Draw `shape` numbers from each distribution of the batch; the result is `shape + batch_shape`."""
        return self.quantile(rng.random((*shape, *self.batch_shape)))

    # -- plain arrays ------------------------------------------------------------------------------------

    def parameters(self) -> dict[str, Array]:
        """Return the arrays that say everything about the distributions, apart from the support."""
        return {name: getattr(self, name) for name, axes in self._fields().items() if axes != NO_ARRAY}

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, Array], support: Support) -> Self:
        """Make the distribution from what `parameters()` gave; families on the whole line need no support."""
        names = cls._fields()
        if unknown := set(parameters) - set(names):
            raise ValueError(f"{cls.__name__} has no parameter {', '.join(sorted(unknown))}")
        return cls(**parameters, **({"support": support} if "support" in names else {}))

    @classmethod
    def shared(cls) -> frozenset[str]:
        """Name the arrays that are the same for the whole batch."""
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
    def concat(cls, parts: Sequence[Self]) -> Self:
        """One batch of several, which share what is shared, one after the other."""
        first, *others = parts
        if not others:
            return first
        arrays = {name: first._xp.concat([getattr(part, name) for part in parts]) for name in cls._axes()}
        return replace(first, **arrays)

    @classmethod
    def _axes(cls) -> dict[str, int]:
        """Name the arrays that differ from number to number, and how many axes follow those of the batch."""
        return {name: axes for name, axes in cls._fields().items() if axes is not None and axes != NO_ARRAY}

    @classmethod
    def _fields(cls) -> dict[str, int | None]:
        """Name the fields, each with its axes beyond the batch's: None where shared, or NO_ARRAY.

        Looked up once: torch.compile cannot see through `dataclasses.fields`.
        """
        if cls not in _FIELDS:
            _FIELDS[cls] = {f.name: f.metadata.get("axes", NO_ARRAY) for f in fields(cls)}
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
        """Bring values beside the parameters; what is neither float32 nor float64 becomes float64."""
        xp = self._xp
        y = y if hasattr(y, "dtype") else np.asarray(y, dtype=np.float64)
        known = namespace_of(y) is xp
        y = to_device(y, self._device) if known else xp.asarray(y, device=self._device)
        return y if y.dtype in (xp.float32, xp.float64) else xp.astype(y, xp.float64)

    def _probabilities(self, p: Array | float) -> Array:
        return self._cast(self._values(p))

    def _cast(self, x: Array) -> Array:
        """Bring to the precision of the parameters."""
        return self._xp.astype(x, self._first.dtype)
