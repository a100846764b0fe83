"""Scan a text for numbers, and read each from left to right."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from operator import attrgetter
from string import ascii_lowercase
from typing import Any

from numerate.text.affixes import read_suffix, sign_word
from numerate.text.counts import read_count
from numerate.text.grouping import decide_letters, group
from numerate.text.identifiers import append_identifier, links, previous_word
from numerate.text.lexicon import BARE_SCALES, INDEFINITE, MONTHS
from numerate.text.measures import read_unit_and, read_whole
from numerate.text.number import ALONE, Number, make_number
from numerate.text.numerals import DIGITS
from numerate.text.plain import read_digits
from numerate.text.units import Unit
from numerate.text.view import view as plain_view
from numerate.text.words import PHRASE, Phrase, read_phrase

_WORDS_AFTER = re.compile(r"[ -]([A-Za-z]+)[ ,.]?([A-Za-z]?)")
_NUMBERED_STREET = re.compile(r" (?:Street|St|Avenue|Ave|Road)\b")
_PARTS_OF_A_YEAR = (" quarter", "-quarter", " half", "-half")
_SIGN_WORDS = frozenset(("minus", "negative", "plus"))
_BETWEEN_DIGITS = ".,'"
_KIND = attrgetter("kind")


@cache
def _scanner() -> tuple[Any, Any]:
    """RE2 scans at the speed of memory and in linear time, whatever the text; Python's `re` does neither.

    Return the compiled pattern and how to search with it. `re2.finditer` wraps both in an object for each
    match, which takes longer than the scan itself.
    """
    from re2 import _re2

    options = _re2.RE2.Options()
    options.max_mem = 64 << 20
    options.encoding = _re2.RE2.Options.Encoding.LATIN1
    return _re2.RE2(f"{DIGITS}|{PHRASE}".encode("latin-1"), options), _re2.RE2.Anchor.UNANCHORED


def extract(text: str, *, identifiers: bool = False) -> list[Number]:
    """Return every number in `text`, in order, with exact spans that do not overlap.

    What is written with digits but counts nothing (2.0.1, A380, Figure 3) is left out,
    unless `identifiers` asks for it; its kind is then "identifier". The value of a code is NaN, and that of a
    name which ends in a number (page 87, Apollo 11) is this number.
    """
    view = plain_view(text)
    data, length = view.encode("latin-1"), len(view)
    numbers: list[Number] = []
    ahead = links(view)[::-1]
    scanner, unanchored = _scanner()
    search = scanner.Match
    done = end = 0
    # Candidates are digits, and runs of number words; a number may reach into the next.
    while True:
        first, end = search(unanchored, data, end, length)[0]
        if first < 0:
            break
        start = first
        if first < done:
            if end <= done:
                continue
            start = done
        if ahead:
            while ahead and ahead[-1][1] <= start:
                ahead.pop()
            if ahead and ahead[-1][0] <= start:
                done = append_identifier(text, *ahead.pop(), numbers)
                continue
        if view[first] not in ascii_lowercase:
            done = read_digits(text, view, start, end, numbers) if start == first else start
            if done < end:
                done = _read_rest(text, view, done, end, numbers)
        elif start > first or not start or view[start - 1] == " " or not _continues_a_word(view, start):
            done = _read_words(text, view, start, end, numbers)
    numbers = group(text, view, numbers)
    decide_letters(text, numbers)
    if identifiers or "identifier" not in map(_KIND, numbers):
        return numbers
    return [number for number in numbers if number.kind != "identifier"]


def _is_name(text: str, start: int, end: int) -> bool:
    """Tell whether capitalised number words are part of a name: Ocean's Eleven, Third Eye, Five Guys."""
    if _NUMBERED_STREET.match(text, end):
        return True
    if not start:
        return False
    before = text[max(0, start - 30) : start].rstrip(" \xa0")
    if not before or before[-1] in '.!?:\n"“(•*' or before[-1] == "\n":
        return False
    words = before.split()
    if words[-1][0].isupper() and len(words) > 1 and words[-2][:1].islower():
        return True
    following = _WORDS_AFTER.match(text, end)
    return bool(
        following and following[1][0].isupper() and not following[2][:1].isupper() and words[-1][0].islower()
    )


def _read_rest(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read the digits that one number left to the next: 5,10,15."""
    while start < end:
        if view[start] in _BETWEEN_DIGITS:
            start += 1
        else:
            start = read_digits(text, view, start, end, numbers)
    return start


def _continues_a_word(view: str, start: int) -> bool:
    """Tell whether a letter stands before `start` that the ASCII scan does not know: "éone"."""
    return start > 0 and (view[start - 1].isalnum() or view[start - 1] == "_")


def _read_words(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read the phrase of number words at `start:end`, with what belongs to its numbers."""
    done = end
    for phrase in read_phrase(view, start, end):
        begin, stop, value, _ = phrase
        if numbers and begin < numbers[-1].end:  # "half million million": the first took the scales
            continue
        word = previous_word(view, begin)
        if word in INDEFINITE and view.startswith(BARE_SCALES, begin):
            continue
        if text[begin] != view[begin] and _is_name(text, begin, stop):
            span = begin, stop
            numbers.append(Number(*span, text[slice(*span)], float(value), value, "identifier", span))
        else:
            done = max(done, _append_words(text, view, phrase, word, numbers))
    return done


def _append_words(text: str, view: str, phrase: Phrase, word: str, numbers: list[Number]) -> int:
    """Append a number in words with its affixes; return where to read on. `word` stands before it."""
    begin, stop, value, kind = phrase
    numeral_end, currency, unit = stop, None, None
    if kind == "ordinal":
        kind = "date" if _is_day(view, word, stop, value) else kind
    elif kind != "multiple" and (suffix := read_suffix(text, view, begin, stop, False)):
        numeral_end, stop, factor, named, currency, unit = suffix
        kind = named or kind
        value = value * factor if factor else value
    if word == "aged" and kind == "cardinal":
        kind = "age"
    if kind == "fraction" and unit is None:
        earliest = numbers[-1].end if numbers else 0
        begin, value, unit = _measured_fraction(text, view, begin, stop, value, earliest)
    numeral, sign = (begin, numeral_end), 0
    if word in _SIGN_WORDS:
        begin, sign = sign_word(view, begin)
    noun, after = None, stop
    if unit is None and kind == "cardinal":
        noun, unit, after = read_count(text, view, stop)
    written = text[begin:stop]
    fields = begin, stop, written, float(value), value, kind, numeral, sign, currency, unit, noun
    numbers.append(make_number(fields + ALONE))
    return after if unit is None or unit.end < after else unit.end


def _is_day(view: str, word: str, end: int, value: Decimal) -> bool:
    """Tell whether an ordinal is a day: "May third", but not "the March third quarter"."""
    return word in MONTHS and value <= 31 and not view.startswith(_PARTS_OF_A_YEAR, end)


def _measured_fraction(
    text: str, view: str, begin: int, end: int, value: Decimal, earliest: int
) -> tuple[int, Decimal, Unit | None]:
    """Read the unit of a fraction: half an hour, a quarter of a mile, a year and a half."""
    if unit := read_whole(text, view, end):
        return begin, value, unit
    named = read_unit_and(text, view, earliest, begin)
    return (begin, value, None) if named is None else (named[0], 1 + value, named[1])
