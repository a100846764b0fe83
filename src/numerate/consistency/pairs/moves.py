"""Two values of one thing, before and after: "from 24,000 to 84,000", "31 against 28"."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from numerate.consistency.cues import BASE, lead, when
from numerate.consistency.slots import Sentence, Slot, comparable

_ROLES = {"to", "at", "reached", "had", "now", "is", "are", "up to"}
"""Words that lead to the later of two values."""
_UNIT_LEFT_OUT = BASE | {"to", "and", "men", "women", "or"}
"""Words after which a unit need not be repeated: "from 36 hours to 8"."""
_RANGED = re.compile(r" ?(?:-|\x96) ?| (?:to|or) ")


class Move(NamedTuple):
    """Two values of one thing, before and after."""

    before: Slot
    after: Slot
    explicit: bool = False
    """Whether words say which is which."""

    @property
    def start(self) -> int:
        """Where it begins in the line."""
        return min(self.before.at, self.after.at)

    @property
    def end(self) -> int:
        """Where it ends."""
        return max(self.before.at, self.after.at)


def alike(first: Slot, second: Slot) -> bool:
    """Return whether two quantities are comparable, or the second has the unit of the first left out."""
    if comparable(first, second):
        return True
    if {first.mark, second.mark} == {"N", "U"} and _is_rate_of_counts(first) != _is_rate_of_counts(second):
        return first.noun is None or second.noun is None or first.noun == second.noun
    bare = second.mark == "N" and second.noun is None and first.mark in "UM"
    near = first.value > 0 and 0.2 < second.value / first.value < 5
    return bare and near and (lead(second) in _UNIT_LEFT_OUT or lead(second) == lead(first))


def _is_rate_of_counts(slot: Slot) -> bool:
    """Return whether a quantity counts things in a time: 3,450 readers a day."""
    return slot.number.unit is not None and slot.number.unit.symbol.startswith("1/")


def moves(sentence: Sentence, without: Collection[Slot] = ()) -> list[Move]:
    """Return the pairs of values of a sentence that are marked as before and after."""
    slots = [slot for slot in sentence.having("NUMPT") if slot not in without]
    leads = {slot: lead(slot) for slot in slots}
    marked: list[Move] = []
    for i, before in enumerate(slots):
        if leads[before] not in BASE:
            continue
        after = None
        if leads[before].endswith("from"):
            following = (
                slot for slot in slots[i + 1 : i + 4] if leads[slot] in _ROLES and alike(before, slot)
            )
            after = next(following, None)
        if after is None:
            preceding = (
                slot
                for slot in reversed(slots[max(0, i - 4) : i])
                if alike(slot, before) and leads[slot] not in BASE and leads[slot] != "by"
            )
            after = next(preceding, None)
        if after is not None:
            marked.append(Move(before, after, explicit=True))
    return marked


def is_range(move: Move) -> bool:
    """Return whether two figures are the ends of one range."""
    if move.before.sentence is not move.after.sentence:
        return False
    return _RANGED.fullmatch(move.before.sentence.line[move.start + 1 : move.end]) is not None and not (
        move.explicit and lead(move.before).endswith("from")
    )


def is_dated(first: Slot, second: Slot) -> bool:
    """Return whether only one of two figures has a date: "has climbed to €4; in May it was €3"."""
    times = [when(slot) - {"now"} for slot in (first, second)]
    apart = first.mark in "UM" or first.sentence is not second.sentence
    return bool(times[0]) != bool(times[1]) and alike(first, second) and apart
