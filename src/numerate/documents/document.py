"""A document as everything after reading sees it: running text, blocks, and the way back to the file."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from numerate.documents.source_map import Pieces, Place, Places

Format = Literal["text", "markdown", "html", "rst", "latex", "docx", "pdf"]
Kind = Literal["title", "heading", "paragraph", "table", "note", "header"]

OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in the text for what a reader sees there but is not read: a formula, code, a citation."""


class Cell(NamedTuple):
    """Which cell of a table: each counted from 1."""

    table: int
    row: int
    column: int


class Block(NamedTuple):
    """A paragraph, heading or table cell: nothing that belongs together reaches across two of them."""

    start: int
    end: int
    kind: Kind
    """A "note" is a footnote or endnote, a "header" what a DOCX repeats at the edge of its pages."""
    level: int = 0
    """Of a heading, from 1; 0 where the format does not tell."""
    cell: Cell | None = None


class Skipped(NamedTuple):
    """A stretch of the file that is not in the text, and why."""

    place: Place
    reason: str


@dataclass(frozen=True)
class Document:
    """What was read from one file.

    `text` is what a reader of the rendered document sees, its blocks separated by a blank line. Whatever is
    found in it is brought back to the user's file by `locate`.
    """

    name: str
    """What messages call it: the path as given, or the name given with bytes."""
    path: Path | None
    format: Format
    text: str = field(repr=False)
    blocks: tuple[Block, ...] = field(repr=False)
    ignored: tuple[tuple[int, int], ...]
    """Spans of the text that a `numerate: ignore` of the author covers."""
    skipped: tuple[Skipped, ...] = field(repr=False)
    encoding: str | None
    """Of a text format."""
    source: str = field(repr=False)
    """A text file as decoded; of a DOCX or PDF, the texts of its paragraphs or pages, one after another."""
    pieces: Pieces = field(repr=False)
    places: Places = field(repr=False)

    def locate(self, start: int, end: int) -> Place:
        """Find where the characters `start:end` of the text stand in the user's file."""
        return self.places.place(*self.pieces.source(start, end))

    def is_ignored(self, start: int, end: int) -> bool:
        """Tell whether the author asked that nothing be said of any of these characters of the text."""
        index = bisect_right(self.ignored, (end, -1))
        return index > 0 and self.ignored[index - 1][1] > start

    def block(self, offset: int) -> Block:
        """Find the block in which, or before the end of which, a character of the text stands."""
        index = bisect_right(self.blocks, offset, key=lambda block: block.start)
        return self.blocks[max(0, index - 1)]
