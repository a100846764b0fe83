"""Votes of a meeting that are more than those who were there: 52 for, 29 against and 8 abstentions of 79.

A part of rule `vote`. Votes with their abstentions are compared with how many the text says were present, and
with each other: nobody leaves between most votes of a meeting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from numerate.consistency.claim import SURE, Claim, weigh
from numerate.consistency.equation import Equation, total
from numerate.consistency.relation import Relation
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Slot

_ABSTAINED = r"(?:,? (?:with|and)(?: only)?|,) (?P<c>N)(?: votes?)? abst\w+"
_VOTES = (
    re.compile(rf"(?P<a>N)(?: votes?)? to (?P<b>N)(?: votes?)?{_ABSTAINED}"),
    re.compile(
        rf"(?P<a>N)(?: votes?)?(?: in favou?r| for),? (?:and )?(?P<b>N)(?: votes?)? against{_ABSTAINED}"
    ),
)
_PRESENT = (
    re.compile(r"(?P<n>N)(?: [a-z]+){0,3}? (?:were|was|are|is) (?:also )?present\b(?! or\b)"),
    re.compile(r"\bpresent: (?P<n>N)\b"),
    re.compile(r"\b(?:all )?(?P<n>N) votes (?:can|could|may|were to) be cast\b"),
    re.compile(r"\ball (?P<n>N) [a-z]+(?: [a-z]+){0,3} (?:voted|took part in the vote)\b"),
)
_MEETING = re.compile(r"\b(?:meeting|minutes|motion|committee|assembly|carried|agenda)\b", re.IGNORECASE)
_FEWEST_ALIKE = 2
"""Votes of one sum from which on others of a meeting should have it, too."""


class _Vote(NamedTuple):
    """The ayes, noes and abstentions of a vote."""

    parts: tuple[Slot, Slot, Slot]

    @property
    def sum(self) -> float:
        """How many took part."""
        return sum(part.value for part in self.parts)


def find_meetings(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every vote with abstentions, and who was present."""
    votes = [
        _Vote(
            (
                sentence.slot(match.start("a")),
                sentence.slot(match.start("b")),
                sentence.slot(match.start("c")),
            )
        )
        for sentence in skeleton.statements
        if "abst" in sentence.line
        for pattern in _VOTES
        for match in pattern.finditer(sentence.line)
    ]
    if not votes or not _MEETING.search(skeleton.text):
        return
    present = [
        sentence.slot(match.start("n"))
        for sentence in skeleton.statements
        for pattern in _PRESENT
        for match in pattern.finditer(sentence.line)
    ]
    everyone = present[0] if len({slot.value for slot in present}) == 1 else None
    counts = Counter(vote.sum for vote in votes)
    for vote in votes:
        others = [other for other in votes if other.sum != vote.sum and counts[other.sum] >= _FEWEST_ALIKE]
        if everyone is not None and vote.sum != everyone.value:
            is_confirmed = any(other.sum == everyone.value for other in votes)
            if vote.sum > everyone.value or is_confirmed:
                yield from _against(vote, everyone)
        elif everyone is None and others and counts[vote.sum] == 1:
            yield from _unlike(vote, others[0])


def _against(vote: _Vote, everyone: Slot) -> Iterator[Relation]:
    problem = f"{_added(vote)}, not {everyone.number.text}."
    equation = Equation(total(*(part.quantity() for part in vote.parts)), everyone.quantity())
    numbers = (everyone.number, *(part.number for part in vote.parts))
    relation = weigh("vote", Claim(equation, problem, SURE, (), numbers, local=True))
    if relation is not None:
        yield relation


def _unlike(vote: _Vote, other: _Vote) -> Iterator[Relation]:
    problem = f"{_added(vote)}, but in another vote {_added(other)}."
    sides = [total(*(part.quantity() for part in each.parts)) for each in (vote, other)]
    numbers = tuple(part.number for each in (other, vote) for part in each.parts)
    relation = weigh("vote", Claim(Equation(*sides), problem, SURE, (), numbers, local=True))
    if relation is not None:
        yield relation


def _added(vote: _Vote) -> str:
    return f"{' + '.join(part.number.text for part in vote.parts)} = {vote.sum:.0f}"
