"""Written numbers as digits and scale, and the typos of both: a digit, the point, a magnitude, a unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from numerate.text import Number, Style, style
from numerate.text.lexicon import MAGNITUDES

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


ScaleTypoKind = Literal["decimal", "magnitude", "unit", "separator", "prefix", "century", "teens"]
ScaleTypo = tuple[int, int, ScaleTypoKind, float]
"""Figures and decimals that may have been meant, the kind, and the likelihood as in `DigitTypos`."""

_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
_THREE_DECIMALS = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_CONTEXT = 160
"""Characters on each side of a number in which a magnitude word may show that its own is missing."""
_MAGNITUDE_IN_CONTEXT = re.compile(
    r"\d([\s\xa0-]?)(thousand|million|billion|trillion|mln|bln|bn|mn|tn)\b", re.IGNORECASE
)
_PREFIXED_UNIT = re.compile(
    r"(?:[kmMGµμn]|kilo|mega|giga|milli|micro|nano)?"
    r"(?:g|l|L|m|s|W|Wh|V|J|Hz|eV|mol|M|grams?|lit(?:er|re)s?|met(?:er|re)s?|watts?|tons?|tonnes?|bytes?)"
)
_CENTURIES = (20, 19, 18)
_TEENS = {teen: (teen - 10) * 10 for teen in range(13, 20)}
_TEENS |= {ty: teen for teen, ty in _TEENS.items()}


def scale_typos(written: WrittenNumber, text: str) -> Iterator[ScaleTypo]:
    """Yield what may have been meant by a number of `text`."""
    yield from _magnitude_typos(written, text)
    yield from _notation_typos(written)
    yield from _unit_typos(written)
    if written.style.form in ("words", "year in words") and written.number.value in _TEENS:
        yield _TEENS[int(written.number.value)], 0, "teens", 1.0


def _shifted(written: WrittenNumber, shift: int, kind: ScaleTypoKind, likelihood: float) -> ScaleTypo:
    """Return the same figures times 10^shift."""
    return written.figures, written.decimals - shift, kind, likelihood


def _magnitude_typos(written: WrittenNumber, text: str) -> Iterator[ScaleTypo]:
    """Yield other magnitude words, or one that is missing although numbers nearby have it."""
    number, how = written.number, written.style
    if how.magnitude or (how.form == "words" and number.value >= 1000):
        for shift, likelihood in ((-3, 0.35), (3, 0.35), (-6, 0.1), (6, 0.1)):
            yield _shifted(written, shift, "magnitude", likelihood)
        return
    is_measured = number.measured_in or number.in_minor_unit
    is_bare = how.form == "digits" and number.kind in ("cardinal", "money") and not is_measured
    if is_bare and number.value < 1000 and how.implied == 1:
        words = _magnitudes_nearby(number, text)
        for _, word in words:
            yield _shifted(written, MAGNITUDES[word.lower()].adjusted(), "magnitude", 0.2 / len(words))


def _magnitudes_nearby(number: Number, text: str) -> list[tuple[str, str]]:
    """Return the distinct magnitude words of the numbers nearby, each with the joint before it."""
    nearby = text[max(0, number.start - _CONTEXT) : number.end + _CONTEXT]
    return list(dict.fromkeys((match[1], match[2]) for match in _MAGNITUDE_IN_CONTEXT.finditer(nearby)))


def _notation_typos(written: WrittenNumber) -> Iterator[ScaleTypo]:
    """Yield a decimal point for a thousands separator, the reverse, and other centuries."""
    number, how = written.number, written.style
    if how.form != "digits" or how.magnitude:
        return
    if _THOUSANDS.fullmatch(written.written):
        yield _shifted(written, -3, "separator", 1.0)
    elif _THREE_DECIMALS.fullmatch(written.written):
        yield _shifted(written, 3, "separator", 1.0)
    is_bare = number.kind in ("cardinal", "year") and number.unit is None and written.power == 0
    if is_bare and len(written.written) == 4 and written.written.isdigit():
        for century in _CENTURIES:
            yield 100 * century + written.figures % 100, 0, "century", 1 / len(_CENTURIES)


def _unit_typos(written: WrittenNumber) -> Iterator[ScaleTypo]:
    """Yield a misplaced point, cents for dollars, a fraction for a percentage, grams for kilograms."""
    number, how = written.number, written.style
    if how.form not in ("digits", "power") or how.width or number.kind in ("year", "date", "time"):
        return
    has_hundredths = number.kind in ("money", "percent") and not number.in_minor_unit
    shifts: dict[int, tuple[ScaleTypoKind, float]] = {
        1: ("decimal", 0.5),
        2: ("unit", 0.5 if has_hundredths else 0.1),
    }
    if number.measured_in and _PREFIXED_UNIT.fullmatch(number.measured_in):
        shifts[3] = ("prefix", 0.5)
    for places, (kind, likelihood) in shifts.items():
        for shift in (-places, places):
            yield _shifted(written, shift, kind, likelihood)


def restyled(written: WrittenNumber, kind: str, decimals: int, text: str) -> Style:
    """Return the style in which the meant value is written after a scale typo is undone."""
    how, shift = written.style, written.decimals - decimals
    if kind == "separator":
        return replace(how, grouping="", decimals=3) if shift < 0 else replace(how, grouping=",", decimals=0)
    if kind in ("decimal", "unit", "prefix") and written.number.kind != "money":
        return replace(how, decimals=max(0, how.decimals - shift))
    if kind == "magnitude" and not how.magnitude and how.form == "digits":
        words = _magnitudes_nearby(written.number, text)
        joint, word = next(pair for pair in words if MAGNITUDES[pair[1].lower()].adjusted() == shift)
        return replace(how, joint=joint, magnitude=word)
    return how


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
