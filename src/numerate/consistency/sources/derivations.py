"""Numbers that a draft computes from its sources: a formula counts only where the draft's words fit it.

Any value follows from some two numbers of a long source. So a formula is weighed: how many formulas over
quantities that are as much about the draft's number would give its value by chance, whether the words around
it announce the operation ("rose", "in all", "times"), whether the draft states an operand, too, and
whether the sources have another value for what the number is about.
"""

from __future__ import annotations

import re
from heapq import nlargest
from math import isclose, log10
from operator import mul
from typing import NamedTuple, get_args

from numerate.consistency.interval import stands_for
from numerate.consistency.sources.candidates import Aligned
from numerate.consistency.sources.formulas import Formula, Operation, formulas
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.values import allowed
from numerate.consistency.sources.weights import bias, fitted
from numerate.text import Number

_POOL = 24
"""Quantities of the sources that a number may be computed from."""
_BEFORE, _AFTER = 70, 60
"""Characters around a number in which a formula is announced."""
_SLACK = 1e-9
_BEST_RIVAL = 8.0
"""Score of a rival beyond which it does not matter how high it is."""
_MULTIPLE = 0.05
"""Largest share by which a ratio may differ from a whole multiple: 4.9 is "five times"."""
_FRACTION = 0.08
"""The same for a fraction in words: "less than a third" for 31%."""

_UP = re.compile(
    r"\b(?:ris\w+|rose|increas\w+|gr[eo]w\w*|growth|gain\w*|jump\w*|climb\w*|surg\w+|up|higher|more"
    r"|expand\w*|improv\w+|soar\w*|rais\w+|adding|added|longer|larger|bigger|beat\w*|better|faster|above)\b"
)
_BOUND = re.compile(r"\b(?:(?:more|less) than|above|below)\s+(?=#)")
"""Words that hedge the number, # here, and say nothing about a change."""
_DOWN = re.compile(
    r"\b(?:fall\w*|fell|drop\w*|declin\w+|decreas\w+|cuts?|cutting|down|lower\w*|reduc\w+|shrank|shrunk|shed|less"
    r"|fewer|slump\w*|plung\w+|tumbl\w+|slid\w*|narrow\w*|shorter|smaller|worse|sank|eas\w+|cheaper"
    r"|discount\w*|off|dip\w*)\b"
)
_ANNOUNCED: dict[Operation, re.Pattern[str]] = {
    "points": re.compile(r"#\s+(?:percentage )?points?\b"),
    "difference": re.compile(
        r"\b(?:by|more|less|fewer|higher|lower|lead|leads|led|margin|gap|difference|behind|ahead|clear|remaining"
        r"|remain|left|rest|other|others|longer|shorter|older|younger|discount|saving|increase|decrease|rise"
        r"|drop|fall|gain|loss|another|further|additional|extra|later|earlier|stay|still|short|below|above"
        r"|cheaper|dearer|not|never|(?:up|down) from)\b|#\s+of\b"
    ),
    "share": re.compile(
        r"\b(?:of|share|rate|proportion|portion|account\w*|ma[dk]e up|majority|from|shot|shooting"
        r"|efficiency)\b"
    ),
    "complement": re.compile(r"\b(?:rest|remain\w*|other|others|not|without|never|no|left|balance)\b"),
    "portion": re.compile(
        r"#\s+of\b|\b(?:of which|discount\w*|off|after|net|rest|remaining|remainder|with|plus|including|to"
        r"|share|part)\b"
    ),
    "product": re.compile(
        r"\b(?:total\w*|altogether|in all|overall|all|sum|whole|worth|together"
        r"|over (?:the )?\w+ (?:years|months))\b"
    ),
    "price": re.compile("#"),
    "quotient": re.compile(r"\b(?:each|per|apiece|an?|every|one|head|daily|weekly|monthly|yearly|average)\b"),
    "ratio": re.compile(r"#\s+times\b|\b(?:times|twice|doubl\w+|tripl\w+|\w*fold|half|quadrupl\w+)\b"),
    "duration": re.compile(r"\b(?:for|after|later|old|aged?|over|last\w*|long|within|since|in|of)\b"),
    "sum": re.compile(
        r"\b(?:total\w*|combined|combining|together|altogether|in all|overall|all|both|sum|aggregate"
        r"|between them|half|jointly|trial of|sample of|group of|cohort of|people|whole"
        r"|over (?:the )?\w+ (?:years|months|games))\b"
    ),
    "average": re.compile(r"\b(?:averag\w+|mean|on average)\b"),
}  # fmt: skip
"""What announces an operation; # is the number."""
_LISTED = re.compile(r"#.*\b(?:and|or|together|combined)\b")
"""Announces a sum of shares: "72% were polyethylene or polyester"."""
_ONLY_ANNOUNCED = frozenset(("points", "ratio", "product", "quotient", "average"))
"""Operations that nobody does without saying so."""

FITNESS = (
    "by chance", "announced", "operand stated", "relevance", "least relevance", "one sentence", "rival",
    "implied operand",
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
    around, width = _around(text, draft.number), max(high - low, _resolution(draft)) / draft.value
    result = []
    for formula in fitting:
        announced = _announced(formula, draft, around)
        is_stated = any(_is_stated(operand, draft) for operand in formula.operands)
        if announced is None or not (announced or is_stated or _alike(formula)):
            continue
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
            *(float(formula.operation == name) for name in get_args(Operation)),
        )
        result.append(Derivation(_BIAS + sum(map(mul, _WEIGHTS, fitness)), fitness, formula))
    return result


_WEIGHTS = tuple(fitted("derivation", FITNESS))
_BIAS = bias("derivation")


_ROUNDED, _LEAST_ROUNDED = 0.005, 100
"""Share by which an operand may differ from a number of the draft that is rounded, and the least such one."""


def _is_stated(operand: Quantity, draft: Quantity) -> bool:
    """Return whether the sentence of a draft's number states an operand, too."""
    value = operand.number.value
    return value in draft.others or (
        value >= _LEAST_ROUNDED and any(isclose(value, other, rel_tol=_ROUNDED) for other in draft.others)
    )


def _best_rival(aligned: Aligned, formula: Formula) -> float:
    """Return the score of the best rival that is no operand: parts are about what their sum is about."""
    operands = {id(operand) for operand in formula.operands}
    scores = (rival.score for rival in aligned.rivals if id(rival.quantity) not in operands)
    return max(0.0, min(next(scores, 0.0), _BEST_RIVAL))


def _mean(formula: Formula, relevance: dict[int, float]) -> float:
    return sum(relevance[id(operand)] for operand in formula.operands) / len(formula.operands)


def _pool(draft: Quantity, index: SourceIndex) -> list[tuple[float, Quantity]]:
    """Return the quantities that are most about what the draft's number is about, with how much they are."""
    total = sum(weight * index.idf(key) for key, weight in draft.near.items()) or 1.0

    def relevance(quantity: Quantity) -> float:
        shared = draft.near.keys() & quantity.stems
        share = sum(draft.near[key] * index.idf(key) for key in shared) / total
        if draft.noun and draft.noun == quantity.noun:
            share += 0.3
        return share + 0.3 * bool(draft.owner & quantity.owner)

    quantities = index.nearby(draft)
    scored = [(relevance(quantity), -i) for i, quantity in enumerate(quantities)]
    return [(share, quantities[-i]) for share, i in nlargest(_POOL, scored)]


def _around(text: str, number: Number) -> str:
    before = text[max(0, number.start - _BEFORE) : number.start]
    after = text[number.end : number.end + _AFTER]
    cut = max(before.rfind(mark) for mark in (". ", "; ", "\n"))
    stop = min((at for mark in (". ", "; ", "\n") if (at := after.find(mark)) >= 0), default=len(after))
    return f"{before[cut + 1 :]} # {after[:stop]}".lower()


def _announced(formula: Formula, draft: Quantity, around: str) -> bool | None:
    """Return whether the words around a number announce a formula; None where they exclude it."""
    if formula.operation == "change":
        return True if _goes_up(around) is formula.rises else None
    announced = _ANNOUNCED[formula.operation].search(around) is not None
    if formula.operation == "ratio" and draft.measure == "multiple":
        return True
    if not announced and formula.operation in _ONLY_ANNOUNCED:
        return None
    if formula.operation == "sum" and draft.measure == "percent":
        return _LISTED.search(around) is not None
    return announced or (formula.operation == "share" and draft.number.kind == "fraction")


def _goes_up(around: str) -> bool | None:
    """Return whether the word of change nearest to a number, #, is one of rising; None without any."""
    plain = _BOUND.sub("", around)
    at = plain.index("#")
    nearest = [
        (min(abs(match.start() - at), abs(match.end() - at)), rises)
        for pattern, rises in ((_UP, True), (_DOWN, False))
        for match in pattern.finditer(plain)
    ]
    return min(nearest)[1] if nearest else None


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
    if draft.measure == "percent":
        loose = stands_for(draft.number, text, loose=True)
        low, high = (
            min(low, max(float(loose.low), 0.97 * size)),
            max(high, min(float(loose.high), 1.03 * size)),
        )
    if draft.measure == "multiple" and not size % 1:
        low, high = min(low, (1 - _MULTIPLE) * size), max(high, (1 + _MULTIPLE) * size)
    return low, high


def _resolution(draft: Quantity) -> float:
    """Return the distance of two values that are written alike: 1 of a small count, 0.1 of 4.2."""
    exponent = draft.number.decimal.as_tuple().exponent
    return 10.0 ** min(int(exponent), 0) if isinstance(exponent, int) else 1.0
