"""Rule `conversion`: one quantity in two units that do not agree, as in "12 miles (91.3 km)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import isinf, log10

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim, claims
from numerate.consistency.cues import HEDGE
from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.relation import in_style, unsigned
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.text.units import SYMBOLS, TEMPERATURE, TIME, Unit

_STATED = re.compile(
    rf"(?P<first>[UN])(?: in)?(?: (?:of [a-z]+|long|tall|high|wide|deep|thick|away|in [a-z]+"
    rf"|[a-z]+))?(?: ?[(\[](?:or |i\.e\.,? |equal to |about |= ?)?|,? or |, (?:or |i\.e\.,? |equal"
    rf" to |equivalent to |which (?:is|equals) |that "
    rf"is,? |about )?| ?/ ?| ?= ?| equals | is equal to | is equivalent to | [-\x96\x97] )"
    rf"{HEDGE}(?P<second>U)(?P<end>[)\],.;:]|$| [-\x96\x97] | (?:long|tall|high|wide|deep|thick|away|of|in|or"
    rf"|and|per|from|above|below|north|south|east|west|on|to|for|at|with)\b)"
)
_HOLDS = re.compile(
    r"\b(?:a|an|each|one|the|this) (?P<first>U)(?: [a-z]+){1,2} (?:holds?|contains?|is|measures?"
    r"|weighs?|has|equals?) (?:exactly |just )?(?P<second>U)(?: [a-z]+)?[.,;]"
)
_EQUALS = re.compile(
    rf"(?P<first>U) (?:is|are|equals?|corresponds? to|is the same as|comes to|works out at) "
    rf"{HEDGE}(?P<second>U)(?P<end>[.,;]|$)"
)
_SEVERAL = re.compile(r"\bN (?:[a-z-]+ ){1,3}(?:of|at|with) (?:about )?$")
"""Before a quantity of which there are several: what follows may be all of them. 8 pills of 500 mg."""
_OVEN = re.compile(r"\b(?:oven|preheat\w*|bak(?:e|ed|ing)|broil\w*|roast\w*|grill\w*)\b")
"""Ovens have round temperatures in both units."""
_OF_THING = re.compile(r" of ([a-z]{3,})\b")
_RISE = re.compile(
    r"\b(?:rise|fall|drop|increase|decrease|warmer|cooler|difference|range|rose|fell|dropped|change"
    r"|by|of up to|anomaly|swing|colder|hotter)\b"
)
_IMPERIAL = 1.20095
"""The gallon of Britain in gallons of America."""
_VARIANTS: dict[str, tuple[float, ...]] = {
    "gal": (_IMPERIAL, 1 / _IMPERIAL, 1.1636),
    "pt": (_IMPERIAL, 1 / _IMPERIAL, 1.0567),
    "qt": (_IMPERIAL, 1 / _IMPERIAL),
    "floz": (1.0408, 0.9608),
    "t": (0.90718, 1.01605),
    "ton": (0.90718, 1.01605, 1.1023, 1.12),
    "mi": (1.15078,),
    "bbl": (0.75,),
    "hp": (0.98632,),
    "cup": (1.0567, 0.95, 1.027, 0.8453),
    "lb": (0.8229,),
    "oz": (1.0971,),
}
"""Units of one name: gallons and tons of Britain and America, miles at sea, cups of 200 to 250 ml."""
_BINARY = re.compile(r"[kKMGTP]?B")
"""Units of data, of which a larger one has 1,000 or 1,024 of the next."""
_ROUND_DEGREES, _ROUND_TENS = 3, 5
"""Degrees by which round temperatures in two units differ: 350 °F is written as 175 °C, 700 K as 430 °C."""
SLACK = 0.02
"""Conversions are rounded freely: a relative error up to this is none."""
_BOUNDS_SLACK = Fraction(1, 10)
"""The same where both are a bound: more than 100 km (60 miles)."""


def read_conversions(sentence: Sentence) -> Iterator[Claim]:
    """Read every quantity that is stated in two units."""
    for pattern in (_STATED, _HOLDS, _EQUALS):
        at = 0
        while match := pattern.search(sentence.line, at):
            at = match.start() + 1
            first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
            if first.mark == "N":
                if not re.match(r" in ?[(\[]", first.after(5)) or first.before(2).strip() in ("U", "."):
                    continue
                first = _inches(first)
            if first.dimensions == TEMPERATURE and _OVEN.search(sentence.line) and _is_oven(first, second):
                continue
            if pattern is _EQUALS and not _is_near(first, second):
                continue
            if _SEVERAL.search(first.before(40)) or _are_of_two_things(first, second):
                continue
            claim = _claim(sentence, first, second, match)
            if claim is not None:
                yield claim


def _are_of_two_things(first: Slot, second: Slot) -> bool:
    """Return whether two quantities are of things of different names: 1 spoon of salt, 2 cups of sugar."""
    things = [_OF_THING.match(slot.after(30)) for slot in (first, second)]
    names = {match[1] for match in things if match is not None}
    return len(names) > 1


def _is_oven(first: Slot, second: Slot) -> bool:
    """Return whether two temperatures are those of one mark of an oven, which are round in both units."""
    return abs(first.quantity().value - second.quantity().value) < 15


def _inches(slot: Slot) -> Slot:
    """Return a number before "in (" as inches."""
    number = slot.number
    unit = Unit("in", number.end + 1, number.end + 3, SYMBOLS["in"])
    return Slot(
        "U", number._replace(unit=unit), slot.numbers, slot.start, number.end + 3, slot.at, slot.sentence
    )


def _is_near(first: Slot, second: Slot) -> bool:
    """Return whether two quantities are of one order, as those of one thing are."""
    a, b = first.quantity(step=True).value, second.quantity(step=True).value
    return b > 0 and 0.2 < a / b < 5


def _claim(sentence: Sentence, first: Slot, second: Slot, match: re.Match[str]) -> Claim | None:
    if first.dimensions != second.dimensions or not first.dimensions:
        return None
    if re.search(r"(?:[A-Z] ?[-\x96]|[×*^]|[A-Z] x|[A-Z] to|[A-Z] by|[A-Z]\)? and) ?$", first.before(6)):
        return None  # the end of a range, or part of a product
    unit, other = first.number.unit, second.number.unit
    if unit is None or other is None or unit.symbol == other.symbol or unit.symbol.endswith("¢"):
        return None
    temperature = first.dimensions == TEMPERATURE
    # "raise it to 350 °F" is no step, although it rises.
    is_reached = first.before(4).endswith(" to ")
    step = temperature and not is_reached and _RISE.search(sentence.line) is not None
    others = []
    if temperature:
        others.append(
            Equation(first.quantity(step=not step, loose=True), second.quantity(step=not step, loose=True))
        )
    left, right = first.quantity(step=step, loose=True), second.quantity(step=step, loose=True)
    if isinf(left.values().high) or left.values().low <= 0:
        left = first.quantity(step=step, loose=True, plain=True)
        left = replace(left, interval=left.interval.widened(_BOUNDS_SLACK))
    if re.search(r"P of $", first.before(5)) or re.search(r"N, $", first.before(3)):
        return None  # 10% of 100 W, or 10 W; and 15, 166 tons
    if _is_near_enough(left, right, unit, other):
        others.append(Equation(left, left))
    bracketed = (
        sentence.line[match.start("second") - 1] in "(["
        or re.search(r"[(\[][^A-Z]*$", match[0][: match.start("second") - match.start()]) is not None
    )
    is_time = first.dimensions == TIME
    odds = SURE if match.re is _HOLDS else _odds(match, bracketed, left, right, is_time=is_time)
    return Claim(
        Equation(left, right),
        lambda: _problem(first, second, step),
        odds,
        tuple(others),
        (first.number, second.number),
    )


def _odds(match: re.Match[str], bracketed: bool, left: Quantity, right: Quantity, is_time: bool) -> float:
    """Return how sure it is that two quantities are the same, by what stands between them."""
    joint = match[0][1 : match.start("second") - match.start()]
    if _is_inverted(left, right):
        return SURE
    same_order = 0.2 < left.value / right.value < 5 if right.value else False
    if is_time:
        stated = (bracketed and match["end"] == ")") or _SAME.search(joint) is not None
        return SURE if same_order and stated else LIKELY
    if not bracketed and re.fullmatch(r"(?: [a-z]+)*, ", joint):
        return STRONG if same_order else LIKELY
    if bracketed and match["end"] in ")],":
        return SURE
    is_equal = re.search(r"\bor\b|=|/|equal|equivalent|i\.e\.|which|that is", joint)
    return SURE if is_equal else STRONG


def _is_inverted(left: Quantity, right: Quantity) -> bool:
    """Return whether somebody divided instead of multiplying: 1,000 feet are not 3,280 metres."""
    if left.offset or right.offset or min(left.value, right.value) <= 0:
        return False
    factor = float(left.scale / right.scale)
    return abs(log10(factor)) > _FACTOR and abs(log10(right.value / left.value * factor * factor)) < _EXACT


_FACTOR, _EXACT = 0.1, 0.01
"""Decades by which units differ at least, and by which an inverted value may be off."""
_SAME = re.compile(r"=|equal|equivalent|i\.e\.|which is|that is")


def _is_near_enough(left: Quantity, right: Quantity, unit: Unit, other: Unit) -> bool:
    """Return whether two quantities agree as well as people convert: freely, with units of one name."""
    if unit.measure.dimensions == TEMPERATURE:
        is_tens = all(quantity.number.value % 10 == 0 for quantity in (left, right))
        return abs(left.value - right.value) <= (_ROUND_TENS if is_tens else _ROUND_DEGREES)
    if left.values().low <= 0 or right.values().low <= 0:
        return False
    ratio = left.value / right.value
    variants = _VARIANTS.get(unit.symbol, ()) + tuple(1 / v for v in _VARIANTS.get(other.symbol, ()))
    if _BINARY.fullmatch(unit.symbol) and _BINARY.fullmatch(other.symbol):
        variants += tuple(1.024**power for power in (-4, -3, -2, -1, 1, 2, 3, 4))
    if any(abs(ratio * variant - 1) <= SLACK for variant in (1.0, *variants)):
        return True
    return _is_rounded(left, right) or _has_lost_superscript(left, right)


def _is_rounded(left: Quantity, right: Quantity) -> bool:
    """Return whether a round figure is the other one, rounded to tens or hundreds: 250 km (160 miles)."""
    digits = right.number.text.replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0"))
    if not digits.isdigit() or not zeros or left.number.value % 10:
        return False
    converted = left.value * right.number.value / right.value
    off = abs(converted - right.number.value)
    return off <= 10.0**zeros / 2 and off <= _ROUNDED * converted


_ROUNDED = 0.04
"""Relative error of a round figure that was converted from another."""


def _has_lost_superscript(left: Quantity, right: Quantity) -> bool:
    """Return whether figures fit if a raised digit was lost: 26,338 km (10,169 mi), 1 EB = 1018 bytes."""
    stated, wanted = right.number.value / left.number.value, float(left.scale / right.scale)
    power = _POWER_OF_TEN.fullmatch(right.number.text)
    raised = [10.0 ** int(power[1]) / left.number.value] if power else []
    if right.number.text == "10" and log10(wanted) % 1 == 0:
        return True  # 1 micron = 10⁻⁶ metre
    fits = [(stated, wanted**2), (stated, wanted**3), *((value, wanted) for value in raised)]
    return any(abs(value / target - 1) <= SLACK for value, target in fits)


_POWER_OF_TEN = re.compile(r"10(\d\d?)")


def _problem(first: Slot, second: Slot, step: bool) -> str:
    base = first.quantity(step=step).value
    target = second.quantity(step=step)
    value = (base - float(target.offset)) / float(target.scale)
    text = second.sentence.text
    sign = "−" if value < 0 else ""
    shown = (
        sign
        + in_style(abs(value), unsigned(second.number))
        + ("" if second.number.parts else text[second.number.end : second.end])
    )
    return f"{first.written} is {shown}, not {second.written}."


RULE = ConsistencyRule(
    name="conversion",
    title="Two units that do not agree",
    description="Converting the quantity to the unit next to it gives a different value.",
    level="error",
    example="The trail is 12 miles (91.3 km) long.",
    find=claims("conversion", "", read_conversions, shape="[UN].*U", local=True),
    last_is_derived=True,
)
