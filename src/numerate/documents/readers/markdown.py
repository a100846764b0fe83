"""Markdown: what its rendering shows, read with markdown-it, which is asked to remember where it was."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import Cell
from numerate.documents.formats import Limits, TextReader
from numerate.documents.readers.html import Page, Strand
from numerate.errors import UnreadableError

_LINE = re.compile(r"([^\r\n]*)(?:\r\n?|\n|\Z)")
_FRONT_MATTER = re.compile(
    r"(?:---[ \t]*\n(?=\S)(?:.*\n)*?(?:---|\.\.\.)|\+\+\+[ \t]*\n(?:.*\n)*?\+\+\+)[ \t]*(?:\n|\Z)"
)
# Marks of widespread extensions, which CommonMark itself takes for text: a note's number, struck-out text.
_EXTENSIONS = re.compile(r"\[\^[^\]\s]{1,60}\](?::(?=\s))?|~~")

# The marks of quotations and lists that may stand before the first cell of a row.
_CONTAINER = re.compile(r"(?:>|[-+*]|\d{1,9}[.)]|\s)+")


class _State(StateInline):
    """Inline parsing that notes in every token where in the block it began."""

    pending_at = 0

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        at = self.pos
        if ttype == "text" and len(self.tokens) > 1:
            # The marks of one run ("**") come as tokens of their own while the position stands still.
            before = self.tokens[-2]
            if before.type == "text" and before.meta.get("run") == at:
                token.meta["run"] = at
                at = before.meta["at"] + len(before.content)
            token.meta.setdefault("run", self.pos)
        token.meta["at"] = at
        return token

    def pushPending(self) -> Token:  # noqa: N802  the library's name
        at = self.pending_at
        token = super().pushPending()
        token.meta["at"] = at
        return token


class _Inline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _note_pending(state: StateInline, silent: bool) -> bool:
    """The first rule tried at every position, which only notes where plain text begins."""
    if not silent and not state.pending and isinstance(state, _State):
        state.pending_at = state.pos
    return False


def _parser(depth: int) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": depth})
    parser.inline = _Inline()
    parser.inline.ruler.before("text", "note_pending", _note_pending)
    rules = (
        "autolink backticks emphasis entity escape html_inline image link newline text note_pending".split()
    )
    parser.inline.ruler.enableOnly(rules)
    # Without joining text to text: each token keeps its own place.
    parser.inline.ruler2.enableOnly(["balance_pairs", "emphasis"])
    return parser.enable("table").disable("text_join")


def read_markdown(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write what the rendering of a Markdown text shows."""
    with _without_collector():
        _Reader(source, builder).read(limits)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Spare the garbage collector the tokens, which are many, alive to the last and free of cycles."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class _Reader:
    def __init__(self, source: str, builder: DocumentBuilder) -> None:
        self._source = source.replace("\0", "\ufffd")  # as the parser does, so that lines can be found again
        self._builder = builder
        self._page = Page(builder)
        self._lines = [line.span(1) for line in _LINE.finditer(source)]
        self._cell: Cell | None = None
        self._row: list[Strand] = []

    def read(self, limits: Limits) -> None:
        text = "\n".join(self._source[start:end] for start, end in self._lines)
        if front := _FRONT_MATTER.match(text):
            self._builder.omit(0, self._lines[front[0].rstrip("\n").count("\n")][1], "front matter")
            text = "\n" * front[0].count("\n") + text[front.end() :]
        tokens = _parser(limits.depth).parse(text)
        if any(token.level >= limits.depth - 1 for token in tokens):
            raise UnreadableError(f"is nested more than {limits.depth - 1} deep; flatten it")
        for token, before in zip(tokens, [None, *tokens], strict=False):
            self._block(token, before)
        self._page.close(len(self._source))

    def _block(self, token: Token, before: Token | None) -> None:
        if token.type == "inline":
            self._inline(token, before)
        elif token.type in ("fence", "code_block") and token.map:
            self._builder.begin_block()
            self._builder.omit(self._lines[token.map[0]][0], self._lines[token.map[1] - 1][1], "code")
        elif token.type == "html_block" and token.map:
            self._page.begin()
            self._page.feed(self._strand(token.content, token.map[0]))
        elif token.type == "heading_open":
            self._builder.begin_block("heading", int(token.tag[1:]))
        elif token.type == "table_open":
            self._cell = Cell(self._page.new_table(), 0, 0)
        elif token.type == "tr_open" and self._cell and token.map:
            self._cell = Cell(self._cell.table, self._cell.row + 1, 0)
            self._row = self._split_row(*self._lines[token.map[0]])
        elif token.type in ("th_open", "td_open") and self._cell:
            self._cell = Cell(self._cell.table, self._cell.row, self._cell.column + 1)
            self._builder.begin_block("table", cell=self._cell)
        elif token.type == "table_close":
            self._cell = None
            self._page.begin()
        elif token.nesting:
            self._page.begin()

    def _inline(self, token: Token, before: Token | None) -> None:
        if not token.map:
            return
        if self._cell:
            strand = self._find_cell(token.content, self._cell.column - 1)
        elif before and before.type == "heading_open" and before.markup.startswith("#"):
            start, end = self._lines[token.map[0]]
            at = self._source.index(before.markup, start, end) + len(before.markup)
            strand = Strand(token.content, [0], [self._source.index(token.content, at, end)])
        else:
            strand = self._strand(token.content, token.map[0])
        children = token.children or []
        ends = [*(child.meta["at"] for child in children[1:]), len(strand.text)]
        pairs = iter(zip(children, ends, strict=False))
        for child, end in pairs:
            if child.type == "link_open" and child.info == "auto":
                self._autolink(strand, child.meta["at"])
                next(pairs)
            else:
                self._child(child, strand, end)

    def _child(self, token: Token, strand: Strand, end: int) -> None:
        at = token.meta["at"]
        if token.type == "text":
            write = self._text if "[" in token.content or "~" in token.content else self._page.copy
            write(strand, at, at + len(token.content))
        elif token.type == "text_special":
            if token.info == "escape":
                # The character itself; its backslash is markup.
                skip = len(token.markup) - len(token.content)
                self._page.copy(strand, at + skip, at + len(token.markup))
            else:
                self._page.write(strand, at, at + len(token.markup))
        elif token.type in ("softbreak", "hardbreak"):
            mark = strand.text[at] == "\\"  # of a break that shows
            self._builder.space(*strand.span(at, at + 1 + mark), " " if token.type == "softbreak" else "\n")
        elif token.type == "html_inline":
            self._page.feed(strand.part(at, at + len(token.content)))
        elif token.type == "code_inline":
            self._builder.omit(
                *strand.span(at, _code_end(strand.text, at, token.markup)), "code", visible=True
            )
        elif token.type == "image":
            self._builder.omit(*strand.span(at, end), "image", visible=True)

    def _autolink(self, strand: Strand, at: int) -> None:
        end = strand.text.find(">", at) + 1
        self._builder.omit(*strand.span(at, end), "address", visible=True)

    def _text(self, strand: Strand, start: int, end: int) -> None:
        for mark in _EXTENSIONS.finditer(strand.text, start, end):
            self._page.copy(strand, start, mark.start())
            start = mark.end()
        self._page.copy(strand, start, end)

    def _strand(self, content: str, line: int) -> Strand:
        """Find the lines of a block in the source, where each may be indented or quoted.

        What the parser takes off is on the left of a line, or white space at its end.
        """
        starts, sources, at = [], [], 0
        for text in content.split("\n"):
            shown = text.lstrip(" ")  # of which the parser makes some out of tabs
            found = self._source.rfind(shown, *self._lines[line])
            starts.append(at)
            sources.append(found - (len(text) - len(shown)))
            at += len(text) + 1
            line = min(line + 1, len(self._lines) - 1)
        return Strand(content, starts, sources)

    def _split_row(self, start: int, end: int) -> list[Strand]:
        """Split a line at its bars, as the parser does: one after a backslash is a character of its cell."""
        cells: list[list[tuple[str, int]]] = [[]]
        done, escaped = start, False
        for at in range(start, end):
            if self._source[at] == "|":
                cells[-1].append((self._source[done : at - escaped], done))
                done = at if escaped else at + 1
                if not escaped:
                    cells.append([])
            escaped = self._source[at] == "\\"
        cells[-1].append((self._source[done:end], done))
        return [Strand.of(chunks) for chunks in cells]

    def _find_cell(self, content: str, column: int) -> Strand:
        """Find the content of a cell in its row."""
        if not column:
            before = self._row[0].text.strip()
            if not before or (before != content and _CONTAINER.fullmatch(before)):
                del self._row[0]  # what stands before the first bar is no cell
        if not content or column >= len(self._row):
            return Strand.of([])
        raw = self._row[column]
        at = raw.text.rfind(content) if not column else raw.text.find(content)
        return raw.part(at, at + len(content))


def _code_end(text: str, at: int, ticks: str) -> int:
    end = re.compile(rf"(?<!`){ticks}(?!`)").search(text, at + len(ticks))
    return end.end() if end else len(text)


# The lengths are bounded so that many brackets do not take quadratic time.
_SIGNATURE = re.compile(
    r"^#{1,6} \S|^(?:```|~~~)|^---\n(?=\w)|\[[^\]\n]{1,500}\]\([^)\s]{1,500}\)|\*\*\S[^*\n]*\*\*", re.M
)


def sniff(head: str) -> bool:
    """Return whether a text has a heading, code block, front matter, link or bold text of Markdown."""
    return _SIGNATURE.search(head) is not None


READER = TextReader("markdown", (".md", ".markdown", ".mdown", ".mkd"), read_markdown, sniff)
