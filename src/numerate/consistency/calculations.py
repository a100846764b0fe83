"""Simple calculations that a text may have made to work out a figure from those before it.

Each function takes the figure and the quantities before it, the nearest last. Those in `ALL_CALCULATIONS`
yield every candidate, to see whether any gives the figure; the others only the one that words suggest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from numerate.consistency.equation import Quantity, Term, constant, total
from numerate.consistency.interval import Interval, exactly, known, loosely
from numerate.consistency.slots import Slot, comparable, currency
from numerate.text import style
from numerate.text.units import COUNTED_THINGS, CURRENCY, TIME, Dimensions, multiply

_LONGEST_SUM = 6
"""Most terms of a sum: longer ones would fit too many figures by chance."""
_MOST_PARTS = 1000
"""Largest count that a whole is divided into."""
_ABOUT = re.compile(
    r"\b(?:about|around|approximately|roughly|some|nearly|almost|close to|or so) (?:an? |the )?$"
)
_ROUGHLY = Fraction(1, 20)
"""Relative error that "about" allows of a result; set by hand."""
_THINGS = frozenset(measure.dimensions for measure in COUNTED_THINGS.values())


class Calculation(NamedTuple):
    """A calculation that may give a figure, and how a message writes it; "" where none will report it."""

    term: Term
    written: str


Calculate = Callable[[Slot, Sequence[Slot]], Iterator[Calculation]]


def _operand(slot: Slot, *, step: bool = False) -> Quantity:
    """Return a quantity as an operand: exactly as written, hedged or not, unless it looks rounded.

    Authors calculate with what is written, not with what it was rounded from.
    """
    is_rounded = style(slot.number).magnitude or "." in slot.number.text
    return _in_base_units(slot, known(slot.number) if is_rounded else exactly(slot.number), step)


def result(slot: Slot, *, step: bool = False) -> Quantity:
    """Return a figure as the result of a calculation: it may be truncated, and rough after "about"."""
    values = loosely(slot.number)
    is_rough = _ABOUT.search(slot.before(24)) is not None
    return _in_base_units(slot, values.widened(_ROUGHLY) if is_rough else values, step)


def _in_base_units(slot: Slot, values: Interval, step: bool) -> Quantity:
    """Return a quantity with other values than its usual ones, given without sign and unit."""
    quantity = slot.quantity(step=step, exact=True)
    values = values.times(-1) if slot.number.sign < 0 else values
    values = values.times(quantity.scale).plus(Interval(quantity.offset, quantity.offset))
    return Quantity(slot.number, values, quantity.scale, quantity.offset)


def sums(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the sums of consecutive quantities of the same kind."""
    alike = _like(slot, others)
    for count in range(2, min(len(alike), _LONGEST_SUM) + 1):
        for first in range(len(alike) - count + 1):
            yield _sum(alike[first : first + count])


def sum_of_all(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the sum of all quantities of the same kind in the sentence, and in the paragraph."""
    alike = _like(slot, others)
    here = [each for each in alike if each.sentence is slot.sentence]
    for parts in (here, alike) if len(here) < len(alike) else (here,):
        if 2 <= len(parts) <= _LONGEST_SUM:
            yield _sum(parts)


def sum_here(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the sum of all quantities of the same kind in the sentence."""
    return sum_of_all(slot, [each for each in others if each.sentence is slot.sentence])


def _sum(parts: Sequence[Slot]) -> Calculation:
    return Calculation(total(*map(_operand, parts)), " + ".join(part.written for part in parts))


def differences(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the differences of two quantities of the same kind."""
    return map(_difference, combinations(_like(slot, others)[-5:], 2))


def _difference(pair: Iterable[Slot]) -> Calculation:
    large, small = sorted(pair, key=lambda each: -_value(each))
    term = _operand(large, step=True) - _operand(small, step=True)
    return Calculation(term, f"{large.written} − {small.written}")


def remainders(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield what is left of one quantity after the others, in the sentence or the paragraph."""
    alike = _like(slot, others)
    for first in range(max(0, len(alike) - _LONGEST_SUM), len(alike) - 1):
        yield _remainder(alike[first:])


def last_difference(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield what is left of the largest quantity of the same kind in the sentence, or of the last two."""
    alike = _like(slot, others)
    here = [each for each in alike if each.sentence is slot.sentence]
    parts = here if len(here) > 1 else alike[-2:]
    if 2 <= len(parts) <= _LONGEST_SUM:
        yield _remainder(parts)


def _remainder(parts: Sequence[Slot]) -> Calculation:
    """Take all other quantities from the largest."""
    largest = max(parts, key=_value)
    others = [each for each in parts if each is not largest]
    term = _operand(largest, step=True) - total(*(_operand(each, step=True) for each in others))
    return Calculation(term, " − ".join(each.written for each in (largest, *others)))


def discounts(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield amounts that rise or fall by a percentage."""
    for amount, share in permutations(others, 2):
        if share.mark == "P" and comparable(slot, amount):
            part = _operand(share) / constant(100)
            yield Calculation(_operand(amount) * (constant(1) + part), "")
            yield Calculation(_operand(amount) * (constant(1) - part), "")


def products(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield a price or an amount, multiplied by a count, a time or a share."""
    for amount, times in permutations(others, 2):
        together = times.sentence in (amount.sentence, slot.sentence)
        if amount.mark == slot.mark and slot.mark in "UM" and together:
            factor = _factor(amount, times, slot)
            if factor is not None:
                yield Calculation(factor * _operand(amount), f"{times.written} × {amount.written}")


def near_product(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the product of the only amount and the only count of the sentence, or else of the paragraph."""
    for near in ([each for each in others if each.sentence is slot.sentence], others):
        ways = list(products(slot, near))
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


def ratios(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield shares: a quantity as a percentage of another."""
    if slot.mark == "P":
        for pair in combinations([each for each in others if each.mark in "NUM" and _value(each) > 0], 2):
            part, whole = sorted(pair, key=_value)
            if part.mark == whole.mark and part.dimensions == whole.dimensions:
                yield _ratio(part, whole)


def only_ratio(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the share of the only two quantities of the sentence."""
    here = [each for each in others if each.sentence is slot.sentence]
    if len(here) == 2:
        yield from ratios(slot, here)


def _ratio(part: Slot, whole: Slot) -> Calculation:
    return Calculation(constant(100) * _operand(part) / _operand(whole), f"{part.written} ÷ {whole.written}")


def changes(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield changes in percent from one quantity to another."""
    amounts = [each for each in others if each.mark in "NUM" and _value(each) > 0]
    for old, new in permutations(amounts[-5:] if slot.mark == "P" else (), 2):
        if comparable(old, new):
            ratio = constant(100) * _operand(new) / _operand(old)
            rises = _value(new) > _value(old)
            yield Calculation(ratio - constant(100) if rises else constant(100) - ratio, "")


def means(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the means of the last quantities of the same kind."""
    alike = _like(slot, others)
    for count in range(2, min(len(alike), _LONGEST_SUM) + 1):
        yield _mean(alike[-count:])


def mean_of_all(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the mean of all quantities of the same kind in the sentence."""
    parts = [each for each in _like(slot, others) if each.sentence is slot.sentence]
    if 2 <= len(parts) <= _LONGEST_SUM:
        yield _mean(parts)


def _mean(parts: Sequence[Slot]) -> Calculation:
    mean = total(*map(_operand, parts)) / constant(len(parts))
    return Calculation(mean, f"({' + '.join(part.written for part in parts)}) ÷ {len(parts)}")


def quotients(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the parts of a whole that is divided into a number of equal ones."""
    for whole, count in permutations(others, 2):
        if comparable(slot, whole) and count.is_count and 1 < count.value <= _MOST_PARTS:
            yield _quotient(whole, count)


def last_quotient(slot: Slot, others: Sequence[Slot]) -> Iterator[Calculation]:
    """Yield the last whole, divided by the count next to the figure."""
    wholes = [each for each in _like(slot, others[:-1]) if _value(each) > _value(slot)]
    if wholes and others[-1].is_count and 1 < others[-1].value <= _MOST_PARTS:
        yield _quotient(wholes[-1], others[-1])


def _quotient(whole: Slot, count: Slot) -> Calculation:
    return Calculation(_operand(whole) / _operand(count), f"{whole.written} ÷ {count.written}")


def _value(slot: Slot) -> float:
    return slot.quantity(exact=True).value


def _like(slot: Slot, others: Sequence[Slot]) -> list[Slot]:
    return [each for each in others if comparable(slot, each)]


ALL_CALCULATIONS: tuple[Calculate, ...] = (
    sums,
    differences,
    remainders,
    products,
    discounts,
    ratios,
    changes,
    means,
    quotients,
)
STEPS = frozenset((differences, remainders, last_difference))
"""Calculations whose result is a difference: a rise of 10 °C is one of 10 K."""
