"""LaTeX: what the typeset pages show, as far as that is known without running TeX.

pylatexenc, which keeps offsets, takes nine seconds for a megabyte and recurses into every brace. So the
source is scanned here once, with a stack of open groups.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from numerate.documents.builder import SUBSCRIPT, SUPERSCRIPT, DocumentBuilder
from numerate.documents.document import OBJECT, CellPosition
from numerate.documents.formats import Limits, TextReader
from numerate.documents.ignoring import KEYWORD, RULES
from numerate.documents.readers import latex_symbols as symbols
from numerate.documents.readers.latex_math import LONGEST_FORMULA, write_math

_TOKEN = re.compile(
    r"(?P<text>[^\\%{}$&~^_#\r\n\-`'\[\]]+|[\[\]^_#])"
    r"|(?P<blank>(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]\s*)"
    r"|(?P<line>\r\n?|\n)"
    r"|\\(?P<edge>begin|end)\s*\{(?P<environment>[^{}\r\n]*)\}"
    r"|\\(?P<command>[a-zA-Z@]+\*?)"
    r"|\\(?P<symbol>.|\r\n?|\n|\Z)"
    r"|%(?P<comment>[^\r\n]*)(?:(?:\r\n?|\n)(?![ \t]*[\r\n])[ \t]*|)"
    r"|(?P<display>\$\$)"
    r"|(?P<math>\$)"
    r"|(?P<dashes>---?|-)"
    r"|(?P<quotes>``|''|`|')"
    r"|(?P<open>\{)|(?P<shut>\})|(?P<column>&)|(?P<tie>~)"
)
_IGNORE_MARK = re.compile(rf"\s*{KEYWORD}{RULES}")
_SPACES = re.compile(r"[ \t]*(?:(?:\r\n?|\n)(?![ \t]*[\r\n])[ \t]*)?")
_OPTIONS = re.compile(r"\*?\[")
_DEFINED_NAME = re.compile(
    r"\s*(?:\{\s*)?\\(?:[a-zA-Z@]+|.)\s*\}?(?:\[\d\]|#\d)*(?:\s*(?:=\s*)?\\[a-zA-Z@]+(?!\s*\{))?"
)
_DIMENSION = re.compile(r"\s*(?:=\s*)?-?(?:\d+(?:\.\d*)?|\.\d+)\s*(?:pt|em|ex|cm|mm|in|bp|sp|pc|\\[a-zA-Z]+)")
_SCRIPT_ARGUMENT = re.compile(r"\{([^{}\\$%]*)\}")
_SPANNED = re.compile(r"\s*\{\s*(\d{1,3})\s*\}")
_TRIM = re.compile(r"\s*\([^()\r\n]*\)")
_INLINE_FORMULA = re.compile(r"((?:[^$\\\r\n]|\\.|(?:\r\n?|\n)(?![ \t]*[\r\n]))*)\$", re.DOTALL)
_BRACE = re.compile(r"[{}\]]|\\.|%[^\n]*", re.DOTALL)
_ACCENTED = re.compile(r"\s*(?:\{\s*\\?([a-zA-Z])\s*\}|\\?([a-zA-Z]))")
# Lengths are bounded where a closing character may be missing, so that reading takes linear time.
_VERB = re.compile(r"\\(?:verb\*?|lstinline(?:\[[^\]]{0,500}\])?)([^a-zA-Z\s*\[{])[^\r\n]{0,2000}?\1")
_BODY = re.compile(r"\\begin\s*\{document\}")
_TITLE = re.compile(r"\\title\s*(?:\[[^\]]{0,500}\]\s*)?\{")
_LIGATURES = {"--": "–", "---": "—", "``": "“", "''": "”", "`": "‘", "'": "’"}


class _Group(NamedTuple):
    """An open brace."""

    separators: tuple[str, ...] = ()
    """Texts to write between this argument and the ones that follow."""
    on_close: Callable[[], None] | None = None


@dataclass
class _OpenTable:
    """A table being read: the position of its cell, how many groups were open before, and its header."""

    cell: CellPosition
    depth: int
    header_rows: int = 0


def read_latex(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the text of a LaTeX document, or of a part of one, into the builder."""
    reader = _Reader(source, builder)
    start = 0
    if body := _BODY.search(source):
        title = _TITLE.search(source, 0, body.start())
        if title:
            builder.omit(0, title.start(), "preamble")
            after = reader.read(title.start(), reader.group_end(title.end() - 1))
            builder.omit(after, body.start(), "preamble")
        else:
            builder.omit(0, body.start(), "preamble")
        builder.begin_block()
        start = body.end()
    reader.read(start, len(source))


class _Reader:
    def __init__(self, source: str, builder: DocumentBuilder) -> None:
        self._source = source
        self._builder = builder
        self._groups: list[_Group] = []
        self._tables: list[_OpenTable] = []
        self._table_count = 0
        self._floats: list[int] = []
        """For each open environment around a table and its caption, the number of the table, or 0."""

    def read(self, at: int, end: int) -> int:
        """Write the source from `at` to `end`; return where reading stopped."""
        while token := _TOKEN.match(self._source, at, end):
            at = self._read_token(token)
        return at

    def group_end(self, at: int) -> int:
        """Return the end of the group that opens at `at`; the end of the file if it is not closed."""
        depth = 0
        closes = "]" if self._source[at] == "[" else "}"
        for brace in _BRACE.finditer(self._source, at + (closes == "]")):
            if brace[0] == closes and depth == (closes == "}"):
                return brace.end()
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
        return len(self._source)

    def _read_token(self, token: re.Match[str]) -> int:  # noqa: C901  one case a kind of token
        kind, builder = token.lastgroup or "", self._builder
        start, end = token.span()
        if kind == "text":
            if token[0] in ("^", "_", "#"):
                return end
            builder.copy_collapsed(token[0], start)
        elif kind == "blank":
            self._begin_block()
        elif kind == "line":
            builder.space(start, end)
        elif kind == "comment":
            if mark := _IGNORE_MARK.match(token["comment"]):
                builder.mark(mark[1], start, token.end("comment"), mark[2])
            # The line end belongs to the comment: "3.%\n4" is typeset as "3.4".
        elif kind == "environment":
            return self._read_environment(token)
        elif kind == "command":
            return self._read_command(token["command"], start, end)
        elif kind == "symbol":
            return self._read_symbol(token["symbol"], start, end)
        elif kind == "display":
            return self._omit_to(start, end, "$$", "formula")
        elif kind == "math":
            return self._read_math(start, end)
        elif kind in ("dashes", "quotes"):
            builder.substitute(_LIGATURES.get(token[0], token[0]), start, end)
        elif kind == "open":
            self._groups.append(_Group())
        elif kind == "shut":
            return self._close_group(start, end)
        elif kind == "column":
            self._next_cell(row=False)
        else:
            builder.substitute("\xa0", start, end)
        return end

    def _begin_block(self) -> None:
        if self._tables:
            self._builder.begin_block("table", cell=self._tables[-1].cell)
        else:
            self._builder.begin_block()

    def _close_group(self, start: int, end: int) -> int:
        if not self._groups:
            return end
        separators, on_close = self._groups.pop()
        if on_close:
            on_close()
        if separators and self._source[end : end + 1] == "{":
            self._builder.substitute(separators[0], start, end)
            self._groups.append(_Group(separators[1:]))
            return end + 1
        return end

    def _open_argument(self, at: int, group: _Group) -> int:
        """Enter the argument at `at`; without one, call what its end would have called."""
        at = self._skip_options(at)
        opens = self._after_word(at)
        if self._source[opens : opens + 1] == "{":
            self._groups.append(group)
            return opens + 1
        if group.on_close:
            group.on_close()
        return at

    def _read_environment(self, token: re.Match[str]) -> int:
        name, end = token["environment"].strip(), token.end()
        unstarred = name.rstrip("*")
        if token["edge"] == "end":
            if name == "document":
                self._builder.omit(end, len(self._source), "after the document")
                return len(self._source)
            self._end_table(unstarred)
            self._begin_block()
            return end
        if unstarred in symbols.SKIPPED_ENVIRONMENTS:
            reason = symbols.SKIPPED_ENVIRONMENTS[unstarred]
            if reason != "formula":
                self._begin_block()
            return self._omit_to(token.start(), end, f"\\end{{{name}}}", reason, reason == "formula")
        arguments = symbols.ENVIRONMENT_ARGUMENTS
        end = self._skip_groups(self._skip_options(end), arguments.get(name, arguments.get(unstarred, 0)))
        if unstarred in symbols.TABLES:
            self._table_count += 1
            self._tables.append(_OpenTable(CellPosition(self._table_count, 1, 1), len(self._groups)))
            self._floats[-1:] = [self._table_count] if self._floats else []
        elif unstarred in symbols.FLOATS:
            self._floats.append(0)
        self._begin_block()
        return end

    def _end_table(self, environment: str) -> None:
        if environment in symbols.TABLES and self._tables:
            table = self._tables.pop()
            self._builder.declare_header(table.cell.table, table.header_rows)
        elif environment in symbols.FLOATS and self._floats:
            self._floats.pop()

    def _next_cell(self, row: bool) -> None:
        if self._tables:
            table, line, column, _, span, _ = self._tables[-1].cell
            self._tables[-1].cell = (
                CellPosition(table, line + 1, 1) if row else CellPosition(table, line, column + span)
            )
            self._begin_block()

    def _span_cells(self, name: str, end: int) -> int:
        """Read the first two arguments of a cell that spans columns or rows; its text follows them."""
        number = _SPANNED.match(self._source, self._skip_options(end))
        if number and self._tables:
            cell, count = self._tables[-1].cell, max(int(number[1]), 1)
            is_wide = name == "multicolumn"
            cell = cell._replace(column_span=count) if is_wide else cell._replace(row_span=count)
            self._tables[-1].cell = cell
            self._builder.set_cell(cell)
        return self._skip_groups(end, 2)

    def _begin_caption(self, end: int) -> int:
        """Begin a caption, which belongs to the open table or to the one that its environment has."""
        if self._tables:
            self._builder.begin_block("caption", self._tables[-1].cell.table)
        elif self._floats:
            self._builder.begin_block("caption", self._floats[-1] or self._table_count + 1)
        else:
            self._builder.begin_block()
        return self._open_argument(end, _Group(on_close=self._begin_block))

    def _read_command(self, command: str, start: int, end: int) -> int:
        name, builder = command.rstrip("*"), self._builder
        if (character := symbols.SYMBOLS.get(name, symbols.UNITS.get(name))) is not None:
            end = self._after_word(end)
            builder.substitute(character, start, end)
            return end
        if name in symbols.HEADINGS:
            builder.begin_block("heading", symbols.HEADINGS[name])
            return self._open_argument(end, _Group(on_close=self._begin_block))
        if name in symbols.SEPARATE_BLOCKS:
            builder.begin_block("title" if name == "title" else "paragraph")
            return self._open_argument(end, _Group(on_close=self._begin_block))
        if name in symbols.CAPTIONS:
            # \captionof{table}{…} names the kind of caption first.
            return self._begin_caption(self._skip_groups(end, 1) if name == "captionof" else end)
        if name in symbols.NOTES:
            builder.begin_note()
            return self._open_argument(end, _Group(on_close=builder.end_note))
        if name in symbols.QUANTITIES:
            return self._open_argument(end, _Group(symbols.QUANTITIES[name]))
        if name in symbols.SKIPPED_ARGUMENTS or name == "verb":
            verb = _VERB.match(self._source, start)
            stop = verb.end() if verb else self._skip_groups(end, 1)
            builder.omit(start, stop, symbols.SKIPPED_ARGUMENTS.get(name, "code"), visible=name != "tnote")
            return stop
        if name in symbols.INCLUDED:
            reason, arguments = symbols.INCLUDED[name]
            stop = self._skip_groups(end, arguments)
            builder.omit(start, stop, reason)
            return stop
        if symbols.CITATION.fullmatch(name):
            stop = self._skip_groups(end, 1)
            builder.substitute(OBJECT, start, stop)
            return stop
        return self._skip_command(name, end)

    def _skip_command(self, name: str, end: int) -> int:
        """Skip a command that shows nothing itself, with its arguments that are not text."""
        if name in symbols.RULES and self._tables:
            table = self._tables[-1]
            table.header_rows = table.header_rows or table.cell.row - 1
            return self._after_word(self._skip_options(end))
        if name in ("multicolumn", "multirow"):
            return self._span_cells(name, end)
        if name in symbols.DEFINITIONS:
            defined = _DEFINED_NAME.match(self._source, end)
            return self._skip_groups(defined.end() if defined else end, 1)
        if name in symbols.DIMENSIONS:
            dimension = _DIMENSION.match(self._source, end)
            return dimension.end() if dimension else end
        if name in symbols.SCRIPTS:
            return self._write_script(name, end)
        if name in ("item", "par", "newline", "newpage", "clearpage", "tabularnewline"):
            if name == "tabularnewline":
                self._next_cell(row=True)
            self._begin_block()
            return self._after_word(end)
        if name in symbols.ACCENTS:
            return self._write_accent(name, end - len(name) - 1, end)
        if name in symbols.SKIPPED_ARGUMENT_COUNTS:
            trim = _TRIM.match(self._source, end) if name == "cmidrule" else None
            return self._skip_groups(trim.end() if trim else end, symbols.SKIPPED_ARGUMENT_COUNTS[name])
        return self._after_word(self._skip_options(end))

    def _write_script(self, name: str, end: int) -> int:
        argument = _SCRIPT_ARGUMENT.match(self._source, end)
        if argument is None:
            return end
        digits = SUPERSCRIPT if name == "textsuperscript" else SUBSCRIPT
        self._builder.copy(argument[1].translate(digits), argument.start(1))
        return argument.end()

    def _after_word(self, at: int) -> int:
        """Skip the white space that ends the name of a command."""
        spaces = _SPACES.match(self._source, at)
        return spaces.end() if spaces else at

    def _read_symbol(self, symbol: str, start: int, end: int) -> int:
        if symbol in symbols.ESCAPED:
            self._builder.copy(symbol, start + 1)
        elif symbol == "\\":
            # Within a group, as in \makecell{a \\ b}, it breaks a line of the cell.
            if self._tables and len(self._groups) <= self._tables[-1].depth:
                self._next_cell(row=True)
            else:
                self._builder.space(start, end)
            return self._skip_options(end)
        elif symbol == "[":
            return self._omit_to(start, end, r"\]", "formula")
        elif symbol == "(":
            close = self._source.find(r"\)", end, end + LONGEST_FORMULA)
            return self._write_formula(start, end, close, close + 2) if close >= 0 else end
        elif symbol in symbols.ACCENTS:
            return self._write_accent(symbol, start, end)
        else:
            self._builder.substitute(symbols.SYMBOLS.get(symbol, ""), start, end)
        return end

    def _write_accent(self, accent: str, start: int, end: int) -> int:
        letter = _ACCENTED.match(self._source, end)
        if letter is None:
            return end
        composed = unicodedata.normalize("NFC", (letter[1] or letter[2]) + symbols.ACCENTS[accent])
        self._builder.substitute(composed, start, letter.end())
        return letter.end()

    def _read_math(self, start: int, end: int) -> int:
        formula = _INLINE_FORMULA.match(self._source, end)
        if formula is None:
            self._builder.copy("$", start)
            return end
        return self._write_formula(start, end, formula.end(1), formula.end())

    def _write_formula(self, start: int, first: int, last: int, end: int) -> int:
        if not write_math(self._source, first, last, self._builder):
            self._builder.omit(start, end, "formula", visible=True)
        return end

    def _omit_to(self, start: int, at: int, close: str, reason: str, visible: bool = True) -> int:
        closing = self._source.find(close, at)
        end = closing + len(close) if closing >= 0 else len(self._source)
        self._builder.omit(start, end, reason, visible)
        return end

    def _skip_options(self, at: int) -> int:
        while options := _OPTIONS.match(self._source, at):
            at = self.group_end(options.end() - 1)
        return at

    def _skip_groups(self, at: int, count: int) -> int:
        for _ in range(count):
            at = self._skip_options(at)
            opens = self._after_word(at)
            if self._source[opens : opens + 1] != "{":
                return at
            at = self.group_end(opens)
        return at


# A line that begins a document or a section.
_SIGNATURE = re.compile(
    r"^[ \t]*\\(?:documentclass|begin\{document\}|(?:sub){0,2}section\*?\{|chapter\*?\{)", re.MULTILINE
)

READER = TextReader(
    "latex", (".tex", ".ltx", ".latex"), read_latex, sniff=lambda head: _SIGNATURE.search(head) is not None
)
