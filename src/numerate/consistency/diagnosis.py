"""Contradictions: what is wrong with a relation that does not hold, and the values that would mend it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from math import isclose
from typing import Literal

from numerate.consistency.interval import Interval, precision
from numerate.consistency.relation import Relation
from numerate.text import Number, extract, render
from numerate.typos.typos import Typo, describe, typos

# Costs are negative log-probabilities of an error, on the scale of a typo's `log_prior`. The values
# were chosen among some twenty variants on 1,545 planted contradictions (experiments/LOG.md).
_SUSPECT_MARGIN = 2.0
"""Smallest difference in cost between the best explanation and the next for which a suspect is named."""
_UNEXPLAINED_COST = 7.0
"""Cost of an error that no single typo explains."""
_MISCALCULATED_COST = 5.0
"""Cost of a miscalculated figure: less likely than most typos, likelier than an unexplained error."""
_UNKNOWN_VALUE_COST = 4.0
"""Cost of an error in a number whose correct value the relation does not determine."""
_CONFIRMED_COST = 2.0
"""Further cost of an error in a number that another calculation of the text gives."""
_CALCULATION = re.compile(r" [+−×÷=] ")
_WORDS = re.compile(r"[A-Za-z -]+")
_DECIMALS = re.compile(r"\d\.(\d+)")
_MORE_DECIMALS = 1
"""Decimals that a suggestion may have more than all numbers of the relation: a misplaced point adds one."""
_MAX_STEPS = 20
"""Widest interval of correct values, in units of the last digit; beyond it, digit typos explain too much."""
_LARGE_TYPOS = frozenset(("decimal", "unit", "magnitude", "separator", "prefix", "transposed"))
"""Typos that change a value enough to be evidence even when the correct value is only known roughly."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Another value for one of the numbers that would resolve the contradiction."""

    number: Number
    value: float
    text: str
    typo: Typo | None = None
    """The typo that explains the error, if one does."""
    reason: str = "agrees with the other figures"
    """The typo in words, or else why this value is suggested."""


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Numbers of a text that cannot all be right."""

    kind: str
    """The name of the rule."""
    numbers: tuple[Number, ...]
    """All numbers involved, the one to look at first last: the total of a sum, for example."""
    message: str
    """A sentence that shows the arithmetic."""
    suggestions: tuple[Correction, ...] = ()
    """At most one for each number, the likeliest first."""
    suspect: Number | None = None
    """The number that is most likely wrong, where one explanation is much likelier than the others."""
    level: Literal["error", "possible"] = "error"
    error_costs: tuple[float, ...] = ()
    """For each number, the negative log-probability that an error in it alone explains the contradiction."""


def _readable(relation: Relation) -> str:
    """Return the problem with the numbers of a calculation in digits: "Three + 12" reads badly."""
    message = relation.problem or ""
    for number in reversed(extract(message)) if _CALCULATION.search(message) else ():
        start, end = number.numeral
        if number.kind in ("cardinal", "money") and _WORDS.fullmatch(message[start:end]) and not number.parts:
            message = f"{message[:start]}{number.value:,.12g}{message[end:]}"
    for number in relation.numbers:  # from the beginning of a sentence: "70%, not Two thirds"
        if _WORDS.fullmatch(number.text):
            message = message.replace(f" {number.text}", f" {number.text[0].lower()}{number.text[1:]}")
    return message


def diagnose(
    text: str, relation: Relation, last_is_derived: bool, confirmed: Collection[int] = ()
) -> Inconsistency:
    """Return the contradiction behind a relation that does not hold.

    confirmed: where the numbers start that another calculation of the text gives.
    """
    candidates: list[tuple[float, Number, Correction | None]] = []
    decimals = max((_decimals(number.text) for number in relation.numbers), default=0)
    for number, needed in zip(relation.numbers, relation.needed, strict=True):
        if needed is None:
            candidates.append((_UNKNOWN_VALUE_COST, number, None))
            continue
        correction = _correct(text, number, needed, relation.kind, decimals)
        derived = last_is_derived and number == relation.numbers[-1]
        cost = _MISCALCULATED_COST if derived else _UNEXPLAINED_COST
        if correction is not None and correction.typo is not None:
            cost = min(cost, -correction.typo.log_prior)
        if number.start in confirmed:
            cost += _CONFIRMED_COST
        candidates.append((cost, number, correction))
    error_costs = tuple(cost for cost, _, _ in candidates)
    candidates.sort(key=lambda candidate: candidate[0])
    (lowest, suspect, first), others = candidates[0], candidates[1:]
    certain = first is not None and first.typo is not None
    certain = certain and all(cost - lowest >= _SUSPECT_MARGIN for cost, _, _ in others)
    return Inconsistency(
        relation.kind,
        relation.numbers,
        _readable(relation),
        tuple(correction for _, _, correction in candidates if correction is not None),
        suspect if certain else None,
        relation.level,
        error_costs,
    )


def _correct(text: str, number: Number, needed: Interval, kind: str, decimals: int) -> Correction | None:
    """Return the value of the likeliest typo within `needed`, or else the roundest value if few would do.

    decimals: those of the number with the most; a suggestion is written as the others are.
    """
    step = float(precision(number)) or 1.0
    narrow = needed.high - needed.low <= _MAX_STEPS * step
    # Neither 4.5 patients nor 38,200.0 of them.
    whole = number.kind == "cardinal" and number.unit is None and not number.value % 1
    is_count = whole and (kind in ("share", "total") or number.noun is not None or number.value >= 1000)
    for typo in typos(number, text):
        if not _is_written(
            typo.text, typo.value, number, decimals + _MORE_DECIMALS * (typo.kind == "decimal")
        ):
            continue
        candidate = Interval(typo.value, typo.value) if is_count else _rounding_interval(typo, step)
        plausible = typo.kind in _LARGE_TYPOS or (
            narrow and (kind != "total" or _is_central(typo, needed, step))
        )
        if plausible and needed.meets(candidate) and not (is_count and typo.value % 1):
            return Correction(number, typo.value, typo.text, typo, describe(typo, number))
    value = _roundest(needed, step, exact=is_count) if narrow else None
    if value is None or value <= 0 or value == number.value:
        return None
    written = render(value, like=number)
    is_written = _is_written(written, value, number, decimals + _MORE_DECIMALS)
    return Correction(number, value, written) if is_written else None


def _is_central(typo: Typo, needed: Interval, step: float) -> bool:
    """Return whether a value is the one that a sum shows, not only one that its rounding would allow."""
    return abs(typo.value - float(needed.low + needed.high) / 2) <= step / 2


def _is_written(text: str, value: float, number: Number, decimals: int) -> bool:
    """Return whether somebody would write a value so: it reads as that value, and has no more decimals."""
    numbers = extract(text)
    if text == number.text or len(numbers) != 1 or not isclose(numbers[0].value, value, rel_tol=1e-9):
        return False
    return _decimals(text) <= decimals


def _decimals(text: str) -> int:
    match = _DECIMALS.search(text)
    return len(match[1]) if match else 0


def _rounding_interval(typo: Typo, step: float) -> Interval:
    """Return the values that round to the typo's value, at the precision it is written with."""
    numbers = extract(typo.text)
    if len(numbers) == 1 and numbers[0].value == typo.value:
        step = float(precision(numbers[0]))
    return Interval(typo.value - step / 2, typo.value + step / 2)


def _roundest(needed: Interval, step: float, exact: bool) -> float | None:
    """Return the value with the fewest digits that rounding puts into `needed`, or None."""
    middle = float(needed.low + needed.high) / 2
    for finer in (1,) if exact else (1, 10):
        value = float(f"{round(middle / step * finer) * step / finer:.12g}")
        half = 0.0 if exact else step / finer / 2
        if Interval(value - half, value + half).meets(needed):
            return value
    return None
