"""Typos of a number's scale: the point, a magnitude, thousands, a unit; and of numbers in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from numerate.text import Number, Style
from numerate.text.lexicon import MAGNITUDES
from numerate.typos.written import WrittenNumber

ScaleTypoKind = Literal[
    "decimal",
    "magnitude",
    "thousands",
    "unit",
    "separator",
    "prefix",
    "conversion",
    "century",
    "teens",
    "words",
]
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
_FEWER_THAN_THOUSANDS = 1000
"""Values from which on another three zeros would be a million."""
_SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400, "wk": 604800, "mo": 2629800, "yr": 31557600}
_PAIRS = {("mi", "km"): 1.609344, ("ft", "m"): 0.3048, ("in", "cm"): 2.54, ("lb", "kg"): 0.45359237}


def _confused_units() -> dict[str, list[float]]:
    """Return by symbol the factors of the next longer and shorter time, and of the other system's unit."""
    factors: dict[str, list[float]] = {}
    for (short, seconds), (long, more) in pairwise(_SECONDS.items()):
        factors.setdefault(short, []).append(more / seconds)
        factors.setdefault(long, []).append(seconds / more)
    for (imperial, metric), factor in _PAIRS.items():
        factors.setdefault(metric, []).append(factor)
        factors.setdefault(imperial, []).append(1 / factor)
    return factors


_CONFUSED_UNITS = _confused_units()
_CENTURIES = (20, 19, 18)
_TEENS = {teen: (teen - 10) * 10 for teen in range(13, 20)}
_TEENS |= {ty: teen for teen, ty in _TEENS.items()}


def scale_typos(written: WrittenNumber, text: str) -> Iterator[ScaleTypo]:
    """Yield what may have been meant by a number of `text`."""
    yield from _magnitude_typos(written, text)
    yield from _notation_typos(written)
    yield from _thousands_typos(written)
    yield from _unit_typos(written)
    yield from _conversion_typos(written)
    if written.style.form in ("words", "year in words"):
        yield from _word_typos(int(written.number.value))


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


def _thousands_typos(written: WrittenNumber) -> Iterator[ScaleTypo]:
    """Yield the value without ",000", or with it where it may have been lost."""
    number, how = written.number, written.style
    if how.form != "digits" or written.power != 0 or number.kind not in ("cardinal", "money"):
        return
    is_measured = number.measured_in or number.in_minor_unit
    if written.written.endswith(",000"):
        yield _shifted(written, -3, "thousands", 0.5)
    elif number.value < _FEWER_THAN_THOUSANDS and not (is_measured or how.width or written.decimals):
        yield _shifted(written, 3, "thousands", 0.5)


def _word_typos(value: int) -> Iterator[ScaleTypo]:
    """Yield "fifty" for "fifteen"; and what a lost, added or wrong word would have made of `value`."""
    if value in _TEENS:
        yield _TEENS[value], 0, "teens", 1.0
    tens, unit = divmod(value, 10)
    meant: list[int] = []
    if 0 < value < 10:
        meant = [10 * lost + unit for lost in range(2, 10)]
    elif 20 <= value < 100 and not unit:
        meant = [value + lost for lost in range(1, 10)]
    elif 20 < value < 100:
        meant = [10 * tens, unit, *(10 * other + unit for other in range(2, 10) if other != tens)]
    elif 100 <= value < 1000 and value % 100 == 0:
        meant = [10 * value]
    for each in meant:
        yield each, 0, "words", 1 / 20


def _conversion_typos(written: WrittenNumber) -> Iterator[ScaleTypo]:
    """Yield the value of the same digits in a unit that is easily written for this one: miles for km."""
    number = written.number
    own = number.measured_in
    if own is None or written.style.form != "digits" or written.style.magnitude or not 0 < number.value < 1e9:
        return
    for factor in _CONFUSED_UNITS.get(own, ()):
        meant = Decimal(f"{number.value * factor:.2e}")
        decimals = max(0, -int(meant.as_tuple().exponent))
        yield int(meant.scaleb(decimals)), decimals, "conversion", 1 / 3


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
    if kind == "thousands":
        return replace(how, grouping=how.grouping or ",")
    if kind in ("decimal", "unit", "prefix") and written.number.kind != "money":
        return replace(how, decimals=max(0, how.decimals - max(0, shift)))
    if kind == "magnitude" and not how.magnitude and how.form == "digits":
        words = _magnitudes_nearby(written.number, text)
        joint, word = next(pair for pair in words if MAGNITUDES[pair[1].lower()].adjusted() == shift)
        return replace(how, joint=joint, magnitude=word)
    return how
