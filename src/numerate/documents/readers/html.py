"""HTML: what a browser would show.

The parser of the standard library gives no offsets within a line and takes quadratic time on unclosed
comments; lxml, selectolax and html5lib give no offsets at all. Little of HTML is needed here: which tags
begin a block and which hide their content. Every pattern below matches wherever it is tried, if need be up to
the end of the file, so that reading takes linear time.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from numerate.documents.builder import SUBSCRIPT, SUPERSCRIPT, DocumentBuilder
from numerate.documents.document import CellPosition
from numerate.documents.formats import Limits, TextReader
from numerate.documents.ignoring import KEYWORD

_TOKEN = re.compile(
    r"<!--(?P<comment>.*?)(?:--!?>|\Z)"
    r"|<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*)"
    r"""(?P<attributes>(?:=\s*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z)|)|[^>=])*)(?:>|\Z)"""
    r"|<[!?/][^>]*(?:>|\Z)"
    r"|(?P<text>[^<]+|<)",
    re.DOTALL,
)
_IGNORE_MARK = re.compile(rf"\s*{KEYWORD}([\w\s,-]*?)(?:--.*)?", re.DOTALL)
_REFERENCE = re.compile(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,8};?|[a-zA-Z][a-zA-Z0-9]{1,31};?)")
_HIDDEN = re.compile(r"(?:^|\s)hidden(?=[\s=/]|$)|style\s*=\s*[\"'][^\"']*display\s*:\s*none", re.IGNORECASE)

# Pictures that say nothing, by the standard.
_DECORATIVE = re.compile(r"\balt\s*=\s*(?:\"\"|'')", re.IGNORECASE)

# Elements that begin a block. Inline elements join without a gap: "<b>5</b>%" is "5%".
_BLOCKS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption
    figure footer form header hgroup hr html legend li main menu nav ol option p search section summary ul
    """.split()
)
_TABLE_PARTS = frozenset("table thead tbody tfoot tr".split())
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# Elements without markup inside: they end at their own end tag.
_RAW = frozenset("script style textarea title xmp iframe noembed noframes noscript".split())
# Elements whose content is not read, with the reason.
_SKIPPED = {
    **dict.fromkeys(("head", "title"), "head"),
    "script": "script",
    "style": "style",
    "template": "template",
    **dict.fromkeys(("noscript", "noembed", "noframes"), "not shown"),
    "iframe": "another page",
    **dict.fromkeys(("textarea", "select"), "form"),
    **dict.fromkeys(("svg", "canvas", "object", "audio", "video"), "image"),
    "math": "formula",
    **dict.fromkeys(("pre", "xmp", "code", "kbd", "samp"), "code"),
}
# Elements without content that show something else.
_UNREAD = {"img": "image", "embed": "another file", "frame": "another page"}
# Skipped elements that a reader sees within a line.
_VISIBLE = frozenset("svg math code kbd samp".split())


def read_html(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the visible text of a page into the builder."""
    page = Page(builder)
    page.feed(MappedText(source, [0], [0]))
    page.close(len(source))


class _OpenSkipped(NamedTuple):
    """An open element whose content is skipped."""

    name: str
    start: int
    reason: str


class Page:
    """The state of reading a page: the open element that is skipped, tables, superscripts and subscripts."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._skipped: _OpenSkipped | None = None
        self._depth = 0
        """How many elements of the skipped element's name are open."""
        self._tables: list[_OpenTable] = []
        self._table_count = 0
        self._in_cell = False
        self._scripts: list[dict[int, int]] = []

    def feed(self, html: MappedText) -> None:
        """Read a stretch of HTML."""
        text = html.text
        at = 0
        while at < len(text):
            if self._skipped and (self._skipped.name in _RAW or self._skipped.name == "head"):
                at = self._skip_raw(self._skipped, html, at)
                continue
            if (token := _TOKEN.match(text, at)) is None:
                return
            start, at = token.span()
            if token.lastgroup == "text":
                self.write(html, start, at)
            elif token.lastgroup == "attributes":
                self._tag(token, *html.span(start, at))
            elif token.lastgroup == "comment" and (mark := _IGNORE_MARK.fullmatch(token["comment"])):
                self._builder.mark(mark[1], *html.span(start, at), mark[2])

    def close(self, end: int) -> None:
        """Omit what is still being skipped where the page ends."""
        if self._skipped:
            self._builder.omit(self._skipped.start, end, self._skipped.reason)

    def write(self, text: MappedText, start: int, end: int) -> None:
        """Write text that may contain character references."""
        if self._skipped:
            return
        done = start
        for reference in _REFERENCE.finditer(text.text, start, end):
            character = html.unescape(reference[0])
            if character != reference[0]:
                self.copy(text, done, reference.start())
                self._builder.substitute(character.replace("\xad", ""), *text.span(*reference.span()))
                done = reference.end()
        self.copy(text, done, end)

    def copy(self, text: MappedText, start: int, end: int) -> None:
        """Write text without character references."""
        if self._skipped:
            return
        for chunk, source in text.chunks(start, end):
            self._builder.copy_collapsed(
                chunk.translate(self._scripts[-1]) if self._scripts else chunk, source
            )

    def begin_block(self) -> None:
        """Begin a block, which belongs to the open table cell if there is one."""
        if self._in_cell and self._tables:
            self._builder.begin_block("table", cell=self._tables[-1].position)
        else:
            self._builder.begin_block()

    def new_table(self) -> int:
        """Return the number of a table that begins."""
        self._table_count += 1
        return self._table_count

    def _skip_raw(self, skipped: _OpenSkipped, html: MappedText, at: int) -> int:
        """Return the offset where an element without markup inside ends."""
        tags = "</head|<body" if skipped.name == "head" else f"</{skipped.name}"
        end = re.compile(rf"(?:{tags})(?=[\s/>])", re.IGNORECASE).search(html.text, at)
        if end is None:
            return len(html.text)
        self._builder.omit(skipped.start, html.source_of(end.start()), skipped.reason)
        self._skipped = None
        return end.start()

    def _tag(self, token: re.Match[str], start: int, end: int) -> None:  # noqa: C901  one case a kind of tag
        name, closes = token["name"].lower(), bool(token["close"])
        if self._skipped:
            if name == self._skipped.name and not token["attributes"].endswith("/"):
                self._depth += -1 if closes else 1
            if not self._depth:
                start, reason = self._skipped.start, self._skipped.reason
                self._builder.omit(start, end, reason, visible=name in _VISIBLE)
                self._skipped = None
        elif not closes and (cause := _skip_reason(name, token["attributes"])):
            if name not in _VISIBLE:
                self.begin_block()
            self._skipped, self._depth = _OpenSkipped(name, start, cause), 1
        elif name == "br":
            self._builder.space(start, end, "\n")
        elif name in _UNREAD:
            if not _DECORATIVE.search(token["attributes"]):
                self._builder.omit(start, end, _UNREAD[name])
        elif name in ("sup", "sub"):
            if not closes:
                self._scripts.append(SUPERSCRIPT if name == "sup" else SUBSCRIPT)
            elif self._scripts:
                self._scripts.pop()
        elif name in _HEADINGS and not closes:
            self._builder.begin_block("heading", _HEADINGS[name])
        elif name in _TABLE_PARTS:
            self._table_part(name, closes)
        elif name in ("td", "th"):
            self._cell(name, closes, token["attributes"])
        elif name in ("caption", "figcaption") and not closes and not self._in_cell:
            self._builder.begin_block("caption", self._tables[-1].number if self._tables else 0)
        elif name in _BLOCKS or name in _HEADINGS:
            self.begin_block()

    def _table_part(self, name: str, closes: bool) -> None:
        self._in_cell = False
        if name == "table" and not closes:
            self._tables.append(_OpenTable(self.new_table()))
        elif name == "table" and self._tables:
            self._tables.pop()
            self._in_cell = bool(self._tables)
        elif name == "tr" and not closes and self._tables:
            self._tables[-1].begin_row()
        elif name != "tr" and self._tables:
            self._tables[-1].in_head = name == "thead" and not closes
        self.begin_block()

    def _cell(self, name: str, closes: bool, attributes: str) -> None:
        self._in_cell = not closes
        if not closes and self._tables:
            spans = {span[1].lower(): int(span[2]) for span in _SPAN.finditer(attributes)}
            self._tables[-1].begin_cell(name == "th", spans.get("row", 1), spans.get("col", 1))
        self.begin_block()


# Spans as browsers limit them; a row span of 0 reaches to the end of the table.
_SPAN = re.compile(r"""\b(row|col)span\s*=\s*["']?\s*(\d{1,5})""", re.IGNORECASE)
_LARGEST_COLUMN_SPAN = 1000
_LARGEST_ROW_SPAN = 65534
_SPANNED_COLUMNS = 200
"""Columns from the left in which row spans push the cells of later rows to the right."""


@dataclass
class _OpenTable:
    """A table being read: the position of its last cell, and the columns that cells from above reach into."""

    number: int
    row: int = 0
    next_column: int = 1
    in_head: bool = False
    position: CellPosition | None = None
    reaching: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For the first column of such a cell: the column after it, and its last row."""

    def begin_row(self) -> None:
        self.row += 1
        self.next_column = 1
        self.position = CellPosition(self.number, self.row, 1)

    def begin_cell(self, is_header: bool, row_span: int, column_span: int) -> None:
        if not self.row:
            self.begin_row()
        column = self.next_column
        while (reaching := self.reaching.get(column)) and reaching[1] >= self.row:
            column = reaching[0]
        row_span = min(row_span or _LARGEST_ROW_SPAN, _LARGEST_ROW_SPAN)
        column_span = min(max(column_span, 1), _LARGEST_COLUMN_SPAN)
        self.next_column = column + column_span
        if row_span > 1 and column <= _SPANNED_COLUMNS:
            self.reaching[column] = self.next_column, self.row + row_span - 1
        self.position = CellPosition(
            self.number, self.row, column, row_span, column_span, is_header or self.in_head
        )


def _skip_reason(name: str, attributes: str) -> str | None:
    if name in _SKIPPED:
        return None if attributes.endswith("/") and name not in _RAW else _SKIPPED[name]
    return "hidden" if attributes and name not in _VOID and _HIDDEN.search(attributes) else None


class MappedText(NamedTuple):
    """A text made of chunks of the source: the offset of each chunk in the text and in the source."""

    text: str
    starts: list[int]
    sources: list[int]

    @classmethod
    def join(cls, chunks: Iterable[tuple[str, int]]) -> MappedText:
        """Join chunks, each given with its source offset."""
        texts, starts, sources, at = [], [], [], 0
        for text, source in chunks:
            texts.append(text)
            starts.append(at)
            sources.append(source)
            at += len(text)
        return cls("".join(texts), starts, sources)

    def part(self, start: int, end: int) -> MappedText:
        """Return `start:end` as a mapped text of its own."""
        return MappedText.join(self.chunks(start, end))

    def source_of(self, offset: int) -> int:
        """Return the source offset of a character."""
        index = max(0, bisect_right(self.starts, offset) - 1)
        return self.sources[index] + offset - self.starts[index]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span from the first to the last character of `start:end`."""
        first = self.source_of(start)
        return first, self.source_of(end - 1) + 1 if end > start else first

    def chunks(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """Yield the chunks of `start:end`, each with its source offset."""
        index = max(0, bisect_right(self.starts, start) - 1)
        while start < end:
            stop = min(end, self.starts[index + 1]) if index + 1 < len(self.starts) else end
            yield self.text[start:stop], self.sources[index] + start - self.starts[index]
            start, index = stop, index + 1


_PROLOG = re.compile(r"\s*(?:<\?xml[^>]*>|<!--.*?-->)", re.DOTALL)
_SIGNATURE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Return whether a text begins, after comments, with a tag that only begins a page."""
    at = 0
    while prolog := _PROLOG.match(head, at):
        at = prolog.end()
    return _SIGNATURE.match(head, at) is not None


READER = TextReader("html", (".html", ".htm", ".xhtml"), read_html, sniff)
