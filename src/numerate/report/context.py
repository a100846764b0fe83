"""The words about a finding: its paragraph, and as much of its sentence as one shows."""

from __future__ import annotations

import re
from typing import NamedTuple

from numerate.documents.document import paragraph_spans
from numerate.report.report import Report
from numerate.text import sentences

_SPACE = re.compile(r"\s+")
_NEAR = 20
"""Characters within which a cut looks for the end of a word."""


def paragraph(report: Report, start: int, end: int) -> tuple[int, int]:
    """The block of the document that holds `start:end`."""
    if report.document is not None and report.document.blocks:
        block = report.document.block(start)
        return min(block.start, start), max(block.end, end)
    found = next((span for span in paragraph_spans(report.text) if span[0] <= start < span[1]), (start, end))
    return min(found[0], start), max(found[1], end)


class Excerpt(NamedTuple):
    """A sentence, or as much of it as one shows."""

    start: int
    end: int
    begins: bool = True
    """Whether it is shown from its beginning."""
    ends: bool = True

    def holds(self, start: int, end: int) -> bool:
        """Whether a stretch of the text is in it."""
        return self.start <= start and end <= self.end


def sentence(report: Report, start: int, end: int, longest: int) -> Excerpt:
    """The sentence that holds `start:end`; of a very long one, as much as is asked for on both sides."""
    first, last = paragraph(report, start, end)
    # A paragraph may be a book. Its sentences are looked for only where the one that holds this may lie.
    first, last = max(first, start - 4 * longest), min(last, end + 4 * longest)
    spans = [(first + a, first + b) for a, b in sentences(report.text[first:last])]
    held = [(a, b) for a, b in spans if a < end and b > start] or [(start, end)]
    first, last = min(held[0][0], start), max(held[-1][1], end)
    room = max(0, longest - (end - start)) // 2
    whole = last - first <= longest
    begins, ends = whole or start - room <= first, whole or end + room >= last
    return Excerpt(
        first if begins else _after_space(report.text, start - room, start),
        last if ends else _before_space(report.text, end, end + room),
        begins,
        ends,
    )


def _after_space(text: str, start: int, end: int) -> int:
    """Where a word begins near the start of a stretch, or its start."""
    space = _SPACE.search(text, start, min(start + _NEAR, end))
    return space.end() if space else start


def _before_space(text: str, start: int, end: int) -> int:
    """Where a word ends near the end of a stretch, or its end."""
    cut = text.rfind(" ", max(start, end - _NEAR), end)
    return end if cut < 0 else cut
