"""Where numbers may stand in a text: digits, and runs of number words."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from numerate.text.words import PHRASE

_SHAPE_OF = {
    **dict.fromkeys(b"0123456789", b"0"),
    **dict.fromkeys(b".,'", b"."),
    **dict.fromkeys(b"\xbc\xbd\xbe", b"1"),
}
_SHAPES = b"".join(_SHAPE_OF.get(char, b" ") for char in range(256))
"""Maps all digits to 0, what may stand between them to a point, one-character fractions to 1."""
_DIGITS = re.compile(rb"00*(?:\.00*)*")
"""Digits with single points, commas or apostrophes between them.

With all digits alike, and `00*` for `0+`, the pattern begins with one character, for which `re` looks three
times as fast as for any of several, and with less to do for each match than RE2.
"""
_DIGITS_AND_FRACTIONS = re.compile(_DIGITS.pattern + b"|1")
_SPAN = re.Match.span


@cache
def _phrases() -> tuple[Any, Any]:
    """Return the compiled pattern of number words, and how to search with it.

    RE2 scans at the speed of memory and in linear time, whatever the text; Python's `re` does neither.
    `re2.finditer` wraps both in an object for each match, which takes longer than the scan itself.
    """
    from re2 import _re2

    options = _re2.RE2.Options()
    options.max_mem = 64 << 20
    options.encoding = _re2.RE2.Options.Encoding.LATIN1
    return _re2.RE2(PHRASE.encode("latin-1"), options), _re2.RE2.Anchor.UNANCHORED


def candidates(view: str) -> list[tuple[int, int]]:
    """Return the spans of all digits and number words of a view, in order."""
    data = view.encode("latin-1")
    shapes = data.translate(_SHAPES)
    digits = _DIGITS_AND_FRACTIONS if b"1" in shapes else _DIGITS
    spans: list[tuple[int, int]] = [*map(_SPAN, digits.finditer(shapes))]
    phrases, unanchored = _phrases()
    search, length, end = phrases.Match, len(data), 0
    while True:
        span = search(unanchored, data, end, length)[0]
        end = span[1]
        if end < 0:
            break
        spans.append(span)
    spans.sort()
    return spans
