"""Reading which fact a sentence states: subject, property and value, so close that nothing else is meant.

Between them there may only be words that name nothing else: those of the property, of the fact, and neutral
ones. An unknown word makes a claim less sure; a name, or what begins another clause, ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numerate.consistency.world.elements import Line
from numerate.consistency.world.position import is_in_place
from numerate.consistency.world.silence import suits
from numerate.consistency.world.spans import read_spans
from numerate.consistency.world.subjects import is_allowed, is_meant, is_own
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
_ENDS = frozenset("to until till through by from since".split())
"""Before the end of a time, of which a clause may say the length: "from April to December, which is"."""
_LINKS = HEDGES | frozenset(("of", "is", ":", "was", "=", "the", "a", "value"))
"""Words between a label and its number."""


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


def _read(line: Line, fact: Fact, at: int, place: int) -> Statement | None:
    """Read the value at a place as a fact of the subject at another."""
    value = read_value(line, place, fact)
    if value is None or value.covers(at) or not suits(line, fact, at, value):
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
    if not is_in_place(line, fact, at, value) or (value.first < at and unknown):
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
    """Return what stands between commas or in brackets, or is a place, after the subject, before the verb."""
    place = _after_place(line, at)
    if place is not None and line.text(place) in VERBS:
        return range(at + 1, place)
    closing = {",": ",", "(": ")"}.get(line.text(at + 1))
    for place in range(at + 2, value.first) if closing else ():
        if line.text(place) in (";", "."):
            break
        if line.text(place) == closing:
            following = line.text(place + 1)
            if following in VERBS or (closing == ")" and following in NEUTRAL):
                return range(at + 1, place + 1)
    return range(0)


def _after_place(line: Line, at: int) -> int | None:
    """Return where a place behind a subject ends: "the CN Tower in Toronto"; None without one."""
    if line.text(at + 1) not in ("in", "at", "near", "across", "over"):
        return None
    place = at + 2 + (line.text(at + 2) == "the")
    while _is_capital(line, place):
        place += 1
    return place


def _is_capital(line: Line, at: int) -> bool:
    return at < len(line) and line[at].is_upper and line[at].slot is None


def _cost(line: Line, fact: Fact, at: int, value: Value) -> int | None:
    """Return 1 for an unknown word, 0 for one that means nothing else; None for one that ends the way."""
    element, text = line[at], line.text(at)
    if element.slot is not None:
        return None if _rivals(line, at, fact) else 0
    if text in CLAUSE or text in NEGATIONS:
        return None
    if text in ("and", "or"):
        return 0 if _joins(line, fact, at, value) or _is_by(line, fact, at, value) else None
    if is_allowed(line, fact, at) or (text in _SIZES and line[at - 1].slot is not None):
        return 0
    if element.is_upper and fact.property.kind == "year" and not element.names:
        return 0 if _is_place(line, fact, at, value) or _is_by(line, fact, at, value) else None
    return None if element.is_upper else 1


def _joins(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether "and" goes on about the same subject: "and was opened in", "and eight arms"."""
    if line.text(at) in fact.words or line.text(at) in fact.property.words:
        return True
    after = at + 1
    if line.text(after) in ("that", "this") and line.has(fact.property.cues, after + 1):
        return True
    return line.text(after) in VERBS or after == value.first or bool(line.has(fact.property.cues, after))


def _rivals(line: Line, at: int, fact: Fact) -> bool:
    """Return whether another quantity may be the value, or compares the subject with something."""
    slot = line[at].slot
    if slot is None or slot.mark in "OIT":
        return False
    if slot.mark in "FXS":
        return True
    if fact.property.kind == "year":
        return slot.mark == "Y" or (slot.moment is not None and slot.moment.year is not None)
    if fact.property.kind == "measure":
        return slot.dimensions == fact.property.unit.dimensions and not _is_other_size(line, at, fact)
    return slot.mark == "N" and slot.number.noun is None


def _is_other_size(line: Line, at: int, fact: Fact) -> bool:
    """Return whether a quantity says that it is another one: "37 km long and 230 m deep"."""
    return line.text(at + 1) in _SIZES and line.text(at + 1) not in fact.property.cues.words


_SIZES = frozenset("long wide high tall deep thick across".split())


def _is_place(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a name is the place where something happened: "was born in Salzburg in"."""
    first = at
    while line.is_capital(first - 1) and at - first < 3:
        first -= 1
    if line.text(first - 1) not in ("in", "at", "near") or at > value.first:
        return False
    before = range(max(0, first - 4), first)
    return any(line.has(cues, place) for place in before for cues in (fact.property.cues, fact.cues))


def _is_by(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether a name is one of those who did it: "founded by Bill Gates and Paul Allen in"."""
    first = at
    while first > 0 and (_is_capital(line, first) or line.text(first) == "and"):
        first -= 1
    is_done = fact.property.is_passive and line.text(first) == "by" and at < value.first
    return is_done and any(line.has(fact.property.cues, place) for place in range(max(0, first - 2), first))


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
    """Return whether a number stands next to what it is the number of: "atomic number 79"."""
    at = value.first - 1
    lengths = range(1, known.cues.longest + 1)
    while not any(line.has(known.cues, at - length + 1) >= length for length in lengths):
        if line.text(at) not in _LINKS and at != subject:
            return bool(line.has(known.cues, value.last + 1))
        at -= 1
    return True


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
            and (line.text(first) in BEFORE_DEFINITION or (skipped > 0 and line.text(first) not in _ENDS))
            and line.text(value.last + 1) in AFTER_DEFINITION
        )
    before = value.first - 1
    while line.text(before) in HEDGES:
        before -= 1
    joint = [line.text(place) for place in range(value.last + 1, first + 1)]
    if line.text(before) == "are" and line.text(before - 1) == "there":
        return joint in (["in"], ["to"]) and line.text(at + 1) in AFTER_DEFINITION
    return before < 0 and joint in (["make"], ["makes"], ["are"], ["equal"]) and at + 2 >= len(line)
