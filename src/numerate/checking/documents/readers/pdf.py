"""PDF: the text of its pages, line by line, put together into paragraphs."""

from __future__ import annotations

import re
import threading
import time
from typing import TYPE_CHECKING

from numerate.checking.documents.draft import Draft
from numerate.checking.documents.errors import UnreadableError, needs_documents
from numerate.checking.documents.limits import Limits
from numerate.checking.documents.places import Lines, Part, PartPlaces
from numerate.checking.documents.readers.pdf_layout import Layout, Line, Page, edges, write_paragraph

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

# PDFium is one for the whole process and may be asked by one thread at a time.
_PDFIUM = threading.Lock()
_PASSWORD = 4
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")


def read_pdf(data: bytes, draft: Draft, limits: Limits) -> tuple[str, PartPlaces]:
    """Write the text of a PDF; give the texts of its pages and where each stands."""
    with needs_documents():
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
    return _write(pages, draft)


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


def _write(pages: list[Page], draft: Draft) -> tuple[str, PartPlaces]:
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
                draft.omit(at, at + len(line.text), reason)
            at += len(line.text) + 1
        kept = [index for index in range(len(page.lines)) if (page.number, index) not in left_out]
        for paragraph in layout.paragraphs(page, kept):
            write_paragraph(page, starts, paragraph, draft, first)
            first = False
        sources.append(source)
    return "".join(sources), PartPlaces(parts, at)
