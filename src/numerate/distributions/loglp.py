"""Log-Laplace: the logarithm of the number has a Laplace distribution."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, field

from numerate.distributions.base import Distribution, Measure, Support, per_number
from numerate.distributions.numeric import Array


class LogLaplace(Distribution):
    """`b·(ln y − l) ~ Laplace(0, 1)` with location l and inverse scale b, over all y > 0.

        log p(y) = −b·|ln y − l| − ln 2 + ln b − ln y

    LogLP and FlowLP are two parametrisations of l and b.
    """

    @abstractmethod
    def _location(self) -> Array:
        """Return l, the median of ln y."""

    @abstractmethod
    def _inverse_scale(self) -> Array:
        """Return b."""

    def _log_prob(self, y: Array, measure: Measure) -> Array:
        xp = self._xp
        log_y = self._log(y)
        b = self._inverse_scale()
        log_prob = -xp.abs(b * (log_y - self._location())) - math.log(2) + xp.log(b)
        return xp.where(y > 0, log_prob if measure == "log" else log_prob - log_y, -math.inf)

    def _cdf(self, y: Array) -> Array:
        xp = self._xp
        z = self._inverse_scale() * (self._log(y) - self._location())
        tail = 0.5 * xp.exp(-xp.abs(z))
        return xp.where(y > 0, xp.where(z < 0, tail, 1 - tail), 0.0)

    def _quantile(self, p: Array) -> Array:
        xp = self._xp
        tail = 2 * xp.minimum(p, 1 - p)
        z = xp.where(tail > 0, xp.log(xp.where(tail > 0, tail, 1.0)), -math.inf)
        z = xp.where(p < 0.5, z, -z)
        return xp.exp(self._location() + z / self._inverse_scale())

    def mode_in(self, measure: Measure) -> Array:
        """Return exp(l); over y, 0 where b < 1, since p(y) ~ y^(b−1) is unbounded there.

        For b = 1 the density over y is constant from 0 to exp(l), and exp(l) is returned.
        """
        xp = self._xp
        peak = xp.exp(self._location())
        return peak if measure == "log" else xp.where(self._inverse_scale() < 1, 0.0, peak)


@dataclass(frozen=True, eq=False)
class LogLP(LogLaplace, family="loglp"):
    """The paper's LogLP: `z = ln y ~ Laplace(μ, 1)`.

        log p(y) = −|ln y − μ| − ln 2 − ln y

    It covers every y > 0, whatever the support.
    """

    location: Array = field(metadata=per_number(0))
    """μ, (...)."""

    @classmethod
    def raw_shapes(cls, support: Support) -> dict[str, tuple[int, ...]]:
        """Return the shape of μ."""
        return {"location": ()}

    def _location(self) -> Array:
        return self.location

    def _inverse_scale(self) -> Array:
        return self._xp.ones_like(self.location)
