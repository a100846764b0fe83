"""Where in a sentence the value of a subject may stand: after it, or opening the clause before it."""

from __future__ import annotations

from numerate.consistency.moments import MONTHS
from numerate.consistency.world.elements import Line
from numerate.consistency.world.spans import JOINTS
from numerate.consistency.world.subjects import is_allowed, is_governed
from numerate.consistency.world.table import Fact
from numerate.consistency.world.values import Value
from numerate.consistency.world.vocabulary import HEDGES, VERBS

_WITHIN = frozenset("in of from near outside across around throughout".split())
_CLAUSE_STARTS = frozenset(("", ",", ";", ":", "and", "that", "-", "*"))


def is_in_place(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a value is where the subject's own stands: after it, or opening the clause before it."""
    if fact.property.kind == "year":
        return _is_dated(line, fact, at, value)
    if fact.property.is_population and not _are_its_people(line, fact, at, value):
        return False
    if value.first > at:
        return True
    if fact.property.kind == "count":
        return _is_total(line, value)
    return all(line.text(place) != "," for place in range(value.last, at)) or _opens_clause(line, fact, value)


def _are_its_people(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a place is not only where another one lies: "Oslo, in Norway, has a population of"."""
    if value.first < at:
        return all(line.text(place) != "," for place in range(value.last, at))
    before = at - 1 - (line.text(at - 1) == "the")
    if line.text(before) not in _WITHIN or before == 0:
        return True
    return line.has(fact.property.cues, before - 1) == 2  # population of


def _opens_clause(line: Line, fact: Fact, value: Value) -> bool:
    """Return whether nothing but words without meaning stands before a value in its clause: "At 5,895 m,"."""
    at = value.first - 1
    while at >= 0 and line.text(at) not in _CLAUSE_STARTS:
        if not is_allowed(line, fact, at) or line.text(at) in VERBS:
            return False
        at -= 1
    return True


def _is_dated(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a year is that of the subject: no end of a span, and opens the clause before it."""
    after = value.last + 2
    if line.text(value.last + 1) in JOINTS and after < len(line) and line[after].slot is not None:
        return False
    if line.text(value.first - 1) in JOINTS and value.first > 1 and line[value.first - 2].slot is not None:
        return False
    if value.first > at:
        if line.text(value.first - 1) == "," and _is_upper(line, value.last + 1):
            return False  # the next item of a list: the Paris Agreement, 2030 Agenda
        is_aside = line.text(value.first - 2) == "," and line.text(value.first - 1) in ("in", "on")
        is_dated = not is_aside or _is_of_aside(line, fact, at, value)
        return is_dated and line.text(value.first - 1) != "the"
    if value.last + 1 == at or _opens_with_cue(line, fact, value):
        return True
    first = value.first - 1
    while line.text(first) in MONTHS or (first > 0 and line[first].slot is not None):  # 15 June 1215
        first -= 1
    return line.text(first) in ("in", "on") and line.text(first - 1) in _CLAUSE_STARTS


def _opens_with_cue(line: Line, fact: Fact, value: Value) -> bool:
    """Return whether what was done to the subject opens the sentence: "Built in 1889, the Eiffel Tower"."""
    length = line.has(fact.property.cues, 0)
    is_whole = line.text(value.last + 1) == "," and line.text(value.first - 1) in ("in", "on")
    return fact.property.is_passive and 0 < length == value.first - 1 and is_whole


def _is_upper(line: Line, at: int) -> bool:
    return at < len(line) and line[at].is_upper


def _is_of_aside(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a year behind a comma is the subject's: "at the end of the War, in 1918."."""
    if not is_governed(line, at):
        return fact.property.bare == "yes" or line.text(value.last + 1) in ("", ".", ";")
    first = at - 1
    while line.text(first) in ("the", "of"):
        first -= 1
    is_cue = any(
        line.has(fact.property.cues, first) or line.has(fact.cues, place)
        for place in range(first - 5, first + 1)
    )
    return line.text(first + 1) == "of" and is_cue and line.text(value.last + 1) in ("", ".", ";")


def _is_total(line: Line, value: Value) -> bool:
    """Return whether a count before what it belongs to is of all: "the 26 cantons of", "there are 26 in"."""
    at = value.first - 1
    while line.text(at) in HEDGES:
        at -= 1
    if line.text(at) == "the" and line.text(at - 1) == "of" and at > 1 and line[at - 2].slot is not None:
        return False  # 4 of the 5 members
    return line.text(at) in ("the", "are", "all")
