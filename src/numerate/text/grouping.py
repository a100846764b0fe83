"""Join neighbouring numbers that make one quantity, and tie together those that belong together.

Feet and inches, hours and minutes, dollars and cents become one number with parts; so do shares such as "one
in five". Ends of ranges and members of lists share the unit that is written once; an uncertainty after ± and
the ends of a confidence interval refer to the number that they belong to.
"""

from __future__ import annotations

import re

from numerate.text.joining import BETWEEN_PARTS, SHARES, join
from numerate.text.mixed_units import after_bare_unit, end_of
from numerate.text.number import Number
from numerate.text.shared_units import (
    COMPARED,
    JOINTS,
    SCALE_JOINTS,
    SPACE_AND_SIGNS,
    is_compared,
    lacks_rest,
    share_unit,
    unit_of_bracket,
    with_scale,
)

_LONGEST_GAP = 16
"""Characters between two numbers that may still belong together: " and a further "."""
_PLUS_MINUS = frozenset(("\xb1", "+/-", "+-", "plus or minus"))
_JOINING = JOINTS | COMPARED | _PLUS_MINUS | {gap.strip() for gap in BETWEEN_PARTS | SHARES} | {"of", "."}
"""All that may stand between two numbers that belong together."""
_INTERVAL = re.compile(
    r"[ \xa0,]{0,2}(?:ci|confidence interval|credible interval)[ \xa0]?[:=,(\[]?[ \xa0]?(?:of |was |from )?"
)


def group(text: str, view: str, numbers: list[Number]) -> list[Number]:
    """Join and tie the numbers of a text; those that stand alone stay as they are."""
    grouped: list[Number] = []
    end = -_LONGEST_GAP - 1  # of the last number, with its unit
    for number in numbers:
        # Start, unit and end by index, which takes a third of an attribute's time.
        start, unit = number[0], number[9]
        if unit is not None and view[start - 5 : start] == " and ":
            number = after_bare_unit(text, view, number, end_of(grouped[-1]) if grouped else 0)
            start = number.start
        if start - end <= _LONGEST_GAP:
            gap = view[end:start]
            if "\xa0" in gap:
                gap = gap.replace("\xa0", " ")
            if gap.strip(SPACE_AND_SIGNS) in _JOINING:
                _add(text, view, grouped, number, gap)
                end = end_of(grouped[-1])
                continue
        grouped.append(number)
        end = number[1]
        if unit is not None and unit[2] > end:
            end = unit[2]
    return grouped


def _add(text: str, view: str, numbers: list[Number], number: Number, gap: str) -> None:
    """Append a number, or make it one with the last, by what stands between them."""
    last = numbers[-1]
    if last.decimal.is_nan() or number.decimal.is_nan():  # a code, such as A380, has no value to compare
        numbers.append(number)
        return
    if end_of(last) <= number.start:
        if joined := join(text, view, last, number, gap):
            numbers[-1] = joined
            return
        if gap.strip() in _PLUS_MINUS:
            unit = last.unit or number.unit or unit_of_bracket(text, view, last, number)
            numbers[-1] = last._replace(unit=unit)
            number = number._replace(role="uncertainty", of=last.start, unit=number.unit or unit)
        elif gap in SCALE_JOINTS and (scaled := with_scale(view, gap, last, number)):
            numbers[-1] = scaled
        elif gap.strip() in JOINTS and lacks_rest(view, gap, last, number):
            numbers[-1] = last._replace(unit=number.unit)
        elif gap.strip() in COMPARED and is_compared(view, last, number):
            number = number._replace(kind=last.kind, currency=last.currency, unit=last.unit)
    numbers.append(number)
    if number.unit is not None and last.unit is None:
        share_unit(view, numbers)
    if len(numbers) > 2 and numbers[-3].kind == "percent":
        _tie_interval(view, numbers)


def _tie_interval(view: str, numbers: list[Number]) -> None:
    """Tie the two ends of a confidence interval to its level, and to the estimate before it."""
    level, low, high = numbers[-3:]
    if view[low.end : high.start].strip(" \xa0") not in JOINTS or not _INTERVAL.fullmatch(
        view, end_of(level), low.start
    ):
        return
    estimate = (
        numbers[-4] if len(numbers) > 3 and level.start - numbers[-4].end <= _LONGEST_GAP + 8 else level
    )
    numbers[-3:] = [
        level._replace(role="level", of=estimate.start),
        low._replace(role="lower", of=estimate.start),
        high._replace(role="upper", of=estimate.start),
    ]
