"""The builder that readers write into: blocks of text, mapped to their source, and what was left out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from numerate.documents.document import (
    OBJECT,
    Block,
    BlockKind,
    CellPosition,
    Document,
    IgnoredSpans,
    Skipped,
    is_title,
)
from numerate.documents.ignoring import IgnoreMark, ignored_spans, split_rules
from numerate.documents.source_map import FilePlaces, Lines, MappedSpan, Places, SourceMap

# White space that HTML and TeX collapse to one space. Other white space, such as U+00A0, is kept.
_COLLAPSIBLE = frozenset(" \t\r\n\f")
_COLLAPSIBLE_RUN = re.compile(r"[ \t\r\n\f]{2,}|[\t\r\n\f]")

SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
SUBSCRIPT = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")


@dataclass(slots=True)
class BlockBuilder:
    """A block under construction. Its spans count from the start of the block."""

    kind: BlockKind = "paragraph"
    level: int = 0
    cell: CellPosition | None = None
    texts: list[str] = field(default_factory=list)
    spans: list[MappedSpan] = field(default_factory=list)
    length: int = 0

    @property
    def text(self) -> str:
        """The text written so far."""
        return "".join(self.texts)

    @property
    def source_span(self) -> tuple[int, int]:
        """The source span from the first to the last character of the block."""
        return (
            min(span.source for span in self.spans),
            max(span.source + span.source_length for span in self.spans),
        )

    def add(self, text: str, start: int, end: int) -> None:
        """Append text read from `start:end` of the source, extending the last span where possible."""
        length = len(text)
        self.texts.append(text)
        self.length += length
        if self.spans and end - start == length:
            last = self.spans[-1]
            if last.source + last.source_length == start and last.length == last.source_length:
                length += last.length
                self.spans[-1] = MappedSpan(last.start, length, last.source, length)
                return
        self.spans.append(MappedSpan(self.length - length, length, start, end - start))

    def cut(self, first: int, last: int) -> None:
        """Keep only the characters `first:last`."""
        spans = []
        for span in self.spans:
            start, end = max(first, span.start), min(last, span.start + span.length)
            if start >= end:
                continue
            if span.length == span.source_length:
                source = span.source + start - span.start
                spans.append(MappedSpan(start - first, end - start, source, end - start))
            else:
                spans.append(MappedSpan(start - first, end - start, span.source, span.source_length))
        self.texts = [self.text[first:last]]
        self.spans = spans
        self.length = last - first


class Omission(NamedTuple):
    """A span of the source that is left out of the text, and the reason."""

    start: int
    end: int
    reason: str


class DocumentBuilder:
    """Collects the blocks of a document. Begin a block, then write into it; empty blocks are dropped."""

    def __init__(self) -> None:
        self.blocks: list[BlockBuilder] = []
        self.omissions: list[Omission] = []
        self.marks: list[IgnoreMark] = []
        self.base = 0
        """Added to every offset: where the part that is being read begins in the source."""
        self._block = BlockBuilder()
        self._suspended: list[BlockBuilder] = []
        self._notes: list[BlockBuilder] = []

    def begin_block(
        self, kind: BlockKind = "paragraph", level: int = 0, cell: CellPosition | None = None
    ) -> None:
        """End the current block and begin another."""
        self._close(self._block, self._notes if self._suspended else self.blocks)
        if self._notes and not self._suspended:
            self.blocks += self._notes
            self._notes = []
        self._block = BlockBuilder("note" if self._suspended and kind == "paragraph" else kind, level, cell)

    def set_cell(self, cell: CellPosition) -> None:
        """Set the position of the current block, whose spans may be known only after it began."""
        self._block.cell = cell

    def declare_header(self, table: int, rows: int) -> None:
        """Make the first rows of a table, which was written last, its header."""
        for block in (self._block, *reversed(self.blocks)):
            if block.cell and block.cell.table < table:
                break
            if block.cell and block.cell.table == table and block.cell.row <= rows:
                block.cell = block.cell._replace(header=True)

    def begin_note(self) -> None:
        """Suspend the current block and write into a note, which will follow that block."""
        self._suspended.append(self._block)
        self._block = BlockBuilder("note")

    def end_note(self) -> None:
        """End the note and resume the suspended block."""
        self._close(self._block, self._notes)
        self._block = self._suspended.pop()

    def end(self) -> None:
        """End every open note and block."""
        while self._suspended:
            self.end_note()
        self.begin_block()

    def copy(self, text: str, start: int) -> None:
        """Write text that stands at `start` of the source, character by character."""
        if not self._block.length:
            stripped = text.lstrip()
            start += len(text) - len(stripped)
            text = stripped
        if text:
            self._add(text, start, start + len(text))

    def copy_collapsed(self, text: str, start: int) -> None:
        """Copy text, with each run of collapsible white space as one space."""
        done = 0
        if text[:1] == " " and text[1:2] not in _COLLAPSIBLE:
            self.space(start, start + 1)
            done = 1
        for run in _COLLAPSIBLE_RUN.finditer(text, done):
            if done < run.start():
                self.copy(text[done : run.start()], start + done)
            self.space(start + run.start(), start + run.end())
            done = run.end()
        if done < len(text):
            self.copy(text[done:], start + done)

    def substitute(self, text: str, start: int, end: int) -> None:
        """Write text that represents `start:end` of the source as a whole."""
        if text and (self._block.length or not text.isspace()):
            self._add(text, start, end)

    def space(self, start: int, end: int, text: str = " ") -> None:
        """Write one space, unless the block is empty or already ends in one."""
        if self._block.length and self._block.texts[-1][-1] not in _COLLAPSIBLE:
            self._add(text, start, end)

    def _add(self, text: str, start: int, end: int) -> None:
        self._block.add(text, start + self.base, end + self.base)

    def omit(self, start: int, end: int, reason: str, visible: bool = False) -> None:
        """Leave `start:end` of the source out; put a placeholder where a reader would see something."""
        if visible:
            self.substitute(OBJECT, start, end)
        if start < end:
            self.omissions.append(Omission(start + self.base, end + self.base, reason))

    def mark(self, keyword: str, start: int, end: int, rules: str = "") -> None:
        """Record an ignore mark of the author, with the rules that it names as written."""
        self.marks.append(IgnoreMark(keyword, start + self.base, end + self.base, split_rules(rules)))

    def build(
        self,
        source: str,
        places: Places,
        *,
        name: str,
        path: Path | None,
        format: str,  # noqa: A002  as in Document
        encoding: str | None = None,
    ) -> Document:
        """Return the finished document."""
        self.end()
        builders = _without_references(self)
        _drop_heading_numbers(self, builders)
        _choose_title(builders)
        spans: list[MappedSpan] = []
        blocks, texts, at = [], [], 0
        for block in builders:
            spans += [MappedSpan(at + start, *rest) for start, *rest in block.spans]
            blocks.append(Block(at, at + block.length, block.kind, block.level, block.cell))
            texts.append(block.text)
            at += block.length + len(_BLOCK_SEPARATOR)
        source_map = SourceMap(spans)
        ignored: dict[str, IgnoredSpans] = {}
        if self.marks:
            cells = [(block.source_span, block.cell) for block in builders]
            lines = places.lines if isinstance(places, FilePlaces) else Lines(source)
            ignored = ignored_spans(self.marks, cells, places, lines, source_map, len(source))
        return Document(
            name=name,
            path=path,
            format=format,
            text=_BLOCK_SEPARATOR.join(texts),
            blocks=tuple(blocks),
            ignored=ignored.pop("").spans if ignored else (),
            ignored_rules=ignored,
            skipped=tuple(
                Skipped(places.place(start, end), reason, _may_hold_numbers(source[start:end], reason))
                for start, end, reason in sorted(self.omissions)
                if not source[start:end].isspace()
            ),
            encoding=encoding,
            source=source,
            source_map=source_map,
            places=places,
        )

    @staticmethod
    def _close(block: BlockBuilder, blocks: list[BlockBuilder]) -> None:
        if not block.length:
            return
        block.texts = [block.text]
        length = len(block.text.rstrip())
        if length < block.length:
            block.cut(0, length)
        if length:
            blocks.append(block)


_BLOCK_SEPARATOR = "\n\n"
_LONGEST_HEADING = 200
_REFERENCES = re.compile(
    r"(?:[\dIVX]+(?:\.\d+)*\.?\s+)?(?:(?:list of |cited |selected )?references(?: and notes| cited)?"
    r"|bibliography|works cited|literature cited)\s*:?",
    re.IGNORECASE,
)
_AFTER_REFERENCES = re.compile(
    r"(?:[\dA-ZIVX]+(?:\.\d+)*\.?\s+)?"
    r"(?:appendix|appendices|annex|supplement\w*|acknowledg\w*|about the authors?)\b",
    re.IGNORECASE,
)
_HEADING_NUMBER = re.compile(
    r"((?:[A-Z]|\d{1,3})(?:\.\d{1,3})+\.?|\d{1,3}\.|[IVX]{1,5}\.|\d{1,2})\s+(?=[^\W\d_])"
)
_MAGNITUDE = re.compile(r"(?:hundred|thousand|million|billion|trillion|percent|per cent|points?)\b", re.I)


def opens_references(line: str) -> bool:
    """Return whether a line, or the text of a heading, introduces a reference list."""
    line = line.strip()
    if len(line) > _LONGEST_HEADING or line[:1].islower():
        return False
    return _REFERENCES.fullmatch(line) is not None


def follows_references(line: str) -> bool:
    """Return whether a line that stands alone introduces a section that may follow the reference list."""
    return is_title(line) and not line[:1].islower() and _AFTER_REFERENCES.match(line.strip()) is not None


def _without_references(builder: DocumentBuilder) -> list[BlockBuilder]:
    """Omit each reference list, up to the heading that ends it, and return the other blocks."""
    kept: list[BlockBuilder] = []
    level: int | None = None
    start = end = 0
    for block in builder.blocks:
        if block.kind in ("heading", "title"):
            if level is not None and _ends_references(block, level):
                level = None
            if level is None and opens_references(block.text):
                builder.omit(start, end, "reference list")
                level, start = block.level, block.source_span[0]
        if level is None or block.kind == "header":
            kept.append(block)
        else:
            end = block.source_span[1]
    builder.omit(start, end, "reference list")
    return kept


def _ends_references(heading: BlockBuilder, level: int) -> bool:
    """Return whether a heading ends a reference list, by its level or, without levels, by its wording."""
    if level:
        return heading.level <= level
    return heading.level > 0 or follows_references(heading.text)


def _drop_heading_numbers(builder: DocumentBuilder, blocks: list[BlockBuilder]) -> None:
    """Omit the 3.2 of "3.2 Results", but keep the 10 of "10 lessons" unless the headings count up from 1."""
    numbered = []
    for block in blocks:
        if block.kind in ("heading", "title") and (match := _HEADING_NUMBER.match(block.text)):
            numbered.append((block, match))
    integers = [match[1] for _, match in numbered if match[1].isdigit()]
    count_up = len(integers) > 1 and integers == [str(number) for number in range(1, len(integers) + 1)]
    for block, match in numbered:
        if (count_up or not match[1].isdigit()) and not _MAGNITUDE.match(block.text, match.end()):
            start = block.source_span[0]
            block.cut(match.end(), block.length)
            builder.omit(start, block.source_span[0], "heading number")


def _choose_title(blocks: list[BlockBuilder]) -> None:
    """Make the first heading of level 1 the title if the format has not named one."""
    if any(block.kind == "title" for block in blocks):
        return
    for block in blocks:
        if block.kind == "heading" and block.level == 1:
            block.kind = "title"
            return


# Reasons for leaving out what a reader does not see, or sees as no part of the text.
_NOT_CONTENT = frozenset(
    {
        "address", "after the document", "comment", "deleted", "footnote mark", "front matter", "head",
        "heading number", "index", "moved away", "not shown", "page number", "preamble", "running header",
        "script", "shown another way", "style", "table of contents", "template",
    }
)  # fmt: skip
# What cannot be searched for digits.
_OPAQUE = frozenset(
    {
        "another file", "another page", "attachment", "chart", "diagram", "embedded object", "image",
        "missing chapter", "page without text", "text box",
    }
)  # fmt: skip


def _may_hold_numbers(source: str, reason: str) -> bool:
    return reason not in _NOT_CONTENT and (reason in _OPAQUE or any(map(str.isdigit, source)))
