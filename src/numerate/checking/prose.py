"""Numbers in English prose: among words, and words that the model's vocabulary has."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from numerate.documents import Document
from numerate.text import Number

UNKNOWN_WORDS = "few of the words around it are known English"
AMONG_FIGURES = "it stands among figures and signs, not in prose"

_TOKEN = re.compile(r"[^\W\d_]+|\d[\d.,]*|[^\w\s.,;:()'\"/?!&%$£€’‘“”–—-]|_")
"""A word, a figure, or a sign that is not punctuation: lists and references have much of that."""
_REACH = 300
"""Characters on each side of a number that count as the text around it."""
_LONGEST_WORD = 64
"""Characters read beyond that, so that no word is cut; hardly any word is longer."""
_LONG_PARAGRAPH = 200
"""Characters of a paragraph from which on its neighbours do not count as the text around its numbers."""
_SHORT_WORD = 3
"""Letters up to which words do not count as known or unknown: other languages share them."""
_MIN_KNOWN, _MIN_WORDS = 0.4, 0.6
"""Least share of known words among the longer words, and of words among the tokens. On validation documents
of the corpora, 93 to 100% of the numbers of each have both; German, French, Spanish and Dutch have a third
of known words, programs and tables of figures less than 0.6 words (tests/checking/test_prose.py)."""
_PSEUDO_WORDS = (2.0, 2.5)
"""Pseudo-counts of known and of all longer words: a few words prove nothing."""
_PSEUDO_TOKENS = (3.0, 4.0)
"""Pseudo-counts of words and of all tokens."""


class Prose:
    """The text around the numbers of a document."""

    def __init__(self, document: Document, knows: Callable[[str], bool]) -> None:
        """Look at a document.

        knows: whether a word, in lower case, is in the vocabulary of the model.
        """
        self.document = document
        self._knows = knows
        starts = {block.cell.table: block.start for block in reversed(document.blocks) if block.cell}
        ends = {block.cell.table: block.end for block in document.blocks if block.cell}
        self._tables = {table: (start, ends[table]) for table, start in starts.items()}
        self._starts, self._ends = sorted(starts.values()), sorted(ends.values())

    def reasons(self, numbers: Sequence[Number]) -> Iterator[str | None]:
        """Yield for each of some consecutive numbers why it cannot be judged, None if it can."""
        if not numbers:
            return
        text, margin = self.document.text, _REACH + _LONGEST_WORD
        tokens = list(_TOKEN.finditer(text, max(0, numbers[0].start - margin), numbers[-1].end + margin))
        starts = [token.start() for token in tokens]
        words = [token[0].lower() if token[0][0].isalpha() else "" for token in tokens]
        counts = [
            range(len(tokens) + 1),
            [0, *accumulate(map(bool, words))],
            [0, *accumulate(len(word) > _SHORT_WORD for word in words)],
            [0, *accumulate(len(word) > _SHORT_WORD and self._knows(word) for word in words)],
        ]
        for number in numbers:
            low, high = self._region(number)
            spans = (
                (max(low, number.start - _REACH), number.start),
                (number.end, min(high, number.end + _REACH)),
            )
            cuts = [
                (bisect_left(starts, start), bisect_left(starts, max(start, end))) for start, end in spans
            ]
            total, alphabetic, long, known = (
                sum(count[last] - count[first] for first, last in cuts) for count in counts
            )
            yield _reason(total, alphabetic, long, known)

    def _region(self, number: Number) -> tuple[int, int]:
        """Return the span that counts as around a number: its table, its paragraph, or all between tables."""
        block = self.document.block(number.start)
        if block.cell:
            return self._tables[block.cell.table]
        if block.end - block.start >= _LONG_PARAGRAPH:
            return block.start, block.end
        before, after = bisect_right(self._ends, number.start), bisect_left(self._starts, number.end)
        low = self._ends[before - 1] if before else 0
        high = self._starts[after] if after < len(self._starts) else len(self.document.text)
        return low, high


def _reason(tokens: int, words: int, long_words: int, known_words: int) -> str | None:
    if (known_words + _PSEUDO_WORDS[0]) / (long_words + _PSEUDO_WORDS[1]) < _MIN_KNOWN:
        return UNKNOWN_WORDS
    if (words + _PSEUDO_TOKENS[0]) / (tokens + _PSEUDO_TOKENS[1]) < _MIN_WORDS:
        return AMONG_FIGURES
    return None
