"""What speaks against a property in a sentence: other words of the clause, an earlier year."""

from __future__ import annotations

import re

from numerate.consistency.world.elements import Line
from numerate.consistency.world.table import Fact
from numerate.consistency.world.values import Value

_ANNIVERSARIES = frozenset("anniversary anniversaries centenary bicentenary".split())
_YEAR = re.compile(r"\b[12]\d{3}(?=s?\b)(?![.,]\d)")


def suits(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether nothing in the sentence speaks against the property."""
    known = fact.property
    if fact.needs and fact.needs.isdisjoint(line.sentence.words):
        return False
    first, last = min(at, value.first), max(at, value.last)
    if known.dated and _is_earlier(line, _clause(line, first, last), known.dated):
        return False
    clause = _clause(line, first, last, known.reach)
    words = [word for place in clause for word in line.text(place).split(" ")]
    if not _ANNIVERSARIES.isdisjoint(words):
        return False
    if line.text(at + 1) == "(" and value.first == at + 2 and known.bare == "yes":
        return True
    against = known.unless.intersection(words)
    if against and not against <= fact.words.union(line.text(at).split(" ")):
        return False
    joined = f" {' '.join(words)} "
    return not any(f" {phrase} " in joined for phrase in known.unless_phrases)


def _clause(line: Line, first: int, last: int, reach: int | None = None) -> range:
    """Return the elements around two places, as far as `reach`, a semicolon, or a comma with "but"."""
    reach = len(line) if reach is None else reach
    lowest, highest = max(0, first - reach), min(len(line) - 1, last + reach)
    while first > lowest and not _is_break(line, first - 1):
        first -= 1
    while last < highest and not _is_break(line, last + 1):
        last += 1
    return range(first, last + 1)


def _is_break(line: Line, at: int) -> bool:
    return line.text(at) == ";" or (line.text(at) == "," and line.text(at + 1) == "but")


def _is_earlier(line: Line, clause: range, year: int) -> bool:
    """Return whether a clause has a year or a decade before a year, or a date without a year."""
    slots = (line[place].slot for place in clause)
    if any(slot and slot.moment is not None and slot.moment.year is None for slot in slots):
        return True
    start, end = (min(line[at].start for at in clause), max(line[at].end for at in clause))
    years = _YEAR.finditer(line.sentence.text, start, end)
    return any(int(match[0]) < year for match in years)
