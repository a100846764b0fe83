"""Read a document for comparison: its passages, and every quantity with what it is about."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from numerate.consistency.moments import read_moments
from numerate.consistency.sources.cells import quantities_in_table
from numerate.consistency.sources.grid import grids
from numerate.consistency.sources.implied import as_fraction, implied_numbers
from numerate.consistency.sources.passages import (
    Passage,
    inside,
    names_of,
    passage_of,
    passage_spans,
    tokens_of,
)
from numerate.consistency.sources.quantity import Quantity, measure_of, quantities_in_prose
from numerate.consistency.sources.words import stem
from numerate.documents import Document
from numerate.text import Number, extract, sentences
from numerate.text.view import view


@dataclass(frozen=True)
class SourceText:
    """A document read for comparison: its passages and quantities."""

    document: Document
    passages: list[Passage]
    quantities: list[Quantity]
    names: frozenset[str]

    def position(self, quantity: Quantity) -> int:
        """Return which of the quantities one is."""
        return bisect_left(self.quantities, quantity.number.start, key=lambda other: other.number.start)


_CONTINUED = 0.5
"""Nearness of the words near a number to one that continues it, relative to their own."""


def _implied_quantities(
    text: str,
    numbers: Sequence[Number],
    quantities: Sequence[Quantity],
    passages: Sequence[Passage],
    index: int,
    covered: Sequence[tuple[int, int]],
) -> Iterator[Quantity]:
    """Yield the implied quantities; one that continues another is about what that is about, too."""
    stated = {quantity.number.start: quantity for quantity in quantities if not quantity.cell}
    further = []
    for number, continues in implied_numbers(text, numbers):
        if number.start not in stated:
            further.append(number)
            continue
        implied = _read_as(stated[number.start], number)
        yield _continue(implied, stated[continues]) if continues in stated else implied
    for quantity in quantities_in_prose(text, further, passages, index, covered):
        yield replace(quantity, is_implied=True)


def _read_as(quantity: Quantity, number: Number) -> Quantity:
    """Return a quantity with another reading of its number."""
    value, measure, base = measure_of(number)
    noun = stem(number.noun.split()[-1].lower()) if number.noun else quantity.noun
    return replace(
        quantity, number=number, value=value, measure=measure, base=base, noun=noun, is_implied=True
    )


def _continue(quantity: Quantity, other: Quantity) -> Quantity:
    """Return a quantity that is also about what another one is about."""
    near = {key: _CONTINUED * weight for key, weight in other.near.items()}
    near |= {key: max(weight, near.get(key, 0.0)) for key, weight in quantity.near.items()}
    return replace(
        quantity, near=near, stems=quantity.stems | other.stems, owner=quantity.owner or other.owner
    )


def _counts(number: Number) -> list[Number]:
    """Return the two counts of a share, "45 of 60"; "one in five" is one number."""
    is_one = number.kind == "share" and number.parts[0].value == 1
    return [number] if is_one else number.split()


_AND = re.compile(r" ?(?:and|or|to|[-–—]) ?")
"""Between two days of a month."""
_DAYS = range(1, 32)


def _with_days(text: str, numbers: Sequence[Number]) -> list[Number]:
    """Return the numbers with the first of two days of a month as a date: "17 and 18 May"."""
    result = list(numbers)
    for i, (first, second) in enumerate(pairwise(numbers)):
        is_bare = first.kind == "cardinal" and first.unit is None and first.value in _DAYS
        if is_bare and second.kind == "date" and _AND.fullmatch(text, first.end, second.start):
            result[i] = first._replace(kind="date", noun=None)
    return result


_TIMESTAMP = re.compile(
    r"^[ \t]*(?:[A-Z][\w.’' -]{0,40}[ \t])?([\[(]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?[\])])", re.MULTILINE
)
"""The time of a turn in a transcript: "[00:21]", "Noor (00:21)"."""
_FEWEST_TURNS = 3


def _timestamps(text: str) -> list[tuple[int, int]]:
    """Return the places of the times of turns, which are no numbers of what is said."""
    spans = [match.span(1) for match in _TIMESTAMP.finditer(text)]
    return spans if len(spans) >= _FEWEST_TURNS else []


def _without(gaps: Sequence[tuple[int, int]], spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield what gaps, which are in order, leave of some spans."""
    for start, end in spans:
        at = start
        for first, last in gaps[bisect_left(gaps, (start,)) :]:
            if first >= end:
                break
            yield at, first
            at = last
        if at < end:
            yield at, end


def _with_months(text: str, quantities: Iterable[Quantity]) -> list[Quantity]:
    """Return quantities with the months of the dates that they are the day or the year of."""
    months = {
        start: moment.month
        for moment in read_moments(text, view(text))
        if moment.month is not None and not moment.numeric
        for start, _ in moment.digits
    }
    return [
        replace(each, month=months[each.number.start]) if each.number.start in months else each
        for each in quantities
    ]


def _sentences(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in spans:
        for first, last in sentences(text[start:end]):
            yield start + first, start + last


def read_quantities(
    document: Document, index: int = 0, names: frozenset[str] = frozenset(), implied: bool = False
) -> SourceText:
    """Read the quantities of a document.

    index: which of several documents it is.
    names: words that are names in other documents of the same matter.
    implied: read quantities that are no numerals, too: "a year", and "twelve fifty" as a price.
    """
    tables = grids(document)
    text = document.text
    prose = sorted({span for grid in tables for span in grid.prose})
    covered = sorted(_without(prose, [(grid.start, grid.end) for grid in tables]))
    spans = [span for span in passage_spans(document) if not inside(span, covered)]
    spans = sorted({span for span in spans if not inside(span, prose)} | set(_sentences(text, prose)))
    stamps = _timestamps(text)
    numbers = _with_days(
        text,
        [
            part
            for number in extract(text)
            for part in _counts(number)
            if not inside((part.start, part.end), stamps)
        ],
    )
    if not implied:
        numbers = [as_fraction(text, number) for number in numbers]
    written = [(number.start, number.end) for number in numbers if number.kind != "ordinal"]
    tokens = [
        tuple(token for token in tokens_of(text, *span) if not inside((token.start, token.end), written))
        for span in spans
    ]
    known = names | names_of(tokens)
    passages = [passage_of(text, span, words, known) for span, words in zip(spans, tokens, strict=True)]
    quantities = list(quantities_in_prose(text, numbers, passages, index, covered))
    for table, grid in enumerate(tables):
        quantities += quantities_in_table(text, grid, table, numbers, passages, index)
    if implied:
        quantities += _implied_quantities(text, numbers, quantities, passages, index, covered)
    quantities = _with_months(text, sorted(quantities, key=lambda quantity: quantity.number.start))
    owners = frozenset(word for quantity in quantities if quantity.cell for word in quantity.owner)
    return SourceText(document, passages, quantities, known | owners)
