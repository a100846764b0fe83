"""Rule `repeated`: one quantity with two values, in a heading and the text below it, or anywhere in a text.

With a heading, a contradiction needs the same word before both numbers, a value of the heading that appears
nowhere below it, and a single value for that word below: a text may state this year's profit and last year's.
Facts of the text are compared in `facts`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal

from numerate.consistency.fact_pairs import conflicting_facts
from numerate.consistency.facts import read_facts
from numerate.consistency.interval import exactly, known, loosely
from numerate.consistency.relation import Relation, comparable
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.text import Number

_NAMED = re.compile(
    r"\b([a-z]{4,}) (?:of|at|to|was|were|is|by|up|down|totals?|reached|hits?|(?:rises?|rose|falls?|fell"
    r"|drops?|dropped|jumps?|jumped|climbs?|climbed|gains?|gained|slips?|slipped)(?: to)?) $"
)
_VAGUE = re.compile(
    r"\b(?:up to|at least|at most|more than|less than|about|nearly|almost|over|as many as|some) $"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_CONTEXT = 40
"""Characters before a number that are searched for the word that names it."""
_MAX_NUMBERS = 20
"""Numbers of a heading that are compared; a heading with more is a table or worse."""


def find_repeats(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every number of a heading that the text below it repeats by name.

    The first heading is the title of the whole text, every other one of its section, up to the next.
    """
    text, headings = skeleton.text, skeleton.headings
    numbers = [part for number in skeleton.numbers if number.kind != "identifier" for part in number.split()]
    starts = [number.start for number in numbers]
    section_ends = [len(text), *(start for start, _ in headings[2:]), len(text)]
    for (start, end), section_end in zip(headings, section_ends, strict=False):
        body = numbers[bisect_left(starts, end) : bisect_left(starts, section_end)]
        by_name: dict[str | None, list[Number]] = {}
        for number in body:
            by_name.setdefault(_name(text, number), []).append(number)
        for number in numbers[bisect_left(starts, start) : bisect_left(starts, end)][:_MAX_NUMBERS]:
            if name := _name(text, number):
                repeats = [other for other in by_name.get(name, ()) if comparable(number, other)]
                yield from _relation(number, repeats, body)
    for relation in _repeated_facts(text, numbers):
        if not any(start <= relation.numbers[0].start < end for start, end in headings):
            yield relation


def _repeated_facts(text: str, numbers: Sequence[Number]) -> Iterator[Relation]:
    """Read every fact of a text that has two values."""
    facts = read_facts(text, numbers)
    for _, _, pair in conflicting_facts([text], [facts]) if len(facts) > 1 else ():
        first, second = pair.first.number, pair.second.number
        needed = (exactly(second), exactly(first))
        level: Literal["error", "possible"] = "error" if pair.certain else "possible"
        yield Relation("repeated", (first, second), pair.problem, needed, level=level)


RULE = ConsistencyRule(
    name="repeated",
    title="A quantity with two values",
    description="Two places of the text give different values for the same thing and period.",
    level="error",
    example="Profit of $3.4 billion at Acme\n\nAcme had a profit of $3.1 billion this year.",
    find=find_repeats,
)


def _name(text: str, number: Number) -> str | None:
    """Return the word that names a number: "profit" in "profit of $3.4 billion"."""
    before = text[max(0, number.start - _CONTEXT) : number.start].lower()
    if number.kind not in ("money", "percent", "cardinal") or _VAGUE.search(before):
        return None
    if number.kind == "cardinal" and _YEAR.fullmatch(number.text):
        return None
    match = _NAMED.search(before)
    return match[1] if match is not None else None


def _relation(number: Number, repeats: list[Number], body: Sequence[Number]) -> Iterator[Relation]:
    if not repeats:
        return
    if any(_agree(number, other) for other in body):
        agreeing = next((other for other in repeats if _agree(number, other)), None)
        if agreeing is not None:
            yield Relation("repeated", (number, agreeing))
    elif len({other.value for other in repeats}) == 1:
        other = repeats[0]
        problem = f"{number.text} in the heading is {other.text} in the text."
        yield Relation("repeated", (number, other), problem, (exactly(other), exactly(number)))


def _agree(first: Number, second: Number) -> bool:
    return loosely(first).meets(known(second)) or known(first).meets(loosely(second))
