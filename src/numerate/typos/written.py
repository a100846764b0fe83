"""Written numbers as digits and scale, and scale typos: point, magnitude word, unit, separator, century."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from numerate.text import Number, Style, style
from numerate.text.lexicon import MAGNITUDES
from numerate.typos.digits import MAX_PLACES

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
