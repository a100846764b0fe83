"""The road through a text: scan for what may be a number, read each from left to right."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import Any

from numerate.text.affixes import read_suffix
from numerate.text.grouping import group
from numerate.text.identifiers import links, previous_word
from numerate.text.lexicon import BARE_SCALES, INDEFINITE, MONTHS
from numerate.text.nouns import counted_noun
from numerate.text.number import Number
from numerate.text.numerals import DIGITS, append_identifier, read_digits
from numerate.text.view import view as plain_view
from numerate.text.words import PHRASE, read_phrase

_PARTS_OF_A_YEAR = (" quarter", "-quarter", " half", "-half")
_BETWEEN_DIGITS = ".,'"


@cache
def _scanner() -> Any:
    """RE2 scans at the speed of memory and in linear time, whatever the text; Python's `re` does neither."""
    import re2

    options = re2.Options()
    options.max_mem = 64 << 20
    options.encoding = re2.Options.Encoding.LATIN1
    return re2.compile(f"{DIGITS}|{PHRASE}".encode("latin-1"), options)


def extract(text: str, *, identifiers: bool = False) -> list[Number]:
    """Every number in `text`, in order, with exact spans that do not overlap.

    What is written with digits but counts nothing (2.0.1, A380, Figure 3) is left out,
    unless `identifiers` asks for it; its kind is then "identifier" and its value NaN.
    """
    view = plain_view(text)
    numbers: list[Number] = []
    ahead = links(view)[::-1]
    done = 0
    for match in _scanner().finditer(view.encode("latin-1")):
        first, end = match.span()
        start = first if first > done else done
        if start >= end:
            continue
        while ahead and ahead[-1][1] <= start:
            ahead.pop()
        if ahead and ahead[-1][0] <= start:
            done = append_identifier(text, *ahead.pop(), numbers)
        elif view[first] not in ascii_lowercase:
            done = read_digits(text, view, start, end, numbers) if start == first else start
            if done < end:
                done = _read_rest(text, view, done, end, numbers)
        elif start > first or not _continues_a_word(view, start):
            done = _read_words(text, view, start, end, numbers)
    numbers = [_counted(view, number) for number in group(text, view, numbers)]
    return numbers if identifiers else [number for number in numbers if number.kind != "identifier"]


def _counted(view: str, number: Number) -> Number:
    """Add what a plain count counts, and what it is divided by: 52 beats per minute."""
    if number.kind != "cardinal" or number.unit is not None or number.parts:
        return number
    noun = counted_noun(view, number.end)
    return number if noun is None else number._replace(noun=noun[0])


def _read_rest(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read the digits that one number left to the next: 5,10,15."""
    while start < end:
        if view[start] in _BETWEEN_DIGITS:
            start += 1
        else:
            start = read_digits(text, view, start, end, numbers)
    return start


def _continues_a_word(view: str, start: int) -> bool:
    """Whether a letter stands before `start` that the scan, which knows ASCII only, took for none: "éone"."""
    return start > 0 and (view[start - 1].isalnum() or view[start - 1] == "_")


def _read_words(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Read the phrase of number words at `start:end`, with what stands beside its numbers."""
    done = end
    for begin, stop, value, kind in read_phrase(view, start, end):
        word = previous_word(view, begin)
        if word in INDEFINITE and view.startswith(BARE_SCALES, begin):
            continue
        numeral_end, currency, unit = stop, None, None
        if kind == "ordinal":
            if word in MONTHS and value <= 31 and not view.startswith(_PARTS_OF_A_YEAR, stop):
                kind = "date"
        elif kind != "multiple" and (suffix := read_suffix(text, view, begin, stop, False)):
            numeral_end, stop, factor, named, currency, unit = suffix
            kind = named or kind
            value = value * factor if factor else value
        if word == "aged" and kind == "cardinal":
            kind = "age"
        numeral = (begin, numeral_end)
        numbers.append(
            Number(begin, stop, text[begin:stop], float(value), value, kind, numeral, 0, currency, unit)
        )
        done = max(done, stop)
    return done
