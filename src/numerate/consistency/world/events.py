"""Events that a text names by place and day: "on 1 November 1755 an earthquake destroyed Lisbon"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from numerate.consistency.moments import MONTHS
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.world.elements import Line, split
from numerate.consistency.world.table import Fact, Name

_MONTHS = range(1, 13)

_LATER = frozenset(
    "anniversary anniversaries commemorate commemorated commemorates commemoration commemorations ceremony "
    "memorial remembrance remembered names victims mourned holiday annual annually festival celebrated "
    "celebrates celebrations celebration marks marked later ago".split()
)
"""Words of sentences about a later day; so is a number of years after it."""
_SINCE, _YEARS = frozenset(("since", "after")), frozenset(("year", "years", "decade", "decades"))


def events(sentence: Sentence, names: Iterable[Name]) -> Iterator[tuple[Line, int, Fact]]:
    """Yield the events of some places that a sentence dates, each with the place of the year."""
    known = [fact for name in dict.fromkeys(names) for fact in name.events()]
    if not _LATER.isdisjoint(sentence.words) or (_SINCE & sentence.words and _YEARS & sentence.words):
        return
    for slot in sentence.having("D") if known else ():
        day, year = _day(slot), _year(slot)
        for fact in known if day and year else ():
            if day <= fact.words and not fact.needs.isdisjoint(sentence.words):
                line = Line(sentence, split(sentence))
                yield line, next(at for at, each in enumerate(line.elements) if each.slot is year), fact


def _day(slot: Slot) -> set[str]:
    """Return the words of a day: "1" and "november"."""
    moment = slot.moment
    if moment is None or moment.day is None or moment.month is None or moment.month not in _MONTHS:
        return set()
    return {str(moment.day), MONTHS[moment.month - 1]}


def _year(slot: Slot) -> Slot | None:
    """Return the quantity with the year of a day: its own, or that of the line, "1755: on 1 November"."""
    if slot.moment is not None and slot.moment.year is not None:
        return slot
    first = slot.sentence.slots[0]
    is_label = slot.sentence.line.lstrip("-* ").startswith((f"{first.mark}:", f"{first.mark} "))
    return first if is_label and first is not slot and first.mark in "YN" else None
