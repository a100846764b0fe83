"""Totals that stand before their parts: "64 singers: 21 sopranos, …", "of 96 guests, 54 were women and …"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK, Claim
from numerate.consistency.cues import amounts
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.totals.parts import (
    MOST_PARTS,
    NEARLY,
    NOT_LISTED,
    OVERLAP,
    completeness_odds,
    may_be_part,
    sum_claim,
)

_AFTER_TOTAL = re.compile(
    r"[^A-Z.;:()]{0,70}?(?P<joint>:(?![\dA-Z])| ?[\x96\x97](?= )| \((?!=)|,? of (?:whom|which|them"
    r"|these)\b|,? (?:comprising|consisting of|composed of"
    r"|made up of|comprised of|namely|breaks down (?:into|as)|broke down (?:into|as)|broken down "
    r"(?:into|as)|(?:was |is |were |are )?(?:split|divided|shared) (?:into|between|among|as)"
    r"|including|with|made of|as follows|(?:which )?(?:includes?|comprises?|consists? of|are made up of"
    r"|is made up of))\b)"
)
_MADE_OF = re.compile(r"comprising|consisting of|composed of|made up of|comprised of|consists of|namely")
_NOTHING_ELSE = re.compile(r"\b(?:nothing else|no others?|none else|and that is all)\b")
_TOGETHER = re.compile(r"\b(?:together|altogether|in all|all told|in total|between them)\b")
_OF_ALL = re.compile(r"^(?:of|out of) (?:the |all |a total of |its |our |their |these )*(?P<whole>[NUM])\b")
_FRONTED = re.compile(r"^(?:in all|in total|altogether|all told|overall),? (?:[a-z]+ )*?(?P<whole>[NUM])\b")
_OF_THEM = re.compile(r"(?P<whole>N)[^A-Z;:.()]{0,50}?, (?P<part>N) of (?:whom|which|them)\b")
_OPENS = re.compile(r"(?:^|[,;:] )(?:of|out of|among) (?:the |all |these |our |its |their |a total of )?$")
_HALVES = tuple(
    re.compile(rf"\b(?:{first})\b.*\b(?:{second})\b|\b(?:{second})\b.*\b(?:{first})\b")
    for first, second in (
        (r"women|girls|females?", r"men|boys|males?"),
        (r"adults|grown-ups", r"children|minors|kids"),
        (r"for|in favou?r|yes", r"against|no"),
        (r"passed|pass", r"failed|fail"),
        (r"inner|indoor|inside", r"outer|outdoor|outside"),
        (r"domestic|local", r"foreign|international"),
        (r"full-time", r"part-time"),
        (r"occupied|rented|let|sold", r"vacant|empty|unsold"),
    )
)
"""Words for the two halves of a whole, which leave nothing out: women and men."""
_ABSTAINED = re.compile(r"\b(?:abst\w+|undecided|invalid|spoil\w+|not|unknown|neither)\b")


def read_announced(sentence: Sentence) -> Iterator[Claim]:
    """Read a total followed by its parts: "64 singers: 21 sopranos, …", "of whom …"."""
    for whole in sentence.having("NUM"):
        match = _AFTER_TOTAL.match(sentence.line, whole.at + 1)
        if match is None:
            continue
        parts = _list_from(sentence, match.end(), whole)
        joint = match["joint"].strip(" ,")
        if (
            match.end() - whole.at < 12
            and joint.startswith("of ")
            and any(s.at < whole.at for s in sentence.having("N"))
        ):
            continue  # "26 countries, 15 of them in Europe, eight in Asia"
        if len(parts) < 2 or (joint == "with" and len(parts) < 3):
            continue
        if joint == "including" and not _NOTHING_ELSE.search(sentence.line[parts[-1].at :]):
            continue
        counts = [part.value for part in parts if part.mark != "F"]
        if not counts:
            continue  # fractions need not be of the whole: "of which a half is wood"
        smaller = whole.value < max(counts)
        if smaller and not re.search(r"\btotal\b", whole.before(20)):
            continue
        odds = _announced_odds(whole, parts, joint)
        if "," in sentence.line[match.end() : parts[0].at]:
            odds = WEAK  # "41 judges: the president, 6 vice presidents and 31 justices"
        if _MADE_OF.search(joint) and not smaller and len(parts) > 2:
            odds = SURE
        yield replace(sum_claim(whole, parts, min(odds, _overlap_odds(whole, parts, joint))), local=True)


def _announced_odds(whole: Slot, parts: Sequence[Slot], joint: str) -> float:
    """Return how sure it is, by their nouns, that the figures after a total are its parts."""
    counted = all(part.noun is not None or part.mark != "N" for part in parts)
    together = _TOGETHER.search(whole.sentence.line[: whole.at]) is not None
    named = together or re.search(r"\btotal\b", whole.before(20)) is not None
    odds = completeness_odds(whole, parts, SURE if len(parts) > 2 or counted or together else STRONG)
    bare = joint in (":", "(", "with") and all(part.noun is None for part in parts) and whole.mark == "N"
    unnamed = bare and not named and not (joint == ":" and whole.noun and len(parts) > 2)
    return min(odds, LIKELY) if unnamed or ("includes" in joint and whole.mark != "N") else odds


def _overlap_odds(whole: Slot, parts: Sequence[Slot], joint: str) -> float:
    """Return WEAK where parts may overlap or some may be left out, else SURE."""
    sentence = whole.sentence
    words = sentence.line[whole.at : parts[-1].at + 40]
    if joint == "including":
        words = words.replace("including", "")
    part_itself = re.search(r"[A-Z](?: out)? of (?:the )?$", whole.before(12)) is not None
    overlapping = OVERLAP.search(words) or part_itself or joint == "with"
    return WEAK if overlapping or not _is_complete(sentence, parts) else SURE


def read_excess(sentence: Sentence) -> Iterator[Claim]:
    """Read "of 620 ballots, 340 …, 290 … and 52 …", which are too many, and "in all 145 …, 88 … and 57 …"."""
    yield from _excess_of_them(sentence)
    match = _OF_ALL.match(sentence.line) or _FRONTED.match(sentence.line)
    if (
        match is None
        or OVERLAP.search(sentence.line)
        or re.search(r"\b(?:who|them|these|have|has|had|own|play|speak|like|use)\b", sentence.line)
    ):
        return
    whole = sentence.slot(match.start("whole"))
    parts = _list_from(sentence, whole.at + 1, whole)
    rest = [slot for slot in amounts(sentence) if slot is not whole and slot not in parts]
    if not 2 <= len(parts) <= MOST_PARTS or rest or not _is_complete(sentence, parts):
        return
    fronted = match.re is _FRONTED
    added = sum(part.quantity(like=whole).value for part in parts if part.mark != "F")
    if not fronted and (len(parts) < 3 or added <= whole.quantity().value):
        return
    yield sum_claim(
        whole, parts, completeness_odds(whole, parts, SURE if len(parts) > 2 or fronted else STRONG)
    )


def _excess_of_them(sentence: Sentence) -> Iterator[Claim]:
    """Read "23 countries, 14 of them in Europe, 6 in Asia and 5 in Africa", which are too many."""
    match = _OF_THEM.search(sentence.line)
    if (
        match is None
        or OVERLAP.search(sentence.line)
        or sentence.line.count(" of them") + sentence.line.count(" of wh") > 1
    ):
        return
    whole = sentence.slot(match.start("whole"))
    parts = _list_from(sentence, match.start("part"), whole)
    if len(parts) < 3 or not _is_complete(sentence, parts) or len(parts) + 1 < len(amounts(sentence)):
        return
    if any(re.search(r"ing (?:[a-z]+ )?$", part.before(20)) for part in parts):
        return  # "99 of them as a starter, scoring 37 goals"
    if sum(part.value for part in parts) > whole.value:
        yield sum_claim(whole, parts, SURE)


def read_halves(sentence: Sentence) -> Iterator[Claim]:
    """Read a whole and its two halves: "28 pupils: 15 girls and 13 boys"."""
    for whole, first, second in zip(*(sentence.having("N")[i:] for i in range(3)), strict=False):
        line = sentence.line
        joint, between = line[whole.at + 1 : first.at], line[first.at + 1 : second.at]
        rest = re.match(r"[^A-Z.;:,()]{0,30}", line[second.at + 1 :])
        words = between + (rest[0] if rest else "")
        opened = _OPENS.search(whole.before(30)) is not None
        announced = re.search(r"[:,(] ?(?:with )?(?:of (?:whom|which|them) )?$", joint) is not None
        ended = re.match(r"[^A-Z;:,]{0,45}(?:[.;)]|$)", line[second.at + 1 :]) is not None
        if (
            not (announced and ended and (opened or whole.noun))
            or len(joint) > 45
            or re.search(r"\band\b", joint)
            or max(first.value, second.value) >= whole.value
            or first.value + second.value < (1 - NEARLY) * whole.value
            or not re.fullmatch(r"[^A-Z.;:()]{1,40}?,? ?\b(?:and|plus) (?:the other )?", between)
            or not any(half.search(words) for half in _HALVES)
            or OVERLAP.search(line)
            or _ABSTAINED.search(line)
            or re.search(r"\bof (?:whom|which)\b", words)
        ):
            continue
        if sum(slot.mark in "NUMP" for slot in sentence.slots) == 3:
            yield sum_claim(whole, [first, second], SURE)


def read_lists_below(sentence: Sentence) -> Iterator[Claim]:
    """Read a sentence that lists the parts of the only count of the sentence before it."""
    if sentence.previous is None:
        return
    wholes = [slot for slot in sentence.previous.having("N") if slot.number.noun]
    parts = sentence.having("N")
    if (
        len(wholes) != 1
        or not 2 <= len(parts) <= MOST_PARTS
        or any(part.value >= wholes[0].value for part in parts)
    ):
        return
    line = sentence.line
    gaps = [line[a.at : b.at] for a, b in pairwise(parts)]
    listed = all(re.search(r",|\band\b", between) and not NOT_LISTED.search(between[1:]) for between in gaps)
    if (
        not listed
        or parts[0].at > 30
        or " and " not in line[parts[-2].at : parts[-1].at]
        or OVERLAP.search(line)
    ):
        return
    yield sum_claim(wholes[0], parts, completeness_odds(wholes[0], parts, SURE if len(parts) > 2 else LIKELY))


def _list_from(sentence: Sentence, start: int, whole: Slot) -> list[Slot]:
    """Return the comparable figures listed from a place of the line to the end of the clause."""
    parts: list[Slot] = []
    done = start
    for slot in sentence.slots:
        if slot.at < start or slot.mark in "YOD" or _counts_what_follows(slot, whole):
            continue
        between = sentence.line[done : slot.at]
        if (
            re.search(r"[;:()]" if parts else r"[;()]", between)
            or len(between) > 80
            or slot.mark not in "NUMF"
            or len(parts) >= MOST_PARTS
        ):
            if slot.mark == "P" and re.match(r"[^;:]{0,60}\($", between):
                done = slot.at + 2
                continue
            break
        if slot.mark != "F" and not may_be_part(slot, whole):
            break
        if parts and not re.search(r"[,;]|\band\b|\bplus\b", between):
            break
        parts.append(slot)
        done = slot.at + 1
    return parts


def _counts_what_follows(slot: Slot, whole: Slot) -> bool:
    """Return whether a number counts the amounts after it: "two bedrooms of 15 m² and 12 m²"."""
    if slot.mark != "N" or whole.mark not in "UM":
        return False
    following = [each for each in slot.sentence.slots if each.at > slot.at]
    amounts = list(takewhile(lambda each: each.mark == whole.mark, following))
    return len(amounts) >= slot.value


def _is_complete(sentence: Sentence, parts: Sequence[Slot]) -> bool:
    """Return whether a list is closed: "and" before its last member, and no figure after it."""
    first, last = parts[-2:]
    joined = re.search(r"\band\b|&|\bplus\b", sentence.line[first.at : last.at]) is not None
    rest = sentence.line[last.at + 1 :]
    ends = re.match(r"[^A-Z;:]{0,60}(?:[.;:)!?]|$)", rest) is not None
    return ends and (joined or len(parts) > 2)
