"""Rule `calendar`: weekdays, days and times that do not fit the rest of a document.

A weekday with a date that names no year, "Saturday 16 June", is right or wrong only together with the others
of the document: if all but one fit one calendar, that one is wrong. Days over 31 before a month, and an
opening time such as 10:00–61:30, are no days and times at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from numerate.consistency.kinds.dates import stated_weekday
from numerate.consistency.moments import MONTHS, WEEKDAYS
from numerate.consistency.relation import Relation, number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot

_CALENDARS = (*range(2001, 2012), 2012, 2016, 2020, 2024, 2028, 2032, 2036)
"""Years that have all fourteen calendars between them."""
_LEAST_AGREEING = 3
_FEWER_AGREEING = 2
_NEAR = 45
"""Days within which two other dates are enough, or one with its year: a newsletter, a journey."""
_DAY = re.compile(
    r"(?:\b(?:on|until|till|by|before|after|since|from)|day,?) (?:the )?(?P<day>[NI]) "
    rf"(?P<month>{'|'.join(MONTHS)})\b"
)
_TIMES = re.compile(
    r"(?<![\w:.,])(?P<from>\d{1,2}:\d\d) ?(?:[-–—]|to|until) ?(?P<to>\d{1,2}:\d\d)(?![\d:]|[.,]\d)"
)
_RACE = re.compile(
    r"\b(?:pace|laps?|race|splits?|minutes per|record|run|marathon|song|track|verses?|psalm|ratio)\b",
    re.IGNORECASE,
)
"""Words around minutes and seconds, or chapter and verse."""


class _Weekday(NamedTuple):
    """A weekday with its date."""

    slot: Slot
    weekday: int
    month: int
    day: int
    year: int | None

    def fits(self, year: int) -> bool:
        """Return whether it is right in a year; one that names another year fits none."""
        return self.day_in(year).weekday() == self.weekday

    def day_in(self, year: int) -> date:
        """Return the day in a year, or in its own; 29 February is 1 March where there is none."""
        year = self.year or year
        if (self.month, self.day) == (2, 29) and year % 4:
            return date(year, 3, 1)
        return date(year, self.month, self.day)


def find_misfits(skeleton: Skeleton) -> Iterator[Relation]:
    """Read the dates with weekdays of a document, its days, and its times from one to another."""
    weekdays = [weekday for sentence in skeleton.sentences for weekday in _weekdays(sentence)]
    yield from _compare(weekdays)
    for sentence in skeleton.sentences:
        yield from _days(sentence)
    yield from _opening_times(skeleton.text)


def _weekdays(sentence: Sentence) -> Iterator[_Weekday]:
    for slot in sentence.having("D"):
        moment = slot.moment
        if moment is None or moment.month is None or moment.day is None or moment.numeric:
            continue
        weekday = stated_weekday(sentence, slot) if moment.exists() else None
        if weekday is not None:
            yield _Weekday(slot, weekday, moment.month, moment.day, moment.year)


def _compare(weekdays: Sequence[_Weekday]) -> Iterator[Relation]:
    """Yield the weekday that does not fit, if all others fit one year."""
    if len(weekdays) < 2 or all(each.year for each in weekdays):
        return
    years = sorted({each.year for each in weekdays if each.year}) or list(_CALENDARS)
    if len(years) > 1 and years != list(_CALENDARS):
        return
    misfits = min(([each for each in weekdays if not each.fits(year)] for year in years), key=len)
    agreeing = len(weekdays) - len(misfits)
    days = sorted(each.day_in(years[0]) for each in weekdays)
    is_near = (days[-1] - days[0]).days <= _NEAR
    named = is_near and len(years) == 1 and any(each.year for each in weekdays)
    enough = 1 if named else _FEWER_AGREEING if is_near else _LEAST_AGREEING
    if len(misfits) != 1 or agreeing < enough or misfits[0].year:
        return
    [wrong] = misfits
    year = next(year for year in years if all(each.fits(year) for each in weekdays if each is not wrong))
    actual, stated = WEEKDAYS[wrong.day_in(year).weekday()].capitalize(), WEEKDAYS[wrong.weekday].capitalize()
    shown = f"{wrong.day} {MONTHS[wrong.month - 1].capitalize()}"
    problem = f"By the other dates, {shown} is a {actual}, not a {stated}."
    yield Relation("calendar", wrong.slot.numbers, problem, (None,) * len(wrong.slot.numbers))


def _days(sentence: Sentence) -> Iterator[Relation]:
    """Yield days over 31 before the name of a month."""
    for match in _DAY.finditer(sentence.line):
        slot = sentence.slot(match.start("day"))
        month = sentence.text[slot.end : slot.end + 2]
        if slot.number.text.isdecimal() and 31 < int(slot.number.text[:4]) < 100 and month[-1:].isupper():
            problem = f"There is no {slot.number.text} {match['month'].capitalize()}."
            yield Relation("calendar", (slot.number,), problem, (None,))


def _opening_times(text: str) -> Iterator[Relation]:
    """Yield times of day that do not exist, next to one that does."""
    for match in _TIMES.finditer(text):
        exist = [_exists(match[name]) for name in ("from", "to")]
        if all(exist) or not any(exist) or _RACE.search(text, max(0, match.start() - 60), match.end() + 60):
            continue
        name = "to" if exist[0] else "from"
        number = number_at(text, match.start(name), match.start(name) + match[name].index(":"))
        yield Relation("calendar", (number,), f"There is no time {match[name]}.", (None,))


def _exists(time: str) -> bool:
    hour, minute = map(int, time.split(":"))
    return (hour < 24 and minute < 60) or (hour == 24 and not minute)


RULE = ConsistencyRule(
    name="calendar",
    title="A weekday, day or time that does not fit the others",
    description="All other weekdays of the document fit one year, or there is no such day or time.",
    level="error",
    example="The shop is open from 10:00 to 61:30.",
    find=find_misfits,
)
