"""The text that a command reads numbers from, and the places of that text in the user's file."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from numerate.documents import Document, Limits, Place, read


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
        """Whether lines and columns are those of the file; a DOCX has none, a PDF has those of its pages."""
        return self.document.format not in ("docx", "pdf")

    def locate(self, start: int, end: int) -> Place:
        """Return the place of the characters `start:end` of the text."""
        document = self.document
        locate = document.places.place if self.is_plain else document.locate
        return locate(start, end)


def read_source(name: str) -> TextSource:
    """Read the file `name`, of any format and size, or standard input where it is "-"."""
    limits = Limits()
    if name == "-":
        data = sys.stdin.buffer.read()
        limits = replace(limits, file_bytes=max(limits.file_bytes, len(data)))
        return TextSource(read(data, name="standard input", limits=limits))
    path = Path(name)
    if path.is_file():
        limits = replace(limits, file_bytes=max(limits.file_bytes, path.stat().st_size))
    return TextSource(read(path, name=name, limits=limits))
