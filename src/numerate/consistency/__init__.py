"""Contradictions between the numbers of one text, found by exact arithmetic.

Each rule is a module with a `RULE`; CONTRIBUTING.md shows how to add one. Rules read what is meant from cues.
The network of `learned` reads it from all words, and the same arithmetic tests what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from numerate.consistency import derived, repeats, swaps
from numerate.consistency.diagnosis import Correction, Inconsistency, diagnose
from numerate.consistency.doubts import with_doubts
from numerate.consistency.kinds import (
    ages,
    areas,
    averages,
    body_mass,
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
    magnitude,
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
from numerate.consistency.plain_sums import plain_sums
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule, Rule
from numerate.consistency.settling import settle
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
        body_mass.RULE,
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
        magnitude.RULE,
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
        swaps.RULE,
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
    stated = list(stated)
    confirmed = frozenset(
        start
        for relation in stated
        if relation.problem is None and len(relation.numbers) > 2
        for start in relation.starts
    )
    for relation in stated:
        if relation.problem:
            yield diagnose(text, relation, RULES[relation.kind].last_is_derived, confirmed)


def relations(
    text: str,
    headings: Sequence[tuple[int, int]] = (),
    rules: Collection[str] = RULES.keys(),
    reader: ClaimModel | None = None,
    checkpoint: Callable[[], None] = lambda: None,
) -> list[Relation]:
    """Return all relations stated between numbers of `text`, including those that hold, in text order.

    checkpoint: called before each step that may take long; may raise to abandon the reading.
    """
    skeleton = Skeleton(text, extract(text, identifiers=True), headings)
    stated = read_by_rules(skeleton, rules, checkpoint)
    if reader is not None:
        # Imported here: the rules alone do without onnxruntime.
        from numerate.consistency.learned.reading import read_claims
        from numerate.consistency.learned.second_opinion import agree

        problems = [relation for relation in stated if relation.problem]
        claims = read_claims(skeleton, reader, problems, checkpoint)
        stated = [relation for relation in agree(stated, claims, skeleton) if relation.kind in rules]
    return sorted(
        settle(with_doubts(stated, text)),
        key=lambda relation: min(number.start for number in relation.numbers),
    )


def read_by_rules(
    skeleton: Skeleton,
    rules: Collection[str] = RULES.keys(),
    checkpoint: Callable[[], None] = lambda: None,
) -> list[Relation]:
    """Return what rules read in a text, before it is settled which of its contradictions remain."""
    stated: list[Relation] = []
    for rule in RULES.values():
        if rule.name in rules and (rule.hint is None or rule.hint.search(skeleton.text)):
            checkpoint()
            stated += rule.find(skeleton)
    if "total" in rules:
        stated += plain_sums(skeleton)
    return stated
