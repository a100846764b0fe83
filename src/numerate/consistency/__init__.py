"""Contradictions between the numbers of one text, found by exact arithmetic.

Each rule is a module with a `RULE`; CONTRIBUTING.md shows how to add one. Rules read what is meant from cues.
The network of `learned` reads it from all words, and the same arithmetic tests what it reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from numerate.consistency import derived, repeats
from numerate.consistency.kinds import (
    ages,
    areas,
    averages,
    bounds,
    calendar,
    changes,
    chronology,
    conversions,
    currencies,
    dates,
    differences,
    durations,
    growth,
    hundred,
    implausible,
    impossible,
    known,
    multiples,
    ranges,
    ranks,
    rates,
    ratios,
    scores,
    shares,
    totals,
    votes,
    words,
)
from numerate.consistency.relation import Correction, Inconsistency, Relation, diagnose
from numerate.consistency.rule import ConsistencyRule, Rule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.statistics import estimates, integers, samples, significance
from numerate.text import extract

if TYPE_CHECKING:
    from numerate.consistency.learned.network import ClaimModel

__all__ = [
    "RULES",
    "ConsistencyRule",
    "Correction",
    "Inconsistency",
    "Relation",
    "Rule",
    "contradictions",
    "inconsistencies",
    "relations",
]

RULES: dict[str, ConsistencyRule] = {
    rule.name: rule
    for rule in (
        changes.RULE,
        growth.RULE,
        differences.RULE,
        multiples.RULE,
        shares.RULE,
        totals.RULE,
        hundred.RULE,
        averages.RULE,
        rates.RULE,
        areas.RULE,
        ratios.RULE,
        conversions.RULE,
        currencies.RULE,
        ages.RULE,
        durations.RULE,
        chronology.RULE,
        ranges.RULE,
        bounds.RULE,
        ranks.RULE,
        scores.RULE,
        votes.RULE,
        words.RULE,
        impossible.RULE,
        implausible.RULE,
        known.RULE,
        dates.RULE,
        calendar.RULE,
        significance.RULE,
        estimates.RULE,
        integers.GRIM,
        integers.GRIMMER,
        integers.DEBIT,
        samples.GROUP,
        samples.DEGREES,
        derived.RULE,
        repeats.RULE,
    )
}


def inconsistencies(
    text: str,
    headings: Sequence[tuple[int, int]] = (),
    rules: Collection[str] = RULES.keys(),
    reader: ClaimModel | None = None,
) -> Iterator[Inconsistency]:
    """Yield the contradictions between numbers of `text`, in text order.

    headings: the spans of the title and headings, in order; they are compared with the text below them.
    rules: the names of the rules to look for.
    reader: the network that reads claims in other words than the rules know; None for the rules alone.
    """
    return contradictions(text, relations(text, headings, rules, reader))


def contradictions(text: str, stated: Iterable[Relation]) -> Iterator[Inconsistency]:
    """Yield the contradictions among relations that `text` states."""
    for relation in stated:
        if relation.problem:
            yield diagnose(text, relation, RULES[relation.kind].last_is_derived)


def relations(
    text: str,
    headings: Sequence[tuple[int, int]] = (),
    rules: Collection[str] = RULES.keys(),
    reader: ClaimModel | None = None,
) -> list[Relation]:
    """Return all relations stated between numbers of `text`, including those that hold, in text order."""
    skeleton = Skeleton(text, extract(text, identifiers=True), headings)
    stated = [
        relation
        for rule in RULES.values()
        if rule.name in rules and (rule.hint is None or rule.hint.search(text))
        for relation in rule.find(skeleton)
    ]
    if reader is not None:
        # Imported here: the rules alone do without onnxruntime.
        from numerate.consistency.learned.reading import read_claims

        stated += (relation for relation in read_claims(skeleton, reader) if relation.kind in rules)
    return sorted(_settle(stated), key=lambda relation: min(number.start for number in relation.numbers))


def _settle(relations: Iterable[Relation]) -> list[Relation]:
    """Drop contradictions that another reading of the same numbers explains.

    A derived figure that one relation accounts for was not meant for another, unless words leave no doubt;
    nor were the numbers of a relation that holds meant for another among themselves; and of two
    contradictions about the same numbers, the surer one is enough.
    """
    stated = list(relations)
    explained = {
        relation.numbers[-1].start
        for relation in stated
        if relation.problem is None and len(relation.numbers) > 2
    }
    # Relations that words leave no doubt of are often bounds, which hold beside an error of the same numbers.
    exact: dict[frozenset[int], set[str]] = {}
    for relation in stated:
        if relation.problem is None and len(relation.numbers) > 2 and not relation.sure:
            exact.setdefault(frozenset(n.start for n in relation.numbers), set()).add(relation.kind)
    held: dict[int, list[set[int]]] = {}
    for relation in stated:
        if relation.problem is None and relation.sure:
            starts = {number.start for number in relation.numbers}
            for start in starts:
                held.setdefault(start, []).append(starts)
    kept: list[Relation] = []
    seen: set[int] = set()
    for relation in sorted(stated, key=lambda relation: (relation.level == "possible", not relation.sure)):
        starts = {number.start for number in relation.numbers}
        if relation.problem is not None:
            if relation.numbers[-1].start in explained and not relation.sure:
                continue
            # Of one kind, it is the same claim the other way round: 25% more than $18 million is $22.5 million.
            if exact.get(frozenset(starts), set()) - ({relation.kind} if relation.sure else set()):
                continue
            if len(starts & seen) >= min(2, len(starts)):
                continue
            if any(starts < others for others in held.get(relation.numbers[-1].start, ())):
                continue
            seen |= starts
        kept.append(relation)
    return kept
