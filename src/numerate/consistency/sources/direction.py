"""Whether a draft turns a change around: "rose by 5 points" where the source has them fall."""

from __future__ import annotations

import re

from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.verbs import FALLING, RISING

_CHANGE = rf".*(?<!of )\b(?:(?P<rise>{RISING}|growth)|(?P<fall>{FALLING}))"
"""The last word of change; "of falls" is none."""
_HEDGE = (
    r"(?:\s+(?:by|of|to|a|an|about|some|around|nearly|almost|over|more than|less than|only|just|roughly"
    r"|another|further))"
)
_BEFORE = re.compile(
    rf"{_CHANGE}(?:{_HEDGE}{{0,3}}|(?:\s+[^\W\d]+){{1,4}}\s+by{_HEDGE}{{0,2}}"
    rf"|\s+from\s+\S+(?:\s+[^\W\d]+){{0,2}}\s+to)\s*[$€£]?$"
)
"""A word of change before a number: "rose by", "lowered mortality by about", "drops from 30 to"."""
_AFTER = re.compile(
    r"(?:\s*(?:%|[^\W\d]+)){0,2}?\s+(?:(?P<rise>more|higher|up|longer|better|above)"
    r"|(?P<fall>fewer|less|lower|down|shorter|worse|below))\s+(?:than|on|in|compared|over|since|the|a)\b"
)
"""A comparison after it: "5 points less than"."""
_FROM = re.compile(rf"{_CHANGE}(?:\s+[^\W\d]+){{0,6}}?\s+from\s*[$€£]?$")
_COMPARED = re.compile(r"\b(?:(?P<rise>up)|(?P<fall>down))\s+from\s*[$€£]?$")
_TO = re.compile(r"(?:\s*(?:%|[^\W\d]+)){0,3}?\s+to\s+(?:about |some |nearly |just |only )?[$€£]?")
_REACH = 70


def is_turned(draft: Quantity, text: SourceText, source: Quantity, source_text: SourceText) -> bool:
    """Return whether the source has the change or the limit that a number states the other way round."""
    return (
        _direction(draft, text) * _direction(source, source_text) < 0
        or limit(draft, text) * limit(source, source_text) < 0
    )


_LEAST = re.compile(r"\b(?:at least|no[t]? (?:less|fewer) than|minimum of) (?:an? |the )?[$€£]?$")
_MOST = re.compile(
    r"\b(?:at most|no[t]? (?:more|later) than|maximum of|not (?:to )?exceed) (?:an? |the )?[$€£]?$"
)
_LEAST_AFTER = re.compile(r"(?:\s+[^\W\d]+)?\s+or (?:more|over|above|older|longer|higher)\b")
_MOST_AFTER = re.compile(r"(?:\s+[^\W\d]+)?\s+or (?:less|fewer|under|below|younger|shorter|lower)\b")


def limit(quantity: Quantity, text: SourceText) -> int:
    """Return 1 for a number that something is at least, -1 for one that it is at most, 0 for any other."""
    if quantity.cell:
        return 0
    before, after = _around(quantity, text)
    if _MOST.search(before) or _MOST_AFTER.match(after):
        return -1
    return int(bool(_LEAST.search(before) or _LEAST_AFTER.match(after)))


def _direction(quantity: Quantity, text: SourceText) -> int:
    """Return 1 for a number by which something rises, -1 for one by which it falls, 0 for any other."""
    if quantity.cell:
        return 0
    before, after = _around(quantity, text)
    return _sign(_BEFORE.match(before) or _AFTER.match(after))


def is_backward(draft: Quantity, text: SourceText) -> bool:
    """Return whether a draft calls a change a rise although its own numbers fall: "raised from 34 to 16"."""
    if draft.cell:
        return False
    at = text.position(draft)
    content = text.document.text
    following = text.quantities[at + 1] if at + 1 < len(text.quantities) else None
    preceding = text.quantities[at - 1] if at else None
    before, _ = _around(draft, text)
    end, start = draft.number.end, following.number.start if following is not None else 0
    if following is not None and start - end <= _REACH and _TO.fullmatch(content, end, start):
        return _against(_sign(_FROM.match(before)), draft, following)
    if preceding is not None and preceding.passage == draft.passage:
        return _against(_sign(_COMPARED.search(before)), preceding=draft, following=preceding)
    return False


def _against(sign: int, preceding: Quantity, following: Quantity) -> bool:
    """Return whether two numbers, the earlier one first, go against a direction."""
    return preceding.measure == following.measure and sign * (following.base - preceding.base) < 0


def _sign(match: re.Match[str] | None) -> int:
    return 0 if match is None else 1 if match["rise"] else -1


def _around(quantity: Quantity, text: SourceText) -> tuple[str, str]:
    """Return the words before and after a number, within its sentence and in lower case."""
    content, number, passage = text.document.text, quantity.number, text.passages[quantity.passage]
    before = content[max(passage.start, number.start - _REACH) : number.start].lower().replace("\n", " ")
    return before, content[number.end : min(passage.end, number.end + _REACH)].lower()
