"""How much of a stranger's file is taken on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from numerate.documents.document import Format


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


SUFFIXES: dict[str, Format] = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".rst": "rst",
    ".rest": "rst",
    ".tex": "latex",
    ".ltx": "latex",
    ".latex": "latex",
    ".docx": "docx",
    ".docm": "docx",
    ".pdf": "pdf",
}
FORMATS: tuple[Format, ...] = ("text", "markdown", "html", "rst", "latex", "docx", "pdf")

_LOOKED_AT = 65536
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_LATEX = re.compile(r"^\s*\\(?:documentclass|begin\{document\}|(?:sub)*section\*?\{|chapter\*?\{)", re.M)
_RST = re.compile(r"^\.\. [\w-]+::|^[^\s=].*\n={4,}\n\n.*?(?:::\n\n|`_\b|``)", re.M | re.S)
_MARKDOWN = re.compile(
    r"^#{1,6} \S|^(?:```|~~~)|^---\n(?=\w)|\[[^\]\n]+\]\([^)\s]+\)|\*\*\S[^*\n]*\*\*", re.M
)


def by_suffix(name: str) -> Format | None:
    """The format that a file's suffix states."""
    return SUFFIXES.get(PurePath(name).suffix.lower())


def by_content(data: bytes) -> Format:
    """The format that the first bytes of a file show; plain text where none is certain."""
    head = data[:_LOOKED_AT]
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        return "docx"
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = head.decode(encoding, "replace").replace("\r\n", "\n")
    if _HTML.match(text):
        return "html"
    if _LATEX.search(text):
        return "latex"
    if _RST.search(text):
        return "rst"
    return "markdown" if _MARKDOWN.search(text) else "text"
