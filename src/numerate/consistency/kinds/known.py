"""Rule `known`: figures that everybody can look up, as in "water boils at 110 °C", "Waterloo, 1825".

The facts are a table, `numerate/consistency/world/facts/`; how a text states one is read by
`numerate.consistency.world.reading`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from numerate.consistency.claim import STRONG, SURE, Claim, weigh
from numerate.consistency.equation import Equation, Quantity, constant
from numerate.consistency.interval import Interval, precision
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence
from numerate.consistency.world.continuations import continuations
from numerate.consistency.world.elements import read_line
from numerate.consistency.world.events import Events
from numerate.consistency.world.reading import Statement, read_statements, read_subject
from numerate.consistency.world.table import index
from numerate.consistency.world.topics import Topics
from numerate.consistency.world.values import accepted, expected, fits, read_value
from numerate.text import render, style
from numerate.typos.typos import typos

_TITLES = frozenset(
    "Mr Mrs Ms Dr Sir Lord Lady President King Queen Emperor Pope Captain General The In".split()
)
_YEAR = re.compile(r"\b(1\d{3}|20[0-4]\d)\b(?![,.]\d)")
_FEWEST_YEARS = 3
"""Years that a text must name to tell when it was written."""
_NOW = 2030
"""Years from which on a range has no end."""


class _Whole:
    """A text as a whole: looked through once for each question, however many facts it states."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._before: dict[str, frozenset[str]] = {}

    def before(self, surname: str) -> frozenset[str]:
        """Return the names and initials that stand before a surname."""
        if surname not in self._before:
            pattern = rf"\b([A-Z][\w'’-]+(?<!['’]s)|[A-Z]\.) {re.escape(surname)}\b"
            self._before[surname] = frozenset(re.findall(pattern, self.text))
        return self._before[surname]

    @cached_property
    def years(self) -> frozenset[int]:
        """The years that the text names."""
        return frozenset(map(int, _YEAR.findall(self.text)))


def find_known(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every well-known fact that a text states."""
    topics, whole = Topics(skeleton, index()), _Whole(skeleton.text)
    events = Events(skeleton)
    for sentence in skeleton.sentences:
        statements = _read(sentence, topics)
        statements += _dated(sentence, events, statements)
        confirmed = {each.fact for each in statements if fits(each.value, each.fact)}
        for statement in statements:
            if statement.fact in confirmed and not fits(statement.value, statement.fact):
                continue  # another year of a sentence that has the right one
            yield from _relations(statement, whole)


def _read(sentence: Sentence, topics: Topics) -> list[Statement]:
    """Read what a sentence states of a subject that it names, or else of one that it need not name."""
    line = read_line(sentence, index()) if sentence.slots else None
    statements = list(read_statements(line)) if line is not None else []
    implied = topics.resolve(sentence)
    has_own = any(not each.fact.property.is_bound for each in statements)
    clauses = [implied] if implied is not None and not has_own else []
    clauses += [each for first in (line, implied and implied[0]) if first for each in continuations(first)]
    for clause, at in clauses:
        known = {each.fact for each in statements if not each.unknown}
        read = read_subject(clause, at, clause[at].names)
        more = [each for each in read if not each.unknown and each.fact not in known]
        statements = [each for each in statements if each.fact not in {other.fact for other in more}] + more
    return statements


def _dated(sentence: Sentence, events: Events, others: list[Statement]) -> list[Statement]:
    """Read the events that a sentence dates to the day, but for dates that other statements have."""
    taken = {each.value.slot for each in others if not each.fact.property.is_bound}
    return [
        Statement(fact, fact.subject, value)
        for line, at, fact in events.read(sentence)
        if (value := read_value(line, at, fact)) is not None and value.slot not in taken
    ]


def _relations(statement: Statement, whole: _Whole) -> Iterator[Relation]:
    value, fact = statement.value, statement.fact
    limits = accepted(value, fact)
    equation = Equation(Quantity(value.number, value.values), constant(limits.low, limits.high))
    odds = SURE if not statement.unknown else STRONG
    relation = weigh("known", Claim(equation, lambda: _problem(statement), odds, local=True))
    is_evidence = not statement.unknown and not fact.property.is_bound
    if relation is None or (relation.problem is None and not is_evidence):
        return
    if relation.problem is not None:
        if _has_namesake(statement, whole) or _is_old(statement, whole):
            return
        relation = replace(relation, needed=(_needed(statement, limits, whole.text),))
    yield relation


def _has_namesake(statement: Statement, whole: _Whole) -> bool:
    """Return whether a text gives another first name to somebody of this surname: Leopold Mozart."""
    if " " in statement.name or not statement.fact.subject[:1].isupper():
        return False
    known = set(statement.fact.subject.split()) | _TITLES
    before = whole.before(statement.name.capitalize())
    return any(each not in known and each.lower() not in statement.fact.words for each in before)


def _is_old(statement: Statement, whole: _Whole) -> bool:
    """Return whether all years of a text are before those of which a number that changes is known."""
    dated = statement.fact.property.dated
    return dated is not None and len(whole.years) >= _FEWEST_YEARS and max(whole.years) < dated


def _needed(statement: Statement, limits: Interval, text: str) -> Interval | None:
    """Return the values to suggest: what a typo would explain, or else the value of the table."""
    number = statement.value.number
    if limits.low > 0 and any(limits.contains(typo.value) for typo in typos(number, text)):
        return limits
    if statement.fact.property.is_bound:
        return None
    value, half = expected(statement.value, statement.fact), precision(number) / 2
    has_magnitude = style(number).magnitude and not 0.01 < float(value) / (number.value or 1) < 100
    return Interval(value - half, value + half) if value > 0 and not has_magnitude else None


def _problem(statement: Statement) -> str:
    fact, value = statement.fact, statement.value
    said = fact.property.says.format(fact.subject, _written(statement))
    wrong = value.number.text if value.slot.mark == "D" else value.slot.written
    return f"{said[0].upper()}{said[1:]}, not {wrong}."


def _written(statement: Statement) -> str:
    """Write the value of a fact: as the table has it, or in the unit of the text."""
    fact, value = statement.fact, statement.value
    if fact.property.is_bound and fact.property.kind == "year":
        low, high = int(fact.low), int(fact.high)
        return str(low) if high > _NOW else f"from {low} to {high}"
    if fact.property.kind == "year":
        return f"{abs(int(fact.value))} BC" if fact.value < 0 else str(int(fact.value))
    if fact.property.kind in ("ordinal", "count"):
        return render(fact.value, like=value.number)
    if fact.property.kind != "measure":
        return fact.written
    if value.number.parts:  # 29 h 56 min
        return f"{fact.written} {fact.property.unit.symbol}"
    if value.measure == fact.property.unit:
        figure = fact.written.replace("-", "−")
    else:
        digits = max(3, sum(char.isdigit() for char in value.number.text))
        size = float(f"{float(expected(value, fact)):.{digits}g}")
        figure = f"{'−' if value.number.sign < 0 else ''}{size:,.10g}"
    if fact.property.unit.symbol == "%":
        return f"{figure}%"
    return figure + value.slot.sentence.text[value.number.end : value.slot.end]


RULE = ConsistencyRule(
    name="known",
    title="A figure that contradicts what is known",
    description="Reference works give a different value for this well-known figure.",
    level="error",
    example="Everybody knows that water boils at 110 °C.",
    find=find_known,
)
