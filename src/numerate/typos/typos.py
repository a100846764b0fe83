"""How a number goes wrong when it is written or copied: a noisy channel from what was meant to what stands.

Each candidate is a value that could have been meant, written in the style of the number that stands there,
with how likely a typo would turn the one into the other. Judgement multiplies that with how likely the value
is in its place. Kinds have the names of the planted anomalies (`numerate.training.evaluation.anomalies`)
where they are the same: add, missing, repeated, transposed, keypad, decimal, unit, magnitude.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from numerate.distributions.numeric import decimal
from numerate.text import Number, Style, render
from numerate.text.lexicon import MAGNITUDES
from numerate.typos import digits as keys
from numerate.typos import written as scales
from numerate.typos.written import WrittenNumber

Kind = keys.Kind | scales.Kind

CHANCES: dict[Kind, float] = {
    "missing": 0.2,
    "keypad": 0.15,
    "add": 0.1,
    "repeated": 0.1,
    "transposed": 0.1,
    "decimal": 0.1,
    "magnitude": 0.1,
    "unit": 0.04,
    "separator": 0.04,
    "teens": 0.03,
    "prefix": 0.02,
    "century": 0.02,
}
"""How the typos of a writer divide among the kinds: estimates, after the order in which studies of number
entry report them (Thimbleby and Cairns 2010; Wiseman, Cairns and Cox 2011). They are not fitted to data."""

_KINDS: tuple[Kind, ...] = (*keys.KINDS, *get_args(scales.Kind))
_CODES = {kind: code for code, kind in enumerate(_KINDS)}
_CHANCES = np.array([CHANCES[kind] for kind in _KINDS])
_FARTHEST = 250
"""Powers of ten; beyond them a number is not read in floats."""

Values = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
_Listed = tuple[Integers, Integers, Integers, Values]
"""Figures, decimals, kind and share of what may have been meant, (numbers, candidates) each. The share is how
likely a typo of this kind is just this one; what is none has 0."""


class Typo(NamedTuple):
    """One value that may have been meant."""

    value: float
    kind: Kind
    log_prior: float
    """The logarithm of the chance that a typo, where this was meant, writes what stands there."""
    exact: Decimal
    style: Style
    """That of the number that stands there, as far as the typo leaves it."""

    @property
    def text(self) -> str:
        """The value in the style of the number that stands there; most typos are never written out."""
        return render(self.exact, like=self.style)


class _Candidates(NamedTuple):
    """What may have been meant by some numbers, a value by several typos; (numbers, candidates) each."""

    figures: Integers
    decimals: Integers
    kind: Integers
    """Which of _KINDS."""
    values: Values
    log_priors: Values
    """−inf for what is none."""


@dataclass(frozen=True)
class Typos:
    """What may have been meant by each of some numbers: no value twice, never its own.

    values, log_priors: (numbers, typos). Where a number has no more typos, its log_priors are −inf.
    """

    values: Values
    log_priors: Values
    _standing: Sequence[WrittenNumber]
    _candidates: _Candidates
    _texts: Sequence[str]

    @classmethod
    def of(cls, numbers: Sequence[Number], texts: Sequence[str]) -> Typos:
        """List what may have been meant by some numbers, each with the text that it stands in."""
        standing = [WrittenNumber.of(number) for number in numbers]
        every = _candidates(standing, texts)
        own = np.array([[number.value] for number in numbers])
        meant = np.isfinite(every.log_priors) & (every.values > 0) & (every.values != own)
        found = np.where(meant, every.values, np.inf)
        order = np.argsort(found, axis=1)[:, : meant.sum(axis=1).max(initial=0)]
        values, log_priors = (np.take_along_axis(x, order, axis=1) for x in (found, every.log_priors))
        # Of those that come to the same value, which now stand side by side, the likeliest counts.
        first = np.ones(values.shape, np.bool_)
        first[:, 1:] = values[:, 1:] != values[:, :-1]
        likeliest = np.full(values.shape, -np.inf)
        if first.size:
            likeliest[first] = np.maximum.reduceat(log_priors.ravel(), np.flatnonzero(first))
        none = np.isinf(values)
        return cls(np.where(none, own, values), np.where(none, -np.inf, likeliest), standing, every, texts)

    def typo(self, i: int, n: int) -> Typo:
        """Typo `n` of number `i`."""
        every, standing, at = self._candidates, self._standing[i], self._at(i, n)
        kind, decimals = _KINDS[every.kind[i, at]], int(every.decimals[i, at])
        return Typo(
            float(self.values[i, n]),
            kind,
            float(self.log_priors[i, n]),
            standing.exact(int(every.figures[i, at]), decimals),
            _restyled(standing, kind, decimals, self._texts[i]),
        )

    def likeliest(self, i: int) -> list[Typo]:
        """All typos of number `i`, the likeliest first."""
        priors = self.log_priors[i]
        ranked = sorted((-priors[n], self._at(i, n), n) for n in np.flatnonzero(np.isfinite(priors)).tolist())
        return [self.typo(i, n) for *_, n in ranked]

    def _at(self, i: int, n: int) -> int:
        """Which of the candidates it is: the likeliest of its value."""
        every = self._candidates
        return int(np.argmax(np.where(every.values[i] == self.values[i, n], every.log_priors[i], -np.inf)))


def typos(number: Number, text: str) -> list[Typo]:
    """What may have been meant by `number` of `text`, likeliest typo first: no value twice, never its own."""
    return Typos.of([number], [text]).likeliest(0)


def describe(typo: Typo, number: Number) -> str:
    """What went wrong, in words: "a digit was added", "billion for million?"."""
    if typo.kind == "magnitude":
        stands, meant = _magnitude(number.text), _magnitude(typo.text)
        if stands and meant:
            return f"{stands} for {meant}?"
        return f"{meant} left out?" if meant else f"{stands} too much?"
    if typo.kind == "unit":
        if number.kind == "money" and number.unit is None and typo.value < number.value:
            return "cents for dollars?" if number.currency == "USD" else "small coins for large?"
        return "a fraction for a percentage?" if number.kind == "percent" else "off by a factor of 100"
    return _DESCRIPTIONS[typo.kind]


_DESCRIPTIONS: dict[Kind, str] = {
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
}


def _magnitude(written: str) -> str:
    """The last magnitude that a number is written with: "billion" of "$3.4 billion"."""
    words = re.findall(r"[a-z]+", written.lower())
    return next((word for word in reversed(words) if word in MAGNITUDES), "")


def _restyled(one: WrittenNumber, kind: Kind, decimals: int, text: str) -> Style:
    """The style of the number that stands there, as far as a typo leaves it."""
    if kind not in keys.KINDS:
        return scales.restyled(one, kind, decimals, text)
    if one.style.form == "year end":
        return one.style
    return replace(one.style, decimals=decimals + len(one.rest))


def _candidates(standing: Sequence[WrittenNumber], texts: Sequence[str]) -> _Candidates:
    pairs = zip(_by_key(standing), _otherwise(standing, texts), strict=True)
    figures, decimals, kind, share = (np.concatenate(pair, axis=1) for pair in pairs)
    power = np.array([[one.power or 0] for one in standing])
    values = decimal(figures, np.clip(power - decimals, -_FARTHEST, _FARTHEST))
    for i, one in enumerate(standing):
        if one.power is None:  # dozens, the half of "2½ million", very many digits
            for n in np.flatnonzero(share[i]):
                values[i, n] = float(one.exact(int(figures[i, n]), int(decimals[i, n])))
    with np.errstate(divide="ignore"):
        return _Candidates(figures, decimals, kind, values, np.log(_CHANCES[kind] * share))


def _by_key(standing: Sequence[WrittenNumber]) -> _Listed:
    """Typos of one key."""
    rows = [
        (one.figures, one.places, one.decimals, one.places + len(one.rest), one.style.width > 0)
        for one in standing
    ]
    numerals = keys.Numerals(*np.array(rows, dtype=np.int64).T[..., None])
    figures, places, decimals, kind, share = keys.one_key(numerals)
    for i, one in enumerate(standing):
        if one.style.form == "year end":
            share[i, (places[i] != one.places) | (figures[i] // 100 != one.figures // 100)] = 0
        elif not one.written:
            share[i] = 0
        elif one.style.form == "decade":
            tens = [not one.exact(int(f), int(d)) % 10 for f, d in zip(figures[i], decimals[i], strict=True)]
            share[i, (places[i] != one.places) | ~np.array(tens)] = 0
    return figures, decimals, kind, share


def _otherwise(standing: Sequence[WrittenNumber], texts: Sequence[str]) -> _Listed:
    """All others, as many columns of them as the number with most has."""
    rows = [list(scales.scale_typos(one, text)) for one, text in zip(standing, texts, strict=True)]
    counts = np.array([len(row) for row in rows])
    there = np.arange(counts.max(initial=0)) < counts[:, None]
    figures, decimals, kind = (np.zeros(there.shape, np.int64) for _ in range(3))
    share = np.zeros(there.shape)
    if there.any():
        columns = zip(*(other for row in rows for other in row), strict=True)
        figures[there], decimals[there], kinds, share[there] = columns
        kind[there] = [_CODES[name] for name in kinds]
    return figures, decimals, kind, share
