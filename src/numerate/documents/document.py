"""A document after reading: its text, its blocks, and the way back to the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from numerate.documents.source_map import FilePlaces, MappedSpan, Place, Places, SourceMap
from numerate.documents.table import Table, tables_of

BlockKind = Literal["title", "heading", "paragraph", "table", "caption", "note", "header"]

OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Placeholder in the text for something visible that is not read: a formula, code, a citation."""

UNNAMED = "the text"
"""Name of a document that was given without one."""

_LONGEST_TITLE = 200
_SENTENCE_ENDS = (".", ",", ";", ":", "!", "?")
_BLANK_LINE = re.compile(r"\n\s*\n")


class CellPosition(NamedTuple):
    """The position of a table cell; table, row and column count from 1."""

    table: int
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    header: bool = False
    """Whether the format declares the cell a header."""


class Block(NamedTuple):
    """A paragraph, heading or table cell. No sentence and no number spans two blocks."""

    start: int
    end: int
    kind: BlockKind
    """A "note" is a footnote or endnote; a "header" is a page header or footer of a DOCX."""
    level: int = 0
    """Level of a heading, from 1, or number of the table that a caption belongs to; 0 if not known."""
    cell: CellPosition | None = None


class IgnoredSpans(NamedTuple):
    """The spans that ignore comments cover for one rule."""

    where: str
    """The place of the first comment that names the rule."""
    spans: tuple[tuple[int, int], ...]
    """Spans of the text, in order."""


class Skipped(NamedTuple):
    """A span of the file that is not in the text, and the reason."""

    place: Place
    reason: str
    may_hold_numbers: bool = False
    """Whether a reader of the document may see numbers in it, which were not read."""


@dataclass(frozen=True)
class Document:
    """The content of one file.

    `text` is what a reader of the rendered document sees, with a blank line between blocks. `locate` maps
    offsets of the text to the file.
    """

    name: str
    """The name used in messages: the path as given, or the name passed with the bytes."""
    path: Path | None
    format: str
    text: str = field(repr=False)
    blocks: tuple[Block, ...] = field(repr=False)
    ignored: tuple[tuple[int, int], ...]
    """Spans of the text covered by the author's `numerate: ignore` comments that name no rule."""
    skipped: tuple[Skipped, ...] = field(repr=False)
    encoding: str | None
    """Encoding of a text format; None for DOCX, XLSX and PDF."""
    source: str = field(repr=False)
    """The decoded text file; for a DOCX, XLSX or PDF, the joined texts of paragraphs, cells or pages."""
    source_map: SourceMap = field(repr=False)
    places: Places = field(repr=False)
    ignored_rules: Mapping[str, IgnoredSpans] = field(default_factory=dict, repr=False)
    """Spans covered by comments that name rules, as `numerate: ignore change` does, by rule."""
    assumption: str = ""
    """What was assumed to read the file, and what to do if that is wrong; empty where it is certain."""

    @classmethod
    def from_text(cls, text: str) -> Document:
        """Wrap a string unchanged, with blank lines as paragraph boundaries."""
        spans = paragraph_spans(text)
        blocks = [Block(start, end, "paragraph") for start, end in spans]
        head = text[slice(*spans[0])].strip() if len(spans) > 1 else ""
        if is_title(head) and "\n" not in head:
            blocks[0] = blocks[0]._replace(kind="title")
        return cls(
            name=UNNAMED,
            path=None,
            format="text",
            text=text,
            blocks=tuple(blocks),
            ignored=(),
            skipped=(),
            encoding=None,
            source=text,
            source_map=SourceMap([MappedSpan(0, len(text), 0, len(text))]),
            places=FilePlaces(text, "utf-8", 0),
        )

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables, in the order in which they begin."""
        return tables_of(self.text, self.blocks)

    def locate(self, start: int, end: int) -> Place:
        """Return the place in the file of the characters `start:end` of the text."""
        return self.places.place(*self.source_map.to_source(start, end))

    def is_ignored(self, start: int, end: int, rule: str | None = None) -> bool:
        """Return whether an ignore comment covers any of the characters `start:end` of the text.

        rule: count comments for this rule, too, not only those for all rules.
        """
        named = self.ignored_rules.get(rule) if rule else None
        return _covers(self.ignored, start, end) or (named is not None and _covers(named.spans, start, end))

    @property
    def headings(self) -> list[tuple[int, int]]:
        """The spans of its title and headings, in order."""
        return [(block.start, block.end) for block in self.blocks if block.kind in ("title", "heading")]

    @property
    def unread(self) -> Counter[str]:
        """Skipped parts in which a reader may see numbers, by reason."""
        return Counter(skipped.reason for skipped in self.skipped if skipped.may_hold_numbers)

    def block(self, offset: int) -> Block:
        """Return the block that contains a character of the text, or the last block before it."""
        index = bisect_right(self.blocks, offset, key=lambda block: block.start)
        return self.blocks[max(0, index - 1)]


def _covers(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    index = bisect_right(spans, (end, -1))
    return index > 0 and spans[index - 1][1] > start


def is_title(line: str) -> bool:
    """Return whether a line that stands alone could be a title: short, and not a sentence."""
    line = line.strip()
    return 0 < len(line) <= _LONGEST_TITLE and not line.endswith(_SENTENCE_ENDS)


def paragraph_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans between the blank lines of a text."""
    cuts = [0, *(at for blank in _BLANK_LINE.finditer(text) for at in blank.span()), len(text)]
    return [(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True) if start < end]
