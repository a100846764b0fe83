"""Numbers about the records of a source: whose figure, and which, as in "Kent had 27 points (10-18 FG)".

The rows of tables, lines of fields and objects of JSON state facts: an entity, an attribute, a value. Where
the draft names an entity of the source and one of its attributes, its number must be the value of that fact.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from numerate.consistency.sources.attributes import PARTS, Attribute, Pair, read_attribute, read_context
from numerate.consistency.sources.passages import Token
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.sources.words import stem

Entity = frozenset[str]
"""The words of a name."""


class Fact(NamedTuple):
    """A value that records state, or that follows from figures of theirs."""

    operands: tuple[Quantity, ...]
    value: float
    formula: str | None = None


_ALIKE = 0.5
"""Share of the attributes that entities of one kind have in common at least."""


_SHORTEST = 3
"""Letters of a name that may be short for a longer one, at least one more."""
_NICKNAMES = {"sixers": "76ers", "niners": "49ers"}


class Records:
    """The entities and attributes of the tables of sources."""

    def __init__(self, quantities: Sequence[Quantity]) -> None:
        self.facts: defaultdict[Entity, list[Quantity]] = defaultdict(list)
        """Figures by the words of their entity."""
        self._entities: defaultdict[str, set[Entity]] = defaultdict(set)
        for fact in (*_in_tables(quantities), *_in_sentences(quantities)):
            self.facts[fact.owner].append(fact)
            for word in fact.owner:
                self._entities[word].add(fact.owner)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The stems of all attributes."""
        return frozenset(word for facts in self.facts.values() for fact in facts for word in fact.column)

    @cached_property
    def _kinds(self) -> dict[Entity, int]:
        """Number the kinds of entities, such as players and teams; one kind shares most attributes."""
        kinds: list[set[frozenset[str]]] = []
        result: dict[Entity, int] = {}
        for entity, facts in self.facts.items():
            own = {fact.column for fact in facts}
            shares = [len(own & kind) / min(len(own), len(kind)) for kind in kinds]
            kind = next((i for i, share in enumerate(shares) if share > _ALIKE), len(kinds))
            if kind == len(kinds):
                kinds.append(own)
            result[entity] = kind
        return result

    def kind(self, entity: Entity) -> int:
        """Return which kind of entity one is: a player, or a team."""
        return self._kinds[entity]

    def alike(self, entity: Entity) -> list[Entity]:
        """Return the entities of the same kind as one, itself included."""
        return self._by_kind[self._kinds[entity]]

    @cached_property
    def _by_kind(self) -> dict[int, list[Entity]]:
        result: defaultdict[int, list[Entity]] = defaultdict(list)
        for entity, kind in self._kinds.items():
            result[kind].append(entity)
        return dict(result)

    def __bool__(self) -> bool:
        return bool(self.facts)

    def named(self, word: str) -> set[Entity] | None:
        """Return the entities that a word names, also in short: "Cavs", "Wolves", "Sixers"."""
        if word in self._entities or not word.endswith("s") or len(word) <= _SHORTEST:
            return self._entities.get(word)
        whole = _NICKNAMES.get(word, word)
        begins, ends = whole[:-1], whole
        long = [
            name
            for name in self._entities
            if len(name) > len(word)
            and name.endswith("s")
            and (name.startswith(begins) or name.endswith(ends))
        ]
        return self._entities[long[0]] if len(long) == 1 else self._entities.get(whole)

    def mentions(self, tokens: Sequence[Token]) -> list[tuple[int, frozenset[Entity]]]:
        """Return the entities that a passage names, each with the index of its first token."""
        result: list[tuple[int, frozenset[Entity]]] = []
        i = 0
        while i < len(tokens):
            candidates = self.named(tokens[i].lower) if tokens[i].capital else None
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
    owners: defaultdict[tuple[int, int], set[Entity]] = defaultdict(set)
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


def resolve(quantity: Quantity, draft: SourceText, records: Records) -> tuple[Fact, ...] | None:
    """Return the facts of which a number of the draft must be one, the likeliest first.

    None if it names no entity or no attribute of the records.
    """
    if quantity.cell or quantity.measure in ("year", "date", "ordinal", "money"):
        return None
    context = read_context(quantity, draft)
    if _DOUBLE_FIGURES.match(context.after):
        return _in_double_figures(quantity, draft, records) or None
    attribute = read_attribute(quantity, context, records.labels)
    if attribute is None:
        return None
    if attribute.compared or attribute.margin or attribute.combined:
        facts = _of_several(quantity, draft, records, attribute)
    else:
        entities = _named_just_there(quantity, draft, records, context.pair, attribute) or _entities(
            quantity, draft, records
        )
        facts = [fact for entity in entities for fact in _of_entity(records.facts[entity], attribute)]
    if attribute.compared and context.pair:
        facts = [fact for fact in facts if not _taken(quantity, context.pair, fact, facts)]
    return tuple(dict.fromkeys(facts)) or None


_DOUBLE_FIGURES = re.compile(
    r"\s+(?:[a-z']+\s+){1,3}?(?:(?:scor|finish|reach|record)\w*|had|were|in)\s+(?:[a-z]+\s+)?(?:in\s+)?double\s*-?\s*(?:figures|digits)\b"
)
"""After a count of players: "six Comets scored in double figures"."""
_DOUBLE = 10


def _in_double_figures(quantity: Quantity, draft: SourceText, records: Records) -> tuple[Fact, ...]:
    """Return how many players of each team that a sentence names have ten points or more."""
    result = []
    for _, entities in records.mentions(draft.passages[quantity.passage].tokens):
        for team in entities:
            points = [
                fact
                for facts in records.facts.values()
                for fact in facts
                if fact.column == _POINTS
                and fact.value >= _DOUBLE
                and team & fact.names
                and fact.owner != team
            ]
            if points:
                written = ", ".join(fact.number.text for fact in points)
                result.append(Fact(tuple(points), float(len(points)), f"{written} = {len(points)} players"))
    return tuple(result)


_POINTS = frozenset(("point",))
_HELD = re.compile(r"\b(?:hold\w*|held|limit\w*)\s+(?:the\s+)?(?:\w+\s+)?$")
_BY = re.compile(r"(?:\s+(?!by|for|from)\w+){0,2}\s+(?:by|for|from)\s+(?:the\s+)?")


def _named_just_there(
    quantity: Quantity, draft: SourceText, records: Records, pair: Pair | None, attribute: Attribute
) -> list[Entity]:
    """Return the entities that the words leave no doubt of: "Denver (26-21)", "held Boise to 41 percent"."""
    text, number = draft.document.text, quantity.number
    tokens = draft.passages[quantity.passage].tokens
    mentions = records.mentions(tokens)
    following = next((entities for at, entities in mentions if tokens[at].start > number.start), None)
    if pair is None and following is not None:
        at = next(tokens[at].start for at, entities in mentions if entities is following)
        if _BY.fullmatch(text, number.end, at):
            return list(following)
    preceding = [mention for mention in mentions if tokens[mention[0]].start < number.start]
    if not preceding:
        return []
    first, last = tokens[preceding[-1][0]].start, preceding[-1][1]
    is_held = quantity.measure == "percent" and _HELD.search(
        text[max(0, first - _BEFORE_NAME) : first].lower()
    )
    between = text[first : number.start].lower()
    is_record = pair is not None and (
        pair.bracketed or bool(attribute.stems & _WON_AND_LOST and not _INFINITIVE.search(between))
    )
    return list(last) if is_held or is_record else []


_BEFORE_NAME = 24
_INFINITIVE = re.compile(r"\bto (?:improve|fall|drop|move)\b|\band\b")
"""Words whose subject is the first name: "Reno beat Salem to improve to 7-3"."""
_WON_AND_LOST = frozenset(("win", "lose"))


def _taken(quantity: Quantity, pair: Pair, fact: Fact, facts: Iterable[Fact]) -> bool:
    """Return whether a fact is the other number's of a pair: of "117-117", one is wrong.

    The larger figure is written first.
    """
    if not quantity.value == pair.other.value == fact.value:
        return False
    largest = max(other.value for other in facts)
    return pair.first != (fact.value == largest)


def _entities(quantity: Quantity, draft: SourceText, records: Records) -> list[Entity]:
    """Return the entities that a number may belong to, the likeliest first.

    The last that is named before it in the sentence, of each kind: in "Kent led the Hawks with 27 points" the
    player, who is one of more. Else those of the sentence before, or one that is named after it.
    """
    tokens = draft.passages[quantity.passage].tokens
    mentions = records.mentions(tokens)
    start = quantity.number.start
    before = [mention for mention in mentions if tokens[mention[0]].start < start]
    named = _last_of_each_kind(before, records) if before else _named_earlier(quantity, draft, records)
    if not before:
        named += [entity for _, entities in mentions for entity in entities]
    elif _shared(quantity, draft):
        named += [entity for _, entities in before for entity in entities]
    words = {word for entity in named for word in entity}
    is_unknown = not any(word in words or records.named(word) for word in quantity.owner)
    if before and quantity.owner - _FIGURES and is_unknown:
        # "They held the Sixers to 42": the nearest name is none of the records', perhaps another name of one.
        named += [other for entity in named[:1] for other in records.alike(entity)]
    return sorted(dict.fromkeys(named), key=lambda entity: -len(records.alike(entity)))


def _last_of_each_kind(mentions: Sequence[tuple[int, frozenset[Entity]]], records: Records) -> list[Entity]:
    kinds: dict[int, frozenset[Entity]] = {}
    for _, entities in reversed(mentions):
        kinds.setdefault(records.kind(next(iter(entities))), entities)
    # "Denver outrebounded Boise 54-35 and handed out 21 assists": the subject may be meant, too.
    return [entity for entities in (*kinds.values(), mentions[0][1]) for entity in entities]


def _named_earlier(quantity: Quantity, draft: SourceText, records: Records) -> list[Entity]:
    for at in (quantity.passage - 1, quantity.passage - 2):
        if at >= 0 and (mentions := records.mentions(draft.passages[at].tokens)):
            return _last_of_each_kind(mentions, records)
    return []


_PAIR = 2
_FIGURES = frozenset("fg ft pt pts reb ast stl blk min to fgm fga ftm fta".split())
"""Words in capitals that name figures, nobody: "(8-19 FG, 2-6 3Pt)"."""
_SHARED = re.compile(r"\b(?:both|each|apiece|a piece|all)\b")


def _shared(quantity: Quantity, draft: SourceText) -> bool:
    """Return whether a sentence says that several had the same: "A and B had 11 points each"."""
    passage = draft.passages[quantity.passage]
    return _SHARED.search(draft.document.text[passage.start : passage.end].lower()) is not None


def _of_several(quantity: Quantity, draft: SourceText, records: Records, attribute: Attribute) -> list[Fact]:
    """Return the facts of entities that are compared, or what their figures differ by or add up to."""
    passage = quantity.passage
    mentions = [
        entity
        for at in ((passage,) if attribute.combined else (passage - 2, passage - 1, passage))
        if at >= 0
        for _, entities in records.mentions(draft.passages[at].tokens)
        for entity in entities
    ]
    groups: list[list[Quantity]] = []
    if not attribute.combined and mentions:
        # Those that a game is between are the fewest: its teams, not its players.
        groups_of = [group for group in map(records.alike, reversed(mentions)) if len(group) > 1]
        mentions = min(groups_of, key=len, default=[])
    for entity in dict.fromkeys(mentions):
        facts = _of_entity(records.facts[entity], attribute)
        if attribute.compared:
            groups.append([operand for fact in facts for operand in fact.operands[:1]])
        elif facts:
            groups.append([facts[0].operands[0]])
    if attribute.compared:
        return [
            fact
            for entity in dict.fromkeys(mentions)
            for fact in _of_entity(records.facts[entity], attribute)
        ]
    sign = -1 if attribute.margin else 1
    result = []
    if attribute.combined and len(groups) > _PAIR:
        operands = tuple(group[0] for group in groups)
        value = sum(operand.value for operand in operands)
        written = " + ".join(operand.number.text for operand in operands)
        result.append(Fact(operands, value, f"{written} = {value:g}"))
    for (first, *_), (second, *_) in combinations(groups, 2):
        large, small = sorted((first, second), key=lambda operand: -operand.value)
        value = large.value + sign * small.value
        mark = "−" if attribute.margin else "+"
        result.append(
            Fact((large, small), value, f"{large.number.text} {mark} {small.number.text} = {value:g}")
        )
    return result


def _of_entity(facts: Sequence[Quantity], attribute: Attribute) -> list[Fact]:
    """Return the figures of an entity that an attribute means: with all its stems and no further part."""
    if attribute.quarters:
        wanted = {stem(quarter) for quarter in attribute.quarters}
        terms = [fact for fact in facts if attribute.stems <= fact.column and fact.column & wanted]
        if len(terms) < 2:
            return []
        total = sum(term.value for term in terms)
        return [Fact(tuple(terms), total, f"{' + '.join(term.number.text for term in terms)} = {total:g}")]
    return [
        Fact((fact,), fact.value)
        for fact in facts
        if attribute.stems <= fact.column and not (fact.column - attribute.stems) & PARTS
    ]


def states(fact: Fact, quantity: Quantity) -> bool:
    """Return whether a number of the draft has the value of a fact."""
    if quantity.measure == "percent":
        return abs(quantity.base - fact.operands[0].base) <= _PERCENT
    return abs(quantity.value - fact.value) <= 1e-9


_PERCENT = 0.0051
"""Half a percentage point, and the error of its representation."""
