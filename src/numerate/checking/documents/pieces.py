"""The map between the running text and what it was read from: pieces of one in pieces of the other."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple


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
