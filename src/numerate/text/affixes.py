"""What stands beside a number and belongs to it: sign, currency, magnitude, percent, unit."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.lexicon import (
    AFTER,
    COMMON_WORDS,
    CURRENCY_CODES,
    CURRENCY_PREFIXES,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    DOLLAR_PREFIXES,
    LETTER_MAGNITUDES,
    LETTER_UNITS,
    MAGNITUDES,
    METRE_CONTEXT,
    NAMED_CURRENCIES,
    POINT_UNITS,
    SMALL_COINS,
    TESLA_CONTEXT,
)
from numerate.text.number import Kind, Number

_NEXT = re.compile(r"([ \xa0]?-?|[ \t]?\n)([a-z\xb5\xb0]+(?:\.[a-z]\.)?|[%\x89$\xa2-\xa5])")
_POINTS = re.compile(r"[ \xa0-]points?\b")
_CENT = re.compile(r"[ \xa0-]cent\b")
_OLD = re.compile(r"[ \xa0-]olds?\b")
_THOUSANDS = re.compile(r"(?<![\d,.])\d[\d,]*\d{3}\Z")
_IN_FEET = re.compile(r" ?\([\d,.]+[ \xa0-]?(?:ft|feet|foot|yd|yards?|mi|miles?)\b")
_PLUS_FOLLOWS = re.compile(
    r"(?:^|[(\[:\n\"]|\b(?:of|at|to|by|from|is|was|or|between|than|about|around))[ \xa0]?$"
)
_LARGE = re.compile(r"(?:\d{3}(?:\.\d+)?|hundred|thousand|[a-z]+illion)$")
_WINS = re.compile(
    r"[ \xa0](?:the|their|his|her|its|gold|silver|bronze|medals?|seats?|prizes?|places?|again)\b"
)
_MONEY_ENDS = re.compile(
    r"[ \xa0](?:a|an|and|as|at|by|each|for|from|in|is|of|on|or|per|this|to|was|were|with)\b|\s?[^\sa-z]|\s*$"
)
_JOINS = frozenset("a and at by for in of off on or out over the than to up".split())
"""Words that a hyphen joins to a number and that are no unit of it: 4-for-1, 1-in-100."""
_ENDS = frozenset((".", ",", ")", ";", ":", ""))
"""What a numeral is most often followed by where nothing beside it belongs to it."""
_LARGEST = 10**18
"""Past this no further magnitude is taken, so that "5 million million million …" stays cheap."""


Beside = tuple[int, int, Decimal | None, Kind | None, str | None, str | None]
"""What was read after a numeral: where it ends, where its span ends, its factor, kind, currency and unit."""

CURRENCY_CHARACTERS = "$\xa2\xa3\xa4\xa5"


def sign_and_currency(text: str, view: str, start: int, role: str | None) -> tuple[int, int, str | None]:
    """Where the span of the numeral at `start` begins, its sign, its currency: "-$", "US$", "EUR ", "Rs.".

    `role` is what the word before the numeral says of it (`lexicon.BEFORE`).
    """
    if not start:
        return start, 0, None
    char = view[start - 1]
    if char in "+-\x96":
        signed, sign = _sign(view, start)
        if not sign:
            return start, 0, None
        at, currency = currency_before(text, view, signed)
        return (at if currency else signed), sign, currency
    at, currency = currency_before(text, view, start)
    if currency is None:
        return _sign_word(view, start) if role == "sign" else (start, 0, None)
    if at and view[at - 1] in "+-\x96":
        at, sign = _sign(view, at)
        return at, sign, currency
    return at, 0, currency


def _sign(view: str, start: int) -> tuple[int, int]:
    """A dash is a sign only where nothing it could join stands before it."""
    earlier = view[start - 2] if start > 1 else " "
    if earlier.isalnum() or earlier in ")]%'\"-+\x96\x97\x7f":
        return start, 0
    if view[start - 1] == "\x96" and not (earlier.isspace() or earlier == "("):
        return start, 0
    return start - 1, 1 if view[start - 1] == "+" else -1


def _sign_word(view: str, start: int) -> tuple[int, int, None]:
    """A sign in words: "minus 5" is negative, "8 minus 5" is a sum."""
    at = view.rindex(" ", 0, start - 1) + 1 if " " in view[max(0, start - 12) : start - 1] else 0
    word = view[at:start].rstrip(" \xa0")
    if word not in ("minus", "negative", "plus"):
        return start, 0, None
    if word == "plus" and not _PLUS_FOLLOWS.search(view, max(0, at - 12), at):  # "sugar plus 5 plums"
        return start, 0, None
    if view[max(0, at - 3) : at].strip()[-1:].isdigit():
        return start, 0, None
    return at, 1 if word == "plus" else -1, None


def currency_before(text: str, view: str, start: int) -> tuple[int, str | None]:
    """The currency before `start`, with a space between or none, and where it begins."""
    at = start - 1 if start and view[start - 1] in " \xa0" else start
    if not at:
        return start, None
    if view[at - 1] in CURRENCY_CHARACTERS:
        return _currency_sign(text, view, at - 1)
    begin = _word_start(view, at)
    word = view[begin:at]
    if begin > 1 and view[begin - 1] == "-" and view[begin - 2].isalnum():  # PT-INR 1.5
        return start, None
    if word in CURRENCY_CODES and text[begin:at].isupper():
        return begin, word.upper()
    if word in CURRENCY_PREFIXES and text[begin].isupper():
        return begin, CURRENCY_PREFIXES[word]
    return start, None


def _word_start(view: str, end: int) -> int:
    """Where the word ending at `end` begins; currency words are short, so at most 6 characters back."""
    start = end
    while start and end - start < 6 and (view[start - 1].isalpha() or view[start - 1] == "."):
        start -= 1
    return end if start and view[start - 1].isalnum() else start


def _currency_sign(text: str, view: str, at: int) -> tuple[int, str]:
    sign = text[at]
    if sign == "$" and at and (view[at - 1].isalpha() or view[at - 1] == "."):
        start = _word_start(view, at)
        prefix = view[start:at].replace(".", "")
        if prefix in DOLLAR_PREFIXES:
            return start, DOLLAR_PREFIXES[prefix]
    return at, CURRENCY_SIGNS.get(sign, sign)


def after(text: str, view: str, end: int, money: bool) -> Beside | None:
    """Read on from the end of a numeral: its magnitudes, then percent, currency or unit; None for nothing.

    `money` says that a currency stands before it, where "5 m" is five million and not five metres.
    """
    if view[end : end + 1] in _ENDS or (match := _NEXT.match(view, end)) is None:
        return None
    factor: Decimal | None = None
    while (
        match[2] in MAGNITUDES
        and (factor is None or factor < _LARGEST)
        and _is_magnitude(text, view, match, money)
    ):
        factor = MAGNITUDES[match[2]] * (factor or 1)
        end = match.end()
        match = _NEXT.match(view, end)
        if match is None:
            return (end, end, factor, None, None, None)
    joint, word = match.groups()
    role = AFTER.get(word)
    at = match.end()
    if role is not None and not view[at : at + 1].isalnum():
        beside = _beside(text, view, match, role, end, factor, money)
        if beside is not None:
            return beside
    elif joint == "-" and role is None and word.isalpha() and word not in _JOINS:  # 150-seat
        return (end, end, factor, None, None, text[match.start(2) : at])
    return (end, end, factor, None, None, None) if factor is not None else None


def _beside(  # noqa: C901 - one branch for each role of a word
    text: str, view: str, match: re.Match[str], role: str, end: int, factor: Decimal | None, money: bool
) -> Beside | None:
    """What the word in `match` makes of the numeral that ends at `end`; None if nothing after all."""
    joint, word = match.groups()
    at = match.end()
    if role == "percent":
        return (end, at, factor, "percent", None, None) if word != "pc" or not joint else None
    if role == "coin":
        if (word == "p" and joint) or (word in COMMON_WORDS and not _is_money(view, word, end, at, factor)):
            return None
        unit = text[match.start(2) : at] if word in SMALL_COINS else None
        return (end, at, factor, "money", CURRENCY_WORDS[word], unit)
    if role == "per":
        cent = _CENT.match(view, at)
        return (end, cent.end(), factor, "percent", None, None) if cent else None
    if role == "point":
        points = _POINTS.match(view, at)
        return (end, points.end(), factor, "percent", None, f"{word} points") if points else None
    if role == "points":
        return (end, at, factor, "percent", None, POINT_UNITS[word])
    written = text[match.start(2) : at]
    if role == "code":
        return (end, at, factor, "money", word.upper(), None) if written.isupper() else None
    if role == "sign" and not money and not view[at : at + 1].isdigit():
        unit = written if written == "¢" else None
        return (end, at, factor, "money", CURRENCY_SIGNS.get(written, written), unit)
    if role == "country":
        return _of_country(text, view, word, end, at, factor)
    if role == "age" and _OLD.match(view, at):
        return (end, end, factor, "age", None, written)
    return _measure(view, written, role, joint, end, at, factor)


def _is_money(view: str, word: str, end: int, at: int, factor: Decimal | None) -> bool:
    """Whether a word that is not always a currency is one: "1,200 won a month", not "five won medals"."""
    if factor is None and _LARGE.search(view, max(0, end - 12), end) is None:
        return False
    if word == "won":
        return factor is not None or _WINS.match(view, at) is None
    return _MONEY_ENDS.match(view, at) is not None


def _of_country(
    text: str, view: str, country: str, end: int, at: int, factor: Decimal | None
) -> Beside | None:
    """A currency whose country stands before it, in one word or two: Hong Kong dollars, Swiss francs."""
    name = country
    for _ in range(2):
        word = _NEXT.match(view, at)
        if word is None:
            return None
        name, at = f"{name} {word[2]}", word.end()
        if name in NAMED_CURRENCIES and not view[at : at + 1].isalnum():
            unit = text[word.start(2) : at] if word[2] in SMALL_COINS else None
            return (end, at, factor, "money", NAMED_CURRENCIES[name], unit)
    return None


def _measure(
    view: str, written: str, role: str, joint: str, end: int, at: int, factor: Decimal | None
) -> Beside | None:
    """A multiple, or a unit of measure, which stands outside the span."""
    if role == "fold" or (role == "x" and not joint):
        return (at, at, factor, "multiple", None, None)
    if role == "times":
        return (end, end, factor, "multiple", None, None)
    if role == "pound" and factor is not None and factor >= 1000:  # fewer may be weighed
        return (end, at, factor, "money", "GBP", None)
    if role == "letter" and (written not in LETTER_UNITS or view[at : at + 1] in ("-", "'", "$")):
        return None
    return (end, end, factor, None, None, written) if role in ("unit", "age", "pound", "letter") else None


def _is_magnitude(text: str, view: str, match: re.Match[str], money: bool) -> bool:
    """Whether a word that may be a magnitude is one here: `5m` people, not `5 m` of rope or `3T` of field."""
    joint, word = match.groups()
    if view[match.end() : match.end() + 1].isalnum() or (word.endswith("s") and not joint):
        return False
    if word not in LETTER_MAGNITUDES or money:
        return True
    if word in ("mm", "cr"):
        return word == "cr"
    if word == "m" and (
        _THOUSANDS.search(view, max(0, match.start() - 16), match.start())
        or _IN_FEET.match(view, match.end())
    ):
        return False  # the 10,000m, 300m (984ft)
    following = _NEXT.match(view, match.end())
    context = following[2] if following else ""
    if joint or (word == "m" and context in METRE_CONTEXT) or (word == "t" and context in TESLA_CONTEXT):
        return False
    return word != "t" or text[match.start(2)] == "T"


def is_loss(view: str, start: int, end: int) -> bool:
    """Whether the numeral at `start:end` stands in such brackets, which touch a currency or percent sign."""
    if view[start - 1 : start] != "(" or view[end : end + 1] != ")":
        return False
    before = view[start - 2] if start > 1 else " "
    return before in CURRENCY_CHARACTERS or (view[end + 1 : end + 2] == "%" and not before.isalnum())


def read_loss(text: str, view: str, start: int, end: int, value: Decimal, found: list[Number]) -> int:
    """Append the number, return where to read on. Before a magnitude the bracket is part of the numeral."""
    begin, currency = currency_before(text, view, start - 1)
    if found and begin < found[-1].end:
        begin, currency = start - 1, None
    nothing: Beside = (end, end + 1, None, None, None, None)
    numeral_end, stop, factor, kind, coin, unit = after(text, view, end + 1, currency is not None) or nothing
    currency = currency or coin
    if factor is None:
        numeral_end = end
    else:
        value *= factor
    kind = "money" if currency else kind or "cardinal"
    numeral = (start, numeral_end)
    found.append(
        Number(begin, stop, text[begin:stop], float(value), value, kind, numeral, -1, currency, unit)
    )
    return stop
