"""PDF: the lines of its pages, joined into paragraphs."""

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
from numerate.documents.document import OBJECT, CellPosition, is_title
from numerate.documents.formats import RAISE_LIMITS, BinaryReader, Limits
from numerate.documents.readers.pdf_rules import PageRules, read_rules
from numerate.documents.readers.pdf_tables import PdfTable, find_tables
from numerate.documents.readers.pdf_text import PdfLine, read_lines
from numerate.documents.source_map import DocumentPart, Lines, PartPlaces
from numerate.errors import UnreadableError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

# PDFium is not thread-safe.
PDFIUM_LOCK = threading.Lock()
_PASSWORD_ERROR = 4


def read_pdf(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write a PDF into the builder; return the texts of its pages and their places."""
    from pypdfium2 import PdfiumError

    with PDFIUM_LOCK:
        try:
            pages = _read_pages(data, limits)
        except (PdfiumError, RecursionError) as error:
            if getattr(error, "err_code", None) == _PASSWORD_ERROR:
                raise UnreadableError("is protected by a password; save a copy without one") from None
            raise UnreadableError(
                "is not a PDF, or is broken; create it again, or print it to a PDF"
            ) from None
    if not any(page.lines for page in pages):
        raise UnreadableError(
            "contains no text, at most pictures of it; run it through OCR, such as ocrmypdf"
        )
    return _write_pages(pages, builder)


def _read_pages(data: bytes, limits: Limits) -> list[PdfPage]:
    from pypdfium2 import PdfDocument

    deadline = time.monotonic() + limits.seconds
    document = PdfDocument(data)
    try:
        if len(document) > limits.pages:
            raise UnreadableError(
                f"has {len(document):,} pages; the limit is {limits.pages:,}; split it, or {RAISE_LIMITS}",
            )
        pages = []
        for number in range(len(document)):
            if time.monotonic() > deadline:
                raise UnreadableError(
                    f"takes longer than {limits.seconds:g} s to read (page {number + 1} reached); split it",
                )
            pages.append(_read_page(document, number))
        return pages
    finally:
        document.close()


def _read_page(document: PdfDocument, number: int) -> PdfPage:
    page = document[number]
    try:
        textpage = page.get_textpage()
        try:
            lines = read_lines(textpage)
            # A page that shows something but has no text was scanned, or drawn.
            is_picture = not lines and next(page.get_objects(max_depth=1), None) is not None
            return PdfPage(number + 1, lines, read_rules(page), is_picture)
        finally:
            textpage.close()
    finally:
        page.close()


def _write_pages(pages: list[PdfPage], builder: DocumentBuilder) -> tuple[str, PartPlaces]:
    left_out: dict[int, dict[int, str]] = defaultdict(dict)
    for (number, index), reason in page_edges(pages).items():
        left_out[number][index] = reason
    writer = _PagesWriter(builder, PageLayout(pages))
    for page in pages:
        writer.write(page, left_out[page.number])
    return "".join(writer.sources), PartPlaces(writer.parts, writer.length)


class _PagesWriter:
    """Writes pages one after the other: their tables, and the paragraphs between them."""

    def __init__(self, builder: DocumentBuilder, layout: PageLayout) -> None:
        self.sources: list[str] = []
        self.parts: list[DocumentPart] = []
        self.length = 0
        self._builder = builder
        self._layout = layout
        self._tables = 0
        self._is_first = True

    def write(self, page: PdfPage, left_out: dict[int, str]) -> None:
        source = "".join(f"{line.text}\n" for line in page.lines) or (
            f"{OBJECT}\n" if page.is_picture else ""
        )
        self.sources.append(source)
        self.parts.append(DocumentPart(self.length, f"page {page.number}", page.number, Lines(source)))
        if page.is_picture:
            self._builder.omit(self.length, self.length + len(OBJECT), "page without text")
            self.length += len(source)
        starts = []
        for index, line in enumerate(page.lines):
            starts.append(self.length)
            if reason := left_out.get(index):
                self._builder.omit(self.length, self.length + len(line.text), reason)
            self.length += len(line.text) + 1
        done = 0
        for table in find_tables(page.lines, left_out, page.rules):
            self._write_paragraphs(
                page, starts, [i for i in range(done, table.lines[0]) if i not in left_out]
            )
            self._write_table(page, starts, table)
            done = table.lines[-1] + 1
        self._write_paragraphs(page, starts, [i for i in range(done, len(page.lines)) if i not in left_out])

    def _write_paragraphs(self, page: PdfPage, starts: list[int], kept: list[int]) -> None:
        for paragraph in self._layout.paragraphs(page, kept):
            write_paragraph(page, starts, paragraph, self._builder, self._is_first)
            self._is_first = False

    def _write_table(self, page: PdfPage, starts: list[int], table: PdfTable) -> None:
        self._tables += 1
        for row, column, span, pieces in table.cells:
            self._builder.begin_block("table", cell=CellPosition(self._tables, row, column, column_span=span))
            for index, start, end in pieces:
                at = starts[index] + start
                self._builder.space(at, at)
                self._builder.copy(page.lines[index].shown[start:end], at)
        self._builder.begin_block()
        self._is_first = False


_DIGITS = re.compile(r"[0-9]{1,9}")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s+)?(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?\W*", re.IGNORECASE)
# Characters that PDFium gives for a hyphen that breaks a word at the end of a line.
_LINE_HYPHENS = ("\ufffe", "\x02", "\xad")
# Line distance, relative to the usual one, above which a new paragraph begins.
_PARAGRAPH_GAP = 1.35
# Ratio of font sizes above which lines belong to different paragraphs, or a line may be a title.
_SIZE_RATIO = 1.15
# Share of the column width below which a line may be the last of its paragraph.
_SHORT_LINE = 0.85
_ENDS = (".", "!", "?", ":", ";")
# Width in points of the bins of left edges; lines in one bin belong to one column.
_COLUMN_BIN = 36
# Pages on which a line must appear to count as a running header.
_HEADER_PAGES = 3


class PdfPage(NamedTuple):
    """A page; its number counts from 1."""

    number: int
    lines: list[PdfLine]
    rules: PageRules
    is_picture: bool = False
    """Whether it shows something, but none of it is text."""


def page_edges(pages: list[PdfPage]) -> dict[tuple[int, int], str]:
    """Return page numbers and running headers as {(page number, line index): reason}.

    A page number counts up from one page to the next. A running header appears on at least three pages and on
    half of all, at the same height, and is the same except for a number that counts the pages. Up to two
    lines at the top and at the bottom of each page are considered.
    """
    left_out: dict[tuple[int, int], str] = {}
    for from_top in (True, False):
        rest = {page.number: list(range(len(page.lines)))[:: 1 if from_top else -1] for page in pages}
        for _ in range(2):
            lines = {page.number: page.lines[rest[page.number][0]] for page in pages if rest[page.number]}
            for number, reason in _repeated_lines(lines, len(pages)).items():
                left_out[number, rest[number].pop(0)] = reason
    return left_out


def _repeated_lines(lines: dict[int, PdfLine], pages: int) -> dict[int, str]:
    """Return {page number: reason} for page numbers and running headers among one line of every page."""
    matches = ((page, _PAGE_NUMBER.fullmatch(line.text)) for page, line in lines.items())
    numbers = {page: int(match[1]) for page, match in matches if match}
    counts = Counter(key for page, line in lines.items() for key in _header_keys(page, line))
    reasons = {}
    for page, line in lines.items():
        count = max(counts[key] for key in _header_keys(page, line))
        if page in numbers and any(numbers.get(page + step) == numbers[page] + step for step in (-1, 1)):
            reasons[page] = "page number"
        elif count >= _HEADER_PAGES and 2 * count >= pages:
            reasons[page] = "running header"
    return reasons


def _header_keys(page: int, line: PdfLine) -> set[tuple[int, str]]:
    """Return height and text of a line, and the same with its first or last number relative to the page."""
    texts = {line.text}
    numbers = list(_DIGITS.finditer(line.text))
    for number in (*numbers[:1], *numbers[-1:]):
        texts.add(f"{line.text[: number.start()]}\0{int(number[0]) - page}{line.text[number.end() :]}")
    return {(round(line.bottom), text) for text in texts}


class PageLayout:
    """The line distances and column widths of a document, which show where paragraphs end."""

    def __init__(self, pages: list[PdfPage]) -> None:
        gaps = sorted(
            gap
            for page in pages
            for before, line in pairwise(page.lines)
            if (gap := before.bottom - line.bottom) > 0
        )
        # The lower quartile is the distance within paragraphs even where paragraphs are short.
        self._gap = gaps[len(gaps) // 4] if gaps else 0.0
        self._rights: dict[int, float] = defaultdict(float)
        for page in pages:
            for line in page.lines:
                self._rights[_column(line)] = max(self._rights[_column(line)], line.right)

    def paragraphs(self, page: PdfPage, kept: list[int]) -> Iterator[list[int]]:
        """Group lines into paragraphs, which end at a wide gap, another size or column, or a short line."""
        group: list[int] = []
        for index in kept:
            line = page.lines[index]
            if group and self._separates(page.lines[group[-1]], line):
                yield group
                group = []
            group.append(index)
        if group:
            yield group

    def _separates(self, before: PdfLine, line: PdfLine) -> bool:
        gap = before.bottom - line.bottom
        if gap < 0 or gap > _PARAGRAPH_GAP * max(self._gap, line.size * 0.8):
            return True
        if max(before.size, line.size) > _SIZE_RATIO * min(before.size, line.size) > 0:
            return True
        if opens_references(before.text) or opens_references(line.text):
            return True
        width = self._rights[_column(line)] - before.left
        short = before.right - before.left < _SHORT_LINE * width
        return short and (before.text.endswith(_ENDS) or not line.text[0].islower())


def _column(line: PdfLine) -> int:
    return round(line.left / _COLUMN_BIN)


def write_paragraph(
    page: PdfPage, starts: list[int], group: list[int], builder: DocumentBuilder, first: bool
) -> None:
    """Write the lines of a paragraph, separated by spaces."""
    text = page.lines[group[0]].text
    # Only the first paragraph may be the title; the usual size is not calculated for the others.
    larger = first and page.lines[group[0]].size > _SIZE_RATIO * median(line.size for line in page.lines)
    if len(group) == 1 and (opens_references(text) or follows_references(text)):
        builder.begin_block("heading")
    else:
        builder.begin_block("title" if larger and is_title(page.lines[group[-1]].text) else "paragraph")
    for index in group:
        line, at = page.lines[index], starts[index]
        hyphenated = line.text.endswith(_LINE_HYPHENS)
        _write_line(line, len(line.text) - hyphenated, at, builder)
        if not hyphenated:
            builder.space(at + len(line.text), at + len(line.text) + 1)


def _write_line(line: PdfLine, end: int, at: int, builder: DocumentBuilder) -> None:
    """Write a line up to `end`, with a tab in each wide gap between figures, which are not one number."""
    done = 0
    for before, after in pairwise(line.segments):
        if line.text[before.end - 1].isdigit() and line.text[after.start].isdigit():
            builder.copy(line.shown[done : before.end], at + done)
            builder.substitute("\t", at + before.end, at + after.start)
            done = after.start
    builder.copy(line.shown[done:end], at + done)


READER = BinaryReader("pdf", (".pdf",), read_pdf, sniff=lambda head: b"%PDF-" in head[:1024])
