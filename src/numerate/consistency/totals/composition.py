"""A whole and its parts in a short passage that has no other figures."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from numerate.consistency.claim import LIKELY
from numerate.consistency.cues import contrast
from numerate.consistency.passages import Passage
from numerate.consistency.slots import Slot, comparable

_JOINT = re.compile(
    r":(?![\dA-Z])|[\x96\x97]| - |\(|\b(?:of (?:whom|which|them|these)|compris\w+|consist\w*|composed"
    r"|made up|namely"
    r"|split\w*|divided|shared|breaks? down|broke down|broken down|spread|distributed|allocated"
    r"|apportioned)\b"
)
"""Between a whole and the first of its parts, where all of them are listed."""
_ARE = re.compile(r"^[^A-Z,;:]{1,40} (?:are|were) $")
_INCLUDING = re.compile(r"\b(?:includ\w+|contain\w*|counts?|counted)\b")
"""Between a whole and parts that cannot be more than it, but need not be all of it."""
_TOTAL_BEFORE = re.compile(
    r"(?:\b(?:total\w*|sum|altogether|in all|all told|together|combined|overall|mak(?:e|es|ing)"
    r"|bring(?:s|ing)?|compris\w+"
    r"|add(?:s|ed|ing)? up to|finish\w* (?:with|on)|end(?:s|ed|ing)? (?:up )?with|amount\w* to|com(?:e"
    r"|es|ing) to|came to"
    r"|gives?|giving|for a|in all|all)\b[^A-Z,;:()]{0,30})$"
)
_TOTAL_AFTER = re.compile(
    r"[^A-Z.;:()]{0,25}?\b(?:in all|in total|altogether|all told|combined|between them|overall)\b"
)
_REST = re.compile(
    r"\b(?:the|a|its|their|his|her) (?:remaining|other|rest|remainder|last)\b|\bleav\w+\b|\bleft\b"
    r"|\bremain\w*\b"
    r"|\b(?:did|do|does|were|was|are|is|has|have|had)(?: not|n['’]t)\b|\bfail\w*\b"
)
"""Words for what is left of a whole, so that nothing is missing."""
_OF = re.compile(
    r"(?:^|[,;:] |\band )(?:of|out of|among|from) (?:the |all |these |our |its |their |a total of |her "
    r"|his )*$"
)
_GROUP = re.compile(
    r"\b(?:crew|team|panel|jury|group|class|fleet|herd|flock|staff|party|squad|committee|board) of $"
)
_APART = re.compile(
    r"\b(?:respectively|each|every|mean|aged|at least|some of|about|approximately|or more|both|also|several"
    r"|multiple|while|whereas|average|averag\w+|up to|other than|compared|rounded|among others|such as"
    r"|median|range|rang\w+"
    r"|than|per|from|rose|fell|increas\w+|decreas\w+|gr[eo]w\w*|twice|times|half|double\w*|between [NUM]|ago"
    r"|previous\w*|earlier|last year|against|versus|vs|instead|minus|scor\w+|won|beat\w*|lost|draw|drew"
    r"|discount\w*)\b"
    r"|[/×±<>=]|[NUM][-\x96][NUM]"
)
_VOTES = re.compile(r"\b(?:split|voted|divided|vote was|vote of) (?:by )?(?P<a>N)(?: to |-|\x96)(?P<b>N)\b")
_ABSENT = re.compile(r"\b(?:abst\w+|absent|missing|did not vote|not voting|present|away|recus\w+)\b")
_LEAST, _MOST = 0.6, 1.6
"""Ratio of the sum of the parts to the whole within which they were meant to add up; set by hand."""


class Composition(NamedTuple):
    """A whole, its parts, and how sure it is that they must add up to it."""

    whole: Slot
    parts: list[Slot]
    odds: float


def composition(passage: Passage) -> Composition | None:
    """Return the whole that a passage names together with its parts, where it names nothing else."""
    figures = _without_their_number(passage.figures)
    if (
        len(figures) < 3
        or any(slot.mark != figures[0].mark for slot in figures)
        or figures[0].mark not in "NUM"
    ):
        return None
    if figures[0].mark != "N" and not all(comparable(figures[0], slot) for slot in figures[1:]):
        return None
    if any(slot.as_count() for sentence in passage.sentences for slot in sentence.slots):
        return None  # a part that looks like a reference
    *_, second, whole = sorted(figures, key=lambda slot: slot.quantity().value)
    parts = [slot for slot in figures if slot is not whole]
    total = sum(part.quantity().value for part in parts)
    size = whole.quantity().value
    if size <= second.quantity().value or any(part.value <= 0 for part in parts):
        return None
    if not _LEAST < total / size < _MOST:
        return None
    votes = _split(passage, whole, parts)
    if votes is not None:
        return Composition(whole, parts, passage.odds) if votes else None
    if any(contrast(part, whole, named=True) for part in parts):
        return None
    kind = _named(passage, whole, parts)
    if not kind or _APART.search(_words(passage)) or not _are_listed(passage, parts):
        return None
    odds = passage.odds if kind == "all" or total > size else LIKELY
    return Composition(whole, parts, odds)


def _words(passage: Passage) -> str:
    """Return the words of a passage without "between them" and "half of", which do not split a list."""
    return re.sub(r"\bbetween them\b|\bhalf of\b", "", passage.line)


def _without_their_number(figures: list[Slot]) -> list[Slot]:
    """Leave out a count of the parts themselves: "split three ways"."""
    for slot in figures:
        others = [other for other in figures if other is not slot]
        if slot.mark == "N" and slot.value in (len(others), len(others) - 1) and slot.value >= 2:
            named = (
                re.search(r"\b(?:the|all|these|in|into|over|across|at|our|its|their) $", slot.before(8))
                is not None
            )
            if named or re.match(
                r" (?:ways|parts|groups|items|lots|shares|instalments|stages)\b", slot.after(12)
            ):
                return others
    return figures


def _split(passage: Passage, whole: Slot, parts: list[Slot]) -> bool | None:
    """Return whether a body of voters split into two sides; None if the passage is not about a vote."""
    match = next((m for line in passage.sentences if (m := _VOTES.search(line.line))), None)
    if match is None or len(parts) != 2:
        return None
    return not _ABSENT.search(re.sub(r"\b(?:nobody|no one|none|without) [a-z]+", "", passage.line))


def _named(passage: Passage, whole: Slot, parts: list[Slot]) -> str:
    """Return "all" where words say that the parts are all of the whole, "some" where they may be less."""
    before, after = whole.before(50), whole.after(90)
    following = [part for part in parts if part.sentence is whole.sentence and part.at > whole.at]
    joint = whole.sentence.line[whole.at + 1 : following[0].at] if following else ""
    rest = any(_REST.search(part.before(30)) or _REST.search(_upto(part)) for part in parts[1:])
    bracketed = all(part.before(1) == "(" and part.after(1) == ")" for part in parts)
    if (
        bracketed
        and whole.before(1) != "("
        and whole.sentence is parts[0].sentence
        and whole.at < parts[0].at
    ) or (following and _ARE.match(joint)):
        return "all"
    if "(" in joint and ")" in whole.sentence.line[whole.at : parts[-1].at]:
        return ""  # "240 patients (118 men and 122 women) at four hospitals"
    if len(following) == len(parts):
        if (
            _JOINT.search(joint)
            and ";" not in joint
            and ")" not in joint
            and not re.search(r"\b(?:includ\w+|followed|ahead|behind)\b", joint)
        ):
            return (
                "all"
                if not re.search(
                    r"\bof (?:whom|which|them|these)\b", parts[1].before(99) + parts[-1].after(30)
                )
                else ""
            )
        if _OF.search(before) or _GROUP.search(before) or _INCLUDING.search(joint):
            return "all" if rest else "some" if _are_things(parts) else ""
    elif (
        not following
        and not re.search(r";(?! (?:in|all|alto|that|this|a|the total))", _gap(parts[-1], whole))
        and (_TOTAL_BEFORE.search(before) or _TOTAL_AFTER.match(after))
    ) or (len(passage.sentences) > 1 and whole.sentence is passage.sentences[0] and rest):
        return "all"
    return ""


def _gap(part: Slot, whole: Slot) -> str:
    """Return the words between the last part and the whole of one sentence."""
    return whole.sentence.line[part.at + 1 : whole.at] if part.sentence is whole.sentence else ""


def _are_things(parts: list[Slot]) -> bool:
    """Return whether parts are counts of things that are not each other: "nine women and six men"."""
    return all(re.match(r"(?: [a-z-]+){1,3}(?:,|\.| and |$)", part.after(50)) for part in parts) and (
        len({part.noun for part in parts}) == len(parts)
    )


def _upto(slot: Slot) -> str:
    """Return the words after a figure, up to the next."""
    match = re.match(r"[^A-Z.;]*", slot.after(40))
    return match[0] if match else ""


def _are_listed(passage: Passage, parts: list[Slot]) -> bool:
    """Return whether parts are joined as in a list, within each sentence."""
    for first, second in pairwise(parts):
        if first.sentence is second.sentence:
            between = first.sentence.line[first.at + 1 : second.at]
            if not re.search(r"[,;)]|\band\b|\bplus\b|\+|\bwith\b|\bto\b", between) or len(between) > 90:
                return False
    return True
