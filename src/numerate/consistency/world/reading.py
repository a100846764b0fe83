"""Reading which fact a sentence states: subject, property and value, so close that nothing else is meant.

Between them there may only be words that name nothing else: those of the property, of the fact, and neutral
ones. An unknown word makes a claim less sure; a name, or what begins another clause, ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numerate.consistency.moments import MONTHS
from numerate.consistency.slots import Sentence
from numerate.consistency.world.elements import Element, Line
from numerate.consistency.world.spans import JOINTS, read_spans
from numerate.consistency.world.subjects import is_allowed, is_governed, is_meant, is_own
from numerate.consistency.world.table import Fact, Name, Property
from numerate.consistency.world.values import Value, read_value
from numerate.consistency.world.vocabulary import (
    AFTER_DEFINITION,
    AFTER_PARTICIPLE,
    AFTER_VALUE,
    BEFORE_DEFINITION,
    BEFORE_VALUE,
    BEFORE_YEAR,
    CLAUSE,
    DEFINES,
    DEFINITION,
    HEDGES,
    NEGATIONS,
    NEUTRAL,
    REPORTED,
    SILENT,
    SIZES,
    THE,
    TIGHT,
    VERBS,
)

_FARTHEST = 22
"""Elements between a subject and its value."""
_REACH = 5
"""Elements beyond subject and value in which a cue is looked for."""
_MOST_UNKNOWN = 2
"""Unknown words between a subject and its value."""
_MOST_TIGHT = 5


@dataclass(frozen=True, eq=False, slots=True)
class Statement:
    """A fact as a sentence states it."""

    fact: Fact
    name: str
    """The subject as the sentence names it, in lower case."""
    value: Value
    unknown: int = 0
    """Words between subject and value that may mean something else."""


def read_statements(line: Line) -> Iterator[Statement]:
    """Read every fact that a sentence states of a subject that it names."""
    if not SILENT.isdisjoint(line.sentence.words) or line.text(len(line) - 1) == "?":
        return
    if any(verb in line.sentence.line for verb in REPORTED):
        return
    for at, element in enumerate(line.elements):
        names = [name for name in element.names if is_meant(line, at, name)]
        if names:
            yield from read_subject(line, at, names)


def read_subject(line: Line, at: int, names: Iterable[Name]) -> Iterator[Statement]:
    """Read every fact that is stated of the subject at a place."""
    around = range(max(0, at - _FARTHEST), min(len(line), at + _FARTHEST))
    places = [place for place in around if line[place].slot is not None]
    facts = dict.fromkeys(
        fact
        for name in names
        for fact, is_ambiguous in name.facts()
        if not is_ambiguous or not fact.property.needs.isdisjoint(line.sentence.words)
    )
    for fact in facts:
        for place in places:
            statement = _read(line, fact, at, place)
            if statement is not None:
                yield statement
    spans = [fact for fact in facts if fact.property.end]
    for fact, value in read_spans(line, spans, at):
        yield Statement(fact, line.text(at), value)


def _suits(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether nothing in the sentence speaks against the property."""
    known = fact.property
    if fact.needs and fact.needs.isdisjoint(line.sentence.words):
        return False
    if known.dated and _is_earlier(line.sentence, known.dated):
        return False
    words = _clause(line, min(at, value.first), max(at, value.last), known.reach or len(line))
    if not _ANNIVERSARIES.isdisjoint(words):
        return False
    if line.text(at + 1) == "(" and value.first == at + 2 and known.bare == "yes":
        return True
    against = known.unless.intersection(words)
    if against and not against <= fact.words.union(line.text(at).split(" ")):
        return False
    clause = f" {' '.join(words)} "
    return not any(f" {phrase} " in clause for phrase in known.unless_phrases)


def _clause(line: Line, first: int, last: int, reach: int) -> list[str]:
    """Return the words around two places, as far as `reach`, a semicolon, or a comma with "but"."""
    lowest, highest = max(0, first - reach), min(len(line) - 1, last + reach)
    while first > lowest and not _is_break(line, first - 1):
        first -= 1
    while last < highest and not _is_break(line, last + 1):
        last += 1
    return [word for place in range(first, last + 1) for word in line.text(place).split(" ")]


def _is_break(line: Line, at: int) -> bool:
    return line.text(at) == ";" or (line.text(at) == "," and line.text(at + 1) == "but")


_ANNIVERSARIES = frozenset("anniversary anniversaries centenary bicentenary".split())
_YEAR = re.compile(r"\b[12]\d{3}(?=s?\b)(?![.,]\d)")


def _is_earlier(sentence: Sentence, year: int) -> bool:
    """Return whether a sentence has a year or a decade before a year, or a date without a year."""
    if any(slot.moment is not None and slot.moment.year is None for slot in sentence.having("D")):
        return True
    return any(int(match[0]) < year for match in _YEAR.finditer(sentence.text, sentence.start, sentence.end))


def _read(line: Line, fact: Fact, at: int, place: int) -> Statement | None:
    """Read the value at a place as a fact of the subject at another."""
    value = read_value(line, place, fact)
    if value is None or value.covers(at) or not _suits(line, fact, at, value):
        return None
    if _is_title(line, at) and fact.property.name not in _TITLED:
        return None
    if fact.property.bare == "definition":
        return Statement(fact, line.text(at), value) if _defines(line, fact, at, value) else None
    if not _is_free(line, value, fact.property) or not is_own(line, fact, at, value):
        return None
    unknown = _unknown_words(line, fact, at, value)
    if unknown is None or unknown > _most_unknown(fact.property):
        return None
    if not _is_in_place(line, fact, at, value) or (value.first < at and unknown):
        return None
    return Statement(fact, line.text(at), value, unknown) if _has_cue(line, fact, at, value) else None


def _most_unknown(known: Property) -> int:
    """Return how many unknown words may stand between a subject and its value; of most years, none."""
    if known.kind in ("measure", "count") or (known.is_bound and known.kind == "year"):
        return _MOST_UNKNOWN
    return 0


_TITLED = frozenset(("published", "first performed", "released", "painted"))
"""Properties of what is named in quotation marks."""


def _is_title(line: Line, at: int) -> bool:
    """Return whether a name stands in quotation marks, alone or with its article."""
    before = line.text(at - 2) if line.text(at - 1) == "the" else line.text(at - 1)
    return before == '"' and line.text(at + 1) == '"'


def _is_free(line: Line, value: Value, known: Property) -> bool:
    """Return whether the words around a value do not make it a change, a part or a comparison."""
    at = value.first - 1
    while line.text(at) in HEDGES or line.text(at) == "ad":
        at -= 1
    before = line.text(at)
    if known.kind == "year":
        return before in BEFORE_YEAR or at < 0 or bool(line[at].names)
    if before in BEFORE_VALUE and before not in known.words:
        return False
    if not NEGATIONS.isdisjoint((before, line.text(at - 1))):
        return False
    after = value.last + 1 + (line.text(value.last + 1) == "-")
    if line.has(known.cues, after):
        return True
    if line.text(after) == "in" and line.text(after + 1) in SIZES:
        return line.text(after + 1) in known.cues.words
    return line.text(after) not in AFTER_VALUE or line.text(after) in known.cues.words


def _is_in_place(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a value is where the subject's own stands: after it, or opening the clause before it."""
    if fact.property.kind == "year":
        return _is_dated(line, fact, at, value)
    if value.first > at:
        return True
    if fact.property.kind == "count":
        return _is_total(line, value)
    return all(line.text(place) != "," for place in range(value.last, at)) or _opens_clause(line, fact, value)


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
    """Return whether a year behind a comma is the subject's: "at the end of the First World War, in 1918."."""
    if not is_governed(line, at):
        return fact.property.bare == "yes" or line.text(value.last + 1) in ("", ".", ";")
    first = at - 1
    while line.text(first) in ("the", "of"):
        first -= 1
    is_cue = any(line.has(fact.property.cues, first) or line.has(fact.cues, place) for place in range(first - 5, first + 1))
    return line.text(first + 1) == "of" and is_cue and line.text(value.last + 1) in ("", ".", ";")


_CLAUSE_STARTS = frozenset(("", ",", ";", ":", "and", "that", "-", "*"))


def _is_total(line: Line, value: Value) -> bool:
    """Return whether a count before what it belongs to is of all: "the 26 cantons of", "there are 26 in"."""
    at = value.first - 1
    while line.text(at) in HEDGES:
        at -= 1
    if line.text(at) == "the" and line.text(at - 1) == "of" and at > 1 and line[at - 2].slot is not None:
        return False  # 4 of the 5 members
    return line.text(at) in ("the", "are", "all")


def _unknown_words(line: Line, fact: Fact, at: int, value: Value) -> int | None:
    """Return the number of unknown words between subject and value; None if something else comes between."""
    aside = _aside(line, at, value)
    unknown = 0
    for place in range(min(at, value.last) + 1, max(at, value.first)):
        if place not in aside:
            if line.text(place) == ")" or (line.text(place) == "," and fact.property.kind == "count"):
                return None
            cost = _cost(line, fact, place, value)
            if cost is None:
                return None
            unknown += cost
    return unknown


def _aside(line: Line, at: int, value: Value) -> range:
    """Return what stands between two commas, or in brackets, after the subject and before the verb."""
    closing = {",": ",", "(": ")"}.get(line.text(at + 1))
    for place in range(at + 2, value.first) if closing else ():
        if line.text(place) in (";", "."):
            break
        if line.text(place) == closing:
            following = line.text(place + 1)
            if following in VERBS or (closing == ")" and following in NEUTRAL):
                return range(at + 1, place + 1)
    return range(0)


def _cost(line: Line, fact: Fact, at: int, value: Value) -> int | None:
    """Return 1 for an unknown word, 0 for one that means nothing else; None for one that ends the way."""
    element, text = line[at], line.text(at)
    if element.slot is not None:
        return None if _rivals(element, fact) else 0
    if text in CLAUSE or text in NEGATIONS:
        return None
    if text in ("and", "or"):
        return 0 if _joins(line, fact, at, value) else None
    if is_allowed(line, fact, at):
        return 0
    if element.names and element.is_upper:
        return None
    if element.is_upper:
        return 0 if fact.property.kind == "year" and _is_place(line, fact, at, value) else None
    return 1


def _joins(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether "and" goes on about the same subject: "and was opened in", "and eight arms"."""
    if line.text(at) in fact.words or line.text(at) in fact.property.words:
        return True
    after = at + 1
    if line.text(after) in ("that", "this") and line.has(fact.property.cues, after + 1):
        return True
    return line.text(after) in VERBS or after == value.first or bool(line.has(fact.property.cues, after))


def _rivals(element: Element, fact: Fact) -> bool:
    """Return whether another quantity may be the value, or compares the subject with something."""
    slot = element.slot
    if slot is None or slot.mark in "OIT":
        return False
    if slot.mark in "FXS":
        return True
    if fact.property.kind == "year":
        return slot.mark == "Y" or (slot.moment is not None and slot.moment.year is not None)
    if fact.property.kind == "measure":
        return slot.dimensions == fact.property.unit.dimensions
    return slot.mark == "N" and slot.number.noun is None


def _is_place(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a name is the place where something happened: "was born in Salzburg in"."""
    first = at
    while line.is_capital(first - 1) and at - first < 3:
        first -= 1
    if line.text(first - 1) not in ("in", "at", "near") or at > value.first:
        return False
    return any(line.has(fact.property.cues, place) for place in range(max(0, first - 4), first))


def _has_cue(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a word tells the property, or none is needed."""
    known = fact.property
    first, last = min(at, value.first), max(at, value.last)
    if known.kind == "count" and not known.cues.all:
        return value.has_noun
    if known.kind == "ordinal":
        return bool(line.has(known.cues, value.last + 1))
    if known.kind == "number":
        return _is_labelled(line, known, at, value) or _is_bare(line, fact, at, value)
    for place in range(max(0, first - _REACH), min(len(line), last + _REACH + 1)):
        length = line.has(known.cues, place) or line.has(fact.cues, place)
        if not length or not _is_close(line, fact, place, length, first, last):
            continue
        if known.end and (line.text(place + length) == "to" or (place and line[place].is_upper)):
            continue  # began to collapse; Born, Heisenberg and Jordan
        if not known.is_passive or place < at or _is_participle(line, place + length):
            return True
    return _is_bare(line, fact, at, value)


def _is_participle(line: Line, at: int) -> bool:
    """Return whether nothing follows a cue that it is done to: founded in, but not founded a school."""
    return at >= len(line) or line[at].slot is not None or line.text(at) in AFTER_PARTICIPLE


def _is_labelled(line: Line, known: Property, subject: int, value: Value) -> bool:
    """Return whether a number stands next to what it is the number of: "atomic number 79", "population of Norway: 5"."""
    at = value.first - 1
    while line.text(at) in _LINKS or at == subject:
        at -= 1
    lengths = range(1, known.cues.longest + 1)
    before = any(line.has(known.cues, at - length + 1) >= length for length in lengths)
    return before or bool(line.has(known.cues, value.last + 1))


_LINKS = HEDGES | frozenset(("of", "is", ":", "was", "=", "the", "a", "value"))


def _is_close(line: Line, fact: Fact, at: int, length: int, first: int, last: int) -> bool:
    """Return whether nothing but words without meaning stands between a cue and subject or value."""
    if first <= at <= last:
        return True
    between = range(at + length, first) if at < first else range(last + 1, at)
    return all(
        is_allowed(line, fact, place) and line.text(place) not in CLAUSE and line.text(place) != ","
        for place in between
    )


def _is_bare(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether no cue is needed, as subject and value are next to each other, or joined by "is"."""
    bare = fact.property.bare
    if bare == "no":
        return False
    if bare == "word" and (line.text(value.first - 1) != "(" or fact.words.isdisjoint(line.sentence.words)):
        return False
    between = range(min(at, value.last) + 1, max(at, value.first))
    return len(between) <= _MOST_TIGHT and all(line.text(place) in TIGHT for place in between)


def _defines(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether the sentence says what a thing is: "a mile is 1.6 km", "there are 24 hours in a day"."""
    first = at - 1
    while line.text(first) in THE:
        first -= 1
    if value.first > at:
        between = [line.text(place) for place in range(at + 1, value.first)]
        skipped = 2 * (between[:2] == [",", "which"])
        return (
            not DEFINES.isdisjoint(between)
            and all(word in DEFINITION or word in fact.property.words for word in between[skipped:])
            and (line.text(first) in BEFORE_DEFINITION or between[:2] == [",", "which"])
            and line.text(value.last + 1) in AFTER_DEFINITION
        )
    before = value.first - 1
    while line.text(before) in HEDGES:
        before -= 1
    joint = [line.text(place) for place in range(value.last + 1, first + 1)]
    if line.text(before) == "are" and line.text(before - 1) == "there":
        return joint in (["in"], ["to"]) and line.text(at + 1) in AFTER_DEFINITION
    return before < 0 and joint in (["make"], ["makes"], ["are"], ["equal"]) and at + 2 >= len(line)
