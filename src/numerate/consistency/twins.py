"""Figures that differ from another of the text by two swapped digits: a deposit of £3,450, and of £3,540.

A part of rule `swapped`. Two figures of one unit are compared if their sentences share words that say what
they are about. The more figures of a unit and the fewer digits, the more often two are alike by accident.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from numerate.consistency.interval import Interval, amount, is_calculable, precision
from numerate.consistency.relation import Relation, are_swapped, has_digits
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot, currency

_FEWEST_DIGITS = 3
"""Digits that are not final zeros."""
_MOST_SENTENCES = 3
"""Sentences that a word may stand in and still say what they are about."""
_SHORTEST = 4
"""Letters of such a word."""
_MOST_FIGURES = 10
"""Figures of a sentence that is about something; longer ones are lists."""
_LONGEST_LABEL = 30
"""Characters before a colon, in a list whose lines have labels: "beer: 1.35 litres"."""
_MOST_ALIKE = 8
"""Figures of the same digits that are compared with each other."""
_CHANCE, _CHANCE_WITHOUT_WORDS = 0.015, 0.001
"""Largest number of accidental pairs for a figure, with words that the sentences share and without. Chosen on
the documents of experiments/unseen and on published text (LOG)."""
_NEAR, _DENSITY = 5.0, 0.31
"""Largest ratio to figures that may be alike by accident, and the density of ln y within that ratio."""
_ANGLES = frozenset(("°", "′", "″"))
_YEARS = range(1000, 2100)
_OTHER = re.compile(
    r"\b(?:last|previous\w*|prior|earlier|former\w*|before|instead|rather|compared|against|versus|than|until|ago"
    r"|rose|risen|fell|fallen|rise|fall|increase\w*|decrease\w*|forecasts?|expected|revised)\b"
)
"""Words of sentences about two periods or two things."""


def find_twins(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every two figures that differ by swapped digits and are about the same."""
    sentences = [each for each in skeleton.sentences if each.slots]
    places = Counter(word for each in sentences for word in each.words if len(word) >= _SHORTEST)
    for slots in _groups(sentences).values():
        sizes = sorted(slot.number.value for slot in slots)
        written: dict[float, list[Sentence]] = defaultdict(list)
        by_digits: dict[str, list[Slot]] = defaultdict(list)
        for slot in slots:
            written[slot.number.value].append(slot.sentence)
            by_digits["".join(sorted(_digits(slot)))].append(slot)
        for alike in by_digits.values():
            for pair in combinations(alike[:_MOST_ALIKE], 2):
                figure, other = sorted(pair, key=lambda each: -len(written[each.number.value]))
                places_of = written[figure.number.value], written[other.number.value]
                if _are_twins(figure, other) and not _are_apart(figure.sentence, other.sentence, *places_of):
                    words = _shared(figure.sentence, other.sentence, places)
                    if _chance(figure, sizes) <= (_CHANCE if words else _CHANCE_WITHOUT_WORDS):
                        yield _relation(figure, other)


def _groups(sentences: Sequence[Sentence]) -> dict[object, list[Slot]]:
    """Return the figures with enough digits, by their unit."""
    groups: dict[object, list[Slot]] = defaultdict(list)
    for sentence in sentences:
        for slot in sentence.having("NUM"):
            number = slot.number
            if has_digits(number) and number.sign >= 0 and is_calculable(number):
                groups[_unit(slot)].append(slot)
    return groups


def _is_label(slot: Slot) -> bool:
    """Return whether a figure may be a year, an inventory number, or the place of something on Earth."""
    if slot.mark == "U":
        return slot.number.unit is not None and slot.number.unit.symbol in _ANGLES
    is_bare = slot.mark == "N" and "," not in slot.number.text
    return is_bare and (slot.number.value in _YEARS or slot.number.noun is None)


def _unit(slot: Slot) -> object:
    if slot.mark == "M":
        return currency(slot)
    return slot.mark, slot.number.unit.symbol if slot.number.unit is not None else ""


def _digits(slot: Slot) -> str:
    return str(round(amount(slot.number) / (precision(slot.number) or 1)))


def _are_twins(figure: Slot, other: Slot) -> bool:
    """Return whether two figures are equally precise and differ by two neighbouring digits swapped."""
    first, second = _digits(figure), _digits(other)
    if _is_label(figure) or _is_label(other):
        return False
    if len(first) != len(second) or precision(figure.number) != precision(other.number):
        return False
    if min(len(each.rstrip("0")) for each in (first, second)) < _FEWEST_DIGITS:
        return False
    return are_swapped(first, second)


def _are_apart(
    sentence: Sentence, other: Sentence, stands_in: Sequence[Sentence], other_in: Sequence[Sentence]
) -> bool:
    """Return whether two sentences are lists, or about different periods or things.

    stands_in, other_in: all sentences with the two figures. If both stand several times, or both in one
    sentence, the text knows them apart.
    """
    if min(len(stands_in), len(other_in)) > 1 or any(each is its for each in stands_in for its in other_in):
        return True
    if sentence.is_bare and other.is_bare:  # two cells of tables
        return True
    if max(len(sentence.slots), len(other.slots)) > _MOST_FIGURES:
        return True
    labels = {each.line.partition(":")[0] for each in (sentence, other) if ":" in each.line[:_LONGEST_LABEL]}
    if len(labels) > 1:
        return True
    years = [{slot.year for slot in each.slots if slot.year is not None} for each in (sentence, other)]
    if years[0] and years[1] and years[0] != years[1]:
        return True
    return any(_OTHER.search(each.line) is not None for each in (sentence, other))


def _shared(sentence: Sentence, other: Sentence, places: Counter[str]) -> bool:
    """Return whether two sentences share a word that says what they are about."""
    return any(
        len(word) >= _SHORTEST and places[word] <= _MOST_SENTENCES for word in sentence.words & other.words
    )


def _chance(slot: Slot, sizes: Sequence[float]) -> float:
    """Return how many figures would be alike but for two swapped digits by accident; `sizes` are sorted."""
    value = slot.number.value
    near = bisect_left(sizes, value * _NEAR) - bisect_left(sizes, value / _NEAR)
    pairs = len(_digits(slot).rstrip("0")) - 1
    return near * pairs * _DENSITY * float(precision(slot.number)) / value


def _relation(figure: Slot, other: Slot) -> Relation:
    problem = f"{other.written} is {figure.written} elsewhere: two digits are swapped."
    values = [(amount(slot.number), precision(slot.number) / 2) for slot in (other, figure)]
    needed = tuple(Interval(value - half, value + half) for value, half in values)
    return Relation("swapped", (figure.number, other.number), problem, needed, sure=False)
