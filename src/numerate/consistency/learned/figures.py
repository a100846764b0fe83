"""The figures of a stretch of text, as equations see them: values that they may stand for, in base units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite, log10, nan
from typing import NamedTuple

from numerate.consistency.interval import Interval, amount, coin, precision
from numerate.consistency.slots import Sentence, Slot, currency
from numerate.consistency.verbs import MULTIPLIERS
from numerate.text.units import DIMENSIONS

YEAR = 365.25 * 86400
DAY = 86400.0

COUNT, PERCENT = "count", "percent"
_SHOWN_DIMENSIONS = ("length", "area", "volume", "mass", "time", "temperature", "speed", "energy", "power")
TYPES = (*"NMPQFXSOIYDT", "age", "other unit", *_SHOWN_DIMENSIONS)
"""What the network sees of a figure instead of its value: its mark (see `slots`), or the dimension of its
unit."""
_TYPE_OF = {DIMENSIONS[name]: TYPES.index(name) for name in _SHOWN_DIMENSIONS}

_PACKED = re.compile(r" \([A-Z]")
"""What follows a number of packs: "1 (14.5 ounce) can"."""
_AGO = re.compile(r" (?:ago|earlier|later|before|after)\b")
"""After a time that says when; another number does not have its unit: "two years ago it was 18"."""
_OF = re.compile(r" of (?:[a-z']+ ){1,3}")
"""Between a part and its whole: "17 of her 28 days"."""
_MULTIPLIER = re.compile(rf"(?<!-)\b({'|'.join(MULTIPLIERS)})(?:(?<=v)e|es|ed|ing)\b")
"""Without "double" and "triple", which are mostly adjectives."""
TIME = DIMENSIONS["time"]
_LARGEST_EXACT = 1000
"""Whole amounts below it are probably not rounded."""
_UNHEDGED = 1.01
"""Width of the interval of a rounded figure in units of its last digit; what is wider is hedged."""
_LOOSE_WORD = 0.05
"""How far off multiples and fractions in words may be: "doubled", "a third". Chosen on seven sets of
experiments/unseen; at 0.08, 41,000 that became 132,000 had trebled."""


class ValueRange(NamedTuple):
    """The values that a figure may stand for, the value as written, and one unit of its last digit."""

    low: float
    high: float
    value: float
    step: float

    def at_step(self, step: float) -> ValueRange:
        """Return them for a figure that is as precise as others of its equation: the 5 next to 4.8 is 5.0."""
        if step >= self.step or self.high - self.low > self.step * _UNHEDGED:
            return self
        return ValueRange(
            max(self.low, self.value - step / 2), min(self.high, self.value + step / 2), self.value, step
        )

    def rounded(self) -> ValueRange:
        """Return them for a figure that was calculated, and rounded to its last digit."""
        half = self.step / 2
        return self._replace(low=min(self.low, self.value - half), high=max(self.high, self.value + half))

    def or_truncated(self) -> ValueRange:
        """Return them for a figure that may be truncated instead of rounded."""
        if self.value <= 0:
            return self
        return self._replace(high=max(self.high, self.value + self.step))

    def times(self, factor: float) -> ValueRange:
        """Return them in another unit."""
        return ValueRange(self.low * factor, self.high * factor, self.value * factor, self.step * factor)


_LEAST_SHARE = 1e-4
"""Shares below it have its order of magnitude."""
_LARGEST_PERCENT = 10_000
"""What is larger is a count that a percentage follows: 169 million - 11 percent."""
_GAP = 1
"""Orders of magnitude by which shares of up to 100% are apart from percentages above it, twice."""
_SMALLEST, _LARGEST = 1e-60, 1e60
"""Between these, no unit and no product of two figures leaves the range of floats."""
_ANYTHING = ValueRange(-inf, inf, 0.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A quantity of a window."""

    slot: Slot
    type: int
    """Its index in TYPES."""
    group: str
    """What it can be added to: "count", "percent", a currency or a dimension; "" if to nothing."""
    bounds: ValueRange
    as_written: ValueRange
    is_bare: bool = False
    """Whether it has neither unit nor noun, so that it may have those of a neighbour."""

    @property
    def factor(self) -> float:
        """What its value as written is multiplied by to give base units."""
        return self.bounds.step / self.as_written.step

    @property
    def mark(self) -> str:
        """The mark of its slot; none if it stands for no definite value: "at least 40", a name."""
        definite = isfinite(self.bounds.low) and isfinite(self.bounds.high)
        return self.slot.mark if definite and self.slot.mark != "I" else ""


def read_figures(sentences: Iterable[Sentence]) -> list[Figure]:
    """Return the figures of some sentences, in order, with the verbs that mean a multiple."""
    return [
        _figure(_as_count(slot))
        for sentence in sentences
        for slot in sorted((*sentence.slots, *_multiple_verbs(sentence)), key=lambda slot: slot.at)
    ]


def _as_count(slot: Slot) -> Slot:
    """Return a number in brackets, which the reader takes for a reference, as a count: "blurred (34)"."""
    around = slot.sentence.line[max(0, slot.at - 1) : slot.at + 2]
    return (slot.as_count() or slot) if slot.mark == "I" and around == "(I)" else slot


def _multiple_verbs(sentence: Sentence) -> list[Slot]:
    return [
        sentence.word(match.start(), match.end(), MULTIPLIERS[match[1]])
        for match in _MULTIPLIER.finditer(sentence.line)
    ]


def _figure(slot: Slot) -> Figure:
    value = slot.number.value
    is_usual = not value or _SMALLEST < abs(value) < _LARGEST
    bounds, written = _bounds(slot) if is_usual else (_ANYTHING, _ANYTHING)
    if not (isfinite(bounds.low) and isfinite(bounds.high)):
        return Figure(slot, _type(slot), "", bounds, written)
    is_bare = slot.mark == "N" and (
        (slot.noun is None and not _PACKED.match(slot.after(3))) or _is_part_of_figure(slot)
    )
    return Figure(slot, _type(slot), _group(slot), bounds, written, is_bare)


def _is_part_of_figure(slot: Slot) -> bool:
    """Return whether a count has the unit of a figure that follows: "17 of her 28 days", "40 of its 90"."""
    match = _OF.match(slot.sentence.line, slot.at + 1)
    whole = slot.sentence.by_place.get(match.end()) if match else None
    return whole is not None and (whole.mark in "UM" or (whole.mark == "N" and whole.noun is None))


def _bounds(slot: Slot) -> tuple[ValueRange, ValueRange]:
    """Return the values of a figure in base units, and in those it is written in."""
    number = slot.number
    if slot.mark in "DIOY":
        value = number.value
        return (same := ValueRange(value, value, value, 1.0)), same
    if slot.moment is not None and slot.moment.seconds is not None:
        seconds = float(slot.moment.seconds)
        return (same := ValueRange(seconds, seconds, seconds, 60.0)), same
    step = precision(number) or Fraction(1)
    half = Fraction(0) if _is_exact(slot) else step / 2
    size = amount(number)
    low, high = map(float, slot.hedged(Interval(size - half, size + half)))
    if number.sign < 0:
        low, high = -high, -low
    is_loose = slot.mark in "FX" and not any(char.isdigit() for char in number.text)
    share = _LOOSE_WORD if is_loose else 0.0
    written = ValueRange(low * (1 - share), high * (1 + share), slot.value, float(step) or 1.0)
    return written.times(_factor(slot)), written


def _is_exact(slot: Slot) -> bool:
    """Return whether a figure is probably not rounded: a count, a price, a number of weeks, a share."""
    number = slot.number
    if slot.mark in "FSX" or (number.value % 1 and not any(char.isdigit() for char in number.text)):
        return True
    if slot.mark == "U" and slot.dimensions != TIME:
        return False
    return slot.mark in "NUM" and number.value < _LARGEST_EXACT and number.value % 1 == 0


def _factor(slot: Slot) -> float:
    """Return what a value as written is multiplied by to give base units; temperatures stay as they are."""
    unit = slot.number.unit
    if slot.mark == "M":
        return float(coin(slot.number))
    if unit is not None and unit.symbol == "bp":
        return 0.01
    if slot.mark != "U" or unit is None or unit.measure.offset or unit.symbol.startswith("1/"):
        return 1.0
    return unit.measure.factor


def _type(slot: Slot) -> int:
    if slot.number.kind == "age":
        return TYPES.index("age")
    if slot.mark != "U":
        return TYPES.index(slot.mark)
    return _TYPE_OF.get(slot.dimensions or (), TYPES.index("other unit"))


def _group(slot: Slot) -> str:
    if slot.mark in "PQ" or slot.noun == "point":
        return PERCENT
    if slot.mark == "N":
        return COUNT
    if slot.mark == "M":
        return currency(slot) or "money"
    if slot.mark == "U":
        unit = slot.number.unit
        if unit is None or unit.symbol.startswith("1/"):
            return COUNT  # a frequency: 40 a day
        if unit.measure.offset or slot.dimensions == DIMENSIONS["temperature"]:
            return unit.symbol
        return str(unit.measure.dimensions)
    return ""


def size(figure: Figure) -> float:
    """Return the order of magnitude of a measured amount, of money or of a percentage; NaN for other figures.

    It is log10 in SI units, or in units of the currency. Temperatures, which may be below zero, have one per
    40 °C. There is a gap at 100%, above which no share can be.
    """
    slot = figure.slot
    if figure.bounds is _ANYTHING:
        return nan
    if slot.mark == "P":
        return _percent_size(slot)
    value = slot.value
    if slot.mark == "M":
        value *= float(coin(slot.number))
    elif slot.mark == "U" and (unit := slot.number.unit) and unit.measure.dimensions in _TYPE_OF:
        value = value * unit.measure.factor + unit.measure.offset
        if unit.measure.dimensions == DIMENSIONS["temperature"]:
            return (value - 273.15) / 40
    else:
        return nan
    return log10(value) if value > 0 else nan


def _percent_size(slot: Slot) -> float:
    unit = slot.number.unit
    is_percent = unit is None or unit.symbol == "%"
    if slot.number.sign < 0 or not is_percent or slot.number.value > _LARGEST_PERCENT:
        return nan
    share = max(slot.number.value / 100, _LEAST_SHARE)
    return log10(share) + (_GAP if share > 1 else -_GAP)


def members(figures: Sequence[Figure], group: str) -> list[tuple[int, ValueRange]]:
    """Return the figures of a group with their values, and bare numbers with the unit of the nearest of them.

    Of "from 36 hours to 8", only the first has its unit.
    """
    own = [i for i, figure in enumerate(figures) if figure.group == group]
    amounts = [(i, figures[i].bounds) for i in own]
    lenders = [i for i in own if not _AGO.match(figures[i].slot.after(10))]
    if group == COUNT or not lenders:
        return amounts
    for i, figure in enumerate(figures):
        if figure.is_bare:
            nearest = figures[min(lenders, key=lambda j, i=i: abs(j - i))]  # type: ignore[misc]
            amounts.append((i, figure.bounds.times(nearest.factor)))
    return sorted(amounts)
