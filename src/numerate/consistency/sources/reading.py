"""Read a document for comparison: its passages, and every quantity with what it is about."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace

from numerate.consistency.sources.cells import quantities_in_table
from numerate.consistency.sources.grid import grids
from numerate.consistency.sources.implied import implied_numbers
from numerate.consistency.sources.quantity import (
    Passage,
    Quantity,
    inside,
    names_of,
    passage_of,
    passage_spans,
    quantities_in_prose,
    tokens_of,
)
from numerate.documents import Document
from numerate.text import extract


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


def read_quantities(
    document: Document, index: int = 0, names: frozenset[str] = frozenset(), implied: bool = False
) -> SourceText:
    """Read the quantities of a document.

    index: which of several documents it is.
    names: words that are names in other documents of the same matter.
    implied: read quantities that are no numerals, too: "a year", and "twelve fifty" as a price.
    """
    tables = grids(document)
    covered = sorted((grid.start, grid.end) for grid in tables)
    spans = [span for span in passage_spans(document) if not inside(span, covered)]
    text = document.text
    numbers = [part for number in extract(text) for part in number.split()]
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
        quantities += (
            replace(quantity, is_implied=True)
            for quantity in quantities_in_prose(
                text, implied_numbers(text, numbers), passages, index, covered
            )
        )
    quantities.sort(key=lambda quantity: quantity.number.start)
    owners = frozenset(word for quantity in quantities if quantity.cell for word in quantity.owner)
    return SourceText(document, passages, quantities, known | owners)
