"""Scan a text for numbers, and read each from left to right."""

from __future__ import annotations

import re
from functools import cache
from operator import itemgetter
from string import ascii_lowercase
from typing import Any

from numerate.text.codes import INTRODUCTIONS, read_code
from numerate.text.grouping import group
from numerate.text.identifiers import append_code
from numerate.text.links import LINK_MARKS, links
from numerate.text.magnitudes import decide_letters
from numerate.text.number import Number
from numerate.text.plain import read_digits
from numerate.text.spelled import read_words
from numerate.text.view import view as plain_view
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
_BETWEEN_DIGITS = ".,'"
_LETTER_A = ord("a")
_KIND = itemgetter(Number._fields.index("kind"))


def extract(text: str, *, identifiers: bool = False) -> list[Number]:
    """Return every number in `text`, in order, with exact spans that do not overlap.

    What is written with digits but counts nothing (2.0.1, A380, Figure 3) is left out,
    unless `identifiers` asks for it; its kind is then "identifier". The value of a code is NaN, and that of a
    name which ends in a number (page 87, Apollo 11) is this number.
    """
    view = plain_view(text)
    numbers: list[Number] = []
    spans, codes = candidates(text, view)
    ahead = codes[::-1]
    done = 0  # a number may reach into the next candidate
    for first, end in spans:
        start = first
        if first < done:
            if end <= done:
                continue
            start = done
        if ahead and (link := _link_at(ahead, start)):
            done = append_code(text, *link, numbers)
        elif view[first] not in ascii_lowercase:
            done = read_digits(text, view, start, end, numbers) if start == first else start
            if done < end:
                done = _read_rest(text, view, done, end, numbers)
        elif start > first or not start or view[start - 1] == " " or not _continues_a_word(view, start):
            done = read_words(text, view, start, end, numbers)
    numbers = group(text, view, numbers)
    decide_letters(text, numbers)
    if identifiers or "identifier" not in map(_KIND, numbers):
        return numbers
    return [number for number in numbers if number.kind != "identifier"]


@cache
def _scanner() -> tuple[Any, Any]:
    """Return the compiled pattern of number words and of what introduces codes, and how to search with it.

    RE2 scans at the speed of memory and in linear time, whatever the text; Python's `re` does neither.
    `re2.finditer` wraps both in an object for each match, which takes longer than the scan itself.
    """
    from re2 import _re2

    options = _re2.RE2.Options()
    options.max_mem = 64 << 20
    options.encoding = _re2.RE2.Options.Encoding.LATIN1
    pattern = f"{PHRASE}|{INTRODUCTIONS}"
    return _re2.RE2(pattern.encode("latin-1"), options), _re2.RE2.Anchor.UNANCHORED


def candidates(text: str, view: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the spans of all digits and number words of a text, and of its links and codes, in order."""
    data = view.encode("latin-1")
    shapes = data.translate(_SHAPES)
    digits = _DIGITS_AND_FRACTIONS if b"1" in shapes else _DIGITS
    spans: list[tuple[int, int]] = [*map(_SPAN, digits.finditer(shapes))]
    scanner, unanchored = _scanner()
    search, length, end = scanner.Match, len(data), 0
    codes: list[tuple[int, int]] = []
    has_links = False
    while True:
        span = search(unanchored, data, end, length)[0]
        start, end = span
        if end < 0:
            break
        if data[end - 1] >= _LETTER_A:
            spans.append(span)
        elif code := read_code(text, view, start):
            codes.append(code)
            end = max(end, code[1])
        elif view.endswith(LINK_MARKS, start, end):
            has_links = True
        else:  # a number after all, with number words perhaps before it
            end = start + 1
    spans.sort()
    return spans, sorted(codes + links(view)) if has_links else codes


def _link_at(ahead: list[tuple[int, int]], start: int) -> tuple[int, int] | None:
    """Return the link around `start`, and take it, with all that end before, from those ahead."""
    while ahead and ahead[-1][1] <= start:
        ahead.pop()
    return ahead.pop() if ahead and ahead[-1][0] <= start else None


def _read_rest(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read the digits that one number left to the next: 5,10,15."""
    while start < end:
        if view[start] in _BETWEEN_DIGITS:
            start += 1
        else:
            start = read_digits(text, view, start, end, numbers)
    return start


def _continues_a_word(view: str, start: int) -> bool:
    """Return whether a letter stands before `start` that the ASCII scan does not know: "éone"."""
    return start > 0 and (view[start - 1].isalnum() or view[start - 1] == "_")
