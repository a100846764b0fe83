"""The text that a command reads numbers from, and the places of that text in the user's file."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from numerate.documents import Document, Limits, Place, is_address, read
from numerate.documents.source_map import Lines
from numerate.io.streams import standard_input
from numerate.report.outputs import one_line


@dataclass(frozen=True)
class TextSource:
    """A text with the place of each of its characters.

    A plain text file is taken character by character, blank lines and line ends included; of another format,
    the text is what a reader of the rendered document sees.
    """

    document: Document

    @property
    def text(self) -> str:
        """The text to read numbers from."""
        return self.document.source if self.is_plain else self.document.text

    @property
    def is_plain(self) -> bool:
        """Whether the text is the file, character by character."""
        return self.document.format == "text"

    @property
    def has_lines(self) -> bool:
        """Whether lines and columns are those of the file: DOCX and XLSX have none, a PDF those of pages."""
        return self.document.encoding is not None

    def locate(self, start: int, end: int) -> Place:
        """Return the place of the characters `start:end` of the text."""
        if not self.is_plain:
            return self.document.locate(start, end)
        # The place that the document would find, but for its offsets in bytes, which take most of the time.
        line, column = self._lines.position(start)
        return Place(start, end, f"line {line}, column {column}", line, column)

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.document.source)


def read_source(name: str) -> TextSource:
    """Read the file `name`, of any format and size, or standard input where it is "-"."""
    limits = Limits()
    if is_address(name):
        from numerate.documents.fetching import fetch

        return TextSource(fetch(name))
    if name == "-":
        data = standard_input().read()
        limits = replace(limits, file_bytes=max(limits.file_bytes, len(data)))
        return _source(read(data, name="standard input", limits=limits))
    path = Path(name)
    if path.is_file():
        limits = replace(limits, file_bytes=max(limits.file_bytes, path.stat().st_size))
    return _source(read(path, name=name, limits=limits))


def _source(document: Document) -> TextSource:
    if document.assumption:
        print(f"numerate: {one_line(document.name)}: {document.assumption}", file=sys.stderr)
    return TextSource(document)
