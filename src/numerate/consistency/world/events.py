"""Events that a text dates to the day: "Malta joined the European Union on 1 May 2014"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.world.dates import Event, dates
from numerate.consistency.world.elements import Line, split
from numerate.consistency.world.table import Fact

_LATER = frozenset(
    "anniversary anniversaries centenary bicentenary centennial bicentennial tercentenary jubilee "
    "commemorate commemorated commemorates commemorating commemoration commemorations commemorative "
    "ceremony memorial remembrance remember remembered remembers victims mourned holiday annual "
    "annually festival celebrate celebrated celebrates celebrating celebrations celebration birthday "
    "marks marked marking later ago turned turns reenacted reenactment replica stamp stamps "
    "broadway revival revived again".split()
)
"""Words of sentences about a later day; so is a number of years after it."""
_FEASTS = frozenset("anniversary anniversaries centenary bicentenary centennial bicentennial jubilee".split())
"""Words of which one in a neighbouring sentence is enough."""
_SINCE, _YEARS = frozenset(("since", "after")), frozenset(("year", "years", "decade", "decades"))
_PLANNED = frozenset("will shall plan plans planned scheduled expected due upcoming".split())
_REACH = 300
"""Characters around a date in which names and words of an event are looked for."""
_NEAR = 100
"""Characters around a date in which the words have to stand if the name stands elsewhere in the text."""
_SENTENCES_BACK = 3
"""Sentences before one that does not name the event itself: "The wreck was found on"."""
_LONGEST_TITLE = 200
_WORD = re.compile("[a-z]+")
_BEFORE_YEAR = re.compile(r",? ")


class Events:
    """The dated events of a text; asked for one sentence after the other."""

    def __init__(self, skeleton: Skeleton) -> None:
        self._headings = dict(skeleton.headings)
        self._title = self._section = ""

    def read(self, sentence: Sentence) -> Iterator[tuple[Line, int, Fact]]:
        """Yield the events that a sentence dates: each with the place of the year."""
        self._enter(sentence)
        days = sentence.having("D")
        if not days:
            return
        dated = [(slot, year) for slot in days if _day(slot) in dates() and (year := _year(slot)) is not None]
        if not dated or not _PLANNED.isdisjoint(sentence.words) or _is_later(sentence):
            return
        line = Line(sentence, split(sentence))
        places = {id(each.slot): at for at, each in enumerate(line.elements) if each.slot is not None}
        for slot, year in dated:
            for event, name in self._events(slot, int(year.number.value)):
                yield line, places[id(year)], event.fact(name)

    def _enter(self, sentence: Sentence) -> None:
        """Take a heading for what follows it; without a title, the first sentence is what a text is about."""
        is_heading = sentence.start in self._headings
        if is_heading or not self._title:
            text = sentence.text[sentence.start : min(sentence.end, sentence.start + _LONGEST_TITLE)]
            self._title = self._title or text
            self._section = text if is_heading else ""

    def _events(self, slot: Slot, year: int) -> Iterator[tuple[Event, str]]:
        """Yield the events of a day in another year, or in this one, each with its name in the text."""
        sentence, own, near = slot.sentence, _around(slot, _REACH), _words(_around(slot, _NEAR))
        words = _words(own)
        candidates = [event for event in dates().get(_day(slot), ()) if event.fits(words)]
        before = "\n".join((*_before(sentence), self._section, self._title))
        names = (
            (each, _named(each, own) or _named(each, before if each.fits(near) else ""))
            for each in candidates
        )
        named = [(event, name) for event, name in names if name]
        right = [(event, name) for event, name in named if event.year == year]
        if right:
            yield from right[:1]
            return
        later = _LATER & sentence.words
        for event, name in named:
            if _is_typo(year, event.year) and all(event.is_about(word) for word in later):
                if not _has_year(sentence, event.year):
                    yield event, name
                return


def _is_later(sentence: Sentence) -> bool:
    """Return whether a sentence is about years after an event, or next to one about its anniversary."""
    if _SINCE & sentence.words and _YEARS & sentence.words:
        return True
    near = (sentence.previous, sentence.following)
    return any(each is not None and not _FEASTS.isdisjoint(each.words) for each in near)


def _day(slot: Slot) -> tuple[int, int]:
    """Return the day and month of a date; zeros without them."""
    moment = slot.moment
    return (moment.day or 0, moment.month or 0) if moment is not None else (0, 0)


def _year(slot: Slot) -> Slot | None:
    """Return the quantity with the year of a day: its own, the next, or the first of the line, "1755: on"."""
    if slot.moment is not None and slot.moment.year is not None:
        return slot
    sentence = slot.sentence
    after = _BEFORE_YEAR.match(sentence.line, slot.at + 1)
    following = sentence.by_place.get(after.end()) if after else None
    if following is not None and _is_year(following):
        return following  # 15 June 1215
    first = sentence.slots[0]
    is_label = sentence.line.lstrip("-* ").startswith((f"{first.mark}:", f"{first.mark} "))
    return first if is_label and first is not slot and _is_year(first) else None


def _is_year(slot: Slot) -> bool:
    return slot.mark in "YN" and slot.number.text.isdecimal() and len(slot.number.text) == 4


def _around(slot: Slot, reach: int) -> str:
    """Return the text of the sentence around a date."""
    sentence = slot.sentence
    return sentence.text[max(sentence.start, slot.start - reach) : min(sentence.end, slot.end + reach)]


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _before(sentence: Sentence) -> Iterator[str]:
    """Yield the sentences before one in its paragraph."""
    for _ in range(_SENTENCES_BACK):
        if sentence.previous is None:
            return
        sentence = sentence.previous
        yield sentence.text[sentence.start : min(sentence.end, sentence.start + _REACH)]


def _named(event: Event, text: str) -> str:
    """Return the name of an event that stands in a text; "" without one."""
    text = text.replace("’", "'")
    return next((name for name in event.names if _stands(name, text) or _stands(name.upper(), text)), "")


def _stands(name: str, text: str) -> bool:
    """Return whether a name stands in a text as words."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(name, at + 1)
    return False


def _is_typo(written: int, meant: int) -> bool:
    """Return whether one wrong digit, or two swapped, make another year of one."""
    first, second = str(written), str(meant)
    if len(first) != len(second):
        return False
    wrong = [at for at, (digit, other) in enumerate(zip(first, second, strict=True)) if digit != other]
    if len(wrong) == 1:
        return True
    return any(
        (at, after) == tuple(wrong) and first[at] == second[after] and first[after] == second[at]
        for at, after in pairwise(wrong)
    )


def _has_year(sentence: Sentence, year: int) -> bool:
    """Return whether a sentence names the right year, too."""
    return any(slot.number.text == str(year) for slot in sentence.having("YDN"))
