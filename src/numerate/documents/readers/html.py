"""HTML: what a browser would show.

The standard library's parser gives no offsets within a line and takes quadratic time on comments that never
end; the others that were looked at (lxml, selectolax, html5lib) give no offsets at all. What is needed of
HTML here is little: which tags begin a block, which hide what they hold. Every pattern below matches
wherever it is tried, up to the end of the file if need be, so that time grows with the length and no faster.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from numerate.documents.builder import SUBSCRIPT, SUPERSCRIPT, DocumentBuilder
from numerate.documents.document import Cell
from numerate.documents.formats import Limits, TextReader

_TOKEN = re.compile(
    r"<!--(?P<comment>.*?)(?:--!?>|\Z)"
    r"|<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*)"
    r"""(?P<attributes>(?:=\s*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z)|)|[^>=])*)(?:>|\Z)"""
    r"|<[!?/][^>]*(?:>|\Z)"
    r"|(?P<text>[^<]+|<)",
    re.DOTALL,
)
_MARK = re.compile(r"\s*numerate:\s*(ignore(?:-start|-end)?)\s*")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,8};?|[a-zA-Z][a-zA-Z0-9]{1,31};?)")
_HIDDEN = re.compile(r"(?:^|\s)hidden(?=[\s=/]|$)|style\s*=\s*[\"'][^\"']*display\s*:\s*none", re.IGNORECASE)

# Everything that starts on a line of its own. Inline elements join without a gap: "<b>5</b>%" is "5%".
_BLOCKS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption
    figure footer form header hgroup hr html legend li main menu nav ol option p search section summary ul
    """.split()
)
_ROWS = frozenset("table thead tbody tfoot tr".split())
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# What these hold is not markup; it ends at their own end tag.
_RAW = frozenset("script style textarea title xmp iframe noembed noframes noscript".split())
_UNREAD = {
    "head": "head",
    "script": "script",
    "style": "style",
    "template": "template",
    "noscript": "not shown",
    "iframe": "another page",
    "noembed": "not shown",
    "noframes": "not shown",
    "textarea": "form",
    "title": "head",
    "select": "form",
    "svg": "image",
    "canvas": "image",
    "object": "image",
    "audio": "image",
    "video": "image",
    "math": "formula",
    "pre": "code",
    "xmp": "code",
    "code": "code",
    "kbd": "code",
    "samp": "code",
}
_SHOWN = frozenset("svg math code kbd samp".split())
"""Unread, but something a reader sees in the middle of a line."""


def read_html(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write what a page shows."""
    page = Page(builder)
    page.feed(Strand.whole(source))
    page.close(len(source))


class Page:
    """What is open at some point of a page: the element that hides, the tables, the raised digits."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._unread: str | None = None
        """The element whose content is not read, how many of its name are open, and since where."""
        self._depth = 0
        self._since = 0
        self._reason = ""
        self._tables: list[Cell] = []
        self._seen = 0
        self._in_cell = False
        self._raised: list[tuple[str, dict[int, int]]] = []

    def feed(self, strand: Strand) -> None:
        """Go through a stretch of HTML."""
        text = strand.text
        at = 0
        while at < len(text):
            if self._unread in _RAW or self._unread == "head":
                at = self._raw_end(strand, at)
                continue
            if (token := _TOKEN.match(text, at)) is None:
                return
            at = token.end()
            if token["text"] is not None:
                self.write(strand, token.start(), at)
            elif token["name"] is not None:
                self._tag(token, *strand.span(token.start(), at))
            elif token["comment"] is not None and (mark := _MARK.fullmatch(token["comment"])):
                self._builder.mark(mark[1], *strand.span(token.start(), at))

    def close(self, end: int) -> None:
        """Note what was still hidden where the page ends."""
        if self._unread is not None:
            self._builder.omit(self._since, end, self._reason)

    def write(self, strand: Strand, start: int, end: int) -> None:
        """Write text, in which character references may stand."""
        if self._unread is not None:
            return
        done = start
        for reference in _REFERENCE.finditer(strand.text, start, end):
            shown = html.unescape(reference[0])
            if shown != reference[0]:
                self.copy(strand, done, reference.start())
                self._builder.substitute(shown.replace("\xad", ""), *strand.span(*reference.span()))
                done = reference.end()
        self.copy(strand, done, end)

    def copy(self, strand: Strand, start: int, end: int) -> None:
        """Write text just as it is, but for white space and raised digits."""
        if self._unread is not None:
            return
        for text, source in strand.cut(start, end):
            self._builder.copy_collapsed(
                text.translate(self._raised[-1][1]) if self._raised else text, source
            )

    def begin(self) -> None:
        """Begin a block, of the cell where a table is open."""
        if self._in_cell and self._tables:
            self._builder.begin_block("table", cell=self._tables[-1])
        else:
            self._builder.begin_block()

    def new_table(self) -> int:
        """Give the number of a table that begins."""
        self._seen += 1
        return self._seen

    def _raw_end(self, strand: Strand, at: int) -> int:
        """Go to where an element ends in which no other can begin."""
        ends = (
            rf"</{self._unread}(?=[\s/>])" if self._unread != "head" else r"</head(?=[\s/>])|<body(?=[\s/>])"
        )
        end = re.compile(ends, re.IGNORECASE).search(strand.text, at)
        if end is None:
            return len(strand.text)
        start = strand.at(end.start())
        self._builder.omit(self._since, start, self._reason)
        self._unread = None
        return end.start()

    def _tag(self, token: re.Match[str], start: int, end: int) -> None:  # noqa: C901  a list of looks
        name, closes = token["name"].lower(), bool(token["close"])
        if self._unread is not None:
            if name == self._unread and not token["attributes"].endswith("/"):
                self._depth += -1 if closes else 1
            if not self._depth:
                self._builder.omit(self._since, end, self._reason, visible=self._unread in _SHOWN)
                self._unread = None
        elif not closes and (reason := self._unread_reason(name, token["attributes"])):
            if name not in _SHOWN:
                self.begin()
            self._unread, self._depth, self._since, self._reason = name, 1, start, reason
        elif name == "br":
            self._builder.space(start, end, "\n")
        elif name in ("sup", "sub"):
            self._raise(name, closes)
        elif name in _HEADINGS and not closes:
            self._builder.begin_block("heading", _HEADINGS[name])
        elif name in _ROWS:
            self._row(name, closes)
        elif name in ("td", "th"):
            self._cell(closes)
        elif name in _BLOCKS or name in _HEADINGS:
            self.begin()

    def _unread_reason(self, name: str, attributes: str) -> str | None:
        if name in _UNREAD:
            return None if attributes.endswith("/") and name not in _RAW else _UNREAD[name]
        if name not in _VOID and attributes and _HIDDEN.search(attributes):
            return "hidden"
        return None

    def _raise(self, name: str, closes: bool) -> None:
        if not closes:
            self._raised.append((name, SUPERSCRIPT if name == "sup" else SUBSCRIPT))
        elif self._raised:
            self._raised.pop()

    def _row(self, name: str, closes: bool) -> None:
        self._in_cell = False
        if name == "table" and not closes:
            self._tables.append(Cell(self.new_table(), 0, 0))
        elif name == "table" and self._tables:
            self._tables.pop()
            self._in_cell = bool(self._tables)
        elif name == "tr" and not closes and self._tables:
            table, row, _ = self._tables[-1]
            self._tables[-1] = Cell(table, row + 1, 0)
        self.begin()

    def _cell(self, closes: bool) -> None:
        self._in_cell = not closes
        if not closes and self._tables:
            table, row, column = self._tables[-1]
            self._tables[-1] = Cell(table, max(row, 1), column + 1)
        self.begin()


class Strand(NamedTuple):
    """A text and, for the start of each of its chunks, where the chunk stands in the source."""

    text: str
    starts: list[int]
    sources: list[int]

    @classmethod
    def whole(cls, source: str) -> Strand:
        """Give the source itself."""
        return cls(source, [0], [0])

    @classmethod
    def of(cls, chunks: Iterable[tuple[str, int]]) -> Strand:
        """Join chunks, each given with its place in the source."""
        texts, starts, sources, at = [], [], [], 0
        for text, source in chunks:
            texts.append(text)
            starts.append(at)
            sources.append(source)
            at += len(text)
        return cls("".join(texts), starts, sources)

    def part(self, start: int, end: int) -> Strand:
        """Cut out a stretch, as a strand of its own."""
        return Strand.of(self.cut(start, end))

    def at(self, offset: int) -> int:
        """Find where a character stands in the source."""
        index = max(0, bisect_right(self.starts, offset) - 1)
        return self.sources[index] + offset - self.starts[index]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Find where the characters `start:end` stand, first to last."""
        return self.at(start), self.at(end - 1) + 1 if end > start else self.at(start)

    def cut(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """Give `start:end` chunk by chunk, each with its place in the source."""
        index = max(0, bisect_right(self.starts, start) - 1)
        while start < end:
            stop = min(end, self.starts[index + 1]) if index + 1 < len(self.starts) else end
            yield self.text[start:stop], self.sources[index] + start - self.starts[index]
            start, index = stop, index + 1


_PROLOG = re.compile(r"\s*<\?xml[^>]*>|\s*<!--.*?-->", re.DOTALL)
_SIGNATURE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Return whether a text begins, after comments, with a tag that only begins a page."""
    at = 0
    while prolog := _PROLOG.match(head, at):
        at = prolog.end()
    return _SIGNATURE.match(head, at) is not None


READER = TextReader("html", (".html", ".htm", ".xhtml"), read_html, sniff)
