"""Written numbers as digits and scale, and typos of single digits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from numerate.text import Number, Style, style

_NUMERAL = re.compile(r"\.?\d(?:[\d,.'’\s]*\d)?")
_FORMS_WITH_DIGITS = ("digits", "ordinal", "power", "decade")
_EXACT_DIGITS, _EXACT_POWERS = 14, range(-4, 19)
"""Up to one more digit than this, times one of these powers of ten, is rounded only once in a float64."""


@dataclass(frozen=True)
class WrittenNumber:
    """A number split into digits and scale; figures, places and decimals are as in `Numerals`."""

    number: Number
    style: Style
    written: str
    """Its digits and separators; "" if it is spelled out, in which case the digits are those of its value."""
    figures: int
    places: int
    decimals: int
    rest: str
    """The digits beyond `MAX_PLACES`."""
    scale: Decimal
    """The factor of the digits: a million in "3.4 million"."""
    power: int | None
    """The scale as a power of ten; None unless digits and scale multiply exactly in float64."""

    @classmethod
    def of(cls, number: Number) -> WrittenNumber:
        """Split a number."""
        how = style(number)
        start, end = (offset - number.start for offset in number.numeral)
        match = _NUMERAL.search(number.text, start, end) if how.form in _FORMS_WITH_DIGITS else None
        plain = re.sub(r"[^\d.]", "", match[0]) if match else f"{number.decimal:f}"
        whole, _, decimals = plain.partition(".")
        digits = whole + decimals
        leading, rest = digits[:MAX_PLACES], digits[MAX_PLACES:]
        scale = number.decimal / Decimal(plain) if match and int(digits) else Decimal(1)
        power = scale.adjusted()
        is_exact = len(digits) <= _EXACT_DIGITS and power in _EXACT_POWERS and scale.scaleb(-power) == 1
        return cls(
            number,
            how,
            match[0] if match else "",
            int(leading),
            len(leading),
            len(decimals) - len(rest),
            rest,
            scale,
            power if is_exact else None,
        )

    def exact(self, figures: int, decimals: int) -> Decimal:
        """Return the value with other figures, or with its own shifted by powers of ten."""
        if figures == self.figures:
            return self.number.decimal.scaleb(self.decimals - decimals)
        return Decimal(f"{figures}{self.rest}").scaleb(-decimals - len(self.rest)) * self.scale


Integers = npt.NDArray[np.int64]

DigitTypoKind = Literal["missing", "keypad", "add", "repeated", "transposed"]
DIGIT_TYPO_KINDS: tuple[DigitTypoKind, ...] = get_args(DigitTypoKind)
_MISSING, _KEYPAD, _ADD, _REPEATED, _TRANSPOSED = range(len(DIGIT_TYPO_KINDS))

MAX_PLACES = 17
"""Leading digits that are considered: with one more for a missing digit, they still fit into an int64."""
_MAX_WRONG_PLACE = 12
"""Leading places in which a wrong digit is considered; later ones hardly change the value."""
_MAX_MISSING_PLACE = 5
"""Leading places in which a missing digit is considered; each place adds ten candidates."""

_NEIGHBOURS = ("12", "024", "0135", "26", "157", "2468", "359", "48", "579", "68")
"""The keys adjacent to each of 0 to 9 on the numeric keypad."""
_NO_KEY = -1
_KEYS = np.array([[*map(int, keys), *[_NO_KEY] * (4 - len(keys))] for keys in _NEIGHBOURS])
_NEIGHBOUR_COUNTS = np.array([len(keys) for keys in _NEIGHBOURS])
_POWERS = 10 ** np.arange(MAX_PLACES + 2)


class Numerals(NamedTuple):
    """The digits of a batch of numbers, each array (numbers, 1)."""

    figures: Integers
    """The leading digits as one integer."""
    places: Integers
    """The number of these digits, leading zeros included."""
    decimals: Integers
    """The number of them that are decimals; negative if digits before the point were cut off, too."""
    length: Integers
    """The number of all written digits, including those beyond `MAX_PLACES`."""
    padded: Integers
    """1 if the number may begin with a zero, else 0."""


class DigitTypos(NamedTuple):
    """Digits that may have been meant, each array (numbers, candidates)."""

    figures: Integers
    places: Integers
    decimals: Integers
    kind: Integers
    """Index into DIGIT_TYPO_KINDS."""
    likelihood: npt.NDArray[np.float64]
    """Probability of the written digits if these were meant and a typo of this kind was made; 0 if void."""


def digit_typos(numerals: Numerals) -> DigitTypos:
    """List the candidates of all single-key typos: first missing digits, then wrong ones place by place."""
    blocks = zip(_missing_digits(numerals), _wrong_digits(numerals), strict=True)
    figures, places, decimals, kind, likelihood = (np.concatenate(pair, axis=1) for pair in blocks)
    leading_zero = (places - decimals > 1) & (figures < _power(places - 1)) & (numerals.padded == 0)
    return DigitTypos(figures, places, decimals, kind, np.where(leading_zero, 0.0, likelihood))


def _missing_digits(numerals: Numerals) -> DigitTypos:
    """List the candidates with one more digit."""
    figures, places, decimals, length, _ = numerals
    # A digit may be missing before each digit, after the last, and on either side of the point.
    at = np.arange(_MAX_MISSING_PLACE + 1)
    has_point = decimals > 0
    after_point = has_point & (at > places - decimals)
    unit = _power(places - at + after_point)
    with_zero = figures + figures // unit * 9 * unit
    meant = with_zero[..., None] + unit[..., None] * np.arange(10)
    likelihood = np.where(at <= places + has_point, 1 / (length + 1), 0.0)
    return _flatten(
        meant, (places + 1)[..., None], (decimals + after_point)[..., None], _MISSING, likelihood[..., None]
    )


def _wrong_digits(numerals: Numerals) -> DigitTypos:
    """List, place by place, the candidates without an extra digit, with another key, and swapped back."""
    figures, places, decimals, length, _ = numerals
    at = np.arange(min(_MAX_WRONG_PLACE, int(places.max(initial=1))))
    unit = _power(places - at - 1)
    digit = figures // unit % 10
    following = np.concatenate([digit[:, 1:], digit[:, :1]], axis=1)
    exists, has_next = at < places, at + 1 < np.minimum(places, _MAX_WRONG_PLACE)
    doubled = has_next & (digit == following)
    pairs = np.maximum(length - 1, 1)

    removed = figures // (10 * unit) * unit + figures % unit
    removed_likelihood = np.where(doubled, 1 / pairs, 1 / (10 * length)) * (exists & (length > 1))
    keys = _KEYS[digit]
    rekeyed = figures[..., None] + (keys - digit[..., None]) * unit[..., None]
    is_key = exists[..., None] & (keys != _NO_KEY)
    rekeyed_likelihood = np.where(is_key, 1 / (length[..., None] * _NEIGHBOUR_COUNTS[keys]), 0.0)
    swapped = figures + (following - digit) * (unit - unit // 10)
    swapped_likelihood = np.where(has_next & ~doubled, 1 / pairs, 0.0)

    def six(first: Any, four: Any, last: Any) -> npt.NDArray[Any]:
        """Stack the candidates of each place: one removal, up to four keys, one swap."""
        shape = (*digit.shape, 4)
        return np.concatenate([first[..., None], np.broadcast_to(four, shape), last[..., None]], axis=-1)

    zeros = np.zeros_like(digit)
    fewer_places = six(zeros + 1, 0, zeros)
    fewer_decimals = six((at >= places - decimals).astype(np.int64), 0, zeros)
    kind = six(np.where(doubled, _REPEATED, _ADD), _KEYPAD, zeros + _TRANSPOSED)
    return _flatten(
        six(removed, rekeyed, swapped),
        places[..., None] - fewer_places,
        decimals[..., None] - fewer_decimals,
        kind,
        six(removed_likelihood, rekeyed_likelihood, swapped_likelihood),
    )


def _flatten(figures: Integers, *others: Any) -> DigitTypos:
    rows = len(figures)
    return DigitTypos(*(np.broadcast_to(x, figures.shape).reshape(rows, -1) for x in (figures, *others)))


def _power(exponent: Integers) -> Integers:
    powers: Integers = _POWERS[np.maximum(exponent, 0)]
    return powers
