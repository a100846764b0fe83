"""PDF: the text of its pages, line by line, put together into paragraphs."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from numerate.documents.builder import DocumentBuilder, follows_references, opens_references
from numerate.documents.document import is_title
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.source_map import Lines, Part, PartPlaces
from numerate.errors import UnreadableError, needs_extra

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

# PDFium is one for the whole process and may be asked by one thread at a time.
_PDFIUM = threading.Lock()
_PASSWORD = 4
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")


def read_pdf(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write the text of a PDF; give the texts of its pages and where each stands."""
    with needs_extra("documents", "reading it"):
        from pypdfium2 import PdfiumError
    with _PDFIUM:
        try:
            pages = _read_pages(data, limits)
        except (PdfiumError, RecursionError) as error:
            if getattr(error, "err_code", None) == _PASSWORD:
                raise UnreadableError("is protected by a password; save a copy without one") from None
            raise UnreadableError("is no PDF, or is broken; make it again, or print it to a PDF") from None
    if not any(page.lines for page in pages):
        raise UnreadableError("holds no text, at most pictures of it; run it through OCR, such as ocrmypdf")
    return _write(pages, builder)


def _read_pages(data: bytes, limits: Limits) -> list[Page]:
    from pypdfium2 import PdfDocument

    until = time.monotonic() + limits.seconds
    document = PdfDocument(data)
    try:
        if len(document) > limits.pages:
            raise UnreadableError(
                f"has {len(document):,} pages; at most {limits.pages:,} are read; split it, or allow more",
            )
        pages = []
        for number in range(len(document)):
            if time.monotonic() > until:
                raise UnreadableError(
                    f"takes longer than {limits.seconds:g} s to read (page {number + 1} reached); split it",
                )
            pages.append(_read_page(document, number))
        return pages
    finally:
        document.close()


def _read_page(document: PdfDocument, number: int) -> Page:
    page = document[number]
    try:
        textpage = page.get_textpage()
        try:
            return Page(number + 1, _read_lines(textpage))
        finally:
            textpage.close()
    finally:
        page.close()


def _read_lines(textpage: PdfTextPage) -> list[Line]:
    text = textpage.get_text_range() if textpage.count_chars() else ""
    lines = []
    for match in _LINE.finditer(text):
        if shown := match[1].strip():
            at = match.start() + match[1].index(shown[0])
            left, bottom, _, top = _box(textpage, at)
            right = _box(textpage, at + len(shown) - 1)[2]
            lines.append(Line(shown, left, right, bottom, top - bottom))
    return lines


def _box(textpage: PdfTextPage, at: int) -> tuple[float, float, float, float]:
    """The box of a character of the text, which PDFium counts otherwise; zeros if unknown."""
    from pypdfium2 import PdfiumError
    from pypdfium2.raw import FPDFText_GetCharIndexFromTextIndex

    index = FPDFText_GetCharIndexFromTextIndex(textpage, at)
    try:
        left, bottom, right, top = textpage.get_charbox(index, loose=True)
    except PdfiumError:
        return 0.0, 0.0, 0.0, 0.0
    return left, bottom, right, top


def _write(pages: list[Page], builder: DocumentBuilder) -> tuple[str, PartPlaces]:
    left_out = edges(pages)
    layout = Layout(pages)
    sources: list[str] = []
    parts: list[Part] = []
    at = 0
    first = True
    for page in pages:
        source = "".join(f"{line.text}\n" for line in page.lines)
        parts.append(Part(at, f"page {page.number}", page.number, Lines(source)))
        starts = []
        for index, line in enumerate(page.lines):
            starts.append(at)
            if reason := left_out.get((page.number, index)):
                builder.omit(at, at + len(line.text), reason)
            at += len(line.text) + 1
        kept = [index for index in range(len(page.lines)) if (page.number, index) not in left_out]
        for paragraph in layout.paragraphs(page, kept):
            write_paragraph(page, starts, paragraph, builder, first)
            first = False
        sources.append(source)
    return "".join(sources), PartPlaces(parts, at)


_DIGITS = re.compile(r"[0-9]{1,9}")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s+)?(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?\W*", re.IGNORECASE)
# PDFium's sign for a hyphen that only ends a line.
_BROKEN = ("\ufffe", "\x02", "\xad")
_WIDER = 1.35
"""How many times the usual distance of lines makes a new paragraph."""
_LARGER = 1.15
"""How many times the size of the text makes a title, or another paragraph."""
_SHORT = 0.85
"""What share of its column a line must fill for a sentence to go on below it whatever comes."""
_ENDS = (".", "!", "?", ":", ";")
_COLUMN = 36
"""Points within which lines that begin there belong to one column."""
_FEWEST = 3
"""Pages that must share a line before it is taken for a header."""


class Line(NamedTuple):
    """A line of a page: its text, and where on the page it stands, in points from the bottom left."""

    text: str
    left: float
    right: float
    bottom: float
    size: float


class Page(NamedTuple):
    """A page, counted from 1."""

    number: int
    lines: list[Line]


def edges(pages: list[Page]) -> dict[tuple[int, int], str]:
    """The lines at the top and bottom of pages that count or head the pages, and which of both.

    A page number counts up from one page to the next; a header is on at least three pages and on half of
    them, at one height, the same but for a number that counts the pages. Up to two such lines stand at either
    edge.
    """
    found: dict[tuple[int, int], str] = {}
    for from_top in (True, False):
        rest = {page.number: list(range(len(page.lines)))[:: 1 if from_top else -1] for page in pages}
        for _ in range(2):
            lines = {page.number: page.lines[rest[page.number][0]] for page in pages if rest[page.number]}
            for number, reason in _repeated(lines, len(pages)).items():
                found[number, rest[number].pop(0)] = reason
    return found


def _repeated(lines: dict[int, Line], pages: int) -> dict[int, str]:
    """Of one line of every page, those that count or head the pages."""
    matches = ((page, _PAGE_NUMBER.fullmatch(line.text)) for page, line in lines.items())
    numbers = {page: int(match[1]) for page, match in matches if match}
    alike = Counter(key for page, line in lines.items() for key in _keys(page, line))
    found = {}
    for page, line in lines.items():
        often = max(alike[key] for key in _keys(page, line))
        if page in numbers and any(numbers.get(page + step) == numbers[page] + step for step in (-1, 1)):
            found[page] = "page number"
        elif often >= _FEWEST and 2 * often >= pages:
            found[page] = "running header"
    return found


def _keys(page: int, line: Line) -> set[tuple[int, str]]:
    """A line as it is, and with its first or last number counted from the page; with its height there."""
    texts = {line.text}
    numbers = list(_DIGITS.finditer(line.text))
    for number in (*numbers[:1], *numbers[-1:]):
        texts.add(f"{line.text[: number.start()]}\0{int(number[0]) - page}{line.text[number.end() :]}")
    return {(round(line.bottom), text) for text in texts}


class Layout:
    """How the lines of a document lie, as far as it tells which of them belong together."""

    def __init__(self, pages: list[Page]) -> None:
        gaps = sorted(
            gap
            for page in pages
            for before, line in pairwise(page.lines)
            if (gap := before.bottom - line.bottom) > 0
        )
        # Most lines have another close below; the lower quarter holds even where paragraphs are short.
        self._gap = gaps[len(gaps) // 4] if gaps else 0.0
        self._rights: dict[int, float] = defaultdict(float)
        for page in pages:
            for line in page.lines:
                self._rights[_column(line)] = max(self._rights[_column(line)], line.right)

    def paragraphs(self, page: Page, kept: list[int]) -> Iterator[list[int]]:
        """Group the lines that are kept: a wide gap, another size or column, or a short line ends a group."""
        group: list[int] = []
        for index in kept:
            line = page.lines[index]
            if group and self._parts(page.lines[group[-1]], line):
                yield group
                group = []
            group.append(index)
        if group:
            yield group

    def _parts(self, before: Line, line: Line) -> bool:
        gap = before.bottom - line.bottom
        if gap < 0 or gap > _WIDER * max(self._gap, line.size * 0.8):
            return True
        if max(before.size, line.size) > _LARGER * min(before.size, line.size) > 0:
            return True
        if opens_references(before.text) or opens_references(line.text):
            return True
        width = self._rights[_column(line)] - before.left
        short = before.right - before.left < _SHORT * width
        return short and (before.text.endswith(_ENDS) or not line.text[0].islower())


def _column(line: Line) -> int:
    return round(line.left / _COLUMN)


def write_paragraph(
    page: Page, starts: list[int], group: list[int], builder: DocumentBuilder, first: bool
) -> None:
    """Write the lines of a paragraph, one space between them."""
    text = page.lines[group[0]].text
    larger = page.lines[group[0]].size > _LARGER * median([line.size for line in page.lines])
    if len(group) == 1 and (opens_references(text) or follows_references(text)):
        builder.begin_block("heading")
    else:
        builder.begin_block(
            "title" if first and larger and is_title(page.lines[group[-1]].text) else "paragraph"
        )
    for index in group:
        line, at = page.lines[index].text, starts[index]
        if line.endswith(_BROKEN):
            builder.copy(line[:-1], at)
        else:
            builder.copy(line, at)
            builder.space(at + len(line), at + len(line) + 1)


def sniff(head: bytes) -> bool:
    """Return whether a file has the signature of a PDF, which may stand after some other bytes."""
    return b"%PDF-" in head[:1024]


READER = BinaryReader("pdf", (".pdf",), read_pdf, sniff)
