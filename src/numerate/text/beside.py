"""What stands beside a number and belongs to it: sign, currency, magnitude, percent, unit."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from numerate.text.lexicon import (
    ATTACHED_UNITS,
    COUNTRY_OF_DOLLARS,
    CURRENCY_CODES,
    CURRENCY_PREFIXES,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    DOLLAR_PREFIXES,
    LETTER_MAGNITUDES,
    MAGNITUDES,
    METRE_CONTEXT,
    PERCENT_WORDS,
    POINT_UNITS,
    SMALL_COINS,
    TESLA_CONTEXT,
    UNIT_WORDS,
)
from numerate.text.number import Kind

_NEXT = re.compile(r"([ \xa0]?-?|[ \t]?\n)([a-z\xb5\xb0]+(?:\.[a-z]\.)*|[%\x89$\xa2-\xa5])")
_POINTS = re.compile(r"[ \xa0-]points?\b")
_CENT = re.compile(r"[ \xa0-]cent\b")
_OLD = re.compile(r"[ \xa0-]olds?\b")
_ALNUM = re.compile(r"[a-z0-9]")


class Before(NamedTuple):
    """What stands before a numeral: where the span begins, the sign, the currency."""

    start: int
    sign: int
    currency: str | None


class After(NamedTuple):
    """What stands after a numeral: where it and its span end, what it is multiplied by, what it makes of it."""

    numeral_end: int
    end: int
    factor: Decimal | None = None
    kind: Kind | None = None
    currency: str | None = None
    unit: str | None = None


def before(text: str, view: str, start: int) -> Before:
    """Sign and currency before the numeral at `start`: "-$", "US$", "EUR ", "Rs."."""
    sign, currency = 0, None
    if start and view[start - 1] in "+-\x96":
        start, sign = _sign(view, start)
    at = start
    while at and view[at - 1] in " \xa0" and start - at < 1:
        at -= 1
    if at and view[at - 1] in "$\xa2\xa3\xa4\xa5":
        currency, start = _currency_sign(text, view, at - 1)
    elif at and (view[at - 1].isalpha() or view[at - 1] == "."):
        word_start = _word_start(view, at)
        word = view[word_start:at]
        if word in CURRENCY_CODES and text[word_start:at].isupper():
            currency, start = word.upper(), word_start
        elif word in CURRENCY_PREFIXES and text[word_start].isupper():
            currency, start = CURRENCY_PREFIXES[word], word_start
    if currency and not sign and start and view[start - 1] in "+-\x96":
        start, sign = _sign(view, start)
    return Before(start, sign, currency)


def _sign(view: str, start: int) -> tuple[int, int]:
    """A dash is a sign only where nothing it could join stands before it."""
    earlier = view[start - 2] if start > 1 else " "
    if (
        earlier.isalnum()
        or earlier in ")]%$'\"-+\x96\x97\x7f"
        or (view[start - 1] == "\x96" and not earlier.isspace())
    ):
        return start, 0
    return start - 1, 1 if view[start - 1] == "+" else -1


def _word_start(view: str, end: int) -> int:
    """Where the word ending at `end` begins; currency words are short, so at most 6 characters back."""
    start = end
    while start and end - start < 6 and (view[start - 1].isalpha() or view[start - 1] == "."):
        start -= 1
    return end if start and view[start - 1].isalnum() else start


def _currency_sign(text: str, view: str, at: int) -> tuple[str, int]:
    sign = text[at]
    currency = CURRENCY_SIGNS.get(sign, sign)
    if sign == "$":
        start = _word_start(view, at)
        prefix = view[start:at].replace(".", "")
        if prefix in DOLLAR_PREFIXES:
            return DOLLAR_PREFIXES[prefix], start
    return currency, at


def after(text: str, view: str, end: int, money: bool) -> After:  # noqa: C901 - one branch for each kind of word
    """Read on from the end of a numeral: its magnitudes, then percent, currency or unit.

    `money` says that a currency stands before it, where "5 m" is five million and not five metres.
    """
    factor: Decimal | None = None
    numeral_end = end
    while True:
        match = _NEXT.match(view, end)
        if match is None:
            return After(numeral_end, numeral_end, factor)
        joint, word = match.groups()
        if word in MAGNITUDES and _is_magnitude(text, view, match, money):
            factor = MAGNITUDES[word] if factor is None else factor * MAGNITUDES[word]
            end = numeral_end = match.end()
            if factor > 10**18:
                return After(numeral_end, numeral_end, factor)
            continue
        break
    at = match.end()
    if word in PERCENT_WORDS and (word != "pc" or not joint):
        return After(numeral_end, at, factor, "percent")
    if word == "per" and (cent := _CENT.match(view, at)):
        return After(numeral_end, cent.end(), factor, "percent")
    if word in ("percentage", "basis") and (points := _POINTS.match(view, at)):
        return After(numeral_end, points.end(), factor, "percent", unit=f"{word} points")
    if word in POINT_UNITS and _is_whole_word(view, at):
        return After(numeral_end, at, factor, "percent", unit=POINT_UNITS[word])
    if word in CURRENCY_WORDS and _is_whole_word(view, at) and (word != "p" or not joint):
        unit = text[match.start(2) : at] if word in SMALL_COINS else None
        return After(numeral_end, at, factor, "money", CURRENCY_WORDS[word], unit)
    if word in CURRENCY_CODES and text[match.start(2) : at].isupper() and _is_whole_word(view, at):
        return After(numeral_end, at, factor, "money", word.upper())
    if word in ("pound", "pounds") and factor is not None and factor >= 1000:  # fewer may be weighed
        return After(numeral_end, at, factor, "money", "GBP")
    if word in "$\xa2\xa3\xa4\xa5" and not money:
        sign = text[match.start(2)]
        return After(
            numeral_end, at, factor, "money", CURRENCY_SIGNS.get(sign, sign), "¢" if sign == "¢" else None
        )
    if word in COUNTRY_OF_DOLLARS and (coin := _NEXT.match(view, at)) and coin[2] in CURRENCY_WORDS:
        return After(numeral_end, coin.end(), factor, "money", COUNTRY_OF_DOLLARS[word])
    return _unit(text, view, match, numeral_end, factor)


def _unit(text: str, view: str, match: re.Match[str], numeral_end: int, factor: Decimal | None) -> After:
    """A unit of measure beside the number, outside its span."""
    joint, word = match.groups()
    at = match.end()
    if not _is_whole_word(view, at):
        return After(numeral_end, numeral_end, factor)
    if word in ("year", "years", "yr", "month", "months", "week", "weeks", "day", "days") and _OLD.match(
        view, at
    ):
        return After(numeral_end, numeral_end, factor, "age", unit=text[match.start(2) : at])
    if word == "fold":
        return After(at, at, factor, "multiple")
    if (word == "times" and joint == " ") or (word == "x" and not joint):
        kind_end = at if word == "x" else numeral_end
        return After(kind_end, kind_end, factor, "multiple")
    if word in UNIT_WORDS or (joint == "-" and word.isalpha()):
        return After(numeral_end, numeral_end, factor, unit=text[match.start(2) : at])
    return After(numeral_end, numeral_end, factor)


def _is_whole_word(view: str, at: int) -> bool:
    return _ALNUM.match(view, at) is None


def _is_magnitude(text: str, view: str, match: re.Match[str], money: bool) -> bool:
    """Whether a word that may be a magnitude is one here: `5m` people, not `5 m` of rope or `3T` of field."""
    joint, word = match.groups()
    if not _is_whole_word(view, match.end()):
        return False
    if word.endswith("s") and not joint:
        return False
    if word not in LETTER_MAGNITUDES:
        return True
    if money:
        return True
    if word in ("mm", "cr"):
        return word == "cr"
    following = _NEXT.match(view, match.end())
    context = following[2] if following else ""
    if joint or (word == "m" and context in METRE_CONTEXT) or (word == "t" and context in TESLA_CONTEXT):
        return False
    return word != "t" or text[match.start(2)] == "T"


def attached_unit(view: str, word: str) -> bool:
    """Whether letters directly behind digits are a unit ("9mm", "5kg") and not part of a name ("3D")."""
    return word in ATTACHED_UNITS
