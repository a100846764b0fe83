"""Whether a name stands for the subject itself, and whether a figure can be the subject's own."""

from __future__ import annotations

from numerate.consistency.world.elements import Line
from numerate.consistency.world.table import Fact, Name
from numerate.consistency.world.values import Value
from numerate.consistency.world.vocabulary import (
    ANY,
    BEFORE_SUBSTANCE,
    CLAUSE,
    DETERMINERS,
    NEUTRAL,
    OBJECTS,
    PREPOSITIONS,
    PURE,
    SPECIFIC,
    THE,
    VERBS,
)

_ADJECTIVES = frozenset("average mean total own equatorial surface".split())
_AFTER = frozenset(("(", ",", "across", "over"))
"""What may follow a subject whose figure comes later."""
_OF_WILD_ANIMALS = ("animal weight", "animal length", "animal height", "wingspan")
_PLURALS = ("s", "feet", "dice", "children", "mice")


def is_meant(line: Line, at: int, name: Name) -> bool:
    """Return whether a name stands for its subject, not for part of another name or one of many."""
    if line.is_capital(at + 1) and line.text(at + 1) not in NEUTRAL:
        return False
    if at and line[at - 1].slot is not None and line.text(at + 1) in ("days", "years", "hours"):
        return False  # 88 Earth days
    if line.text(at - 1) == "s" and line.text(at - 2) == "'":  # somebody's
        return at > 2 and _goes_with(line, at, line.text(at - 3))
    if _is_listed(line, at):
        return False
    if name.article == "name":
        return _is_proper(line, at)
    if name.tokens[0] in ("our", "your"):
        return True
    if name.article == "":
        is_symbol = at > 0 and line[at].is_upper and line.text(at + 1) == "="  # the proportion Pi = 0.3
        return not is_symbol and _is_substance(line, at)
    if name.article == "a" and name.tokens[-1].endswith(_PLURALS) and line.text(at - 1) not in ANY:
        return at == 0 or line.text(at - 1) in BEFORE_SUBSTANCE
    if line.text(at - 1) == "the" and (at == 1 or line.text(at - 2) in (",", "of")) and _is_species(name):
        return True
    return _has_article(line, at, ANY if name.article == "a" else THE)


def _is_listed(line: Line, at: int) -> bool:
    """Return whether a name is the first or the last of several: "Iran, Libya, Syria and Yemen"."""
    if line.text(at - 1) in ("and", "or", "&") and _names_another(line, at - 2):
        return True
    is_followed = line.text(at + 1) == "," and line.text(at + 3) in (",", "and", "or")
    return is_followed and _names_another(line, at + 2) and _names_another(line, at + 4)


def _is_species(name: Name) -> bool:
    """Return whether "the" before a name may mean all of the kind: "The cheetah reaches"."""
    return any(fact.property.name in _OF_WILD_ANIMALS for fact, _ in name.facts())


def _names_another(line: Line, at: int) -> bool:
    return line.is_capital(at) or (0 <= at < len(line) and bool(line[at].names))


def _is_proper(line: Line, at: int) -> bool:
    """Return whether no other capitalised word, and no adjective, belongs to a proper name."""
    before = line[at - 1] if at else None
    if before is None or before.names or not before.text.isalpha():
        return True
    if before.slot is not None:
        return before.slot.mark not in "OI"  # the Second Battle of Lepanto
    if before.text in NEUTRAL or _goes_with(line, at, before.text):
        return True
    return not (before.is_upper and at > 1) and line.text(at - 2) not in SPECIFIC


def _goes_with(line: Line, at: int, word: str) -> bool:
    """Return whether a word is known to stand before a name: Emperor, King."""
    facts = (fact for name in line[at].names for fact, _ in name.facts())
    return any(word in fact.words or word in fact.needs or word in fact.property.words for fact in facts)


def _is_substance(line: Line, at: int) -> bool:
    """Return whether a substance as such is meant, not some of it or a kind of it."""
    if at == 0 or (line[at - 1].names and not line[at - 1].is_upper):  # in sea water sound
        return True
    before = line.text(at - 1)
    if _goes_with(line, at, before) and line.text(at - 2) == "sea":  # at sea level water boils
        return True
    return before in BEFORE_SUBSTANCE and not (before in PURE and line.text(at - 2) in SPECIFIC)


def _has_article(line: Line, at: int, articles: frozenset[str]) -> bool:
    """Return whether "a", perhaps with an adjective, stands before the name."""
    first = at - 1
    while line.text(first) in articles and at - first <= 3:
        if line.text(first) in DETERMINERS:
            return True
        first -= 1
    has_adjective = first < at - 1 or len(line.text(at).split(" ")) > 1
    return has_adjective and (first < 0 or line.text(first) in BEFORE_SUBSTANCE)


def is_own(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether the figure can be the subject's own: not of what is on it, near it, or belongs to it."""
    if fact.property.kind == "year" and line.text(at - 1) in ("a", "an"):  # another of its kind
        return False
    if _is_share(line, at):
        return False
    if line.text(at + 1) == "'" and line.text(at + 2) == "s":
        return _is_property(line, fact, at + 3, value)
    if value.first > at + 1 and not is_allowed(line, fact, at + 1) and line.text(at + 1) not in _AFTER:
        return False
    if value.first < at and at + 1 < len(line) and not _ends_name(line, fact, at + 1):
        return False
    if _is_explained(line, at) or _is_numbered(line, at, value):
        return True
    if is_part(line, fact, at):
        return False
    before = _before(line, at)
    word = line.text(before)
    if word in PREPOSITIONS and word != "of":
        is_first = before == 0 and fact.property.kind == "year"
        opens = is_first and word in ("after", "before", "since", "following")
        return word in fact.property.before or (opens and value.first > at)
    return word not in OBJECTS or fact.property.kind == "year"


def _before(line: Line, at: int) -> int:
    """Return the place before a name and its article."""
    at -= 1
    while line.text(at) in THE or line.text(at) in PURE:
        at -= 1
    return at


def _is_share(line: Line, at: int) -> bool:
    """Return whether it is compared, or a share of what it has is meant: "9% of", "11 times the", "than"."""
    before = _before(line, at)
    if line.text(before) == "than" and line.text(at + 1) == "'":
        return True
    slot = line[before - 1].slot if before > 0 else None
    return line.text(before) in ("of", "times") and slot is not None and slot.mark in "PFSNX"


def is_part(line: Line, fact: Fact, at: int, neutral: frozenset[str] = NEUTRAL | THE) -> bool:
    """Return whether something of the subject is meant: the crew of the Titanic."""
    before = _before(line, at)
    return line.text(before) == "of" and not _heads(line, fact, before - 1, neutral)


def is_governed(line: Line, at: int) -> bool:
    """Return whether a preposition stands before a subject: after the Battle of Waterloo."""
    return line.text(_before(line, at)) in PREPOSITIONS


def _is_explained(line: Line, at: int) -> bool:
    """Return whether what follows is said of the subject whatever precedes it: "up the tower, which is"."""
    follows = line.text(at + 2) in ("which", "who", "at")
    return line.text(at + 1) == "(" or (line.text(at + 1) == "," and follows)


def _is_numbered(line: Line, at: int, value: Value) -> bool:
    """Return whether a name is followed by a number of its kind: "after Hoover, the 31st President"."""
    return (line.text(at + 1), line.text(at + 2)) == (",", "the") and value.first == at + 3


def _is_property(line: Line, fact: Fact, at: int, value: Value) -> bool:
    """Return whether what belongs to the subject is its property: "Everest's height is"."""
    while at < value.first and not line.has(fact.property.cues, at) and line.text(at) not in fact.words:
        if line.text(at) not in _ADJECTIVES and not is_allowed(line, fact, at):
            return False
        at += 1
    return True


def _heads(line: Line, fact: Fact, at: int, neutral: frozenset[str]) -> bool:
    """Return whether what stands before "of" is the property, or the subject in other words."""
    known, text = fact.property, line.text(at)
    if at >= 0 and line[at].slot is not None:
        return True
    return any(
        text in words
        for words in (known.cues.words, known.nouns.words, known.words, fact.cues.words, fact.words, neutral)
    )


def _ends_name(line: Line, fact: Fact, at: int) -> bool:
    """Return whether the element after a subject does not continue its name."""
    text = line.text(at)
    if not text.isalpha() or line[at].slot is not None or is_allowed(line, fact, at):
        return True
    if text in CLAUSE or text in VERBS or text in ("and", "or", "by"):
        return True
    return line.text(at - 2) == "," and text.endswith(("s", "ed")) and not line[at].is_upper


def is_allowed(line: Line, fact: Fact, at: int) -> bool:
    """Return whether a word means nothing else: a neutral one, or one of the property or the fact."""
    if line[at].slot is not None:
        return False
    known = fact.property
    own = (known.words, known.cues.words, known.span.words, known.nouns.words)
    lists = (NEUTRAL, *own, fact.words, fact.cues.words)
    return all(
        any(word in words for words in lists) or (not word.isalpha() and word not in CLAUSE)
        for word in line.text(at).split(" ")
    )
