"""Figures that add up in their paragraph, whatever words stand between them.

Nobody needs to say that 480 + 90 + 70 = 640 for these figures to belong together. Each figure is compared
with the sums of others of its unit that stand next to each other, so that few sums are tried and hardly one
holds by accident.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from numerate.consistency.interval import amount, is_calculable, precision
from numerate.consistency.relation import Relation
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot

_MOST_PARTS = 6
_MOST_FIGURES = 24
"""Figures of a paragraph that are read: more are a table."""
_LONGEST_LINE = 120
"""Characters of a line of a list."""
_LEAST = 10
"""Smallest sum in units of its last digit; below it, sums hold by accident."""


def plain_sums(skeleton: Skeleton) -> Iterator[Relation]:
    """Yield every sum of neighbouring figures that is another figure of the paragraph."""
    for paragraph in paragraphs(skeleton.sentences):
        groups: dict[object, list[Slot]] = defaultdict(list)
        for sentence in paragraph:
            for slot in sentence.having("NUM"):
                if is_calculable(slot.number) and slot.number.sign >= 0:
                    groups[_unit(slot)].append(slot)
        for figures in groups.values():
            if 3 <= len(figures) <= _MOST_FIGURES:
                yield from _sums(figures)


def paragraphs(sentences: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """Yield the sentences of each paragraph; short lines below each other are a list, and one paragraph."""
    paragraph: list[Sentence] = []
    is_list = True
    for sentence in sentences:
        is_line = _is_line(sentence)
        goes_on = sentence.previous is not None or (is_line and is_list)
        if not goes_on and paragraph:
            yield paragraph
            paragraph, is_list = [], True
        paragraph.append(sentence)
        is_list = is_list and is_line
    if paragraph:
        yield paragraph


def _is_line(sentence: Sentence) -> bool:
    alone = sentence.previous is None and sentence.following is None
    is_short = sentence.end - sentence.start <= _LONGEST_LINE
    return alone and is_short and bool(sentence.slots) and sentence.line.rstrip()[-1:] not in ".!?"


def _unit(slot: Slot) -> object:
    """Return what figures that are added have in common."""
    if slot.mark == "M":
        return slot.number.currency or slot.mark  # "€1,180 a month and €165", €1,345
    unit = slot.number.unit
    return slot.mark, unit.symbol if unit is not None else ""


def _sums(figures: Sequence[Slot]) -> Iterator[Relation]:
    wholes: dict[Fraction, list[int]] = defaultdict(list)
    for at, slot in enumerate(figures):
        size = amount(slot.number)
        if size >= _LEAST * precision(slot.number):
            wholes[size].append(at)
    for first in range(len(figures)):
        total = amount(figures[first].number)
        for last in range(first + 1, min(first + _MOST_PARTS, len(figures))):
            part = amount(figures[last].number)
            if not part or not total:
                break
            total += part
            for whole in wholes.get(total, ()):
                if not first <= whole <= last:
                    parts = (slot.number for slot in figures[first : last + 1])
                    yield Relation("total", (*parts, figures[whole].number), sure=False)
