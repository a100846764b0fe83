"""What only looks like a number: versions, phones, codes, links, references, list markers."""

from __future__ import annotations

import re

from numerate.text.lexicon import (
    CURRENCY_CODES,
    CURRENCY_PREFIXES,
    INDEX_NAMES,
    MONTHS,
    REFERENCE_WORDS,
    SEASONS,
)

_TOKEN = re.compile(r"[\w.-]*[a-z0-9]", re.ASCII)
_SPACE = re.compile(r"\s")
_LINK = re.compile(r"://|www\.|@")
_CITATION = re.compile(r"\d{1,4}(?:\s?[,;\x96-]\s?\d{1,4}){0,40}\]")
_LIST_MARKER = re.compile(r"\d{1,3}(?:\.|\))[ \t]")
_LINE_START = re.compile(r"(?:^|\n)[ \t>*]{0,12}\(?$")
_PHONE = re.compile(r"\d{3}\)[ -]?\d{3}[ -.]\d{4}(?!\d)")
_PHONE_ABROAD = re.compile(r"\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\d)")
_SPACED_PHONE = re.compile(r"\d{3} \d{3} \d{4}(?!\d)")
_FORM = re.compile(r"\d{1,3}(?:\([a-z0-9]\)){1,3}|\d{1,2}-[kqf]\b")
_COMPOUND_PREFIXES = frozenset(
    "mid pre post late early sub under over top non anti ex since pro near in per day".split()
)
_DIGITS = re.compile(r"\d")
LONGEST = 40
"""More digits than this in a row count nothing."""


def links(view: str) -> list[tuple[int, int]]:
    """The spans of web and e-mail addresses, found from their marks outwards to the nearest white space."""
    spans: list[tuple[int, int]] = []
    done = 0
    while match := _LINK.search(view, done):
        start = match.start()
        while start > done and not view[start - 1].isspace():
            start -= 1
        space = _SPACE.search(view, match.end())
        done = space.start() if space else len(view)
        spans.append((start, done))
    return spans


def previous_word(view: str, start: int) -> str:
    """The word before `start` with one space between, else nothing."""
    if not start or view[start - 1] not in " \xa0\n":
        return ""
    at = max(view.rfind(" ", max(0, start - 20), start - 1), view.rfind("\n", max(0, start - 20), start - 1))
    word = view[at + 1 : start - 1]
    return word.lstrip("(\"'[")


def token_end(view: str, start: int) -> int:
    """The end of the run of letters, digits, points and hyphens that `start` stands in."""
    match = _TOKEN.match(view, start)
    return match.end() if match else start + 1


def identifier_end(text: str, view: str, start: int, end: int, word: str) -> int | None:  # noqa: C901 - a list of looks
    """Where the identifier that the digits at `start:end` belong to ends, or None if they are a number.

    `word` is the word before them.
    """
    if end - start > LONGEST:
        return end
    if word in REFERENCE_WORDS or (word.endswith("&p") or word in INDEX_NAMES and word != "p"):
        return end
    before = view[start - 1] if start else " "
    if before.isalpha() or before in "_#\\":
        return None if _is_currency(text, view, start) else token_end(view, start)
    if before == "-" and start > 1 and view[start - 2].isalpha() and not _is_compound(text, view, start - 1):
        return token_end(view, start)
    if before == "[" and (citation := _CITATION.match(view, start)):
        return citation.end() - 1
    if before == "(" and (phone := _PHONE.match(view, start)):
        return phone.end()
    if before == "+" and (phone := _PHONE_ABROAD.match(view, start)) and len(_DIGITS.findall(phone[0])) >= 9:
        return phone.end()
    if view[end : end + 1] in ("(", "-") and (form := _FORM.match(view, start)):
        return form.end() if form[0][-1] == ")" or text[form.end() - 1].isupper() else None
    if view[end : end + 1] == " " and (phone := _SPACED_PHONE.match(view, start)):
        return phone.end()
    if _LIST_MARKER.match(view, start) and _LINE_START.search(view, max(0, start - 16), start):
        return end
    return None


def _is_currency(text: str, view: str, start: int) -> bool:
    """USD5, EUR5m, Rs500: letters that are a currency and nothing more."""
    at = start
    while at and start - at < 5 and view[at - 1].isalpha():
        at -= 1
    word = view[at:start]
    return (word in CURRENCY_CODES or word in CURRENCY_PREFIXES) and text[at].isupper()


def _is_compound(text: str, view: str, hyphen: int) -> bool:
    """ "mid-2016" and "under-21" hold numbers; "F-16" and "Covid-19" are names."""
    at = hyphen
    while at and hyphen - at < 14 and view[at - 1].isalpha():
        at -= 1
    word = view[at:hyphen]
    if word in _COMPOUND_PREFIXES or word in MONTHS or word in SEASONS:
        return True
    return len(word) > 2 and text[at:hyphen].islower() and word not in ("covid", "sars")
