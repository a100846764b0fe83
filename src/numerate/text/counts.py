"""Read what a plain count counts: the noun after it, and what it is divided by."""

from __future__ import annotations

import re

from numerate.text.cues import ENDS_NOUN_PHRASE, IRREGULAR_PLURALS
from numerate.text.lexicon import SCALES, TENS, UNITS
from numerate.text.measures import read_rate
from numerate.text.units import Measure, Unit

_PHRASE = re.compile(
    r"(?:[ -]odd|[ \xa0](?:other|more|further|additional|extra|such))?"
    r"[ \xa0-]([a-z']+(?:[ \xa0-][a-z']+){0,4})"
)
_OF = re.compile(
    r"[ \xa0](?:out )?of (?:(?:the|these|those|its|their|his|her|our|my|your|all) )+(?:other )?"
    r"(?:\d[\d,]*[ \xa0])?"
)
_BEFORE_NOUNS = frozenset(" \xa0-")
_NUMBER_WORDS = frozenset((*UNITS, *TENS, *SCALES))
_COUNT = Measure("", ())
"""The measure of a plain count, to divide by others."""
_SIZED = re.compile(r"[ \xa0]\d[\d.,]*[ \xa0-]?([a-z]+)[ \xa0-]([a-z]+s)\b")
_SIZES = frozenset("mm cm m ml cl l kg g mg lb oz w kw v gb mb tb inch foot litre liter watt volt".split())
_SPLIT = re.compile(r"[ \xa0-]")
_NO_NOUN = re.compile(r"^(?:new|old|late|early|good|bad|big|small|young|full|[a-z]{3,}ed)$")
"""Words that are no nouns where no noun follows: "1,000 new to the firm", "500 shifted from sales"."""
_NOT_PLURAL = re.compile(
    r"(?:ss|us|is|ous|'s)$|^(?:his|its|this|yes|plus|always|sometimes|perhaps|besides|overseas|various)$"
)


def read_count(text: str, view: str, end: int) -> tuple[str | None, Unit | None, int]:
    """Read what the count that ends at `end` counts, and what it is divided by: 52 beats per minute.

    Return the noun, the unit of the rate, and where to read on: the 100,000 of "6 deaths per 100,000 people"
    is no number of its own.
    """
    if view[end : end + 1] == "+":  # 100+ countries
        end += 1
    if view[end : end + 1] not in _BEFORE_NOUNS or (counted := counted_noun(text, view, end)) is None:
        return None, None, end
    noun, stop = counted
    after, rate = read_rate(text, view, stop, _COUNT)
    if rate is _COUNT:
        return noun, None, end
    return noun, Unit(text[stop:after].strip(), stop, after, rate), after


def counted_noun(text: str, view: str, end: int) -> tuple[str, int] | None:
    """Return the noun counted by the number that ends at `end`, and where the noun ends; None if unclear."""
    if of := _OF.match(view, end):
        end = of.end() - 1
    elif view.endswith(("couple", "pair"), 0, end) and view.startswith(" of ", end):
        end += 3
    if match := _PHRASE.match(view, end):
        return _head(text, view, match)
    sized = _SIZED.match(view, end)  # 12 750 ml bottles
    return (sized[2], sized.end()) if sized and sized[1] in _SIZES else None


def _head(text: str, view: str, match: re.Match[str]) -> tuple[str, int] | None:
    """Return the head of a noun phrase, and where it ends."""
    at = match.start(1)
    head: tuple[str, int] | None = None
    last: tuple[str, int] | None = None
    count = 0
    for word in _SPLIT.split(match[1]):
        stop = at + len(word)
        if (word in ENDS_NOUN_PHRASE and not _modifies(text, view, at, stop)) or (
            count and word.endswith(("ly", "ed"))
        ):
            break
        if word in _NUMBER_WORDS and view[stop : stop + 1] != "-":  # but "ten two-bedroom flats"
            break
        if _is_plural(word):
            head = word, stop
        elif head is not None:
            break
        last = word, stop
        if view[at - 1] == "-" and not count:  # a 150-seat hall
            return last
        count += 1
        at = stop + 1
    if head is not None:
        return head
    if last is None or count > 2 or len(last[0]) <= 2 or _NO_NOUN.search(last[0]):
        return None
    return last


def _modifies(text: str, view: str, start: int, end: int) -> bool:
    """Whether a function word is part of a modifier: "ten all-time scorers", "three US soldiers"."""
    return view[end : end + 1] == "-" or text[start:end] == "US"


def _is_plural(word: str) -> bool:
    return word in IRREGULAR_PLURALS or (
        len(word) > 3 and word[-1] == "s" and _NOT_PLURAL.search(word) is None
    )
