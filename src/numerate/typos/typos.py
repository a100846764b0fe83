"""Candidate corrections of numbers, and the noisy channel that weighs them.

A candidate is a value that may have been meant, written in the style of the number, with the probability of
the typo that would turn the one into the other. Multiplied with the model's probability of the value, it
gives the number's nonconformity score and ranks suggestions. Kinds have the names of the planted anomalies
(`numerate.training.evaluation.anomalies`) where both exist: add, missing, repeated, transposed, keypad,
decimal, unit, magnitude.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from numerate.distributions import Distribution
from numerate.distributions.numeric import decimal
from numerate.text import Number, Style, render
from numerate.text.lexicon import MAGNITUDES
from numerate.typos.scale_typos import ScaleTypoKind, restyled, scale_typos
from numerate.typos.written import DIGIT_TYPO_KINDS, DigitTypoKind, Numerals, WrittenNumber, digit_typos

TypoKind = DigitTypoKind | ScaleTypoKind

KIND_PROBABILITIES: dict[TypoKind, float] = {
    "missing": 0.18,
    "keypad": 0.14,
    "add": 0.1,
    "transposed": 0.1,
    "decimal": 0.1,
    "magnitude": 0.09,
    "repeated": 0.08,
    "unit": 0.04,
    "thousands": 0.04,
    "separator": 0.03,
    "teens": 0.02,
    "words": 0.02,
    "prefix": 0.02,
    "conversion": 0.02,
    "century": 0.02,
}
"""Probability of each kind, given a typo: estimates that follow the order in which studies of number entry
report them (Thimbleby and Cairns 2010; Wiseman, Cairns and Cox 2011), not fitted to data."""

_KINDS: tuple[TypoKind, ...] = (*DIGIT_TYPO_KINDS, *get_args(ScaleTypoKind))
_KIND_INDEX = {kind: index for index, kind in enumerate(_KINDS)}
_KIND_PROBABILITIES = np.array([KIND_PROBABILITIES[kind] for kind in _KINDS])
_MAX_EXPONENT = 250
"""Bound on powers of ten, inside the range of float64."""

Values = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
_Columns = tuple[Integers, Integers, Integers, Values]
"""Figures, decimals, kind and likelihood of candidates, each (numbers, candidates)."""


class Typo(NamedTuple):
    """A value that may have been meant, and the kind of typo that would explain what is written."""

    value: float
    kind: TypoKind
    log_prior: float
    """Log probability that a typo, if this value was meant, produces what is written."""
    exact: Decimal
    style: Style
    """The style of the number, as far as the typo leaves it."""

    @property
    def text(self) -> str:
        """The value in the style of the number; rendered on demand, as most candidates are never shown."""
        return render(self.exact, like=self.style)


class _Candidates(NamedTuple):
    """Candidates before equal values are merged, each array (numbers, candidates)."""

    figures: Integers
    decimals: Integers
    kind: Integers
    """Index into _KINDS."""
    values: Values
    log_priors: Values
    """−inf in void slots."""


@dataclass(frozen=True)
class Typos:
    """The candidates of a batch of numbers: distinct values, never the number's own.

    values, log_priors: (numbers, candidates), padded with log priors of −inf.
    """

    values: Values
    log_priors: Values
    _written: Sequence[WrittenNumber]
    _candidates: _Candidates
    _texts: Sequence[str]

    @classmethod
    def of(cls, numbers: Sequence[Number], texts: Sequence[str]) -> Typos:
        """List the candidates of numbers, given the text of each."""
        written = [WrittenNumber.of(number) for number in numbers]
        candidates = _candidates(written, texts)
        own = np.array([[number.value] for number in numbers])
        valid = np.isfinite(candidates.log_priors) & (candidates.values > 0) & (candidates.values != own)
        masked = np.where(valid, candidates.values, np.inf)
        order = np.argsort(masked, axis=1)[:, : valid.sum(axis=1).max(initial=0)]
        values, log_priors = (np.take_along_axis(x, order, axis=1) for x in (masked, candidates.log_priors))
        # Equal values are now adjacent; each takes the log prior of its likeliest typo.
        first = np.ones(values.shape, np.bool_)
        first[:, 1:] = values[:, 1:] != values[:, :-1]
        likeliest = np.full(values.shape, -np.inf)
        if first.size:
            likeliest[first] = np.maximum.reduceat(log_priors.ravel(), np.flatnonzero(first))
        void = np.isinf(values)
        values, log_priors = np.where(void, own, values), np.where(void, -np.inf, likeliest)
        return cls(values, log_priors, written, candidates, texts)

    def typo(self, i: int, n: int) -> Typo:
        """Return candidate `n` of number `i`."""
        candidates, written, at = self._candidates, self._written[i], self._likeliest(i, n)
        kind, decimals = _KINDS[candidates.kind[i, at]], int(candidates.decimals[i, at])
        return Typo(
            float(self.values[i, n]),
            kind,
            float(self.log_priors[i, n]),
            written.exact(int(candidates.figures[i, at]), decimals),
            _style(written, kind, decimals, self._texts[i]),
        )

    def likeliest(self, i: int) -> list[Typo]:
        """Return all candidates of number `i`, likeliest first."""
        priors = self.log_priors[i]
        columns = np.flatnonzero(np.isfinite(priors)).tolist()
        ranked = sorted((-priors[n], self._likeliest(i, n), n) for n in columns)
        return [self.typo(i, n) for *_, n in ranked]

    def _likeliest(self, i: int, n: int) -> int:
        """Return the index of the likeliest candidate of number `i` with value `n`."""
        candidates = self._candidates
        is_value = candidates.values[i] == self.values[i, n]
        return int(np.argmax(np.where(is_value, candidates.log_priors[i], -np.inf)))


def typos(number: Number, text: str) -> list[Typo]:
    """Return the candidates of a number of `text`, likeliest first: distinct values, never its own."""
    return Typos.of([number], [text]).likeliest(0)


_REVERSED: dict[TypoKind, TypoKind] = {"missing": "add", "add": "missing", "repeated": "missing"}
"""Kinds of candidates by the kind of typo that would write them: with a digit more, one was added."""


def draw_typo(number: Number, text: str, rng: np.random.Generator) -> Typo | None:
    """Draw a typo to plant in place of a correct number: a kind by its probability, then one of that kind.

    None if the number can have no typo of the kind drawn: most kinds need digits.
    """
    kinds = list(KIND_PROBABILITIES)
    kind = kinds[int(rng.choice(len(kinds), p=list(KIND_PROBABILITIES.values())))]
    if kind == "repeated":
        kind = "add"
    candidates = [typo for typo in typos(number, text) if _REVERSED.get(typo.kind, typo.kind) == kind]
    if not candidates:
        return None
    weights = np.exp([typo.log_prior for typo in candidates])
    typo = candidates[int(rng.choice(len(candidates), p=weights / weights.sum()))]
    return typo._replace(kind=kind)


def describe(typo: Typo, number: Number) -> str:
    """Describe how the number differs from what may have been meant, as "a digit was added"."""
    if typo.kind == "magnitude":
        written, meant = _magnitude_word(number.text), _magnitude_word(typo.text)
        if written == meant:
            ratio = typo.value / number.value
            return f"off by a factor of {round(max(ratio, 1 / ratio)):,}"
        if written and meant:
            return f"{written} for {meant}?"
        return f"{meant} left out?" if meant else f"{written} too much?"
    if typo.kind == "unit":
        if number.kind == "money" and not number.in_minor_unit and typo.value < number.value:
            return "cents for dollars?" if number.currency == "USD" else "small coins for large?"
        return "a fraction for a percentage?" if number.kind == "percent" else "off by a factor of 100"
    return _DESCRIPTIONS[typo.kind]


UNWRITTEN = frozenset({"conversion"})
"""Kinds whose correction is another unit, so that the meant value in this one is not worth suggesting."""

_DESCRIPTIONS: dict[TypoKind, str] = {
    "missing": "a digit is missing",
    "keypad": "a neighbouring key was hit",
    "add": "a digit was added",
    "repeated": "a digit was typed twice",
    "transposed": "two digits were swapped",
    "decimal": "the decimal point is one place off",
    "separator": "a decimal point for a thousands separator, or the other way round",
    "prefix": "the unit is a thousand times too large or too small",
    "century": "another century",
    "teens": "-teen for -ty, or the other way round",
    "words": "a word of the number is missing, or another one",
    "thousands": "three zeros too many or too few",
    "conversion": "the figure of another unit",
}


def _magnitude_word(written: str) -> str:
    """Return the last magnitude word of a number: "billion" of "$3.4 billion"."""
    words = re.findall(r"[a-z]+", written.lower())
    return next((word for word in reversed(words) if word in MAGNITUDES), "")


def _style(written: WrittenNumber, kind: TypoKind, decimals: int, text: str) -> Style:
    """Return the style in which the meant value is written."""
    if kind not in DIGIT_TYPO_KINDS:
        return restyled(written, kind, decimals, text)
    if written.style.form == "year end":
        return written.style
    return replace(written.style, decimals=decimals + len(written.rest))


def _candidates(written: Sequence[WrittenNumber], texts: Sequence[str]) -> _Candidates:
    pairs = zip(_digit_candidates(written), _scale_candidates(written, texts), strict=True)
    figures, decimals, kind, likelihood = (np.concatenate(pair, axis=1) for pair in pairs)
    power = np.array([[number.power or 0] for number in written])
    values = decimal(figures, np.clip(power - decimals, -_MAX_EXPONENT, _MAX_EXPONENT))
    for i, number in enumerate(written):
        if number.power is None:  # dozens, the half of "2½ million", very many digits
            for n in np.flatnonzero(likelihood[i]):
                values[i, n] = float(number.exact(int(figures[i, n]), int(decimals[i, n])))
    with np.errstate(divide="ignore"):
        log_priors = np.log(_KIND_PROBABILITIES[kind] * likelihood)
    return _Candidates(figures, decimals, kind, values, log_priors)


def _digit_candidates(written: Sequence[WrittenNumber]) -> _Columns:
    rows = [(n.figures, n.places, n.decimals, n.places + len(n.rest), n.style.width > 0) for n in written]
    numerals = Numerals(*np.array(rows, dtype=np.int64).T[..., None])
    figures, places, decimals, kind, likelihood = digit_typos(numerals)
    for i, number in enumerate(written):
        if number.style.form == "year end":
            likelihood[i, (places[i] != number.places) | (figures[i] // 100 != number.figures // 100)] = 0
        elif not number.written:
            likelihood[i] = 0
        elif number.style.form == "decade":
            pairs = zip(figures[i].tolist(), decimals[i].tolist(), strict=True)
            is_decade = np.array([not number.exact(f, d) % 10 for f, d in pairs])
            likelihood[i, (places[i] != number.places) | ~is_decade] = 0
    return figures, decimals, kind, likelihood


def _scale_candidates(written: Sequence[WrittenNumber], texts: Sequence[str]) -> _Columns:
    """List scale typos, padded to the longest row."""
    rows = [list(scale_typos(number, text)) for number, text in zip(written, texts, strict=True)]
    counts = np.array([len(row) for row in rows])
    present = np.arange(counts.max(initial=0)) < counts[:, None]
    figures, decimals, kind = (np.zeros(present.shape, np.int64) for _ in range(3))
    likelihood = np.zeros(present.shape)
    if present.any():
        columns = zip(*(typo for row in rows for typo in row), strict=True)
        figures[present], decimals[present], kinds, likelihood[present] = columns
        kind[present] = [_KIND_INDEX[name] for name in kinds]
    return figures, decimals, kind, likelihood


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
    """The values that may have been meant by a number, likeliest first."""

    typos: tuple[Typo, ...]
    probabilities: tuple[float, ...]
    """Posterior probability of each, among all typos and the number as written."""


class ChannelEvidence(NamedTuple):
    """The evidence for an error in each of some numbers, as arrays of shape (numbers,)."""

    typo: Values
    """Log ratio of the probability that a typo produced what is written to that of the number itself, or an
    upper bound of it where that is negative."""
    tail: Values
    """Two-sided tail probability of the number in its distribution, at least 1e-6."""

    def scores(self) -> Values:
        """Return the log-likelihood ratio of an error, half of which are typos: a nonconformity score.

        Rounded to four places, so that scores that differ only by rounding errors are ties.
        """
        unrelated = np.log(_UNRELATED) - np.log(self.tail * -np.log(_TAIL_FLOOR))
        scores: Values = np.logaddexp(unrelated, np.log(1 - _UNRELATED) + self.typo).round(4)
        return scores


def channel_evidence(
    numbers: Sequence[Number], texts: Sequence[str], distributions: Distribution
) -> ChannelEvidence:
    """Weigh each number, given its text and its predicted distribution, against errors."""
    values = np.array([number.value for number in numbers], dtype=np.float64)
    below, log_mass, above = (np.asarray(part, np.float64) for part in distributions.partition(values))
    tail = np.clip(2 * (1 - np.maximum(below, above)), _TAIL_FLOOR, 1)
    # Listing typos is slow, so it is left out where even the most favourable one does not explain a number
    # better than itself.
    typo = np.log(_MAX_KIND_PROBABILITY) - log_mass
    candidates = np.flatnonzero(typo > 0)
    for start in range(0, len(candidates), _BATCH):
        batch = candidates[start : start + _BATCH]
        typos = Typos.of([numbers[i] for i in batch], [texts[i] for i in batch])
        joint = typos.log_priors + distributions[batch, None].log_mass(typos.values)
        typo[batch] = np.logaddexp.reduce(joint, axis=1) - log_mass[batch]
    return ChannelEvidence(typo, tail)


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
