"""Quarto and R Markdown: Markdown without formulas, citations, attributes, divisions and shortcodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import OBJECT
from numerate.documents.formats import Limits, TextReader
from numerate.documents.readers.markdown import read_markdown

# Lengths are bounded, and an alternative fails where it begins or matches: the time is linear.
_EXTENSIONS = re.compile(
    r"(?P<code>`[^`\n]{1,500}`)"
    r"|(?P<division>^:{3,}[^\n]*$)"
    r"|(?P<formula>\$\$[^$]{1,4000}\$\$|\$(?=[^\s$])[^$\n]{0,500}(?<=[^\s$])\$(?!\d))"
    r"|(?P<citation>\[[^\[\]\n]{1,300}\]|(?<!\w)@[A-Za-z][\w:.-]{1,100})"
    r"|(?P<attributes>\{[#.=][^{}\n]{0,300}\})"
    r"|(?P<shortcode>\{\{<[^\n{}]{0,300}>\}\})",
    re.MULTILINE,
)
_KEY = re.compile(r"(?:^|[\s\[;-])@[A-Za-z]")
_INCLUDES = re.compile(r"\{\{<\s*(?:include|embed|video)\s")
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_VISIBLE = ("formula", "citation", "shortcode")


def read_quarto(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the prose into the builder: what Pandoc adds to Markdown is left out."""
    pieces, done = [], 0
    for start, end in _prose(source):
        for match in _EXTENSIONS.finditer(source, start, end):
            kind = str(match.lastgroup)
            if kind == "code" or (match[0].startswith("[") and not _KEY.search(match[0])):
                continue
            reason = "another file" if _INCLUDES.match(match[0]) else kind
            builder.omit(match.start(), match.end(), reason)
            # Blanks keep the offsets of what follows.
            mark = OBJECT if kind in _VISIBLE else " "
            pieces += [source[done : match.start()], mark + re.sub(r"[^\r\n]", " ", match[0][1:])]
            done = match.end()
    read_markdown("".join([*pieces, source[done:]]), builder, limits)


def _prose(source: str) -> Iterator[tuple[int, int]]:
    """Yield the spans between blocks of code."""
    start, fence, at = 0, "", 0
    for line in source.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if mark and not fence:
            yield start, at
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            start, fence = at + len(line), ""
        at += len(line)
    if not fence:
        yield start, at


READER = TextReader("quarto", (".qmd", ".rmd"), read_quarto, sniff=lambda head: False)
