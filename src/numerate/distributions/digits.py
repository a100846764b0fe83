"""The digit decoder: an exponent, then the leading digits one after the other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from numerate.distributions.base import SHARED, Measure, Partition, per_number
from numerate.distributions.exponent import LN10, ExponentDistribution
from numerate.distributions.numeric import Array, LocatedValues, Support, decimal, log_softmax, pick, select


@dataclass(frozen=True, eq=False)
class Digits(ExponentDistribution):
    """A class, then n digits, each given the text, the exponent and the digits before it; uniform below them.

        P(d_k | e, d_<k) = softmax(W_k · tanh(c_k + E_k[e] + Σ_{j<k} D_kj[d_j]) + b_k)
        log p(y) = log π_e + Σ_k log P(d_k | e, d_<k) − (e + 1 − n)·ln 10

    The first digit is 1 to 9, the others 0 to 9. A table of all 9·10^(n−1) digit strings would be too large,
    so each number brings a context vector c_k per digit, and all numbers share the tables E, D, W and b.
    """

    logits: Array = field(metadata=per_number(1))
    """Unnormalised log π, (..., classes)."""
    context: Array = field(metadata=per_number(2))
    """c, (..., digits, width)."""
    exponent_table: Array = field(metadata=SHARED)
    """E, (digits, exponents, width)."""
    digit_table: Array = field(metadata=SHARED)
    """D, (pairs, 10, width), its pairs (k, j) in the order (1, 0), (2, 0), (2, 1), (3, 0), …"""
    output: Array = field(metadata=SHARED)
    """W, (digits, width, 10)."""
    bias: Array = field(metadata=SHARED)
    """b, (digits, 10)."""
    support: Support

    @classmethod
    def raw_shapes(cls, support: Support, digits: int = 4, width: int = 64) -> dict[str, tuple[int, ...]]:
        """Ask for π and c of each number, and for the tables, which all numbers share."""
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
        """How many digits are predicted."""
        return int(self.bias.shape[0])

    def _mantissa_log_prob(self, place: LocatedValues) -> Array:
        if math.prod(self.batch_shape) < math.prod(place.exponent.shape):
            return self._log_prob_of_many(place)
        total: Array = self.digits * LN10
        for log_probs, digit in self._path(place):
            total = total + select(log_probs, digit)
        return total

    def _log_prob_of_many(self, place: LocatedValues) -> Array:
        """Return log f(m | e) of several numbers each: those that begin alike share the way down."""
        xp, least, count = self._xp, self.support.min_exponent, len(self.support.exponents)
        every = xp.reshape(xp.arange(math.prod(self.batch_shape), device=self._device), self.batch_shape)
        cell = (every * count + place.exponent - least) * 10**self.digits + place.leading(self.digits)
        cells, inverse = xp.unique_inverse(cell)
        context = xp.reshape(self.context, (-1, *self.context.shape[-2:]))
        total: Array = self.digits * LN10
        for k in range(self.digits):
            after = self.digits - k
            beginning = cells // 10**after
            new = xp.diff(beginning, prepend=beginning[:1] - 1) != 0
            distinct = beginning[new]
            which, exponent = distinct // 10**k // count, distinct // 10**k % count + least
            log_probs = self._next_digit(k, exponent, distinct % 10**k, context[which, k])
            shared = xp.cumulative_sum(xp.astype(new, xp.int64)) - 1
            total = total + log_probs[shared, cells // 10 ** (after - 1) % 10]
        return total[inverse]

    def _mantissa_cdf(self, place: LocatedValues) -> Array:
        _, below, here = self._cell_within(place)
        return below + here * self._rest(place)

    def _cell_within(self, place: LocatedValues) -> tuple[Array, Array, Array]:
        """Return log f(m | e), and the probability of the cells below and of the cell itself, given e."""
        xp = self._xp
        total: Array = self.digits * LN10
        below: Array = 0.0
        here: Array = 1.0
        for log_probs, digit in self._path(place):
            log_share = select(log_probs, digit)
            share = xp.exp(log_share)
            total = total + log_share
            up_to = select(xp.cumulative_sum(xp.exp(log_probs), axis=-1), digit)
            below = below + here * (up_to - share)
            here = here * share
        return total, below, here

    def _value_at(self, p: Array, exponent: Array) -> Array:
        prefix = self._xp.zeros_like(exponent)
        for k in range(self.digits):
            digit, p = pick(self._xp.exp(self._next_digit(k, exponent, prefix)), p)
            prefix = 10 * prefix + digit
        return self.support.value((self._cast(prefix) + p) / 10**self.digits, exponent)

    def _path(self, place: LocatedValues) -> Iterator[tuple[Array, Array]]:
        """Walk down the digits of each number: the log probabilities of the next digit, and that digit."""
        leading = place.leading(self.digits)
        for k in range(self.digits):
            after = self.digits - k - 1
            prefix = leading // 10 ** (after + 1)
            yield self._next_digit(k, place.exponent, prefix), leading // 10**after % 10

    def _rest(self, place: LocatedValues) -> Array:
        """Return how far each value lies between its leading digits and the next ones, in [0, 1]."""
        xp = self._xp
        start, stop = (self._number(place.leading(self.digits) + i, place.exponent) for i in (0, 1))
        rest = (xp.astype(place.value, xp.float64) - start) / (stop - start)
        return self._cast(rest.clip(min=0, max=1))

    def _number(self, leading: Array, exponent: Array) -> Array:
        """Return the first number with these leading digits, in float64."""
        return decimal(leading, exponent - self.digits + 1)

    def _next_digit(self, k: int, exponent: Array, prefix: Array, context: Array | None = None) -> Array:
        """Return log P(d_k | e, d_<k) for all ten digits; `prefix` is the k digits before, as one integer.

        context: c_k, where it is not that of the batch.
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

    def mode_in(self, measure: Measure) -> Array:
        """Return the number whose leading digits are the likeliest for their room.

        The cell of numbers with the same n digits, [2016, 2017), has the density P / width, its width taken
        in y or in ln y, and its first number stands for it. Over y that is a mode, as the density is constant
        in a cell; over ln y it still rises within the cell, by one part in 10^(n−1) at most.
        """
        return super().mode_in(measure)

    def _positive_mode(self, measure: Measure) -> Array:
        return self._best_cell(measure, beam=64)

    def cell(self, y: Array | float) -> tuple[Array, Array]:
        """Return the first number with the leading digits of `y`, and the first with the next ones."""
        xp = self._xp
        y = self._values(y)
        place = self.support.locate(y)
        digital = place.inside & ~place.zero
        exact = xp.astype(y, xp.float64)
        leading = place.leading(self.digits)
        first, after = (self._number(leading + i, place.exponent) for i in (0, 1))
        return xp.where(digital, first, exact), xp.where(digital, after, exact)

    def log_mass(self, y: Array | float) -> Array:
        """Return the log probability of the numbers with the leading digits of `y`."""
        place = self.support.locate(self._values(y))
        return self._log_mass(place, self._mantissa_log_prob(place))

    def _log_mass(self, place: LocatedValues, log_density: Array) -> Array:
        xp = self._xp
        score = self._score(place, log_density + self._cast(xp.log(place.mantissa)))
        width = xp.log1p(1 / xp.astype(place.leading(self.digits), xp.float64))
        return score + xp.where(place.zero, 0.0, xp.log(width))

    def tails(self, y: Array | float) -> tuple[Array, Array]:
        """Return the probability below and above the numbers with the leading digits of `y`."""
        below, _, above = self.partition(y)
        return below, above

    def partition(self, y: Array | float) -> Partition:
        """Return `tails` and `log_mass`, for which the digits are gone through once."""
        xp = self._xp
        y = self._values(y)
        place = self.support.locate(y)
        log_density, below, here = self._cell_within(place)
        first, after = self._up_to(place, y, xp.stack([below, below + here]))
        return Partition(xp.where(y > 0, first, 0.0), self._log_mass(place, log_density), 1 - after)

    def likeliest(self, count: int) -> tuple[Array, Array]:
        """Return the likeliest digit strings, as the first number of each, and how likely they are.

        Nearly all numbers of a text have few digits and a zero or nothing after them: what has the digits
        1200 is 12.
        """
        xp = self._xp
        numbers, log_probs, _ = self._search("cell", beam=max(256, count))
        if self.support.zero:
            zero = log_softmax(self.logits)[..., :1]
            numbers = xp.concat([xp.zeros_like(zero), numbers], axis=-1)
            log_probs = xp.concat([zero, log_probs], axis=-1)
        best = xp.argsort(log_probs, axis=-1, descending=True)[..., :count]
        return tuple(xp.take_along_axis(x, best, axis=-1) for x in (numbers, xp.exp(log_probs)))

    def _best_cell(self, measure: Measure, beam: int) -> Array:
        """Search with a beam, and again without where a prefix that was dropped might have been better.

        Digits that a network is sure of are found in the first search. Those it knows nothing of take the
        second, which looks at every prefix that could still beat what the first one found.
        """
        xp = self._xp
        numbers, heights, dropped = self._search(measure, beam)
        best, height, dropped = (xp.reshape(x, (-1,)) for x in (numbers[..., 0], heights[..., 0], dropped))
        for i, index in enumerate(np.ndindex(self.batch_shape)):
            if height[i] < dropped[i]:
                best[i] = self[index]._search(measure, floor=height[i])[0][0]
        return xp.reshape(best, self.batch_shape)

    def _search(
        self, measure: Measure | Literal["cell"], beam: float = math.inf, floor: Array | float = -math.inf
    ) -> tuple[Array, Array, Array]:
        """Lengthen prefixes digit by digit, the `beam` best ones whose bound reaches `floor`.

        The bound of a prefix is the log density it would have if the narrowest of its cells had all of its
        probability; or, by "cell", that probability itself. Return the numbers found, the best first, their
        log densities, and the highest bound that was dropped.
        """
        xp = self._xp
        beside = self[..., None]
        exponents = xp.arange(len(self.support.exponents), device=self._device) + self.support.min_exponent
        log_prob = log_softmax(self.logits)[..., self.support.first :]
        exponent = xp.broadcast_to(exponents, tuple(log_prob.shape))
        prefix = xp.zeros_like(exponent)
        dropped = xp.full_like(log_prob[..., 0], -math.inf)
        for k in range(self.digits + 1):
            bounds = log_prob + self._narrowest(k, exponent, prefix, measure)
            order = xp.argsort(bounds, axis=-1, descending=True)
            bounds, log_prob, exponent, prefix = (
                xp.take_along_axis(x, order, axis=-1) for x in (bounds, log_prob, exponent, prefix)
            )
            if k == self.digits:
                break
            kept = int(min(beam, xp.max(xp.sum(xp.astype(bounds >= floor, xp.int64), axis=-1))))
            if kept < bounds.shape[-1]:
                dropped = xp.maximum(dropped, bounds[..., kept])
                log_prob, exponent, prefix = (x[..., :kept] for x in (log_prob, exponent, prefix))
            log_prob = log_prob[..., None] + beside._next_digit(k, exponent, prefix)
            exponent = xp.broadcast_to(exponent[..., None], tuple(log_prob.shape))
            prefix = 10 * prefix[..., None] + xp.arange(10, device=self._device)
            log_prob, exponent, prefix = (
                xp.reshape(x, (*self.batch_shape, -1)) for x in (log_prob, exponent, prefix)
            )
        return self._cast(self._number(prefix, exponent)), bounds, dropped

    def _narrowest(
        self, k: int, exponent: Array, prefix: Array, measure: Measure | Literal["cell"]
    ) -> Array | float:
        """Return −log of the width of the narrowest cell under a prefix of k digits; a cell's own is 1."""
        xp = self._xp
        if measure == "cell":
            return 0.0
        if measure == "linear":
            return -LN10 * self._cast(exponent - self.digits + 1)
        last = self._cast((prefix + 1) * 10 ** (self.digits - k) - 1)
        # Only the impossible first digit 0 would make it 0.
        return -xp.log(xp.log1p(1 / last.clip(min=1)))
