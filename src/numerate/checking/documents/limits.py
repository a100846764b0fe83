"""How much of a stranger's file is taken on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Where reading stops with a `DocumentError`. Give larger ones to files you trust."""

    file_bytes: int = 50_000_000
    """Bytes of the file itself."""
    unpacked_bytes: int = 250_000_000
    """Bytes that the parts of a DOCX may unpack to, all together."""
    unpacked_ratio: int = 200
    """How many times its packed size a part of a DOCX may unpack to. Word's own stay under 50."""
    pages: int = 5_000
    """Pages of a PDF."""
    seconds: float = 60.0
    """Time for one PDF or DOCX. It is looked at between pages and paragraphs, not within one."""
    depth: int = 40
    """How deeply lists and quotations of Markdown may be nested."""
