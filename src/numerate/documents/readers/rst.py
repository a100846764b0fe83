"""reStructuredText: what its rendering shows.

docutils keeps no offsets, takes twelve seconds for a megabyte, and executes directives. So its rules for
paragraphs, titles, lists, tables, directives and inline markup are implemented here, line by line.
"""

from __future__ import annotations

import re

from numerate.documents.builder import SUBSCRIPT, SUPERSCRIPT, DocumentBuilder
from numerate.documents.document import OBJECT
from numerate.documents.formats import Limits, TextReader
from numerate.documents.ignoring import KEYWORD, RULES
from numerate.documents.readers.latex_math import write_math
from numerate.documents.readers.rst_tables import GRID_TABLE, SIMPLE_TABLE, RstLine, RstTables

_LINE = re.compile(r"([^\r\n]*)(?:\r\n?|\n|\Z)")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\s*")
_EXPLICIT = re.compile(r"\.\.(?:[ \t]+|$)")
_IGNORE_MARK = re.compile(rf"\.\.[ \t]+{KEYWORD}{RULES}(?:--.*)?$")
_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?([\w.:+-]+?)[ \t]?::(?:[ \t]+|$)")
_NOTE = re.compile(r"\.\.[ \t]+\[[^\]]+\][ \t]*")
_FIELD = re.compile(r":(?![: ])[^:\n]{1,80}(?<! ):(?:[ \t]+|$)")
_LIST = re.compile(r"(?:[-*+•‣⁃]|\(?(?:\d{1,4}|[a-zA-Z]|#|[ivxlcdm]{1,6}|[IVXLCDM]{1,6})[.)])[ \t]+(?=\S)")
_LINE_BLOCK = re.compile(r"\|[ \t]+(?=\S)")
_QUOTED = re.compile(r"[!-/:-@\[-`{-~]")

# Directives whose argument and body are text. Their options are not.
_TEXT_ARGUMENT = frozenset(
    """
    note warning tip hint important caution attention danger error seealso todo admonition topic sidebar
    rubric centered table list-table csv-table epigraph highlights pull-quote abstract
    """.split()
)
_TABLES = ("table", "list-table", "csv-table")
# Directives whose body is text. The body of any other directive is skipped.
_TEXT_BODY = _TEXT_ARGUMENT | frozenset(
    """
    figure compound container versionadded versionchanged deprecated versionremoved only glossary rst-class
    class header footer module function class method attribute data exception describe option envvar confval
    """.split()
)
_SKIP_REASONS = {
    **dict.fromkeys("code code-block sourcecode parsed-literal doctest".split(), "code"),
    **dict.fromkeys("include literalinclude".split(), "another file"),
    **dict.fromkeys("image plot graphviz digraph graph".split(), "image"),
    "math": "formula",
    "bibliography": "reference list",
}


def read_rst(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write the text of a rendered reStructuredText document into the builder."""
    _Reader(source, builder).read()


class _Reader:
    def __init__(self, source: str, builder: DocumentBuilder) -> None:
        self._source = source
        self._builder = builder
        self._lines = [_parse_line(line) for line in _LINE.finditer(source)]
        self._levels: list[tuple[str, bool]] = []
        self._tables = RstTables(builder, self._write)
        self._at_start = True

    def read(self) -> None:
        at = 0
        while at < len(self._lines):
            at = self._read_block(at) if self._lines[at].text else at + 1

    def _read_block(self, at: int) -> int:
        line = self._lines[at]
        self._builder.begin_block()
        if after := self._read_title(at):
            return after
        if _EXPLICIT.match(line.text):
            return self._read_explicit(at)
        if GRID_TABLE.fullmatch(line.text):
            end = self._chunk_end(at)
            self._tables.read_grid(self._lines[at:end])
            return end
        if SIMPLE_TABLE.fullmatch(line.text):
            return self._tables.read_simple(self._lines, at)
        if line.text.startswith(">>> "):
            return self._omit(at, self._chunk_end(at), "code")
        if line.text.startswith("__ ") or (_ADORNMENT.fullmatch(line.text) and len(line.text) >= 4):
            return at + 1
        if self._at_start and _FIELD.match(line.text):
            return self._omit(at, self._chunk_end(at), "front matter")
        self._at_start = False
        return self._read_paragraph(at)

    def _read_title(self, at: int) -> int:
        """Write the title at line `at`; return the line after it, or 0 if there is no title."""
        first, second, third = (*self._lines[at : at + 3], _NO_LINE, _NO_LINE)[:3]
        has_overline = bool(_ADORNMENT.fullmatch(first.text))
        underline = third if has_overline else second
        title = second if has_overline else first
        if (
            not title.text
            or not _ADORNMENT.fullmatch(underline.text)
            or underline.indent
            or _ADORNMENT.fullmatch(title.text)
        ):
            return 0
        if (has_overline and first.text != underline.text) or (not has_overline and title.indent):
            return 0
        if len(underline.text) < min(4, len(title.text)):
            return 0
        style = underline.text[0], has_overline
        if style not in self._levels:
            self._levels.append(style)
        self._builder.begin_block("heading", self._levels.index(style) + 1)
        self._write(title.start, title.end)
        return at + (3 if has_overline else 2)

    def _read_paragraph(self, at: int) -> int:
        """Write a paragraph, list item or term, and omit the literal block that it may introduce."""
        line = self._lines[at]
        start, indent = line.start, line.indent
        while marker := (
            _LIST.match(self._source, start, line.end) or _LINE_BLOCK.match(self._source, start, line.end)
        ):
            indent += marker.end() - start
            start = marker.end()
        field = _FIELD.match(self._source, start, line.end)
        if field and indent == line.indent:
            start = field.end()
        after = at + 1
        while after < len(self._lines) and self._continues(after, line, indent, bool(field)):
            after += 1
        end = self._lines[after - 1].end
        if not self._source.endswith("::", start, end):
            self._write(start, end)
            return after
        text = self._source[start : end - 2]
        self._write(start, end - (1 if text and not text[-1].isspace() else 2))
        return self._omit_literal(after, indent)

    def _continues(self, at: int, first: RstLine, indent: int, field: bool) -> bool:
        line = self._lines[at]
        if not line.text or (indent > first.indent and line.indent == first.indent):
            return False
        return line.indent > first.indent if field else line.indent == indent

    def _omit_literal(self, at: int, indent: int) -> int:
        """Omit the literal block after a "::": an indented block, or lines with a quoting character."""
        first = next((i for i in range(at, len(self._lines)) if self._lines[i].text), len(self._lines))
        if first == len(self._lines):
            return at
        line = self._lines[first]
        if line.indent > indent:
            return self._omit(first, self._body_end(first - 1, indent), "code")
        if line.indent == indent and _QUOTED.match(line.text):
            return self._omit(first, self._chunk_end(first), "code")
        return at

    def _read_explicit(self, at: int) -> int:
        line = self._lines[at]
        end = self._body_end(at, line.indent)
        if mark := _IGNORE_MARK.match(line.text):
            self._builder.mark(mark[1], line.start, line.end, mark[2])
            return at + 1
        if note := _NOTE.match(line.text):
            self._builder.begin_block("note")
            after = min(end, self._chunk_end(at))
            self._write(line.start + note.end(), self._lines[after - 1].end)
            return after
        if directive := _DIRECTIVE.match(line.text):
            name = directive[1].lower().rpartition(":")[2]
            if directive[0].split()[1].startswith("|"):
                return self._omit(at, end, "image") if name == "image" else end
            if name in _TEXT_BODY:
                return self._read_directive(at, name, line.start + directive.end(), end)
            return self._omit(at, end, _SKIP_REASONS.get(name, f"{name} directive"))
        if line.text == ".." and (at + 1 == len(self._lines) or not self._lines[at + 1].text):
            return at + 1
        if not line.text.startswith((".. _", ".. __")):
            self._omit(at, end, "comment")
        return end

    def _read_directive(self, at: int, name: str, start: int, end: int) -> int:
        """Write the argument of a directive and skip its options; its body is read like any text."""
        after = at + 1
        while after < end and self._lines[after].text and not _FIELD.match(self._lines[after].text):
            after += 1
        if name == "figure":
            self._omit(at, at + 1, "image")
        if name in _TEXT_ARGUMENT:
            if name in _TABLES:
                self._builder.begin_block("caption", self._tables.count + 1)
            self._write(start, self._lines[after - 1].end)
        options: dict[str, RstLine] = {}
        while after < end and (option := _FIELD.match(self._lines[after].text)):
            line = self._lines[after]
            options[option[0].strip().strip(":")] = line._replace(start=line.start + option.end())
            after += 1
        if name in ("list-table", "csv-table"):
            self._read_table_body(name, after, end, options)
            return end
        return after

    def _read_table_body(self, name: str, at: int, end: int, options: dict[str, RstLine]) -> None:
        values = {key: self._source[line.start : line.end] for key, line in options.items()}
        if name == "list-table":
            self._tables.read_list(self._lines[at:end], values)
        elif "file" not in options and "url" not in options:
            header = options.get("header")
            first = self._lines[at].start if at < end else self._lines[end - 1].end
            header_span = (header.start, header.end) if header else None
            self._tables.read_csv(self._source, first, self._lines[end - 1].end, header_span, values)
        else:
            line = options["file" if "file" in options else "url"]
            self._builder.omit(line.start, line.end, "another file")

    def _write(self, start: int, end: int) -> None:
        write_inline(self._source, start, end, self._builder)

    def _omit(self, at: int, end: int, reason: str) -> int:
        self._builder.omit(self._lines[at].start, self._lines[end - 1].end, reason)
        return end

    def _chunk_end(self, at: int) -> int:
        """Return the first blank line from `at` on."""
        return next((i for i in range(at, len(self._lines)) if not self._lines[i].text), len(self._lines))

    def _body_end(self, at: int, indent: int) -> int:
        """Return the line after the last one that is indented by more than `indent`."""
        end = at + 1
        for index in range(at + 1, len(self._lines)):
            if self._lines[index].text:
                if self._lines[index].indent <= indent:
                    break
                end = index + 1
        return end


def _parse_line(line: re.Match[str]) -> RstLine:
    text = line[1].strip()
    start = line.start() + len(line[1]) - len(line[1].lstrip()) if text else line.start()
    indent = len(line[1][: start - line.start()].expandtabs(8))
    return RstLine(start, start + len(text), indent, text)


_NO_LINE = RstLine(0, 0, 0, "")


_TOKEN = re.compile(
    r"(?P<mark>``|`|\*\*|\*|\|)"
    r"|\\(?P<escaped>\s|\S|\Z)"
    r"|(?P<note>\[(?:\d{1,4}|\#[\w-]{0,40}|\*|[A-Za-z][\w.-]{0,40})\]_(?!\w))"
    r"|(?P<link>(?<=[^\W_])__?(?=[\s.,;:!?)\]'\"]|\Z))"
    r"|(?P<role>:[A-Za-z][\w:+.-]{0,60}:)(?=`)"
)
_ESCAPE = re.compile(r"\\(\s?)(\S?)", re.DOTALL)
# Characters that may precede an opening mark and follow a closing one.
_BEFORE = frozenset("'\"([{<-/:‘“’«¡¿–—")
_AFTER = frozenset("'\")]}>-/\\:.,;!?’”»–—_")
_TARGET = re.compile(r"\s*<[^<>]*>\s*$")
_CODE = frozenset("code literal file kbd command program option samp envvar guilabel menuselection".split())
_REFERENCE = frozenset("ref doc numref eq cite footcite footnote download pep rfc term".split())


def write_inline(source: str, start: int, end: int, builder: DocumentBuilder) -> None:
    """Write `start:end` of the source without its inline markup."""
    tokens = list(_TOKEN.finditer(source, start, end))
    last_end = {
        token["mark"]: index
        for index, token in enumerate(tokens)
        if token["mark"] and _may_end(source, token.start(), token.end(), end)
    }
    opened: re.Match[str] | None = None
    role, done = "", start
    for index, token in enumerate(tokens):
        if opened:
            # Inline markup does not nest: only the closing mark matters.
            if token["mark"] == opened["mark"] and _may_end(source, *token.span(), end):
                done = _write_marked(source, opened, token, role, end, builder)
                opened, role = None, ""
            continue
        if token.start() < done:
            continue
        builder.copy_collapsed(source[done : token.start()], done)
        done = token.end()
        if token["mark"]:
            after_role = bool(role) or _may_start(source, token.start(), token.end(), start, end)
            if after_role and last_end.get(token["mark"], -1) > index:
                opened = token
            else:
                builder.copy_collapsed(token[0], token.start())
        elif token["escaped"] and not token["escaped"].isspace():
            builder.copy(token["escaped"], token.start("escaped"))
        elif token["role"]:
            role = token["role"].strip(":").rpartition(":")[2]
    builder.copy_collapsed(source[done:end], done)


def _may_start(source: str, first: int, last: int, start: int, end: int) -> bool:
    before = source[first - 1] if first > start else " "
    return last < end and not source[last].isspace() and (before.isspace() or before in _BEFORE)


def _may_end(source: str, first: int, last: int, end: int) -> bool:
    after = source[last] if last < end else " "
    return not source[first - 1].isspace() and (after.isspace() or after in _AFTER)


def _write_marked(
    source: str, opened: re.Match[str], closed: re.Match[str], role: str, limit: int, builder: DocumentBuilder
) -> int:
    """Write the text between two marks; return the offset after the second."""
    start, end, mark = opened.end(), closed.start(), opened["mark"]
    after = closed.end()
    if mark == "``" or (mark == "`" and role in _CODE):
        builder.omit(opened.start(), after, "code", visible=True)
    elif mark == "|":
        builder.substitute(OBJECT, opened.start(), after)
    elif mark != "`":
        _write_plain(source, start, end, builder)
    elif role == "math":
        if not write_math(source, start, end, builder):
            builder.omit(opened.start(), after, "formula", visible=True)
    elif role in ("sup", "superscript", "sub", "subscript"):
        builder.copy_collapsed(
            source[start:end].translate(SUPERSCRIPT if role.startswith("sup") else SUBSCRIPT), start
        )
    elif target := _TARGET.search(source[start:end]):
        _write_plain(source, start, start + target.start(), builder)
    elif role in _REFERENCE:
        builder.substitute(OBJECT, opened.start(), after)
    else:
        _write_plain(source, start, end, builder)
    while mark in ("`", "|") and after < limit and source[after] == "_":
        after += 1
    return after


def _write_plain(source: str, start: int, end: int, builder: DocumentBuilder) -> None:
    for escape in _ESCAPE.finditer(source, start, end):
        builder.copy_collapsed(source[start : escape.start()], start)
        start = escape.start(2) if escape[1] == "" else escape.end(1)
    builder.copy_collapsed(source[start:end], start)


_SIGNATURE = re.compile(r"^\.\. [\w-]+::", re.MULTILINE)
_UNDERLINE = re.compile(r"^[^\s=].*\n={4,}\n\n", re.MULTILINE)
_INLINE_MARKUP = re.compile(r"::\n\n|`_\b|``")


def sniff(head: str) -> bool:
    """Return whether a text has a directive, or an underlined title and inline markup after it."""
    if _SIGNATURE.search(head):
        return True
    title = _UNDERLINE.search(head)
    return title is not None and _INLINE_MARKUP.search(head, title.end()) is not None


READER = TextReader("rst", (".rst", ".rest"), read_rst, sniff)
