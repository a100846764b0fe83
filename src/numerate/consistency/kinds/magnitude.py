"""Rule `magnitude`: an amount in billions where all others are in millions, "an order book of €118 billion".

No word of its sentence needs to be wrong: what a firm orders, owes and invests is of the order of what it
earns. An amount that is far above every other of its document, and would be among them in the next smaller
unit, has the wrong one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from numerate.consistency.interval import Interval, amount
from numerate.consistency.relation import Relation, three_digits
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.text import Number, style
from numerate.text.lexicon import MAGNITUDES

_STEP = 1000
"""From million to billion."""
_LARGEST = 1e9
"""Trillions are amounts of nations and of all consumers, also in texts about one firm."""
_LEAST = 8
"""Other amounts in the smaller unit: a document that is about some."""
_FAR = 30
"""Ratio to the largest other amount from which one is of another order."""
_NEAR = Fraction(6, 5)
"""The same for the amount in the smaller unit, which may be the largest."""
_ELSEWHERE = re.compile(
    r"\b(?:markets?|worldwide|global(?:ly)?|world|econom\w+|industry|industries|sector|nation\w*|country"
    r"|countries|government|gdp|gross domestic|state|federal|public debt|assets under management|deal"
    r"|parent|owner|competitors?|rivals?|consumers?|total assets|deposits|savings|insured|obligations)\b"
)
"""Words of sentences about more than what the document is about."""


def find_magnitudes(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every amount of money that is the only one in its unit, and far above the others."""
    by_currency: dict[str, list[Number]] = defaultdict(list)
    for number in skeleton.numbers:
        if number.kind == "money" and number.currency and number.value > 0:
            by_currency[number.currency].append(number)
    for numbers in by_currency.values():
        if len(numbers) > _LEAST:
            yield from _find(skeleton, numbers)


def _find(skeleton: Skeleton, numbers: Sequence[Number]) -> Iterator[Relation]:
    by_unit: dict[float, list[Number]] = defaultdict(list)
    for number in numbers:
        if word := style(number).magnitude:
            by_unit[float(MAGNITUDES[word.lower()])].append(number)
    for unit, written in by_unit.items():
        smaller = by_unit.get(unit / _STEP, [])
        if unit > _LARGEST or len(written) > 1 or len(smaller) < _LEAST:
            continue
        number, meant = written[0], amount(written[0]) / _STEP
        largest = max((each for each in numbers if each is not number), key=amount)
        is_among = min(map(amount, smaller)) <= meant <= _NEAR * max(map(amount, smaller))
        if is_among and amount(number) > _FAR * amount(largest) and _is_own(skeleton, number):
            times = three_digits(float(amount(number) / amount(largest)))
            problem = f"{number.text} is {times} times the next largest amount of the text, {largest.text}."
            yield Relation("magnitude", (number, largest), problem, (Interval(meant, meant), None))


def _is_own(skeleton: Skeleton, number: Number) -> bool:
    """Return whether the sentence of an amount is about nothing larger, such as a market."""
    sentences = skeleton.sentences
    at = bisect_right(sentences, number.start, key=lambda sentence: sentence.start) - 1
    return at >= 0 and _ELSEWHERE.search(sentences[at].line) is None


RULE = ConsistencyRule(
    name="magnitude",
    title="An amount of a different order of magnitude",
    description="An amount of money is far above all others; in the next smaller unit it would not be.",
    level="error",
    example="Sales were €41 million, €40 million, €44 million and €43 million in the four quarters, costs "
    "€33 million, €35 million, €36 million and €34 million, and new orders came to €52 billion.",
    find=find_magnitudes,
)
