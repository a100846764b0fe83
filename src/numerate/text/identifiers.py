"""Identifiers, which only look like numbers: versions, phones, codes, links, references, list markers."""

from __future__ import annotations

import math
import re
from decimal import Decimal

from numerate.text.amounts import currency_before, is_loss
from numerate.text.code_shapes import SPACED_PHONE, code_at
from numerate.text.lexicon import LABEL_WORDS, MONTHS, SEASONS
from numerate.text.number import Number
from numerate.text.view import EN_DASH

_TOKEN = re.compile(r"[a-z0-9_.-]*[a-z0-9](?:(?<=-[0-9]{3})/[0-9]{2}\b)?")
_CODE = re.compile(r"[a-z]+[0-9]")
_TYPE = re.compile(r"\d{3}-\d{3}(?:[a-z]{1,2}|s)\b|7\d7-[1-9]00\b(?!-)|9-to-5\b|\d{1,2}-a-side\b")
"""A type of aircraft, 777-300ER or 737-800s, of job, 9-to-5, or of game, 5-a-side."""
_NO_CODE = re.compile(r"[ex]\d|h\d{1,2}m(?:in|\d{1,2}s)?\b")
"""What is no code though digits follow letters: 1e5, 3x4, 1h30m."""
_SPACES = frozenset(" \xa0\n")
_CITATION = re.compile(r"\d{1,4}(?:\s?[,;\x96-]\s?\d{1,4}){0,40}\]")
_LIST_MARKER = re.compile(r"\d{1,3}(?:\.|\))[ \t]")
_LINE_START = re.compile(r"(?:^|\n)[ \t>*]{0,12}\(?$")
_BRACKETED = re.compile(r"\d{1,2}\)")
_PHONE = re.compile(r"\d{3}\)[ -]?\d{3}[ -.]\d{4}(?!\d)")
_PHONE_ABROAD = re.compile(r"\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\d)")
_LISTED = re.compile(r"\d{3,6}\.(?:T|OS|Q|HK|SS|SZ|KS|KQ|TWO?|KL|SI|SE|SR|BO)\b")
"""A share by its code and exchange: 7203.T in Tokyo, 0005.HK in Hong Kong."""
_DOCKET = re.compile(r"(?:\d:)?\d{2}-(?:[a-z]{2}-)?(?:0\d{3,4}|\d{5})\b")
"""A case at court: 10-00302, 08-cv-01234."""
_CITED = re.compile(
    r"\d{1,4} (?:U\.? ?S\.(?: ?C\.)?|C\. ?F\. ?R\.|F\. ?(?:[23]d|Supp\.)|S\. ?Ct\.)(?= (?:\xa7|\d|at ))"
)
"""The volume of a law or a report: 18 U.S.C. § 1030, 410 U.S. 113."""
_ACT = re.compile(r"\d{2,4}/\d{1,4}/[A-Z]{2,3}\b")
"""An act of the Union: 2009/28/EC."""
_LETTER_BEFORE = re.compile(r"(?<![A-Za-z.])[A-Z]\.$")
"""A letter that begins the name of a section: A.3.2."""
_SENTENCE_BEFORE = re.compile(r"(?:^|[.!?:\n]['\"\u201d)]?)\s*[A-Z][a-z]+ $")
_NAME = r"[0-9][a-z0-9.]*(?:\([a-z0-9]{1,4}\))*"
_SERIES = re.compile(rf"{_NAME}(?:(?:, and |, | and | or | to | through |-|\x96){_NAME}){{0,20}}(?<![.])")
_SUBCLAUSES = re.compile(r"(?:\([a-z0-9]{1,3}\))+")
_FORM = re.compile(r"\d{1,3}(?:\([a-z0-9]\)){1,3}|\d{1,2}-[kqf]\b")
_PREFIXES = frozenset(
    "mid pre post late early sub under over top non anti ex since pro near per day "
    "of in for to by or on".split()
)
"""Words that a hyphen may join to a number: mid-2016, 1-in-100, 11-of-19."""
_NAMED_WITH_HYPHEN = LABEL_WORDS | {"covid", "sars", "catch"}
"""Words that make a name with the number after the hyphen: a level-3 alert."""
_STREET = re.compile(
    r" (?:[A-Z][a-z']+ ){1,2}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Square|Drive|Boulevard|Blvd|Way|Place|"
    r"Terrace|Crescent|Close|Court|Gardens|Row)\b"
)
_NAME_BEFORE = re.compile(
    r"(?:\b(The|the|A|a|My|my|His|his|Her|her|our|Our|its|their|an)(?: [a-z]+)? )?\b([A-Z][A-Za-z&'-]+) $"
)
NO_NAMES = frozenset(
    "in on at by of for from to about over under around some only nearly almost between and but or than "
    "since until after before with within during per mr mrs ms dr jan feb mar apr may jun jul aug sep "
    "sept oct nov dec january february march april june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday all the a an its their his her our these "
    "those when while where if as is was were are be up down usd eur gbp jpy chf cad aud mean median "
    "total average age aged chapter p n t f r approximately roughly fewer more less least most another "
    "every each both no not".split()
)
_VERB_AFTER = re.compile(
    r" (?:was|is|were|are|has|had|will|would|can|could|may|in|on|at|from|with|that|which|for|"
    r"[a-z]{3,}ed)\b"
)
_COUNTED_AFTER = re.compile(r" (?!was\b|is\b|has\b)(?:[a-z]+ )?[a-z]{2,}s\b")
_LETTER_AFTER = re.compile(r"-?[A-Z](?![A-Za-z0-9])")
_RESOLUTION = re.compile(
    r"[48]k[ \xa0-](?:tvs?|televisions?|video|displays?|screens?|resolution|uhd|ultra|monitors?|film|footage|"
    r"streaming|cameras?|blu-ray|projectors?|content|images?)\b|\d[bh] (?:pencils?|leads?)\b|"
    r"4x4\b(?![ \xa0-](?:grid|matrix|array|square))|\d{1,2}w-\d{2}\b|"
    r"(?:480|576|720|1080|1440|2160)[pi]\b"
)
_PLACE_BEFORE = re.compile(r"\b(?:in|at|by|from|near|on|inside|outside|aboard|via) [A-Z][a-z]+ $")
_NOUN_OR_VERB_AFTER = re.compile(r" (?!(?:to|of|or|per|and|out)\b)[a-z]+")
_COUNTS_ON = re.compile(
    r"[ \xa0-]?(?:%|per ?cent|percent|million|billion|thousand|people|points?|times|years?|days?|hours?|"
    r"minutes?|months?|weeks?|[cmk]?m|[kmg]b|inch(?:es)?|feet|ft)\b"
)
_DIGITS = re.compile(r"\d")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
"""Digits in groups of three: after a letter they are one identifier, and its last group no number."""
_LONGEST = 40
"""More digits than this in a row count nothing."""
LONGEST_WORD = 24
_NO_LABELS = frozenset((None, "year", "month", "on", "age"))
"""Roles of the word before a number that make no name of it."""
_DASHES = frozenset(("-", EN_DASH))
_QUIET = frozenset((",", ";", "%", "\n"))
"""Characters that follow most numbers, and no names."""


def previous_word(view: str, start: int) -> str:
    """Return the word before `start`, or its last part: "quarter" of "third-quarter"."""
    if view[start - 1 : start] not in _SPACES:
        return ""
    word = view[start - LONGEST_WORD if start > LONGEST_WORD else 0 : start - 1].rpartition(" ")[2]
    if word.isalpha():
        return word
    return word[max(word.rfind("\n"), word.rfind("-")) + 1 :].lstrip("(\"'[+")


def token(view: str, start: int) -> tuple[int, int]:
    """Find the letters, digits, points and hyphens around `start`, at most 24 characters back."""
    match = _TOKEN.match(view, start)
    head = start
    while head and start - head < LONGEST_WORD and (view[head - 1].isalnum() or view[head - 1] in "-_"):
        head -= 1
    while head < start and not view[head].isalnum():
        head += 1
    return head, match.end() if match else start + 1


def _is_exponent(view: str, start: int) -> bool:
    """Return whether digits are the exponent of a symbol: "kg^-1", "R^2"; not of a number: "10^6"."""
    at = start - 1 - (view[start - 1 : start] == "-")
    return at > 0 and view[at] == "^" and (view[at - 1].isalpha() or view[at - 1] == ")")


def identifier_at(  # noqa: C901 - one case after another
    text: str, view: str, start: int, end: int, role: str | None, named: bool = False
) -> tuple[int, int] | None:
    """Return the span of the identifier that the digits at `start:end` belong to; None for a number.

    `role` is what the word before them says of them (`lexicon.BEFORE`).
    """
    following = view[end : end + 1]
    before = view[start - 1] if start else "\n"
    if end - start > _LONGEST:
        return start, end
    if shape := code_at(text, view, start, end):
        return shape
    if (
        role in _NO_LABELS
        and not named
        and (before == " " or (before in _DASHES and view[start - 2].isdigit()))
        and not text[end + 1 : end + 2].isupper()
    ):
        if following in _QUIET or (following == " " and not view[end + 1 : end + 2].isdigit()):
            return None
        if following in _DASHES and before == " " and view[end + 1 : end + 2].isdigit():
            code = _DOCKET.match(view, start) or _TYPE.match(view, start)
            return (start, code.end()) if code else None
    if role in ("label", "lettered") and (letter := _LETTER_AFTER.match(text, end)):
        return start, letter.end()
    label = role == "label" or (role == "lettered" and named and not _begins_sentence(text, start))
    if label and _is_label(text, view, start, end):
        return start, end
    if (
        before == " "
        and (named or text[end + 1 : end + 2].isupper())
        and _is_part_of_name(text, view, start, end)
    ):
        return start, end
    if text[end + 1 : end + 2].isupper() and (cited := _CITED.match(text, start)):
        return start, cited.end()
    if before == "." and "." in view[start:end] and _LETTER_BEFORE.search(text, max(0, start - 3), start):
        return start, token(view, start)[1]
    if following == "/" and (act := _ACT.match(text, start)):
        return start, act.end()
    if following == "." and (listed := _LISTED.match(text, start)):
        return start, listed.end()
    if following in ("-", ":") and (code := _DOCKET.match(view, start) or _TYPE.match(view, start)):
        return start, code.end()
    if role == "reference":
        last = token(view, start)[1]
        clause = _SUBCLAUSES.match(view, last) if view[last : last + 1] == "(" else None
        return start, clause.end() if clause else last
    if following == "_" and view[end + 1 : end + 2].isalnum():  # 3_final.pdf
        return token(view, start)
    if role == "references" and (series := _SERIES.match(view, start)):
        return start, series.end()
    form = _FORM.match(view, start) if following in ("(", "-") else None
    if form and (form[0][-1] == ")" or text[form.end() - 1].isupper()):
        return start, form.end()
    if following.isalpha() and (_STREET.match(text, end + 1) or _RESOLUTION.match(view, start)):
        return start, end + 1 + view[end + 1 : end + 2].isdigit()  # 221B Baker Street, a 4K display, a 4x4
    if following.isalpha() and _CODE.match(view, end) and not _NO_CODE.match(view, end):
        return token(view, start)
    if before in " \n":
        if following == " ":
            phone = SPACED_PHONE.match(view, start) if view[end + 1 : end + 2].isdigit() else None
            return (start, phone.end()) if phone else None
        return _list_marker(view, start, end) if following in (".", ")") else None
    return _after_sign(text, view, start, end, before)


def _after_sign(text: str, view: str, start: int, end: int, before: str) -> tuple[int, int] | None:
    """Return the span of the identifier that digits right after a letter or a sign belong to."""
    if before.isalpha() or before in "_#\\":
        if before == "x" and start > 1 and view[start - 2].isdigit():  # 4x100m
            return None
        if currency_before(text, view, start)[1]:
            return None
        first, last = token(view, start)
        return first, end if _GROUPED.fullmatch(view, start, end) else last
    if _is_exponent(view, start):
        return start, end
    if before == "-":
        name = start > 1 and view[start - 2].isalpha() and not _is_compound(text, view, start - 1)
        return token(view, start) if name else None
    if before == "[" and (match := _CITATION.match(view, start)):
        return start, match.end() - 1
    if before == "(" and not is_loss(view, start, end):
        match = _PHONE.match(view, start) or _BRACKETED.match(view, start)
        return (start, match.end() - (match[0][-1] == ")")) if match else None
    if before == "+" and (match := _PHONE_ABROAD.match(view, start)) and len(_DIGITS.findall(match[0])) >= 9:
        return start, match.end()
    return None


def _begins_sentence(text: str, start: int) -> bool:
    """Return whether the word before `start` begins a sentence, so that its capital says nothing."""
    return _SENTENCE_BEFORE.search(text, max(0, start - 30), start) is not None


def _is_label(text: str, view: str, start: int, end: int) -> bool:
    """Return whether a number after a word such as "type" or "stage" is short and counts nothing."""
    if end - start > 5 or not view[start:end].isdecimal() or view[end : end + 1] in ("%", "-"):
        return False
    return _COUNTS_ON.match(view, end) is None


def _is_part_of_name(text: str, view: str, start: int, end: int) -> bool:
    """Return whether a number is part of a name or address: the Fiat 500, 10 Downing Street."""
    if not view[start:end].isdecimal():
        return False
    if _STREET.match(text, end):
        year = view.endswith("the ", 0, start) and 1800 <= int(view[start:end]) <= 2100
        return not year  # the 1989 Tiananmen Square protests
    name = _NAME_BEFORE.search(text, max(0, start - 24), start)
    if name is None or name[2].lower() in NO_NAMES or not _numbers_a_model(view, start, end, name):
        return False
    if name[2].endswith("'s") and _COUNTED_AFTER.match(view, end):
        return False  # the Council's 48 members
    if _VERB_AFTER.match(view, end):
        return True
    if _PLACE_BEFORE.search(text, max(0, start - 36), start) and text[end : end + 1] in (".", ";", ""):
        return view[end + 1 : end + 2] in ("", " ", "\n")
    return name[1] is not None and _NOUN_OR_VERB_AFTER.match(view, end) is not None


def _numbers_a_model(view: str, start: int, end: int, name: re.Match[str]) -> bool:
    """Return whether a number is as short as those of names: the Fiat 500, an old Nokia 3310; not a year."""
    if end - start <= 3:
        return True
    return end - start == 4 and name[1] is not None and not 1100 <= int(view[start:end]) <= 2100


def _list_marker(view: str, start: int, end: int) -> tuple[int, int] | None:
    marker = _LIST_MARKER.match(view, start) and _LINE_START.search(view, max(0, start - 16), start)
    return (start, end) if marker else None


def _is_compound(text: str, view: str, hyphen: int) -> bool:
    """Return whether a number follows the hyphen, as in "mid-2016"; "F-16" and "Covid-19" are names."""
    at = hyphen
    while at and hyphen - at < 14 and view[at - 1].isalpha():
        at -= 1
    word = view[at:hyphen]
    if word in _PREFIXES or word in MONTHS or word in SEASONS:
        return True
    return len(word) > 2 and text[at:hyphen].islower() and word not in _NAMED_WITH_HYPHEN


_NAMED = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,2})?")
"""A number that names something, and is no code: page 87, section 4.2."""
_LONGEST_NAMED = 7
_NOT_A_NUMBER = Decimal("NaN")


def append_code(text: str, start: int, end: int, numbers: list[Number]) -> int:
    """Append a code, which has no value unless it is as short as a name's; return where to read on."""
    start = _after_last(start, numbers)
    written = text[start:end]
    if end - start <= 2 and written.isdecimal():  # bus number 73 is a name
        return append_identifier(text, start, end, numbers)
    code = Number(start, end, written, math.nan, _NOT_A_NUMBER, "identifier", (start, end))
    numbers.append(code)
    return end


def _after_last(start: int, numbers: list[Number]) -> int:
    """Return where an identifier begins whose head may reach back into the last number: 1h30m-1."""
    if not numbers:
        return start
    last = numbers[-1]
    return max(start, last.end, last.unit.end if last.unit is not None else 0)


def append_identifier(text: str, start: int, end: int, numbers: list[Number]) -> int:
    """Append what is written with digits and counts nothing; return where to read on."""
    start = _after_last(start, numbers)
    written = text[start:end]
    named = end - start <= _LONGEST_NAMED and text[start - 1 : start] == " " and _NAMED.fullmatch(written)
    value = Decimal(written) if named else _NOT_A_NUMBER
    numbers.append(Number(start, end, written, float(value), value, "identifier", (start, end)))
    return end
