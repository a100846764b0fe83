"""The text of a PDF page: lines with positions, split where gaps are wide, with raised and lowered digits."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from math import pi
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from numerate.documents.builder import SUBSCRIPT, SUPERSCRIPT

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_WORD = re.compile(r"\S+")
_SPACE = re.compile(r"\s")
_DIGIT = re.compile(r"\d")
_LONGEST_LINE = 2000
# Width of a gap between columns, relative to the size of the text. Spaces between words stay below it.
_COLUMN_GAP = 0.7
# Width of a space between words, relative to the size of the text.
_WORD_GAP = 0.12
# Height of a raised or lowered character, and how far it is moved, relative to the line.
_SCRIPT_SIZE = 0.85
_SCRIPT_RISE = 0.15
_SCRIPT_DROP = 0.03
# Overlap in height of parts of one line, relative to the lower part.
_SAME_LINE = 0.5
# Distance of lines, relative to their size, above which characters turned by 90° are on different lines.
_NEXT_LINE = 0.6


class PdfSegment(NamedTuple):
    """A part of a line without wide gaps: its characters `start:end`, and its position."""

    start: int
    end: int
    left: float
    right: float


class PdfLine(NamedTuple):
    """A line of a page and its position, in points from the bottom left of the page.

    The coordinates of a line that is turned are those of a page turned the same way.
    """

    text: str
    left: float
    right: float
    bottom: float
    size: float
    """Height of the first character, as that of the line."""
    baseline: float = 0.0
    """Bottom of the characters that are neither raised nor lowered."""
    shown: str = ""
    """The text with superscripts and subscripts; character by character the same as `text` otherwise."""
    segments: tuple[PdfSegment, ...] = ()
    turns: int = 0
    """By how many right angles the text is turned, clockwise."""


class _Glyph(NamedTuple):
    at: int
    left: float
    bottom: float
    right: float
    top: float
    turns: int

    @property
    def height(self) -> float:
        return self.top - self.bottom


class PlacedLine(NamedTuple):
    """A line with the positions of its characters; their offsets count from its start."""

    text: str
    glyphs: list[_Glyph]
    origins: list[tuple[int, int]]
    """Where parts of the line begin: the offset in the line, and in PDFium's text of the page."""

    def origin(self, offset: int) -> int:
        """Return the offset in PDFium's text of the page of a character that is not a space."""
        start, origin = self.origins[bisect_right(self.origins, (offset, 1 << 60)) - 1]
        return origin + offset - start


def read_lines(textpage: PdfTextPage) -> list[PdfLine]:
    """Read the lines of a page."""
    return [_line(placed.text, placed.glyphs) for placed in placed_lines(textpage)]


def placed_lines(textpage: PdfTextPage) -> list[PlacedLine]:
    """Return the lines of a page that are not blank: those of PDFium, joined and split where it errs."""
    text = textpage.get_text_range() if textpage.count_chars() else ""
    lines: list[PlacedLine] = []
    for match in _LINE.finditer(text):
        for glyphs in _split_line(list(_glyphs(textpage, text, *match.span(1)))):
            start, end = glyphs[0].at, glyphs[-1].at + 1
            moved = [glyph._replace(at=glyph.at - start) for glyph in glyphs]
            line = PlacedLine(text[start:end], moved, [(0, start)])
            if lines and len(lines[-1].text) < _LONGEST_LINE and _continues(lines[-1].glyphs[-1], moved[0]):
                line = _join(lines.pop(), line)
            lines.append(line)
    return lines


def character_box(textpage: PdfTextPage, at: int) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of a character of PDFium's text; zeros if unknown."""
    from pypdfium2 import PdfiumError
    from pypdfium2.raw import FPDFText_GetCharIndexFromTextIndex

    # PDFium counts the characters of the page differently from those of its text.
    index = FPDFText_GetCharIndexFromTextIndex(textpage, at)
    try:
        left, bottom, right, top = textpage.get_charbox(index, loose=True)
    except PdfiumError:
        return 0.0, 0.0, 0.0, 0.0
    return left, bottom, right, top


def _glyphs(textpage: PdfTextPage, text: str, start: int, end: int) -> Iterator[_Glyph]:
    """Yield the characters of a line whose position matters, in the coordinates of their direction."""
    from pypdfium2.raw import (
        FS_RECTF,
        FPDFText_GetCharAngle,
        FPDFText_GetCharIndexFromTextIndex,
        FPDFText_GetLooseCharBox,
    )

    box = FS_RECTF()
    for at in _looked_at(text, start, end):
        # PDFium counts the characters of the page differently from those of its text.
        index = FPDFText_GetCharIndexFromTextIndex(textpage, at)
        if index < 0 or not FPDFText_GetLooseCharBox(textpage, index, box):
            yield _Glyph(at, 0.0, 0.0, 0.0, 0.0, 0)
            continue
        turns = round(FPDFText_GetCharAngle(textpage, index) / (pi / 2)) % 4
        yield _turned(at, box.left, box.bottom, box.right, box.top, turns)


def _looked_at(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the characters whose position matters: the ends of words, and all of those with digits."""
    for word in _WORD.finditer(text, start, end):
        if word.end() - word.start() == 1:
            yield word.start()
        elif _DIGIT.search(word[0]):
            yield from range(*word.span())
        else:
            yield word.start()
            yield word.end() - 1


def _turned(at: int, left: float, bottom: float, right: float, top: float, turns: int) -> _Glyph:
    """Return a character in coordinates in which its line runs to the right."""
    if turns == 1:
        return _Glyph(at, -top, left, -bottom, right, turns)
    if turns == 2:
        return _Glyph(at, -right, -top, -left, -bottom, turns)
    if turns == 3:
        return _Glyph(at, bottom, -right, top, -left, turns)
    return _Glyph(at, left, bottom, right, top, turns)


def _split_line(glyphs: list[_Glyph]) -> Iterator[list[_Glyph]]:
    """Split a line of PDFium, which joins hyphens and turned text to it, where another line begins."""
    line: list[_Glyph] = []
    for glyph in glyphs:
        if line:
            before = line[-1]
            moved = abs(glyph.bottom - before.bottom) / max(glyph.height, before.height, 0.1)
            if glyph.turns != before.turns or moved > (_NEXT_LINE if glyph.turns else 1.0):
                yield line
                line = []
        line.append(glyph)
    if line:
        yield line


def _line(text: str, glyphs: list[_Glyph]) -> PdfLine:
    height = median(glyph.height for glyph in glyphs)
    usual = min(glyphs, key=lambda glyph: abs(glyph.height - height))
    segments: list[PdfSegment] = []
    for glyph in glyphs:
        skipped = text[segments[-1].end : glyph.at] if segments else ""
        in_word = skipped and not _SPACE.search(skipped)
        if in_word or (segments and glyph.left - segments[-1].right <= _COLUMN_GAP * height):
            segments[-1] = segments[-1]._replace(end=glyph.at + 1, right=max(segments[-1].right, glyph.right))
        else:
            segments.append(PdfSegment(glyph.at, glyph.at + 1, glyph.left, glyph.right))
    return PdfLine(
        text,
        glyphs[0].left,
        glyphs[-1].right,
        glyphs[0].bottom,
        glyphs[0].height,
        usual.bottom,
        _with_scripts(text, glyphs, usual),
        tuple(segments),
        usual.turns,
    )


def _with_scripts(text: str, glyphs: list[_Glyph], usual: _Glyph) -> str:
    """Return a text with its raised and lowered digits as such, except in fractions."""
    shown = list(text)
    for glyph in glyphs:
        if glyph.height >= _SCRIPT_SIZE * usual.height or glyph.height <= 0:
            continue
        if text[glyph.at - 1 : glyph.at + 2].strip("0123456789 ") in ("/", "⁄"):
            continue
        if glyph.bottom > usual.bottom + _SCRIPT_RISE * usual.height:
            shown[glyph.at] = text[glyph.at].translate(SUPERSCRIPT)
        elif glyph.bottom < usual.bottom + _SCRIPT_DROP * usual.height:
            shown[glyph.at] = text[glyph.at].translate(SUBSCRIPT)
    return "".join(shown)


def _continues(before: _Glyph, glyph: _Glyph) -> bool:
    """Return whether a character continues a line: PDFium ends lines at raised characters."""
    if before.turns != glyph.turns or not min(before.height, glyph.height):
        return False
    overlap = min(before.top, glyph.top) - max(before.bottom, glyph.bottom)
    widest = _COLUMN_GAP * max(before.height, glyph.height)
    on_line = overlap >= _SAME_LINE * min(before.height, glyph.height)
    return on_line and -0.1 * widest <= glyph.left - before.right <= widest


def _join(line: PlacedLine, following: PlacedLine) -> PlacedLine:
    before, after = line.glyphs[-1], following.glyphs[0]
    # The space at the end of a line is not kept; raised characters follow without one.
    space = " " if after.left - before.right > _WORD_GAP * max(before.height, after.height) else ""
    offset = len(line.text) + len(space)
    moved = [glyph._replace(at=glyph.at + offset) for glyph in following.glyphs]
    origins = [(start + offset, origin) for start, origin in following.origins]
    return PlacedLine(line.text + space + following.text, line.glyphs + moved, line.origins + origins)
