"""Conflicting facts: one fact that is stated with two values, in one text or in several.

Most pairs with the same unit, period and words are two different facts after all, such as those of two
regions. A pair is a certain contradiction only if both name the same year in the same words, or if one value
is the other with two digits swapped or a digit left out: of unrelated numbers, few look like that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from numerate.consistency.facts import Fact, digits_of, significant_digits
from numerate.consistency.interval import loosely, stands_for
from numerate.consistency.relation import are_swapped
from numerate.text import Number

_QUOTED = 70
"""Characters of a clause in a message."""
_MOST_DIGITS = 12
_LEAST_LEFT = 3
"""Digits that are left of a number with one left out; shorter ones are alike by chance."""
_POSSIBLE_OVERLAP = 2
"""Words that the clauses of a possible contradiction share."""
_MOST_IN_BUCKET = 50
"""Facts with the same digits that are compared; more are a table."""


class ConflictingFacts(NamedTuple):
    """One fact with two values."""

    first: Fact
    second: Fact
    certain: bool
    """Whether a typo or the same year leaves no doubt that it is one fact."""

    @property
    def problem(self) -> str:
        """A sentence that quotes both."""
        return f"The same quantity has two values: “{_quote(self.first)}”, “{_quote(self.second)}”."


def _quote(fact: Fact) -> str:
    if len(fact.clause) <= _QUOTED:
        return fact.clause
    written = " ".join(fact.number.text.split())
    at = max(0, fact.clause.find(written))
    start = max(0, min(at + len(written) // 2 - _QUOTED // 2, len(fact.clause) - _QUOTED))
    end = start + _QUOTED
    return f"{'…' if start else ''}{fact.clause[start:end]}{'…' if end < len(fact.clause) else ''}"


def conflicting_facts(
    texts: Sequence[str], facts: Sequence[Sequence[Fact]], across: bool = False
) -> list[tuple[int, int, ConflictingFacts]]:
    """Return the facts with two values, with the indices of the texts in which they stand, in order.

    across: compare facts of different texts only.
    """
    pairs: dict[tuple[int, int, int, int], tuple[int, int, ConflictingFacts]] = {}
    for typo, i, first, j, second in _candidates(facts):
        place = (i, first.number.start, j, second.number.start)
        if across != (i != j) or (i == j and first.passage == second.passage):
            continue
        if (place in pairs and not typo) or not _same_fact(first, second):
            continue
        if _differ(first, texts[i], second, texts[j]):
            certain = typo or _is_dated(first, second)
            if certain or len(first.words & second.words) >= _POSSIBLE_OVERLAP:
                pairs[place] = i, j, ConflictingFacts(first, second, certain)
    # A fact that contradicts several values belongs to a series.
    counts: defaultdict[tuple[int, int], set[float]] = defaultdict(set)
    for i, j, pair in pairs.values():
        counts[i, pair.first.number.start].add(pair.second.number.value)
        counts[j, pair.second.number.start].add(pair.first.number.value)
    return [
        pairs[place] for place in sorted(pairs) if len(counts[place[:2]]) == 1 and len(counts[place[2:]]) == 1
    ]


Candidate = tuple[bool, int, Fact, int, Fact]
"""Whether a typo turns one value into the other, and two facts with the indices of their texts."""


def _candidates(facts: Sequence[Sequence[Fact]]) -> Iterator[Candidate]:
    """Yield pairs of facts to compare: of nearly the same digits, and of a name that has two values."""
    by_digits: defaultdict[tuple[tuple[str, str], str], list[tuple[int, Fact]]] = defaultdict(list)
    by_name: defaultdict[tuple[object, ...], list[tuple[int, Fact]]] = defaultdict(list)
    values: defaultdict[tuple[object, ...], set[float]] = defaultdict(set)
    for index, stated in enumerate(facts):
        for fact in stated:
            by_name[fact.key, fact.head].append((index, fact))
            values[index, fact.key, fact.head, fact.periods].add(fact.number.value)
            for signature in _signatures(digits_of(fact.number)):
                by_digits[fact.key, signature].append((index, fact))

    def is_series(index: int, fact: Fact) -> bool:
        return len(values[index, fact.key, fact.head, fact.periods]) > 2

    for (i, first), (j, second) in _pairs(by_digits.values()):
        if _is_typo(first.number, second.number) and not (is_series(i, first) or is_series(j, second)):
            yield True, i, first, j, second
    two_values = [
        bucket for bucket in by_name.values() if len({fact.number.value for _, fact in bucket}) == 2
    ]
    for (i, first), (j, second) in _pairs(two_values):
        if first.head and (first.words <= second.words or second.words <= first.words):
            yield False, i, first, j, second


def _pairs(
    buckets: Iterable[list[tuple[int, Fact]]],
) -> Iterator[tuple[tuple[int, Fact], tuple[int, Fact]]]:
    return (pair for bucket in buckets if len(bucket) <= _MOST_IN_BUCKET for pair in combinations(bucket, 2))


def _is_dated(first: Fact, second: Fact) -> bool:
    """Return whether both facts name the same year in the same words: hardly any two facts do."""
    if first.periods != second.periods or not any(period.isdigit() for period in first.periods):
        return False
    if any(fact.is_aside or fact.clause.startswith(fact.number.text) for fact in (first, second)):
        return False  # what it is about stands elsewhere
    names = first.sentence_names, second.sentence_names
    if all(names) and names[0].isdisjoint(names[1]):
        return False  # sales in Europe, and in Asia
    small, large = sorted((first.number.value, second.number.value))
    if large > _FAR * small:
        return False
    return len(first.words & second.words) >= _POSSIBLE_OVERLAP and len(first.words ^ second.words) <= 1


_FAR = 10
"""Ratio from which two values of the same year are of two things."""


def _signatures(digits: str) -> set[str]:
    """Return what numbers share that one typo turns into each other: all their digits, or all but one."""
    if not 2 <= len(digits) <= _MOST_DIGITS:
        return set()
    return {
        "".join(sorted(digits)),
        *("".join(sorted(digits[:i] + digits[i + 1 :])) for i in range(len(digits))),
    }


def _is_typo(first: Number, second: Number) -> bool:
    """Return whether two neighbouring digits are swapped, or a digit of a longer number is left out."""
    short, long = sorted((digits_of(first), digits_of(second)), key=len)
    if len(short) == len(long):
        return are_swapped(short, long)
    left_out = (long[:i] + long[i + 1 :] for i in range(len(long)))
    return (
        len(significant_digits(first)) >= _LEAST_LEFT <= len(significant_digits(second)) and short in left_out
    )


def _differ(first: Fact, text: str, second: Fact, other: str) -> bool:
    """Return whether no value satisfies both, with rounding and hedges."""
    values, others = stands_for(first.number, text), stands_for(second.number, other)
    rough = loosely(first.number).meets(loosely(second.number)) and first.key[0] != "year"
    return not values.meets(others) and not rough


def _same_fact(first: Fact, second: Fact) -> bool:
    """Return whether two numbers of the same unit or noun are about the same thing, period and scope."""
    if first.scope != second.scope:
        return False
    if not (first.names <= second.sentence and second.names <= first.sentence):
        return False
    kind = first.key[0]
    referring = kind == "noun" and (first.definite or second.definite)
    dated = bool(first.periods) and first.periods == second.periods
    if first.periods != second.periods and not (referring and not (first.periods and second.periods)):
        return False
    overlap = first.words & second.words
    shared = (first.words | second.words) & first.sentence & second.sentence
    named = first.head == second.head != "" or (
        dated and (first.head in second.words or second.head in first.words)
    )
    if kind in ("money", "unit %", "plain") and not named:
        return False
    other_names = (first.sentence_names - second.sentence) | (second.sentence_names - first.sentence)
    if other_names and not dated and not referring:
        return False
    within = first.words <= second.sentence or second.words <= first.sentence
    if not (within or referring or (dated and named)):
        return False
    if not dated and len(significant_digits(first.number)) < _LEAST_LEFT:  # 12 and 21 are alike by chance
        return len(overlap) >= 2 and (first.words <= second.words or second.words <= first.words)
    return bool(overlap) and len(shared) + (kind in ("noun", "year")) >= (1 if dated else 2)
