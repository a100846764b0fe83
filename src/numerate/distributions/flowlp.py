"""Log-Laplace after a learned affine transformation of ln y."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from numerate.distributions.base import Support, per_number
from numerate.distributions.loglp import LogLaplace
from numerate.distributions.numeric import Array, sigmoid_between

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True, eq=False)
class FlowLP(LogLaplace, family="flowlp"):
    """The paper's FlowLP: `z = a + b·ln(c·y) ~ Laplace(μ, 1)`.

        log p(y) = −|a + b·ln(c·y) − μ| − ln 2 + ln b − ln y

    This is the log-Laplace with location (μ − a)/b − ln c and scale 1/b.
    """

    location: Array = field(metadata=per_number(0))
    """μ, (...)."""
    shift: Array = field(metadata=per_number(0))
    """a, (...)."""
    slope: Array = field(metadata=per_number(0))
    """b > 0, (...)."""
    scale: Array = field(metadata=per_number(0))
    """c > 0, (...)."""

    @classmethod
    def raw_shapes(cls, support: Support) -> dict[str, tuple[int, ...]]:
        """Return the shapes of μ, a, b and c."""
        return {"location": (), "shift": (), "slope": (), "scale": ()}

    @classmethod
    def from_raw(cls, raw: Mapping[str, Array], support: Support) -> Self:
        """Scale slope and scale to (0.1, 10) by a sigmoid, as in the paper."""
        slope, scale = (sigmoid_between(raw[name], 0.1, 10.0) for name in ("slope", "scale"))
        return cls(raw["location"], raw["shift"], slope, scale)

    def _location(self) -> Array:
        return (self.location - self.shift) / self.slope - self._xp.log(self.scale)

    def _inverse_scale(self) -> Array:
        return self.slope
