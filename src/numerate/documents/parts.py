"""Writing files that are made of parts: paragraphs, or texts in cells, mails and chapters."""

from __future__ import annotations

from collections.abc import Callable

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import BlockKind, CellPosition
from numerate.documents.formats import Limits
from numerate.documents.source_map import DocumentPart, Lines, PartPlaces


class PartWriter:
    """Writes parts into a builder, and records the place of each."""

    def __init__(self, builder: DocumentBuilder, limits: Limits) -> None:
        self._builder = builder
        self._limits = limits
        self._texts: list[str] = []
        self._parts: list[DocumentPart] = []
        self._length = 0
        self._tables = 0

    def paragraph(
        self,
        where: str,
        text: str,
        kind: BlockKind = "paragraph",
        level: int = 0,
        cell: CellPosition | None = None,
    ) -> None:
        """Write a paragraph."""
        if not text.strip():
            return
        self._parts.append(DocumentPart(self._length, where))
        self._builder.begin_block(kind, level, cell)
        self._builder.copy(text, self._length)
        self._add(text)

    def embed(self, where: str, text: str, read: Callable[[str, DocumentBuilder, Limits], None]) -> None:
        """Write a text with the reader of its format; its lines are part of the places."""
        if not text.strip():
            return
        self._parts.append(DocumentPart(self._length, where, lines=Lines(text)))
        first = len(self._builder.blocks)
        self._builder.base = self._length
        read(text, self._builder, self._limits)
        self._builder.end()
        self._builder.base = 0
        # Each reader counts its tables from 1.
        for block in self._builder.blocks[first:]:
            if block.cell:
                block.cell = block.cell._replace(table=block.cell.table + self._tables)
        tables = [block.cell.table for block in self._builder.blocks[first:] if block.cell]
        self._tables = max([self._tables, *tables])
        self._add(text)

    def omit(self, where: str, text: str, reason: str) -> None:
        """Leave a part out."""
        if text.strip():
            self._parts.append(DocumentPart(self._length, where, lines=Lines(text)))
            self._builder.omit(self._length, self._length + len(text), reason)
            self._add(text)

    def finish(self) -> tuple[str, PartPlaces]:
        """Return the texts of all parts, and their places."""
        self._builder.end()
        parts = self._parts or [DocumentPart(0, "the file")]
        return "".join(self._texts), PartPlaces(parts, self._length)

    def _add(self, text: str) -> None:
        self._texts.append(text + "\n")
        self._length += len(text) + 1
