r"""Which formulas of LaTeX are plain text in disguise: $n = 42$, $5\%$, $3.4\times10^{5}$."""

from __future__ import annotations

import re

from numerate.documents.builder import SUBSCRIPT, SUPERSCRIPT, DocumentBuilder
from numerate.documents.readers.latex_symbols import ESCAPED, GREEK, MATH_SYMBOLS, SYMBOLS

_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.,]\d+)*|\.\d+)"
    r"|\{(?P<point>[.,])\}"
    r"|\\(?:mathrm|mathit|mathbf|textrm|textbf|text|mbox|operatorname)\s*\{(?P<words>[^{}\\$]*)\}"
    r"|\^\s*(?:\{\s*(?P<power>[-+]?\d+)\s*\}|(?P<digit>\d)|\{?\\(?P<circle>circ|degree)(?![a-zA-Z])\s*\}?)"
    r"|_\s*(?:\{(?P<index>[\w\s,]*)\}|(?P<short>\w))"
    r"|\\(?P<command>[a-zA-Z]+)|\\(?P<symbol>[^a-zA-Z])"
    r"|(?P<letter>[a-zA-Z])"
    r"|(?P<sign>[-+=<>~/():;,.%*|\u2212])"
    r"|(?P<space>\s+)"
)
# White space does not show in a formula: "5 000" is 5000. Elsewhere one space reads better than none.
_SQUEEZED = re.compile(r"\d\s+(?:\d|\\[%,;:! ])")
_RELATIONS = frozenset("= < > ~ ≈ ≤ ≥ ≪ ≫".split())
LONGEST = 400
"""Characters of a formula that may still be plain."""


def write_math(source: str, start: int, end: int, builder: DocumentBuilder) -> bool:
    """Write a formula as text, if it is plain enough; tell whether it was.

    It is plain if it is a number with what may stand around it (signs, currency, percent, a power of ten, a
    unit), a relation of such numbers, or one name that is related to them or stands alone. With arithmetic,
    functions or several names it is a formula.
    """
    tokens = _tokens(source, start, end)
    shown = [(kind, text) for kind, text, *_ in tokens or [] if kind != "space"]
    if tokens is None or not _is_plain([kind for kind, _ in shown], [text for _, text in shown]):
        return False
    for _, text, first, last in tokens:
        if len(text) == last - first and not text.isspace():
            builder.copy(text, first)
        else:
            builder.substitute(text, first, last)
    return True


def _tokens(source: str, start: int, end: int) -> list[tuple[str, str, int, int]] | None:
    """What each part of a formula is, how it is shown, and where that stands; None if a part is unknown."""
    if end - start > LONGEST:
        return None
    tokens = []
    while start < end:
        token = _TOKEN.match(source, start, end)
        shown = _shown(token) if token else None
        if token is None or shown is None:
            return None
        start = token.end()
        if shown[1]:
            tokens.append(shown)
    return tokens


def _shown(token: re.Match[str]) -> tuple[str, str, int, int] | None:
    kind = token.lastgroup or ""
    text = token[kind]
    inner = token.span(kind)
    if kind in ("power", "digit"):
        return "power", text.translate(SUPERSCRIPT), *inner
    if kind in ("index", "short"):
        return "index", text.translate(SUBSCRIPT) if text.isdigit() else "", *inner
    if kind == "circle":
        return "sign", "°", *token.span()
    if kind == "space":
        return kind, "" if _SQUEEZED.search(token.string, token.start() - 1, token.end() + 2) else " ", *inner
    if kind == "symbol":
        if text in ESCAPED:
            return "sign", text, *inner
        return ("sign", SYMBOLS[text], *token.span()) if text in SYMBOLS else None
    if kind == "command":
        if text in GREEK:
            return "letter", GREEK[text], *token.span()
        return ("sign", MATH_SYMBOLS[text], *token.span()) if text in MATH_SYMBOLS else None
    return kind, text, *inner


def _is_plain(kinds: list[str], texts: list[str]) -> bool:
    letters = [index for index, kind in enumerate(kinds) if kind == "letter"]
    if len(letters) > 1:
        return False
    for letter in letters:
        after = letter + 2 if kinds[letter + 1 : letter + 2] == ["index"] else letter + 1
        if letter > 0 and texts[letter - 1] not in _RELATIONS:
            return False
        if after < len(kinds) and texts[after] not in _RELATIONS:
            return False
    for index, text in enumerate(texts):
        before = kinds[index - 1] if index else ""
        if text in "+*" and kinds[index] == "sign" and before in ("number", "power", "letter", "words"):
            return False
        if text == "·" and texts[index + 1 : index + 2] != ["10"]:
            return False
        if kinds[index] == "power" and before not in ("", "number", "words"):
            return False
    return True
