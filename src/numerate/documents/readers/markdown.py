"""Markdown: what its rendering shows, parsed with markdown-it, extended to keep the offsets of tokens."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import CellPosition
from numerate.documents.formats import Limits, TextReader
from numerate.documents.readers.html import MappedText, Page
from numerate.errors import UnreadableError

_LINE = re.compile(r"([^\r\n]*)(?:\r\n?|\n|\Z)")
_FRONT_MATTER = re.compile(
    r"(?:---[ \t]*\n(?=\S)(?:.*\n)*?(?:---|\.\.\.)|\+\+\+[ \t]*\n(?:.*\n)*?\+\+\+)[ \t]*(?:\n|\Z)"
)
# Footnote labels and strikethrough, widespread extensions that CommonMark takes for text.
_EXTENSION_MARK = re.compile(r"\[\^[^\]\s]{1,60}\](?::(?=\s))?|~~")

# Markers of quotations and lists that may precede the first cell of a row.
_CONTAINER_MARKERS = re.compile(r"(?:>|[-+*]|\d{1,9}[.)]|\s)+")


class _State(StateInline):
    """Inline parsing state that records in every token its offset in the block."""

    pending_start = 0

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        at = self.pos
        if ttype == "text" and len(self.tokens) > 1:
            # The delimiters of one run ("**") are separate tokens, pushed at one position.
            before = self.tokens[-2]
            if before.type == "text" and before.meta.get("run") == at:
                token.meta["run"] = at
                at = before.meta["at"] + len(before.content)
            token.meta.setdefault("run", self.pos)
        token.meta["at"] = at
        return token

    def pushPending(self) -> Token:  # noqa: N802  the library's name
        at = self.pending_start
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


def _record_pending(state: StateInline, silent: bool) -> bool:
    """Record where plain text begins. A rule that never matches, tried first at every position."""
    if not silent and not state.pending and isinstance(state, _State):
        state.pending_start = state.pos
    return False


def _read_definition(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Read the definition of a link; that of a footnote, such as "[^1]: 2023", is text."""
    start = state.bMarks[line] + state.tShift[line]
    return not state.src.startswith("[^", start) and reference(state, line, end, silent)


def _parser(depth: int) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": depth})
    parser.block.ruler.at("reference", _read_definition)
    parser.inline = _Inline()
    parser.inline.ruler.before("text", "record_pending", _record_pending)
    rules = "autolink backticks emphasis entity escape html_inline image link newline text"
    parser.inline.ruler.enableOnly([*rules.split(), "record_pending"])
    # Adjacent texts are not joined, so that each token keeps its own offset.
    parser.inline.ruler2.enableOnly(["balance_pairs", "emphasis"])
    # The inline content of a block is parsed when the block is read, to hold the tokens of one block only.
    return parser.enable("table").disable(["inline", "text_join"])


def read_markdown(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the text of a rendered Markdown document into the builder."""
    with _paused_collector():
        _Reader(source, builder, limits).read()


@contextmanager
def _paused_collector() -> Iterator[None]:
    """Pause the garbage collector: the many tokens have no cycles and live until the end of the block."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class _Reader:
    def __init__(self, source: str, builder: DocumentBuilder, limits: Limits) -> None:
        self._parser = _parser(limits.depth)
        self._depth = limits.depth
        self._references: dict[str, Any] = {}
        """Link definitions, which markdown-it collects from blocks and looks up in inline content."""
        self._source = source.replace("\0", "\ufffd")  # as the parser does, so that its lines match
        self._builder = builder
        self._page = Page(builder)
        self._lines = [line.span(1) for line in _LINE.finditer(source)]
        self._cell: CellPosition | None = None
        self._row: list[MappedText] = []

    def read(self) -> None:
        text = "\n".join(self._source[start:end] for start, end in self._lines)
        if front := _FRONT_MATTER.match(text):
            self._builder.omit(0, self._lines[front[0].rstrip("\n").count("\n")][1], "front matter")
            text = "\n" * front[0].count("\n") + text[front.end() :]
        tokens = self._parser.parse(text, self._references)
        if any(token.level >= self._depth - 1 for token in tokens):
            raise UnreadableError(f"is nested more than {self._depth - 1} deep; flatten it")
        for token, before in zip(tokens, [None, *tokens], strict=False):
            self._read_block(token, before)
        self._page.close(len(self._source))

    def _read_block(self, token: Token, before: Token | None) -> None:
        if token.type == "inline":
            self._read_inline(token, before)
        elif token.type in ("fence", "code_block") and token.map:
            self._builder.begin_block()
            self._builder.omit(self._lines[token.map[0]][0], self._lines[token.map[1] - 1][1], "code")
        elif token.type == "html_block" and token.map:
            self._page.begin_block()
            self._page.feed(self._map_lines(token.content, token.map[0]))
        elif token.type == "heading_open":
            self._builder.begin_block("heading", int(token.tag[1:]))
        elif token.type == "table_open":
            self._cell = CellPosition(self._page.new_table(), 0, 0)
        elif token.type == "tr_open" and self._cell and token.map:
            self._cell = CellPosition(self._cell.table, self._cell.row + 1, 0)
            self._row = self._split_row(*self._lines[token.map[0]])
        elif token.type in ("th_open", "td_open") and self._cell:
            is_header = token.type == "th_open"
            self._cell = self._cell._replace(column=self._cell.column + 1, header=is_header)
            self._builder.begin_block("table", cell=self._cell)
        elif token.type == "table_close":
            self._cell = None
            self._page.begin_block()
        elif token.nesting:
            self._page.begin_block()

    def _read_inline(self, token: Token, before: Token | None) -> None:
        if not token.map:
            return
        if self._cell:
            mapped = self._map_cell(token.content, self._cell.column - 1)
        elif before and before.type == "heading_open" and before.markup.startswith("#"):
            start, end = self._lines[token.map[0]]
            at = self._source.index(before.markup, start, end) + len(before.markup)
            mapped = MappedText(token.content, [0], [self._source.index(token.content, at, end)])
        else:
            mapped = self._map_lines(token.content, token.map[0])
        children: list[Token] = []
        self._parser.inline.parse(token.content, self._parser, self._references, children)
        ends = [*(child.meta["at"] for child in children[1:]), len(mapped.text)]
        pairs = iter(zip(children, ends, strict=False))
        for child, end in pairs:
            if child.type == "link_open" and child.info == "auto":
                self._omit_address(mapped, child.meta["at"])
                next(pairs)
            else:
                self._read_token(child, mapped, end)

    def _read_token(self, token: Token, mapped: MappedText, end: int) -> None:
        at = token.meta["at"]
        if token.type == "text":
            write = self._write_text if "[" in token.content or "~" in token.content else self._page.copy
            write(mapped, at, at + len(token.content))
        elif token.type == "text_special":
            if token.info == "escape":
                # Only the character is text; its backslash is markup.
                skip = len(token.markup) - len(token.content)
                self._page.copy(mapped, at + skip, at + len(token.markup))
            else:
                self._page.write(mapped, at, at + len(token.markup))
        elif token.type in ("softbreak", "hardbreak"):
            has_backslash = mapped.text[at] == "\\"
            space = " " if token.type == "softbreak" else "\n"
            self._builder.space(*mapped.span(at, at + 1 + has_backslash), space)
        elif token.type == "html_inline":
            self._page.feed(mapped.part(at, at + len(token.content)))
        elif token.type == "code_inline":
            end = _code_end(mapped.text, at, token.markup)
            self._builder.omit(*mapped.span(at, end), "code", visible=True)
        elif token.type == "image":
            self._builder.omit(*mapped.span(at, end), "image", visible=True)

    def _omit_address(self, mapped: MappedText, at: int) -> None:
        end = mapped.text.find(">", at) + 1
        self._builder.omit(*mapped.span(at, end), "address", visible=True)

    def _write_text(self, mapped: MappedText, start: int, end: int) -> None:
        for mark in _EXTENSION_MARK.finditer(mapped.text, start, end):
            self._page.copy(mapped, start, mark.start())
            start = mark.end()
        self._page.copy(mapped, start, end)

    def _map_lines(self, content: str, line: int) -> MappedText:
        """Map the lines of a block, from which the parser has removed indentation and quotation marks.

        What it removes precedes the text of a line or is white space at its end.
        """
        starts, sources, at = [], [], 0
        for text in content.split("\n"):
            stripped = text.lstrip(" ")  # the parser expands tabs to spaces
            source = self._source.rfind(stripped, *self._lines[line])
            starts.append(at)
            sources.append(source - (len(text) - len(stripped)))
            at += len(text) + 1
            line = min(line + 1, len(self._lines) - 1)
        return MappedText(content, starts, sources)

    def _split_row(self, start: int, end: int) -> list[MappedText]:
        """Split the line of a table row at its bars; a bar after a backslash is a character of its cell."""
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
        return [MappedText.join(chunks) for chunks in cells]

    def _map_cell(self, content: str, column: int) -> MappedText:
        """Map the content of a cell to its place in the row."""
        if not column:
            before = self._row[0].text.strip()
            if not before or (before != content and _CONTAINER_MARKERS.fullmatch(before)):
                del self._row[0]  # what precedes the first bar is not a cell
        if not content or column >= len(self._row):
            return MappedText.join([])
        raw = self._row[column]
        at = raw.text.rfind(content) if not column else raw.text.find(content)
        return raw.part(at, at + len(content))


def _code_end(text: str, at: int, ticks: str) -> int:
    end = re.compile(rf"(?<!`){ticks}(?!`)").search(text, at + len(ticks))
    return end.end() if end else len(text)


# A heading, code block, front matter, link or bold text. Lengths are bounded so that it takes linear time.
_SIGNATURE = re.compile(
    r"^#{1,6} \S|^(?:```|~~~)|^---\n(?=\w)|\[[^\]\n]{1,500}\]\([^)\s]{1,500}\)|\*\*\S[^*\n]*\*\*", re.M
)

READER = TextReader(
    "markdown",
    (".md", ".markdown", ".mdown", ".mkd"),
    read_markdown,
    sniff=lambda head: _SIGNATURE.search(head) is not None,
)
