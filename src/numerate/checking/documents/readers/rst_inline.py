"""The marks within a paragraph of reStructuredText."""

from __future__ import annotations

import re

from numerate.checking.documents.document import OBJECT
from numerate.checking.documents.draft import SUBSCRIPT, SUPERSCRIPT, Draft
from numerate.checking.documents.readers.latex_math import write_math

_TOKEN = re.compile(
    r"(?P<mark>``|`|\*\*|\*|\|)"
    r"|\\(?P<escaped>\s|\S|\Z)"
    r"|(?P<note>\[(?:\d{1,4}|\#[\w-]{0,40}|\*|[A-Za-z][\w.-]{0,40})\]_(?!\w))"
    r"|(?P<link>(?<=[^\W_])__?(?=[\s.,;:!?)\]'\"]|\Z))"
    r"|(?P<role>:[A-Za-z][\w:+.-]{0,60}:)(?=`)"
)
_ESCAPE = re.compile(r"\\(\s?)(\S?)", re.DOTALL)
_BEFORE = frozenset("'\"([{<-/:‘“’«¡¿–—")
_AFTER = frozenset("'\")]}>-/\\:.,;!?’”»–—_")
_TARGET = re.compile(r"\s*<[^<>]*>\s*$")
_CODE = frozenset("code literal file kbd command program option samp envvar guilabel menuselection".split())
_REFERENCE = frozenset("ref doc numref eq cite footcite footnote download pep rfc term".split())


def write_inline(source: str, start: int, end: int, draft: Draft) -> None:
    """Write a stretch of text without its marks."""
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
            # Marks do not nest: nothing counts but the mark that closes.
            if token["mark"] == opened["mark"] and _may_end(source, *token.span(), end):
                done = _write_marked(source, opened, token, role, end, draft)
                opened, role = None, ""
            continue
        if token.start() < done:
            continue
        draft.flow(source[done : token.start()], done)
        done = token.end()
        if token["mark"]:
            after_role = bool(role) or _may_start(source, token.start(), token.end(), start, end)
            if after_role and last_end.get(token["mark"], -1) > index:
                opened = token
            else:
                draft.flow(token[0], token.start())
        elif token["escaped"] and not token["escaped"].isspace():
            draft.copy(token["escaped"], token.start("escaped"))
        elif token["role"]:
            role = token["role"].strip(":").rpartition(":")[2]
    draft.flow(source[done:end], done)


def _may_start(source: str, first: int, last: int, start: int, end: int) -> bool:
    before = source[first - 1] if first > start else " "
    return last < end and not source[last].isspace() and (before.isspace() or before in _BEFORE)


def _may_end(source: str, first: int, last: int, end: int) -> bool:
    after = source[last] if last < end else " "
    return not source[first - 1].isspace() and (after.isspace() or after in _AFTER)


def _write_marked(
    source: str, opened: re.Match[str], closed: re.Match[str], role: str, limit: int, draft: Draft
) -> int:
    """Write what stands between two marks, and give where they end."""
    start, end, mark = opened.end(), closed.start(), opened["mark"]
    after = closed.end()
    if mark == "``" or (mark == "`" and role in _CODE):
        draft.omit(opened.start(), after, "code", shown=True)
    elif mark == "|":
        draft.put(OBJECT, opened.start(), after)
    elif mark != "`":
        _write_plain(source, start, end, draft)
    elif role == "math":
        if not write_math(source, start, end, draft):
            draft.omit(opened.start(), after, "formula", shown=True)
    elif role in ("sup", "superscript", "sub", "subscript"):
        draft.flow(source[start:end].translate(SUPERSCRIPT if role.startswith("sup") else SUBSCRIPT), start)
    elif target := _TARGET.search(source[start:end]):
        _write_plain(source, start, start + target.start(), draft)
    elif role in _REFERENCE:
        draft.put(OBJECT, opened.start(), after)
    else:
        _write_plain(source, start, end, draft)
    while mark in ("`", "|") and after < limit and source[after] == "_":
        after += 1
    return after


def _write_plain(source: str, start: int, end: int, draft: Draft) -> None:
    for escape in _ESCAPE.finditer(source, start, end):
        draft.flow(source[start : escape.start()], start)
        start = escape.start(2) if escape[1] == "" else escape.end(1)
    draft.flow(source[start:end], start)
