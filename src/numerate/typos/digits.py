"""Typos of one key in the digits of many numbers at once: what was meant where these digits stand.

Digits are integers here, since arrays of them are quick: 12.50 is 1250, of four places, two of them decimals.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

Kind = Literal["missing", "keypad", "add", "repeated", "transposed"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_MISSING, _KEYPAD, _ADD, _REPEATED, _TRANSPOSED = range(len(KINDS))

MOST_PLACES = 17
"""Of digits beyond these, none fits into an integer, with one more that may have been meant."""
_LEADING = 12
"""Typos in digits behind these are not listed: they hardly change the value."""
_LEADING_MISSING = 5
"""A digit left out may be any of ten in every place: only so many places are tried."""

_BESIDE = ("12", "024", "0135", "26", "157", "2468", "359", "48", "579", "68")
"""The keys beside each of 0 to 9 on the number pad."""
_NO_KEY = -1
_KEYS = np.array([[*map(int, beside), *[_NO_KEY] * (4 - len(beside))] for beside in _BESIDE])
_KEYS_BESIDE = np.array([len(beside) for beside in _BESIDE])
_POWERS = 10 ** np.arange(MOST_PLACES + 2)


class Numerals(NamedTuple):
    """The digits of some numbers, (numbers, 1) each."""

    figures: Integers
    places: Integers
    decimals: Integers
    """Below zero where digits before the point are left out, too."""
    digits: Integers
    """How many there are, those left out among them."""
    padded: Integers
    """1 where they may begin with a zero, else 0."""


class Keyed(NamedTuple):
    """Digits that may have been meant, (numbers, typos) each."""

    figures: Integers
    places: Integers
    decimals: Integers
    kind: Integers
    """Which of KINDS."""
    share: npt.NDArray[np.float64]
    """How likely a typo of this kind would be just this one; 0 for what is none."""


def one_key(numerals: Numerals) -> Keyed:
    """Every typo of one key: those of a digit left out, then those of each place in turn."""
    blocks = zip(_left_out(numerals), _in_place(numerals), strict=True)
    figures, places, decimals, kind, share = (np.concatenate(pair, axis=1) for pair in blocks)
    zero_first = (places - decimals > 1) & (figures < _power(places - 1)) & (numerals.padded == 0)
    return Keyed(figures, places, decimals, kind, np.where(zero_first, 0.0, share))


def _left_out(numerals: Numerals) -> Keyed:
    figures, places, decimals, digits, _ = numerals
    # Where it may have stood: before any of the digits, behind the last, on either side of the point.
    at = np.arange(_LEADING_MISSING + 1)
    pointed = decimals > 0
    decimal = pointed & (at > places - decimals)
    room = _power(places - at + decimal)
    opened = figures + figures // room * 9 * room
    meant = opened[..., None] + room[..., None] * np.arange(10)
    share = np.where(at <= places + pointed, 1 / (digits + 1), 0.0)
    return _flat(meant, (places + 1)[..., None], (decimals + decimal)[..., None], _MISSING, share[..., None])


def _in_place(numerals: Numerals) -> Keyed:
    """One digit too many, another key, or two digits swapped, place by place."""
    figures, places, decimals, digits, _ = numerals
    at = np.arange(min(_LEADING, int(places.max(initial=1))))
    room = _power(places - at - 1)
    digit = figures // room % 10
    following = np.concatenate([digit[:, 1:], digit[:, :1]], axis=1)
    here, paired = at < places, at + 1 < np.minimum(places, _LEADING)
    twice = paired & (digit == following)
    others = np.maximum(digits - 1, 1)

    without = figures // (10 * room) * room + figures % room
    once = np.where(twice, 1 / others, 1 / (10 * digits)) * (here & (digits > 1))
    keys = _KEYS[digit]
    hit = figures[..., None] + (keys - digit[..., None]) * room[..., None]
    by_key = np.where(here[..., None] & (keys != _NO_KEY), 1 / (digits[..., None] * _KEYS_BESIDE[keys]), 0.0)
    swapped = figures + (following - digit) * (room - room // 10)
    by_swap = np.where(paired & ~twice, 1 / others, 0.0)

    def six(first: Any, four: Any, last: Any) -> npt.NDArray[Any]:
        shape = (*digit.shape, 4)
        return np.concatenate([first[..., None], np.broadcast_to(four, shape), last[..., None]], axis=-1)

    zeros = np.zeros_like(digit)
    removed = six(zeros + 1, 0, zeros)
    left = six((at >= places - decimals).astype(np.int64), 0, zeros)
    kind = six(np.where(twice, _REPEATED, _ADD), _KEYPAD, zeros + _TRANSPOSED)
    return _flat(
        six(without, hit, swapped),
        places[..., None] - removed,
        decimals[..., None] - left,
        kind,
        six(once, by_key, by_swap),
    )


def _flat(figures: Integers, *others: Any) -> Keyed:
    rows = len(figures)
    return Keyed(*(np.broadcast_to(x, figures.shape).reshape(rows, -1) for x in (figures, *others)))


def _power(exponent: Integers) -> Integers:
    powers: Integers = _POWERS[np.maximum(exponent, 0)]
    return powers
