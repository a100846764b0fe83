"""Rule `swapped`: a figure that follows from others if two of its digits are swapped, and not as it is.

"2,224 people were aboard; 710 were saved, so that 1,541 died": no sum, difference, product or share of the
figures around it gives 1,541, and 2,224 − 710 is 1,514. A figure of four digits is hardly met by accident, so
that words only need to say that something is worked out, not how. The number of calculations that were tried,
and the digits that fit, tell how often one would fit by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from numerate.consistency.interval import Interval, amount, is_calculable, precision
from numerate.consistency.plain_sums import paragraphs
from numerate.consistency.relation import Relation, has_digits
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Slot, comparable
from numerate.consistency.twins import find_twins
from numerate.text.units import multiply

_BEFORE, _AFTER = 10, 6
"""Figures before and after the one in question, in its paragraph, that are calculated with."""
_APART = 40
"""Figures of earlier paragraphs and tables that are calculated with, each with one of the sentence."""
_LONGEST_SUM = 6
"""Most terms of a sum."""
_LARGEST_COUNT = 1000
"""Largest count that an amount is multiplied with."""
_SMALLEST_TERM = 0.01
"""Smallest term of a sum, as a share of the result: what is smaller only changes its last digits."""
_FEWEST_DIGITS = 3
"""Digits that are not final zeros: with fewer, half of all figures fit something."""
_ALL_PAIRS = 4
"""Digits up to which the ends of three may be swapped, too; in longer figures, neighbours only."""
_NEAR = 5.0
"""Largest ratio of a figure to the results that might meet it by accident."""
_DENSITY = 0.31
"""Density of ln y of results within that ratio: one over twice its logarithm."""
_MOST_SWAPPED, _MOST_REPLACED = 0.025, 0.005
"""Largest number of accidental hits of a figure that is reported, with two digits swapped and with one
replaced. Chosen on the documents of experiments/unseen and on published text (LOG)."""
_ELSEWHERE_SWAPPED, _ELSEWHERE_REPLACED = 2.0, 3.0
"""Factor by which a hit is likelier to be an accident for each operand of another sentence."""
_MIXED_SIGNS = 3.0
"""The same for sums in which some figures are added and others taken off."""
_WORKED_OUT = re.compile(
    r"\b(?:total\w*|altogether|in all|together|sum|mak(?:es?|ing)|made up of|comes? to|came to"
    r"|amount(?:s|ed)? to"
    r"|add(?:s|ed|ing)? up|consists? of|remain\w*|leav(?:es?|ing)|left|the rest|balance|surplus|deficit"
    r"|difference|therefore|thus|hence|so|that is|which is|works? out|gives?|corresponds?|equals?"
    r"|average|saving|saved|missing|at the end|died)\b[^A-Z;.]{0,50}(?:[A-Z][^A-Z;.]{0,50})?$"
)
"""Words before a figure that is worked out; one other figure may stand between."""
_WORKED_OUT_AFTER = re.compile(
    r"[^A-Z;.]{0,30}\b(?:in all|altogether|in total|together|remain(?:s|ed|ing)?|left|each|apiece|missing"
    r"|died|drowned)\b"
)
_AVERAGE = re.compile(r"\baverage\b[^A-Z]*$")
"""What stands before a figure that no sum gives."""


class _Operand(NamedTuple):
    """A figure, in base units."""

    slot: Slot
    value: float
    step: float
    """One unit of its last digit."""


class _Result(NamedTuple):
    """What a calculation gives, and how far rounded figures let it be off."""

    value: float
    slack: float
    operands: Sequence[_Operand]
    signs: str
    """The sign of each operand; one more if a constant is added."""

    @property
    def written(self) -> str:
        """The calculation as messages have it."""
        written = [each.slot.written for each in self.operands]
        others = zip(self.signs[1:], written[1:], strict=False)
        ending = " − 100%" if len(self.signs) > len(written) else ""
        return written[0] + "".join(_SIGNS[sign] + other for sign, other in others) + ending

    @property
    def is_balance(self) -> bool:
        """Whether some figures are added and others taken off."""
        return "+" in self.signs[1:] and "-" in self.signs

    @property
    def is_sum(self) -> bool:
        """Whether figures are added or taken off."""
        return self.signs[1] in "+-"


_SIGNS = {"+": " + ", "-": " − ", "*": " × ", "/": " ÷ ", "%": " of "}


def find_swapped(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every figure that follows from others of the text, or is one of them, but for its digits."""
    yield from find_results(skeleton)
    yield from find_twins(skeleton)


def find_results(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every figure that follows from others of the text but for its digits."""
    sentences = skeleton.sentences
    operands = [_operand(slot) for each in sentences for slot in each.having("NUMP") if _is_usable(slot)]
    place = {id(operand.slot): at for at, operand in enumerate(operands)}
    for paragraph in paragraphs(skeleton.statements):
        slots = [slot for each in paragraph for slot in each.having("NUMP") if id(slot) in place]
        first = place[id(slots[0])] if slots else 0
        own = operands[first : first + len(slots)]
        apart = operands[max(0, first - _APART) : first]
        for at, target in enumerate(own):
            if _is_worked_out(target.slot):
                around = [*own[max(0, at - _BEFORE) : at], *own[at + 1 : at + 1 + _AFTER]]
                yield from _read(target, around, apart)


def _is_usable(slot: Slot) -> bool:
    number = slot.number
    return number.sign >= 0 and number.value > 0 and is_calculable(number)


def _operand(slot: Slot) -> _Operand:
    scale = _scale(slot)
    return _Operand(slot, float(amount(slot.number)) * scale, float(precision(slot.number) or 1) * scale)


def _scale(slot: Slot) -> float:
    """Return what a value as written is multiplied by to give base units."""
    return float(slot.quantity(step=True, plain=True).scale)


def _is_worked_out(slot: Slot) -> bool:
    """Return whether the words around a figure say that it is worked out, and it has enough digits."""
    if not has_digits(slot.number) or len(_digits(slot)) < _FEWEST_DIGITS:
        return False
    before, after = slot.before(120), slot.after(45)
    return _WORKED_OUT.search(before) is not None or _WORKED_OUT_AFTER.match(after) is not None


def _digits(slot: Slot) -> str:
    """Return the digits of a figure without the zeros at its end."""
    return str(round(amount(slot.number) / (precision(slot.number) or 1))).rstrip("0")


def _read(target: _Operand, around: Sequence[_Operand], apart: Sequence[_Operand]) -> Iterator[Relation]:
    """Yield a contradiction if a figure follows from others with digits changed, and not as it is."""
    results = list(_near(target, _results(target, around)))
    if any(_holds(result, target) for result in results):
        return
    swapped = _swaps(target)
    hit = _best(target, results, swapped, _ELSEWHERE_SWAPPED, _MOST_SWAPPED) or _best(
        target, results, _replacements(target), _ELSEWHERE_REPLACED, _MOST_REPLACED
    )
    if hit is None:
        here = [each for each in around if each.slot.sentence is target.slot.sentence]
        results += _near(target, _across(target, here, apart))
        if not any(_holds(result, target) for result in results):
            hit = _best(target, results, swapped, 1.0, _MOST_SWAPPED)
    if hit is not None:
        yield _relation(target, *hit)


def _near(target: _Operand, results: Iterable[_Result]) -> Iterator[_Result]:
    """Yield the results that are about as large as a figure, and may be meant by its words."""
    low, high = target.value / _NEAR, target.value * _NEAR
    is_average = _AVERAGE.search(target.slot.before(40)) is not None
    return (each for each in results if low < each.value < high and not (is_average and each.is_sum))


def _holds(result: _Result, target: _Operand) -> bool:
    return abs(result.value - target.value) <= target.step + result.slack


def _best(
    target: _Operand, results: Sequence[_Result], values: Sequence[float], elsewhere: float, most: float
) -> tuple[float, _Result] | None:
    """Return the value that a figure should have and what gives it, unless that may well be an accident."""
    half = target.step / 2 * (1 + 1e-9)
    hits = [(value, each) for each in results for value in values if abs(each.value - value) <= half]
    if not hits:
        return None
    value, result = min(hits, key=lambda hit: (hit[1].is_balance, len(hit[1].operands)))
    chance = len(results) * len(values) * _DENSITY * target.step / target.value
    others = sum(each.slot.sentence is not target.slot.sentence for each in result.operands)
    if others and target.slot.mark == "P":  # shares of other wholes
        return None
    chance *= elsewhere**others * (_MIXED_SIGNS if result.is_balance else 1)
    return (value, result) if chance <= most else None


def _swaps(target: _Operand) -> list[float]:
    """Return the values whose figure becomes the target if two of its digits are swapped."""
    digits = str(round(target.value / target.step))
    stem = digits.rstrip("0")
    furthest = 2 if len(stem) <= _ALL_PAIRS else 1
    return [
        float(stem[:i] + stem[j] + stem[i + 1 : j] + stem[i] + stem[j + 1 :] + digits[len(stem) :])
        * target.step
        for i, j in combinations(range(len(stem)), 2)
        if j - i <= furthest and stem[i] != stem[j] and (i > 0 or stem[j] != "0")
    ]


def _replacements(target: _Operand) -> list[float]:
    """Return the values whose figure becomes the target if one of its digits is replaced."""
    digits = str(round(target.value / target.step))
    return [
        float(digits[:i] + digit + digits[i + 1 :]) * target.step
        for i in range(len(digits.rstrip("0")))
        for digit in "0123456789"
        if digit != digits[i] and (i > 0 or digit != "0")
    ]


def _results(target: _Operand, around: Sequence[_Operand]) -> Iterator[_Result]:
    """Yield what simple calculations with the figures around a figure give, in its unit."""
    yield from _sums([like for each in around if (like := _in_unit(target, each))], target.value)
    if target.slot.mark == "P":
        yield from _shares(around)
    else:
        yield from _products(target, around)


def _in_unit(target: _Operand, other: _Operand) -> _Operand | None:
    """Return a figure that may be added to another, in its unit if it has none."""
    if comparable(target.slot, other.slot):
        return other
    is_bare = other.slot.mark == "N" and other.slot.noun is None and other.slot.number.unit is None
    if not is_bare or target.slot.mark not in "UM" or other.slot.sentence is not target.slot.sentence:
        return None
    scale = _scale(target.slot)
    return _Operand(other.slot, other.value * scale, other.step * scale)


def _across(target: _Operand, here: Sequence[_Operand], apart: Sequence[_Operand]) -> Iterator[_Result]:
    """Yield what a figure of the sentence and one of an earlier paragraph give."""
    for operand in here:
        for other in apart:
            yield from _results(target, (other, operand))


def _sums(alike: Sequence[_Operand], size: float) -> Iterator[_Result]:
    """Yield sums and differences of two figures, sums of neighbours, remainders and balances."""
    terms = [each for each in alike if each.value > _SMALLEST_TERM * size]
    for first, second in combinations(terms, 2):
        yield _combined((first, second), "++")
        yield _combined((first, second) if first.value > second.value else (second, first), "+-")
    for start in range(len(terms)):
        for end in range(start + 3, min(len(terms), start + _LONGEST_SUM) + 1):
            run = terms[start:end]
            yield _combined(run, "+" * len(run))
            whole = max(run, key=lambda each: each.value)
            yield _combined([whole, *(each for each in run if each is not whole)], "+" + "-" * (len(run) - 1))
            for signs in _BALANCES.get(len(run), ()):
                yield _combined(run, signs)


_BALANCES = {3: ("++-", "+-+"), 4: ("++--", "+--+", "+-+-", "+++-")}
"""Signs of what there was, what came and what went."""


def _combined(run: Sequence[_Operand], signs: str) -> _Result:
    value = sum(each.value if sign == "+" else -each.value for sign, each in zip(signs, run, strict=True))
    return _Result(value, sum(each.step for each in run) / 2, run, signs)


def _products(target: _Operand, around: Sequence[_Operand]) -> Iterator[_Result]:
    """Yield multiples, parts and shares of amounts in the unit of a figure, and products of two units."""
    factors = [each for each in around if each.slot.mark == "P" or _is_factor(each.slot)]
    for operand in around:
        for other in factors if comparable(target.slot, operand.slot) else ():
            if other is not operand and other.slot.mark == "P":
                yield _part(operand, other)
            elif other is not operand:
                yield _multiplied(operand, other)
                yield _divided(operand, other)
    want = target.slot.dimensions
    for operand, other in combinations([each for each in around if each.slot.mark == "U"], 2) if want else ():
        if multiply((operand.slot.dimensions or (), 1), (other.slot.dimensions or (), 1)) == want:
            yield _multiplied(operand, other)


def _is_factor(slot: Slot) -> bool:
    return slot.is_count and 1 < slot.value <= _LARGEST_COUNT and slot.number.text not in _VAGUE


_VAGUE = frozenset(("couple", "a couple", "a pair"))


def _multiplied(operand: _Operand, other: _Operand) -> _Result:
    slack = operand.step / 2 * other.value + (0 if other.slot.is_count else other.step / 2 * operand.value)
    return _Result(operand.value * other.value, slack, (other, operand), "+*")


def _divided(operand: _Operand, other: _Operand) -> _Result:
    return _Result(operand.value / other.value, operand.step / 2 / other.value, (operand, other), "+/")


def _part(operand: _Operand, share: _Operand) -> _Result:
    slack = (operand.value * share.step + operand.step * share.value) / 200
    return _Result(operand.value * share.value / 100, slack, (share, operand), "+%")


def _shares(around: Sequence[_Operand]) -> Iterator[_Result]:
    """Yield what percentage one amount is of another, and by what percentage they differ."""
    for pair in combinations([each for each in around if each.slot.mark != "P"], 2):
        if comparable(pair[0].slot, pair[1].slot):
            for operand, other in (pair, pair[::-1]):
                value = 100 * operand.value / other.value
                slack = value * (operand.step / operand.value + other.step / other.value) / 2
                yield _Result(value, slack, (operand, other), "+/")
                yield _Result(abs(value - 100), slack, (operand, other), "+/1")


def _relation(target: _Operand, value: float, result: _Result) -> Relation:
    slot = target.slot
    numbers = (*(each.slot.number for each in result.operands), slot.number)
    problem = f"{result.written} = {slot.write(value)}, not {slot.written}."
    scale = target.value / float(amount(slot.number))
    needed = Interval((value - target.step / 2) / scale, (value + target.step / 2) / scale)
    return Relation("swapped", numbers, problem, (*(None for _ in result.operands), needed), sure=False)


RULE = ConsistencyRule(
    name="swapped",
    title="A figure with two digits swapped",
    description="Other figures give this one, but for two digits that are swapped, or one that is wrong.",
    level="error",
    example="The kitty held €1,382.40. €615.00 came in and €498.70 went out, so that €1,948.70 are left.",
    find=find_swapped,
    last_is_derived=True,
)
