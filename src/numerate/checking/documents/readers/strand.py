"""A string cut out of the source line by line, as Markdown does with what stands in a quotation or a cell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Strand(NamedTuple):
    """A text and, for the start of each of its chunks, where the chunk stands in the source."""

    text: str
    starts: list[int]
    sources: list[int]

    @classmethod
    def whole(cls, source: str) -> Strand:
        """Give the source itself."""
        return cls(source, [0], [0])

    @classmethod
    def of(cls, chunks: Iterable[tuple[str, int]]) -> Strand:
        """Join chunks, each given with its place in the source."""
        texts, starts, sources, at = [], [], [], 0
        for text, source in chunks:
            texts.append(text)
            starts.append(at)
            sources.append(source)
            at += len(text)
        return cls("".join(texts), starts, sources)

    def part(self, start: int, end: int) -> Strand:
        """Cut out a stretch, as a strand of its own."""
        return Strand.of(self.cut(start, end))

    def at(self, offset: int) -> int:
        """Find where a character stands in the source."""
        index = max(0, bisect_right(self.starts, offset) - 1)
        return self.sources[index] + offset - self.starts[index]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Find where the characters `start:end` stand, first to last."""
        return self.at(start), self.at(end - 1) + 1 if end > start else self.at(start)

    def cut(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """Give `start:end` chunk by chunk, each with its place in the source."""
        index = max(0, bisect_right(self.starts, start) - 1)
        while start < end:
            stop = min(end, self.starts[index + 1]) if index + 1 < len(self.starts) else end
            yield self.text[start:stop], self.sources[index] + start - self.starts[index]
            start, index = stop, index + 1
