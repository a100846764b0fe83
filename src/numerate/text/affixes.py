"""Read what belongs to a numeral: sign and currency before it; magnitude, percent and unit after it."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.amounts import (
    ENDS,
    NEXT,
    Suffix,
    currency_before,
    currency_unit,
    make_suffix,
    money_suffix,
    read_coin,
)
from numerate.text.cues import HOURS_BEFORE
from numerate.text.lexicon import AFTER, MAGNITUDES
from numerate.text.magnitudes import is_magnitude, is_molar
from numerate.text.measures import read_reciprocal, read_unit
from numerate.text.number import Kind, Number
from numerate.text.primes import read_quote
from numerate.text.single_units import (
    LETTERS,
    PLAIN_UNITS,
    UNIT_WORDS,
    are_inches,
    ends_plain_unit,
    names_a_thing,
    read_dotted,
)
from numerate.text.units import SYMBOLS, TIME, make_unit

_POINTS = re.compile(r"[ \xa0-]points?\b")
_CENT = re.compile(r"[ \xa0-]cent\b")
_INCHES = re.compile(
    r"in(?:[\^\xb2\xb3]|[23]\b|\.(?=[ \xa0][a-z]|[,;)])|(?=\.?\s*\Z)|"
    r"(?=[ \xa0](?:thick|wide|long|tall|high|deep|across|square|in (?:diameter|length|width|height|"
    r"depth))\b))"
)
"""Inches, not the preposition: 2 in. long, 2 1/2 in thick, and at the end of a text."""
_OLD = re.compile(r"[ \xa0-]olds?\b|[ \xa0]of age\b")
_PLUS_FOLLOWS = re.compile(
    r"(?:^|[(\[:\n\"]|\b(?:of|at|to|by|from|is|was|or|between|than|about|around))[ \xa0]?$"
)
_POUNDS_PAID = re.compile(
    r"[ \xa0](?:(?:sterling|notes?|coins?|fines?|only|(?:and )?[a-z0-9-]+ pence|to the (?:dollar|euro|franc)|"
    r"(?:an?|per|each) (?:week|month|year|head|night|hour|person|share|dollar|euro))\b|\(\xa3)"
)
_PAID_BEFORE = re.compile(
    r"\b(?:paid|pays?|paying|costs?|costing|spen[dt]|spends|spending|earn(?:s|ed|ing)?|ow(?:es?|ed|ing)|"
    r"worth|"
    r"donat(?:e|es|ed|ing)|fined?|rais(?:ed|es|ing)|charg(?:e|es|ed|ing)|price[ds]?|fees?|budget|prize|"
    r"salary|"
    r"wages?|rent|fares?|loan|grant|debts?|borrow(?:s|ed|ing)?|lent|refund(?:s|ed)?)\b[a-z ]{0,24}$"
)
_WEIGHED_AFTER = re.compile(r"[ \xa0](?:of\b|heavier|lighter|in weight|overweight)")
_HYPHENATED_WORDS = frozenset("a and at by for in of off on or out over the than to up".split())
"""Words that a hyphen joins to a number and that are no unit of it: 4-for-1, 1-in-100."""
_MINUS = frozenset("-\xaf^")
_LARGEST = 10**18
"""Past this no further magnitude is read, so that "5 million million million …" stays cheap."""
SUFFIX_WORDS = frozenset((*MAGNITUDES, *AFTER, *UNIT_WORDS))
"""Words that may belong to the numeral before them; most words do not."""
_JOINED_UNITS = frozenset(sign + after for sign in "\xb0\xba" for after in "cfk nsew")
"""Beginnings of what is read after a number as degrees: of a scale, or towards a side."""
OCCASIONS = re.compile(r"[ \xa0](?:in|on|a|before|during|since|at|for|per|between|with|to|by|and)\b|[.;]")
"""What follows "times" where it counts occasions rather than multiplies."""


def read_prefix(
    text: str, view: str, start: int, role: str | None
) -> tuple[int, int, str | None, Decimal | None]:
    """Read the sign and the currency before the numeral at `start`: "-$", "US$", "EUR ", "Rs.", "MCHF ".

    Return where the number's span begins, its sign, its currency and the factor that a code such as MCHF
    stands for. `role` is what the word before the numeral says of it (`lexicon.BEFORE`).
    """
    if not start:
        return start, 0, None, None
    char = view[start - 1]
    if char in "+-\x96":
        signed, sign = _sign(view, start)
        if not sign:
            return start, 0, None, None
        at, code, factor = currency_before(text, view, signed)
        return (at if code else signed), sign, code, factor
    at, code, factor = currency_before(text, view, start)
    if code is None:
        begin, sign = sign_word(view, start) if role == "sign" else (start, 0)
        return begin, sign, None, None
    if at and view[at - 1] in "+-\x96":
        at, sign = _sign(view, at)
        return at, sign, code, factor
    return at, 0, code, factor


def _sign(view: str, start: int) -> tuple[int, int]:
    """Read a dash as a sign, but only where nothing stands before it that it could join."""
    earlier = view[start - 2] if start > 1 else " "
    if earlier.isalnum() or earlier in ")]%'\"-+\x96\x97\x7f\xb0\xba":
        return start, 0
    if view[start - 1] == "\x96" and not (earlier.isspace() or earlier == "("):
        return start, 0
    return start - 1, 1 if view[start - 1] == "+" else -1


def sign_word(view: str, start: int) -> tuple[int, int]:
    """Read a sign in words: "minus 5" is negative, "8 minus 5" is a difference."""
    at = view.rindex(" ", 0, start - 1) + 1 if " " in view[max(0, start - 12) : start - 1] else 0
    word = view[at:start].rstrip(" \xa0")
    if word not in ("minus", "negative", "plus"):
        return start, 0
    if word == "plus" and not _PLUS_FOLLOWS.search(view, max(0, at - 12), at):  # "sugar plus 5 plums"
        return start, 0
    if view[max(0, at - 3) : at].strip()[-1:].isdigit():
        return start, 0
    return at, 1 if word == "plus" else -1


def read_suffix(text: str, view: str, start: int, end: int, money: bool) -> Suffix | None:
    """Read on from the end of a numeral: its magnitudes, then percent, currency or unit; None for nothing.

    money: a currency stands before it, so that "5 m" is five million and not five metres.
    """
    if view[end : end + 1] in ENDS or (match := NEXT.match(view, end)) is None:
        return None
    word = match[2]
    if word not in SUFFIX_WORDS and word[:2] not in _JOINED_UNITS:
        return None
    if not money and (plain := _plain_suffix(text, view, match, end)):
        return plain
    factor: Decimal | None = None
    while (
        match[2] in MAGNITUDES
        and (factor is None or factor < _LARGEST)
        and is_magnitude(text, view, start, match, money)
    ):
        factor = MAGNITUDES[match[2]] * (factor or 1)
        end = match.end()
        match = NEXT.match(view, end)
        if match is None:
            return Suffix(end, end, factor)
    joint, word = match.groups()
    role = AFTER.get(word)
    if role is None and word not in UNIT_WORDS and word[:2] not in _JOINED_UNITS:
        return Suffix(end, end, factor) if factor is not None else None
    at = match.end()
    suffix = None
    if role is not None and not view[at : at + 1].isalnum():
        suffix = _by_role(text, view, start, match, role, end, factor, money)
    if suffix is None and not money:
        suffix = _measured(text, view, start, match, end, factor)
    if suffix is None and joint == "-" and role is None and word.isalpha() and word not in _HYPHENATED_WORDS:
        return Suffix(end, end, factor) if factor is not None else None
    return suffix or (Suffix(end, end, factor) if factor is not None else None)


def _plain_suffix(text: str, view: str, match: re.Match[str], end: int) -> Suffix | None:
    """Read the suffixes that most numbers have, and whose words mean nothing else: 12 percent, 5 km."""
    at, stop = match.span(2)
    written = text[at:stop]
    if written == "percent" and not view[stop : stop + 1].isalnum():
        return _percent(text, at, stop, end, None, "%")
    measure = PLAIN_UNITS.get(written)
    if measure is None or not ends_plain_unit(view, written, stop):
        return None
    if len(written) == 1 and match[1][-1:] == "\n":
        return None
    return make_suffix((end, end, None, None, None, make_unit((written, at, stop, measure))))


def _measured(
    text: str, view: str, start: int, match: re.Match[str], end: int, factor: Decimal | None
) -> Suffix | None:
    """Read a unit of measure, which stands outside the number's span."""
    joint, word = match.groups()
    at = match.start(2)
    beyond = view[at + len(word) : at + len(word) + 1]
    if joint and beyond in _MINUS and (inverse := read_reciprocal(text, at)):
        return make_suffix((end, end, factor, None, None, make_unit((text[at : inverse[0]], at, *inverse))))
    if (
        len(word) == 1
        and word.isalpha()
        and word.isascii()
        and (text[at] not in LETTERS or view[at + 1 : at + 2] in ("-", "'", "$"))
    ):
        return None
    if joint.endswith("\n") and len(word) < 2:
        return None
    if text[at : at + 2] in ("M", "M ", "M,", "M.") and not is_molar(view, start, at):
        return None
    if word == "in" and _is_preposition(text, view, start, at, joint):
        return None  # apart, it is nearly always a preposition
    if word in "'\"":
        measure = read_quote(text, view, start, at, end)
        unit = None if measure is None else (at + 1, measure)
    else:
        unit = read_dotted(view, at) if word[-1] == "." else read_unit(text, view, at)
    if word == "m" and HOURS_BEFORE.search(view, max(0, start - 12), start):  # 2h 15m
        unit = at + 1, SYMBOLS["min"]
    if unit is None or (joint != "-" and names_a_thing(view, start, word)):
        return None
    kind: Kind | None = None
    if unit[1].dimensions == TIME and _OLD.match(view, unit[0]):
        kind = "age"
    stop, measure = unit
    return make_suffix((end, end, factor, kind, None, make_unit((text[at:stop], at, stop, measure))))


def _is_preposition(text: str, view: str, start: int, at: int, joint: str) -> bool:
    """Return whether the "in" at `at`, after the number at `start`, is no unit."""
    if text[at : at + 2] != "in":
        return True
    return bool(joint) and not _INCHES.match(text, at) and not are_inches(view, start, at + 2)


def _by_role(
    text: str,
    view: str,
    start: int,
    match: re.Match[str],
    role: str,
    end: int,
    factor: Decimal | None,
    money: bool,
) -> Suffix | None:
    """Tell what the word in `match` makes of the numeral that ends at `end`; None if nothing after all."""
    joint, word = match.groups()
    at = match.end()
    if role == "percent":
        if word == "pc" and joint:
            return None
        return _percent(text, match.start(2), at, end, factor, "‰" if word == "\x89" else "%")
    if role == "per":
        cent = _CENT.match(view, at)
        return _percent(text, match.start(2), cent.end(), end, factor, "%") if cent else None
    if role == "point":
        points = _POINTS.match(view, at)
        symbol = "pp" if word == "percentage" else "bp"
        return _percent(text, match.start(2), points.end(), end, factor, symbol) if points else None
    if role == "points":
        if text[match.start(2) : at] in ("BP", "PP"):  # BP stations
            return None
        return _percent(text, match.start(2), at, end, factor, "bp" if word.startswith("bp") else "pp")
    if role == "times":
        return None if OCCASIONS.match(view, at) else Suffix(end, end, factor, "multiple")
    if role in ("fold", "x"):
        return Suffix(at, at, factor, "multiple") if role == "fold" or not joint else None
    scaled = (factor is not None and factor >= 1000) or view.endswith(("thousand", "million"), 0, end)
    if role == "pound" and not money and (scaled or _is_paid(view, start, at)):  # others may be weighed
        at += len(" sterling") if view.startswith(" sterling", at) else 0
        return money_suffix(text, view, match.start(2), at, end, factor, "GBP")
    return None if money and role != "minor" else read_coin(text, view, match, role, end, factor)


def _is_paid(view: str, start: int, end: int) -> bool:
    """Return whether the pounds between `start`, where their number is, and `end` are money."""
    if _POUNDS_PAID.match(view, end):
        return True
    paid = _PAID_BEFORE.search(view, max(0, start - 40), start)
    return paid is not None and _WEIGHED_AFTER.match(view, end) is None


def _percent(text: str, start: int, stop: int, end: int, factor: Decimal | None, symbol: str) -> Suffix:
    unit = make_unit((text[start:stop], start, stop, SYMBOLS[symbol]))
    return make_suffix((end, stop, factor, "percent", None, unit))


def read_loss(text: str, view: str, start: int, end: int, value: Decimal, numbers: list[Number]) -> int:
    """Append a loss in brackets and return where to read on.

    Before a magnitude the bracket is part of the numeral.
    """
    begin, code, _ = currency_before(text, view, start - 1)
    if numbers and begin < numbers[-1].end:
        begin, code = start - 1, None
    suffix = read_suffix(text, view, start, end + 1, code is not None) or Suffix(end, end + 1)
    numeral_end, stop, factor, kind, coin, unit = suffix
    code = code or coin
    if factor is None:
        numeral_end = end
    else:
        value *= factor
    kind = "money" if code else kind or "cardinal"
    if code and unit is None:
        unit = currency_unit(text, view, begin, (start - 1, numeral_end), stop, code)
    numeral = (start, numeral_end)
    numbers.append(Number(begin, stop, text[begin:stop], float(value), value, kind, numeral, -1, code, unit))
    return stop
