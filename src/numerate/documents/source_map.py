"""The source map: from offsets in a document's text to offsets, lines and pages of its file."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, Protocol


class MappedSpan(NamedTuple):
    """A span of the text and the span of the source it was read from.

    Spans of equal length map character by character. Otherwise the whole text span maps to the whole source
    span, as "£" does to "&pound;".
    """

    start: int
    length: int
    source: int
    source_length: int


class SourceMap:
    """The mapped spans of a text, in text order. Blank lines between blocks belong to no span."""

    def __init__(self, spans: Iterable[MappedSpan]) -> None:
        columns = [array("q", column) for column in zip(*spans, strict=True)] or [array("q")] * 4
        self._starts, self._lengths, self._sources, self._source_lengths = columns

    def __getitem__(self, index: int) -> MappedSpan:
        return MappedSpan(
            self._starts[index], self._lengths[index], self._sources[index], self._source_lengths[index]
        )

    def __len__(self) -> int:
        return len(self._starts)

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span of the characters `start:end` of the text."""
        first = self._span_at(start)
        one_to_one = first.length == first.source_length
        source_start = first.source + (min(start - first.start, first.length) if one_to_one else 0)
        if end <= start:
            return source_start, source_start
        last = self._span_at(end - 1)
        one_to_one = last.length == last.source_length
        source_end = last.source + (min(end - last.start, last.length) if one_to_one else last.source_length)
        return source_start, max(source_start, source_end)

    def to_text(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the spans of the text that were read from the characters `start:end` of the source."""
        order, sources = self._by_source
        text_spans: list[tuple[int, int]] = []
        for index in order[max(0, bisect_right(sources, start) - 1) : bisect_left(sources, end)]:
            span = self[index]
            first, last = span.start, span.start + span.length
            if span.length == span.source_length:
                first = max(first, span.start + start - span.source)
                last = min(last, span.start + end - span.source)
            elif span.source + span.source_length <= start:
                continue
            if first < last:
                text_spans.append((first, last))
        return merge_spans(text_spans)

    def next_source(self, start: int) -> int:
        """Return where the source has text again, from `start` on; -1 if nowhere."""
        order, sources = self._by_source
        index = bisect_right(sources, start) - 1
        if index >= 0 and start < sources[index] + self._source_lengths[order[index]]:
            return start
        return sources[index + 1] if index + 1 < len(sources) else -1

    @cached_property
    def _by_source(self) -> tuple[list[int], list[int]]:
        order = sorted(range(len(self)), key=self._sources.__getitem__)
        return order, [self._sources[index] for index in order]

    def _span_at(self, offset: int) -> MappedSpan:
        if not self:
            return MappedSpan(0, 0, 0, 0)
        return self[max(0, bisect_right(self._starts, offset) - 1)]


def merge_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans and merge those that overlap or touch."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


class Place(NamedTuple):
    """A span of the user's file.

    `start` and `end` count characters from 0: of the decoded file without its byte order mark, of the
    paragraph in a DOCX, of the page's text in a PDF. Lines and columns count from 1, columns in characters;
    in a PDF they are those of the page, and a DOCX has none.
    """

    start: int
    end: int
    where: str
    """A description: "line 3, column 14", "table 2, row 3, column 1", "page 4, line 12"."""
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    """The column after the last character."""
    page: int | None = None
    byte_start: int | None = None
    byte_end: int | None = None
    """The span in bytes of the file, including its byte order mark; only text formats have it."""


class Places(Protocol):
    """Converts spans of the source to places in the file."""

    def place(self, start: int, end: int) -> Place:
        """Return the place of `start:end`."""
        ...


_LINE_END = re.compile(r"\r\n?|\n")


class Lines:
    """The lines of a text; they end in LF, CRLF or CR."""

    def __init__(self, source: str) -> None:
        self.starts = [0, *(end.end() for end in _LINE_END.finditer(source))]
        self._end = len(source)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Widen a span to whole lines."""
        first = bisect_right(self.starts, start) - 1
        after = bisect_right(self.starts, max(start, end - 1))
        return self.starts[first], self.starts[after] if after < len(self.starts) else self._end

    def after(self, offset: int) -> tuple[int, int]:
        """Return the span of the line after the one that contains `offset`."""
        start = self.span(offset, offset)[1]
        return self.span(start, start) if start < self._end else (start, start)


class FilePlaces:
    """Places in a text file."""

    # Characters between the offsets whose byte positions are kept. Finding any other byte position encodes
    # at most this many characters again.
    _STRIDE = 4096

    def __init__(self, source: str, encoding: str, mark_length: int) -> None:
        self._source = source
        self._encoding = encoding
        self._mark_length = mark_length

    @cached_property
    def lines(self) -> Lines:
        """The lines of the file."""
        return Lines(self._source)

    def place(self, start: int, end: int) -> Place:
        """Return the place of `start:end`."""
        (line, column), (end_line, end_column) = self.lines.position(start), self.lines.position(end)
        return Place(
            start,
            end,
            f"line {line}, column {column}",
            line,
            column,
            end_line,
            end_column,
            byte_start=self._byte_offset(start),
            byte_end=self._byte_offset(end),
        )

    @cached_property
    def _stride_offsets(self) -> list[int]:
        starts = range(0, len(self._source), self._STRIDE)
        sizes = (self._byte_length(start, start + self._STRIDE) for start in starts)
        return list(accumulate(sizes, initial=self._mark_length))

    def _byte_offset(self, offset: int) -> int:
        stride = offset // self._STRIDE
        return self._stride_offsets[stride] + self._byte_length(stride * self._STRIDE, offset)

    def _byte_length(self, start: int, end: int) -> int:
        return len(self._source[start:end].encode(self._encoding, "surrogateescape"))


class DocumentPart(NamedTuple):
    """A paragraph of a DOCX, a page of a PDF, a cell of a notebook."""

    start: int
    """Offset of its text in the source, which concatenates the texts of all parts."""
    where: str
    page: int | None = None
    lines: Lines | None = None


class PartPlaces:
    """Places in a file made of parts: the part, and the position in its text."""

    def __init__(self, parts: list[DocumentPart], end: int) -> None:
        self._parts = parts
        self._starts = [part.start for part in parts]
        self._ends = [*self._starts[1:], end]

    def place(self, start: int, end: int) -> Place:
        """Return the place of `start:end`, cut at the end of the part that contains `start`."""
        index = max(0, bisect_right(self._starts, start) - 1)
        part = self._parts[index]
        first, last = start - part.start, min(end, self._ends[index]) - part.start
        if part.lines is None:
            return Place(first, last, part.where, page=part.page)
        (line, column), (end_line, end_column) = part.lines.position(first), part.lines.position(last)
        where = f"{part.where}, line {line}"
        if part.page is None:  # a cell or a mail: its lines are not those of the file
            return Place(first, last, where)
        return Place(first, last, where, line, column, end_line, end_column, page=part.page)
