"""What is reported where numbers do not agree: which, why, and what would make it right."""

from __future__ import annotations

from dataclasses import dataclass

from numerate.consistency.relation import Interval, Kind, Relation, precision
from numerate.text import Number, extract, render
from numerate.typos.typos import Typo, typos

_SURE = 2.0
"""How much likelier, as a logarithm, the best typo must be than that of another number, to name a suspect."""

_UNEXPLAINED = 7.0
"""How unlikely, as a negative logarithm, an error is that no single typo explains."""
_MISCALCULATED = 5.0
"""The same for a figure that was worked out from the others: less likely than most typos are."""
_SOME_SLIP = 4.0
"""The same for a number of which it is not known what it would need to be."""
_WORKED_OUT = frozenset(("change", "share", "total", "significance"))
"""Kinds of relations whose last number was worked out from the others."""
_MOST_STEPS = 20
"""Where more values than this would do, only typos that move a number far are thought of."""
_FAR = frozenset(("decimal", "unit", "magnitude", "separator", "prefix", "transposed"))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another value for one of the numbers, with which they would agree."""

    number: Number
    value: float
    text: str
    typo: Typo | None = None
    """The typo that would explain it, if one does."""


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Numbers of a text that cannot all be right."""

    kind: Kind
    numbers: tuple[Number, ...]
    """All that are involved; last the one to look at first, such as the total of a sum."""
    message: str
    """A plain sentence that shows the arithmetic."""
    suggestions: tuple[Suggestion, ...] = ()
    """One for each number that could be the wrong one, the likeliest first."""
    suspect: Number | None = None
    """The number most likely wrong, where one error is much likelier than those of the others."""
    unlikely: tuple[float, ...] = ()
    """For each number, how unlikely an error of it alone is that explains all, as a negative logarithm."""


def inconsistency(text: str, relation: Relation) -> Inconsistency:
    """The finding for a relation that does not hold."""
    rated: list[tuple[float, Number, Suggestion | None]] = []
    for number, needed in zip(relation.numbers, relation.needed, strict=True):
        suggestion = _suggestion(text, number, needed, relation.kind) if needed is not None else None
        worked_out = relation.kind in _WORKED_OUT and number == relation.numbers[-1]
        unexplained = _MISCALCULATED if worked_out else _UNEXPLAINED
        rated.append(
            (_SOME_SLIP if needed is None else _unlikely(suggestion, unexplained), number, suggestion)
        )
    unlikely = tuple(rating for rating, _, _ in rated)
    rated.sort(key=lambda rating: rating[0])
    (best, suspect, first), others = rated[0], rated[1:]
    explained = first is not None and first.typo is not None
    sure = explained and all(rating - best >= _SURE for rating, _, _ in others)
    return Inconsistency(
        relation.kind,
        relation.numbers,
        relation.problem or "",
        tuple(suggestion for _, _, suggestion in rated if suggestion is not None),
        suspect if sure else None,
        unlikely,
    )


def _unlikely(suggestion: Suggestion | None, unexplained: float) -> float:
    """How unlikely, as a negative logarithm, the error is that a suggestion would mend."""
    typo = suggestion.typo if suggestion is not None else None
    return unexplained if typo is None else min(unexplained, -typo.log_prior)


def _suggestion(text: str, number: Number, needed: Interval, kind: Kind) -> Suggestion | None:
    """The value by the likeliest typo, or else the roundest that would do, where only few would."""
    step = precision(number) or 1.0
    few = needed.high - needed.low <= _MOST_STEPS * step
    counted = kind == "share" and number.kind == "cardinal"  # neither 4.5 patients nor about 5
    for typo in typos(number, text):
        meant = Interval(typo.value, typo.value) if counted else _known(typo, step)
        if (few or typo.kind in _FAR) and needed.meets(meant) and not (counted and typo.value % 1):
            return Suggestion(number, typo.value, typo.text, typo)
    value = _roundest(needed, step, exact=counted) if few else None
    if value is None or value <= 0 or value == number.value:
        return None
    return Suggestion(number, value, render(value, like=number))


def _known(typo: Typo, step: float) -> Interval:
    """A typo's value to the digits it is written with."""
    read = extract(typo.text)
    if len(read) == 1 and read[0].value == typo.value:
        step = precision(read[0])
    return Interval(typo.value - step / 2, typo.value + step / 2)


def _roundest(needed: Interval, step: float, exact: bool) -> float | None:
    """A value that is within `needed`, to the digits it is written with, and as few of them as may be."""
    middle = (needed.low + needed.high) / 2
    for finer in (1,) if exact else (1, 10, 100, 1000):
        value = float(f"{round(middle / step * finer) * step / finer:.12g}")
        half = 0.0 if exact else step / finer / 2
        if Interval(value - half, value + half).meets(needed):
            return value
    return None
