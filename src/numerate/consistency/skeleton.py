"""A text as the rules read it: its sentences with masked quantities, its numbers, and its headings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from numerate.consistency.masking import read_sentences
from numerate.consistency.slots import Sentence
from numerate.consistency.statistics.compact import CompactText
from numerate.text import Number


class Skeleton:
    """A text with what rules look for in it; each part is read on first use."""

    def __init__(
        self, text: str, numbers: Sequence[Number], headings: Sequence[tuple[int, int]] = ()
    ) -> None:
        self.text = text
        self.numbers = tuple(numbers)
        self.headings = headings
        """The spans of the title and headings, in order."""

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences, in which every quantity is one character."""
        return read_sentences(self.text, self.numbers)

    @cached_property
    def statements(self) -> list[Sentence]:
        """The sentences that may state a claim: they have quantities and are no bare cells of a table.

        Every rule goes through them, so that what most of a table consists of is left out once.
        """
        return [sentence for sentence in self.sentences if sentence.slots and not sentence.is_bare]

    @cached_property
    def compact(self) -> CompactText:
        """The view for reading statistics."""
        return CompactText(self.text)
