"""Offsets of a text as positions of the language server protocol, and back."""

from __future__ import annotations

from bisect import bisect_right

from lsprotocol import types

from numerate.documents.source_map import Lines

_UNITS = {
    types.PositionEncodingKind.Utf8: ("utf-8", 1),
    types.PositionEncodingKind.Utf16: ("utf-16-le", 2),
    types.PositionEncodingKind.Utf32: ("utf-32-le", 4),
}


class Positions:
    """The lines of a text, whose columns count code units of the encoding that the client has chosen."""

    def __init__(
        self,
        source: str,
        encoding: types.PositionEncodingKind | str | None = types.PositionEncodingKind.Utf16,
    ) -> None:
        self._source = source
        self._starts = Lines(source).starts
        self._codec, self._size = _UNITS[types.PositionEncodingKind(encoding or "utf-16")]

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        line = bisect_right(self._starts, offset) - 1
        before = self._source[self._starts[line] : offset]
        return types.Position(line, len(before.encode(self._codec, "surrogatepass")) // self._size)

    def range(self, start: int, end: int) -> types.Range:
        """Return the range of `start:end`."""
        return types.Range(self.position(start), self.position(end))

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position; one after the end of its line is at the end of that line."""
        if position.line >= len(self._starts):
            return len(self._source)
        start = self._starts[position.line]
        end = self._starts[position.line + 1] if position.line + 1 < len(self._starts) else None
        line = self._source[start:end].rstrip("\r\n")
        units = line.encode(self._codec, "surrogatepass")[: position.character * self._size]
        return start + len(units.decode(self._codec, "ignore"))
