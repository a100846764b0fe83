"""Tell a magnitude from a unit by context: 30m long and $30m, at 310K and 310K followers."""

from __future__ import annotations

import re
from collections import Counter
from operator import itemgetter

from numerate.text.cues import (
    AT_BEFORE,
    BITS,
    HOURS_BEFORE,
    IN_FEET,
    KELVIN,
    METRES_AFTER,
    METRES_BEFORE,
    MOLAR,
    NO_TEMPERATURE,
    TESLA,
    THOUSANDS,
)
from numerate.text.lexicon import LETTER_MAGNITUDES
from numerate.text.number import Number
from numerate.text.units import SYMBOLS, Measure

_REACH = 60
"""Characters on each side of a suffix in which its context is looked for: about a clause."""
OTHER_READINGS: dict[str, Measure] = {
    "m": SYMBOLS["m"],
    "K": SYMBOLS["K"],
    "b": SYMBOLS["bit"],
    "B": SYMBOLS["B"],
    "T": SYMBOLS["T"],
}
"""Units that a letter could be which was read as a magnitude."""


_LONGEST_KELVIN = 5
"""Characters of a temperature that is known by nothing but "at" before it: at 310K."""
_MOST_VOTES = 2
"""Majority, in quantities of the document, with which an ambiguous letter is read as a unit."""
_READINGS = itemgetter(Number._fields.index("readings"))
_AMOUNT_ENDS = re.compile(
    r"[ \xa0](?:a|and|at|by|each|for|from|in|on|or|per|this|to|was|were|with)\b|[.,;:)!?]|\s*$"
)


def is_magnitude(text: str, view: str, start: int, match: re.Match[str], money: bool) -> bool:
    """Return whether a word that may be a magnitude is one here: `5m` people, not `5 m` of rope.

    start: where the numeral begins. match: the joint and the word, by `affixes.NEXT`.
    """
    joint, word = match.groups()
    end = match.end()
    if view[end : end + 1].isalnum() or (word.endswith("s") and not joint):
        return False
    written = text[match.start(2) : end]
    if word == "grand":  # five grand, but five grand pianos
        return joint == " " and written == word and _AMOUNT_ENDS.match(view, end) is not None
    if word not in LETTER_MAGNITUDES or money or word == "cr":
        return True
    if word in ("mm", "mil") or joint:
        return view[end : end + 1] in ("$", "\xa3", "\xa4") and not view[end + 1 : end + 2].isdigit()  # 4 M€
    if view[end : end + 1] == "/" and word != "k":  # 30m/s
        return False
    return not _is_unit(view, written, start, match.start(2), end)


def is_molar(view: str, start: int, at: int) -> bool:
    """Return whether a spaced M is moles a litre: 0.1 M sodium chloride, but not 5 M downloads."""
    if view.startswith("0.", start):
        return True
    return MOLAR.search(view, max(0, start - _REACH), at + _REACH) is not None


def _is_unit(view: str, written: str, start: int, at: int, end: int) -> bool:
    """Return whether the letter at `at` is a unit, by the words around it."""
    before, after = view[max(0, start - _REACH) : start], view[end : end + _REACH]
    if written == "m":
        return bool(
            HOURS_BEFORE.search(before)
            or THOUSANDS.search(view, max(0, at - 16), at)  # the 10,000m
            or IN_FEET.match(view, end)
            or METRES_AFTER.match(after)
            or METRES_BEFORE.search(before)
        )
    if written == "K":
        if NO_TEMPERATURE.match(view, end + 1):  # 310K views
            return False
        if KELVIN.search(before) or KELVIN.search(after):
            return bool(AT_BEFORE.search(before) or KELVIN.search(before))
        alone = before.endswith("at ") and _AMOUNT_ENDS.match(view, end) and end - start <= _LONGEST_KELVIN
        return bool(alone) and NO_TEMPERATURE.search(before) is None and NO_TEMPERATURE.search(after) is None
    if written in ("b", "B"):
        return bool(BITS.search(before) or BITS.search(after))
    if written == "T":
        return bool(TESLA.search(before) or TESLA.search(after))
    return written == "t"


def decide_letters(text: str, numbers: list[Number]) -> None:
    """Read ambiguous letters as the other quantities of the document are: 45m among walls of 20m and 30m."""
    if not any(map(_READINGS, numbers)):
        return
    votes: Counter[str] = Counter()
    for number in numbers:
        letter = text[number.numeral[1] - 1]
        if number.unit is not None and len(number.unit.text) == 1 and number.measured_in:
            votes[number.unit.text] += 1
        elif number.currency or number.noun:
            votes[letter] -= 1
    for place, number in enumerate(numbers):
        undecided = number.readings and number.noun is None and number.unit is None
        if undecided and votes[number.text[-1]] >= _MOST_VOTES:
            other = number.read_as(number.readings[1])
            numbers[place] = other._replace(readings=number.readings[::-1])
