"""A noisy channel: what may have been meant, how likely each is, and how odd the number is that stands there.

A number is odd as far as something else explains it better than the model does. Two things may: a typo of the
pen, of something likely that was meant; or a value from nowhere, far out in the model's tails. The oddness is
the logarithm of how much likelier they make the number than the model does. Were the model exact, a correct
number would reach an oddness of x with a chance of exp(−x) at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.text import Number
from numerate.typos.typos import CHANCES, Typo, Typos

Values = npt.NDArray[np.float64]

TYPO_RATE = 1 / 200
"""The share of numbers that are typos, as far as suggestions go: about what proofreaders report."""

_FROM_NOWHERE = 0.5
"""The share of errors that no typo explains."""
_LEAST_TAIL = 1e-6
"""Of numbers further out than this it does not matter how far."""
_LARGEST_CHANCE = max(CHANCES.values())
_AT_A_TIME = 256
"""Numbers whose typos are listed together: many for the price of few, few enough to stay in the cache."""


@dataclass(frozen=True)
class TypoPosterior:
    """What may have been meant by a number, other than what stands there; the likeliest first."""

    typos: tuple[Typo, ...]
    probabilities: tuple[float, ...]
    """How likely each is, among all typos and the number as it stands."""


def nonconformity_scores(
    numbers: Sequence[Number], texts: Sequence[str], distributions: Distribution
) -> Values:
    """How odd each number looks in the text that it stands in, given what it may be."""
    values = np.array([number.value for number in numbers], dtype=np.float64)
    below, mass, above = (np.asarray(part, np.float64) for part in distributions.partition(values))
    tail = np.clip(2 * (1 - np.maximum(below, above)), _LEAST_TAIL, 1)
    astray = np.log(_FROM_NOWHERE) - np.log(tail * -np.log(_LEAST_TAIL))
    # Typos are many and listing them takes time. A number that is likely enough need not be asked about.
    slipped = np.log((1 - _FROM_NOWHERE) * _LARGEST_CHANCE) - mass
    asked = np.flatnonzero(np.logaddexp(astray, slipped) > 0)
    for start in range(0, len(asked), _AT_A_TIME):
        some = asked[start : start + _AT_A_TIME]
        found = Typos.of([numbers[i] for i in some], [texts[i] for i in some])
        # How likely each typo is, times how likely what was meant is.
        weights = found.log_priors + distributions[some, None].log_mass(found.values)
        slipped[some] = np.log(1 - _FROM_NOWHERE) + np.logaddexp.reduce(weights, axis=1) - mass[some]
    # To four places: what differs by rounding alone is a tie.
    result: Values = np.logaddexp(astray, slipped).round(4)
    return result


def typo_posteriors(
    numbers: Sequence[Number], text: str, distributions: Distribution, most: int = 3
) -> list[TypoPosterior]:
    """What may have been meant by each number, `most` of it at most."""
    found = Typos.of(numbers, [text] * len(numbers))
    own = np.array([[number.value] for number in numbers])
    mass = distributions[:, None].log_mass(np.concatenate([own, found.values], axis=1))
    stands, weights = np.log(1 - TYPO_RATE) + mass[:, 0], np.log(TYPO_RATE) + found.log_priors + mass[:, 1:]
    shares = np.exp(weights - np.logaddexp(np.logaddexp.reduce(weights, axis=1), stands)[:, None])
    told = []
    for i, order in enumerate(np.argsort(-weights, axis=1, kind="stable")[:, :most].tolist()):
        likeliest = [n for n in order if np.isfinite(weights[i, n])]
        told.append(
            TypoPosterior(tuple(found.typo(i, n) for n in likeliest), tuple(shares[i, likeliest].tolist()))
        )
    return told
