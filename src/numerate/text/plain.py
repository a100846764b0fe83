"""Numbers between plain words, as most are: one look at what stands on either side tells what they are.

"of 412,000 boxes handled", "in 2019, when", "fell 44% to", "for $3.4 million in". Numbers with anything else
around them are left to `numerals`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.affixes import OCCASIONS, SUFFIX_WORDS
from numerate.text.amounts import currency_unit
from numerate.text.counts import RATE_WORDS, read_plain_count
from numerate.text.currencies import AMBIGUOUS, AMBIGUOUS_MINOR, BY_FIRST_WORD, MINOR, NAMES, SIGNS
from numerate.text.identifiers import LONGEST_WORD, NO_NAMES, previous_word
from numerate.text.kinds import kind_of
from numerate.text.lexicon import AFTER, BEFORE, MAGNITUDES, MONTHS
from numerate.text.number import ALONE, Kind, Number, make_number
from numerate.text.numerals import append_numeral, read_shapes
from numerate.text.rates import read_rate
from numerate.text.single_units import PLAIN_UNITS, are_inches, ends_plain_unit
from numerate.text.units import SYMBOLS, currency, make_unit

_BEFORE = r"[A-Za-z0-9,;:.)%\"\u201d\u2019] "
"""What may stand before a plain number: nothing that is a sign, or joins it to another."""
_NUMERAL = r"((?!0[0-9])[0-9]+(?:,(?<![0-9]{4},)[0-9]{3}(?:,[0-9]{3}|)(?:,[0-9]{3}|)|)(?:\.[0-9]+|))"
_SCALE = r"(thousand|million|billion|trillion)\b"
_NOTHING = r"[,;.:!?](?=\s|\Z)|\)| (?=\()"
_ENDS = r"(?![^\s,;.:()!?])"
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_NO_WORD = r"(?!x\b|and a (?:half|quarter)\b|per cent\b|[ap]\.?m\b)"
_FOLLOWING = (
    rf"(?:{_NOTHING}|[ -]{_NO_WORD}([a-z]+|\xb0[CF]|{_MONTH}){_ENDS}(?: ([a-z]+){_ENDS}| ?(?=[,;.:()])()|))"
)
PLAIN_FOLLOWING = re.compile(_FOLLOWING)
"""Nothing that could belong to a number, or the two plain words after it: groups 1 and 2.

Group 3 is there, and empty, where a stop stands in place of the second. In all these patterns `(?:x|)` stands
for `(?:x)?`, for which `re` keeps a record of repetitions: it takes a third more time.
"""
_PLAIN_NUMBER = re.compile(
    rf"(?:(?<={_BEFORE})|(?<= \()(?![0-9.,]+\))){_NUMERAL}"
    rf"(?:([ -]percent\b| per cent\b|%(?=[ ,;.)]))|(?: {_SCALE}|){_FOLLOWING})"
)
"""A number between plain words, with its percent sign or magnitude, and the two words after it."""
_PLAIN_AMOUNT = re.compile(
    rf"(?:(?<={_BEFORE}[$\xa3\u20ac])|(?<= \([$\xa3\u20ac])){_NUMERAL}"
    rf"(?:(m|bn|b|mn|k|tn)(?=[ ,;)])| {_SCALE}|)(?:{_NOTHING}| {_NO_WORD}([a-z]+){_ENDS})"
)
"""An amount between plain words and after a currency sign, with its magnitude and the word after it."""
MEASURING = SUFFIX_WORDS.union(PLAIN_UNITS)
"""Words that may belong to the number before them."""
_PREPOSITIONS = frozenset(("in", "a"))
"""Words that are units only where something joins them to the number, or a point ends them: 5-in, 5 in."""
_SIZES = (" thick", " wide", " long", " tall", " high", " deep", " across", " square", " in diameter")
"""What follows inches that are written as the preposition is: 2 in wide."""
_MONEY_WORDS = frozenset((*MAGNITUDES, *AFTER))
"""Words that may belong to an amount whose currency stands before it."""
_PLAIN_COINS = {
    word: (code, names is MINOR)
    for names, ambiguous in ((NAMES, AMBIGUOUS | {"buck", "bucks"}), (MINOR, AMBIGUOUS_MINOR))
    for word, code in names.items()
    if word not in ambiguous and word not in BY_FIRST_WORD
}
"""Names of currencies, and of their hundredths, that mean nothing else: (code, whether a hundredth)."""
_POUNDS = "GBP", False
"""Pounds in thousands or more are money; of fewer, the words around decide."""
_BEFORE_MONTHS = frozenset((*MONTHS, *map(str.title, MONTHS), "of"))
"""Words after one or two digits that may make a day of them: 5 May, 5 of May."""
_PLAIN_ROLES = frozenset((None, "year", "on", "month", "age"))
_DAY_OR_AGE = frozenset(("month", "age"))
_PLAIN_SIGNS = "$\xa3\xa4"
"""Currency signs, in the view, that most amounts begin with."""
_PERCENT = SYMBOLS["%"]


def read_digits(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Append the number, or numbers, whose digits stand at `start:end`; return where to read on."""
    plain = _PLAIN_NUMBER.match(text, start)
    if plain is None:
        return _read_others(text, view, start, end, numbers)
    word = text[start - LONGEST_WORD if start > LONGEST_WORD else 0 : start - 1].rpartition(" ")[2]
    if word.isalpha() and word.islower():
        role, named = BEFORE.get(word), False
    else:
        role, named = _role_before(text, view, start)
    if named or role not in _PLAIN_ROLES:
        return _read_others(text, view, start, end, numbers)
    digits, percent, scale, following, beyond, stopped = plain.groups()
    figures = digits.replace(",", "")
    exact, value = Decimal(figures), float(figures)
    if percent:
        return _append_percent(text, start, end, exact, value, percent, numbers)
    if following in MEASURING and not (
        following in _PREPOSITIONS and _is_apart(text, view, start, *plain.span(4))
    ):
        return _append_measured(text, view, (start, end), exact, scale, following, numbers, role)
    kind: Kind = "cardinal"
    noun, unit, after, length = None, None, end, end - start
    if scale:
        exact *= MAGNITUDES[scale]
        value = float(exact)
        after = end = end + 1 + len(scale)
        digits = text[start:end]
    elif length == 4 or (length <= 2 and (role in _DAY_OR_AGE or following in _BEFORE_MONTHS)):
        kind = kind_of(view, start, end, None, exact, role)
    if following and kind == "cardinal":
        noun, unit, after = read_plain_count(text, view, end, following, beyond or stopped)
    fields = start, end, digits, value, exact, kind, (start, end), 0, None, unit, noun
    numbers.append(make_number(fields + ALONE))
    return after


def _is_apart(text: str, view: str, number: int, start: int, end: int) -> bool:
    """Return whether spaces stand on both sides of a word, so that "in" is no unit: "39 in 1742"."""
    if text[start - 1] != " " or text[end : end + 1] != " " or text.startswith(_SIZES, end):
        return False
    return text[start:end] != "in" or not are_inches(view, number, end)


def _append_percent(
    text: str, start: int, end: int, exact: Decimal, value: float, written: str, numbers: list[Number]
) -> int:
    """Append a number before its percent sign, or before "percent" or "per cent"."""
    stop = end + len(written)
    sign = written.lstrip(" -")
    unit = make_unit((sign, stop - len(sign), stop, _PERCENT))
    fields = start, stop, text[start:stop], value, exact, "percent", (start, end), 0, None, unit, None
    numbers.append(make_number(fields + ALONE))
    return stop


def _append_measured(
    text: str,
    view: str,
    numeral: tuple[int, int],
    exact: Decimal,
    scale: str | None,
    word: str,
    numbers: list[Number],
    role: str | None,
) -> int:
    """Append a number before a word that may belong to it; most are units that mean nothing else."""
    start, end = numeral
    at = end + 1
    if scale:
        end += 1 + len(scale)
        at = end + 1
    stop = after = at + len(word)
    code = None
    kind: Kind = "cardinal"
    if plain := PLAIN_UNITS.get(word):
        if end - start == 4 or not ends_plain_unit(view, word, stop):
            return append_numeral(text, view, start, numeral, exact, numbers, role)
        unit, stop = make_unit((word, at, stop, plain)), end
    elif word == "times" and OCCASIONS.match(view, stop) is None:
        unit, kind, stop = None, "multiple", end
        after = end
    elif coin := _PLAIN_COINS.get(word) or (_POUNDS if scale and word == "pounds" else None):
        code, minor = coin
        kind = "money"
        if word == "pounds" and view.startswith(" sterling", stop):
            stop += len(" sterling")
        after, measure = read_rate(text, view, stop, currency(code, minor=minor))
        unit = make_unit((text[at:after], at, after, measure))
    else:
        return append_numeral(text, view, start, numeral, exact, numbers, role)
    if scale:
        exact *= MAGNITUDES[scale]
    fields = start, stop, text[start:stop], float(exact), exact, kind, (start, end), 0, code, unit, None
    numbers.append(make_number(fields + ALONE))
    return after


def _read_others(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Append the numbers of digits that do not stand between plain words."""
    if start and view[start - 1] in _PLAIN_SIGNS:
        return _read_amount(text, view, start, end, numbers)
    role, named = _role_before(text, view, start)
    return read_shapes(text, view, start, end, numbers, role, named)


def _role_before(text: str, view: str, start: int) -> tuple[str | None, bool]:
    """Return what the word before a numeral says of it, and whether it may be a name: Apollo 11."""
    word = previous_word(view, start)
    role = BEFORE.get(word)
    if role == "currency" and word == "rm" and text[start - 2] == "m":  # Rm 214 is no amount of ringgit
        role = "label"
    if not word or role == "month" or word[-1] == "," or word in NO_NAMES:  # About 11; Marsh, 58
        return role, False
    return role, text[start - 1 - len(word)].isupper()


def _read_amount(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read digits directly after a currency sign; most stand between plain words: "for $3.4 million"."""
    plain = _PLAIN_AMOUNT.match(text, start)
    if plain is None or (numbers and numbers[-1].end >= start):
        return read_shapes(text, view, start, end, numbers, None, False)
    digits, letter, scale, following = plain.groups()
    value, begin = Decimal(digits.replace(",", "")), start - 1
    sign = text[begin]
    code = SIGNS[sign]
    if following in _MONEY_WORDS and following not in RATE_WORDS:
        return append_numeral(text, view, begin, (start, end), value, numbers, None, currency=code)
    if magnitude := letter or scale:
        value *= MAGNITUDES[magnitude]
        end += len(magnitude) + (scale is not None)
    if following in RATE_WORDS:
        unit = currency_unit(text, view, begin, (start, end), end, code)
    else:
        unit = make_unit((sign, begin, start, currency(code)))
    fields = begin, end, text[begin:end], float(value), value, "money", (start, end), 0, code, unit, None
    numbers.append(make_number(fields + ALONE))
    return unit.end if unit.end > end else end
