"""Rule `rank`: ranks that do not fit their figures, as in "second with 41,000, after Brenn with 35,000"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from numerate.consistency.claim import SURE, WEAK, Claim, claims, decided
from numerate.consistency.equation import Order
from numerate.consistency.relation import has_digits
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.text.units import LENGTH, MASS, TEMPERATURE, TIME, Dimensions

_BIG = (
    r"(?:largest|biggest|highest|tallest|longest|heaviest|deepest|widest|oldest|dearest|most [a-z]+|main"
    r"|top|richest|busiest|greatest|strongest|leading|principal|commonest|hottest|warmest"
    r"|best-[a-z]+|bestselling)"
)
_SMALL = (
    r"(?:smallest|lowest|shortest|lightest|cheapest|shallowest|narrowest|youngest|least [a-z]+|fewest"
    r"|poorest|weakest|coldest|coolest)"
)
_FAST = r"(?:fastest|quickest)"
_SUPERLATIVE = re.compile(
    rf"\b(?:(?P<nth>O)[ -])?(?:(?P<big>{_BIG})|(?P<small>{_SMALL})|(?P<fast>{_FAST}))\b"
)
_MORE: dict[str, tuple[int, tuple[Dimensions, ...]]] = {
    "longer taller higher deeper wider thicker farther": (1, (LENGTH,)),
    "shorter shallower narrower thinner nearer": (-1, (LENGTH,)),
    "heavier": (1, (MASS,)),
    "lighter": (-1, (MASS,)),
    "older": (1, (TIME,)),
    "younger": (-1, (TIME,)),
    "larger bigger": (1, ((("length", 2),), (("length", 3),))),
    "smaller": (-1, ((("length", 2),), (("length", 3),))),
    "warmer hotter": (1, (TEMPERATURE,)),
    "colder cooler": (-1, (TEMPERATURE,)),
    "dearer pricier costlier": (1, ()),
    "cheaper": (-1, ()),
}
"""Comparatives, whether they mean more or less, and of what."""
_COMPARATIVE = {word: sense for words, sense in _MORE.items() for word in words.split()}
_COUNTED = frozenset("larger bigger smaller older younger".split())
_THAN = re.compile(rf"\b(?P<word>{'|'.join(_COMPARATIVE)}) than\b")
_BRACKETS = re.compile(
    r"\b(?P<word>more|fewer) (?:[a-z'-]+ ){1,6}?\((?P<a>[NP])\) (?:[a-z'-]+ ){0,3}?than "
    r"(?:[a-z'-]+ ){1,4}?\((?P<b>[NP])\)"
)
_SECOND = re.compile(
    rf"\bO (?:{_BIG}|{_SMALL})\b|\b(?:comes?|came|is|was|ranks?|ranked|places?) (?:in )?O\b(?! only to)|^next"
    rf" (?:comes|is)\b"
)
_RACE = re.compile(
    r"\b(?:finished|won|clocked|ran|swam|rode|crossed|home|first|victory)\b[^A-Z;.]{0,30}?(?P<a>[TU])"
    r"[^A-Z;.]{0,12}?\b(?:ahead of|in front of) [^A-Z;.]{0,40}?(?P<b>[TU])(?=[.,;)]|$)"
)
_BETTER = re.compile(
    r"\b(?:ahead of|followed by|before|then came|next (?:is|was|came)|with [a-z ]{0,30}(?:second"
    r"|next|following|trailing|behind)|in front of)\b"
)
_WORSE = re.compile(
    r"\b(?:after(?! \w+ing)|behind|only to|second to|following|trailing)\b|\bsecond only to\b"
)
_ORDER = re.compile(
    r"\bin (?P<way>ascending|increasing|rising|descending|decreasing|falling) order\b[^A-Z]{0,20}"
)
_FIRST = re.compile(
    rf"\b(?:(?P<big>{_BIG})|(?P<small>{_SMALL}))\b|\b(?:came|comes?|finish\w*|rank\w*|place[ds]?|is|was"
    rf"|in) (?:in )?(?P<nth>O)\b"
    rf"|\b(?:tops|topped|leads?|led|heads?|headed|topping|leading|heading) (?:the|a|this"
    rf"|our) (?:[a-z]+ )?(?:table|list|ranking"
    rf"|rankings|league|field|poll|chart|standings|medals? table)\b"
)
_NEXT = re.compile(
    r"\b(?:ahead of|followed by|then (?:comes?|came|is|was|follows?|followed)|next (?:comes?|came|is"
    r"|was)|runners?-up"
    r"|with [a-z' -]{1,40}(?:second|next|behind|following)|trailed by|in front of|the next(?! [NU])"
    r"|behind (?:it|him|her|them)"
    r"|next being|follow(?:s|ed)? (?:in|with|at|on))\b|\bO (?:place|is|was|came|with|goes|went|largest"
    r"|biggest|highest|longest"
    r"|tallest|smallest|lowest|cheapest|heaviest|deepest|oldest|most|best)\b"
)
_OTHERS = re.compile(
    r"\b(?:the (?:others\b|other (?!w(?:ould|ill|as)\b|is\b|has\b)[a-z]+|rest|remaining [a-z]+)"
    r"|all (?:the )?others)\b"
)
_IN_ORDER = re.compile(
    r"\bfrom (?:most|largest|highest|biggest|best|longest|tallest|least|smallest|lowest"
    r"|shortest) to (?:least|smallest|lowest"
    r"|shortest|worst|most|largest|highest|biggest)\b|\b(?:in order of|ranked by|sorted by|ordered by"
    r"|by order of) (?:[a-z]+ ){0,2}?[a-z]+(?: [a-z]+)?[:,(]"
)
_LIST_GAP = 50
"""Characters between two figures of a list."""
_STROKES = frozenset("stroke shot par over second minute".split())
_MEDAL = re.compile(
    r"\b(?:gold|winning [a-z]+|first place)\b[^A-Z;.]{0,40}?(?P<a>[NUMT])[^A-Z;.]{0,20}?\b(?:ahead of"
    r"|from|with [a-z]+ second)\b[^A-Z;.]{0,40}?(?:O [a-z ]{0,12}?)?(?P<b>[NUMT])"
)
_FINISHED = re.compile(
    r"\b(?:finished|came|was|placed|ended) (?P<nth>O)[^A-Z;.]{0,20}?(?P<a>[NUMT])[^A-Z;.]{0,8}?,? "
    r"(?:behind|after)\b|(?P<with>[NUMP])[^A-Z;.]{0,40}?\b(?:finished|came|was|placed"
    r"|ended) (?P<place>O),? (?:behind|after)\b"
)
_UNSURE = re.compile(
    r"\b(?:since|than|record|previous\w*|last year|year ago|months?|in history|ever|inhabitants"
    r"|average|per|forecast|expected|share|but|although|though|whereas|while|percent|Σ?[abd]ic)\b"
)


def read_ranks(sentence: Sentence) -> Iterator[Claim]:
    """Read every rank with the figures that it orders."""
    yield from _lists(sentence)
    yield from _chain(sentence)
    yield from _compared(sentence)
    yield from _second(sentence)
    line = sentence.line
    for match in _SUPERLATIVE.finditer(line):
        yield from _ranked(sentence, match)
    for match in _MEDAL.finditer(line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        if comparable(a, b) and a.mark in "UT":
            timed = a.mark == "T" or a.dimensions == TIME
            yield _claim(a, b, -1 if timed else 1, SURE)
    for match in _FINISHED.finditer(line):
        own = sentence.slot(match.start("a" if match["a"] else "with"))
        timed = own.mark == "T" or own.dimensions == TIME
        others = [
            slot
            for slot in sentence.slots
            if slot.at > own.at and (slot.mark == own.mark or slot.mark == "N")
        ]
        nth = sentence.slot(match.start("nth" if match["nth"] else "place"))
        if 1 <= len(others) <= nth.value - 1 and all(_alike(own, other) for other in others):
            for other in others:
                yield _claim(other, own, -1 if timed else 1, SURE)


def _figures(sentence: Sentence) -> list[Slot]:
    """Return the figures of a sentence, with those in brackets that look like references: "Meyer (17)"."""
    figures = []
    for slot in sentence.slots:
        if slot.mark in "NUMPT":
            figures.append(slot)
        elif slot.before(1) == "(" and slot.after(1) == ")" and (count := slot.as_count()) is not None:
            figures.append(count)
    return figures


def _chain(sentence: Sentence) -> Iterator[Claim]:
    """Read what comes first and what follows it: "first with 31, ahead of Italy with 18 and France (9)"."""
    line = sentence.line
    leads = [match for match in _FIRST.finditer(line) if not match["nth"] or _is_first(sentence, match)]
    joints = [
        match
        for match in (*_NEXT.finditer(line), *_OTHERS.finditer(line))
        if leads and match.start() > leads[0].start() and not _is_one(sentence, match)
    ]
    if not leads or not joints or _UNSURE.search(line):
        return
    lead, joint = leads[0], joints[0]
    figures = _figures(sentence)
    own = [slot for slot in figures if slot.at < joint.start()]
    others = [slot for slot in figures if slot.at >= joint.end()]
    if len(own) != 1 or not 1 <= len(others) <= 5 or not all(_alike(own[0], slot) for slot in others):
        return
    sign = -1 if lead["small"] or own[0].dimensions == TIME or own[0].mark == "T" else 1
    if own[0].noun in _STROKES or (own[0].dimensions == TIME and lead["big"]):
        return
    if any(_GROUP.match(slot.after(40)) for slot in (own[0], *others)):
        return
    ranked = [(own[0], other) for other in others] if joint.re is _OTHERS else pairwise([own[0], *others])
    for first, second in ranked:
        yield _claim(first, second, sign, SURE)


_GROUP = re.compile(r" (?:[a-z]+ ){0,2}group\b")
"""After a figure that only tells one group from another: "the 0.3 M group had the highest value"."""


def _is_first(sentence: Sentence, match: re.Match[str]) -> bool:
    """Return whether an ordinal is "first", and not "the first of May"."""
    slot = sentence.slot(match.start("nth"))
    return slot.value == 1 and re.match(r"(?:,| with| in| at| on| place|;| \()", slot.after(8)) is not None


def _is_one(sentence: Sentence, match: re.Match[str]) -> bool:
    return (
        match[0].startswith("o ") is False and match[0][0] == "O" and sentence.slot(match.start()).value == 1
    )


def _compared(sentence: Sentence) -> Iterator[Claim]:
    """Read "A (84 m) is taller than B (62 m)", "more girls (31) than boys (25)" and a race."""
    line = sentence.line
    for match in _BRACKETS.finditer(line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        if a.mark == b.mark and not re.search(r"\bno more\b|\bexpected\b|\bplanned\b", line):
            yield _claim(a, b, 1 if match["word"] == "more" else -1, SURE)
    for match in _RACE.finditer(line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        if a.mark == b.mark and (a.mark == "T" or a.dimensions == b.dimensions == TIME):
            yield _claim(a, b, -1, SURE)
    for match in _THAN.finditer(line):
        figures = sentence.having("NUMPQXFT")
        if len(figures) != 2 or not figures[0].at < match.start() < figures[1].at:
            continue
        own, other = figures
        between = line[own.at + 1 : match.start()]
        sign, dimensions = _COMPARATIVE[match["word"]]
        fits = (
            own.dimensions in dimensions
            if own.mark == "U"
            else not dimensions
            if own.mark == "M"
            else own.mark == "N" and match["word"] in _COUNTED and own.before(1) == other.before(1) == "("
        )
        own_words = re.search(
            r"\b(?:is|was|are|were)(?: (?:slightly|much|far|even|a little|still))* $", between
        )
        if not fits or not comparable(own, other) or not own_words or _DENIED.search(line):
            continue
        yield _claim(own, other, sign, SURE)


_DENIED = re.compile(
    r"\b(?:not|no|never|nor|by|although|though|but|despite|while|whereas|previous\w*|last year|average"
    r"|per|usual|expected|if|when|before|after|ago)\b"
)


_FIGURATIVE = ("main", "top", "leading", "principal")
"""Superlatives that mostly are no measure: "his main banker"."""


def _second(sentence: Sentence) -> Iterator[Claim]:
    """Read "The largest lake is Vell with 40 km². The second largest, Orra, covers 31 km²"."""
    first = sentence.previous
    if first is None or not _SECOND.search(sentence.line):
        return
    best = [
        match
        for match in _SUPERLATIVE.finditer(first.line)
        if not match["fast"] and match["big"] not in _FIGURATIVE
    ]
    own, other = first.having("NUMPT"), sentence.having("NUMPT")
    if (
        len(best) != 1
        or best[0]["nth"]
        or len(own) != 1
        or len(other) != 1
        or not comparable(own[0], other[0])
    ):
        return
    if _UNSURE.search(first.line) or _UNSURE.search(sentence.line) or first.having("O"):
        return
    if re.search(rf"\b{_SMALL}\b", sentence.line) and best[0]["big"]:
        return
    yield _claim(own[0], other[0], 1 if best[0]["big"] else -1, SURE)


def _alike(own: Slot, other: Slot) -> bool:
    """Return whether two figures may be compared, where the second may leave its unit out."""
    bare = other.mark == "N" and other.number.noun is None and own.mark in "UM"
    return bare or comparable(own, other)


def _ranked(sentence: Sentence, match: re.Match[str]) -> Iterator[Claim]:
    line = sentence.line
    figures = sentence.having("NUMPT")
    after = [slot for slot in figures if slot.at > match.end() and slot.at - match.end() < 70]
    before = [slot for slot in figures if slot.at < match.start() and match.start() - slot.at < 45]
    joints = [(joint, 1) for joint in _BETTER.finditer(line, match.end())] + [
        (joint, -1) for joint in _WORSE.finditer(line, match.end())
    ]
    if not joints:
        return
    joint, way = min(joints, key=lambda item: item[0].start())
    own = [slot for slot in after if slot.at < joint.start()] or before[-1:]
    other = [slot for slot in figures if joint.end() < slot.at < joint.end() + 60]
    if len(own) != 1 or not other or not _alike(own[0], other[0]):
        return
    if any(_GROUP.match(slot.after(40)) for slot in (own[0], other[0])):
        return
    if joint[0] in ("before", "after") and not _precedes_name(joint, other[0]):
        return
    between = line[match.end() : other[0].at]
    if _UNSURE.search(between) or len(between) > 120 or ";" in between:
        return
    sign = 1 if match["big"] else -1
    if match["fast"]:
        timed = own[0].mark == "T" or own[0].dimensions == TIME
        sign = -1 if timed else 1
    first, second = (own[0], other[0]) if way > 0 else (other[0], own[0])
    if way < 0 and not match["nth"]:
        return
    yield _claim(first, second, sign, SURE)


_CHANGE = re.compile(r"\b(?:up|down|off|by) $")
"""Before a change, which no rank orders: "the lowest price at $2.46, down 27 cents"."""


def _precedes_name(joint: re.Match[str], figure: Slot) -> bool:
    """Return whether a name follows a word: "after Brenn with 35,000", and not "after closing at $31"."""
    text = figure.sentence.text
    return text[figure.start - (figure.at - joint.end()) : figure.start].lstrip()[:1].isupper()


def _lists(sentence: Sentence) -> Iterator[Claim]:
    """Read figures listed "in ascending order" or "in order of size", and the cheapest of several offers."""
    for match in _IN_ORDER.finditer(sentence.line):
        listed = _listed(sentence, match.end())
        if not listed or len(listed) > 12:
            continue
        values = [slot.quantity(like=listed[0]).value for slot in listed]
        holds = values in (sorted(values), sorted(values, reverse=True))
        written = ", ".join(slot.number.text for slot in listed)
        yield decided(holds, f"{written} is in no order.", SURE, *(slot.number for slot in listed))
    for match in _ORDER.finditer(sentence.line):
        listed = _listed(sentence, match.end())
        rising = match["way"] in ("ascending", "increasing", "rising")
        for first, second in pairwise(listed):
            low, high = (first, second) if rising else (second, first)
            problem = f"{first.number.text}, {second.number.text} is not in {match['way']} order."
            yield Claim(
                Order(low.quantity(), high.quantity()),
                problem,
                SURE,
                (),
                tuple(slot.number for slot in listed),
            )
    yield from _offers(sentence)


def _listed(sentence: Sentence, start: int) -> list[Slot]:
    """Return a list of three or more comparable figures behind a place of the line; [] if there is none."""
    listed = [slot for slot in _figures(sentence) if slot.at > start and slot.mark in "NUMP"]
    far = any(second.at - first.at > _LIST_GAP for first, second in pairwise(listed))
    return [] if far or len(listed) < 3 or not all(_alike(listed[0], slot) for slot in listed[1:]) else listed


def _offers(sentence: Sentence) -> Iterator[Claim]:
    """Read the cheapest or dearest of several offers."""
    for match in re.finditer(
        r"\b(?:the )?(?:(?P<small>cheapest|lowest)|(?P<big>dearest|highest|most expensive)) (?:of the "
        r")?(?:[a-z]+ )?(?:tender|bid|offer|quote|price|estimate)s?\b[^A-Z;.]{0,20}?(?P<own>M)",
        sentence.line,
    ):
        own = sentence.slot(match.start("own"))
        for other in sentence.having("M"):
            if (
                other is not own
                and comparable(own, other)
                and other.at > own.at
                and not _UNSURE.search(sentence.line)
                and not _CHANGE.search(other.before(6))
            ):
                yield _claim(own, other, 1 if match["big"] else -1, SURE)


def _claim(better: Slot, worse: Slot, sign: int, odds: float) -> Claim:
    are_alike = better.is_count == worse.is_count and has_digits(better.number) == has_digits(worse.number)
    if not are_alike and "N" in better.mark + worse.mark:
        odds = min(odds, WEAK)  # a magnitude of 0.77, and the other two stars
    low, high = (worse, better) if sign > 0 else (better, worse)
    problem = (
        f"{better.written} is {'less' if sign > 0 else 'more'} than {worse.written}, so it cannot rank "
        f"before it."
    )
    return Claim(
        Order(low.quantity(like=high), high.quantity(like=low)),
        problem,
        odds,
        (),
        (better.number, worse.number),
    )


RULE = ConsistencyRule(
    name="rank",
    title="A rank that does not fit its figures",
    description="The one that ranks higher has the smaller figure.",
    level="error",
    example="Osk is the second most populous town with 41,000 people, after Brenn with 35,000.",
    find=claims(
        "rank",
        "largest biggest highest tallest longest heaviest deepest widest oldest dearest most main top "
        "richest busiest greatest strongest leading principal commonest hottest warmest smallest lowest "
        "shortest lightest cheapest shallowest narrowest youngest least fewest poorest weakest coldest "
        "coolest fastest quickest order gold winning first finished came placed ended was than best"
        " bestselling second third next ahead tops topped leads led heads headed followed ranked sorted",
        read_ranks,
        shape="[NUMPT]",
    ),
)
