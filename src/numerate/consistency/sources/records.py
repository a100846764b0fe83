"""Numbers about the records of a source: whose figure, and which, as in "Kent had 27 points (10-18 FG)".

The rows of tables, lines of fields and objects of JSON state facts: an entity, an attribute, a value. Where
the draft names an entity of the source and one of its attributes, its number must be the value of that fact.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from numerate.consistency.sources.quantity import Quantity, Token
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.sources.words import STOP_WORDS, stem

_DASH = r"\s*[-–—]\s*"
_JOINT = re.compile(rf"{_DASH}(?:(?P<of>of|for){_DASH})?|\s+(?P<word>of|for)\s+")
_FIELD_GOALS = re.compile(r"\b(?:field|floor|fg|shooting|shots?|shot)\b")
_THREES = re.compile(
    r"\b(?:3[- ]?pt|3pt|3s|threes?|treys?|arc|deep|downtown|long[- ]range|distance|three\s*-?\s*point\w*"
    r"|trifectas?)\b"
)
_FREE_THROWS = re.compile(r"\b(?:ft|free\s*-?\s*throws?|line|stripe|foul line)\b")
_QUARTER = re.compile(
    r"\b(first|second|third|fourth|final|opening|1st|2nd|3rd|4th)\s*-?\s*(quarter|period|frame)\b"
)
_HALF = re.compile(
    r"\b(first|second|opening|final)\s*-?\s*half\b|\bhalf\s*-?\s*time\b|\bat the (half|break)\b"
)
_NUMBER_OF = {"first": 1, "opening": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4,
              "4th": 4, "final": 4}  # fmt: skip
_OUTSIDE = re.compile(
    r"\b(?:averag\w*|season|career|per game|straight|last|past|previous|games?|bench|fast\s*-?\s*break|paint"
    r"|second\s*-?\s*chance|off turnovers|streak|history|since|lead|led by|trail\w*|deficit|run|margin"
    r"|combined|years?|consecutive|total of|first \d+|next)\b"
)
"""Words after which a figure is about more, or less, than the records."""
_REACH_BEFORE, _REACH_AFTER = 60, 45
_WORDS_AFTER = 3


class Pair(NamedTuple):
    """A number that is written with another: the 10 of "10-of-18", the 12 of "(12-9)"."""

    other: Quantity
    first: bool
    of: bool
    """Whether "of" or "for" joins them."""
    bracketed: bool
    """Whether they stand alone in brackets."""


@dataclass(frozen=True)
class Facts:
    """What the records are said to state about a number: one of some values, or a sum."""

    quantities: tuple[Quantity, ...]
    terms: tuple[tuple[Quantity, ...], ...] = ()
    """Sums of which the number may be one, where the records have parts of it."""


class Records:
    """The entities and attributes of the tables of sources."""

    def __init__(self, quantities: Sequence[Quantity]) -> None:
        self.facts: defaultdict[frozenset[str], list[Quantity]] = defaultdict(list)
        """Figures by the words of their entity."""
        self._entities: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
        for fact in (*_in_tables(quantities), *_in_sentences(quantities)):
            self.facts[fact.owner].append(fact)
            for word in fact.owner:
                self._entities[word].add(fact.owner)

    def alike(self, entity: frozenset[str]) -> list[frozenset[str]]:
        """Return the entities that have the same attributes as one, itself included."""
        attributes = {fact.column for fact in self.facts[entity]}
        return [other for other, facts in self.facts.items() if {fact.column for fact in facts} == attributes]

    def __bool__(self) -> bool:
        return bool(self.facts)

    def mentions(self, tokens: Sequence[Token]) -> list[tuple[int, frozenset[frozenset[str]]]]:
        """Return the entities that a passage names, each with the index of its first token."""
        result: list[tuple[int, frozenset[frozenset[str]]]] = []
        i = 0
        while i < len(tokens):
            candidates = self._entities.get(tokens[i].lower) if tokens[i].capital else None
            if not candidates:
                i += 1
                continue
            first, chosen = i, frozenset(candidates)
            i += 1
            while i < len(tokens) and (further := self._entities.get(tokens[i].lower, set()) & chosen):
                chosen = frozenset(further)
                i += 1
            # "Toronto" is the team rather than the players whose labels name it, too.
            shortest = min(map(len, chosen))
            result.append((first, frozenset(entity for entity in chosen if len(entity) == shortest)))
        return result


def _in_tables(quantities: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield the figures of tables that tell several entities apart."""
    owners: defaultdict[tuple[int, int], set[frozenset[str]]] = defaultdict(set)
    for quantity in quantities:
        if quantity.cell:
            owners[quantity.document, quantity.cell[0]].add(quantity.owner)
    for quantity in quantities:
        several = quantity.cell and len(owners[quantity.document, quantity.cell[0]]) > 1
        if several and quantity.owner and quantity.column:
            yield quantity


_FEWEST_OWNERS = 3
"""Entities that must each have one figure of a kind, for sentences to be read as records."""


def _in_sentences(quantities: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield counts that sentences state once for each of several names: the points of players."""
    groups: defaultdict[str, list[Quantity]] = defaultdict(list)
    for quantity in quantities:
        if not quantity.cell and quantity.measure == "count" and quantity.noun and quantity.subject:
            groups[quantity.noun].append(quantity)
    for noun, members in groups.items():
        counts = Counter(member.subject for member in members)
        if len(counts) >= _FEWEST_OWNERS and len(counts) == len(members):
            for member in members:
                yield replace(member, owner=member.subject, column=frozenset((noun,)))


def resolve(quantity: Quantity, draft: SourceText, records: Records) -> Facts | None:
    """Return the facts that a number of the draft is about; None if it names no entity or no attribute."""
    text, number = draft.document.text, quantity.number
    if quantity.cell or quantity.measure in ("year", "date", "ordinal", "money"):
        return None
    passage = draft.passages[quantity.passage]
    before = text[max(passage.start, number.start - _REACH_BEFORE) : number.start].lower()
    after = text[number.end : min(passage.end, number.end + _REACH_AFTER)].lower()
    if _OUTSIDE.search(re.split(r"[,;.(]", before)[-1]) or _OUTSIDE.match(after.strip()):
        return None
    pair = _pair(quantity, draft, text)
    shots = _shots_of(pair, after) if pair else None
    compared = pair is not None and not pair.of and not pair.bracketed and not shots
    entities = _entities(quantity, draft, records, wide=compared)
    if not entities:
        return None
    facts = [fact for entity in entities for fact in records.facts[entity]]
    return _figures(quantity, facts, after, pair)


def _pair(quantity: Quantity, draft: SourceText, text: str) -> Pair | None:
    at = draft.quantities.index(quantity)
    for other, first in ((at + 1, True), (at - 1, False)):
        if not 0 <= other < len(draft.quantities):
            continue
        partner = draft.quantities[other]
        low, high = (quantity, partner) if first else (partner, quantity)
        joint = _JOINT.fullmatch(text, low.number.end, high.number.start)
        if joint:
            opens = text[: low.number.start].rstrip().endswith("(")
            closes = text[high.number.end :].lstrip().startswith(")")
            return Pair(partner, first, bool(joint["of"] or joint["word"]), opens and closes)
    return None


def _entities(quantity: Quantity, draft: SourceText, records: Records, wide: bool) -> list[frozenset[str]]:
    """Return the entities that a number belongs to: those named last before it, or two that are compared.

    wide: whether all entities of the sentence are meant, as by the score of a game.
    """
    tokens = draft.passages[quantity.passage].tokens
    mentions = records.mentions(tokens)
    start = quantity.number.start
    if wide and mentions:
        named = [entity for _, entities in mentions for entity in entities]
        # A team may go by another name than in the records.
        return named if len(mentions) > 1 else records.alike(named[0])
    before = [mention for mention in mentions if tokens[mention[0]].start < start]
    if before:
        last = [before[-1]]
        # "A and B both had 11 points": the words between are names and "and" alone.
        for earlier, later in zip(reversed(before[:-1]), reversed(before), strict=False):
            between = [token.lower for token in tokens[earlier[0] : later[0]]]
            if "and" in between[-2:] and re.search(
                r"\b(?:both|each|apiece|a piece|all)\b", _tail(quantity, draft)
            ):
                last.append(earlier)
        named = [entity for _, entities in last for entity in entities]
        words = {word for entity in named for word in entity}
        # "They held the Sixers to 42": the nearest name is none of the records', perhaps another name of one.
        is_named = quantity.owner & words or not quantity.owner or quantity.measure != "percent"
        return named if is_named else records.alike(named[0])
    for back in (1, 2):
        at = quantity.passage - back
        if at >= 0 and (earlier_mentions := records.mentions(draft.passages[at].tokens)):
            named = list(earlier_mentions[0][1])
            is_named = quantity.measure != "percent" or not quantity.names
            return named if is_named else records.alike(named[0])
    return [entity for _, entities in mentions[:1] for entity in entities]


def _tail(quantity: Quantity, draft: SourceText) -> str:
    passage = draft.passages[quantity.passage]
    return draft.document.text[passage.start : passage.end].lower()


def _figures(quantity: Quantity, facts: Sequence[Quantity], after: str, pair: Pair | None) -> Facts | None:
    """Choose the attribute among the facts of an entity."""
    if quantity.measure == "percent":
        clause = re.split(r"[,;.]|\band\b", after)[0]
        return _those(facts, {_shots(clause) or "goal", "ratio"})
    if pair is not None:
        if pair.bracketed:
            return _those(facts, {"win"} if pair.first else {"lose"})
        shots = _shots_of(pair, after)
        if pair.of or shots:
            return _those(facts, {shots or "goal", "made" if pair.first else "attempt"})
        return _score(facts, _after_pair(pair, after))
    words = [stem(word) for word in re.findall(r"[a-z0-9]+", after)[: _WORDS_AFTER + 1]]
    if words[:1] in (["three"], ["3"]):
        words = words[1:]
    return _named(facts, words)


def _after_pair(pair: Pair, after: str) -> str:
    """Return the text after the second number of a pair."""
    if not pair.first:
        return after
    text = pair.other.number.text.lower()
    return after[after.find(text) + len(text) :]


def _shots_of(pair: Pair, after: str) -> str | None:
    return _shots(re.split(r"[,;).]", _after_pair(pair, after))[0])


def _shots(words: str) -> str | None:
    if _THREES.search(words):
        return "pointer"
    if _FREE_THROWS.search(words):
        return "throw"
    return "goal" if _FIELD_GOALS.search(words) else None


_PARTS = frozenset(("quarter", "offensiv", "defensiv", "made", "attempt", "ratio", "field"))
"""Stems of labels that say which part of an attribute is meant."""


def _those(facts: Sequence[Quantity], stems: set[str]) -> Facts | None:
    """Return the facts whose attribute has all of some stems, and no further part."""
    chosen = [
        fact for fact in facts if stems <= fact.column and not (fact.column - stems) & (_PARTS - {"field"})
    ]
    return Facts(tuple(chosen)) if chosen else None


def _named(facts: Sequence[Quantity], words: Sequence[str]) -> Facts | None:
    """Return the facts whose attribute is named directly after the number."""
    for i, word in enumerate(words[:_WORDS_AFTER]):
        if word in STOP_WORDS and word not in ("of",):
            return None
        named = [fact for fact in facts if word in fact.column]
        if named:
            chosen = set(words[: i + 1])
            if word in ("pointer", "throw", "goal"):
                chosen.add("attempt" if "attempt" in words else "made")
            exact = [fact for fact in named if not (fact.column - chosen) & _PARTS]
            return Facts(tuple(exact)) if exact else None
    return None


def _score(facts: Sequence[Quantity], tail: str) -> Facts | None:
    """Return the points of a quarter, a half or the game, for two numbers that are compared."""
    clause = re.split(r"[,;.]|\band\b", tail)[0]
    if quarter := _QUARTER.search(clause):
        word = {1: "first", 2: "second", 3: "third", 4: "fourth"}[_NUMBER_OF[quarter[1]]]
        return _those(facts, {"point", "quarter", stem(word)}) or _those_quarter(facts, word)
    if half := _HALF.search(clause):
        halves = ("third", "fourth") if half[1] in ("second", "final") else ("first", "second")
        return _half(facts, halves)
    for word in re.findall(r"[a-z]+", clause):
        if (key := stem(word)) in ("rebound", "assist", "turnover", "steal", "block"):
            return _those(facts, {key})
    if _OUTSIDE.search(clause):
        return None
    return _those(facts, {"point"})


def _those_quarter(facts: Sequence[Quantity], word: str) -> Facts | None:
    chosen = [fact for fact in facts if {"quarter", stem(word)} <= fact.column]
    return Facts(tuple(chosen)) if chosen else None


def _half(facts: Sequence[Quantity], words: tuple[str, str]) -> Facts | None:
    """Return the sums of two quarters of each entity."""
    by_entity: defaultdict[frozenset[str], list[Quantity]] = defaultdict(list)
    for fact in facts:
        if "quarter" in fact.column and fact.column & {stem(word) for word in words}:
            by_entity[fact.owner].append(fact)
    terms = tuple(tuple(group[:2]) for group in by_entity.values() if len(group) >= 2)
    return Facts((), terms) if terms else None


def matching(quantity: Quantity, facts: Facts) -> Iterator[tuple[Quantity, ...]]:
    """Yield the facts, or the terms of a sum, that have the value of the number."""
    for fact in facts.quantities:
        ours, theirs = (quantity.value, fact.value)
        if quantity.measure == "percent":
            ours, theirs = quantity.base, fact.base
        if abs(ours - theirs) <= (0.0051 if quantity.measure == "percent" else 1e-9):
            yield (fact,)
    for terms in facts.terms:
        if sum(term.value for term in terms) == quantity.value:
            yield terms
