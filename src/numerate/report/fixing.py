"""Corrections applied to the user's own file, or shown as a diff."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from numerate.documents import Document
from numerate.errors import DocumentError
from numerate.io.files import write_whole
from numerate.report.finding import Finding, Suggestion
from numerate.report.report import Report

Choose = Callable[[Finding], "Suggestion | None"]
"""Returns the suggestion to apply to a finding, or None to leave it."""

CHOICES: dict[str, Choose] = {
    "certain": lambda finding: finding.certain_suggestion,
    "likely": lambda finding: finding.certain_suggestion or finding.likely_suggestion,
    "all": lambda finding: finding.suggestions[0] if finding.suggestions else None,
}
"""The suggestions that may be applied without asking, by name; each includes those before it."""

_CONTEXT = 3
"""Lines of a diff on each side of a change."""
_LINE_END = re.compile(r"\n(?!\Z)")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


class Edit(NamedTuple):
    """A suggestion in place of a number: `start:end` of the decoded file becomes `text`."""

    start: int
    end: int
    text: str
    finding: Finding


def edit(finding: Finding, suggestion: Suggestion) -> Edit | None:
    """Return the edit that applies a suggestion; None where the file has more than the number there.

    A DOCX or PDF has no characters to edit, and "1**2**%" has markup that an edit would overwrite.
    """
    place = finding.place
    if place.byte_start is None or finding.document.source[place.start : place.end] != finding.text:
        return None
    return Edit(place.start, place.end, suggestion.text, finding)


def edits(report: Report, choose: Choose) -> list[Edit]:
    """Return the edits of a report in order; of findings that overlap, the worse one is corrected."""
    chosen: list[Edit] = []
    for finding in report.findings:
        suggestion = choose(finding)
        change = edit(finding, suggestion) if suggestion is not None else None
        if change and not any(other.start < change.end and change.start < other.end for other in chosen):
            chosen.append(change)
    return sorted(chosen, key=lambda change: change.start)


def corrected(source: str, changes: Iterable[Edit]) -> str:
    """Return the decoded file with edits applied, which are in order and do not overlap."""
    pieces, done = [], 0
    for change in changes:
        pieces += [source[done : change.start], change.text]
        done = change.end
    return "".join([*pieces, source[done:]])


def diff(document: Document, changes: Sequence[Edit]) -> str:
    """Return edits as a unified diff, which `patch` and `git apply` take."""
    if not changes:
        return ""
    name = (document.path.as_posix() if document.path else document.name).lstrip("/")
    starts = [0, *(end.end() for end in _LINE_END.finditer(document.source))]
    pieces, shift = [f"--- a/{name}\n", f"+++ b/{name}\n"], 0
    for group in _hunks(changes, starts):
        first, last = bisect_right(starts, group[0].start) - 1, bisect_right(starts, group[-1].end)
        top, bottom = max(0, first - _CONTEXT), min(len(starts), last + _CONTEXT)
        lines = _Lines(document.source, starts)
        before = lines.between(first, last)
        offset = starts[first]
        moved = [Edit(e.start - offset, e.end - offset, e.text, e.finding) for e in group]
        after = corrected(before, moved)
        above, below = lines.between(top, first), lines.between(last, bottom)
        hunk = [*_signed(" ", above), *_signed("-", before), *_signed("+", after), *_signed(" ", below)]
        removed = sum(line[0] in " -" for line in hunk)
        added = sum(line[0] in " +" for line in hunk)
        pieces.append(f"@@ -{top + 1},{removed} +{top + 1 + shift},{added} @@\n")
        pieces += hunk
        shift += added - removed
    return "".join(pieces)


class _Lines(NamedTuple):
    source: str
    starts: list[int]

    def between(self, first: int, last: int) -> str:
        """Return the lines from `first` up to `last`, which is not included."""
        end = self.starts[last] if last < len(self.starts) else len(self.source)
        return self.source[self.starts[first] : end] if first < last else ""


def _hunks(changes: Sequence[Edit], starts: list[int]) -> Iterator[list[Edit]]:
    """Group edits whose lines of context would touch."""
    group: list[Edit] = []
    for change in changes:
        if group and bisect_right(starts, change.start) - bisect_right(starts, group[-1].end) > 2 * _CONTEXT:
            yield group
            group = []
        group.append(change)
    yield group


def _signed(sign: str, text: str) -> Iterator[str]:
    """Yield the lines of a hunk, each with its sign."""
    for line in _LINE.findall(text):
        yield f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"


def apply(document: Document, changes: Iterable[Edit]) -> None:
    """Write a corrected file: all edits or none, and only if the file is still the one that was checked."""
    path, encoding = document.path, document.encoding
    if path is None or encoding is None:
        raise DocumentError(document.name, "is not a text file; corrections can be shown, not written")
    try:
        content = path.read_bytes()
        mark = _mark(content, encoding)
        if content != mark + document.source.encode(encoding, "surrogateescape"):
            raise DocumentError(document.name, "has changed since it was checked; check it again")
        changed = corrected(document.source, changes).encode(encoding, "surrogateescape")
        write_whole(path.resolve(), [mark, changed])
    except UnicodeEncodeError as error:
        character = str(error.object[error.start])
        raise DocumentError(
            document.name, f"its encoding, {encoding}, has no {character!r}; save it as UTF-8 first"
        ) from None
    except OSError as error:
        raise DocumentError(document.name, f"cannot be written: {error.strerror or error}") from None


def _mark(content: bytes, encoding: str) -> bytes:
    mark = _MARKS.get(encoding, b"")
    return mark if content.startswith(mark) else b""
