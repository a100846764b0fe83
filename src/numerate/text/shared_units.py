"""Units and scales that are written once for several numbers: 10–15 km, 4 to 5 million, to 2.9% from 3.4."""

from __future__ import annotations

import re

from numerate.text.lexicon import SCALES, last_word
from numerate.text.measures import read_unit
from numerate.text.number import Number
from numerate.text.units import Unit

SPACE_AND_SIGNS = " $\xa2\xa3\xa4\xa5"
JOINTS = frozenset(
    (
        "-", "\x96", "/", "x", "\xd7", "to", "and", "or", "by", "-by-", "-to-", ",", ", and", ", or",
        "through", "over", "- to", "-,", "-, and", "-, or", "- and", "- or",
    )
)  # fmt: skip
"""Joints between the ends of a range, and between the members of a list."""
SCALE_JOINTS = frozenset((" to ", " or ", " and "))
"""Gaps between two numbers whose scale is written once, after the second."""
_RANGE_JOINTS = frozenset(("-", "\x96", " to ", " - ", " \x96 "))
COMPARED = frozenset(
    before + word
    for before in ("", ", ")
    for word in ("from", "against", "versus", "compared with", "compared to", "up from", "down from")
)
"""Words before a figure whose unit is not written again: to 2.9 percent from 3.4."""
_LEVEL = re.compile(r"\b(?:to|at|of|is|was|were|reached|hit)(?: (?:about|around|nearly|only|just|almost))? $")
_CLAUSE_ENDS = re.compile(
    r"[.,;)](?!\d)|\s*$| (?:in|a|an|at|the|last|previously|earlier|on|when|during|for)\b"
)


def share_unit(view: str, numbers: list[Number]) -> None:
    """Give the ends of a range and the members of a list the unit that is written once, after the last."""
    unit = numbers[-1].unit
    if unit is None or numbers[-1].parts:
        return
    kind = numbers[-1].kind
    for place in range(len(numbers) - 2, max(-1, len(numbers) - 8), -1):
        earlier, later = numbers[place], numbers[place + 1]
        if (
            earlier.unit is not None
            or earlier.kind not in ("cardinal", "fraction")
            or earlier.end > later.start
        ):
            return
        gap = view[earlier.end : later.start].strip(SPACE_AND_SIGNS + "\xa0")
        if gap not in JOINTS or (later.currency and unit.start < later.numeral[0]):
            return
        if gap in ("x", "\xd7", "by", "-by-") and not _is_size(unit, earlier, later):
            return
        if earlier.kind == "fraction" and (kind in ("percent", "money") or _is_change(view, earlier, later)):
            return
        if gap == "," and place == len(numbers) - 2:  # 0.55, 95%
            return
        if gap in ("or", ", or") and _is_restated(view, numbers, place):
            return
        if gap == "over" and unit.symbol != "mmHg":
            return
        numbers[place] = earlier._replace(
            unit=unit,
            noun=None,
            kind=kind if kind in ("percent", "money") else earlier.kind,
            currency=later.currency,
        )


def _is_change(view: str, share: Number, result: Number) -> bool:
    """Tell a change by a share from a range: by a third to 2 kg, but not from a third to half a mile."""
    return view[max(0, share.start - 3) : share.start] == "by " or result.decimal > 10 * share.decimal


def _is_restated(view: str, numbers: list[Number], place: int) -> bool:
    """Tell a figure that is restated, "420, or 35 per cent" and "down 51 or 15%", from a list or a range.

    A member of a list has a comma before it, too.
    """
    earlier, later = numbers[place], numbers[place + 1]
    if view[earlier.end : later.start].lstrip(" \xa0")[:1] != ",":
        return later.kind == "percent" and earlier.decimal > later.decimal
    return place == 0 or view[numbers[place - 1].end : earlier.start].strip(" \xa0") != ","


def _is_size(unit: Unit, earlier: Number, later: Number) -> bool:
    """Tell 3 x 4 m from what is taken several times: 2 x 250 mg, the 4x400m relay."""
    return unit.dimension == "length" and not earlier.decimal * 25 <= later.decimal >= 50


def with_scale(view: str, gap: str, last: Number, number: Number) -> Number | None:
    """Return the lower end of a range with the scale that is written once: 4 million of "4 to 5 million"."""
    if last.kind not in ("cardinal", "money") or number.kind not in ("cardinal", "money") or last.noun:
        return None
    if last.unit is not None and last.currency is None:
        return None
    head, _, word = view[slice(*number.numeral)].replace("\xa0", " ").rpartition(" ")
    scale = 12 if word == "dozen" else SCALES.get(word)
    if scale is None or " " in head or not (last.text[-1].isdigit() or last.text.isalpha()):
        return None
    if gap == " and " and not view.endswith("between ", 0, last.start):
        return None
    if not last.decimal < number.decimal / scale <= 10 * last.decimal or last.decimal >= 100:
        return None
    value = last.decimal * scale
    return last._replace(value=float(value), decimal=value)


def lacks_rest(view: str, gap: str, last: Number, number: Number) -> bool:
    """Return whether half of a unit is written once for both: 15° of "15°-20°C", $4 of "$4 to $5 a share"."""
    if last.unit is None or number.unit is None:
        return False
    first, second = last.unit.symbol, number.unit.symbol
    if second.startswith(f"{first}/"):
        return gap in _RANGE_JOINTS or (gap == " and " and view.endswith("between ", 0, last.start))
    return first == "°" and second in ("°C", "°F")


def is_compared(view: str, last: Number, number: Number) -> bool:
    """Return whether a number has the unit of the one before it, with which it is compared.

    The 34 of "rose to 12 percent from 34" is a percentage, that of "rose 12 percent from 34" is not.
    """
    if number.kind != "cardinal" or number.unit is not None or number.noun is not None or last.unit is None:
        return False
    if _CLAUSE_ENDS.match(view, number.end) is None:
        return False
    if last.kind == "percent":
        level = _LEVEL.search(view, max(0, last.start - 16), last.start) is not None
        return level and number.decimal < 100 and last.unit.symbol == "%"
    scale = last_word(view[slice(*number.numeral)])
    return last.kind == "money" and scale in SCALES and view.endswith(scale, 0, last.numeral[1])


def unit_of_bracket(text: str, view: str, last: Number, number: Number) -> Unit | None:
    """Read the unit behind a value and its uncertainty in brackets: (20 ± 1) °C."""
    if view[number.end : number.end + 2] != ") " or view[last.start - 1 : last.start] != "(":
        return None
    at = number.end + 2
    measure = read_unit(text, view, at)
    return Unit(text[at : measure[0]], at, *measure) if measure else None
