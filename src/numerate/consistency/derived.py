"""Rule `derived`: figures that a text works out from others, as in "it makes £195 for the trip".

Words such as "it makes", "would leave" or "which is" say that a figure follows from those before it, but not
how. All simple calculations with the figures of the paragraph are tried first: if one gives the figure, that
was meant. If none does, the calculations that the words suggest are looked at, and one is reported if its
result differs from the figure by a typo: of calculations that were not meant, few do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import isinf
from typing import NamedTuple

from numerate.consistency.cues import HEDGE
from numerate.consistency.equation import Equation, Quantity, Term, constant, total
from numerate.consistency.interval import Interval, exactly, known, loosely
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot, comparable, currency
from numerate.text import style
from numerate.text.units import COUNTED_THINGS, CURRENCY, TIME, Dimensions, multiply

_BACK = 3
"""Sentences of a paragraph, before that of the figure, whose quantities are tried."""
_MOST = 10
"""Quantities that are tried, the nearest."""
_LONGEST_SUM = 6
_MOST_PARTS = 1000
_ABOUT = re.compile(
    r"\b(?:about|around|approximately|roughly|some|nearly|almost|close to|or so) (?:an? |the )?$"
)
_OPEN = re.compile(
    r"\b(?:more than|less than|over|under|at least|at most|up to|fewer than|above|below|from|between|to|than"
    r"|would|could|might|if|expected|about half) (?:an? |the )?$"
)
"""Words before a quantity that leave its value open."""
_COMPARED = re.compile(
    r" (?:to|or) [A-Z]\b|\x96[A-Z]\b| (?:more|less|fewer|higher|lower|up|down|above|below)\b"
)
"""What follows the low end of a range, or a comparison."""
_ROUGHLY = Fraction(1, 20)
"""Relative error that "about" allows of a figure that is worked out from written ones."""
_THINGS = frozenset(measure.dimensions for measure in COUNTED_THINGS.values())


class Way(NamedTuple):
    """A calculation that may give a figure, and how a message writes it."""

    term: Term
    written: str


Ways = Callable[[Slot, Sequence[Slot]], Iterator[Way]]


def _operand(slot: Slot, *, step: bool = False) -> Quantity:
    """Return a quantity that is calculated with: rounded if it looks so, else as written, whatever hedges it.

    Who works a figure out takes what is written, not what it was rounded from.
    """
    quantity = slot.quantity(step=step, exact=True)
    number = slot.number
    is_rounded = style(number).magnitude or "." in number.text
    values = known(number) if is_rounded else exactly(number)
    values = values.times(-1) if number.sign < 0 else values
    values = values.times(quantity.scale).plus(Interval(quantity.offset, quantity.offset))
    return Quantity(number, values, quantity.scale, quantity.offset)


def _result(slot: Slot, *, step: bool = False) -> Quantity:
    """Return a figure that is worked out: truncation is accepted, and a rough value after "about"."""
    quantity = slot.quantity(step=step, exact=True)
    values = loosely(slot.number)
    if _ABOUT.search(slot.before(24)):
        values = values.widened(_ROUGHLY)
    values = values.times(-1) if slot.number.sign < 0 else values
    values = values.times(quantity.scale).plus(Interval(quantity.offset, quantity.offset))
    return Quantity(slot.number, values, quantity.scale, quantity.offset)


def _value(slot: Slot) -> float:
    return slot.quantity(exact=True).value


def _like(slot: Slot, others: Sequence[Slot]) -> list[Slot]:
    return [each for each in others if comparable(slot, each)]


def _sum(parts: Sequence[Slot]) -> Way:
    return Way(total(*map(_operand, parts)), " + ".join(part.written for part in parts))


def _sums(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the sums of consecutive quantities of the same kind."""
    alike = _like(slot, others)
    for count in range(2, min(len(alike), _LONGEST_SUM) + 1):
        for first in range(len(alike) - count + 1):
            yield _sum(alike[first : first + count])


def _sum_of_all(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the sum of all quantities of the same kind in the sentence, and in the paragraph."""
    alike = _like(slot, others)
    here = [each for each in alike if each.sentence is slot.sentence]
    for parts in (here, alike) if len(here) < len(alike) else (here,):
        if 2 <= len(parts) <= _LONGEST_SUM:
            yield _sum(parts)


def _sum_here(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the sum of all quantities of the same kind in the sentence."""
    return _sum_of_all(slot, [each for each in others if each.sentence is slot.sentence])


def _difference(pair: Iterable[Slot]) -> Way:
    large, small = sorted(pair, key=lambda each: -_value(each))
    term = _operand(large, step=True) - _operand(small, step=True)
    return Way(term, f"{large.written} − {small.written}")


def _differences(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the differences of two quantities of the same kind."""
    return map(_difference, combinations(_like(slot, others)[-5:], 2))


def _remainder(parts: Sequence[Slot]) -> Way:
    """Take all other quantities from the largest."""
    largest = max(parts, key=_value)
    others = [each for each in parts if each is not largest]
    term = _operand(largest, step=True) - total(*(_operand(each, step=True) for each in others))
    return Way(term, " − ".join(each.written for each in (largest, *others)))


def _remainders(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield what is left of one quantity after the others, in the sentence or the paragraph."""
    alike = _like(slot, others)
    for first in range(max(0, len(alike) - _LONGEST_SUM), len(alike) - 1):
        yield _remainder(alike[first:])


def _last_difference(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield what is left of the largest quantity of the same kind in the sentence, or of the last two."""
    alike = _like(slot, others)
    here = [each for each in alike if each.sentence is slot.sentence]
    parts = here if len(here) > 1 else alike[-2:]
    if 2 <= len(parts) <= _LONGEST_SUM:
        yield _remainder(parts)


def _discounts(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield amounts that rise or fall by a percentage."""
    for amount, share in permutations(others, 2):
        if share.mark == "P" and comparable(slot, amount):
            part = _operand(share) / constant(100)
            yield Way(_operand(amount) * (constant(1) + part), "")
            yield Way(_operand(amount) * (constant(1) - part), "")


def _products(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield a price or an amount, multiplied by a count, a time or a share."""
    for amount, times in permutations(others, 2):
        together = times.sentence in (amount.sentence, slot.sentence)
        if amount.mark == slot.mark and slot.mark in "UM" and together:
            factor = _factor(amount, times, slot)
            if factor is not None:
                yield Way(factor * _operand(amount), f"{times.written} × {amount.written}")


def _near_product(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the product of the only amount and the only count of the sentence, or else of the paragraph."""
    for near in ([each for each in others if each.sentence is slot.sentence], others):
        ways = list(_products(slot, near))
        if ways:
            yield from ways[:1] if len(ways) == 1 else ()
            return


def _factor(amount: Slot, times: Slot, slot: Slot) -> Quantity | None:
    """Return what an amount is multiplied by to give another in the unit of a figure."""
    have, want = _dimensions(amount), _dimensions(slot)
    if have == want:
        if times.is_count and times.value > 1:
            return _operand(times)
        if times.mark == "U" and times.dimensions == TIME and times.value > 1 and want != TIME:
            return Quantity(times.number, exactly(times.number))  # €7 for a day, for three days
        if times.mark == "P":
            return Quantity(times.number, known(times.number).times(Fraction(1, 100)), Fraction(1, 100))
        return None
    if times.is_count and multiply((want, 1), (have, -1)) in _THINGS:
        return _operand(times)  # three nights at €85 a night
    if times.mark == "U" and times.dimensions and multiply((have, 1), (times.dimensions, 1)) == want:
        return _operand(times)
    return None


def _dimensions(slot: Slot) -> Dimensions:
    """Return the dimensions of a quantity, a currency being one of them."""
    if slot.number.unit is not None:
        return slot.number.unit.measure.dimensions
    return ((CURRENCY + currency(slot), 1),) if slot.mark == "M" else ()


def _ratio(part: Slot, whole: Slot) -> Way:
    return Way(constant(100) * _operand(part) / _operand(whole), f"{part.written} ÷ {whole.written}")


def _ratios(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield shares: a quantity as a percentage of another."""
    if slot.mark == "P":
        for pair in combinations([each for each in others if each.mark in "NUM" and _value(each) > 0], 2):
            part, whole = sorted(pair, key=_value)
            if part.mark == whole.mark and part.dimensions == whole.dimensions:
                yield _ratio(part, whole)


def _only_ratio(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the share of the only two quantities of the sentence."""
    here = [each for each in others if each.sentence is slot.sentence]
    if len(here) == 2:
        yield from _ratios(slot, here)


def _changes(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield changes in percent from one quantity to another."""
    amounts = [each for each in others if each.mark in "NUM" and _value(each) > 0]
    for old, new in permutations(amounts[-5:] if slot.mark == "P" else (), 2):
        if comparable(old, new):
            ratio = constant(100) * _operand(new) / _operand(old)
            rises = _value(new) > _value(old)
            yield Way(ratio - constant(100) if rises else constant(100) - ratio, "")


def _mean(parts: Sequence[Slot]) -> Way:
    mean = total(*map(_operand, parts)) / constant(len(parts))
    return Way(mean, f"({' + '.join(part.written for part in parts)}) ÷ {len(parts)}")


def _means(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the means of the last quantities of the same kind."""
    alike = _like(slot, others)
    for count in range(2, min(len(alike), _LONGEST_SUM) + 1):
        yield _mean(alike[-count:])


def _mean_of_all(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the mean of all quantities of the same kind in the sentence."""
    parts = [each for each in _like(slot, others) if each.sentence is slot.sentence]
    if 2 <= len(parts) <= _LONGEST_SUM:
        yield _mean(parts)


def _quotient(whole: Slot, count: Slot) -> Way:
    return Way(_operand(whole) / _operand(count), f"{whole.written} ÷ {count.written}")


def _quotients(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the parts of a whole that is divided into a number of equal ones."""
    for whole, count in permutations(others, 2):
        if comparable(slot, whole) and count.is_count and 1 < count.value <= _MOST_PARTS:
            yield _quotient(whole, count)


def _last_quotient(slot: Slot, others: Sequence[Slot]) -> Iterator[Way]:
    """Yield the last whole, divided by the count next to the figure."""
    wholes = [each for each in _like(slot, others[:-1]) if _value(each) > _value(slot)]
    if wholes and others[-1].is_count and 1 < others[-1].value <= _MOST_PARTS:
        yield _quotient(wholes[-1], others[-1])


_ALL_WAYS: tuple[Ways, ...] = (
    _sums,
    _differences,
    _remainders,
    _products,
    _discounts,
    _ratios,
    _changes,
    _means,
    _quotients,
)
_STEPS = frozenset((_differences, _remainders, _last_difference))
"""Calculations whose result is a difference: a rise of 10 °C is one of 10 K."""


class Cue(NamedTuple):
    """Words before a figure that is worked out, or after it, and the calculations that they suggest."""

    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    suggests: tuple[Ways, ...]
    marks: str

    def says(self, slot: Slot) -> bool:
        """Return whether a quantity is worked out, by the words around it."""
        if slot.mark not in self.marks:
            return False
        if self.before is not None:
            return self.before.search(slot.before(80)) is not None
        return self.after is not None and self.after.match(slot.after(40)) is not None


def _after(words: str, suggests: tuple[Ways, ...], marks: str = "NUM") -> Cue:
    """Return the cue of words after which a figure is worked out."""
    return Cue(re.compile(rf"(?:{words}) {HEDGE}$"), None, suggests, marks)


def _before(words: str, suggests: tuple[Ways, ...], marks: str = "NUM") -> Cue:
    """Return the cue of words before which a figure is worked out."""
    return Cue(None, re.compile(words), suggests, marks)


_CUES = (
    _after(
        r"\b(?:(?:it|that|this|which|they) (?:all |therefore |thus )?(?:makes?|adds? up to|totals?)"
        r"|comes to|came to|amounts? to|adds? up to|all told,?"
        r"|(?:total|overall) (?:price|cost|bill|time|weight|length)(?: (?:is|was|of|comes to))?:?)",
        (_sum_of_all, _near_product),
        "UM",
    ),
    _before(
        r"(?: [a-z]+){0,2} (?:in all|altogether|in total|all told"
        r"|for the (?:whole|trip|lot|pair|two of|both))\b",
        (_sum_of_all, _near_product),
        "UM",
    ),
    _after(
        r"\b(?:hence|thus|therefore|that is|works? out at|worked out at),?", (_sum_here, _near_product), "UM"
    ),
    _after(r"\b(?:would |will |to )?leav(?:e|es|ing)", (_last_difference,)),
    _after(r"\b(?:saving|discount) (?:of|to|is|was)", (_last_difference,), "M"),
    _after(r"\b(?:which|that) is", (_only_ratio,), "P"),
    _after(r"\b(?:amounted to|added up to|making|totall?ing)", (_sum_here, _near_product), "UM"),
    _after(
        r"\b(?:so|thus|therefore|giving|gives|hence)\b[^A-Z;.]{0,30}\b(?:mean|average)\b[^A-Z;.]{0,40}?"
        r" (?:of|was|is)",
        (_mean_of_all,),
        "UM",
    ),
    _after(r"\b(?:costs?|costing|spend|spent|pay|paid|pays)", (_sum_here, _near_product), "M"),
    _after(r"\bequal (?:groups|parts|teams|instalments|payments) of", (_last_quotient,)),
)


def find_derived(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every figure that is worked out from others of its paragraph."""
    for sentence in skeleton.statements:
        for slot in sentence.slots:
            suggested = dict.fromkeys(way for cue in _CUES if cue.says(slot) for way in cue.suggests)
            if suggested:
                yield from _derive(slot, sentence, suggested)


def _derive(slot: Slot, sentence: Sentence, suggested: Iterable[Ways]) -> Iterator[Relation]:
    """Yield the calculation that gives a figure; or a contradiction, if one does but for a typo."""
    before = _quantities_before(slot, sentence)
    ways = [(way, calculate in _STEPS) for calculate in suggested for way in calculate(slot, before)]
    for way, is_step in ways:
        equation = Equation(way.term, _result(slot, step=is_step))
        if equation.holds():
            yield Relation("derived", tuple(each.number for each in equation.quantities()), sure=False)
            return
    for way, is_step in ways:
        written = _write(slot, way.term.values())
        if _is_typo(slot.written, written) and not _is_given(slot, before):
            equation = Equation(way.term, _result(slot, step=is_step))
            problem = f"{way.written} = {written}, not {slot.written}."
            numbers = tuple(each.number for each in equation.quantities())
            needed = tuple(map(equation.needed, equation.quantities()))
            yield Relation("derived", numbers, problem, needed)
            return


def _is_given(slot: Slot, before: Sequence[Slot]) -> bool:
    """Return whether any calculation gives a figure, or its words leave it open."""
    if _OPEN.search(slot.before(24)) or _COMPARED.match(slot.after(12)):
        return True
    others = [*before, *(each for each in slot.sentence.slots if each.at > slot.at and each.mark in "NUMP")]
    return any(
        Equation(way.term, _result(slot, step=calculate in _STEPS)).holds()
        for calculate in _ALL_WAYS
        for way in calculate(slot, others)
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
        different = [i for i, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1]]
        swapped = len(different) == 2 and different[1] == different[0] + 1
        return len(different) == 1 or (swapped and sorted(first) == sorted(second))
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
    return [each for each in others if each.mark in "NUMP" and not _HOUR.match(each.after(20))][-_MOST:]


_HOUR = re.compile(r" (?:in the (?:morning|afternoon|evening)|at night|o['’]clock)\b")
"""What follows a time of day in words: ten in the morning."""


RULE = ConsistencyRule(
    name="derived",
    title="A figure that does not follow from the others",
    description="No calculation with the figures before it gives it, and one does but for a typo.",
    level="error",
    example="The tent costs £240 and the mat £85; it makes £335.",
    find=find_derived,
    last_is_derived=True,
)
