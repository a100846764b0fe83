"""Read the currency of an amount, before or after its numeral, with what the amount is divided by."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from numerate.text import currencies
from numerate.text.lexicon import MAGNITUDES
from numerate.text.number import Kind
from numerate.text.rates import RATES_BEGIN, read_rate
from numerate.text.units import Unit, currency, make_unit

NEXT = re.compile(
    r"([ \xa0]{0,2}-?|[ \t]?\n)([a-z\xb5\xb0\xba\xdf-\xf6\xf8-\xff\xaa]+(?:\.[a-z]\.)?|[%\x89$\xa2-\xa5'\"])"
)
_DEER = re.compile(r"\b(?:does?|deer|stags?|fawns?|antlers?|rabbits?|hunt\w*|herds?|culled)\b")
_LARGE = re.compile(r"(?:\d{3}(?:\.\d+)?|hundred|thousand|[a-z]+illion)$")
_WINS = re.compile(
    r"[ \xa0](?:the|their|his|her|its|gold|silver|bronze|medals?|seats?|prizes?|places?|again)\b"
)
_MONEY_ENDS = re.compile(
    r"[ \xa0](?:a|an|and|as|at|by|each|for|from|in|is|of|on|or|per|this|to|was|were|with)\b|\s?[^\sa-z]|\s*$"
)
ENDS = frozenset((".", ",", ")", ";", ":", ""))
"""Characters after a numeral that nothing of it can follow; most numerals end so."""
CURRENCY_CHARACTERS = "$\xa2\xa3\xa4\xa5"
_LOWER_WORD = re.compile(r"[ \xa0][a-z]{3,}s\b")
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
    """The suffix of a numeral: what follows it and belongs to it."""

    numeral_end: int
    end: int
    """Where the number's span ends."""
    factor: Decimal | None = None
    kind: Kind | None = None
    currency: str | None = None
    unit: Unit | None = None


make_suffix: Callable[[tuple[Any, ...]], Suffix] = partial(tuple.__new__, Suffix)
"""Make a suffix of its fields, all of them."""


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


def read_coin(
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
        return money_suffix(text, view, start, at, end, factor, currencies.MINOR[word], minor=True)
    if role == "coin":
        if written in ("Bucks", "Won") or not _is_money(view, word, end, at, factor):
            return None
        return money_suffix(text, view, start, at, end, factor, currencies.NAMES[word])
    if role == "code" and (code := _code(word)):
        return _coded(text, view, start, at, end, factor, code) if _is_code(text, start, at) else None
    if (
        role == "abbreviation"
        and (written[0].isupper() or word in ("rs", "kr"))
        and (not joint or word != "re")
    ):
        return money_suffix(text, view, start, at, end, factor, currencies.PREFIXES[word])
    if role == "sign" and not view[at : at + 1].isdigit():
        code_of = currencies.SIGNS.get(written, written)
        return money_suffix(text, view, start, at, end, factor, code_of, minor=written == "¢")
    return None


def _is_code(text: str, start: int, at: int) -> bool:
    """Return whether letters after a numeral are a currency's code: not "5 all in all", "10 CAD drawings"."""
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
        return money_suffix(text, view, start, at, at, factor, code[0])
    return money_suffix(text, view, start, at, end, factor, code[0])


def money_suffix(
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
    """Return the suffix of an amount: the currency written at `start:at`, and its rate."""
    measure = currency(code, minor=minor)
    stop, measure = read_rate(text, view, at, measure)
    unit = make_unit((text[start:stop], start, stop, measure))
    return make_suffix((end, at, factor, "money", code, unit))


def _is_money(view: str, word: str, end: int, at: int, factor: Decimal | None) -> bool:
    """Return whether an ambiguous word is a currency: "1,200 won a month", not "five won medals"."""
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
            return money_suffix(text, view, start, at, end, factor, code, minor=minor)
    return None


def currency_unit(text: str, view: str, begin: int, numeral: tuple[int, int], end: int, code: str) -> Unit:
    """Return the unit of an amount whose currency stands before it, with its rate: $40 a barrel."""
    start, stop = begin, numeral[0]
    measure = currency(code)
    if stop - start == 1 and view[end : end + 2] not in RATES_BEGIN:  # most amounts
        return make_unit((text[start], start, stop, measure))
    if view[end : end + 1] in ENDS:
        return make_unit((text[start:stop].strip(" +-−–"), start, stop, measure))
    sign = text[start:stop].strip().lstrip("+-−–")
    rate_end, measure = read_rate(text, view, end, measure)
    if rate_end == end:
        return make_unit((sign, stop - len(text[start:stop].lstrip("+-−–")), stop, measure))
    return Unit(f"{sign}{text[end:rate_end]}", end, rate_end, measure)


def rate_of(text: str, view: str, end: int, unit: Unit) -> Unit:
    """Return the unit of an amount that ends at `end`, its currency written before: $20-25 a head."""
    stop, measure = read_rate(text, view, end, unit.measure)
    return Unit(f"{unit.text}{text[end:stop]}", end, stop, measure) if stop > end else unit


def is_loss(view: str, start: int, end: int) -> bool:
    """Return whether the numeral is in accountants' brackets, which touch a currency or percent sign."""
    if view[start - 1 : start] != "(" or view[end : end + 1] != ")":
        return False
    before = view[start - 2] if start > 1 else " "
    return before in CURRENCY_CHARACTERS or (view[end + 1 : end + 2] == "%" and not before.isalnum())
