"""Numbers of one text that cannot all be right: exact arithmetic on what the text itself says, no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numerate.consistency.calendar import calendar
from numerate.consistency.changes import changes
from numerate.consistency.inconsistency import Inconsistency, Suggestion, inconsistency
from numerate.consistency.ranges import ranges
from numerate.consistency.relation import Relation
from numerate.consistency.repeats import repeats
from numerate.consistency.shares import shares
from numerate.consistency.significance import significance
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.totals import totals
from numerate.text import extract

__all__ = ["Inconsistency", "Relation", "Suggestion", "inconsistencies", "relations"]

_READERS = (changes, shares, totals, ranges, calendar, significance)


def inconsistencies(text: str, headings: Sequence[tuple[int, int]] = ()) -> Iterator[Inconsistency]:
    """Where the numbers of `text` contradict each other, in the order of the text, worked out one by one.

    `headings` are the spans of its title and headings, in order; without them a title is text like any other.
    """
    return (inconsistency(text, relation) for relation in relations(text, headings) if relation.problem)


def relations(text: str, headings: Sequence[tuple[int, int]] = ()) -> list[Relation]:
    """Every relation that `text` states between its numbers, also those that hold, in their order."""
    numbers = extract(text, identifiers=True)
    skeleton = Skeleton(text, numbers)
    found = [relation for read in _READERS for relation in read(skeleton)]
    amounts = [number for number in numbers if number.kind != "identifier"]
    found += repeats(text, amounts, headings)
    return sorted(found, key=lambda relation: min(number.start for number in relation.numbers))
