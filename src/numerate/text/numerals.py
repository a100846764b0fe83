"""Numbers in digits: their value, and what their shape and neighbours say they are."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.affixes import read_loss, read_prefix, read_suffix
from numerate.text.amounts import CURRENCY_CHARACTERS, currency_unit, is_loss
from numerate.text.compounds import JoinedDigits, append_parts, date_kinds, link_range, read_compound
from numerate.text.counts import read_count
from numerate.text.cues import GIGABYTES
from numerate.text.identifiers import append_identifier, identifier_at, token
from numerate.text.kinds import is_day, kind_of
from numerate.text.lexicon import AFTER, MAGNITUDES
from numerate.text.magnitudes import OTHER_READINGS
from numerate.text.measures import read_unit, read_whole
from numerate.text.number import ALONE, Kind, Number, Reading, make_number
from numerate.text.single_units import LETTERS
from numerate.text.units import SYMBOLS, Unit
from numerate.text.values import read_value
from numerate.text.view import EN_DASH

_FEET_AND_INCHES = re.compile(r"(\d{1,2})'[ \xa0]?(\d{1,2}(?:\.\d+)?)(?:\"|'')")
_HEIGHT = re.compile(r"([3-8])'(\d|1[01])(?!\d)")
_HOURS_AND_MINUTES = re.compile(r"(\d{1,2})h(\d{1,2})m(?:in|(\d{1,2})s)?(?![a-z0-9])")
_DEGREES_BEFORE = re.compile(r"\xb0[ \xa0]?$|[a-z0-9]$")
_HUNDRED_AND = re.compile(r"[ \xa0]and[ \xa0](\d{1,2})(?![\d.,/:%-]\d|\d|%)")
_DECIMAL_COMMA = re.compile(
    r"\d{1,3},\d{1,2}[ \xa0]?(?:%|\xa4|(?:[mb]illions?|bn|mn|euros?|kg|km|per ?cent)\b)"
)
_GROUPED_BY_POINTS = re.compile(r"\d{1,3}(?:\.\d{3})+,\d{1,2}")
"""An amount as most of Europe writes it: 1.234,50."""
_SUFFIX = re.compile(r"[a-z]+")
_AGES_BEFORE = re.compile(r"\b(?:under|over)[ -]$")
_LARGEST_ORDINAL = 10**18
"""Of larger numbers the last digits are not known exactly."""
_BEFORE_ST = frozenset(range(1, 100, 10)) - {11}
"""Last two digits of what is written with -st: 21st."""
_BEFORE_POINT = frozenset("an and are at by from is of or than the to was were with".split())
"""Words before a number that end no sentence, nor are short for anything; "end.57" may be a footnote."""
_LONGEST_BEFORE_POINT = max(map(len, _BEFORE_POINT))
_LONGEST_JOINT = 4
"""The most that may stand between the ends of a range: " – $"."""
_DASHES = frozenset(("-", EN_DASH))
_CURRENCY_OR_SPACE = CURRENCY_CHARACTERS + " \xa0"
_PREFIXED = frozenset(("currency", "sign"))
"""Roles of the word before a numeral that make it part of the number."""


def read_shapes(
    text: str, view: str, start: int, end: int, numbers: list[Number], role: str | None, named: bool
) -> int:
    """Read digits of any shape: names and codes, dates and times, fractions, powers, plain numbers."""
    name = identifier_at(text, view, start, end, role, named)
    if name is not None and not _repeats_words(view, start, end, numbers):
        return append_identifier(text, *name, numbers)
    joint = view[end : end + 1]
    if (joint == "'" or "'" in view[start:end]) and (feet := _feet_and_inches(view, start, end)):
        return _append_units(text, feet, ("ft", "in"), numbers)
    if joint in ("-", "/", ":", EN_DASH) and view[end + 1 : end + 2].isdigit():
        compound = read_compound(text, view, start, numbers, role)
        if isinstance(compound, JoinedDigits):
            return _finish(text, view, start, compound.end, compound.value, numbers, role, compound.kind)
        if compound is not None:
            return compound
    if joint == "h" and (clock := _HOURS_AND_MINUTES.match(view, start)):
        return _append_units(text, clock, ("h", "min", "s"), numbers)
    value, stop, kind = read_value(text, view, start, end, role)
    if value is None:
        return _read_other_digits(text, view, start, end, numbers)
    if kind == "time":  # 9.15pm
        append_parts(text, start, view[start:end].split("."), (kind, kind), numbers)
        return end
    if start and view[start - 1] == "." and view[start:end].isdigit() and _is_decimal_point(view, start - 1):
        value, start = value.scaleb(start - end), start - 1  # .5
    return _finish(text, view, start, stop, value, numbers, role, kind)


def _feet_and_inches(view: str, start: int, end: int) -> re.Match[str] | None:
    """Match feet and inches in quotes, 6'7", and a height without the second, 5'11."""
    feet = _FEET_AND_INCHES.match(view, start) if view[end : end + 1] in ("'", '"') else None
    if feet and not _DEGREES_BEFORE.search(view, max(0, start - 3), start):
        return feet
    height = _HEIGHT.match(view, start)
    return height if height and height.end() == end else None


def _append_units(text: str, match: re.Match[str], symbols: tuple[str, ...], numbers: list[Number]) -> int:
    """Append the parts of a compound quantity, 6'7" or 1h30m: several numbers, which grouping joins."""
    spans = [match.span(group) for group, part in enumerate(match.groups(), 1) if part]
    ends = (*(start for start, _ in spans[1:]), match.end())
    for (start, end), unit_end, symbol in zip(spans, ends, symbols, strict=False):
        value = Decimal(text[start:end])
        unit = Unit(text[end:unit_end].strip(), end, unit_end, SYMBOLS[symbol])
        numbers.append(
            Number(start, end, text[start:end], float(value), value, "cardinal", (start, end), unit=unit)
        )
    return match.end()


def _repeats_words(view: str, start: int, end: int, numbers: list[Number]) -> bool:
    """Return whether digits in brackets repeat the words before them: "thirty-six (36) months"."""
    if not numbers or numbers[-1].end != start - 2 or view[start - 2 : start] != " (":
        return False
    digits, before = view[start:end], numbers[-1]
    return digits.isdecimal() and before.text[0].isalpha() and Decimal(digits) == before.decimal


def _is_decimal_point(view: str, at: int) -> bool:
    """Return whether a point before digits ends no word: .5, and "at.57", where a space was forgotten."""
    if not view[max(0, at - 1) : at].isalnum():
        return True
    words = view[max(0, at - _LONGEST_BEFORE_POINT - 1) : at]
    word = words[words.rfind(" ") + 1 :]
    return word in _BEFORE_POINT


def _read_other_digits(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read digits that do not form a number: a version (2.0.1), a date (31.12.2016), or a list (5,10,15)."""
    digits = view[start:end]
    if _DECIMAL_COMMA.match(view, start):  # 1,5 million, as in most of Europe
        return _finish(text, view, start, end, Decimal(digits.replace(",", ".")), numbers, None)
    if _GROUPED_BY_POINTS.fullmatch(digits):
        value = Decimal(digits.replace(".", "").replace(",", "."))
        return _finish(text, view, start, end, value, numbers, None)
    if "," not in digits and "'" not in digits:
        parts = digits.split(".")
        kinds = date_kinds(parts) if len(parts) == 3 and len(parts[2]) == 4 else None
        if kinds is None:
            return append_identifier(text, start, end, numbers)
        append_parts(text, start, parts, kinds, numbers)
        return end
    head = re.match(r"\d+", digits)
    stop = start + (head.end() if head else 1)
    return _finish(text, view, start, stop, Decimal(view[start:stop]), numbers, None)


def _finish(
    text: str,
    view: str,
    start: int,
    end: int,
    value: Decimal,
    numbers: list[Number],
    role: str | None,
    kind: Kind | None = None,
) -> int:
    """Read the affixes of a numeral whose value is known, and append the number."""
    following = view[end : end + 1]
    if following.isalpha():
        stop = _read_letters(text, view, start, end, value, numbers, role)
        if stop is not None:
            return stop
    elif following == ")" and is_loss(view, start, end):
        return read_loss(text, view, start, end, value, numbers)
    # Most numbers have a plain word before them, and nothing to look for there.
    if (
        role not in _PREFIXED
        and view[start - 1 if start else 0 : start] == " "
        and view[start - 2] not in _CURRENCY_OR_SPACE
    ):
        begin, sign, currency, factor = start, 0, None, None
    else:
        begin, sign, currency, factor = read_prefix(text, view, start, role)
    if numbers and begin < numbers[-1].end:  # the last number took the currency: 5$.0
        begin, sign, currency, factor = start, 0, None, None
    if factor is not None:  # MCHF 40
        value *= factor
    return append_numeral(text, view, begin, (start, end), value, numbers, role, kind, sign, currency)


def append_numeral(  # noqa: C901 - a list of looks
    text: str,
    view: str,
    begin: int,
    numeral: tuple[int, int],
    value: Decimal,
    numbers: list[Number],
    role: str | None,
    kind: Kind | None = None,
    sign: int = 0,
    currency: str | None = None,
) -> int:
    """Read what follows a numeral, append the number, and return where to read on."""
    start, end = numeral
    joined = view[end : end + 1] in _DASHES and view[end + 1 : end + 2].isdecimal()  # 11-6
    suffix = None if joined else read_suffix(text, view, start, end, currency is not None)
    numeral_end = stop = end
    factor = unit = None
    if suffix is not None:
        numeral_end, stop, factor, named, coin, unit = suffix
        kind = named or kind
        currency = currency or coin
        if factor is not None:
            value *= factor
            if factor == 100 and unit is None and (rest := _HUNDRED_AND.match(view, numeral_end)):
                value, numeral_end, stop = value + Decimal(rest[1]), rest.end(), rest.end()
    if currency is not None:
        kind = "money"
        if unit is None:
            unit = currency_unit(text, view, begin, (start, numeral_end), stop, currency)
    elif kind is None:
        kind = kind_of(view, start, numeral_end, unit, value, role)
        if kind == "time" and view[start] == "0":  # 0645 hours
            unit = None
    noun, after = None, stop
    if unit is None and kind == "cardinal" and not joined:
        noun, unit, after = read_count(text, view, stop)
    elif unit is None and kind == "fraction":
        unit = read_whole(text, view, stop)
    written, numeral = text[begin:stop], (start, numeral_end)
    fields = begin, stop, written, float(value), value, kind, numeral, sign, currency, unit, noun
    number = make_number(fields + ALONE)
    if factor is not None and currency is None and numeral_end == end + 1:
        number = number._replace(readings=_readings(text, number, factor))
    numbers.append(number)
    if len(numbers) > 1 and begin - numbers[-2].end <= _LONGEST_JOINT:
        link_range(text, view, numbers, factor)
    return after if unit is None or unit.end < after else unit.end


def _readings(text: str, number: Number, factor: Decimal) -> tuple[Reading, ...]:
    """Keep both readings of a letter that is a magnitude or a unit: 30 million, or 30 metres."""
    at = number.numeral[1] - 1
    measure = OTHER_READINGS.get(text[at])
    if measure is None:
        return ()
    unit = Unit(text[at], at, at + 1, measure)
    return Reading(number.value, number.unit), Reading(float(number.decimal / factor), unit)


def _read_letters(
    text: str, view: str, start: int, at: int, value: Decimal, numbers: list[Number], role: str | None
) -> int | None:
    """Letters directly behind the digits: 21st, 1990s, 3D; None where a suffix is read (5bn, 9mm, 10x)."""
    match = _SUFFIX.match(view, at)
    if match is None:
        return None
    letters, end = match[0], match.end()
    kind: Kind
    last_two = value % 100 if value < _LARGEST_ORDINAL else None
    if letters in ("nd", "rd", "th") or (letters == "st" and last_two in _BEFORE_ST):
        kind = (
            "fraction" if "/" in view[start:at] else "date" if is_day(view, end, value, role) else "ordinal"
        )
        end = at if kind == "fraction" else end
    elif letters == "s" and _AGES_BEFORE.search(view, max(0, start - 6), start):  # under-21s
        kind = "age"
    elif letters == "s" and value >= 10 and last_two is not None and last_two % 10 == 0:
        kind = "decade"
    elif letters == "ish":
        kind, end = "cardinal", at
    elif letters in ("am", "pm") or (letters in ("a", "p") and view.startswith(".m.", end)):
        kind, end = "time", at
    elif (
        letters in MAGNITUDES
        or letters in AFTER
        or (_in_its_case(text[at:end]) and read_unit(text, view, at))
    ):
        return None
    elif text[at:end] == "G" and GIGABYTES.match(view, at):  # 16G of RAM
        unit = Unit("G", at, end, SYMBOLS["GB"])
        span = start, at
        numbers.append(Number(*span, text[start:at], float(value), value, "cardinal", span, unit=unit))
        return end
    else:
        return append_identifier(text, *token(view, start), numbers)
    numbers.append(Number(start, end, text[start:end], float(value), value, kind, (start, end)))
    return end


def _in_its_case(unit: str) -> bool:
    """5g is a weight and 5G is not."""
    return len(unit) > 1 or unit in LETTERS
