"""How a number goes wrong when it is written or copied: a noisy channel from what was meant to what stands.

Each candidate is a value that could have been meant, written in the style of the number that stands there,
with how likely a slip would turn the one into the other. Judgement multiplies that with how likely the value
is in its place. Kinds have the names of the planted anomalies (`numerate.training.data.anomalies`) where they
are the same: add, missing, repeated, transposed, keypad, decimal, unit, magnitude.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from math import log
from typing import Literal, NamedTuple

from numerate.text import Number, Style, render, style
from numerate.text.lexicon import MAGNITUDES, SMALL_COINS

Kind = Literal[
    "missing",
    "keypad",
    "add",
    "repeated",
    "transposed",
    "decimal",
    "magnitude",
    "unit",
    "separator",
    "prefix",
    "century",
    "teens",
]

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
"""How the slips of a writer divide among the kinds: estimates, after the order in which studies of number
entry report them (Thimbleby and Cairns 2010; Wiseman, Cairns and Cox 2011). They are not fitted to data."""

_LEADING = 12
"""Slips in digits behind these are not listed: they hardly change the value."""
_LEADING_MISSING = 5
"""A digit left out may be any of ten in every place: only so many places are tried."""

_NUMERAL = re.compile(r"\.?\d(?:[\d,.'’\s]*\d)?")
_KEYS = dict(
    zip("0123456789", ("12", "024", "0135", "26", "157", "2468", "359", "48", "579", "68"), strict=True)
)
"""The keys beside each, on the number pad or in the row of digits."""
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
_THREE_DECIMALS = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_NEARBY = 160
_MAGNITUDE_NEARBY = re.compile(r"\d([\s\xa0-]?)(thousand|million|billion|trillion|mln|bln|bn|mn|tn)\b", re.I)
_PREFIXED_UNIT = re.compile(
    r"(?:[kmMGµμn]|kilo|mega|giga|milli|micro|nano)?"
    r"(?:g|l|L|m|s|W|Wh|V|J|Hz|eV|mol|M|grams?|lit(?:er|re)s?|met(?:er|re)s?|watts?|tons?|tonnes?|bytes?)"
)
_CENTURIES = (20, 19, 18)
_TEENS = {teen: (teen - 10) * 10 for teen in range(13, 20)}
_TEENS |= {ty: teen for teen, ty in _TEENS.items()}

_Digits = Iterator[tuple[str, "Kind", float]]
"""Digits that may have been meant, the kind of slip, and how likely such a slip would be just this one."""
_Meant = tuple[Decimal, "Kind", float, Style]


class Slip(NamedTuple):
    """One value that may have been meant."""

    value: float
    kind: Kind
    log_prior: float
    """The logarithm of the chance that a slip, where this was meant, writes what stands there."""
    exact: Decimal
    style: Style
    """That of the number that stands there, as far as the slip leaves it."""

    @property
    def text(self) -> str:
        """The value in the style of the number that stands there; most slips are never written out."""
        return render(self.exact, like=self.style)


def slips(number: Number, text: str) -> list[Slip]:
    """What may have been meant by `number` of `text`, likeliest slip first: no value twice, never its own."""
    best: dict[float, Slip] = {}
    for meant, kind, share, how in _meant(number, text):
        value = float(meant)
        prior = log(CHANCES[kind] * share)
        if value <= 0 or value == number.value or (value in best and best[value].log_prior >= prior):
            continue
        best[value] = Slip(value, kind, prior, meant, how)
    return sorted(best.values(), key=lambda slip: -slip.log_prior)


def describe(slip: Slip, number: Number) -> str:
    """What went wrong, in words: "a digit was added", "billion for million?"."""
    if slip.kind == "magnitude":
        stands, meant = _magnitude(number.text), _magnitude(slip.text)
        return f"{stands} for {meant}?" if stands else f"{meant} left out?"
    if slip.kind == "unit":
        if number.kind == "money" and number.unit is None and slip.value < number.value:
            return "cents for dollars?" if number.currency == "USD" else "small coins for large?"
        return "a fraction for a percentage?" if number.kind == "percent" else "off by a factor of 100"
    return _DESCRIPTIONS[slip.kind]


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


def _meant(number: Number, text: str) -> Iterator[_Meant]:
    how = style(number)
    yield from _of_magnitudes(number, text, how)
    if how.form in ("words", "year in words"):
        if number.value in _TEENS:
            yield Decimal(_TEENS[int(number.value)]), "teens", 1.0, how
        return
    if how.form == "year end":
        for digits, kind, share in _of_digits(str(int(number.value))):
            if digits[:-2] == str(int(number.value))[:-2] and len(digits) == 4:
                yield Decimal(digits), kind, share, how
    elif how.form in ("digits", "ordinal", "decade", "power"):
        yield from _of_writing(number, how)
        yield from _of_scale(number, how)


def _of_writing(number: Number, how: Style) -> Iterator[_Meant]:
    """Slips of the digits as written."""
    begin, end = (at - number.start for at in number.numeral)
    written = _NUMERAL.search(number.text, begin, end)
    if written is None:
        return
    digits = re.sub(r"[^\d.]", "", written[0])
    scale = number.decimal / Decimal(digits) if Decimal(digits) else Decimal(1)
    to = {decimals: replace(how, decimals=decimals) for decimals in range(len(digits) + 1)}
    for new, kind, share in _of_digits(digits):
        whole, _, decimals = new.partition(".")
        if not new.strip(".") or (whole.startswith("0") and len(whole) > 1 and not how.width):
            continue
        value = Decimal(new) * scale
        if how.form == "decade" and (value % 10 or len(new) != len(digits)):
            continue
        yield value, kind, share, to[len(decimals)]
    if how.form != "digits" or how.magnitude:
        return
    if _THOUSANDS.fullmatch(written[0]):
        yield number.decimal / 1000, "separator", 1.0, replace(how, grouping="", decimals=3)
    elif _THREE_DECIMALS.fullmatch(written[0]):
        yield number.decimal * 1000, "separator", 1.0, replace(how, grouping=",", decimals=0)
    bare = number.kind in ("cardinal", "year") and number.unit is None
    if bare and len(written[0]) == 4 and written[0].isdigit():
        for century in _CENTURIES:
            yield century * 100 + number.decimal % 100, "century", 1 / len(_CENTURIES), how


def _of_digits(digits: str) -> _Digits:
    """Every slip of one key: what was meant where `digits` stands."""
    places = [at for at, char in enumerate(digits) if char != "."]
    count = len(places)
    for at in range(min(len(digits), _LEADING_MISSING) + 1):
        for digit in "0123456789":
            yield digits[:at] + digit + digits[at:], "missing", 1 / (count + 1)
    places = places[:_LEADING]
    for nth, at in enumerate(places):
        without = digits[:at] + digits[at + 1 :]
        if count > 1:
            yield without, "add", 1 / (10 * count)
        for key in _KEYS[digits[at]]:
            yield digits[:at] + key + digits[at + 1 :], "keypad", 1 / (count * len(_KEYS[key]))
        if nth + 1 == len(places):
            continue
        after = places[nth + 1]
        if digits[at] == digits[after]:
            yield without, "repeated", 1 / (count - 1)
        else:
            swapped = digits[:at] + digits[after] + digits[at + 1 : after] + digits[at] + digits[after + 1 :]
            yield swapped, "transposed", 1 / (count - 1)


def _of_scale(number: Number, how: Style) -> Iterator[_Meant]:
    """The point misplaced, small coins for large ones, a fraction for a percentage, grams for kilograms."""
    if how.form not in ("digits", "power") or how.width or number.kind in ("year", "date", "time"):
        return
    coined = number.kind in ("money", "percent") and (number.unit or "").lower() not in SMALL_COINS
    chances: dict[int, tuple[Kind, float]] = {1: ("decimal", 0.5), 2: ("unit", 0.5 if coined else 0.1)}
    if number.unit and _PREFIXED_UNIT.fullmatch(number.unit):
        chances[3] = ("prefix", 0.5)
    for places, (kind, share) in chances.items():
        for shift in (-places, places):
            fewer = how.decimals if number.kind == "money" else max(0, how.decimals - shift)
            yield number.decimal.scaleb(shift), kind, share, replace(how, decimals=fewer)


def _of_magnitudes(number: Number, text: str, how: Style) -> Iterator[_Meant]:
    """A magnitude word for another, or left out where the numbers nearby have one."""
    if how.magnitude or (how.form == "words" and number.value >= 1000):
        for places in (-3, 3):
            yield number.decimal.scaleb(places), "magnitude", 0.4, how
        return
    bare = how.form == "digits" and number.kind in ("cardinal", "money") and number.unit is None
    if not bare or number.value >= 1000 or how.implied != 1:
        return
    nearby = text[max(0, number.start - _NEARBY) : number.end + _NEARBY]
    words = dict.fromkeys(match.groups() for match in _MAGNITUDE_NEARBY.finditer(nearby))
    for joint, word in words:
        with_word = replace(how, joint=joint, magnitude=word)
        yield number.decimal * MAGNITUDES[word.lower()], "magnitude", 0.2 / len(words), with_word
