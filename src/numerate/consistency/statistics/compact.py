r"""A compact view of a text for reading statistics: one spelling of signs, letters and spaces.

Papers write the same test as "t(38) = 2.10", "$t(38)=2.10$", "*t*(38) = 2.10" or "𝑡(38) ¼ 2.10", the last
from a PDF whose fonts have codes of their own. The view drops markup, writes each sign in one way and
remembers where every character came from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from decimal import Decimal, InvalidOperation
from functools import cached_property
from unicodedata import normalize

from numerate.text import Number, sentences

_COMMANDS = {
    "chi": "χ",
    "eta": "η",
    "beta": "β",
    "times": "×",
    "cdot": "×",
    "lt": "<",
    "le": "≤",
    "leq": "≤",
    "leqslant": "≤",
    "gt": ">",
    "ge": "≥",
    "geq": "≥",
    "geqslant": "≥",
    "pm": "±",
}
"""Commands of LaTeX with the sign they stand for; those of fonts and spacing stand for nothing."""
_PIECE = re.compile(
    r"\\(?P<command>[a-zA-Z]{1,20})\s?"
    r"|(?P<markup>\\[,;:! ()\[\]]|[${}_^*`])"
    r"|(?P<space>\s{2,}|[^\S ])"
    r"|(?P<reference>&(?:lt|gt|nbsp|minus);)"
    r"|(?P<other>[^\x00-\x7f])"
)
_REFERENCES = {"&lt;": "<", "&gt;": ">", "&nbsp;": " ", "&minus;": "-"}
_FONTS = frozenset(
    "left right mathit mathrm mathbf mathsf text textit textrm textbf textnormal emph it rm big Big bigl "
    "bigr thinspace enspace quad qquad".split()
)
_SIGNS = {
    **dict.fromkeys("−–—‐‑‒﹣－⫺ⴚϪ", "-"),
    **dict.fromkeys("＝¼ϭ⫽ⴝ", "="),
    **dict.fromkeys("＜Ͻ⬍", "<"),
    **dict.fromkeys("＞Ͼ⬎", ">"),
    **dict.fromkeys("⩽Յ", "≤"),
    **dict.fromkeys("⩾Ն", "≥"),
    **dict.fromkeys("χΧ␹𝜒", "χ"),
    **dict.fromkeys("·∙⋅", "."),
    **dict.fromkeys("\u200b\u200c\u200d\ufeff\u00ad", ""),
}
"""Signs by the spellings of typographers and of PDFs, whose fonts may give a sign the code of a letter."""


class CompactText:
    """The view, and the way back to the text."""

    def __init__(self, text: str) -> None:
        self.source = text
        pieces: list[str] = []
        self._starts, self._sources = [0], [0]
        length = done = 0

        for match in _PIECE.finditer(text):
            replacement = _replacement(match)
            if replacement is None:
                continue
            pieces += (text[done : match.start()], replacement)
            length += match.start() - done
            done = match.end()
            self._starts.append(length)
            self._sources.append(match.start())
            length += len(replacement)
            self._starts.append(length)
            self._sources.append(done)
        self.text = "".join((*pieces, text[done:]))

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """The spans of the sentences of the view."""
        return list(sentences(self.text))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the text behind the characters `start:end` of the view."""
        return self._source(start), self._source(end - 1) + 1

    def _source(self, at: int) -> int:
        index = bisect_right(self._starts, at) - 1
        return self._sources[index] + at - self._starts[index]

    def number(self, start: int, end: int) -> Number | None:
        """Return the number at `start:end` of the view, None if it is none."""
        first, last = self.span(start, end)
        try:
            value = Decimal(self.text[start:end].replace(",", ""))
        except InvalidOperation:
            return None
        return Number(first, last, self.source[first:last], float(value), value, "cardinal", (first, last))


def step(number: Number) -> float:
    """Return one unit in the last decimal of a number; the interval of a text would not know "0·21"."""
    return 10.0 ** min(0, int(number.decimal.as_tuple().exponent))


def _replacement(match: re.Match[str]) -> str | None:
    """Return what stands in the view for a piece of the text; None for the piece itself."""
    kind, text = match.lastgroup, match[0]
    if kind == "command":
        name = match["command"]
        return _COMMANDS.get(name, "" if name in _FONTS else None)
    if kind == "markup":
        return " " if text in ("\\,", "\\;", "\\:", "\\ ") else ""
    if kind == "space":
        return " "
    if kind == "reference":
        return _REFERENCES[text]
    plain = _PLAIN.get(text)
    if plain is None:
        compatible = normalize("NFKC", text) if text not in _SIGNS else text
        compatible = _SIGNS.get(compatible, compatible)
        plain = _PLAIN[text] = compatible if len(compatible) < 2 else text
    return None if plain == text else plain


_PLAIN: dict[str, str] = {}
"""The plain spelling of each character met so far."""
