"""Split a text into sentences and replace each quantity by the letter of its type.

`slots` has the letters, and `implied_units` the units that a sentence leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

from numerate.consistency.implied_units import join_smaller_unit, read_cents, read_degrees, read_points
from numerate.consistency.moments import Moment, read_moments
from numerate.consistency.relation import number_at
from numerate.consistency.slots import Sentence, Slot
from numerate.text import Number, sentences
from numerate.text.view import view as plain_view

_LONGEST = 1500
"""Longest sentence that is read, in characters; a longer one is a table or a list without full stops."""
_MOST = 60
"""Most quantities of a sentence that is read, for the same reason."""
_MARKS = {
    "percent": "P",
    "year": "Y",
    "decade": "I",
    "date": "I",
    "time": "I",
    "fraction": "F",
    "multiple": "X",
    "share": "S",
    "ordinal": "O",
    "identifier": "I",
    "money": "M",
}
_WORD = re.compile(r"[a-z]+")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f]")
_ITEM = re.compile(r"[ \t]*(?:[-*\u2022\u2013]|\d{1,2}[.)])[ \t]")
"""What an item of a list begins with."""


class _Quantity(NamedTuple):
    """A span to mask."""

    start: int
    end: int
    mark: str
    numbers: tuple[Number, ...]
    moment: Moment | None = None
    """The date or time that it is."""


def read_sentences(text: str, numbers: Sequence[Number]) -> list[Sentence]:
    """Split a text into sentences and mask their quantities."""
    view = _CONTROLS.sub(" ", plain_view(text)).replace("\n", " ").replace("\xa0", " ").replace("\t", " ")
    moments = read_moments(text, view)
    spans = [line for span in sentences(text) for line in _lines(text, *span)]
    result: list[Sentence] = []
    n = m = 0
    for start, end in spans:
        while n < len(numbers) and numbers[n].start < start:
            n += 1
        while m < len(moments) and moments[m].start < start:
            m += 1
        first_number, first_moment = n, m
        while n < len(numbers) and numbers[n].start < end:
            n += 1
        while m < len(moments) and moments[m].start < end:
            m += 1
        sentence = _mask(text, view, start, end, numbers[first_number:n], moments[first_moment:m])
        if result and (not _is_blank(text, result[-1].end, start) or _is_list(text, result[-1], start)):
            sentence.previous, result[-1].following = result[-1], sentence
        read_degrees(sentence)
        result.append(sentence)
    return result


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a sentence at the ends of list items, which have no full stop."""
    while (stop := text.find("\n", start, end)) >= 0 and _ITEM.match(text, start, stop):
        yield start, stop
        start = stop + 1
    yield start, end


def _is_blank(text: str, start: int, end: int) -> bool:
    """Return whether an empty line stands between two sentences."""
    return text.count("\n", start, end) > 1


def _is_list(text: str, last: Sentence, start: int) -> bool:
    """Return whether an empty line only separates a list from the text before or after it."""
    item = _ITEM.match(text, last.start) is not None
    return item or (
        text[last.start : last.end].rstrip().endswith(":") and _ITEM.match(text, start) is not None
    )


def _mask(
    text: str, view: str, start: int, end: int, numbers: Sequence[Number], moments: Sequence[Moment]
) -> Sentence:
    """Return a sentence with its quantities masked; one that is too long has none."""
    sentence = Sentence(text, start, end, "")
    if len(numbers) > _MOST or end - start > _LONGEST:
        return sentence
    pieces: list[str] = []
    done = start
    length = 0
    for begin, stop, mark, members, moment in _quantities(text, numbers, moments):
        if begin < done or not members:
            continue
        between = view[done:begin]
        pieces += (between, mark)
        length += len(between)
        slot = Slot(mark, members[0], members, begin, stop, length, sentence, moment)
        sentence.slots.append(slot)
        sentence.by_place[length] = slot
        length += 1
        done = stop
    pieces.append(view[done:end])
    read_cents(sentence.slots)
    sentence.line = "".join(pieces)
    read_points(sentence)
    sentence.words = frozenset(_WORD.findall(view, start, end))
    return sentence


def _quantities(text: str, numbers: Sequence[Number], moments: Sequence[Moment]) -> list[_Quantity]:
    """Return the spans to mask: dates and times whole, amounts with their units."""
    quantities: list[_Quantity] = []
    for moment in moments:
        members = tuple(_number_of(text, moment, *span) for span in moment.digits)
        quantities.append(_Quantity(moment.start, moment.end, moment.mark, members, moment))
    taken = [(moment.start, moment.end) for moment in moments]
    at = 0
    split = (number.split() if _is_fraction(number) else [number] for number in numbers)
    for number in chain.from_iterable(split):
        while at < len(taken) and taken[at][1] <= number.start:
            at += 1
        if at < len(taken) and taken[at][0] < number.end:
            continue
        if quantities and (joined := _joined(text, quantities[-1], number)) is not None:
            quantities[-1] = joined
            continue
        unit = number.unit
        # The unit of "50 to 40 °C" stands after the second number only.
        stop = (
            unit.end
            if unit is not None and number.end < unit.end and unit.start - number.end < 3
            else number.end
        )
        quantities.append(_Quantity(number.start, stop, _mark(number), (number,)))
    quantities.sort(key=lambda quantity: quantity[:2])
    return quantities


def _joined(text: str, last: _Quantity, number: Number) -> _Quantity | None:
    """Return the last quantity with a number that continues it: "48 minutes 52"."""
    whole = join_smaller_unit(text, last.numbers[0], last.end, number) if last.moment is None else None
    return _Quantity(last.start, number.end, "U", (whole,)) if whole is not None else None


def _is_fraction(number: Number) -> bool:
    """Return whether a share is two counts, "45 out of 60", rather than an idiom, "one in five"."""
    return number.kind == "share" and number.parts[1].value > 12 and number.parts[0].value > 1


def _mark(number: Number) -> str:
    """Return the letter of a number's type."""
    if number.kind in _MARKS:
        if number.kind == "percent" and number.unit is not None and number.unit.symbol != "%":
            return "Q"
        if number.kind == "fraction" and number.unit is not None:
            return "Q" if number.unit.symbol == "pp" else "U"
        return _MARKS[number.kind]
    return "N" if number.unit is None else "U"


def _number_of(text: str, moment: Moment, start: int, end: int) -> Number:
    """Return a number of a date or time; one in words, such as noon, has the value of its hour."""
    if text[start:end].isdecimal() or moment.seconds is None:
        return number_at(text, start, end)
    hour = Decimal(int(moment.seconds // 3600))
    return Number(start, end, text[start:end], float(hour), hour, "time", (start, end))
