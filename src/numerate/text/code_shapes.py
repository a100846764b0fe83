"""Codes by their shape, whatever stands before them: 0x80070057, 00317, 7F-22-QX, INV/2023/0088-B."""

from __future__ import annotations

import re

from numerate.text.lexicon import MONTHS, ORDINALS, SCALES, TENS, UNITS
from numerate.text.units import NAMES

SPACED_PHONE = re.compile(
    r"(?:\d{3} \d{3} \d{4}|0\d{2,4} \d{3,4} \d{3,4}|0\d{4} \d{6}|0\d{4} \d{3} \d{3}|0[1-9]00 \d{3,7}|"
    r"0\d(?: \d\d){4})(?!\d)"
)
"""A telephone number in groups: 020 7946 0123, 0800 1111, 01 42 68 53 00."""
_BRACKETED_PHONE = re.compile(r"0\d{1,4}\) ?\d{3,4}[ -]?\d{3,4}(?!\d)")
_JOINED_PHONE = re.compile(r"0\d{2,4}[/-]\d{4,8}(?![\d/-])")
_HEXADECIMAL = re.compile(r"0x[0-9a-f]{2,}\b")
_LEADING_ZERO = re.compile(r"0(?!\d[0-5]\d(?!\d))\d{2,}(?![\d.,:/'-]\d|\d|[ \xa0]?(?:[%\xb0\xba]|degrees\b))")
"""A code: 007, 00317; 0645 may be a time."""
_JOINED_CODE = re.compile(
    r"\d+(?:[A-Z]{1,3}(?:-[A-Z0-9]{1,6}){2,6}|[ABCDEFGHJLNPQRSTUVYZ]/\d{1,8}(?!\.\d)|"
    r"[A-Z]{1,3}-\d{1,8}-[A-Z]{1,8}|(?:-\d{1,8}){1,4}-[A-Z]{1,3})(?![A-Za-z0-9/-])"
)
"""Digits and capital letters that dashes or a stroke join: 7F-22-QX, 4B/17, 7734-220-B."""
_STROKE_BEFORE = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]{2,5}|[A-Z]{1,4}-?\d{1,9}[A-Z]?)(?:[/-][A-Z0-9]{1,9}){0,4}/$"
)
_STROKE_AFTER = re.compile(r"\d+(?:[-/.][A-Z0-9]{1,12}){0,6}(?![A-Za-z0-9]|%| ?[mk\u00b5\u03bc]?[gl]\b)")
_BRAND = re.compile(
    r"7-Eleven\b|7[ -]?Up\b|4-H\b|3-[Ii]n-One\b|50 Cent\b|23andMe\b|21 Savage\b|"
    r"3[Mi](?='s|,? (?:said|says|reported|announced|"
    r"agreed|makes|made|has|had|will|is|was|Co|Company|Corp|Inc|Group|plc)\b)"
)
"""A name that begins with a number: 3M, 7-Eleven, 50 Cent."""
_JOINED_NAME = re.compile(
    r"\d{1,2}-(?P<word>[A-Z][a-z]{1,9})(?=[.,;:!?)]|'s\b|\Z|"
    r" (?:and|or|is|was|has|had|to|for|in|on|at|from|with|by|can|will|does|did|please)\b)"
)
"""A number and a capital word that stand for a thing by themselves, and qualify none: with 7-Zip and."""
_NAME_FOLLOWS = re.compile(
    r"\b(?:with|using|uses?|used|of|via|by|in|from|to|on|at|for|and|or|like|called|named|install|installed|"
    r"open|opened|run|runs|try|tried|drink|drank|joined|buy|bought|love|loves|prefer|prefers) $"
)
_MODIFIERS = frozenset((*NAMES, *UNITS, *TENS, *SCALES, *ORDINALS, *MONTHS)).union(
    "star way part point speed door man under over up down time fold ply piece set nil all love even half "
    "dozen bed bedroom seat page step storey story car lane wheel hole color colour core mile monday tuesday "
    "wednesday thursday friday saturday sunday a am pm for in to of on off by odd plus some digit "
    "person".split()
)
"""Words that a number qualifies, and that are capital in headings: 5-Star, 12-Hour."""
_THE_BRAND = re.compile(r"3M(?= (?![a-z]+s\b)[a-z]+)")
_BRANDS_GO_ON = frozenset("ia")
_BRANDS_BEGIN = frozenset("ECHIUS")
_NOTHING_JOINED = frozenset((",", ".", ";", "%", ")", "\n", ""))
"""Characters that follow most numbers, and join nothing to them."""
_LONGEST_HEAD = 24
"""Characters of a code before its first stroke that are looked at."""


def code_at(text: str, view: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the span of the code that the digits at `start:end` belong to by its shape; None for no code."""
    if view[start] == "0" and (code := _with_leading_zero(view, start, end)):
        return code
    if start and view[start - 1] == "/":
        return _after_stroke(text, start)
    following = text[end : end + 1]
    if following in _NOTHING_JOINED:
        return None
    if following == "-":
        joined = text.find("-", end + 1, end + 10) > 0 or _begins_name(text, end)
        code = _joined_code(text, start) if joined else None
        return code or (_joined_name(text, start) if text[end + 1 : end + 2].isupper() else None)
    if following == " ":
        return _joined_code(text, start) if _begins_name(text, end) else None
    if following == "M" and view.endswith("the ", 0, start) and (brand := _THE_BRAND.match(text, start)):
        return brand.span()
    return _joined_code(text, start) if following.isupper() or following in _BRANDS_GO_ON else None


def _begins_name(text: str, end: int) -> bool:
    """Return whether a capital follows that goes on with the name of a brand: 7-Eleven, 50 Cent."""
    return text[end + 1 : end + 2] in _BRANDS_BEGIN


def _with_leading_zero(view: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the span of a code or telephone number that begins with a zero: 0x8007, 00317, 030/901820."""
    before = view[start - 1] if start else " "
    if before == "(" and (phone := _BRACKETED_PHONE.match(view, start)):
        return start, phone.end()
    if before not in " (\n\xa0" or (end - start == 1 and view[end : end + 1] != "x"):
        return None
    code = (
        _HEXADECIMAL.match(view, start)
        or SPACED_PHONE.match(view, start)
        or _JOINED_PHONE.match(view, start)
        or _LEADING_ZERO.match(view, start)
    )
    return code.span() if code else None


def _after_stroke(text: str, start: int) -> tuple[int, int] | None:
    """Return the span of a code whose digits follow a stroke: INV/2023/0088-B."""
    head = _STROKE_BEFORE.search(text, max(0, start - _LONGEST_HEAD), start)
    code = _STROKE_AFTER.match(text, start) if head else None
    return (head.start(), code.end()) if head and code else None


def _joined_code(text: str, start: int) -> tuple[int, int] | None:
    """Return the span of a code that dashes or a stroke join, or of a name that begins with a number."""
    code = _JOINED_CODE.match(text, start) or _BRAND.match(text, start)
    return code.span() if code else None


def _joined_name(text: str, start: int) -> tuple[int, int] | None:
    """Return the span of a name that a number begins and that stands for itself: "with 7-Zip and"."""
    name = _JOINED_NAME.match(text, start)
    if name is None or _NAME_FOLLOWS.search(text, max(0, start - 12), start) is None:
        return None
    word = name["word"].lower()
    return name.span() if _MODIFIERS.isdisjoint((word, word.removesuffix("s"))) else None
