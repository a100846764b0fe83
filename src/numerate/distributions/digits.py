"""Digit decoder: an exponent, then the leading digits one after the other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from numerate.distributions.base import SHARED, LocatedValues, Measure, Partition, Support, per_number
from numerate.distributions.exponent import LN10, ExponentDistribution
from numerate.distributions.numeric import (
    Array,
    categorical_quantile,
    decimal,
    log_softmax,
    namespace_of,
    select,
)

_MODE_BEAM = 64
"""Beam of the first search for the mode, wide enough where the network is sure of the digits."""
_DISTANCE_WEIGHT = 0.3
"""Weight of the number-token loss, its authors' choice."""
_LIKELIEST_BEAM = 256
"""Beam of the search for the likeliest numbers, unless more of them are requested."""


@dataclass(frozen=True, eq=False)
class Digits(ExponentDistribution, family="digits"):
    """`e ~ Categorical(π)`, then n digits, each given the text, e and the digits before it; uniform below.

        P(d_k | e, d_<k) = softmax(W_k · tanh(c_k + E_k[e] + Σ_{j<k} D_kj[d_j]) + b_k)
        log p(y) = log π_e + Σ_k log P(d_k | e, d_<k) − (e + 1 − n)·ln 10

    The first digit is 1 to 9, the others 0 to 9. A table of all 9·10^(n−1) digit strings would be too large,
    so each number has a context vector c_k per digit, and all numbers share the tables E, D, W and b.

    Numbers with the same n digits, such as [2016, 2017), form a cell.
    """

    logits: Array = field(metadata=per_number(1))
    """Unnormalised log π, (..., classes)."""
    context: Array = field(metadata=per_number(2))
    """c, (..., digits, width)."""
    exponent_table: Array = field(metadata=SHARED)
    """E, (digits, exponents, width)."""
    digit_table: Array = field(metadata=SHARED)
    """D, (pairs, 10, width), with its pairs (k, j) in the order (1, 0), (2, 0), (2, 1), (3, 0), …"""
    output: Array = field(metadata=SHARED)
    """W, (digits, width, 10)."""
    bias: Array = field(metadata=SHARED)
    """b, (digits, 10)."""
    support: Support

    @classmethod
    def raw_shapes(cls, support: Support, digits: int = 4, width: int = 64) -> dict[str, tuple[int, ...]]:
        """Return the shapes of π and c, and of the tables that all numbers share."""
        return {
            "logits": (support.classes,),
            "context": (digits, width),
            "exponent_table": (digits, len(support.exponents), width),
            "digit_table": (digits * (digits - 1) // 2, 10, width),
            "output": (digits, width, 10),
            "bias": (digits, 10),
        }

    @property
    def digits(self) -> int:
        """The number of digits that are predicted."""
        return int(self.bias.shape[0])

    # -- Density and cdf ---------------------------------------------------------------------------------

    def _mantissa_log_prob(self, located: LocatedValues) -> Array:
        if math.prod(self.batch_shape) < math.prod(located.exponent.shape):
            return self._log_prob_by_prefix(located)
        total: Array = self.digits * LN10
        for log_probs, digit in self._digit_steps(located):
            total = total + select(log_probs, digit)
        return total

    def _log_prob_by_prefix(self, located: LocatedValues) -> Array:
        """Return log f(m | e) for many values per distribution, evaluating each distinct prefix once."""
        xp, lowest, count = self._xp, self.support.min_exponent, len(self.support.exponents)
        rows = xp.reshape(xp.arange(math.prod(self.batch_shape), device=self._device), self.batch_shape)
        cell = (rows * count + located.exponent - lowest) * 10**self.digits + located.leading(self.digits)
        cells, inverse = xp.unique_inverse(cell)
        context = xp.reshape(self.context, (-1, *self.context.shape[-2:]))
        total: Array = self.digits * LN10
        for k in range(self.digits):
            remaining = self.digits - k
            prefixes = cells // 10**remaining
            new = xp.diff(prefixes, prepend=prefixes[:1] - 1) != 0
            distinct = prefixes[new]
            row, exponent = distinct // 10**k // count, distinct // 10**k % count + lowest
            log_probs = self._next_digit(k, exponent, distinct % 10**k, context[row, k])
            prefix_of_cell = xp.cumulative_sum(xp.astype(new, xp.int64)) - 1
            total = total + log_probs[prefix_of_cell, cells // 10 ** (remaining - 1) % 10]
        return total[inverse]

    def _mantissa_cdf(self, located: LocatedValues) -> Array:
        _, below, own = self._cell_given_exponent(located)
        return below + own * self._fraction_of_cell(located)

    def _cell_given_exponent(self, located: LocatedValues) -> tuple[Array, Array, Array]:
        """Return log f(m | e), the probability of the lower cells, and that of the value's cell, given e."""
        xp = self._xp
        total: Array = self.digits * LN10
        below: Array = 0.0
        own: Array = 1.0
        for log_probs, digit in self._digit_steps(located):
            log_prob = select(log_probs, digit)
            prob = xp.exp(log_prob)
            total = total + log_prob
            cumulative = select(xp.cumulative_sum(xp.exp(log_probs), axis=-1), digit)
            below = below + own * (cumulative - prob)
            own = own * prob
        return total, below, own

    def _value_at(self, p: Array, exponent: Array) -> Array:
        prefix = self._xp.zeros_like(exponent)
        for k in range(self.digits):
            digit, p = categorical_quantile(self._xp.exp(self._next_digit(k, exponent, prefix)), p)
            prefix = 10 * prefix + digit
        return self.support.value((self._cast(prefix) + p) / 10**self.digits, exponent)

    def _digit_steps(self, located: LocatedValues) -> Iterator[tuple[Array, Array]]:
        """Yield, digit by digit, the log probabilities of the next digit and that digit of each value."""
        leading = located.leading(self.digits)
        for k in range(self.digits):
            remaining = self.digits - k - 1
            prefix = leading // 10 ** (remaining + 1)
            yield self._next_digit(k, located.exponent, prefix), leading // 10**remaining % 10

    def _fraction_of_cell(self, located: LocatedValues) -> Array:
        """Return how far each value lies within its cell, in [0, 1]."""
        xp = self._xp
        first, after = (self._number(located.leading(self.digits) + i, located.exponent) for i in (0, 1))
        fraction = (xp.astype(located.value, xp.float64) - first) / (after - first)
        return self._cast(fraction.clip(min=0, max=1))

    def _number(self, leading: Array, exponent: Array) -> Array:
        """Return the first number with these leading digits, in float64."""
        return decimal(leading, exponent - self.digits + 1)

    def _next_digit(self, k: int, exponent: Array, prefix: Array, context: Array | None = None) -> Array:
        """Return log P(d_k | e, d_<k) for all ten digits.

        prefix: the k digits before, as one integer.
        context: c_k; by default that of the batch.
        """
        xp = self._xp
        context = self.context[..., k, :] if context is None else context
        hidden = context + self.exponent_table[k][exponent - self.support.min_exponent]
        for j in range(k):
            hidden = hidden + self.digit_table[k * (k - 1) // 2 + j][prefix // 10 ** (k - 1 - j) % 10]
        logits = xp.tanh(hidden) @ self.output[k] + self.bias[k]
        if k == 0:
            logits = xp.where(xp.arange(10, device=self._device) == 0, -math.inf, logits)
        return log_softmax(logits)

    # -- Cells -------------------------------------------------------------------------------------------

    def cell(self, y: Array | float) -> tuple[Array, Array]:
        """Return the first number with the leading digits of `y`, and the first with the next ones."""
        xp = self._xp
        y = self._values(y)
        located = self.support.locate(y)
        positive = located.inside & ~located.zero
        exact = xp.astype(y, xp.float64)
        leading = located.leading(self.digits)
        first, after = (self._number(leading + i, located.exponent) for i in (0, 1))
        return xp.where(positive, first, exact), xp.where(positive, after, exact)

    def log_mass(self, y: Array | float) -> Array:
        """Return the log probability of the numbers with the leading digits of `y`."""
        located = self.support.locate(self._values(y))
        return self._log_mass(located, self._mantissa_log_prob(located))

    def _log_mass(self, located: LocatedValues, log_density: Array) -> Array:
        xp = self._xp
        score = self._score(located, log_density + self._cast(xp.log(located.mantissa)))
        width = xp.log1p(1 / xp.astype(located.leading(self.digits), xp.float64))
        return score + xp.where(located.zero, 0.0, xp.log(width))

    def tails(self, y: Array | float) -> tuple[Array, Array]:
        """Return the probability below and above the numbers with the leading digits of `y`."""
        below, _, above = self.partition(y)
        return below, above

    def partition(self, y: Array | float) -> Partition:
        """Return `tails` and `log_mass` in one pass over the digits."""
        xp = self._xp
        y = self._values(y)
        located = self.support.locate(y)
        log_density, below, own = self._cell_given_exponent(located)
        first, after = self._cumulative(located, y, xp.stack([below, below + own]))
        return Partition(xp.where(y > 0, first, 0.0), self._log_mass(located, log_density), 1 - after)

    # -- Search for the best digit strings ---------------------------------------------------------------

    def likeliest(self, count: int) -> tuple[Array, Array]:
        """Return the likeliest digit strings, each as its first number, and their probabilities.

        Most numbers in text have few digits, so the likeliest string beginning with 12 is 1200, that is 12.
        """
        xp = self._xp
        numbers, log_probs, _ = self._search("cell", beam=max(_LIKELIEST_BEAM, count))
        if self.support.zero:
            zero = log_softmax(self.logits)[..., :1]
            numbers = xp.concat([xp.zeros_like(zero), numbers], axis=-1)
            log_probs = xp.concat([zero, log_probs], axis=-1)
        best = xp.argsort(-log_probs, axis=-1, stable=True)[..., :count]
        return tuple(xp.take_along_axis(x, best, axis=-1) for x in (numbers, xp.exp(log_probs)))

    def _positive_mode(self, measure: Measure, beam: int = _MODE_BEAM) -> Array:
        """Return the first number of the cell with the highest density, P / width in y or in ln y.

        Over y the density is constant within a cell; over ln y it rises by at most one part in 10^(n−1).

        The search uses a beam. Where a pruned prefix might have been better, as only in flat distributions, a
        second one keeps every prefix whose bound exceeds the best density of the first.
        """
        xp = self._xp
        numbers, heights, pruned = self._search(measure, beam)
        best, height, pruned = (xp.reshape(x, (-1,)) for x in (numbers[..., 0], heights[..., 0], pruned))
        # Found in one step, since a comparison of each number would wait for the device each time.
        for i in xp.nonzero(height < pruned)[0].tolist():
            index = np.unravel_index(i, self.batch_shape)
            best[i] = self[tuple(map(int, index))]._search(measure, floor=height[i])[0][0]
        return xp.reshape(best, self.batch_shape)

    def _search(
        self, measure: Measure | Literal["cell"], beam: float = math.inf, floor: Array | float = -math.inf
    ) -> tuple[Array, Array, Array]:
        """Extend prefixes digit by digit, keeping the `beam` best ones whose bound reaches `floor`.

        The bound of a prefix is its log density if the narrowest of its cells had all of its probability; for
        the measure "cell", its log probability. Return the numbers by descending log density, these log
        densities, and the highest bound that was pruned.
        """
        xp = self._xp
        column = self[..., None]
        exponents = xp.arange(len(self.support.exponents), device=self._device) + self.support.min_exponent
        log_prob = log_softmax(self.logits)[..., self.support.first :]
        exponent = xp.broadcast_to(exponents, tuple(log_prob.shape))
        prefix = xp.zeros_like(exponent)
        pruned = xp.full_like(log_prob[..., 0], -math.inf)
        for k in range(self.digits + 1):
            bounds = log_prob - self._log_narrowest(k, exponent, prefix, measure)
            order = xp.argsort(-bounds, axis=-1, stable=True)
            bounds, log_prob, exponent, prefix = (
                xp.take_along_axis(x, order, axis=-1) for x in (bounds, log_prob, exponent, prefix)
            )
            if k == self.digits:
                break
            kept = int(min(beam, xp.max(xp.sum(xp.astype(bounds >= floor, xp.int64), axis=-1))))
            if kept < bounds.shape[-1]:
                pruned = xp.maximum(pruned, bounds[..., kept])
                log_prob, exponent, prefix = (x[..., :kept] for x in (log_prob, exponent, prefix))
            log_prob = log_prob[..., None] + column._next_digit(k, exponent, prefix)
            exponent = xp.broadcast_to(exponent[..., None], tuple(log_prob.shape))
            prefix = 10 * prefix[..., None] + xp.arange(10, device=self._device)
            log_prob, exponent, prefix = (
                xp.reshape(x, (*self.batch_shape, -1)) for x in (log_prob, exponent, prefix)
            )
        return self._cast(self._number(prefix, exponent)), bounds, pruned

    def _log_narrowest(
        self, k: int, exponent: Array, prefix: Array, measure: Measure | Literal["cell"]
    ) -> Array | float:
        """Return the log width of the narrowest cell under a prefix of k digits; 0 for "cell"."""
        xp = self._xp
        if measure == "cell":
            return 0.0
        if measure == "linear":
            return LN10 * self._cast(exponent - self.digits + 1)
        last = self._cast((prefix + 1) * 10 ** (self.digits - k) - 1)
        # The clip only matters for the impossible first digit 0.
        return xp.log(xp.log1p(1 / last.clip(min=1)))


@dataclass(frozen=True, eq=False)
class DistanceDigits(Digits, family="digits-distance"):
    """The digit decoder trained also by the number-token loss: how far digits are from the true ones.

    A decoder's likelihood counts 3 for 2 as wrong as 9 for 2; this adds the expected distance of the exponent
    and of each digit, given the true digits before it (Zausinger et al. 2025, with the Wasserstein distance).
    """

    def training_score(self, y: Array | float) -> Array:
        """Return the log density over ln y, less the weighted distances."""
        xp = self._xp
        located = self.support.locate(self._values(y))
        classes = xp.arange(self.support.classes, device=self._device)
        distance = _expected_distance(log_softmax(self.logits), classes, located.index)
        for log_probs, digit in self._digit_steps(located):
            distance = distance + _expected_distance(log_probs, xp.arange(10, device=self._device), digit)
        return self.log_prob(y, measure="log") - _DISTANCE_WEIGHT * distance


def _expected_distance(log_probs: Array, classes: Array, true: Array) -> Array:
    xp = namespace_of(log_probs)
    away = xp.astype(xp.abs(classes - true[..., None]), log_probs.dtype)
    return xp.sum(xp.exp(log_probs) * away, axis=-1)
