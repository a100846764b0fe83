"""Highlights with notes in a PDF, appended to the file: its own bytes stay as they are."""

from __future__ import annotations

import ctypes
import io
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from numerate.documents.readers.pdf import PDFIUM_LOCK
from numerate.documents.readers.pdf_text import PlacedLine, character_box, placed_lines
from numerate.report.annotate import AnnotatedCopy, note
from numerate.report.finding import Finding
from numerate.report.report import Report

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

_AUTHOR = "numerate"
_COLOURS = {"error": (255, 160, 140), "warning": (255, 224, 110)}


class Box(NamedTuple):
    """A rectangle on a page."""

    left: float
    bottom: float
    right: float
    top: float


def annotate_pdf(data: bytes, report: Report) -> AnnotatedCopy:
    """Return the document with a highlight at each finding, whose note says what is wrong."""
    from pypdfium2 import PdfDocument
    from pypdfium2.raw import FPDF_INCREMENTAL

    pages: defaultdict[int, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        pages[finding.place.page or 1].append(finding)
    out, count = io.BytesIO(), 0
    with PDFIUM_LOCK:
        document = PdfDocument(data)
        try:
            for number, findings in pages.items():
                count += _annotate_page(document, number - 1, findings)
            document.save(out, flags=FPDF_INCREMENTAL)
        finally:
            document.close()
    return AnnotatedCopy(out.getvalue(), count, 0, len(report.findings) - count)


def _annotate_page(document: PdfDocument, number: int, findings: Sequence[Finding]) -> int:
    page = document[number]
    textpage = page.get_textpage()
    try:
        lines = placed_lines(textpage)
        count = 0
        for finding in findings:
            boxes = list(_boxes(textpage, lines, finding.place.start, finding.place.end))
            if boxes:
                _highlight(page, boxes, finding)
                count += 1
        return count
    finally:
        textpage.close()
        page.close()


def _boxes(textpage: PdfTextPage, lines: Sequence[PlacedLine], start: int, end: int) -> Iterator[Box]:
    """Yield the rectangles of the characters `start:end` of a page, one a line."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.text) + 1)
    while start < end:
        index = bisect_right(starts, start) - 1
        if index >= len(lines):
            return
        line = lines[index]
        offsets = range(start - starts[index], min(end - starts[index], len(line.text)))
        boxes = [
            Box(*character_box(textpage, line.origin(offset)))
            for offset in offsets
            if not line.text[offset].isspace()
        ]
        boxes = [box for box in boxes if box.right > box.left]
        if boxes:
            yield Box(
                min(box.left for box in boxes),
                min(box.bottom for box in boxes),
                max(box.right for box in boxes),
                max(box.top for box in boxes),
            )
        start = starts[index + 1]


def _highlight(page: PdfPage, boxes: Sequence[Box], finding: Finding) -> None:
    from pypdfium2 import raw

    annotation = raw.FPDFPage_CreateAnnot(page, raw.FPDF_ANNOT_HIGHLIGHT)
    try:
        for box in boxes:
            points = raw.FS_QUADPOINTSF(
                box.left, box.top, box.right, box.top, box.left, box.bottom, box.right, box.bottom
            )
            raw.FPDFAnnot_AppendAttachmentPoints(annotation, points)
        rectangle = raw.FS_RECTF(
            min(box.left for box in boxes),
            max(box.top for box in boxes),
            max(box.right for box in boxes),
            min(box.bottom for box in boxes),
        )
        raw.FPDFAnnot_SetRect(annotation, rectangle)
        raw.FPDFAnnot_SetColor(annotation, raw.FPDFANNOT_COLORTYPE_Color, *_COLOURS[finding.level], 255)
        for key, text in (("Contents", "\n".join(note(finding))), ("T", _AUTHOR), ("Subj", finding.title)):
            raw.FPDFAnnot_SetStringValue(annotation, key.encode(), _wide(text))
        raw.FPDFAnnot_SetFlags(annotation, raw.FPDF_ANNOT_FLAG_PRINT)
    finally:
        raw.FPDFPage_CloseAnnot(annotation)


def _wide(text: str) -> ctypes.Array[ctypes.c_ushort]:
    """Return a text as PDFium takes it: UTF-16, little-endian, with a zero at the end."""
    data = text.encode("utf-16-le", "replace") + b"\0\0"
    return (ctypes.c_ushort * (len(data) // 2)).from_buffer_copy(data)
