"""Rule `derived`: figures that a text works out from others, as in "it makes £195 for the trip".

Words such as "it makes", "would leave" or "which is" say that a figure follows from those before it, but not
how. All simple calculations with the figures of the paragraph are tried first: if one gives the figure, that
was meant. If none does, the calculations that the words suggest are looked at, and one is reported if its
result differs from the figure by a typo: of calculations that were not meant, few do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import isinf
from typing import NamedTuple

from numerate.consistency.calculations import (
    ALL_CALCULATIONS,
    STEPS,
    Calculate,
    last_difference,
    last_quotient,
    mean_of_all,
    near_product,
    only_ratio,
    result,
    sum_here,
    sum_of_all,
)
from numerate.consistency.cues import HEDGE
from numerate.consistency.equation import Equation
from numerate.consistency.interval import Interval
from numerate.consistency.relation import Relation, are_swapped, different_digits
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot

_BACK = 3
"""Sentences before that of the figure, in its paragraph, whose quantities are tried as operands."""
_MOST = 10
"""Most operands that are tried, the nearest: the number of calculations grows with its square."""
_OPEN = re.compile(
    r"\b(?:more than|less than|over|under|at least|at most|up to|fewer than|above|below|from|between|to|than"
    r"|would|could|might|if|expected|about half) (?:an? |the )?$"
)
"""Words before a quantity that leave its value open."""
_COMPARED = re.compile(
    r" (?:to|or) [A-Z]\b|\x96[A-Z]\b| (?:more|less|fewer|higher|lower|up|down|above|below)\b"
)
"""Signs after the low end of a range, and words after a figure that is compared."""
_HOUR = re.compile(r" (?:in the (?:morning|afternoon|evening)|at night|o['’]clock)\b")
"""Words after a time of day: ten in the morning."""


class Cue(NamedTuple):
    """Words before or after a figure that say it is worked out, and the calculations that they suggest."""

    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    suggests: tuple[Calculate, ...]
    marks: str

    def says(self, slot: Slot) -> bool:
        """Return whether the words around a quantity say that it is worked out."""
        if slot.mark not in self.marks:
            return False
        if self.before is not None:
            return self.before.search(slot.before(80)) is not None
        return self.after is not None and self.after.match(slot.after(40)) is not None


def _after(words: str, suggests: tuple[Calculate, ...], marks: str = "NUM") -> Cue:
    """Return a cue of words that stand before the figure."""
    return Cue(re.compile(rf"(?:{words}) {HEDGE}$"), None, suggests, marks)


def _before(words: str, suggests: tuple[Calculate, ...], marks: str = "NUM") -> Cue:
    """Return a cue of words that stand after the figure."""
    return Cue(None, re.compile(words), suggests, marks)


_CUES = (
    _after(
        r"\b(?:(?:it|that|this|which|they) (?:all |therefore |thus )?(?:makes?|adds? up to|totals?)"
        r"|comes to|came to|amounts? to|adds? up to|all told,?"
        r"|(?:total|overall) (?:price|cost|bill|time|weight|length)(?: (?:is|was|of|comes to))?:?)",
        (sum_of_all, near_product),
        "UM",
    ),
    _before(
        r"(?: [a-z]+){0,2} (?:in all|altogether|in total|all told"
        r"|for the (?:whole|trip|lot|pair|two of|both))\b",
        (sum_of_all, near_product),
        "UM",
    ),
    _after(
        r"\b(?:hence|thus|therefore|that is|works? out at|worked out at),?", (sum_here, near_product), "UM"
    ),
    _after(r"\b(?:would |will |to )?leav(?:e|es|ing)", (last_difference,)),
    _after(r"\b(?:saving|discount) (?:of|to|is|was)", (last_difference,), "M"),
    _after(r"\b(?:which|that) is", (only_ratio,), "P"),
    _after(r"\b(?:amounted to|added up to|making|totall?ing)", (sum_here, near_product), "UM"),
    _after(
        r"\b(?:so|thus|therefore|giving|gives|hence)\b[^A-Z;.]{0,30}\b(?:mean|average)\b[^A-Z;.]{0,40}?"
        r" (?:of|was|is)",
        (mean_of_all,),
        "UM",
    ),
    _after(r"\b(?:costs?|costing|spend|spent|pay|paid|pays)", (sum_here, near_product), "M"),
    _after(r"\bequal (?:groups|parts|teams|instalments|payments) of", (last_quotient,)),
)


def find_derived(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every figure that is worked out from others of its paragraph."""
    for sentence in skeleton.statements:
        for slot in sentence.slots:
            suggested = dict.fromkeys(each for cue in _CUES if cue.says(slot) for each in cue.suggests)
            if suggested:
                yield from _derive(slot, sentence, suggested)


def _derive(slot: Slot, sentence: Sentence, suggested: Iterable[Calculate]) -> Iterator[Relation]:
    """Yield the calculation that gives a figure, or a contradiction if one would but for a typo."""
    before = _quantities_before(slot, sentence)
    candidates = [
        (calculation, Equation(calculation.term, result(slot, step=calculate in STEPS)))
        for calculate in suggested
        for calculation in calculate(slot, before)
    ]
    for _, equation in candidates:
        if equation.holds():
            yield Relation("derived", tuple(each.number for each in equation.quantities()), sure=False)
            return
    for calculation, equation in candidates:
        written = _write(slot, calculation.term.values())
        if _is_typo(slot.written, written) and not _is_given(slot, before):
            problem = f"{calculation.written} = {written}, not {slot.written}."
            numbers = tuple(each.number for each in equation.quantities())
            needed = tuple(map(equation.needed, equation.quantities()))
            yield Relation("derived", numbers, problem, needed)
            return


def _is_given(slot: Slot, before: Sequence[Slot]) -> bool:
    """Return whether any calculation gives a figure, or its words leave its value open."""
    if _OPEN.search(slot.before(24)) or _COMPARED.match(slot.after(12)):
        return True
    others = [*before, *(each for each in slot.sentence.slots if each.at > slot.at and each.mark in "NUMP")]
    return any(
        Equation(calculation.term, result(slot, step=calculate in STEPS)).holds()
        for calculate in ALL_CALCULATIONS
        for calculation in calculate(slot, others)
    )


def _write(slot: Slot, values: Interval) -> str:
    """Write the result of a calculation in the style of a figure."""
    if isinf(values.low) or isinf(values.high):
        return ""
    middle = (Fraction(values.low) + Fraction(values.high)) / 2
    return slot.write(float(middle - slot.quantity(exact=True).offset))


def _is_typo(written: str, meant: str) -> bool:
    """Return whether a digit was replaced, left out or added, or two neighbours were swapped."""
    first, second = (re.sub(r"\D", "", each).lstrip("0") for each in (written, meant))
    short, long = sorted((first, second), key=len)
    if len(long) < 2 or not short or first == second:  # single digits are alike by chance
        return False
    if len(short) == len(long):
        return len(different_digits(first, second)) == 1 or are_swapped(first, second)
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def _quantities_before(slot: Slot, sentence: Sentence) -> list[Slot]:
    """Return the quantities that stand before a figure in its paragraph, the nearest last."""
    others = [each for each in sentence.slots if each.at < slot.at]
    at: Sentence | None = sentence
    for _ in range(_BACK):
        at = at.previous if at is not None else None
        if at is None:
            break
        others = [*at.slots, *others]
    usable = [each for each in others if each.mark in "NUMP" and not _HOUR.match(each.after(20))]
    return [each for i, each in enumerate(usable) if not _is_conversion(each, usable[:i])][-_MOST:]


def _is_conversion(slot: Slot, before: Sequence[Slot]) -> bool:
    """Return whether a quantity is the one before it in another unit: "750 kcal (3,140 kJ)"."""
    if not before or not slot.is_bracketed or slot.number.unit is None or before[-1].number.unit is None:
        return False
    unit, other = before[-1].number.unit, slot.number.unit
    return unit.measure.dimensions == other.measure.dimensions and unit.symbol != other.symbol


RULE = ConsistencyRule(
    name="derived",
    title="A figure that does not follow from the others",
    description="No calculation with the figures before it gives this one, but one would if it had a typo.",
    level="error",
    example="The tent costs £240 and the mat £85; it makes £335.",
    find=find_derived,
    last_is_derived=True,
)
