"""Numbers that a draft computes from its sources: a formula counts only where the draft's words fit it.

Any value follows from some two numbers of a long source. So a formula is weighed: how many formulas over
quantities that are as much about the draft's number would give its value by chance, whether the words around
it announce the operation ("rose", "in all", "times"), whether the draft states an operand, too, and
whether the sources have another value for what the number is about.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from heapq import nlargest
from math import isclose, log10
from operator import mul
from typing import NamedTuple, get_args

from numerate.consistency.sources.alignment import FEATURES
from numerate.consistency.sources.announced import goes_up, is_announced, is_spelled_out, words_around
from numerate.consistency.sources.candidates import Aligned, Candidate
from numerate.consistency.sources.formulas import Formula, Operation, formulas
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.values import allowed, in_digits
from numerate.consistency.sources.weights import bias, fitted

_POOL = 40
"""Quantities of the sources that a number may be computed from; 24 leave out the operands of 11 in 199."""
_SLACK = 1e-9
_BEST_RIVAL, _HIGHEST = 8.0, 10.0
"""Scores of a rival that is no operand, and of any, beyond which it does not matter how high they are."""
_MULTIPLE = 0.05
"""Largest share by which a ratio may differ from a whole multiple: 4.9 is "five times"."""
_FRACTION = 0.08
"""The same for a fraction in words: "less than a third" for 31%."""

FITNESS = (
    "by chance", "announced", "operand stated", "relevance", "least relevance", "one sentence", "rival",
    "implied operand", "operand in words",
    "any rival", "any rival: near words", "any rival: same head",
    "operand as rival", "operand as rival: near words", "operand as rival: same head",
    "other things counted", "same noun", "other noun", "in words", "small", "spelled out",
    "any rival: same noun", "rival in same words", "operand in same words, not announced",
    "operands share words", "part of whole", "change of compared", "others of compared",
    "difference, words of change",
    *(f"operation: {name}" for name in get_args(Operation)),
)  # fmt: skip
"""What is weighed of a formula that gives a number of a draft."""


class Derivation(NamedTuple):
    """A formula over numbers of the sources that gives a number of the draft."""

    logit: float
    """How well it fits the draft; above 0, the number counts as derived."""
    fitness: tuple[float, ...]
    formula: Formula


def derive(aligned: Aligned, text: str, index: SourceIndex) -> Derivation | None:
    """Return the formula that most likely gives a number of a draft, if there is one."""
    derivations = derivations_of(aligned, text, index)
    return max(derivations, key=lambda derivation: derivation.logit, default=None)


def derivations_of(aligned: Aligned, text: str, index: SourceIndex) -> list[Derivation]:
    """Return the formulas over the most relevant quantities that give a number of a draft."""
    draft = aligned.quantity
    if draft.measure in ("date", "clock", "ordinal", "year") or draft.value <= 0:
        return []
    pool = _pool(draft, index)
    tried = list(formulas(draft, [quantity for _, quantity in pool]))
    low, high = _range(draft, text)
    slack = _SLACK * draft.value
    fitting = [formula for formula in tried if low - slack <= formula.value <= high + slack]
    if not fitting:
        return []
    relevance = {id(quantity): share for share, quantity in pool}
    means = sorted((_mean(formula, relevance) for formula in tried), reverse=True)
    around, width = words_around(text, draft.number), max(high - low, _resolution(draft)) / draft.value
    result = []
    rival = _as_rival(aligned.rivals[:1])
    for formula in fitting:
        announced = is_announced(formula, draft, around)
        is_stated = any(_is_stated(operand, draft) for operand in formula.operands)
        if announced is None or not (announced or is_stated or _alike(formula)):
            continue
        operands = {id(operand) for operand in formula.operands}
        mean = _mean(formula, relevance)
        rank = sum(other >= mean - _SLACK for other in means)
        fitness = (
            max(-4.0, min(log10(width * rank), 1.0)),
            float(announced),
            float(is_stated),
            min(mean, 1.0),
            min(1.0, *(relevance[id(operand)] for operand in formula.operands)),
            float(len({operand.passage for operand in formula.operands}) == 1),
            _best_rival(aligned, formula),
            float(any(operand.is_implied for operand in formula.operands)),
            float(not all(in_digits(operand.number.text) for operand in formula.operands)),
            *rival,
            *_as_rival([each for each in aligned.rivals if id(each.quantity) in operands]),
            *_compare_nouns(draft, formula),
            float(not in_digits(draft.number.text)),
            float(draft.value <= _SMALL and draft.measure != "percent"),
            float(is_spelled_out(formula, around)),
            *_in_same_words(aligned.rivals, operands, announced),
            *_compare_operands(formula, draft, index),
            float(formula.operation == "difference" and goes_up(around) is not None),
            *(float(formula.operation == name) for name in get_args(Operation)),
        )
        result.append(Derivation(_BIAS + sum(map(mul, _WEIGHTS, fitness)), fitness, formula))
    return result


_WEIGHTS = tuple(fitted("derivation", FITNESS))
_BIAS = bias("derivation")


_ROUNDED, _LEAST_ROUNDED = 0.005, 100
"""Share by which an operand may differ from a number of the draft that is rounded, and the least such one."""


def _is_stated(operand: Quantity, draft: Quantity) -> bool:
    """Return whether the sentence of a draft's number, or the one before it, states an operand, too."""
    value = operand.number.value
    stated = draft.others | draft.preceding
    return value in stated or (
        value >= _LEAST_ROUNDED and any(isclose(value, other, rel_tol=_ROUNDED) for other in stated)
    )


def _best_rival(aligned: Aligned, formula: Formula) -> float:
    """Return the score of the best rival that is no operand: parts are about what their sum is about."""
    operands = {id(operand) for operand in formula.operands}
    scores = (rival.score for rival in aligned.rivals if id(rival.quantity) not in operands)
    return max(0.0, min(next(scores, 0.0), _BEST_RIVAL))


_NEAR, _HEAD = FEATURES.index("near words"), FEATURES.index("same head")


def _as_rival(rivals: Sequence[Candidate]) -> tuple[float, float, float]:
    """Return how far the best of some rivals is about the draft's number.

    What a source says in the draft's own words is not computed: "grants may not exceed $5 million" where
    it has "may not exceed $2,500,000".
    """
    if not rivals:
        return 0.0, 0.0, 0.0
    score = max(0.0, min(rivals[0].score, _HIGHEST))
    near, head = (max(rival.features[at] for rival in rivals) for at in (_NEAR, _HEAD))
    return score, near, head


_NOUN, _OWN = FEATURES.index("same noun"), FEATURES.index("own words")


def _in_same_words(
    rivals: Sequence[Candidate], operands: Collection[int], is_announced: bool
) -> tuple[float, float, float]:
    """Return how far the sources state another value for the very thing that a draft's number is about.

    Whether a rival that is no operand has its noun, how far one is stated in the draft's words, and how far
    an operand is, where nothing announces an operation: "Delgado, 45" is not 47 less two hospitals.
    """
    others = [rival.features for rival in rivals if id(rival.quantity) not in operands]
    own = [rival.features for rival in rivals if id(rival.quantity) in operands and not is_announced]
    return (
        max((features[_NOUN] for features in others), default=0.0),
        max(map(_sameness, others), default=0.0),
        max(map(_sameness, own), default=0.0),
    )


def _sameness(features: tuple[float, ...]) -> float:
    """Return how far a rival is stated in the words of the draft's number."""
    return features[_NEAR] * max(features[_HEAD], features[_NOUN], features[_OWN])


_CHANGES = frozenset(("change", "difference", "points"))


def _compare_operands(
    formula: Formula, draft: Quantity, index: SourceIndex
) -> tuple[float, float, float, float]:
    """Return how far the first two operands of a formula are about the same.

    The share of words that are near both, whether the source has a share's part next to its whole ("14 of our
    22 people"), and whether it compares one with the other ("from 25 to 8"), for a change and for anything
    else: nobody divides the end of a change by its start.
    """
    if len(formula.operands) < 2:
        return 0.0, 0.0, 0.0, 0.0
    first, second = formula.operands[:2]
    shared = first.near.keys() & second.near.keys()
    weight = sum(index.idf(key) * min(first.near[key], second.near[key]) for key in shared)
    total = min(index.masses(first)[1], index.masses(second)[1])
    is_compared = first.is_compared != second.is_compared and first.passage == second.passage
    is_change = formula.operation in _CHANGES
    share = weight / total if total else 0.0
    is_part = formula.operation == "share" and second.noun in draft.near and _is_part(first, second, index)
    return share, float(is_part), float(is_compared and is_change), float(is_compared and not is_change)


_PART_OF = re.compile(r"(?:\s+[^\W\d]+){0,2}?\s+(?:out )?of(?:\s+[^\W\d]+(?:['’]s)?){0,2}?\s+")
_PART_REACH = 40


def _is_part(part: Quantity, whole: Quantity, index: SourceIndex) -> bool:
    """Return whether a source has one number as a part of another one: "14 of our 22 people"."""
    start, end = part.number.end, whole.number.start
    if part.document != whole.document or not start < end <= start + _PART_REACH:
        return False
    return _PART_OF.fullmatch(index.sources[part.document].document.text, start, end) is not None


_SMALL = 12
"""Largest value that anything gives by chance."""


def _compare_nouns(draft: Quantity, formula: Formula) -> tuple[float, float, float]:
    """Return whether the operands count several things, the draft's number one of them, and another."""
    nouns = {operand.noun for operand in formula.operands if operand.measure == "count"} - {None}
    is_known = draft.noun is not None and bool(nouns)
    return (
        float(len(nouns) > 1),
        float(is_known and draft.noun in nouns),
        float(is_known and draft.noun not in nouns),
    )


def _mean(formula: Formula, relevance: dict[int, float]) -> float:
    return sum(relevance[id(operand)] for operand in formula.operands) / len(formula.operands)


def _pool(draft: Quantity, index: SourceIndex) -> list[tuple[float, Quantity]]:
    """Return the quantities that are most about what the draft's number is about, with how much they are."""
    total = sum(weight * index.idf(key) for key, weight in draft.near.items()) or 1.0
    stated = draft.others | draft.preceding

    def relevance(quantity: Quantity) -> float:
        shared = draft.near.keys() & quantity.stems
        share = sum(draft.near[key] * index.idf(key) for key in shared) / total
        if draft.noun and draft.noun == quantity.noun:
            share += 0.3
        if draft.owner & quantity.owner:
            share += 0.3
        return share + 0.3 * (quantity.number.value in stated)

    quantities = [quantity for quantity in index.nearby(draft) if _is_operand(quantity, draft)]
    scored = [(relevance(quantity), -i) for i, quantity in enumerate(quantities)]
    return [(share, quantities[-i]) for share, i in nlargest(_POOL, scored)]


def _is_operand(quantity: Quantity, draft: Quantity) -> bool:
    """Return whether some formula for a number of a draft takes a quantity: no time is part of a length."""
    if quantity.measure in (draft.measure, "count", "percent", "year"):
        return True
    if draft.measure in ("percent", "multiple", "count"):
        return True  # a share or a ratio of any two
    return not quantity.is_implied and (quantity.measure == "time" or draft.measure == "money")


def _alike(formula: Formula) -> bool:
    """Return whether the operands do not count different things."""
    return len({operand.noun for operand in formula.operands if operand.measure == "count"} - {None}) <= 1


def _range(draft: Quantity, text: str) -> tuple[float, float]:
    """Return the computed values that a number of a draft may stand for, in its written unit."""
    size = draft.value
    bounds = allowed(draft, text)
    low, high = bounds.low_value, bounds.high_value
    if draft.number.kind == "fraction":
        return min(low, (1 - _FRACTION) * size), max(high, (1 + _FRACTION) * size)
    if draft.measure == "multiple" and not size % 1:
        low, high = min(low, (1 - _MULTIPLE) * size), max(high, (1 + _MULTIPLE) * size)
    return low, high


def _resolution(draft: Quantity) -> float:
    """Return the distance of two values that are written alike: 1 of a small count, 0.1 of 4.2."""
    exponent = draft.number.decimal.as_tuple().exponent
    return 10.0 ** min(int(exponent), 0) if isinstance(exponent, int) else 1.0
