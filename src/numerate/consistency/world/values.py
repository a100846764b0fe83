"""Quantities as values of a fact: years, counts with their noun, and measures in the unit of the property."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from numerate.consistency.interval import Interval, Real, amount, hedged, is_calculable, precision
from numerate.consistency.slots import Slot
from numerate.consistency.world.elements import Line
from numerate.consistency.world.table import Fact, Property
from numerate.text import Number
from numerate.text.units import Measure
from numerate.text.units import find as find_unit

_JOINTS = frozenset(("to", "and", "or", "-", "\x96"))
_BEFORE_CHRIST = frozenset(("bc", "bce"))
_LATEST = 2100
"""Largest number that is read as a year."""
_ENDS = frozenset(("", ".", ",", ";", ":", ")"))
_TIMES = {"days": "d", "years": "yr", "hours": "h"}
_VAGUE = ("a ", "an ", "half", "one half")
_ADJECTIVES = frozenset(
    "small large big main different separate individual natural known major coloured colored single".split()
)
"""Adjectives between a count and its noun that do not restrict it."""
_ABOUT, _NEARLY = Fraction(3, 100), Fraction(6, 100)
"""Relative error that "about" and "nearly" allow beyond rounding: little, as the value is known."""
NO_UNIT = Measure("", ())


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """A quantity that may be the value of a fact."""

    number: Number
    slot: Slot
    values: Interval
    """What it stands for, as written, without its sign."""
    measure: Measure
    """Its unit."""
    first: int
    last: int
    """Its elements, with those of its noun."""
    has_noun: bool = False

    def covers(self, at: int) -> bool:
        """Return whether an element belongs to it."""
        return self.first <= at <= self.last


def read_value(line: Line, at: int, fact: Fact) -> Value | None:
    """Return the quantity at a place if it is of the kind that the fact has; else None."""
    slot = line[at].slot
    if slot is None or not is_calculable(slot.number) or slot.number.text.lower().startswith(_VAGUE):
        return None
    if fact.property.kind == "year":
        return _year(line, at, slot, fact)
    if fact.property.kind == "ordinal":
        exact = amount(slot.number)
        is_one = slot.number.kind == "ordinal" and line.text(at - 1) == "the"
        return Value(slot.number, slot, Interval(exact, exact), NO_UNIT, at, at) if is_one else None
    if slot.number.kind not in ("cardinal", "percent", "age"):
        return None
    if fact.property.kind == "measure":
        return _measure(line, at, slot, fact.property)
    if slot.mark != "N" or slot.number.sign < 0 or line.text(at + 1) == "/":
        return None
    if fact.property.kind == "count":
        return _count(line, at, slot, fact.property)
    noun = slot.number.noun
    if noun is not None and noun.lower() not in fact.property.cues.words:
        return None
    if line.text(at + 1) in _JOINTS and at + 2 < len(line) and line[at + 2].slot is not None:
        return None  # 8 to 16 million
    return Value(slot.number, slot, _rounded(slot), NO_UNIT, at, at)


def _year(line: Line, at: int, slot: Slot, fact: Fact) -> Value | None:
    """Read a year, with BC and AD; years before 100 need one of them."""
    if slot.mark == "D":
        if slot.moment is None or slot.moment.year is None:
            return None
    elif slot.mark not in "YN" or slot.number.unit is not None or not slot.number.text.isdecimal():
        return None
    number = slot.number
    after, before = line.text(at + 1), line.text(at - 1)
    is_before_christ = after in _BEFORE_CHRIST
    if is_before_christ != (fact.value < 0):
        return None
    has_era = is_before_christ or after in ("ad", "ce") or before == "ad"
    is_count = slot.mark == "N" and (number.noun is not None or number.value < 100)
    if not has_era and (is_count or number.value > _LATEST):
        return None
    exact = amount(number)
    return Value(number, slot, Interval(exact, exact), NO_UNIT, at, at + is_before_christ)


def _count(line: Line, at: int, slot: Slot, known: Property) -> Value | None:
    """Read a count with its noun right after it."""
    if slot.number.decimal != slot.number.decimal.to_integral():
        return None
    noun = at + 1
    while noun < at + 3 and not line.has(known.nouns, noun) and line.text(noun) in _ADJECTIVES:
        noun += 1
    length = line.has(known.nouns, noun)
    is_alone = line.text(at + 1) in _ENDS and line.text(at - 1) != "="
    if not length and not (is_alone and _is_elided(slot, known)):
        return None
    noun -= not length
    exact = amount(slot.number)
    values = hedged(slot.number, slot.sentence.text, Interval(exact, exact))
    return Value(slot.number, slot, values, NO_UNIT, at, noun + length - 1, has_noun=True)


def _is_elided(slot: Slot, known: Property) -> bool:
    """Return whether a count has the noun of one before: "300 bones, but an adult has only 206"."""
    previous, own = slot.sentence.previous, slot.sentence.line[: slot.at]
    earlier = own if previous is None else f"{previous.line} {own}"
    return any(f"N {' '.join(noun)}" in earlier for noun in known.nouns.all)


def _measure(line: Line, at: int, slot: Slot, known: Property) -> Value | None:
    """Read an amount with a unit of the property's dimension; the first of two is read with the other."""
    unit = _unit(line, at, slot, known)
    if unit is None or unit.dimensions != known.unit.dimensions:
        return None
    if (known.unit.symbol == "%") != (unit.symbol == "%"):
        return None
    noun = int(slot.number.unit is None and slot.mark != "P")
    noun += noun and line.text(at + 1) in ("earth", "terrestrial")
    values, last = _rounded(slot), at + noun
    other = line[last + 2].slot if last + 2 < len(line) else None
    if line.text(last + 1) in _JOINTS and other is not None and _unit(line, last + 2, other, known) == unit:
        second = _rounded(other)
        values = Interval(min(values.low, second.low), max(values.high, second.high))
        last += 2 + noun
    return Value(slot.number, slot, values, unit, at, last)


def _unit(line: Line, at: int, slot: Slot, known: Property) -> Measure | None:
    """Return the unit of a quantity; "degrees" are of what the property measures."""
    if slot.mark == "P":
        return find_unit("%")
    if slot.mark == "U" and slot.number.unit is not None:
        measure = slot.number.unit.measure
        return known.unit if measure.symbol == "°" and known.unit.symbol == "°C" else measure
    if slot.mark == "N" and line.text(at + 1) in ("degrees", "degree") and known.unit.symbol in ("°", "°C"):
        return known.unit
    if slot.mark == "N" and line.text(at + 1) in ("earth", "terrestrial"):  # 88 Earth days
        return find_unit(_TIMES.get(line.text(at + 2), ""))
    return None


def _rounded(slot: Slot) -> Interval:
    """Return the values that a writer may have rounded to a figure: 9,000 m is 8,500 to 9,500 m."""
    number, exact = slot.number, amount(slot.number)
    step = precision(number)
    if "." not in number.text and exact and exact.denominator == 1:
        step = max(step, Fraction(10) ** int(number.decimal.normalize().as_tuple().exponent))
    values = Interval(exact - step / 2, exact + step / 2)
    wider = hedged(number, slot.sentence.text, values)
    if wider.low < values.low and values.high < wider.high:
        return values.widened(_ABOUT)
    if wider.low < values.low and wider.high == values.high:  # nearly, up to
        return Interval(values.low - exact * _NEARLY, values.high)
    return wider


def accepted(value: Value, fact: Fact) -> Interval:
    """Return the accepted values of a fact as the quantity is written: in its unit, without its sign."""
    return _as_written(value, fact, fact.low, fact.high)


def expected(value: Value, fact: Fact) -> Real:
    """Return the value of a fact as the quantity is written."""
    return _as_written(value, fact, fact.value, fact.value).low


def fits(value: Value, fact: Fact) -> bool:
    """Return whether a quantity may be the value of a fact."""
    return value.values.meets(accepted(value, fact))


def _as_written(value: Value, fact: Fact, low: float, high: float) -> Interval:
    unit, target = fact.property.unit, value.measure
    if fact.property.kind == "measure":
        low, high = ((end * unit.factor + unit.offset - target.offset) / target.factor for end in (low, high))
    ends = [Fraction(repr(low)), Fraction(repr(high))]
    is_negative = value.number.sign < 0 and target.dimension != "length"  # of a depth it is a matter of style
    if is_negative or (fact.property.kind == "year" and fact.value < 0):
        ends = [-end for end in reversed(ends)]
    return Interval(*ends)
