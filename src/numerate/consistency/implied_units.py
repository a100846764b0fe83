"""Units that a sentence leaves out or does not name in full, because another quantity has them."""

from __future__ import annotations

import re

from numerate.consistency.slots import Sentence, Slot, currency
from numerate.text import Number, Part
from numerate.text.units import SYMBOLS, TEMPERATURE

_SMALLER = {"h": "min", "min": "s"}
"""The sixtieth part of a unit, which a number after it may leave out."""
_OF_A_POINT = re.compile(r"F (?:of a )?point\b")


def read_degrees(sentence: Sentence) -> None:
    """Read "degrees" on the scale of a temperature nearby: "from -4 °C to 5 °C. Those 9 degrees"."""
    before = sentence.previous.slots if sentence.previous is not None else []
    units = [slot.number.unit for slot in (*sentence.slots, *before) if slot.dimensions == TEMPERATURE]
    for slot in sentence.slots if units else ():
        unit = slot.number.unit
        if unit is not None and unit.symbol == "°" and units[0] is not None:
            slot.number = slot.number._replace(unit=unit._replace(measure=units[0].measure))


def read_points(sentence: Sentence) -> None:
    """Read a fraction of a point next to a percentage as percentage points: "up a quarter of a point"."""
    if "P" in sentence.line and "F" in sentence.line:
        for match in _OF_A_POINT.finditer(sentence.line):
            sentence.by_place[match.start()].mark = "Q"


def read_cents(slots: list[Slot]) -> None:
    """Read "cents" as those of the currency in the sentence: "€9.60, or 80 cents a bottle"."""
    codes = {currency(slot) for slot in slots if slot.mark == "M" and not slot.number.in_minor_unit}
    for slot in slots if len(codes) == 1 and "USD" not in codes else ():
        unit, (code,) = slot.number.unit, codes
        if slot.mark == "M" and unit is not None and unit.symbol.startswith("USD¢") and code:
            measure = unit.measure
            dimensions = tuple(
                sorted((name.replace("USD", code), power) for name, power in measure.dimensions)
            )
            measure = measure._replace(symbol=measure.symbol.replace("USD", code), dimensions=dimensions)
            slot.number = slot.number._replace(unit=unit._replace(measure=measure))


def join_smaller_unit(text: str, minutes: Number, end: int, number: Number) -> Number | None:
    """Join what has no unit to the hours or minutes before it: "48 minutes 52", "two hours and a half".

    end: where the minutes end, with their unit.
    """
    if minutes.unit is None or minutes.unit.symbol not in _SMALLER:
        return None
    joint = text[end : number.start]
    if joint == " and " and number.kind == "fraction" and number.unit is None and not minutes.parts:
        value = minutes.decimal + number.decimal
        return minutes._replace(
            end=number.end, text=text[minutes.start : number.end], value=float(value), decimal=value
        )
    if joint != " " or number.unit is not None or number.noun or not 0 < number.value < 60:
        return None
    if minutes.parts or number.kind != "cardinal" or not number.text.isdecimal():
        return None
    value = minutes.decimal + number.decimal / 60
    parts = (
        Part(minutes.decimal, minutes.unit),
        Part(
            number.decimal,
            minutes.unit._replace(measure=SYMBOLS[_SMALLER[minutes.unit.symbol]]),
        ),
    )
    return minutes._replace(
        end=number.end,
        text=text[minutes.start : number.end],
        value=float(value),
        decimal=value,
        numeral=(minutes.numeral[0], number.end),
        parts=parts,
    )
