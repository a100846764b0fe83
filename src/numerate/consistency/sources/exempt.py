"""Numbers that need no source: list numbers, "one of", "first", counts of what the draft itself names."""

from __future__ import annotations

import re

from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.words import STOP_WORDS
from numerate.documents import Document

PRONOUN = "“one” is no count here"
ORDINAL = "“first” or “second” orders the text"
LIST_NUMBER = "it numbers an item of a list"
IDIOM = "it is part of an idiom"
REFERS_BACK = "“the two” refers to what was named"
NAMED_HERE = "it counts what the draft itself names"

_REACH = 60
_LIST_NUMBER = re.compile(r"(?:^|\n)[ \t]*[(\[]?$")
_LIST_MARK = re.compile(r"[.)\]:](?:\s|$)")
_ONE_AFTER = re.compile(
    r"\s+(?:of|another|such|day|thing|way|or|can|could|would|might|may|must|should|is|was|has|who|that|which"
    r"|in which|where|side|hand|other|more|step|kind|type|reason|example|exception|more|person|man|woman"
    r"|customer|user|user’s|speaker|participant|part|point|time|who|by one)\b|\s*(?:[.,;:!?)]|$)"
)
_ONE_BEFORE = re.compile(
    r"\b(?:this|that|the|no|any|every|each|which|another|only|new|old|good|bad|better|big|small|same|right|wrong"
    r"|last|next|first|by|as)\s+$",
    re.IGNORECASE,
)
_ORDINAL_AFTER = re.compile(
    r"\s*(?:,|of all|and (?:foremost|last)|time|lady|aid|name|hand|glance|sight|place|step|look|thing|class"
    r"|person|thought|ever|to|in|by|since|came|met|began|started|opened|launched|announced|proposed|published"
    r"|released|introduced|reported|appeared|became|home|homes|phase|stage|part|day|draft|act|scene|language"
    r"|world|party|chance|life|line|opinion|wave|generation)\b|\s*[,.;)]"
)
_ORDINAL_BEFORE = re.compile(r"\b(?:at|at the|for the|in the)\s+$", re.IGNORECASE)
_IDIOM_AFTER = re.compile(
    r"[\s-]+(?:-?way street|of one|sides of|birds|cents|figures|ends|worlds|fold|faced|minds|half|by two"
    r"|or more|as much again|sided|way|pronged|step|tier|dimensional|handed|stage|star|digit|digits)\b"
)
_THREE_POINT = re.compile(r"\s*-\s*point|\s+pointers?\b")
_PERIOD_BEFORE = re.compile(r"\b(?:after|through)\s+$")
"""Before "one quarter" of a game."""
_FROM_THREE = re.compile(r"\bfrom\s+$")
_FROM_THREE_AFTER = re.compile(r"\s*(?:[.,;)]|$|and\b|while\b|in\b|for\b)")
_SHOT = re.compile(
    r"(?:\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten))\s*-?\s*(?:of|for)\s*-?\s*$",
    re.IGNORECASE,
)
"""Before a "one" that counts: "zero of one from beyond the arc"."""
_HALF_AFTER = re.compile(
    r"\s*(?:[,.;)]|$|time\b|way\b|of (?:the|a|an|his|her|their|its|which|all|them|this)\b)"
)
_LISTED = re.compile(r"[:—–(]|\b(?:including|namely|such as|are|were)\b")
_SMALL = 12


def exemption(quantity: Quantity, document: Document) -> str | None:
    """Return why a number of a draft needs no source, or None if it needs one."""
    number, text = quantity.number, document.text
    before = text[max(0, number.start - _REACH) : number.start]
    after = text[number.end : number.end + _REACH]
    word = number.text.lower()
    reasons = {
        LIST_NUMBER: word.isdigit() and _LIST_NUMBER.search(before) and _LIST_MARK.match(after),
        PRONOUN: word == "one"
        and number.unit is None
        and not _SHOT.search(before)
        and (number.noun is None or _ONE_AFTER.match(after) or _ONE_BEFORE.search(before)),
        ORDINAL: number.kind == "ordinal" and _orders(word, before, after),
        IDIOM: _is_idiom(quantity, word, before, after)
        or (word in ("three", "3") and _is_three_pointer(before, after)),
        REFERS_BACK: word == "two" and before.lower().endswith(("the ", "these ", "those ")),
        NAMED_HERE: quantity.measure == "count"
        and word.isalpha()
        and 2 <= number.value <= _SMALL
        and _lists(text, number.end, int(number.value)),
    }
    return next((reason for reason, applies in reasons.items() if applies), None)


def _is_three_pointer(before: str, after: str) -> bool:
    """Return whether a three is a shot: "a three-pointer", "46 percent from three"."""
    is_from = _FROM_THREE.search(before) and _FROM_THREE_AFTER.match(after)
    return bool(_THREE_POINT.match(after) or is_from)


def _orders(word: str, before: str, after: str) -> bool:
    return word == "first" or (
        word == "second" and bool(_ORDINAL_AFTER.match(after) or _ORDINAL_BEFORE.search(before))
    )


def _is_idiom(quantity: Quantity, word: str, before: str, after: str) -> bool:
    if word == "one quarter" and _PERIOD_BEFORE.search(before):
        return True
    if word in ("half", "quarter", "a quarter"):
        return (
            quantity.number.unit is None
            and (_HALF_AFTER.match(after) or _IDIOM_AFTER.match(after)) is not None
        )
    return quantity.value in (1, 2, 3) and not word.isdigit() and _IDIOM_AFTER.match(after) is not None


_ITEM = re.compile(r",\s*(?:and|or|&)?\s*|\s+(?:and|or|&)\s+")


def _lists(text: str, end: int, count: int) -> bool:
    """Return whether a list of as many things follows: "three colours: red, blue and green"."""
    rest = text[end : end + 300]
    stop = re.search(r"[.;!?\n](?:\s|$)", rest)
    rest = rest[: stop.start()] if stop else rest
    for mark in _LISTED.finditer(rest):
        if mark.start() > 80:
            break
        words = rest[: mark.start()].split()
        if any(
            word.strip(",").lower() in STOP_WORDS and word.lower() not in ("of", "in", "the")
            for word in words
        ):
            continue
        closing = rest.find(")", mark.end()) if mark[0] == "(" else -1
        items = _ITEM.split(rest[mark.end() : closing if closing > 0 else len(rest)])
        if len([item for item in items if item.strip()]) == count:
            return True
    return False
