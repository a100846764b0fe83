"""Numbers in words with what belongs to them: "forty tins", "two-thirds of a mile", "minus ten degrees"."""

from __future__ import annotations

import re
from decimal import Decimal

from numerate.text.affixes import read_suffix, sign_word
from numerate.text.counts import read_count, read_plain_count
from numerate.text.identifiers import previous_word
from numerate.text.idioms import is_idiom
from numerate.text.lexicon import (
    BARE_SCALES,
    INDEFINITE,
    LABEL_WORDS,
    LETTERED_WORDS,
    MONTHS,
    REFERENCE_WORDS,
)
from numerate.text.measures import read_unit_and, read_whole
from numerate.text.number import ALONE, Kind, Number, make_number
from numerate.text.phrases import PLAIN_WORDS, read_phrase
from numerate.text.plain import MEASURING, PLAIN_FOLLOWING
from numerate.text.single_units import PLAIN_UNITS, ends_plain_unit
from numerate.text.units import SYMBOLS, Unit, make_unit
from numerate.text.words import Phrase

_WORDS_AFTER = re.compile(r"[ -]([A-Za-z]+)[ ,.]?([A-Za-z]?)")
_NUMBERED_STREET = re.compile(r" (?:Street|St|Avenue|Ave|Road)\b")
_NUMBERED = REFERENCE_WORDS | LABEL_WORDS | LETTERED_WORDS
_PARTS_OF_A_YEAR = (" quarter", "-quarter", " half", "-half")
_SIGN_WORDS = frozenset(("minus", "negative", "plus"))
_LABELS = frozenset("season episode phase stage type level grade tier category chapter".split())
"""Words that make a name with the number word after them: type two, season three."""
_NO_LABEL_BEFORE = re.compile(
    r"\b(?:this|that|any|some|each|every|which|what|same|early|late|later|final|last|one|on|sea)"
    r"[ \xa0][a-z]+[ \xa0]$"
)
_COUNTS_ON = re.compile(
    r"[ \xa0-](?:people|men|women|percent|per cent|others?|more|of (?:the|them|its|their)|thirds)\b"
)
_A_POINT = re.compile(r"[ \xa0](?:of[ \xa0])?a[ \xa0](point)\b")
_PERCENT = re.compile(r"\d ?%|\bper ?cent\b|\bpercentage\b")
"""What makes percentage points of points: half a point, to 3.75%."""
_CHANGES_KIND = frozenset((*MONTHS, *INDEFINITE, *_SIGN_WORDS, *_LABELS, "aged"))
"""Words before a number word that change what it is."""


def read_words(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Append the numbers of the phrase of number words at `start:end`; return where to read on."""
    plain = PLAIN_WORDS.get(text[start:end])
    if plain is None:
        return _read_phrase(text, view, start, end, numbers)
    if is_idiom(view, start, end):
        return end
    return _append_words(text, view, (start, end, *plain), previous_word(view, start), numbers)


def _read_phrase(text: str, view: str, start: int, end: int, numbers: list[Number]) -> int:
    """Append the numbers of a phrase of any words, or with anything around it."""
    done = end
    for phrase in read_phrase(view, start, end):
        begin, stop, value, kind = phrase
        if numbers and begin < numbers[-1].end:  # "half million million": the first took the scales
            continue
        word = previous_word(view, begin)
        if word in INDEFINITE and view.startswith(BARE_SCALES, begin):
            continue
        if text[begin] != view[begin] and _is_name(text, begin, stop, kind):
            span = begin, stop
            numbers.append(Number(*span, text[slice(*span)], float(value), value, "identifier", span))
        else:
            done = max(done, _append_words(text, view, phrase, word, numbers))
    return done


def _is_name(text: str, start: int, end: int, kind: Kind) -> bool:
    """Return whether capitalised number words are part of a name: Ocean's Eleven, Third Eye, Five Guys."""
    if _NUMBERED_STREET.match(text, end):
        return True
    if not start:
        return False
    before = text[max(0, start - 30) : start].rstrip(" \xa0")
    if not before or before[-1] in '.!?:\n"“(•*' or before[-1] == "\n":
        return False
    words = before.split()
    if words[-1][0].isupper() and words[-1].lower() in _NUMBERED:  # Chapter Seven
        return True
    if words[-1][0].isupper() and len(words) > 1 and words[-2][:1].islower():
        return True
    following = _WORDS_AFTER.match(text, end)
    return bool(
        following
        and following[1][0].isupper()
        and not following[2][:1].isupper()
        and (words[-1][0].islower() or (words[-1] == "The" and kind != "ordinal"))
    )


def _append_words(text: str, view: str, phrase: Phrase, word: str, numbers: list[Number]) -> int:
    """Append a number in words with its affixes; return where to read on. `word` stands before it."""
    begin, stop, value, kind = phrase
    plain = None if word in _CHANGES_KIND else _plain_affixes(text, view, stop, kind)
    if plain is None:
        return _append_with_affixes(text, view, phrase, word, numbers)
    noun, unit, after = plain
    fields = begin, stop, text[begin:stop], float(value), value, kind, (begin, stop), 0, None, unit, noun
    numbers.append(make_number(fields + ALONE))
    return after


def _append_with_affixes(text: str, view: str, phrase: Phrase, word: str, numbers: list[Number]) -> int:
    """Append a number in words with anything that may belong to it."""
    begin, stop, value, kind = phrase
    numeral_end, currency, unit = stop, None, None
    if kind == "ordinal":
        kind = "date" if _is_day(view, word, stop, value) else kind
    elif kind != "multiple" and (suffix := read_suffix(text, view, begin, stop, False)):
        numeral_end, stop, factor, named, currency, unit = suffix
        kind = named or kind
        value = _times(value, factor) if factor else value
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
    if word in _LABELS and kind == "cardinal" and unit is None and _is_label(view, begin, stop):
        kind, noun, after = "identifier", None, stop
    written = text[begin:stop]
    fields = begin, stop, written, float(value), value, kind, numeral, sign, currency, unit, noun
    numbers.append(make_number(fields + ALONE))
    return after if unit is None or unit.end < after else unit.end


def _times(value: Decimal, factor: Decimal) -> Decimal:
    """Multiply by a scale in the plural, which is that of the last group: a billion twenty-five millions."""
    last = value % factor
    return value - last + last * factor if value > factor and last else value * factor


def _is_label(view: str, start: int, end: int) -> bool:
    """Return whether a word after "type" or "season" is a name, unlike "at this stage two men left"."""
    if _NO_LABEL_BEFORE.search(view, max(0, start - 24), start):
        return False
    return _COUNTS_ON.match(view, end) is None


def _plain_affixes(text: str, view: str, end: int, kind: Kind) -> tuple[str | None, Unit | None, int] | None:
    """Read what plain words after a number say that it counts or measures; None where others follow."""
    if kind in ("ordinal", "multiple"):
        return None, None, end
    following = PLAIN_FOLLOWING.match(text, end)
    if following is None or kind != "cardinal":
        return None
    word, beyond, stopped = following.groups()
    if word not in MEASURING:
        return read_plain_count(text, view, end, word, beyond or stopped) if word else (None, None, end)
    measure, stop = PLAIN_UNITS.get(word), following.end(1)
    if measure is None or not ends_plain_unit(view, word, stop):
        return None
    return None, make_unit((word, end + 1, stop, measure)), stop


def _is_day(view: str, word: str, end: int, value: Decimal) -> bool:
    """Return whether an ordinal is a day: "May third", but not "the March third quarter"."""
    return word in MONTHS and value <= 31 and not view.startswith(_PARTS_OF_A_YEAR, end)


def _measured_fraction(
    text: str, view: str, begin: int, end: int, value: Decimal, earliest: int
) -> tuple[int, Decimal, Unit | None]:
    """Read the unit of a fraction: half an hour, a quarter of a mile, a year and a half."""
    if unit := read_whole(text, view, end):
        return begin, value, unit
    if (point := _A_POINT.match(view, end)) and _PERCENT.search(view, max(0, begin - 80), end + 80):
        at, stop = point.span(1)
        return begin, value, Unit(text[at:stop], at, stop, SYMBOLS["pp"])
    named = read_unit_and(text, view, earliest, begin)
    return (begin, value, None) if named is None else (named[0], 1 + value, named[1])
