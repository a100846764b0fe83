"""Signs with which the lines of a table enter a sum: as labels say, and others that the figures support."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import log
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.evidence import Sums, running_sums
from numerate.consistency.tables.grid import Indices, LineMatrix, Matrix
from numerate.consistency.tables.labels import (
    is_addition,
    is_closing,
    is_deduction,
    is_inflow,
    is_less,
    is_opening,
    is_outflow,
    is_total,
)
from numerate.consistency.tables.stocks import stock_pairs

_MOST_COMBINED = 7
"""Lines of a sum for which every combination of signs is tried."""
_MOST_FLIPPED = 30
"""Lines of a sum for which one or two changed signs are tried."""
_MOST_PLACES = 16
"""Places at which other signs are tried."""
_MOST_TRIED = 4
"""Combinations of signs that are weighed at all places."""
_MOST_HELD = 40
"""Combinations that hold at one place and are looked at elsewhere."""
_FAILURE = -3.0
"""Evidence of a place where a combination fails, of which an error may explain one."""


class SignedSum(NamedTuple):
    """Signs for the first lines of a list, and the log-odds that such a combination is meant."""

    signs: Matrix
    prior: float


def label_signs(lines: LineMatrix) -> Matrix:
    """Return the sign of each line as its label or the heading above it says: "Less:" and what follows.

    Where such figures are negative on the whole, they have their sign already.
    """
    signs = np.ones(len(lines))
    pairs = stock_pairs(lines.labels)
    openings = set(pairs.values())
    under_less = under_opening = False
    for line, label in enumerate(lines.labels):
        if lines.is_empty(line):
            under_less = is_less(label)
        elif line in openings or line in pairs or is_opening(label) or is_closing(label):
            under_less, under_opening = False, line in openings or is_opening(label)
        elif is_addition(label) or is_total(label) or (under_opening and is_inflow(label)):
            under_less = False
        elif under_less or is_deduction(label) or (under_opening and is_outflow(label)):
            signs[line] = -1.0
    return np.ones(len(lines)) if np.nansum(lines.values[signs < 0]) < 0 else signs


def other_signs(lines: LineMatrix, target: int, members: Indices, priors: Matrix) -> list[SignedSum]:
    """Return the likeliest combinations of signs for the first lines of `members` that hold somewhere.

    `priors` are the log-odds that the target adds up one line, two lines, and so on.
    """
    shown = np.flatnonzero(lines.steps[target] > 0)[:_MOST_PLACES]
    members = members[:_MOST_FLIPPED]
    if not len(shown) or len(members) < 2:
        return []
    near = lines.at(shown)
    plain = running_sums(near, target, members, np.ones(len(members)))
    values = np.nan_to_num(near.values[members])
    proposals = [*_combined(plain, values), *_flipped(plain, values)]
    if not proposals:
        return []
    rows = np.array([len(signs) for signs, _ in proposals]) - 1
    costs = np.array([log(0.5 / ways) for _, ways in proposals])
    # Turning the sign of a line takes it off twice.
    turned = np.array([(1 - signs) @ values[: len(signs)] for signs, _ in proposals])
    residuals = plain.residual[rows] + turned
    holds = np.abs(residuals) <= plain.tolerance[rows]
    evidence = np.where(holds, plain.nats_within_tolerance()[rows], _FAILURE)
    scores = priors[rows] + costs + np.where(np.isnan(residuals), 0.0, evidence).sum(axis=1)
    best = np.argsort(-scores)[:_MOST_TRIED]
    return [SignedSum(proposals[index][0], float(priors[rows[index]] + costs[index])) for index in best]


def _combined(plain: Sums, values: Matrix) -> Iterator[tuple[Matrix, int]]:
    """Yield the signs of up to a few lines that hold somewhere, and how many combinations there are."""
    for length in range(2, min(len(values), _MOST_COMBINED) + 1):
        combinations = _combinations(length)
        residuals = plain.residual[length - 1] + (1 - combinations) @ values[:length]
        holds = (np.abs(residuals) <= plain.tolerance[length - 1]).sum(axis=1)
        for index in np.argsort(-holds)[:_MOST_TRIED]:
            if holds[index]:
                yield combinations[index], len(combinations)


def _flipped(plain: Sums, values: Matrix) -> Iterator[tuple[Matrix, int]]:
    """Yield the signs of more lines, one or two of them minus, that hold where figures are large."""
    first, second = np.triu_indices(len(values))
    lengths = np.arange(_MOST_COMBINED + 1, len(values) + 1)
    for place in np.argsort(-plain.size[-1])[:2] if len(lengths) else ():
        pair = values[first, place] + np.where(first == second, 0.0, values[second, place])
        residuals = plain.residual[lengths - 1, place][:, None] + 2 * pair
        holds = np.abs(residuals) <= plain.tolerance[lengths - 1, place][:, None]
        rows, pairs = np.nonzero(holds & (second < lengths[:, None]))
        for row, index in list(zip(rows, pairs, strict=True))[:_MOST_HELD]:
            signs = np.ones(lengths[row])
            signs[[first[index], second[index]]] = -1.0
            yield signs, lengths[row] * (lengths[row] + 1) // 2


@cache
def _combinations(length: int) -> Matrix:
    """Return all combinations of signs but all plus and all minus."""
    return np.array([signs for signs in product((1.0, -1.0), repeat=length) if len(set(signs)) > 1])
