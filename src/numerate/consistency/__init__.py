"""Contradictions between the numbers of one text, found by exact arithmetic and without a model.

Each rule is a module with a `RULE`; CONTRIBUTING.md shows how to add one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from numerate.consistency import changes, dates, intervals, ranges, repeats, shares, totals
from numerate.consistency.relation import Correction, Inconsistency, Relation, diagnose
from numerate.consistency.rule import ConsistencyRule, Rule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.statistics import estimates, integers, samples, significance
from numerate.text import extract

__all__ = [
    "RULES",
    "ConsistencyRule",
    "Correction",
    "Inconsistency",
    "Relation",
    "Rule",
    "inconsistencies",
    "relations",
]

RULES: dict[str, ConsistencyRule] = {
    rule.name: rule
    for rule in (
        changes.RULE,
        shares.RULE,
        totals.RULE,
        ranges.RULE,
        intervals.RULE,
        dates.RULE,
        significance.RULE,
        estimates.RULE,
        integers.GRIM,
        integers.GRIMMER,
        integers.DEBIT,
        samples.GROUP,
        samples.DEGREES,
        repeats.RULE,
    )
}


def inconsistencies(
    text: str, headings: Sequence[tuple[int, int]] = (), rules: Collection[str] = RULES.keys()
) -> Iterator[Inconsistency]:
    """Yield the contradictions between numbers of `text`, in text order.

    headings: the spans of the title and headings, in order; they are compared with the text below them.
    rules: the names of the rules to look for.
    """
    for relation in relations(text, headings, rules):
        if relation.problem:
            yield diagnose(text, relation, RULES[relation.kind].last_is_derived)


def relations(
    text: str, headings: Sequence[tuple[int, int]] = (), rules: Collection[str] = RULES.keys()
) -> list[Relation]:
    """Return all relations stated between numbers of `text`, including those that hold, in text order."""
    numbers = [
        part
        for number in extract(text, identifiers=True)
        for part in (number.split() if number.kind == "share" else [number])
    ]
    skeleton = Skeleton(text, numbers, headings)
    stated = [
        relation
        for rule in RULES.values()
        if rule.name in rules and (rule.hint is None or rule.hint.search(text))
        for relation in rule.find(skeleton)
    ]
    return sorted(stated, key=lambda relation: min(number.start for number in relation.numbers))
