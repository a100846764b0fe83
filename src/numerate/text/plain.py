"""Numbers between plain words, as most are: one look at what stands on either side tells what they are.

"of 412,000 boxes handled", "in 2019, when", "fell 44% to", "for $3.4 million in". Numbers with anything else
around them are left to `numerals`.
"""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.affixes import SUFFIX_WORDS
from numerate.text.counts import read_plain_count
from numerate.text.currencies import SIGNS
from numerate.text.identifiers import LONGEST_WORD, NO_NAMES, previous_word
from numerate.text.kinds import kind_of
from numerate.text.lexicon import BEFORE, MAGNITUDES, MONTHS
from numerate.text.measures import PLAIN_UNITS, ends_plain_unit
from numerate.text.number import ALONE, Kind, Number, make_number
from numerate.text.numerals import append_numeral, read_shapes
from numerate.text.units import SYMBOLS, currency, make_unit

_NUMERAL = r"((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?)"
_SCALE = r"(thousand|million|billion|trillion)"
_ENDS = r"(?=[\s,;.:()!?]|\Z)"
_STOP = r"[,;.:!?](?=\s|\Z)|\)"
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_BEYOND = rf" ?([a-z]+{_ENDS}|(?=[,;.:()]))?"
"""The word after the next, or nothing where a stop stands in its place."""
_PLAIN_NUMBER = re.compile(
    rf"(?<=[a-z,] ){_NUMERAL}(?:( per ?cent\b|%(?=[ ,;.)]))|(?: {_SCALE}\b)?(?:{_STOP}|"
    rf" (?!x\b|and a (?:half|quarter)\b|[ap]\.?m\b)([a-z]+|{_MONTH}){_ENDS}{_BEYOND}))"
)
"""A number after a plain word, with its percent sign or magnitude, and the plain words after it."""
_PLAIN_AMOUNT = re.compile(
    rf"(?<=[a-z] [$\xa3\u20ac]){_NUMERAL}(?:(m|bn|b|mn|k|tn)(?=[ ,;)])| {_SCALE}\b)?"
    rf"(?:{_STOP}| (?!(?:x|and|an?|per|to)\b)([a-z]+)\b)"
)
"""An amount after a plain word and a currency sign, with its magnitude and the plain word after it."""
_DAY_OR_TIME = frozenset((*MONTHS, *map(str.title, MONTHS), "of", "o"))
"""Words after one or two digits that may make a day or a time of them: 5 May, 5 o'clock."""
_PLAIN_ROLES = frozenset((None, "year", "on", "month"))
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
        role = BEFORE.get(word)
    else:
        role, named = role_before(text, view, start)
        if named:
            return read_shapes(text, view, start, end, numbers, role, named)
    if role not in _PLAIN_ROLES:
        return read_shapes(text, view, start, end, numbers, role, False)
    digits, percent, scale, following, beyond = plain.groups()
    exact = Decimal(digits.replace(",", ""))
    if percent:
        return _append_percent(text, start, end, exact, percent, numbers)
    if following in SUFFIX_WORDS:
        return _append_measured(text, view, plain, exact, numbers, role)
    kind: Kind = "cardinal"
    noun, unit, after, length = None, None, end, end - start
    if scale:
        exact *= MAGNITUDES[scale]
        after = end = end + 1 + len(scale)
        digits = text[start:end]
    elif length <= 4 and (length > 2 or role == "month" or following in _DAY_OR_TIME):
        kind = kind_of(view, start, end, None, exact, role)
    if following and kind == "cardinal":
        noun, unit, after = read_plain_count(text, view, end, following, beyond)
    fields = start, end, digits, float(exact), exact, kind, (start, end), 0, None, unit, noun
    numbers.append(make_number(fields + ALONE))
    return after


def _append_percent(
    text: str, start: int, end: int, exact: Decimal, written: str, numbers: list[Number]
) -> int:
    """Append a number before its percent sign, or before "percent" or "per cent"."""
    stop = end + len(written)
    sign = written.lstrip()
    unit = make_unit((sign, stop - len(sign), stop, _PERCENT))
    fields = start, stop, text[start:stop], float(exact), exact, "percent", (start, end), 0, None, unit, None
    numbers.append(make_number(fields + ALONE))
    return stop


def _append_measured(
    text: str, view: str, plain: re.Match[str], exact: Decimal, numbers: list[Number], role: str | None
) -> int:
    """Append a number before a word that may belong to it; most are units that mean nothing else."""
    start, end = plain.span(1)
    word, at, stop = plain[4], *plain.span(4)
    measure = PLAIN_UNITS.get(word)
    if measure is None or at == start + 5 or not ends_plain_unit(view, word, stop):
        return append_numeral(text, view, start, (start, end), exact, numbers, role)
    if scale := plain[3]:
        exact *= MAGNITUDES[scale]
        end = at - 1
    unit = make_unit((word, at, stop, measure))
    fields = start, end, text[start:end], float(exact), exact, "cardinal", (start, end), 0, None, unit, None
    numbers.append(make_number(fields + ALONE))
    return stop


def _read_others(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Append the numbers of digits that do not stand between plain words."""
    if start and view[start - 1] in _PLAIN_SIGNS:
        return _read_amount(text, view, start, end, numbers)
    role, named = role_before(text, view, start)
    return read_shapes(text, view, start, end, numbers, role, named)


def role_before(text: str, view: str, start: int) -> tuple[str | None, bool]:
    """Return what the word before a numeral says of it, and whether it may be a name: Apollo 11."""
    word = previous_word(view, start)
    role = BEFORE.get(word)
    if role == "currency" and word == "rm" and text[start - 2] == "m":  # Rm 214 is no amount of ringgit
        role = "label"
    capital = bool(word) and role != "month" and text[start - 1 - len(word)].isupper()
    return role, capital and word not in NO_NAMES  # not "About 11"


def _read_amount(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read digits directly after a currency sign; most stand between plain words: "for $3.4 million"."""
    plain = _PLAIN_AMOUNT.match(text, start)
    if plain is None or plain.end(1) != end or (numbers and numbers[-1].end >= start):
        return read_shapes(text, view, start, end, numbers, None, False)
    digits, letter, scale, following = plain.groups()
    value, begin = Decimal(digits.replace(",", "")), start - 1
    sign = text[begin]
    code = SIGNS[sign]
    if following in SUFFIX_WORDS:
        return append_numeral(text, view, begin, (start, end), value, numbers, None, currency=code)
    if magnitude := letter or scale:
        value *= MAGNITUDES[magnitude]
        end += len(magnitude) + (scale is not None)
    unit = make_unit((sign, begin, start, currency(code)))
    fields = begin, end, text[begin:end], float(value), value, "money", (start, end), 0, code, unit, None
    numbers.append(make_number(fields + ALONE))
    return end
