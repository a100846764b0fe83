"""Read what a plain count counts: the noun after it, and what it is divided by."""

from __future__ import annotations

import re
from functools import lru_cache

from numerate.text.cues import ENDS_NOUN_PHRASE, IRREGULAR_PLURALS, LEADS_TO_NOUN
from numerate.text.lexicon import SCALES, TENS, UNITS
from numerate.text.measures import read_unit
from numerate.text.rates import RATES_BEGIN, read_rate
from numerate.text.units import NAMES, Measure, Unit, make_unit

_NOUN_WORD = re.compile(r"[ \xa0-]([a-z']+)")
_BEFORE_NOUN_PHRASE = re.compile(r"[ -]odd\b|[ \xa0](?:other|more|further|additional|extra|such)\b")
_MOST_WORDS = 5
"""Words of a noun phrase that are looked at."""
_OF = re.compile(
    r"[ \xa0](?:out )?of (?:(?:the|these|those|its|their|his|her|our|my|your|all) )+(?:other )?"
    r"(?:\d[\d,]*[ \xa0])?"
)
_MODIFIED = re.compile(r"[ -]odd |[ \xa0](?:full|whole|long|entire|solid|straight|consecutive) ")
"""Words between a count and its unit: three full years."""
_UNIT_NOUNS = frozenset(name for name, unit in NAMES.items() if unit.dimension in ("time", "length"))
_PER_SYMBOL = re.compile(
    r"/(?:[\xb5\u03bcmdc]?L|[\xb5\u03bcm]l|[cm]?m(?:[\xb2\xb3]|[23]\b)|min|s|h|day|yr)(?![A-Za-z])"
)
"""What a plain count is divided by: 11.2 × 10⁹/L, 60/min."""
_COUPLES = ("couple", "pair", "a score")
_BEFORE_PHRASES = frozenset([" o", "-o", *(a + b for a in " \xa0" for b in "omfaes")])
"""First two characters of what may stand before a noun phrase; a look-up here is cheaper than the pattern."""
_BEFORE_NOUNS = frozenset(" \xa0-")
_BEFORE_COUNTED = frozenset(["-p", " o", " p", *(a + b for a in "+/" for b in ["", *map(chr, range(256))])])
"""First two characters of what `read_count` looks for before the noun phrase."""
_NO_NOUN_BEGINS = ENDS_NOUN_PHRASE - LEADS_TO_NOUN
"""Words that begin nothing which a number counts, unless a hyphen follows."""
RATE_WORDS = frozenset(("per", "a", "an", "each", "every", "to"))
"""Words that may begin what a count is divided by: patients per doctor, miles to the gallon."""
_NUMBER_WORDS = frozenset((*UNITS, *TENS, *SCALES))
_COUNT = Measure("", ())
"""The measure of a plain count, to divide by others."""
_SIZED = re.compile(r"[ \xa0]\d[\d.,]*[ \xa0-]?([a-z]+)[ \xa0-]([a-z]+s)\b")
_SIZES = frozenset("mm cm m ml cl l kg g mg lb oz w kw v gb mb tb inch foot litre liter watt volt".split())
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
    if view[end : end + 2] in _BEFORE_COUNTED:
        if view[end] == "+":  # 100+ countries
            end += 1
        elif view.startswith("-plus ", end):
            end += len("-plus")
        elif counted := _read_rate_or_couple(text, view, end):
            return counted
    phrase = counted_noun(text, view, end) if view[end : end + 1] in _BEFORE_NOUNS else None
    return _with_rate(text, view, end, phrase)


def read_plain_count(
    text: str, view: str, end: int, word: str, beyond: str | None
) -> tuple[str | None, Unit | None, int]:
    """Read what a count that ends at `end` counts, by the two plain words after it: " patients were".

    beyond: the second word, "" where a stop stands in its place, None where neither does.
    """
    if word in _NO_NOUN_BEGINS:
        return None, None, end
    if word in LEADS_TO_NOUN:
        return read_count(text, view, end)
    if beyond is None or beyond in RATE_WORDS or _role(word) != "plural" or _role(beyond) == "plural":
        return _with_rate(text, view, end, _head(text, view, end))
    return word, None, end


def _with_rate(
    text: str, view: str, end: int, phrase: tuple[str, int] | None
) -> tuple[str | None, Unit | None, int]:
    """Return what `read_count` does for a noun and its end, with what stands behind the noun."""
    if phrase is None:
        return None, None, end
    noun, stop = phrase
    if noun in _UNIT_NOUNS and _MODIFIED.fullmatch(view, end, stop - len(noun)):
        at = stop - len(noun)
        return None, Unit(text[at:stop], at, stop, NAMES[noun]), stop
    if view[stop : stop + 2] not in RATES_BEGIN:
        return noun, None, end
    after, rate = read_rate(text, view, stop, _COUNT)
    if rate is _COUNT:
        return noun, None, end
    return noun, _rate_unit(text, stop, after, rate), after


def _read_rate_or_couple(text: str, view: str, end: int) -> tuple[None, Unit | None, int] | None:
    """Read what a count without a noun measures: 1.2e-5 per second, 10⁹/L, a couple of miles."""
    if view.startswith(" per ", end) or _PER_SYMBOL.match(text, end):
        after, rate = read_rate(text, view, end, _COUNT)
        if rate.dimensions:
            return None, _rate_unit(text, end, after, rate), after
        return None, None, end  # 9 per 1,000 are two numbers, to be compared
    if view.startswith(" of ", end) and view.endswith(_COUPLES, 0, end):
        at = end + len(" of ")
        if measure := read_unit(text, view, at):
            return None, Unit(text[at : measure[0]], at, *measure), measure[0]
    return None


def _rate_unit(text: str, start: int, end: int, rate: Measure) -> Unit:
    """Return the unit of a rate at `start:end`, without the space before it."""
    start += text[start] in " \xa0"
    return make_unit((text[start:end], start, end, rate))


def counted_noun(text: str, view: str, end: int) -> tuple[str, int] | None:
    """Return the noun counted by the number that ends at `end`, and where the noun ends; None if unclear."""
    if view[end : end + 2] in _BEFORE_PHRASES:
        if of := _OF.match(view, end):
            end = of.end() - 1
        elif view.startswith(" of ", end) and view.endswith(_COUPLES, 0, end):
            end += 3
        if before := _BEFORE_NOUN_PHRASE.match(view, end):
            end = before.end()
    if noun := _head(text, view, end):
        return noun
    sized = _SIZED.match(view, end) if view[end + 1 : end + 2].isdigit() else None  # 12 750 ml bottles
    return (sized[2], sized.end()) if sized and sized[1] in _SIZES else None


def _head(text: str, view: str, end: int) -> tuple[str, int] | None:
    """Return the head of the noun phrase after `end`, and where it ends."""
    head: tuple[str, int] | None = None
    last: tuple[str, int] | None = None
    count = 0
    while count < _MOST_WORDS and (match := _NOUN_WORD.match(view, end)):
        word, stop = match[1], match.end()
        role = _role(word)
        if role == "end" and ((not count and view[end] == "-") or not _modifies(text, view, end + 1, stop)):
            break
        if role == "number" and view[stop : stop + 1] != "-":  # but "ten two-bedroom flats"
            break
        if role == "plural":
            head = word, stop
        elif head is not None or (count and role == "modifier"):
            break
        last = word, stop
        if not count and view[end] == "-":  # a 150-seat hall
            return last
        count += 1
        end = stop
    if head is not None:
        return head
    if last is None or count > 2 or len(last[0]) <= 2 or _NO_NOUN.search(last[0]):
        return None
    return last


@lru_cache(maxsize=1 << 14)
def _role(word: str) -> str:
    """Return what a word is in a noun phrase after a number."""
    if word in ENDS_NOUN_PHRASE or word.partition("'")[0] in ENDS_NOUN_PHRASE:  # it's
        return "end"
    if word in _NUMBER_WORDS:
        return "number"
    if word in IRREGULAR_PLURALS or (len(word) > 3 and word[-1] == "s" and _NOT_PLURAL.search(word) is None):
        return "plural"
    return "modifier" if word.endswith(("ly", "ed")) else "word"


def _modifies(text: str, view: str, start: int, end: int) -> bool:
    """Return whether a function word is part of a modifier: "ten all-time scorers", "three US soldiers"."""
    return view[end : end + 1] == "-" or text[start:end] in ("US", "WHO", "IT")
