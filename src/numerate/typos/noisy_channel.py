"""Noisy channel: nonconformity scores of numbers, and the posterior of what may have been meant.

Two kinds of errors compete with the model as explanations of a written number: a typo of a likely value, and
an unrelated value far in the tails. The nonconformity score is the log likelihood ratio of an error against
a correct number. If the model were exact, a correct number would by Markov's inequality reach a score of x
with probability at most exp(−x).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.text import Number
from numerate.typos.typos import KIND_PROBABILITIES, Typo, Typos

Values = npt.NDArray[np.float64]

TYPO_RATE = 1 / 200
"""Prior probability that a number is a typo, used to rank suggestions: about what proofreaders report."""

_UNRELATED = 0.5
"""Share of errors that no typo explains. On finnews, recall at 1% false alarms is flat around 1 : 1 between
typos and tails (experiments/LOG.md)."""
_TAIL_FLOOR = 1e-6
"""Floor on the tail probability; the score saturates below it."""
_MAX_KIND_PROBABILITY = max(KIND_PROBABILITIES.values())
_BATCH = 256
"""Numbers whose typos are listed together: enough to amortise the overhead, few enough for the CPU cache."""


@dataclass(frozen=True)
class TypoPosterior:
    """What may have been meant by a number, likeliest first."""

    typos: tuple[Typo, ...]
    probabilities: tuple[float, ...]
    """Posterior probability of each, among all typos and the number as written."""


def nonconformity_scores(
    numbers: Sequence[Number], texts: Sequence[str], distributions: Distribution
) -> Values:
    """Return the nonconformity score of each number, given its text and its predicted distribution."""
    values = np.array([number.value for number in numbers], dtype=np.float64)
    below, log_mass, above = (np.asarray(part, np.float64) for part in distributions.partition(values))
    tail = np.clip(2 * (1 - np.maximum(below, above)), _TAIL_FLOOR, 1)
    unrelated = np.log(_UNRELATED) - np.log(tail * -np.log(_TAIL_FLOOR))
    # Listing typos is slow, so it is left out where even the most favourable one gives no positive score.
    typo = np.log((1 - _UNRELATED) * _MAX_KIND_PROBABILITY) - log_mass
    candidates = np.flatnonzero(np.logaddexp(unrelated, typo) > 0)
    for start in range(0, len(candidates), _BATCH):
        batch = candidates[start : start + _BATCH]
        typos = Typos.of([numbers[i] for i in batch], [texts[i] for i in batch])
        joint = typos.log_priors + distributions[batch, None].log_mass(typos.values)
        typo[batch] = np.log(1 - _UNRELATED) + np.logaddexp.reduce(joint, axis=1) - log_mass[batch]
    # Rounded to four places, so that scores that differ only by rounding errors are ties.
    scores: Values = np.logaddexp(unrelated, typo).round(4)
    return scores


def typo_posteriors(
    numbers: Sequence[Number], text: str, distributions: Distribution, most: int = 3
) -> list[TypoPosterior]:
    """Return the `most` likeliest typos of each number of a text, with their posterior probabilities."""
    typos = Typos.of(numbers, [text] * len(numbers))
    own = np.array([[number.value] for number in numbers])
    log_mass = distributions[:, None].log_mass(np.concatenate([own, typos.values], axis=1))
    correct = np.log(1 - TYPO_RATE) + log_mass[:, 0]
    joint = np.log(TYPO_RATE) + typos.log_priors + log_mass[:, 1:]
    evidence = np.logaddexp(np.logaddexp.reduce(joint, axis=1), correct)
    probabilities = np.exp(joint - evidence[:, None])
    posteriors = []
    for i, order in enumerate(np.argsort(-joint, axis=1, kind="stable")[:, :most].tolist()):
        likeliest = [n for n in order if np.isfinite(joint[i, n])]
        candidates = tuple(typos.typo(i, n) for n in likeliest)
        posteriors.append(TypoPosterior(candidates, tuple(probabilities[i, likeliest].tolist())))
    return posteriors
