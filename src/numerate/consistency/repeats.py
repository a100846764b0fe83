"""The same quantity given two values, in a heading and in the text below it: "profit of $3.4 billion".

Only where the same words describe both, the value of the heading stands nowhere below it, and the words below
it have only one value: a text may well speak of this year's profit and of last year's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from numerate.consistency.relation import Relation, comparable, exactly, known, loosely
from numerate.text import Number

_NAMED = re.compile(
    r"\b([a-z]{4,}) (?:of|at|to|was|were|is|by|up|down|totals?|reached|hits?|(?:rises?|rose|falls?|fell"
    r"|drops?|dropped|jumps?|jumped|climbs?|climbed|gains?|gained|slips?|slipped)(?: to)?) $"
)
_VAGUE = re.compile(
    r"\b(?:up to|at least|at most|more than|less than|about|nearly|almost|over|as many as|some) $"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST = 40
_MOST = 20
"""No heading has more numbers than this; what has is a table, or worse."""


def repeats(text: str, numbers: Sequence[Number], headings: Sequence[tuple[int, int]]) -> Iterator[Relation]:
    """Every number of a heading whose words describe a number below it, too.

    The first heading is the title of all that follows; another is one of its section, up to the next.
    """
    starts = [number.start for number in numbers]
    ends = [len(text), *(start for start, _ in headings[2:]), len(text)]
    for (start, end), below in zip(headings, ends, strict=False):
        body = numbers[bisect_left(starts, end) : bisect_left(starts, below)]
        named: dict[str | None, list[Number]] = {}
        for number in body:
            named.setdefault(_name(text, number), []).append(number)
        for number in numbers[bisect_left(starts, start) : bisect_left(starts, end)][:_MOST]:
            if name := _name(text, number):
                again = [other for other in named.get(name, ()) if comparable(number, other)]
                yield from _relation(number, again, body)


def _name(text: str, number: Number) -> str | None:
    """The word that says what a number is: "profit" in "profit of $3.4 billion"."""
    before = text[max(0, number.start - _LONGEST) : number.start].lower()
    if number.kind not in ("money", "percent", "cardinal") or _VAGUE.search(before):
        return None
    if number.kind == "cardinal" and _YEAR.fullmatch(number.text):
        return None
    named = _NAMED.search(before)
    return named[1] if named is not None else None


def _relation(number: Number, again: list[Number], body: Sequence[Number]) -> Iterator[Relation]:
    if not again:
        return
    if any(_agree(number, other) for other in body):
        agreeing = next((other for other in again if _agree(number, other)), None)
        if agreeing is not None:
            yield Relation("repeated", (number, agreeing))
    elif len({other.value for other in again}) == 1:
        other = again[0]
        problem = f"{number.text} in the heading is {other.text} in the text."
        yield Relation("repeated", (number, other), problem, (exactly(other), exactly(number)))


def _agree(one: Number, other: Number) -> bool:
    return loosely(one).meets(known(other)) or known(one).meets(loosely(other))
