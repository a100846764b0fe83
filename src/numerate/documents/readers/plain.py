"""Plain text: paragraphs between blank lines."""

from __future__ import annotations

import re

from numerate.documents.assembly import follows_references, is_title, opens_references
from numerate.documents.builder import Draft
from numerate.documents.formats import Limits

_BLANK = re.compile(r"(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*[\r\n]\s*")
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n|\Z)")
_MARK = re.compile(r"numerate:[ \t]*(ignore(?:-start|-end)?)\b")
_WORD = re.compile(r"\w")


def read_plain(source: str, draft: Draft, limits: Limits) -> None:
    """Write the paragraphs of a plain text."""
    start = len(source) - len(source.lstrip())
    title = True
    for blank in _BLANK.finditer(source, start):
        _paragraph(source, start, blank.start(), draft, title)
        start, title = blank.end(), False
    _paragraph(source, start, len(source), draft, False)


def _paragraph(source: str, start: int, end: int, draft: Draft, title: bool) -> None:
    lines = _LINE.finditer(source, start, end)
    head = _LINE.match(source, start, end)
    alone = head is not None and head.end() >= end
    draft.begin("title" if title and head and alone and is_title(head[1]) else "paragraph")
    if head and (opens_references(head[1]) or (alone and follows_references(head[1]))):
        draft.begin("heading")
        _line(next(lines), draft)
        draft.begin()
    elif "\r" not in source[start:end] and not _MARK.search(source, start, end):
        draft.copy(source[start:end], start)
        return
    for line in lines:
        _line(line, draft)


def _line(line: re.Match[str], draft: Draft) -> None:
    if mark := _MARK.search(line[1]):
        draft.mark(mark[1], line.start() + mark.start(), line.start() + mark.end())
        # A line of its own, whatever comment sign it wears, speaks of what follows and is not in the text.
        if not _WORD.search(line[1][: mark.start()] + line[1][mark.end() :]):
            return
    draft.copy(line[1], line.start())
    draft.put("\n" if line[2] else "", line.end(1), line.end())
