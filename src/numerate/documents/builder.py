"""What readers write into: blocks of text, each character with its place in the source."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from numerate.documents.document import OBJECT, Cell, Kind
from numerate.documents.source_map import Piece

# White space as HTML and TeX mean it: any run of it shows as one space. Others, such as U+00A0, are kept.
_WHITE = frozenset(" \t\r\n\f")
_GAP = re.compile(r"[ \t\r\n\f]{2,}|[\t\r\n\f]")

SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
SUBSCRIPT = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")


@dataclass
class DraftBlock:
    """A block in the making. Pieces count from the start of the block."""

    kind: Kind = "paragraph"
    level: int = 0
    cell: Cell | None = None
    texts: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    length: int = 0

    @property
    def text(self) -> str:
        """Give what was written so far."""
        return "".join(self.texts)

    @property
    def span(self) -> tuple[int, int]:
        """From the first to the last character of the source that is in it."""
        return (
            min(piece.source for piece in self.pieces),
            max(piece.source + piece.source_length for piece in self.pieces),
        )

    def add(self, text: str, start: int, end: int) -> None:
        """Write what `start:end` of the source shows; one piece, if it goes on where the last one ended."""
        length = len(text)
        if self.pieces:
            last = self.pieces[-1]
            follows = last.source + last.source_length == start and last.length == last.source_length
            if follows and end - start == length:
                self.pieces[-1] = Piece(last.start, last.length + length, last.source, last.length + length)
                self.texts.append(text)
                self.length += length
                return
        self.pieces.append(Piece(self.length, length, start, end - start))
        self.texts.append(text)
        self.length += length

    def cut(self, first: int, last: int) -> None:
        """Keep the characters `first:last` only."""
        pieces = []
        for piece in self.pieces:
            start, end = max(first, piece.start), min(last, piece.start + piece.length)
            if start >= end:
                continue
            if piece.length == piece.source_length:
                source = piece.source + start - piece.start
                pieces.append(Piece(start - first, end - start, source, end - start))
            else:
                pieces.append(Piece(start - first, end - start, piece.source, piece.source_length))
        self.texts = [self.text[first:last]]
        self.pieces = pieces
        self.length = last - first


class Omission(NamedTuple):
    """A stretch of the source left out, and why."""

    start: int
    end: int
    reason: str


class Mark(NamedTuple):
    """A `numerate: ignore`, `ignore-start` or `ignore-end` of the author's, and where it stands."""

    what: str
    start: int
    end: int


class Draft:
    """The text so far. Begin a block, then write into it; an empty block leaves no trace."""

    def __init__(self) -> None:
        self.blocks: list[DraftBlock] = []
        self.omissions: list[Omission] = []
        self.marks: list[Mark] = []
        self._block = DraftBlock()
        self._held: list[DraftBlock] = []
        self._notes: list[DraftBlock] = []

    def begin(self, kind: Kind = "paragraph", level: int = 0, cell: Cell | None = None) -> None:
        """End the block that is open and begin another."""
        self._close(self._block, self._notes if self._held else self.blocks)
        if self._notes and not self._held:
            self.blocks += self._notes
            self._notes = []
        self._block = DraftBlock("note" if self._held and kind == "paragraph" else kind, level, cell)

    def begin_note(self) -> None:
        """Hold the block that is open; what comes goes into a block of its own, which follows it."""
        self._held.append(self._block)
        self._block = DraftBlock("note")

    def end_note(self) -> None:
        """Go on with the block that was held."""
        self._close(self._block, self._notes)
        self._block = self._held.pop()

    def end(self) -> None:
        """End everything that is still open."""
        while self._held:
            self.end_note()
        self.begin()

    def copy(self, text: str, start: int) -> None:
        """Write what stands at `start` of the source, character by character."""
        if not self._block.length:
            shown = text.lstrip()
            start += len(text) - len(shown)
            text = shown
        if text:
            self._block.add(text, start, start + len(text))

    def put(self, text: str, start: int, end: int) -> None:
        """Write what `start:end` of the source stands for, as a whole."""
        if text and (self._block.length or not text.isspace()):
            self._block.add(text, start, end)

    def space(self, start: int, end: int, text: str = " ") -> None:
        """Write one space for white space of the source; none at the start of a block or after another."""
        if self._block.length and self._block.texts[-1][-1] not in _WHITE:
            self._block.add(text, start, end)

    def flow(self, text: str, start: int) -> None:
        """Copy, with every run of white space shown as one space."""
        done = 0
        if text[:1] == " " and text[1:2] not in _WHITE:
            self.space(start, start + 1)
            done = 1
        for gap in _GAP.finditer(text, done):
            if done < gap.start():
                self.copy(text[done : gap.start()], start + done)
            self.space(start + gap.start(), start + gap.end())
            done = gap.end()
        if done < len(text):
            self.copy(text[done:], start + done)

    def omit(self, start: int, end: int, reason: str, shown: bool = False) -> None:
        """Leave `start:end` of the source out; where a reader sees something there, mark the spot."""
        if shown:
            self.put(OBJECT, start, end)
        if start < end:
            self.omissions.append(Omission(start, end, reason))

    def mark(self, what: str, start: int, end: int) -> None:
        """Note a word of the author to leave something be."""
        self.marks.append(Mark(what, start, end))

    @staticmethod
    def _close(block: DraftBlock, into: list[DraftBlock]) -> None:
        if not block.length:
            return
        block.texts = [block.text]
        shown = len(block.text.rstrip())
        if shown < block.length:
            block.cut(0, shown)
        if shown:
            into.append(block)
