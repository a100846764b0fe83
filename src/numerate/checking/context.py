"""The words about a finding: its paragraph, and as much of its sentence as one shows."""

from __future__ import annotations

import re

from numerate.checking.report import Report
from numerate.text import sentences

_BLANK_LINE = re.compile(r"\n\s*\n")
_SPACE = re.compile(r"\s+")


def paragraphs(text: str) -> list[tuple[int, int]]:
    """The stretches between the blank lines of a text that came from no document."""
    cuts = [0, *(at for blank in _BLANK_LINE.finditer(text) for at in blank.span()), len(text)]
    return [(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True) if start < end]


def paragraph(report: Report, start: int, end: int) -> tuple[int, int]:
    """The block of the document that holds `start:end`."""
    if report.document is not None and report.document.blocks:
        block = report.document.block(start)
        return min(block.start, start), max(block.end, end)
    found = next((span for span in paragraphs(report.text) if span[0] <= start < span[1]), (start, end))
    return min(found[0], start), max(found[1], end)


def sentence(report: Report, start: int, end: int, longest: int) -> tuple[int, int]:
    """The sentence that holds `start:end`; of a very long one, as much as is asked for on both sides."""
    first, last = paragraph(report, start, end)
    # A paragraph may be a book. Its sentences are looked for only where the one that holds this may lie.
    first, last = max(first, start - 4 * longest), min(last, end + 4 * longest)
    spans = [(first + a, first + b) for a, b in sentences(report.text[first:last])]
    held = [(a, b) for a, b in spans if a < end and b > start] or [(start, end)]
    first, last = min(held[0][0], start), max(held[-1][1], end)
    if last - first > longest:
        room = max(0, longest - (end - start)) // 2
        first, last = _narrowed(report.text, first, last, start - room, end + room)
    return first, last


def _narrowed(text: str, first: int, last: int, from_: int, to: int) -> tuple[int, int]:
    """Cut between words, where there is white space near by."""
    if from_ > first:
        space = _SPACE.search(text, from_, from_ + 20)
        first = space.end() if space else from_
    if to < last:
        cut = text.rfind(" ", to - 20, to)
        last = cut if cut > 0 else to
    return first, last
