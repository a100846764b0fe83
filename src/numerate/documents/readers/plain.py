"""Plain text: paragraphs between blank lines."""

from __future__ import annotations

import re

from numerate.documents.builder import DocumentBuilder, follows_references, opens_references
from numerate.documents.document import is_title
from numerate.documents.formats import Limits, TextReader

_BLANK = re.compile(r"(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*[\r\n]\s*")
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n|\Z)")
_MARK = re.compile(r"numerate:[ \t]*(ignore(?:-start|-end)?)\b")
_WORD = re.compile(r"\w")


def read_plain(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the paragraphs of a plain text."""
    start = len(source) - len(source.lstrip())
    title = True
    for blank in _BLANK.finditer(source, start):
        _paragraph(source, start, blank.start(), builder, title)
        start, title = blank.end(), False
    _paragraph(source, start, len(source), builder, False)


def _paragraph(source: str, start: int, end: int, builder: DocumentBuilder, title: bool) -> None:
    lines = _LINE.finditer(source, start, end)
    head = _LINE.match(source, start, end)
    alone = head is not None and head.end() >= end
    builder.begin_block("title" if title and head and alone and is_title(head[1]) else "paragraph")
    if head and (opens_references(head[1]) or (alone and follows_references(head[1]))):
        builder.begin_block("heading")
        _line(next(lines), builder)
        builder.begin_block()
    elif "\r" not in source[start:end] and not _MARK.search(source, start, end):
        builder.copy(source[start:end], start)
        return
    for line in lines:
        _line(line, builder)


def _line(line: re.Match[str], builder: DocumentBuilder) -> None:
    if mark := _MARK.search(line[1]):
        builder.mark(mark[1], line.start() + mark.start(), line.start() + mark.end())
        # A line of its own, whatever comment sign it wears, speaks of what follows and is not in the text.
        if not _WORD.search(line[1][: mark.start()] + line[1][mark.end() :]):
            return
    builder.copy(line[1], line.start())
    builder.substitute("\n" if line[2] else "", line.end(1), line.end())


READER = TextReader("text", (".txt", ".text"), read_plain, sniff=lambda head: True)
