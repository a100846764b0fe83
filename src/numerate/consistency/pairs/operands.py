"""The figures of a sentence that a change, a difference or a multiple may be calculated from."""

from __future__ import annotations

import re
from collections.abc import Collection

from numerate.consistency.pairs.moves import alike, moves
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.text.units import TIME

_OF = r"of (?:the |our |its |their |his |her |these |all )?"
_JOINED_BEFORE = re.compile(
    rf"D(?: through | to |-|\x96| and )$|[\^\x96-]$|[NU](?: (?!instead)[a-z]+)? {_OF}$"
)
_JOINED_AFTER = re.compile(rf"(?: [a-z]+)? {_OF}N|[-\x96](?:[A-Z]|of-)")
_LABEL = re.compile(
    r"\b(?:week|day|page|chapter|phase|stage|grade|level|number|no\.|type|step|season|round|game|line|year) $"
)
_SPAN = re.compile(r"\b(?:in|over|within|for|last|past) (?:the )?(?:last |past )?$")


def operands(anchor: Slot, sentence: Sentence, taken: Collection[Slot]) -> list[Slot]:
    """Return the figures that `anchor` may be calculated from: all of one kind."""
    slots = [slot for slot in sentence.slots if slot is not anchor and slot not in taken]
    slots = [
        slot
        for slot in slots
        if not _is_joined(slot) and not (slot.dimensions == TIME and "-" in slot.written)
    ]
    points = anchor.mark == "N" and anchor.noun == "point" and sum(slot.mark == "P" for slot in slots) >= 2
    if anchor.mark == "Q" or points:
        return [slot for slot in slots if slot.mark == "P"]
    return _of_one_kind(anchor, slots) if anchor.mark in "PFX" else _comparable_figures(anchor, slots)


def _comparable_figures(anchor: Slot, slots: list[Slot]) -> list[Slot]:
    """Return the figures whose difference may be an amount: those with its unit, or that leave it out."""
    figures = [slot for slot in slots if slot.mark in "NUM" and comparable(anchor, slot)]
    if anchor.mark in "UM":
        figures = [slot for slot in slots if slot in figures or any(alike(other, slot) for other in figures)]
    if len(figures) < 2 and anchor.mark == "N":  # a change may name another noun: 28 animals, 73 wolves
        counts = [slot for slot in slots if slot.mark == "N"]
        nouns = {slot.noun for slot in counts if slot.noun}
        if len(nouns) <= 1 or (len(counts) == 2 and anchor.noun in nouns):
            figures = counts
    if len(figures) < 2 and anchor.mark == "U":
        figures = _left_out(anchor, slots) or figures
    if len(figures) < 2 and anchor.dimensions == TIME:
        figures = [slot for slot in slots if slot.mark == "T"]
    return figures


def _left_out(anchor: Slot, slots: list[Slot]) -> list[Slot]:
    """Return two figures whose unit only their difference names: "Anna is 34, Piotr 27; nine years"."""
    symbol = anchor.number.unit.symbol if anchor.number.unit is not None else ""
    rated = [
        slot
        for slot in slots
        if slot.number.unit is not None and slot.number.unit.symbol.startswith(symbol + "/")
    ]
    bare = [slot for slot in slots if slot.mark == "N" and slot.noun is None and slot.value > anchor.value]
    if re.match(r" (?:ahead|later|earlier|ago|before|after)\b", anchor.after(10)):
        bare = []
    return next((group for group in (rated, bare) if len(group) == 2), [])


def _of_one_kind(anchor: Slot, slots: list[Slot]) -> list[Slot]:
    """Return the figures that a percentage or a multiple may compare: the only group of comparable ones."""
    groups: list[list[Slot]] = []
    for slot in slots:
        span = slot.dimensions == TIME and _SPAN.search(slot.before(20)) is not None
        if slot.mark not in "NUMP" or span or slot.number.kind == "age":
            continue
        group = next((group for group in groups if alike(group[0], slot)), None)
        if group is None:
            groups.append([slot])
        else:
            group.append(slot)
    groups = [group for group in groups if len(group) >= 2] or groups
    if len(groups) > 1:
        sentence = slots[0].sentence
        explicit = {slot for move in moves(sentence) for slot in move[:2]}
        groups = [group for group in groups if sum(slot in explicit for slot in group) >= 2]
        groups = sorted(groups, key=lambda group: min(abs(slot.at - anchor.at) for slot in group))[:1]
    return groups[0] if len(groups) == 1 else []


def _is_joined(slot: Slot) -> bool:
    """Return whether a number is part of something else: "12-of-19", "a 98-67 win", "one of them"."""
    if slot.after(1) in ("×", "^") or slot.before(1) in ("×", "^"):
        return True
    if slot.mark != "N":
        return False
    if _LABEL.search(slot.before(12)) or not slot.value:
        return True
    if _JOINED_BEFORE.search(slot.before(24)) or _JOINED_AFTER.match(slot.after(30)):
        return True
    return slot.value == 1 and not slot.number.text[0].isdigit()
