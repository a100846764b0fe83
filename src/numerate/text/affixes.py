"""Read what belongs to a numeral: sign and currency before it; magnitude, percent and unit after it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from numerate.text import currencies
from numerate.text.cues import HOURS_BEFORE
from numerate.text.lexicon import AFTER, MAGNITUDES
from numerate.text.measures import (
    LETTERS,
    UNIT_WORDS,
    is_magnitude,
    names_a_thing,
    read_quote,
    read_rate,
    read_unit,
)
from numerate.text.number import Kind, Number
from numerate.text.units import SYMBOLS, Unit, currency

NEXT = re.compile(
    r"([ \xa0]{0,2}-?|[ \t]?\n)([a-z\xb5\xb0\xba\xdf-\xf6\xf8-\xff\xaa]+(?:\.[a-z]\.)?|[%\x89$\xa2-\xa5'\"])"
)
_POINTS = re.compile(r"[ \xa0-]points?\b")
_CENT = re.compile(r"[ \xa0-]cent\b")
_INCHES = re.compile(r"in(?:[\^\xb2\xb3]|[23]\b|\.(?=[ \xa0][a-z]|[,;)]))")
_OLD = re.compile(r"[ \xa0-]olds?\b|[ \xa0]of age\b")
_PLUS_FOLLOWS = re.compile(
    r"(?:^|[(\[:\n\"]|\b(?:of|at|to|by|from|is|was|or|between|than|about|around))[ \xa0]?$"
)
_DEER = re.compile(r"\b(?:does?|deer|stags?|fawns?|antlers?|rabbits?|hunt\w*|herds?|culled)\b")
_LARGE = re.compile(r"(?:\d{3}(?:\.\d+)?|hundred|thousand|[a-z]+illion)$")
_WINS = re.compile(
    r"[ \xa0](?:the|their|his|her|its|gold|silver|bronze|medals?|seats?|prizes?|places?|again)\b"
)
_MONEY_ENDS = re.compile(
    r"[ \xa0](?:a|an|and|as|at|by|each|for|from|in|is|of|on|or|per|this|to|was|were|with)\b|\s?[^\sa-z]|\s*$"
)
_POUNDS_PAID = re.compile(
    r"[ \xa0](?:sterling|notes?|coins?|fines?|"
    r"(?:an?|per|each) (?:week|month|year|head|night|hour|person|share))\b"
)
_HYPHENATED_WORDS = frozenset("a and at by for in of off on or out over the than to up".split())
"""Words that a hyphen joins to a number and that are no unit of it: 4-for-1, 1-in-100."""
_ENDS = frozenset((".", ",", ")", ";", ":", ""))
"""Characters after a numeral that nothing of it can follow; most numerals end so."""
_LARGEST = 10**18
"""Past this no further magnitude is read, so that "5 million million million …" stays cheap."""

CURRENCY_CHARACTERS = "$\xa2\xa3\xa4\xa5"
SUFFIX_WORDS = frozenset((*MAGNITUDES, *AFTER, *UNIT_WORDS))
"""Words that may belong to the numeral before them; most words do not."""
_JOINED_UNITS = frozenset(("\xb0c", "\xb0f", "\xb0 "))
_LOWER_WORD = re.compile(r"[ \xa0][a-z]{3,}s\b")
_OCCASIONS = re.compile(r"[ \xa0](?:in|on|a|before|during|since|at|for|per|between|with|to|by|and)\b|[.;]")
"""What follows "times" where it counts occasions rather than multiplies."""
_CURRENCY_WORD = re.compile(r"(?<![a-z0-9\xaa.])[a-z.]{1,6}\Z")
_CURRENCY_WORDS = frozenset(
    (
        *currencies.CODES,
        *currencies.PREFIXES,
        *(prefix + code for prefix in "mkt" for code in currencies.CODES),
    )
)
_LONGEST_NAME = max(len(name) for names in currencies.BY_FIRST_WORD.values() for name, _, _ in names)
_ONE_SPACE = {0xA0: " ", 0x0A: " "}
_IN_MILLIONS = re.compile(r"(m|k|t)([a-z]{3})\Z")
_POWERS = {"m": Decimal(10**6), "k": Decimal(10**3), "t": Decimal(10**3)}


class Suffix(NamedTuple):
    """What follows a numeral and belongs to it."""

    numeral_end: int
    end: int
    """Where the number's span ends."""
    factor: Decimal | None = None
    kind: Kind | None = None
    currency: str | None = None
    unit: Unit | None = None


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


def currency_before(text: str, view: str, start: int) -> tuple[int, str | None, Decimal | None]:
    """Return where the currency before `start` begins, its code and the factor of codes such as MCHF."""
    at = start
    while at and start - at < 2 and view[at - 1] in " \xa0":
        at -= 1
    if not at:
        return start, None, None
    if view[at - 1] in CURRENCY_CHARACTERS:
        return *_currency_sign(text, view, at - 1), None
    match = _CURRENCY_WORD.search(view, at - 8 if at > 8 else 0, at)
    if match is None:
        return start, None, None
    begin, word = match.start(), match[0]
    if word not in _CURRENCY_WORDS:
        return start, None, None
    if begin > 1 and view[begin - 1] == "-" and view[begin - 2].isalnum():  # PT-INR 1.5
        return start, None, None
    if (word in currencies.ALSO_LOWER_CASE or text[begin:at].isupper()) and (code := _code(word)):
        return begin, code[0], code[1]
    if word in currencies.PREFIXES and text[begin].isupper() and (word != "rm" or text[begin:at].isupper()):
        return begin, currencies.PREFIXES[word], None
    return start, None, None


def _code(word: str) -> tuple[str, Decimal | None] | None:
    """Look up an ISO code, or one in millions (MCHF) or thousands (TEUR)."""
    if word in currencies.CODES:
        return currencies.ALIASES.get(word.upper(), word.upper()), None
    if (match := _IN_MILLIONS.match(word)) and match[2] in currencies.CODES:
        return match[2].upper(), _POWERS[match[1]]
    return None


def _currency_sign(text: str, view: str, at: int) -> tuple[int, str]:
    sign = text[at]
    if sign == "$" and at and (view[at - 1].isalpha() or view[at - 1] == "."):
        match = _CURRENCY_WORD.search(view, max(0, at - 8), at)
        prefix = match[0].replace(".", "") if match else ""
        if match and prefix in currencies.DOLLAR_PREFIXES:
            return match.start(), currencies.DOLLAR_PREFIXES[prefix]
        if match and prefix in currencies.CODES and text[match.start() : at].isupper():  # CAD$3.50
            return match.start(), prefix.upper()
    return at, currencies.SIGNS.get(sign, sign)


def read_suffix(text: str, view: str, start: int, end: int, money: bool) -> Suffix | None:
    """Read on from the end of a numeral: its magnitudes, then percent, currency or unit; None for nothing.

    money: a currency stands before it, so that "5 m" is five million and not five metres.
    """
    if view[end : end + 1] in _ENDS or (match := NEXT.match(view, end)) is None:
        return None
    word = match[2]
    if word not in SUFFIX_WORDS and word[:2] not in _JOINED_UNITS:
        return None
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
        suffix = _by_role(text, view, match, role, end, factor, money)
    if suffix is None and not money:
        suffix = _measured(text, view, start, match, end, factor)
    if suffix is None and joint == "-" and role is None and word.isalpha() and word not in _HYPHENATED_WORDS:
        return Suffix(end, end, factor) if factor is not None else None
    return suffix or (Suffix(end, end, factor) if factor is not None else None)


def _measured(
    text: str, view: str, start: int, match: re.Match[str], end: int, factor: Decimal | None
) -> Suffix | None:
    """Read a unit of measure, which stands outside the number's span."""
    joint, word = match.groups()
    at = match.start(2)
    if (
        len(word) == 1
        and word.isalpha()
        and word.isascii()
        and (text[at] not in LETTERS or view[at + 1 : at + 2] in ("-", "'", "$"))
    ):
        return None
    if joint.endswith("\n") and len(word) < 2:
        return None
    if word == "in" and (text[at : at + 2] != "in" or (joint and not _INCHES.match(text, at))):
        return None  # apart, it is nearly always a preposition
    if word in "'\"":
        measure = read_quote(text, view, start, at, end)
        unit = None if measure is None else (at + 1, measure)
    else:
        unit = read_unit(text, view, at)
    if word == "m" and HOURS_BEFORE.search(view, max(0, start - 12), start):  # 2h 15m
        unit = at + 1, SYMBOLS["min"]
    if unit is None or (joint != "-" and names_a_thing(view, start, word)):
        return None
    kind: Kind | None = None
    if unit[1].dimensions == (("time", 1),) and _OLD.match(view, unit[0]):
        kind = "age"
    return Suffix(end, end, factor, kind, None, Unit(text[at : unit[0]], at, unit[0], unit[1]))


def _by_role(
    text: str, view: str, match: re.Match[str], role: str, end: int, factor: Decimal | None, money: bool
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
        return None if _OCCASIONS.match(view, at) else Suffix(end, end, factor, "multiple")
    if role in ("fold", "x"):
        return Suffix(at, at, factor, "multiple") if role == "fold" or not joint else None
    scaled = (factor is not None and factor >= 1000) or view.endswith(("thousand", "million"), 0, end)
    if role == "pound" and not money and (scaled or _POUNDS_PAID.match(view, at)):  # others may be weighed
        at += len(" sterling") if view.startswith(" sterling", at) else 0
        return _money(text, view, match.start(2), at, end, factor, "GBP")
    return None if money and role != "minor" else _coin(text, view, match, role, end, factor)


def _coin(
    text: str, view: str, match: re.Match[str], role: str, end: int, factor: Decimal | None
) -> Suffix | None:
    """Read a currency after the numeral: a name, a code, a sign, a country with a name."""
    joint, word = match.groups()
    start, at = match.start(2), match.end()
    written = text[start:at]
    if word in currencies.BY_FIRST_WORD and (named := _long_name(text, view, match, end, factor)):
        return named
    if role == "minor":
        if word in currencies.AMBIGUOUS_MINOR and (joint or word != "p"):
            return None
        return _money(text, view, start, at, end, factor, currencies.MINOR[word], minor=True)
    if role == "coin":
        if written in ("Bucks", "Won") or not _is_money(view, word, end, at, factor):
            return None
        return _money(text, view, start, at, end, factor, currencies.NAMES[word])
    if role == "code" and (code := _code(word)):
        return _coded(text, view, start, at, end, factor, code) if _is_code(text, start, at) else None
    if (
        role == "abbreviation"
        and (written[0].isupper() or word in ("rs", "kr"))
        and (not joint or word != "re")
    ):
        return _money(text, view, start, at, end, factor, currencies.PREFIXES[word])
    if role == "sign" and not view[at : at + 1].isdigit():
        code_of = currencies.SIGNS.get(written, written)
        return _money(text, view, start, at, end, factor, code_of, minor=written == "¢")
    return None


def _is_code(text: str, start: int, at: int) -> bool:
    """Tell whether letters after a numeral are a currency's code: not "5 all in all", "10 CAD drawings"."""
    written = text[start:at]
    is_word, capitals = written.lower() in currencies.ALSO_WORDS, written.isupper()
    if is_word and not capitals:
        return False
    return (capitals and not is_word) or _LOWER_WORD.match(text, at) is None


def _coded(
    text: str,
    view: str,
    start: int,
    at: int,
    end: int,
    factor: Decimal | None,
    code: tuple[str, Decimal | None],
) -> Suffix:
    """Read an amount with its code behind it, and a magnitude behind that: "40 EUR million", "12 MCHF"."""
    if code[1] is not None:
        factor = code[1] * (factor or 1)
    elif factor is None and (match := NEXT.match(view, at)) and match[2] in MAGNITUDES and len(match[2]) > 1:
        factor, at = MAGNITUDES[match[2]], match.end()
        return _money(text, view, start, at, at, factor, code[0])
    return _money(text, view, start, at, end, factor, code[0])


def _money(
    text: str,
    view: str,
    start: int,
    at: int,
    end: int,
    factor: Decimal | None,
    code: str,
    *,
    minor: bool = False,
) -> Suffix:
    measure = currency(code, minor=minor)
    stop, measure = read_rate(text, view, at, measure)
    return Suffix(end, at, factor, "money", code, Unit(text[start:stop], start, stop, measure))


def _percent(text: str, start: int, stop: int, end: int, factor: Decimal | None, symbol: str) -> Suffix:
    return Suffix(end, stop, factor, "percent", None, Unit(text[start:stop], start, stop, SYMBOLS[symbol]))


def _is_money(view: str, word: str, end: int, at: int, factor: Decimal | None) -> bool:
    """Tell whether an ambiguous word is a currency: "1,200 won a month", not "five won medals"."""
    if word in ("buck", "bucks"):
        return _DEER.search(view, max(0, end - 40), at + 20) is None
    if word not in currencies.AMBIGUOUS:
        return True
    if factor is None and _LARGE.search(view, max(0, end - 12), end) is None:
        return False
    if word == "won":
        return factor is not None or _WINS.match(view, at) is None
    return _MONEY_ENDS.match(view, at) is not None


def _long_name(text: str, view: str, match: re.Match[str], end: int, factor: Decimal | None) -> Suffix | None:
    """Read a currency of several words: Hong Kong dollars, Swiss francs, Singapore $."""
    start = match.start(2)
    written = view[start : start + _LONGEST_NAME].translate(_ONE_SPACE)
    for name, code, minor in currencies.BY_FIRST_WORD.get(match[2], ()):
        at = start + len(name)
        if written.startswith(name) and not view[at : at + 1].isalnum():
            return _money(text, view, start, at, end, factor, code, minor=minor)
    return None


def currency_unit(text: str, view: str, begin: int, numeral: tuple[int, int], end: int, code: str) -> Unit:
    """Return the unit of an amount whose currency stands before it, with its rate: $40 a barrel."""
    start, stop = begin, numeral[0]
    if view[end : end + 1] in _ENDS:
        return Unit(text[start:stop].strip(" +-−–"), start, stop, currency(code))
    sign = text[start:stop].strip().lstrip("+-−–")
    rate_end, measure = read_rate(text, view, end, currency(code))
    if rate_end == end:
        return Unit(sign, stop - len(text[start:stop].lstrip("+-−–")), stop, measure)
    return Unit(f"{sign}{text[end:rate_end]}", end, rate_end, measure)


def is_loss(view: str, start: int, end: int) -> bool:
    """Tell whether the numeral is in accountants' brackets, which touch a currency or percent sign."""
    if view[start - 1 : start] != "(" or view[end : end + 1] != ")":
        return False
    before = view[start - 2] if start > 1 else " "
    return before in CURRENCY_CHARACTERS or (view[end + 1 : end + 2] == "%" and not before.isalnum())


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
