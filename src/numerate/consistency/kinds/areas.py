"""Rule `area`: areas and volumes that do not follow from lengths, as in "12 m by 5 m, or 70 m²"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import SURE, Claim, claims
from numerate.consistency.equation import Equation, Term
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot

_LENGTH, _AREA, _VOLUME = ((("length", power),) for power in (1, 2, 3))
_BY = r" ?(?:by|x|×|\*) ?"
_SIDES = (
    re.compile(rf"(?P<a>[UN]){_BY}(?P<b>U)(?:{_BY}(?P<c>U))?"),
    re.compile(
        r"(?P<a>U) (?:long|wide|broad|high|tall|deep|in (?:length|width|height|depth))"
        r"(?:,? (?:and|by|with|but)(?: only| just)?|,) "
        r"(?P<b>U) (?:long|wide|broad|across|high|tall|deep|in (?:length|width|height|depth))"
        r"(?:(?:,? and|,) (?P<c>U) (?:high|tall|deep|in (?:height|depth)))?"
    ),
    re.compile(
        r"\b(?:length|width|breadth|height|depth) of (?P<a>U)(?:,? (?:and|with|by)|,)(?: an?| the)? "
        r"(?:length|width|breadth|height|depth) of (?P<b>U)"
        r"(?:(?:,? and|,)(?: an?| the)? (?:length|width|breadth|height|depth) of (?P<c>U))?"
    ),
)
_STATED = re.compile(
    r"\b(?:area|floor|floor space|surface|covers?|covering|has|or|that is|i\.e\.|giving|gives|makes?|making"
    r"|totalling|volume|holds?|capacity|which is|comes to|amounts to)\b|[=(:]"
)
_ELSEWHERE = re.compile(
    r"\b(?:in|on|within|inside|behind|of) (?:an?|the|its|his|her|their) (?!total|area)[a-z]+ (?:of|with) $"
)
"""The area of something else: "on a plot of 900 m²"."""
_NOT_RECTANGULAR = re.compile(
    r"\b(?:lake|island|oval|round|circular|triangular|irregular|country|county|state|province|reef|crater"
    r"|glacier|valley|diameter|radius|up to|maximum|at its|each|pieces?|strips?|tiles?|squares?|panels?)\b"
)


def read_areas(sentence: Sentence) -> Iterator[Claim]:
    """Read the sides of something rectangular with its area, or its volume."""
    line = sentence.line
    sides = next((match for pattern in _SIDES if (match := pattern.search(line))), None)
    if sides is None or _NOT_RECTANGULAR.search(line):
        return
    lengths = [sentence.slot(sides.start(name)) for name in "abc" if sides[name]]
    if any(slot.dimensions not in (_LENGTH, None) for slot in lengths) or lengths[1].dimensions != _LENGTH:
        return
    wanted = _VOLUME if len(lengths) == 3 else _AREA
    wholes = [slot for slot in sentence.having("U") if slot.dimensions == wanted]
    others = [slot for slot in sentence.having("U") if slot.dimensions == _LENGTH and slot not in lengths]
    if len(wholes) != 1 or others:
        return
    [whole] = wholes
    if _ELSEWHERE.search(whole.before(40)) or ";" in line[sides.end() : whole.at]:
        return
    if _STATED.search(whole.before(40)) and (whole.at > lengths[0].at or len(lengths) == 2):
        yield _claim(lengths, whole, SURE)


def _claim(sides: list[Slot], whole: Slot, odds: float) -> Claim:
    product: Term = sides[0].quantity(like=sides[1])
    for side in sides[1:]:
        product = product * side.quantity()
    measured = sides[0].quantity(like=sides[1]).value
    for side in sides[1:]:
        measured *= side.quantity().value
    shown = " × ".join(side.written for side in sides)
    problem = f"{shown} = {whole.write(measured)}, not {whole.written}."
    numbers = (*(side.number for side in sides), whole.number)
    return Claim(Equation(product, whole.quantity(loose=True)), problem, odds, (), numbers)


RULE = ConsistencyRule(
    name="area",
    title="An area or volume that does not follow from its lengths",
    description="Length times width, and for a volume times height, gives a different result.",
    level="error",
    example="The hall is 12 m long and 5 m wide, a floor of 70 m².",
    find=claims("area", "", read_areas, shape="U.{0,40}U.*U|N.{0,4}U.*U|U.*U.{0,40}U"),
    last_is_derived=True,
)
