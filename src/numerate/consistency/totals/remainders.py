"""Totals whose last part is what is left: "of 300 trees 120 were felled, leaving 180"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK, Claim
from numerate.consistency.cues import amounts, is_aside
from numerate.consistency.equation import Equation, total
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.steps import steps
from numerate.consistency.totals.parts import MOST_PARTS, OVERLAP, completeness_odds, may_be_part, sum_claim

_LEAVING = re.compile(
    r"\b(?:the|a|its|their|his|her) (?:remaining|other) $|\b(?:leaving|leaves|leave|left)(?: (?:a|an|the"
    r"|only|just|just over|about|some|him|her|them|us|me|you|with|[a-z]+ of|[a-z]+ [a-z]+ of"
    r"|a [a-z]+ of)){0,3} $"
    r"|\b(?:the rest|remainder|the others|all others),? (?:[a-z]+ ){0,2}$"
    r"|\b(?:so|which means|meaning)(?: that)?(?: there (?:are|were|is))? (?:only |just |still )?$"
    r"|\bstill (?:owes?|owed|needs?|needed|lacks?|lacked|has|have|had|to pay|to find)(?: [a-z]+)? $"
)
_REST_AFTER = re.compile(
    r"(?: [a-z]+){0,2}? (?:remain(?:s|ed|ing)?|(?:were|was|are|is|being)(?: still)? left|left(?! by\b)"
    r"|stayed|(?:have|has|had) (?:yet to|still to|not (?:yet )?)[a-z ]+|(?:are|were|is|was) still [a-z]+"
    r"|still to [a-z]+|to go)(?=[.,;)]|$| (?:in|on|at|to|over|for|behind)\b)"
)
_TIED = re.compile(r"[A-Z] ?(?:[-\x96x×/]) ?$")
"""Joints between the numbers of a score or a size: 31-21, 13 x 9."""
_WHOLE = re.compile(
    r"\b(?:of|from|out of|there (?:are|were)) (?:the |all |a total of |its |their |our |his |her |my "
    r"|an? )?(?:original |initial )?$"
)


def read_remainders(sentence: Sentence) -> Iterator[Claim]:
    """Read totals whose last part is named as the rest."""
    slots = [slot for slot in sentence.slots if slot.mark in "NUMF" and not is_aside(slot)]
    if re.search(r"N:N", sentence.line):
        return
    if any(_TIED.search(slot.before(4)) for slot in slots):
        return
    asides = sum(slot.mark == "N" and is_aside(slot) for slot in sentence.slots)
    for i, rest in enumerate(slots):
        said = _REST_AFTER.match(rest.after(40)) is not None
        if rest.mark == "F" or not (said or _LEAVING.search(rest.before(40))):
            continue
        if re.search(r"\bleft (?:the|a|an)\b", rest.before(30)) or (
            rest.mark == "N" and rest.value <= 2 and not rest.number.text[0].isdigit()
        ):
            continue
        whole, parts = _whole(*_candidates(sentence, slots, i))
        if whole is None or not parts:
            continue
        if rest.noun and rest.noun != whole.noun and rest.noun in {part.noun for part in parts}:
            continue  # "38 points and 7 games left; 31 points and 9 games left"
        odds = SURE if len(parts) + 1 <= 4 and not OVERLAP.search(sentence.line) else STRONG
        if not said and re.search(r"\b(?:so|which means|meaning)\b[^A-Z]*$", rest.before(40)):
            odds = min(odds, SURE if len(amounts(sentence)) <= 3 else WEAK)
        if asides:
            odds = min(odds, LIKELY)
        # One of the parts may have been split itself.
        smaller = tuple(
            Equation(total(part.quantity(like=other), rest.quantity(like=other)), other.quantity())
            for other in parts
            for part in parts
            if "F" not in (other.mark, part.mark) and part.at > other.at
        )
        claim = sum_claim(whole, [*parts, rest], completeness_odds(whole, [*parts, rest], odds), rest=True)
        yield replace(claim, others=(*claim.others, *smaller))


def _candidates(sentence: Sentence, slots: list[Slot], i: int) -> tuple[list[Slot], list[Slot]]:
    """Return what the whole of a rest and its other parts may be: in its sentence, and in the one before."""
    rest = slots[i]
    # "the cask held 225 litres; 140 were bottled and the other 85 …"
    bare = rest.mark == "N" and rest.noun is None
    here = [
        slot
        for slot in slots[max(0, i - MOST_PARTS) : i]
        if slot.mark == "F"
        or (slot.mark == rest.mark and may_be_part(slot, rest))
        or (bare and slot.mark in "UM" and slot is slots[0])
    ]
    earlier = [
        slot for slot in _figures_before(sentence) if slot.mark == rest.mark and may_be_part(slot, rest)
    ]
    return here, earlier


def _figures_before(sentence: Sentence) -> list[Slot]:
    """Return the amounts of the sentence before that are no changes."""
    if sentence.previous is None:
        return []
    changes = {step.slot for step in steps(sentence.previous)}
    return [slot for slot in amounts(sentence.previous) if slot.mark in "NUM" and slot not in changes]


def _whole(others: list[Slot], earlier: list[Slot]) -> tuple[Slot | None, list[Slot]]:
    """Split figures into the total, which is the largest before the rest, and the other parts."""
    figures = [slot for slot in others if slot.mark != "F"]
    if len(others) >= 2 and figures:
        whole = max(figures, key=lambda slot: slot.quantity().value)
        if whole is figures[0] or _WHOLE.search(whole.before(30)):
            return whole, [slot for slot in others if slot is not whole]
    if not earlier:
        return None, []
    whole = max(earlier, key=lambda slot: slot.quantity().value)
    parts = [*(slot for slot in earlier if slot is not whole), *others]
    if len(earlier) > 2 or whole is not earlier[0] or not parts:
        return None, []
    if all(slot.mark == "F" or slot.quantity().value < whole.quantity().value for slot in parts):
        return whole, parts
    return None, []
