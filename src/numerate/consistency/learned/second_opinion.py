"""Contradictions that rules read, judged with what the network makes of their numbers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from numerate.consistency.claim import coincidence
from numerate.consistency.interval import Interval, amount
from numerate.consistency.learned.judge import RuleFailure
from numerate.consistency.learned.reading import Claims
from numerate.consistency.relation import Relation, count_digits
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import AMOUNT, Sentence
from numerate.text import Number

READ_BY_BOTH = frozenset("average change derived difference growth hundred rate share times total".split())
"""Rules of whose claims the network has equations, too; it knows nothing of the others. It has those of rule
`duration`, too, but there the rule is nearly always right, and titles mislead the network (LOG)."""
_WORD = re.compile(r"[^\W\d_]+")
_ARTICLES = frozenset("aAI")


def agree(by_rules: Sequence[Relation], claims: Claims, skeleton: Skeleton) -> Iterator[Relation]:
    """Yield what rules and the network read; the judge says which contradictions of rules are certain."""
    for relation in by_rules:
        if relation.problem is None or not is_judged(relation):
            yield relation
        else:
            failure = describe(relation, claims, skeleton)
            is_certain = claims.judges.rules.log_odds(failure) >= 0
            yield replace(relation, level="error" if is_certain else "possible")
    yield from claims.relations


def is_judged(relation: Relation) -> bool:
    """Return whether the network can know anything of a contradiction, and there is a doubt."""
    return relation.kind in READ_BY_BOTH and not relation.is_written


def describe(relation: Relation, claims: Claims, skeleton: Skeleton) -> RuleFailure:
    """Return what is known of a contradiction that a rule reads."""
    starts = relation.starts
    sentences = _sentences(starts, skeleton.sentences)
    slots = [slot for sentence in sentences for slot in sentence.slots if slot.mark in AMOUNT]
    words = [word for each in sentences for word in _WORD.findall(skeleton.text[each.start : each.end])]
    letters = sum(len(word) == 1 and word not in _ARTICLES for word in words)
    numbers = sorted(relation.numbers, key=lambda number: number.start)
    needed = dict(zip(relation.numbers, relation.needed, strict=False))
    return RuleFailure(
        kind=relation.kind,
        meant=claims.probabilities.meant(relation),
        is_failing=starts in claims.failing,
        is_sure=relation.sure,
        is_possible=relation.level == "possible",
        others=sum(slot.number.start not in starts for slot in slots),
        symbols=letters / max(1, len(words)),
        gap=max((after.start - before.end for before, after in pairwise(numbers)), default=0),
        digits=min(map(count_digits, relation.numbers)),
        typo=coincidence(needed),
        ratio=min((_ratio(number, values) for number, values in needed.items() if values), default=None),
    )


def _sentences(starts: frozenset[int], sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences in which some numbers stand."""
    at = {max(0, bisect_right(sentences, start, key=lambda each: each.start) - 1) for start in starts}
    return [sentences[i] for i in sorted(at) if i < len(sentences)]


def _ratio(number: Number, needed: Interval) -> float:
    """Return how far a number is from the values that it would need, as a ratio of at least 1."""
    value, wanted = abs(float(amount(number))), abs(float(needed.low + needed.high)) / 2
    smaller, larger = sorted((value, wanted))
    return larger / smaller if smaller > 0 else float("inf")
