"""A number as it stands in a text, taken apart: its digits as an integer, and what makes them its value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from numerate.text import Number, Style, style
from numerate.text.lexicon import MAGNITUDES, SMALL_COINS
from numerate.typos.digits import MOST_PLACES

_NUMERAL = re.compile(r"\.?\d(?:[\d,.'’\s]*\d)?")
_IN_DIGITS = ("digits", "ordinal", "power", "decade")
_PLAINLY, _POWERS = 14, range(-4, 19)
"""So many digits, one more, and such powers of ten are exact in floats, and their product is the nearest."""


@dataclass(frozen=True)
class WrittenNumber:
    """One number; figures, places and decimals are those of `Numerals`."""

    number: Number
    style: Style
    written: str
    """Its digits, separators among them; "" where there are none, and the digits are those of its value."""
    figures: int
    places: int
    decimals: int
    rest: str
    """Digits that are too many for an integer."""
    scale: Decimal
    """What the digits are multiplied by: a million in "3.4 million"."""
    power: int | None
    """The scale as a power of ten, where it is one and floats hold it and the digits exactly."""

    @classmethod
    def of(cls, number: Number) -> WrittenNumber:
        """Take a number apart."""
        how = style(number)
        begin, end = (at - number.start for at in number.numeral)
        found = _NUMERAL.search(number.text, begin, end) if how.form in _IN_DIGITS else None
        plain = re.sub(r"[^\d.]", "", found[0]) if found else f"{number.decimal:f}"
        whole, _, decimals = plain.partition(".")
        digits = whole + decimals
        leading, rest = digits[:MOST_PLACES], digits[MOST_PLACES:]
        scale = number.decimal / Decimal(plain) if found and int(digits) else Decimal(1)
        power = scale.adjusted()
        plainly = len(digits) <= _PLAINLY and power in _POWERS and scale.scaleb(-power) == 1
        return cls(
            number,
            how,
            found[0] if found else "",
            int(leading),
            len(leading),
            len(decimals) - len(rest),
            rest,
            scale,
            power if plainly else None,
        )

    def exact(self, figures: int, decimals: int) -> Decimal:
        """What the number is with other figures, or with its own moved by powers of ten."""
        if figures == self.figures:
            return self.number.decimal.scaleb(self.decimals - decimals)
        return Decimal(f"{figures}{self.rest}").scaleb(-decimals - len(self.rest)) * self.scale


Kind = Literal["decimal", "magnitude", "unit", "separator", "prefix", "century", "teens"]
Other = tuple[int, int, Kind, float]
"""Figures and decimals that may have been meant, the kind, and how likely such a typo is just this one."""

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


def scale_typos(one: WrittenNumber, text: str) -> Iterator[Other]:
    """What may have been meant by a number of `text`."""
    yield from _of_magnitudes(one, text)
    yield from _of_writing(one)
    yield from _of_scale(one)
    if one.style.form in ("words", "year in words") and one.number.value in _TEENS:
        yield _TEENS[int(one.number.value)], 0, "teens", 1.0


def _moved(one: WrittenNumber, shift: int, kind: Kind, share: float) -> Other:
    """The same figures, by so many powers of ten more."""
    return one.figures, one.decimals - shift, kind, share


def _of_writing(one: WrittenNumber) -> Iterator[Other]:
    """A thousands separator for a point, or another century."""
    number, how = one.number, one.style
    if how.form != "digits" or how.magnitude:
        return
    if _THOUSANDS.fullmatch(one.written):
        yield _moved(one, -3, "separator", 1.0)
    elif _THREE_DECIMALS.fullmatch(one.written):
        yield _moved(one, 3, "separator", 1.0)
    bare = number.kind in ("cardinal", "year") and number.unit is None and one.power == 0
    if bare and len(one.written) == 4 and one.written.isdigit():
        for century in _CENTURIES:
            yield 100 * century + one.figures % 100, 0, "century", 1 / len(_CENTURIES)


def _of_scale(one: WrittenNumber) -> Iterator[Other]:
    """The point misplaced, small coins for large ones, a fraction for a percentage, grams for kilograms."""
    number, how = one.number, one.style
    if how.form not in ("digits", "power") or how.width or number.kind in ("year", "date", "time"):
        return
    coined = number.kind in ("money", "percent") and (number.unit or "").lower() not in SMALL_COINS
    chances: dict[int, tuple[Kind, float]] = {1: ("decimal", 0.5), 2: ("unit", 0.5 if coined else 0.1)}
    if number.unit and _PREFIXED_UNIT.fullmatch(number.unit):
        chances[3] = ("prefix", 0.5)
    for places, (kind, share) in chances.items():
        for shift in (-places, places):
            yield _moved(one, shift, kind, share)


def _of_magnitudes(one: WrittenNumber, text: str) -> Iterator[Other]:
    """A magnitude word for another, or left out where the numbers nearby have one."""
    number, how = one.number, one.style
    if how.magnitude or (how.form == "words" and number.value >= 1000):
        for shift, share in ((-3, 0.35), (3, 0.35), (-6, 0.1), (6, 0.1)):
            yield _moved(one, shift, "magnitude", share)
        return
    bare = how.form == "digits" and number.kind in ("cardinal", "money") and number.unit is None
    if bare and number.value < 1000 and how.implied == 1:
        words = _magnitudes_nearby(number, text)
        for _, word in words:
            yield _moved(one, MAGNITUDES[word.lower()].adjusted(), "magnitude", 0.2 / len(words))


def _magnitudes_nearby(number: Number, text: str) -> list[tuple[str, str]]:
    """Each magnitude word that the numbers around have, with what joins it to them."""
    nearby = text[max(0, number.start - _NEARBY) : number.end + _NEARBY]
    return list(dict.fromkeys((match[1], match[2]) for match in _MAGNITUDE_NEARBY.finditer(nearby)))


def restyled(one: WrittenNumber, kind: str, decimals: int, text: str) -> Style:
    """The style of the number, as far as a typo of this kind leaves it."""
    how, shift = one.style, one.decimals - decimals
    if kind == "separator":
        return replace(how, grouping="", decimals=3) if shift < 0 else replace(how, grouping=",", decimals=0)
    if kind in ("decimal", "unit", "prefix") and one.number.kind != "money":
        return replace(how, decimals=max(0, how.decimals - shift))
    if kind == "magnitude" and not how.magnitude and how.form == "digits":
        words = _magnitudes_nearby(one.number, text)
        joint, word = next(pair for pair in words if MAGNITUDES[pair[1].lower()].adjusted() == shift)
        return replace(how, joint=joint, magnitude=word)
    return how
