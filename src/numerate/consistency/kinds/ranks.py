"""Rule `rank`: ranks that do not fit their figures, as in "second with 41,000, after Brenn with 35,000"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import SURE, WEAK, Claim, claims
from numerate.consistency.equation import Order
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable

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
_BETTER = re.compile(
    r"\b(?:ahead of|followed by|before|then came|next (?:is|was|came)|with [a-z ]{0,30}(?:second"
    r"|next)|in front of)\b"
)
_WORSE = re.compile(r"\b(?:after(?! \w+ing)|behind|only to|second to|following|trailing)\b")
_FINISHED = re.compile(
    r"\b(?:finished|came|was|placed|ended) (?P<nth>O)[^A-Z;.]{0,20}?(?P<a>[NUMT])[^A-Z;.]{0,8}?,? "
    r"(?:behind|after)\b|(?P<with>[NUMP])[^A-Z;.]{0,40}?\b(?:finished|came|was|placed"
    r"|ended) (?P<place>O),? (?:behind|after)\b"
)
_UNSURE = re.compile(
    r"\b(?:since|than|record|previous\w*|last year|year ago|months?|in history|ever|inhabitants"
    r"|average|per|forecast|expected|share|but|although|though|whereas|while|percent)\b"
)


def read_ranks(sentence: Sentence) -> Iterator[Claim]:
    """Read every rank with the figures that it orders."""
    line = sentence.line
    for match in _SUPERLATIVE.finditer(line):
        yield from _ranked(sentence, match)
    for match in _FINISHED.finditer(line):
        own = sentence.slot(match.start("a" if match["a"] else "with"))
        timed = own.mark == "T" or own.dimensions == (("time", 1),)
        others = [
            slot
            for slot in sentence.slots
            if slot.at > own.at and (slot.mark == own.mark or slot.mark == "N")
        ]
        nth = sentence.slot(match.start("nth" if match["nth"] else "place"))
        if 1 <= len(others) <= nth.value - 1 and all(_alike(own, other) for other in others):
            for other in others:
                yield _claim(other, own, -1 if timed else 1, SURE)


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
    between = line[match.end() : other[0].at]
    if _UNSURE.search(between) or len(between) > 120 or ";" in between:
        return
    sign = 1 if match["big"] else -1
    if match["fast"]:
        timed = own[0].mark == "T" or own[0].dimensions == (("time", 1),)
        sign = -1 if timed else 1
    first, second = (own[0], other[0]) if way > 0 else (other[0], own[0])
    if way < 0 and not match["nth"]:
        return
    yield _claim(first, second, sign, SURE)


def _claim(better: Slot, worse: Slot, sign: int, odds: float) -> Claim:
    if better.is_count != worse.is_count and "N" in better.mark + worse.mark:
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
    description="What ranks first has the smaller figure.",
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
