"""Plain text: paragraphs separated by blank lines."""

from __future__ import annotations

import re

from numerate.documents.builder import DocumentBuilder, follows_references, opens_references
from numerate.documents.document import is_title
from numerate.documents.formats import Limits, TextReader
from numerate.documents.ignoring import KEYWORD, RULES
from numerate.documents.readers.plain_tables import PlainTable, find_table, write_table

_BLANK_LINES = re.compile(r"(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*[\r\n]\s*")
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n|\Z)")
_IGNORE_MARK = re.compile(KEYWORD + RULES)
_WORD = re.compile(r"\w")


def read_plain(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the paragraphs of a plain text into the builder."""
    start = len(source) - len(source.lstrip())
    tables = 0
    is_first = True
    for blank in (*_BLANK_LINES.finditer(source, start), None):
        end = blank.start() if blank else len(source)
        if table := _find_table(source, start, end):
            tables += 1
            write_table(table, tables, source, builder)
        else:
            _write_paragraph(source, start, end, builder, is_first and blank is not None)
        start, is_first = blank.end() if blank else end, False


def _find_table(source: str, start: int, end: int) -> PlainTable | None:
    if _IGNORE_MARK.search(source, start, end):
        return None
    # The first line begins with the white space that separates the paragraph from the one before.
    while start and source[start - 1] in " \t":
        start -= 1
    lines = [(line.start(), line[1]) for line in _LINE.finditer(source, start, end) if line[1].strip()]
    return find_table(lines)


def _write_paragraph(source: str, start: int, end: int, builder: DocumentBuilder, may_be_title: bool) -> None:
    lines = _LINE.finditer(source, start, end)
    head = _LINE.match(source, start, end)
    if head is None:
        return
    is_line = head.end() >= end
    builder.begin_block("title" if may_be_title and is_line and is_title(head[1]) else "paragraph")
    if opens_references(head[1]) or (is_line and follows_references(head[1])):
        builder.begin_block("heading")
        _write_line(next(lines), builder)
        builder.begin_block()
    elif "\r" not in source[start:end] and not _IGNORE_MARK.search(source, start, end):
        builder.copy(source[start:end], start)
        return
    for line in lines:
        _write_line(line, builder)


def _write_line(line: re.Match[str], builder: DocumentBuilder) -> None:
    if mark := _IGNORE_MARK.search(line[1]):
        builder.mark(mark[1], line.start() + mark.start(), line.start() + mark.end(), mark[2])
        # A mark alone on its line, but for a comment sign, is not part of the text.
        if not _WORD.search(line[1][: mark.start()] + line[1][mark.end() :]):
            return
    builder.copy(line[1], line.start())
    builder.substitute("\n" if line[2] else "", line.end(1), line.end())


READER = TextReader("text", (".txt", ".text"), read_plain, sniff=lambda head: True)
