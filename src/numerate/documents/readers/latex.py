"""LaTeX: what its typeset pages show, as far as that can be told without running it.

pylatexenc, the reader for this that keeps offsets, takes nine seconds for a megabyte and recurses into every
brace; so the source is scanned here, once, with what is open on a list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from numerate.documents.builder import SUBSCRIPT, SUPERSCRIPT, DocumentBuilder
from numerate.documents.document import OBJECT, Cell
from numerate.documents.formats import Limits, TextReader
from numerate.documents.readers import latex_symbols as known
from numerate.documents.readers.latex_math import LONGEST, write_math

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
_MARK = re.compile(r"\s*numerate:\s*(ignore(?:-start|-end)?)\b")
_SPACES = re.compile(r"[ \t]*(?:(?:\r\n?|\n)(?![ \t]*[\r\n])[ \t]*)?")
_OPTIONS = re.compile(r"\*?\[")
_NAME = re.compile(r"\s*\{?\s*\\(?:[a-zA-Z@]+|.)\s*\}?(?:\[\d\]|#\d)*(?:\s*=?\s*\\[a-zA-Z@]+(?!\s*\{))?")
_DIMENSION = re.compile(r"\s*=?\s*-?\d*\.?\d+\s*(?:pt|em|ex|cm|mm|in|bp|sp|pc|\\[a-zA-Z]+)")
_RAISED = re.compile(r"\{([^{}\\$%]*)\}")
_RULE = re.compile(r"\s*\([^()\r\n]*\)")
_INLINE = re.compile(r"((?:[^$\\\r\n]|\\.|(?:\r\n?|\n)(?![ \t]*[\r\n]))*)\$", re.DOTALL)
_BRACE = re.compile(r"[{}\]]|\\.|%[^\n]*", re.DOTALL)
_ACCENTED = re.compile(r"\s*(?:\{\s*\\?([a-zA-Z])\s*\}|\\?([a-zA-Z]))")
_VERB = re.compile(r"\\(?:verb\*?|lstinline(?:\[[^\]]*\])?)([^a-zA-Z\s*\[{])[^\r\n]*?\1")
_BODY = re.compile(r"\\begin\s*\{document\}")
_TITLE = re.compile(r"\\title\s*(?:\[[^\]]*\]\s*)?\{")
_SHOWN = {"--": "–", "---": "—", "``": "“", "''": "”", "`": "‘", "'": "’"}


class _Group(NamedTuple):
    """An open brace: what is shown where it closes, or what is then done."""

    shown: tuple[str, ...] = ()
    done: Callable[[], None] | None = None


def read_latex(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write what a LaTeX document, or a part of one, shows."""
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
        self._tables: list[Cell] = []
        self._seen = 0

    def read(self, at: int, end: int) -> int:
        """Write the source from `at` to `end`."""
        while token := _TOKEN.match(self._source, at, end):
            at = self._token(token)
        return at

    def group_end(self, at: int) -> int:
        """Find where the group that opens at `at` ends: at the end of the file, if it never closes."""
        depth = 0
        closes = "]" if self._source[at] == "[" else "}"
        for brace in _BRACE.finditer(self._source, at + (closes == "]")):
            if brace[0] == closes and depth == (closes == "}"):
                return brace.end()
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
        return len(self._source)

    def _token(self, token: re.Match[str]) -> int:  # noqa: C901  a list of looks
        kind, builder = token.lastgroup or "", self._builder
        start, end = token.span()
        if kind == "text":
            if token[0] in ("^", "_", "#"):
                return end
            builder.copy_collapsed(token[0], start)
        elif kind == "blank":
            self._begin()
        elif kind == "line":
            builder.space(start, end)
        elif kind == "comment":
            if mark := _MARK.match(token["comment"]):
                builder.mark(mark[1], start, token.end("comment"))
            # The end of the line belongs to the comment: "3.%\n4" shows "3.4".
        elif kind == "environment":
            return self._environment(token)
        elif kind == "command":
            return self._command(token["command"], start, end)
        elif kind == "symbol":
            return self._symbol(token["symbol"], start, end)
        elif kind == "display":
            return self._unread(start, end, "$$", "formula")
        elif kind == "math":
            return self._math(start, end)
        elif kind in ("dashes", "quotes"):
            shown = _SHOWN.get(token[0], token[0])
            builder.substitute(shown, start, end)
        elif kind == "open":
            self._groups.append(_Group())
        elif kind == "shut":
            return self._shut(start, end)
        elif kind == "column":
            self._next_cell(row=False)
        else:
            builder.substitute("\xa0", start, end)
        return end

    def _begin(self) -> None:
        if self._tables:
            self._builder.begin_block("table", cell=self._tables[-1])
        else:
            self._builder.begin_block()

    def _shut(self, start: int, end: int) -> int:
        if not self._groups:
            return end
        shown, done = self._groups.pop()
        if done:
            done()
        if shown and self._source[end : end + 1] == "{":
            self._builder.substitute(shown[0], start, end)
            self._groups.append(_Group(shown[1:]))
            return end + 1
        return end

    def _open(self, at: int, group: _Group) -> int:
        """Go into the argument that begins at `at`, and do what is to be done when it closes."""
        at = self._skip_options(at)
        opens = self._after_word(at)
        if self._source[opens : opens + 1] == "{":
            self._groups.append(group)
            return opens + 1
        if group.done:
            group.done()
        return at

    def _environment(self, token: re.Match[str]) -> int:
        name, end = token["environment"].strip(), token.end()
        plain = name.rstrip("*")
        if token["edge"] == "end":
            if name == "document":
                self._builder.omit(end, len(self._source), "after the document")
                return len(self._source)
            if plain in known.TABLES and self._tables:
                self._tables.pop()
            self._begin()
            return end
        if plain in known.UNREAD:
            reason = known.UNREAD[plain]
            if reason != "formula":
                self._begin()
            return self._unread(token.start(), end, f"\\end{{{name}}}", reason, shown=reason == "formula")
        end = self._skip_groups(self._skip_options(end), known.ENVIRONMENT_ARGUMENTS.get(plain, 0))
        if plain in known.TABLES:
            self._seen += 1
            self._tables.append(Cell(self._seen, 1, 1))
        self._begin()
        return end

    def _next_cell(self, row: bool) -> None:
        if self._tables:
            table, line, column = self._tables[-1]
            self._tables[-1] = Cell(table, line + 1, 1) if row else Cell(table, line, column + 1)
            self._begin()

    def _command(self, command: str, start: int, end: int) -> int:
        name, builder = command.rstrip("*"), self._builder
        if (shown := known.SYMBOLS.get(name, known.UNITS.get(name))) is not None:
            end = self._after_word(end)
            builder.substitute(shown, start, end)
            return end
        if name in known.HEADINGS:
            builder.begin_block("heading", known.HEADINGS[name])
            return self._open(end, _Group(done=self._begin))
        if name in known.APART:
            builder.begin_block("title" if name == "title" else "paragraph")
            return self._open(end, _Group(done=self._begin))
        if name in known.NOTES:
            builder.begin_note()
            return self._open(end, _Group(done=builder.end_note))
        if name in known.QUANTITIES:
            return self._open(end, _Group(known.QUANTITIES[name]))
        if name in known.UNREAD_ARGUMENT or name == "verb":
            verb = _VERB.match(self._source, start)
            stop = verb.end() if verb else self._skip_groups(end, 1)
            builder.omit(start, stop, known.UNREAD_ARGUMENT.get(name, "code"), visible=True)
            return stop
        if known.CITATION.fullmatch(name):
            stop = self._skip_groups(end, 1)
            builder.substitute(OBJECT, start, stop)
            return stop
        return self._layout(name, end)

    def _layout(self, name: str, end: int) -> int:
        """Pass over a command that shows nothing itself, with those of its arguments that are no text."""
        if name in known.DEFINITIONS:
            defined = _NAME.match(self._source, end)
            return self._skip_groups(defined.end() if defined else end, 1)
        if name in known.DIMENSIONS:
            dimension = _DIMENSION.match(self._source, end)
            return dimension.end() if dimension else end
        if name in known.RAISED:
            return self._raised(name, end)
        if name in ("item", "par", "newline", "newpage", "clearpage", "tabularnewline"):
            if name == "tabularnewline":
                self._next_cell(row=True)
            self._begin()
            return self._after_word(end)
        if name in known.ACCENTS:
            return self._accent(name, end - len(name) - 1, end)
        if name in known.TAKEN:
            rule = _RULE.match(self._source, end) if name == "cmidrule" else None
            return self._skip_groups(rule.end() if rule else end, known.TAKEN[name])
        return self._after_word(self._skip_options(end))

    def _raised(self, name: str, end: int) -> int:
        raised = _RAISED.match(self._source, end)
        if raised is None:
            return end
        digits = SUPERSCRIPT if name == "textsuperscript" else SUBSCRIPT
        self._builder.copy(raised[1].translate(digits), raised.start(1))
        return raised.end()

    def _after_word(self, at: int) -> int:
        """Pass over the white space that ends the name of a command."""
        spaces = _SPACES.match(self._source, at)
        return spaces.end() if spaces else at

    def _symbol(self, symbol: str, start: int, end: int) -> int:
        if symbol in known.ESCAPED:
            self._builder.copy(symbol, start + 1)
        elif symbol == "\\":
            if self._tables:
                self._next_cell(row=True)
            else:
                self._builder.space(start, end)
            return self._skip_options(end)
        elif symbol == "[":
            return self._unread(start, end, r"\]", "formula")
        elif symbol == "(":
            close = self._source.find(r"\)", end, end + LONGEST)
            return self._formula(start, end, close, close + 2) if close >= 0 else end
        elif symbol in known.ACCENTS:
            return self._accent(symbol, start, end)
        else:
            self._builder.substitute(known.SYMBOLS.get(symbol, ""), start, end)
        return end

    def _accent(self, accent: str, start: int, end: int) -> int:
        letter = _ACCENTED.match(self._source, end)
        if letter is None:
            return end
        composed = unicodedata.normalize("NFC", (letter[1] or letter[2]) + known.ACCENTS[accent])
        self._builder.substitute(composed, start, letter.end())
        return letter.end()

    def _math(self, start: int, end: int) -> int:
        formula = _INLINE.match(self._source, end)
        if formula is None:
            self._builder.copy("$", start)
            return end
        return self._formula(start, end, formula.end(1), formula.end())

    def _formula(self, start: int, first: int, last: int, end: int) -> int:
        if not write_math(self._source, first, last, self._builder):
            self._builder.omit(start, end, "formula", visible=True)
        return end

    def _unread(self, start: int, at: int, close: str, reason: str, shown: bool = True) -> int:
        found = self._source.find(close, at)
        end = found + len(close) if found >= 0 else len(self._source)
        self._builder.omit(start, end, reason, visible=shown)
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


_SIGNATURE = re.compile(
    r"^[ \t]*\\(?:documentclass|begin\{document\}|(?:sub){0,2}section\*?\{|chapter\*?\{)", re.MULTILINE
)


def sniff(head: str) -> bool:
    """Return whether a line of a text begins with a command that begins a document or a section."""
    return _SIGNATURE.search(head) is not None


READER = TextReader("latex", (".tex", ".ltx", ".latex"), read_latex, sniff)
