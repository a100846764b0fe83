"""Declarations of the formats that reader modules read, and the limits they read within."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numerate.documents.builder import DocumentBuilder
from numerate.documents.source_map import Places


@dataclass(frozen=True)
class Limits:
    """Bounds on reading one file; beyond them it raises `DocumentError`. Raise them for files you trust."""

    file_bytes: int = 50_000_000
    """Size of the file."""
    unpacked_bytes: int = 250_000_000
    """Total unpacked size of the parts of a DOCX or XLSX."""
    unpacked_ratio: int = 200
    """Unpacked over packed size of one part of a DOCX or XLSX. Files written by Office stay under 50."""
    pages: int = 5_000
    """Pages of a PDF."""
    seconds: float = 60.0
    """Time for one PDF, DOCX or XLSX, checked between pages, paragraphs and rows."""
    depth: int = 40
    """Nesting depth of Markdown lists and quotations."""


RAISE_LIMITS = "read it in Python with higher limits: numerate.documents.read(…, limits=Limits(…))"
"""The remedy for a file that is trusted; the command has no option for it."""


@dataclass(frozen=True)
class TextReader:
    """The reader of a text format. Decoding and byte offsets are taken care of by `read`."""

    format: str
    suffixes: tuple[str, ...]
    """In lower case, with the dot."""
    read: Callable[[str, DocumentBuilder, Limits], None]
    """Writes a decoded file into the builder."""
    sniff: Callable[[str], bool]
    """Returns whether the beginning of a file, with LF line ends, is in this format for certain."""


@dataclass(frozen=True)
class BinaryReader:
    """The reader of a binary format."""

    format: str
    suffixes: tuple[str, ...]
    """In lower case, with the dot."""
    read: Callable[[bytes, DocumentBuilder, Limits], tuple[str, Places]]
    """Writes a file into the builder; returns the text that the builder's offsets refer to and its places."""
    sniff: Callable[[bytes], bool]
    """Returns whether the first bytes of a file are those of this format."""
