"""Whether the text around a number is what models of numbers know: English prose.

About every third word of English prose is one of few: the, of, and, to, in. In other languages, in tables,
lists of codes and program text there are hardly any. Their share among all words, figures and signs around
a number tells prose from the rest, whatever it is about; how little of them is too little is learned from
held-out text (`Calibration.least_prose`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from numerate.checking.documents import Document
from numerate.text import Number

_WORDS = frozenset(
    "the of and to in a for that is was on with as by at from it be are were an or this which have has had "
    "not its but their been they he his she her we our will would than more who may also after between "
    "during these those into over about there when while said can could if all no other such only both each "
    "up out".split()
)
_TOKEN = re.compile(r"[^\W\d_]+|\d[\d.,]*|[^\w\s]|_")
_REACH = 300
"""Characters on each side of a number that count as around it."""
_WORD = 64
"""Hardly a word is longer: read so far beyond, none that counts is cut."""
_LONG = 200
"""A paragraph of so many characters speaks for itself; around a shorter one its neighbours count, too."""
# Of a few words nothing can be said: so many are taken for granted, with their usual share.
_GRANTED, _USUAL = 8, 0.25


class Prose:
    """The share of function words around numbers of a document."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self._document = document
        self._tables = {block.cell.table: block for block in reversed(document.blocks) if block.cell}
        self._ends = {block.cell.table: block.end for block in document.blocks if block.cell}

    def around(self, numbers: Sequence[Number]) -> Iterator[tuple[float, bool]]:
        """Of each of some consecutive numbers, that share, and whether words are most of what is there."""
        if not numbers:
            return
        begin, end = max(0, numbers[0].start - _REACH - _WORD), numbers[-1].end + _REACH + _WORD
        tokens = list(_TOKEN.finditer(self.text, begin, end))
        starts = [token.start() for token in tokens]
        function = [0, *accumulate(token[0].lower() in _WORDS for token in tokens)]
        words = [0, *accumulate(token[0][0].isalpha() for token in tokens)]
        for number in numbers:
            low, high = self._region(number)
            spans = (
                (max(low, number.start - _REACH), number.start),
                (number.end, min(high, number.end + _REACH)),
            )
            cuts = [
                (bisect_left(starts, start), bisect_left(starts, max(start, end))) for start, end in spans
            ]
            total, functional, alphabetic = (
                sum(count[last] - count[first] for first, last in cuts)
                for count in (range(len(tokens) + 1), function, words)
            )
            yield (functional + _GRANTED * _USUAL) / (total + _GRANTED), 2 * alphabetic >= total

    def _region(self, number: Number) -> tuple[int, int]:
        """How far what is around a number reaches: its table, its paragraph, or all where that is short."""
        block = self._document.block(number.start)
        if block.cell:
            return self._tables[block.cell.table].start, self._ends[block.cell.table]
        if block.end - block.start >= _LONG:
            return block.start, block.end
        return 0, len(self.text)
