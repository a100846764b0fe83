"""Read a prime or quotation mark after a numeral: feet and inches, or minutes and seconds of arc."""

from __future__ import annotations

import re

from numerate.text.units import SYMBOLS, Measure

_QUOTES = {"'": (SYMBOLS["ft"], SYMBOLS["′"]), '"': (SYMBOLS["in"], SYMBOLS["″"])}
_SIZE_AFTER = re.compile(r"[ \xa0](?:tall|high|long|wide|deep|thick)\b")
_QUOTATION = re.compile(r'(?<!\d)"')
_AFTER_INCHES = frozenset((" ", ",", ".", ")", "-", "", "\n"))
_LONGEST_LINE = 400
"""Characters back to the start of a line in which an open quotation is looked for; bounds the work."""


def read_quote(text: str, view: str, start: int, at: int, end: int) -> Measure | None:
    """Read a prime after a numeral: minutes or seconds of arc after degrees, else feet or inches.

    A plain quotation mark is a unit only after degrees, after a fraction (3 3/4"), before a word of size
    (6' tall), and where it closes no quotation: "5" is quoted.
    """
    length, arc = _QUOTES[view[at]]
    if "\xb0" in view[max(0, start - 10) : start]:
        return arc
    fraction = view[at] == '"' and (view[end - 1] in "\xbc\xbd\xbe" or "/" in view[start:end])
    if fraction or text[at] in "′″" or _SIZE_AFTER.match(view, at + 1) or _is_inch_mark(text, view, at):
        return length
    return None


def _is_inch_mark(text: str, view: str, at: int) -> bool:
    """Return whether a quotation mark closes nothing, as none is open in its line: a 9" plate."""
    if text[at] != '"' or view[at + 1 : at + 2] not in _AFTER_INCHES:
        return False
    line = view.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1
    return (line > 0 or at < _LONGEST_LINE) and len(_QUOTATION.findall(view, line, at)) % 2 == 0
