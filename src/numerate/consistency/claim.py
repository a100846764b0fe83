"""Claims: equations that a text seems to state, and how sure it is that it means them.

An equation that holds was meant. One that fails may be an error of the text or a misreading, and is
weighed as the noisy channel weighs a typo: a failing equation that holds after one likely typo is evidence
of an error, the more so the fewer values such a typo reaches by chance; one that fails by an arbitrary
amount says little, and only a cue that leaves no doubt makes it a contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, inf, isinf, log10
from typing import TYPE_CHECKING

from numerate.consistency.equation import Equation, Order, constant
from numerate.consistency.interval import Interval, amount, precision
from numerate.consistency.relation import Relation, has_digits
from numerate.consistency.slots import AMOUNT, Sentence
from numerate.text import Number

if TYPE_CHECKING:
    from numerate.consistency.skeleton import Skeleton

WRITTEN, SURE, STRONG, LIKELY, WEAK = 100.0, 10.0, 4.0, 0.3, 0.02
"""Odds that a failing equation is an error rather than a misreading: for cues that leave no doubt, that need
some typo to explain the failure, that need a rarer one, and that are often wrong. Which cue has which was
chosen on validation documents of the corpora (experiments/consistency)."""
_CERTAIN = 2.4
_POSSIBLE = 0.6
"""Smallest odds, after weighing, of a certain and of a possible contradiction."""
_FAR_OFF = 30
"""Ratio of the sides from which a failure without a typo was not meant: two seasons, 7 million viewers."""
_POINT = 0.02
"""Decades that the ratio may be off a power of ten for a decimal point or a magnitude to be wrong."""
_FEW = 1
"""Other quantities of a sentence that do not make a claim less sure; in a long text, none."""
LONG = 2500
"""Characters of a text that has enough candidate equations for some to fit the cues by accident."""
BY_TYPO = 0.5
"""Share of errors that one typo explains."""


@dataclass(frozen=True, eq=False)
class Claim:
    """An equation that a text seems to state."""

    equation: Equation
    problem: str | Callable[[], str]
    """Say in a lay person's words, with the arithmetic, what does not fit."""
    odds: float
    """How sure the cue is: WRITTEN out, SURE, STRONG, LIKELY or WEAK."""
    others: tuple[Equation, ...] = ()
    """Other equations the same words may mean; if one holds, the claim does."""
    numbers: tuple[Number, ...] = ()
    """All numbers involved, the derived one last; by default those of the equation."""
    local: bool = False
    """Whether its numbers stand next to each other, so that others in the sentence do not matter."""


def decided(holds: bool, problem: str, odds: float, *numbers: Number) -> Claim:
    """Return a claim that needs no equation, such as whether there is such a day."""
    equation = Equation(constant(0), constant(0 if holds else 1))
    return Claim(equation, problem, odds, (), numbers)


Reader = Callable[["Sentence"], Iterable[Claim]]


def claims(
    rule: str, cues: str, read: Reader, *, shape: str = "", local: bool = False
) -> Callable[[Skeleton], Iterator[Relation]]:
    """Return a function that reads all claims of a kind, from the sentences with one of its cues.

    cues: words, one of which stands in every sentence that states such a claim; "" to read all sentences.
    shape: a pattern of the quantities that every such sentence has; "" for any.
    local: the numbers of a claim are next to each other, so that others in the sentence do not matter.
    """
    words = frozenset(cues.split())
    quantities = re.compile(shape)

    def find(skeleton: Skeleton) -> Iterator[Relation]:
        for sentence in skeleton.statements:
            if words and words.isdisjoint(sentence.words):
                continue
            if quantities.search(sentence.line):
                for claim in read(sentence):
                    relation = weigh(rule, claim if local or claim.local else _among_others(claim, sentence))
                    if relation is not None:
                        yield relation

    return find


def _among_others(claim: Claim, sentence: Sentence) -> Claim:
    """Return a claim, less sure the more other quantities its sentences have that it may be about."""
    numbers = claim.numbers or [quantity.number for quantity in claim.equation.quantities()]
    starts = {number.start for number in numbers}
    sentences = [sentence]
    if sentence.previous is not None and min(starts, default=sentence.start) < sentence.start:
        sentences.append(sentence.previous)
    others = sum(
        slot.mark in AMOUNT and slot.number.start not in starts for each in sentences for slot in each.slots
    )
    few = _FEW if len(sentence.text) <= LONG else _FEW - 1
    if others <= few:
        return claim
    return replace(claim, odds=min(claim.odds, STRONG if others == few + 1 else LIKELY))


def weigh(rule: str, claim: Claim) -> Relation | None:
    """Test a claim: a relation that holds, a contradiction, or None where it was probably not meant."""
    equation = claim.equation
    quantities = equation.quantities()
    numbers = claim.numbers or tuple(dict.fromkeys(quantity.number for quantity in quantities))
    if any(
        isinstance(value, float) and value != value
        for value in (*equation.left.values(), *equation.right.values())
    ):
        return None
    if equation.holds() or any(other.holds() for other in claim.others):
        return Relation(rule, numbers, sure=claim.odds >= SURE)
    needed = {quantity.number: equation.needed(quantity) for quantity in quantities}
    odds = claim.odds * BY_TYPO
    if odds < _CERTAIN or _is_far_off(equation):
        chance = coincidence(needed)
        odds /= max(chance, 1e-6) if odds < _CERTAIN else 1 if chance < 1 else _FAR_OFF
    if odds < _POSSIBLE:
        return None
    return Relation(
        rule,
        numbers,
        claim.problem if isinstance(claim.problem, str) else claim.problem(),
        tuple(usable(needed.get(number)) for number in numbers),
        level="error" if odds >= _CERTAIN else "possible",
        sure=claim.odds >= SURE,
        is_written=claim.odds >= WRITTEN,
    )


def _is_far_off(equation: Equation) -> bool:
    """Return whether the sides of an equation differ so much that only a typo can explain it."""
    if isinstance(equation, Order):
        return False
    sides = (equation.left.values(), equation.right.values())
    smaller, larger = sorted(sorted((abs(float(side.low)), abs(float(side.high)))) for side in sides)
    if not 0 < _FAR_OFF * sum(smaller) < sum(larger) < inf or not smaller[0]:
        return False
    least, most = log10(larger[0] / smaller[1]), log10(larger[1] / smaller[0])
    return floor(most + _POINT) < least - _POINT


def usable(needed: Interval | None) -> Interval | None:
    """Return the values that a number would need, if they can be written; else None."""
    if needed is None or needed.low <= 0 or isinf(needed.high):
        return None
    return needed


def coincidence(needed: Mapping[Number, Interval | None]) -> float:
    """Return the chance that a typo like the one that explains the failure does so by accident; 1 if none.

    needed: the values that each number would need if it alone were wrong; None where they are unknown.

    Kinds of typos are tried from the strongest evidence to the weakest: two digits swapped, a digit left out
    or added or the decimal point moved, any digit replaced.
    """
    targets = [_Target(number, values) for number, values in needed.items() if values is not None]
    chance = 0.0
    for kind in (_swaps, _shifts, _replacements):
        explained = False
        for target in targets:
            typos = kind(target.digits, target.number)
            reached = sum(0.1 ** (len(str(typo // _PARTS)) - 1) / 9 for typo in typos)
            chance += min(1.0, target.width * reached)
            explained = explained or target.is_met(typos)
        if explained:
            return min(1.0, chance)
    return 1.0


_PARTS = 1000
"""Typos are whole numbers of thousandths of a number's last digit: with its point three places further left,
it still is one."""
_NEAR = Fraction(1, 10**6)
"""More than the relative tolerance of `Interval.meets`."""
_LARGEST = 10**24
"""More than any typo of twelve digits, in these parts."""


class _Target:
    """A number, and the values that it would need."""

    def __init__(self, number: Number, needed: Interval) -> None:
        self.number = number
        self.needed = needed
        self.step = precision(number) or Fraction(1)
        self.digits = str(round(amount(number) / self.step))[:12]

    @property
    def width(self) -> float:
        """The number of values that it would need, in units of its last digit."""
        width = self.needed.high - self.needed.low
        return max(1.0, float(width / self.step)) if not isinf(width) else inf

    def is_met(self, typos: Iterable[int]) -> bool:
        """Return whether the number has one of the values that it would need after one of some typos."""
        if not self.needed.low > 0:
            return False
        half = Fraction(0) if _is_whole(self.number) else self.step / 2
        # Whole numbers rule nearly all typos out; fractions, which are slow, decide about the others.
        unit = self.step / _PARTS
        lowest = floor(min(_LARGEST, (self.needed.low - half) / unit * (1 - _NEAR)))
        highest = ceil(min(_LARGEST, (self.needed.high + half) / unit * (1 + _NEAR)))
        written = amount(self.number)
        for typo in typos:
            if lowest <= typo <= highest:
                value = typo * unit
                if value != written and self.needed.meets(Interval(value - half, value + half)):
                    return True
        return False


def _is_whole(number: Number) -> bool:
    return number.kind == "cardinal" and number.unit is None and precision(number) == 1


def _swaps(digits: str, number: Number) -> set[int]:
    swapped = {digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(len(digits) - 1)}
    values = {int(each) * _PARTS for each in swapped}
    if not has_digits(number):  # forty for fourteen
        value = number.decimal
        if value in _TEENS:
            values.add(_TEENS[value] * _PARTS)
    return values


_TEENS = {Decimal(10 * n): 10 + n for n in range(3, 10)} | {Decimal(10 + n): 10 * n for n in range(3, 10)}


def _shifts(digits: str, number: Number) -> set[int]:
    moved = {int(digits) * 10**power for power in (0, 1, 2, 4, 5, 6)}  # 3 would be the number itself
    shorter = {digits[:i] + digits[i + 1 :] for i in range(len(digits))} - {""}
    longer = {digits[:i] + d + digits[i:] for i in range(len(digits) + 1) for d in "0123456789"}
    return moved | {int(each) * _PARTS for each in shorter | longer}


def _replacements(digits: str, number: Number) -> set[int]:
    return {int(digits[:i] + d + digits[i + 1 :]) * _PARTS for i in range(len(digits)) for d in "0123456789"}
