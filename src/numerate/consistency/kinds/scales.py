"""Values beyond the ends of what they are counted on: 6 stars out of 5, 26 hours a day, 108% of its weight.

A part of rule `impossible`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import SURE, Claim, decided
from numerate.consistency.slots import Sentence, Slot

_RATED = re.compile(
    r"(?P<value>N)(?: (?:stars?|points?|marks?|hearts?))? out of "
    r"(?:a (?:possible |maximum of )|the )?(?P<top>N)(?![\w])(?! (?:times|years|countries|teams))"
)
_OVER_TOP = re.compile(
    r"(?<![\d/.,-])(?P<value>\d{1,3}(?:[.,]\d)?)/(?P<top>5|10|20|100)(?![\d/.,-]|\s?[a-z]{1,2}\b)"
)
_RATING = re.compile(r"\b(?:rat(?:ed|es?|ing)|scor(?:e|ed|es)|stars?|marks?|grades?|guests?|reviews?)\b")
"""Words next to which "10.6/10" is a rating."""
_SCALE = (
    r"\bon (?:a|the|our|its) (?:[a-z-]+ )?scale (?:of|from|between) "
    r"(?P<low>N)(?: (?:to|and) |[-\x96])(?P<high>N)"
)
_AFTER_SCALE = re.compile(
    _SCALE + r",?[^A-Z;.]{2,50} (?P<value>N)(?![\w%-]| (?:out of|of|in|times|years|people|per)\b)"
)
_BEFORE_SCALE = re.compile(r"(?P<value>N)(?: points?)? " + _SCALE)
_POSSESSION = re.compile(
    r"\bpossession\b[^A-Z;.]{0,20}(?P<one>P)(?: (?:to|and|against|versus|v) |[-\x96:/])(?P<other>P)"
)
_LONGEST = {
    "h/d": (24, "A day has 24 hours"),
    "h/wk": (168, "A week has 168 hours"),
    "d/wk": (7, "A week has 7 days"),
    "d/yr": (366, "A year has 366 days at most"),
    "mo/yr": (12, "A year has 12 months"),
    "wk/yr": (53, "A year has 53 weeks at most"),
    "min/h": (60, "An hour has 60 minutes"),
}
"""How much of a unit of time there is in another, with what to say."""
_TOGETHER = re.compile(
    r"\b(?:together|total|all|combined|staff|people|workers|team|man-hours|person|machines?"
    r"|between (?:them|us)"
    r"|hours of (?:video|film|music|programming|footage|content|work)|upload\w*|planet|mars|venus|jupiter)\b"
)
"""Words next to which several people or machines may share the hours of a day."""
_AGED = re.compile(
    r"\b(?:(?:patient|pupil|student|man|woman|boy|girl|child|player|driver|resident|member|victim"
    r"|grandmother|grandfather|mother|father|teacher|runner|volunteer|passenger)s?,? "
    r"(?:is |was |who (?:is|was) )?aged?,? "
    r"|(?:he|she|who) (?:died|retired|married|won|is|was|turned|lived)[^A-Z;.]{0,20} at the age of )"
    r"(?P<age>[NU])"
    r"|\b(?:grandmother|grandfather|mother|father|man|woman|patient|member|resident|teacher|he|she)"
    r" (?:is|was) (?P<old>U) old\b"
)
_OLDEST = 123
"""The oldest person known died at 122."""
_ANIMAL = re.compile(r"\b(?:months?|weeks?|days?|hours?|tree|tortoise|vampire|bible|genesis|methuselah)\b")


_WHOLE = re.compile(
    r"\b(?:attendance|turnout|saturation|humidity|state of charge|occupancy|battery|charged|possession"
    r"|recycl\w+|cloud cover)\b[^;.]{0,90}$"
)
"""What is measured in percent of all there can be."""
_PART_OF = re.compile(
    r"\b(?:los(?:e|es|t|ing)|gets?|got|holds?|held|contains?|covers?|accounts? for|makes? up|keeps?|fills?"
    r"|occup(?:y|ies)|extracts?|saved|absorbs?|reflects?)[^A-Z;.]{0,25} P of "
    r"(?:(?:its|his|her|their|the) (?:own |original |whole |entire |full )?)"
    r"(?!(?:average|usual|normal|gdp|output|costs?|price|value|target|needs?|demand|requirement)"
    r")[a-z]"
)
"""A part of what something has: "loses 112% of its weight"."""
_OVER = re.compile(
    r"\b(?:more|rose|risen|rises?|rising|increas\w*|gr[eo]w\w*|growth|up by|up from|jump\w*|over|above"
    r"|exceed\w*|than|gain\w*|soar\w*|surg\w*|climb\w*|times|index|ratio|average|usual|normal|expected|planned"
    r"|predicted|target|budget\w*|gdp|output|price\w*|costs?|value|debt|income|revenue|sales|salar\w+|wages?|premium"
    r"|demand|needs?|required|requirements?|baseline|control|effort|span|range|overbook\w*|oversubscribed|extra"
    r"|additional|overcrowd\w*|capacity of the|nominal|rated|overload\w*|compared|relative|against|zoom|scale"
    r"|enlarge\w*|magnif\w*|font|super\w*|daily value|recommended|rda|nrv|level|levels|limit)\b"
)
"""Words next to which there is more than all of something."""
_LARGEST_SHARE = 1000
"""What is larger has lost its decimal point, or is a count that a percentage follows."""


def read_scales(sentence: Sentence) -> Iterator[Claim]:
    """Read every value of which a sentence, or a unit, says how large it can be."""
    yield from _ratings(sentence)
    yield from _on_scales(sentence)
    yield from _hours(sentence)
    yield from _ages(sentence)
    yield from _wholes(sentence)
    for match in _POSSESSION.finditer(sentence.line):
        first, second = (sentence.slot(match.start(name)) for name in ("one", "other"))
        problem = f"{first.number.text} and {second.number.text} are not 100% together."
        yield decided(abs(first.value + second.value - 100) <= 1, problem, SURE, first.number, second.number)


def _ratings(sentence: Sentence) -> Iterator[Claim]:
    """Read "6 stars out of 5" and "10.6/10"."""
    for match in _RATED.finditer(sentence.line):
        value, top = (sentence.slot(match.start(name)) for name in ("value", "top"))
        if "." in value.number.text or _RATING.search(sentence.line):  # "11 out of 10" is praise
            yield _at_most(value, top)
    if "/" in sentence.line and _RATING.search(sentence.line):
        for match in _OVER_TOP.finditer(sentence.text, sentence.start, sentence.end):
            numbers = {slot.start: slot for slot in sentence.having("N")}
            ends = [numbers.get(match.start(name)) for name in ("value", "top")]
            if ends[0] is not None and ends[1] is not None:
                yield _at_most(ends[0], ends[1])


def _at_most(value: Slot, top: Slot) -> Claim:
    problem = f"{value.number.text} is more than {top.number.text}, the most there is."
    return decided(value.value <= top.value, problem, SURE, top.number, value.number)


def _on_scales(sentence: Sentence) -> Iterator[Claim]:
    """Read "5.8 on a scale from 1 to 5"."""
    for pattern in (_AFTER_SCALE, _BEFORE_SCALE) if "scale" in sentence.words else ():
        for match in pattern.finditer(sentence.line):
            low, high, value = (sentence.slot(match.start(name)) for name in ("low", "high", "value"))
            low_end, high_end = sorted((low.value, high.value))
            problem = f"{value.number.text} is not on a scale from {low.number.text} to {high.number.text}."
            is_on = low_end <= value.value <= high_end
            yield decided(is_on, problem, SURE, low.number, high.number, value.number)


def _hours(sentence: Sentence) -> Iterator[Claim]:
    """Read "26 hours a day" and "8 days a week"."""
    for slot in sentence.having("U"):
        unit = slot.number.unit
        longest = _LONGEST.get(unit.symbol) if unit is not None else None
        if longest is not None and slot.value > longest[0] and not _TOGETHER.search(sentence.line):
            yield decided(False, f"{longest[1]}, not {slot.number.text}.", SURE, slot.number)


def _ages(sentence: Sentence) -> Iterator[Claim]:
    """Read the ages of people."""
    for match in _AGED.finditer(sentence.line):
        age = sentence.slot(match.start("age" if match["age"] else "old"))
        is_years = age.mark == "N" or (age.number.unit is not None and age.number.unit.symbol == "yr")
        if is_years and age.value > _OLDEST and not _ANIMAL.search(sentence.line):
            yield decided(False, f"Nobody lives to be {age.number.text}.", SURE, age.number)


def _wholes(sentence: Sentence) -> Iterator[Claim]:
    """Read percentages over 100% of what has no more than all of it: a battery, an attendance, a weight."""
    line = sentence.line
    over = [slot for slot in sentence.having("P") if 100 < slot.value < _LARGEST_SHARE]
    if not over or _OVER.search(line):
        return
    parts = {match.start() + match[0].index("P of") for match in _PART_OF.finditer(line)}
    for slot in over:
        if slot.at in parts or _WHOLE.search(line[: slot.at]):
            yield decided(False, f"{slot.written} would be more than all of it.", SURE, slot.number)
