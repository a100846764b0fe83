r"""LaTeX formulas that can be read as text: $n = 42$, $5\%$, $3.4\times10^{5}$."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
# TeX ignores white space in formulas: "5 000" is 5000. Elsewhere one space is kept for readability.
_DROPPED_SPACE = re.compile(r"\d\s+(?:\d|\\[%,;:! ])")
_DEGREES = re.compile(r"\d+(?:,\s*\d+)?")
"""The index of a test: its degrees of freedom."""
_TEST = re.compile(r"(?:[tFrzZQ]|[χXG]²)[₀-₉, ]*(?:\([\d.,;=nNdf ]+\))?(?:²[₀-₉]*)?[=<>≤≥][-+\u2212]?[\d.,]+")
_P_VALUE = re.compile(r"[pP][=<>≤≥][\d.]+(?:[×·]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
_RELATIONS = frozenset("= < > ~ ≈ ≤ ≥ ≪ ≫".split())
LONGEST_FORMULA = 400
"""Length in characters from which on a formula is not read as text."""


def write_math(source: str, start: int, end: int, builder: DocumentBuilder) -> bool:
    """Write a formula as text if it is simple; return whether it was.

    A simple formula is a number with its affixes (sign, currency, percent, power of ten, unit), a relation of
    such numbers, or one variable, alone or related to such numbers; or a significance test, with or without
    its p-value: $t(38) = 2.10, p < .05$. Other arithmetic, functions and several variables are not simple.
    """
    tokens = _tokens(source, start, end)
    visible = [(kind, text) for kind, text, *_ in tokens or [] if kind != "space"]
    if tokens is None or not (_is_simple(visible) or _has_test(visible)):
        return False
    for _, text, first, last in tokens:
        if len(text) == last - first and not text.isspace():
            builder.copy(text, first)
        else:
            builder.substitute(text, first, last)
    return True


def _tokens(source: str, start: int, end: int) -> list[tuple[str, str, int, int]] | None:
    """Return the kind, text, start and end of each token; None if a part of the formula is not known."""
    if end - start > LONGEST_FORMULA:
        return None
    tokens = []
    while start < end:
        token = _TOKEN.match(source, start, end)
        parsed = _parse(token) if token else None
        if token is None or parsed is None:
            return None
        start = token.end()
        if parsed[1]:
            tokens.append(parsed)
    return tokens


def _parse(token: re.Match[str]) -> tuple[str, str, int, int] | None:
    kind = token.lastgroup or ""
    text = token[kind]
    inner = token.span(kind)
    if kind in ("power", "digit"):
        return "power", text.translate(SUPERSCRIPT), *inner
    if kind in ("index", "short"):
        return "index", text.translate(SUBSCRIPT) if _DEGREES.fullmatch(text) else "", *inner
    if kind == "circle":
        return "sign", "°", *token.span()
    if kind == "space":
        return (
            kind,
            "" if _DROPPED_SPACE.search(token.string, token.start() - 1, token.end() + 2) else " ",
            *inner,
        )
    if kind == "symbol":
        if text in ESCAPED:
            return "sign", text, *inner
        return ("sign", SYMBOLS[text], *token.span()) if text in SYMBOLS else None
    if kind == "command":
        if text in GREEK:
            return "letter", GREEK[text], *token.span()
        return ("sign", MATH_SYMBOLS[text], *token.span()) if text in MATH_SYMBOLS else None
    return kind, text, *inner


def _is_simple(tokens: Sequence[tuple[str, str]]) -> bool:
    kinds, texts = [kind for kind, _ in tokens], [text for _, text in tokens]
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


def _has_test(tokens: Sequence[tuple[str, str]]) -> bool:
    """Return whether all parts of a formula are simple or tests, and at least one is a test or a p-value."""
    parts: list[list[tuple[str, str]]] = [[]]
    depth = 0
    for kind, text in tokens:
        depth += (text == "(") - (text == ")")
        if kind == "sign" and text in ",;" and not depth:
            parts.append([])
        else:
            parts[-1].append((kind, text))
    written = ["".join("".join(text for _, text in part).split()) for part in parts]
    tests = [bool(_TEST.fullmatch(part) or _P_VALUE.fullmatch(part)) for part in written]
    return any(tests) and all(test or _is_simple(part) for test, part in zip(tests, parts, strict=True))
