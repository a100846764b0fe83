"""The map between the running text and what it was read from: pieces of one in pieces of the other."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, Protocol


class Piece(NamedTuple):
    """Some characters of the text, and the characters of the source that they stand for.

    Where both are equally many they pair off one by one; otherwise all stand for all: "£" for "&pound;".
    """

    start: int
    length: int
    source: int
    source_length: int


class Pieces:
    """Every piece of a text, in its order. Between two lies nothing, or the blank line between two blocks."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        columns = [array("q", column) for column in zip(*pieces, strict=True)] or [array("q")] * 4
        self._starts, self._lengths, self._sources, self._source_lengths = columns

    def __getitem__(self, index: int) -> Piece:
        return Piece(
            self._starts[index], self._lengths[index], self._sources[index], self._source_lengths[index]
        )

    def __len__(self) -> int:
        return len(self._starts)

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Find where the characters `start:end` of the text come from."""
        first = self._at(start)
        paired = first.length == first.source_length
        begin = first.source + (min(start - first.start, first.length) if paired else 0)
        if end <= start:
            return begin, begin
        last = self._at(end - 1)
        paired = last.length == last.source_length
        stop = last.source + (min(end - last.start, last.length) if paired else last.source_length)
        return begin, max(begin, stop)

    def text(self, start: int, end: int) -> list[tuple[int, int]]:
        """Find the spans of the text that come from the characters `start:end` of the source."""
        order, sources = self._by_source
        spans: list[tuple[int, int]] = []
        for index in order[max(0, bisect_right(sources, start) - 1) : bisect_left(sources, end)]:
            piece = self[index]
            begin, stop = piece.start, piece.start + piece.length
            if piece.length == piece.source_length:
                begin = max(begin, piece.start + start - piece.source)
                stop = min(stop, piece.start + end - piece.source)
            elif piece.source + piece.source_length <= start:
                continue
            if begin < stop:
                spans.append((begin, stop))
        return joined(spans)

    @cached_property
    def _by_source(self) -> tuple[list[int], list[int]]:
        order = sorted(range(len(self)), key=self._sources.__getitem__)
        return order, [self._sources[index] for index in order]

    def _at(self, offset: int) -> Piece:
        if not self:
            return Piece(0, 0, 0, 0)
        return self[max(0, bisect_right(self._starts, offset) - 1)]


def joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans and join those that touch."""
    result: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = result[-1][0], max(end, result[-1][1])
        else:
            result.append((start, end))
    return result


_LINE_END = re.compile(r"\r\n?|\n")
# Characters from one known byte offset to the next: little enough to encode again for every question.
_STRIDE = 4096


class Place(NamedTuple):
    """A stretch of the user's file.

    `start` and `end` count characters from 0: of the file as decoded, without a byte order mark; in a DOCX,
    of the paragraph; in a PDF, of the text of the page. Lines and columns count from 1, the latter in
    characters; a PDF's are those of the page, and a DOCX has none.
    """

    start: int
    end: int
    where: str
    """The place in words: "line 3, column 14", "table 2, row 3, column 1", "page 4, line 12"."""
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    """The column after the last character."""
    page: int | None = None
    byte_start: int | None = None
    byte_end: int | None = None
    """The same stretch in bytes of the file, byte order mark and all; only text formats have it."""


class Places(Protocol):
    """Turns a span of the source that a reader wrote from into a place."""

    def place(self, start: int, end: int) -> Place:
        """Find the place of `start:end`."""
        ...


class Lines:
    """The lines of a text, whichever of the three line ends it uses."""

    def __init__(self, source: str) -> None:
        self.starts = [0, *(end.end() for end in _LINE_END.finditer(source))]
        self._end = len(source)

    def position(self, offset: int) -> tuple[int, int]:
        """Give line and column, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Widen a span to whole lines."""
        first = bisect_right(self.starts, start) - 1
        after = bisect_right(self.starts, max(start, end - 1))
        return self.starts[first], self.starts[after] if after < len(self.starts) else self._end

    def after(self, offset: int) -> tuple[int, int]:
        """Give the line after the one that holds `offset`."""
        start = self.span(offset, offset)[1]
        return self.span(start, start) if start < self._end else (start, start)


class FilePlaces:
    """Places in a text file."""

    def __init__(self, source: str, encoding: str, mark: int) -> None:
        self._source = source
        self._encoding = encoding
        self._mark = mark

    @cached_property
    def lines(self) -> Lines:
        """Give the lines of the file."""
        return Lines(self._source)

    @cached_property
    def _known(self) -> list[int]:
        chunks = range(0, len(self._source), _STRIDE)
        return list(accumulate((self._size(at, at + _STRIDE) for at in chunks), initial=self._mark))

    def place(self, start: int, end: int) -> Place:
        """Find the place of `start:end`."""
        (line, column), (end_line, end_column) = self.lines.position(start), self.lines.position(end)
        return Place(
            start,
            end,
            f"line {line}, column {column}",
            line,
            column,
            end_line,
            end_column,
            byte_start=self._bytes(start),
            byte_end=self._bytes(end),
        )

    def _bytes(self, offset: int) -> int:
        chunk = offset // _STRIDE
        return self._known[chunk] + self._size(chunk * _STRIDE, offset)

    def _size(self, start: int, end: int) -> int:
        return len(self._source[start:end].encode(self._encoding, "surrogateescape"))


class Part(NamedTuple):
    """A paragraph of a DOCX or a page of a PDF."""

    start: int
    """Where its text begins in the source, in which all parts follow one another."""
    where: str
    page: int | None = None
    lines: Lines | None = None


class PartPlaces:
    """Places in a file that is no text: in which of its parts, and where in that."""

    def __init__(self, parts: list[Part], end: int) -> None:
        self._parts = parts
        self._starts = [part.start for part in parts]
        self._ends = [*self._starts[1:], end]

    def place(self, start: int, end: int) -> Place:
        """Find the place of `start:end`; where it reaches beyond its part, only as far as that."""
        index = max(0, bisect_right(self._starts, start) - 1)
        part = self._parts[index]
        first, last = start - part.start, min(end, self._ends[index]) - part.start
        if part.lines is None:
            return Place(first, last, part.where, page=part.page)
        (line, column), (end_line, end_column) = part.lines.position(first), part.lines.position(last)
        where = f"{part.where}, line {line}"
        return Place(first, last, where, line, column, end_line, end_column, page=part.page)
