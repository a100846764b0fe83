"""What makes a contradiction only a possible one, whether rules or the network read it.

Words next to figures may say that they are not what they seem: a change on a comparable basis is not that
from one reported figure to the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf, isinf, log10

from numerate.consistency.interval import amount, precision
from numerate.consistency.relation import Relation
from numerate.text import Number

_CHANGES = frozenset(("change", "total", "difference"))
"""Kinds of relations that a change is taken for."""
_OTHER_BASIS = re.compile(
    r"\b(?:comparable|same[- ]store|like[- ]for[- ]like|organic(?:ally)?|constant[- ]currenc(?:y|ies)"
    r"|seasonally adjusted|split (?:shares|stock|basis)|as an? (?:percentage|share|proportion)"
    r"|(?:this|that|it|which) (?:is|was) (?:still |well |far )?(?:lower|higher|more|less|above|below))\b",
    re.IGNORECASE,
)
"""Words between the figures of a change that is not theirs: "up 6% on a comparable basis to"."""
_CURRENCY_BASIS = re.compile(r" (?:in|at) (?:local|constant) (?:currenc|exchange)", re.IGNORECASE)
"""The same after the change."""
_ESTIMATED = re.compile(
    r"\b(?:actuarial|kaplan|weighted|age-adjusted|standardi[sz]ed|cumulative incidence)\b", re.IGNORECASE
)
"""Words before a share that is estimated: "an actuarial incidence of 22.3% (4 of 18 patients)"."""
_FAR, _MOVED_POINT = 0.95, 0.02
"""Orders of magnitude from which a duration is far off, and what tells one from a moved decimal point."""
_ADDED = re.compile(r"\b(?:in addition to|as well as|on top of|another|a further|plus)\b", re.IGNORECASE)
"""Words between two amounts of which each is one: "$1,000 in addition to a reward of $10,000"."""
_RANGE = frozenset(("to", "and", "or", "-", "\N{EN DASH}"))
"""What stands between the ends of a range: "1.1 to 1.3 m"."""
_NEAR = 120
"""Characters before a share in which such words are looked for."""


def with_doubts(stated: Iterable[Relation], text: str) -> Iterator[Relation]:
    """Yield relations; contradictions of which words or units raise a doubt are only possible."""
    for relation in stated:
        if relation.problem is not None and _is_doubtful(relation, text):
            relation = replace(relation, level="possible")
        yield relation


def _is_doubtful(relation: Relation, text: str) -> bool:
    """Return whether words or units say that the figures of a contradiction may be something else."""
    numbers = sorted(relation.numbers, key=lambda number: number.start)
    first, last = numbers[0], numbers[-1]
    if relation.kind == "duration":
        return _is_far(relation)
    if relation.kind in _CHANGES:
        is_other = _OTHER_BASIS.search(text, first.end, last.start) is not None
        return is_other or _CURRENCY_BASIS.match(text, last.end) is not None
    if relation.kind == "repeated":
        between = text[first.end : last.start]
        return _ADDED.search(between) is not None or between.strip() in _RANGE
    if relation.kind == "times":
        return any(_is_level(number) for number in numbers)
    if relation.kind == "share":
        is_estimated = _ESTIMATED.search(text, max(0, first.start - _NEAR), first.start) is not None
        return is_estimated or _is_of_the_rest(relation)
    return False


def _is_far(relation: Relation) -> bool:
    """Return whether a duration is far from that between its dates, and no decimal point explains it.

    Of "180 days after 20 December 2019, and each year until 31 December 2030", 180 days are no part.
    """
    number, needed = relation.numbers[-1], relation.needed[-1]
    if needed is None or isinf(needed.low) or isinf(needed.high) or not number.value:
        return False
    ratio = abs(float(needed.low + needed.high)) / 2 / number.value
    off = abs(log10(ratio)) if ratio else inf
    return off > _FAR and abs(off - round(off)) > _MOVED_POINT


def _is_level(number: Number) -> bool:
    """Return whether a number is on a logarithmic scale, so that twice as much is not twice the number."""
    return number.unit is not None and number.unit.symbol.startswith("dB")


def _is_of_the_rest(relation: Relation) -> bool:
    """Return whether a share is that of all others: "12 errors out of 100, an accuracy of 88%"."""
    for number, needed in zip(relation.numbers, relation.needed, strict=False):
        if number.kind == "percent" and needed is not None:
            off = float(100 - amount(number)) - float(needed.low + needed.high) / 2
            return abs(off) <= float(precision(number)) / 2
    return False
