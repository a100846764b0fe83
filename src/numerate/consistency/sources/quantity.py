"""The quantities of a document, each with what it is about: nouns, names, periods and labels around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from numerate.consistency.sources.comparisons import is_compared, is_planned
from numerate.consistency.sources.passages import Passage, Token, inside, periods_of
from numerate.consistency.sources.words import MONTHS, NAMED_SIDES, POLARITY, STOP_WORDS, stem
from numerate.text import Number

_NEIGHBOURS = 50
"""Numbers of a sentence on each side of one that count as its others; a list of thousands has no sentence."""
_REACH = 14
"""Words on each side of a number that count as near it."""
_DECAY = 0.85
"""Weight of a near word, relative to one that is a word nearer."""
_STOP = 0.95
"""The same where the word between is a stop word."""
_CROSSED = 0.7
"""The same where another number stands between."""
_CLAUSE = 0.75
"""The same where a comma, a semicolon or a bracket stands between."""
_POLARITY_REACH = 7
_UNDIRECTED = frozenset(("year", "date", "clock", "ordinal"))
"""Measures whose numbers neither rise nor fall."""
_BREAK = re.compile(r"[,;:()\[\]—–|]|\n")
_SECONDS = {
    "minute": 60.0, "hour": 3600.0, "day": 86_400.0, "week": 604_800.0, "month": 2_629_800.0,
    "quarter": 7_889_400.0, "year": 31_557_600.0,
}  # fmt: skip
"""Units of time that stand apart from their number: "180 consecutive days", "three fiscal years"."""
_COINS = frozenset(map(stem, "dollars euros francs yen".split()))
"""Currencies that stand apart from their number: "412,000 of the 600,000 dollars"."""


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """A number of a document with its context."""

    number: Number
    document: int
    """Which of the documents it stands in."""
    passage: int
    """Which passage of the document."""
    value: float
    """Its value with the scale of its table, in the unit of `measure`."""
    measure: str
    """What may be compared with it: money, percent, year, clock, a dimension such as time, or count."""
    base: float
    """The value in the base unit of the measure."""
    noun: str | None = None
    """The stem of what it counts."""
    head: str | None = None
    """The stem of the nearest content word before it in its clause: "revenue" of "revenue of $4 million"."""
    near: dict[str, float] = field(default_factory=dict)
    """Stems of the words near it, with a weight that falls with the distance."""
    own: frozenset[str] = frozenset()
    """Stems of the words that no other number and no comma parts from it."""
    stems: frozenset[str] = frozenset()
    """Stems of its sentence, or of its row and column."""
    owner: frozenset[str] = frozenset()
    """The words of the name that it most likely belongs to."""
    subject: frozenset[str] = frozenset()
    """The words of the first name in its sentence."""
    names: frozenset[str] = frozenset()
    """The words of all names in its sentence, or of the labels of its row."""
    periods: frozenset[str] = frozenset()
    polarity: dict[str, int] = field(default_factory=dict)
    """The side on which the words near it stand, by the axis of their opposites."""
    adjacent: frozenset[float] = frozenset()
    """The values of the numbers before and after it in its sentence."""
    others: frozenset[float] = frozenset()
    """The values of all other numbers of its sentence."""
    preceding: frozenset[float] = frozenset()
    """The values of the last numbers of the sentence before."""
    is_compared: bool = False
    """Whether another number is compared with it: "up from 45", "versus 45", "45 a year earlier"."""
    is_planned: bool = False
    """Whether it is a plan, a forecast or a limit to come: "we plan to have 250", "1.5% by 2030"."""
    is_asked: bool = False
    """Whether it stands in a question, whose answer may differ."""
    before: str = ""
    """The word before it."""
    after: str = ""
    cell: tuple[int, int, int] | None = None
    """Table, row and column."""
    row: frozenset[str] = frozenset()
    """Stems of the labels of its row, in a table."""
    column: frozenset[str] = frozenset()
    """Stems of the labels of its column, in a table."""
    is_implied: bool = False
    """Whether it is written without a numeral of its own: "a year"."""
    month: int | None = None
    """The month of the date that it is the day or the year of."""
    scale: float = 1.0
    """Factor that the table's caption or header states: a million for "in millions"."""


def quantities_in_prose(
    text: str,
    numbers: Sequence[Number],
    passages: Sequence[Passage],
    index: int,
    covered: Sequence[tuple[int, int]],
) -> Iterator[Quantity]:
    """Yield the quantities outside tables, each with the words around it."""
    at = 0
    last: tuple[int, frozenset[float]] = -1, frozenset()
    for i, passage in enumerate(passages):
        while at < len(numbers) and numbers[at].start < passage.start:
            at += 1
        first = at
        while at < len(numbers) and numbers[at].start < passage.end:
            at += 1
        group = [n for n in numbers[first:at] if not inside((n.start, n.end), covered)]
        if not group:
            continue
        sentence = _Sentence(
            breaks=[match.start() for match in _BREAK.finditer(text, passage.start, passage.end)],
            numbers=[number.start for number in group],
            periods=periods_of(text[passage.start : passage.end]),
            unclear=_two_sided(passage.tokens),
            preceding=last[1] if last[0] == i - 1 else frozenset(),
        )
        for place in range(len(group)):
            yield _quantity(text, place, group, passages, i, index, sentence)
        last = i, frozenset(number.value for number in group[-_PRECEDING:])


_PRECEDING = 8
"""Numbers of the sentence before that one may be computed from: "They pay 63 now. That saves 17."."""


class _Sentence(NamedTuple):
    """What the numbers of a sentence have in common."""

    breaks: list[int]
    """Where a comma, a bracket or the like stands."""
    numbers: list[int]
    """Where its numbers begin."""
    periods: frozenset[str]
    unclear: frozenset[str]
    """Axes both sides of which it names."""
    preceding: frozenset[float]
    """The values of the last numbers of the sentence before."""


def _two_sided(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the axes both sides of which a sentence names: which of them a number is on is not clear."""
    sides = {POLARITY[token.lower] for token in tokens if token.lower in POLARITY}
    return frozenset(axis for axis, sign in sides if (axis, -sign) in sides and axis in NAMED_SIDES)


def _quantity(
    text: str,
    place: int,
    group: Sequence[Number],
    passages: Sequence[Passage],
    i: int,
    index: int,
    sentence: _Sentence,
) -> Quantity:
    number, passage = group[place], passages[i]
    breaks, others, periods, unclear, preceding = sentence
    tokens = passage.tokens
    left = bisect_left(tokens, number.start, key=lambda token: token.start)
    right = bisect_left(tokens, number.end, key=lambda token: token.start)
    near, polarity = _near(number, tokens, left, right, breaks, others)
    question = _question(text, passages, i)
    before = _antecedent(text, passages, i)
    for key in question:
        near.setdefault(key, _ASKED)
    for key in before:
        near.setdefault(key, _MEANT)
    value, measure, base = measure_of(number)
    noun = stem(number.noun.split()[-1].lower()) if number.noun else None
    if measure == "count" and place + 1 < len(group):
        noun = _noun_of_next(text, number, group[place + 1], noun)
    if noun is None and measure in ("count", "ordinal"):
        noun = _noun_of_whole(text, place, group) or _noun_after(text, number, tokens, right)
    if measure == "count" and noun in _SECONDS:
        measure, base = "time", value * _SECONDS[noun]
    if measure == "count" and noun in _COINS:
        measure, noun = "money", None
    if measure == "count" and (_is_year_of_part(text, number) or _is_year_before_noun(text, number)):
        measure, noun = "year", None
    if measure == "clock" and value in _AFTERNOON and _HOUR.match(text, number.end):
        base = value - 12
    own = frozenset({str(int(number.value))}) if number.kind == "year" and number.value < 1e6 else frozenset()
    return Quantity(
        number=number,
        document=index,
        passage=i,
        value=value,
        measure=measure,
        base=base,
        noun=noun,
        head=_head(number, tokens, left, breaks, others),
        near=near,
        own=_own(number, tokens, left, right, breaks, others),
        stems=passage.stems | question | before,
        owner=_owner(passages, i, left),
        subject=passage.names[0][1] if passage.names else frozenset(),
        names=frozenset(word for _, name in passage.names for word in name),
        periods=periods - own,
        polarity={}
        if measure in _UNDIRECTED
        else {axis: sign for axis, sign in polarity.items() if axis not in unclear},
        adjacent=frozenset(group[j].value for j in (place - 1, place + 1) if 0 <= j < len(group)),
        others=frozenset(
            group[j].value
            for j in range(max(0, place - _NEIGHBOURS), min(len(group), place + _NEIGHBOURS + 1))
            if j != place
        ),
        preceding=preceding,
        is_compared=is_compared(text, number, passage),
        is_planned=is_planned(text, number, passage),
        is_asked=text[passage.end - 1 : passage.end] == "?",
        before=tokens[left - 1].lower if left else "",
        after=_word_after(tokens, right),
    )


_ASKED = 0.4
"""Nearness of the words of a question to a number of its answer."""


def _question(text: str, passages: Sequence[Passage], i: int) -> frozenset[str]:
    """Return the stems of the question that a passage answers: "How many stand empty?" before "187"."""
    if i and text[passages[i - 1].end - 1 : passages[i - 1].end] == "?":
        return passages[i - 1].stems
    return frozenset()


_MEANT = 0.3
"""Nearness of the words of a sentence to a number of the next one, whose pronoun stands for some of them."""
_PRONOUN = re.compile(r"(?:[A-Z][\w.’'-]{0,24}: )?(?:It|They|He|She|This|That|These|Those|Its|Their)\b")


def _antecedent(text: str, passages: Sequence[Passage], i: int) -> frozenset[str]:
    """Return the stems of the sentence before one that begins with a pronoun: "The hall. It's £14 a head"."""
    if i and _PRONOUN.match(text, passages[i].start, passages[i].end):
        return passages[i - 1].stems
    return frozenset()


def _near(
    number: Number,
    tokens: Sequence[Token],
    left: int,
    right: int,
    breaks: Sequence[int],
    others: Sequence[int],
) -> tuple[dict[str, float], dict[str, int]]:
    """Return the stems near a number with their weights, and the axes of opposites that they stand on."""
    near: dict[str, float] = {}
    polarity: dict[str, int] = {}
    before = range(left - 1, max(-1, left - 1 - _REACH), -1)
    after = range(right, min(len(tokens), right + _REACH))
    for side in (before, after):
        weight, last = 1.0, number.start if side is before else number.end
        parted = False
        for distance, j in enumerate(side):
            token = tokens[j]
            low, high = (token.end, last) if side is before else (last, token.start)
            if bisect_left(breaks, high) > bisect_left(breaks, low):
                weight *= _CLAUSE
                parted = parted or side is not before
            if bisect_left(others, high) > bisect_left(others, low):
                weight *= _CROSSED
                parted = True
            last = token.start if side is before else token.end
            if distance < _POLARITY_REACH and not parted and token.lower in POLARITY:
                axis, sign = POLARITY[token.lower]
                if axis != "bound" or (side is before and distance <= 1):
                    polarity.setdefault(axis, sign)
            if token.lower in STOP_WORDS:
                weight *= _STOP
            else:
                key = stem(token.lower)
                near[key] = max(near.get(key, 0.0), weight)
                weight *= _DECAY
    return near, polarity


def _own(
    number: Number,
    tokens: Sequence[Token],
    left: int,
    right: int,
    breaks: Sequence[int],
    others: Sequence[int],
) -> frozenset[str]:
    """Return the stems of the words that no other number and no comma parts from a number."""
    first = bisect_left(breaks, number.start)
    last = bisect_left(breaks, number.end)
    place = bisect_left(others, number.start)
    low = max(breaks[first - 1] if first else -1, others[place - 1] if place else -1)
    high = min(
        breaks[last] if last < len(breaks) else tokens[-1].end if tokens else 0,
        others[place + 1] if place + 1 < len(others) else number.end + 10_000,
    )
    return frozenset(
        stem(token.lower)
        for token in (*tokens[max(0, left - _REACH) : left], *tokens[right : right + _REACH])
        if low < token.start and token.end <= high and token.lower not in STOP_WORDS
    )


_HEAD_REACH = 4


def _head(
    number: Number, tokens: Sequence[Token], left: int, breaks: Sequence[int], others: Sequence[int]
) -> str | None:
    """Return the stem of the nearest content word before a number, in the same clause."""
    for token in tokens[left - 1 : max(-1, left - 1 - _HEAD_REACH) : -1] if left else ():
        if bisect_left(breaks, number.start) > bisect_left(breaks, token.end):
            return None
        if bisect_left(others, number.start) > bisect_left(others, token.end):
            return None
        if token.lower not in STOP_WORDS and token.lower not in MONTHS:
            return stem(token.lower)
    return None


_AFTERNOON = range(13, 24)
"""Hours that are written as 1 to 11 with "p.m.": both have the same base."""
_HOUR = re.compile(r"[:.h]\d\d\b")
"""After an hour: its minutes."""
_PART_OF_YEAR = re.compile(r"\b(?:[QH][1-4]|[1-4][QH]|FY)[ -]$")
_YEAR = re.compile(r"(?:19|20)\d\d")


def _is_year_of_part(text: str, number: Number) -> bool:
    """Return whether a bare number is the year of a quarter or half before it: "Q2 2021 saw growth"."""
    before = max(0, number.start - len("[Q2 "))
    return _YEAR.fullmatch(number.text) is not None and bool(_PART_OF_YEAR.search(text, before, number.start))


_ONE_WITH_YEAR = re.compile(r"(?:\b[Aa]n?|\w['’]s|s['’])\s$")
"""Before a year that tells which thing is meant: "a 2019 report", "the group's 2023 sales"."""


def _is_year_before_noun(text: str, number: Number) -> bool:
    """Return whether a bare number is the year of the thing after it: "a 2019 report"."""
    before = max(0, number.start - len("nn's "))
    return _YEAR.fullmatch(number.text) is not None and bool(
        _ONE_WITH_YEAR.search(text, before, number.start)
    )


_HOURS = frozenset(("a.m", "p.m", "am", "pm", "o'clock", "o’clock"))


_OF = re.compile(
    r"\s+(?:out )?of (?:(?:the|its|their|his|her|our|all|these|those|some|[^\W\d]+['’]s?) ){0,2}"
)


def _noun_of_whole(text: str, place: int, group: Sequence[Number]) -> str | None:
    """Return the stem of what the whole counts that a number is a part of: "90 of its 540 employees"."""
    if place + 1 < len(group) and group[place + 1].noun:
        number, whole = group[place : place + 2]
        if whole.start - number.end <= _WHOLE_REACH and _OF.fullmatch(text, number.end, whole.start):
            return stem((whole.noun or "").split()[-1].lower())
    return None


_WHOLE_REACH = 40
_ADJECTIVE_AND = re.compile(r" [^\W\d]*[^\W\ds] and ")
"""Between two numbers of one noun: "96 male and 84 female mice"."""


def _noun_of_next(text: str, number: Number, following: Number, noun: str | None) -> str | None:
    """Return the stem of what a number counts, from the one after it if they count the same.

    "96 male and 84 female mice" are mice; in "fourteen of our twenty-two people" twenty is no noun.
    """
    if number.noun and number.end < following.start < number.end + _WHOLE_REACH:
        if following.noun and _ADJECTIVE_AND.fullmatch(text, number.end, following.start):
            return stem(following.noun.split()[-1].lower())
        if following.text.lower().startswith(number.noun.lower()):
            return None
    return noun


def _noun_after(text: str, number: Number, tokens: Sequence[Token], right: int) -> str | None:
    """Return the stem of a content word that directly follows a number: "12-9 record", "18 of the firms"."""
    if right < len(tokens) and text[number.end : tokens[right].start] in (" ", "-", " \n"):
        word = tokens[right].lower
        return None if word in STOP_WORDS or word in _HOURS else stem(word)
    return None


def _word_after(tokens: Sequence[Token], right: int) -> str:
    """Return the word after a number, without the "for" of "for each"."""
    words = [token.lower for token in tokens[right : right + 2]]
    return words[-1] if words in _FOR_EACH else "".join(words[:1])


_FOR_EACH = ["for", "each"], ["for", "every"]


def _owner(passages: Sequence[Passage], i: int, left: int) -> frozenset[str]:
    """Return the name before a number, else one soon after it, else the first of the sentence before."""
    names = passages[i].names
    before = [name for at, name in names if at < left]
    if before:
        return before[-1]
    if names and passages[i].tokens[: names[0][0]] and names[0][0] - left <= 6:
        return names[0][1]
    for back in (1, 2):
        if i >= back and passages[i - back].names:
            return passages[i - back].names[0][1]
    return names[0][1] if names else frozenset()


_KINDS = {
    "year": "year", "decade": "year", "date": "date", "time": "clock", "ordinal": "ordinal",
    "multiple": "multiple",
}  # fmt: skip
"""What numbers of a kind measure; a time of day is no duration."""


_SHORT_DECADES = range(10, 100)
_LAST_DECADE = 20
"""Latest decade of this century that is written with two digits; later ones are of the last century."""


def measure_of(number: Number, scale: float = 1.0) -> tuple[float, str, float]:
    """Return the value, what it measures, and the value in the base unit of that."""
    value = (-number.value if number.sign < 0 else number.value) * scale
    kind = number.kind
    if kind == "money":
        return value, "money", value * (0.01 if number.in_minor_unit else 1.0)
    if kind == "percent" or (kind == "fraction" and number.unit is not None and number.unit.symbol == "%"):
        factor = number.unit.factor if number.unit is not None and number.unit.factor else 0.01
        return value, "percent", value * factor
    if kind in ("fraction", "share") and number.unit is None:
        return value, "percent", value
    if kind == "decade" and value in _SHORT_DECADES:
        value += 1900 if value > _LAST_DECADE else 2000  # "the '90s"
    if kind in _KINDS:
        return value, _KINDS[kind], value
    if number.unit is not None and kind != "age":
        measure = number.unit.measure
        return value, measure.dimension, value * measure.factor + measure.offset
    return value, "age" if kind == "age" else "count", value
