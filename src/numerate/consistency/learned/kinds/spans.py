"""Moments and the time between them: years, dates, times of day, and ages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from itertools import permutations

from numerate.consistency.equation import Equation, FixedTerm, Quantity
from numerate.consistency.interval import Interval
from numerate.consistency.kinds.ages import OLDEST
from numerate.consistency.kinds.durations import ROUNDED_WEEKS, write_days, write_time
from numerate.consistency.learned.figures import DAY, TIME, YEAR, Figure, ValueRange
from numerate.consistency.learned.kinds.base import Candidate, CandidateEquation, WindowFigures, equate_any

_COUNTS = frozenset("NO")
"""Marks of figures that may be a number of years."""
_MONTH = YEAR / 12
_DAYS_OFF = 100
"""Days for each of which a span of days may be one day off, as months differ in length."""
_NEARLY = 31
"""Days before an anniversary from which on people count up to it."""
_CLOCK = re.compile(r"([01]?\d|2[0-3])\.([0-5]\d)|([01]\d|2[0-3])([0-5]\d)")

_CENTURY_OR_AGO = re.compile(r"[- ]centur|(?: years?)? ago\b")
"""After a number of years that does not lie between two years of the text."""
_OTHER_CLOCKS = re.compile(r"\b(?:clocks?|time zones?|local time|gmt|utc|(?:hours?|U) (?:ahead|behind))\b")
"""Words next to which two times of day may be of two places."""
_COUNTED_YEARS = re.compile(r" (?:anniversary|birthday|year|jubilee)\b")
"""What follows an ordinal that is a number of years: her third birthday, but not his third discourse."""
_AND_AT = re.compile(r",? (?:and|or)(?: again)? (?:at|on|in) ")


class SpanEquation(CandidateEquation):
    """start + duration = end: (start, end, duration), of years, dates and times of day."""

    name = "span"
    rule = "duration"
    factors = 2

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two moments of one kind, and a duration."""
        durations = [
            (i, f)
            for i, f in enumerate(figures.all)
            if f.mark in _COUNTS or (f.mark and f.slot.dimensions == TIME)
        ]
        for mark in "YDT" if durations else "":
            moments = [(i, f) for i, f in enumerate(figures.all) if _is_moment(f, mark)]
            for (i, start), (j, end) in permutations(moments, 2):
                for k, figure in durations:
                    duration = _duration(figure, mark) if k not in (i, j) else None
                    ends = list(_ends(start, end, mark, figure)) if duration is not None else []
                    if ends and duration is not None:
                        yield equate_any(cls.name, (i, j, k), ends, duration)

    @property
    def equation(self) -> Equation | None:
        """The time between the moments, of several readings the nearest, and the duration."""
        start, end, figure = self.roles
        readings = [
            (ends, duration)
            for mark in "YDT"
            if _is_moment(start, mark) and _is_moment(end, mark) and (duration := _duration(figure, mark))
            for ends in _ends(start, end, mark, figure)
        ]
        if not readings:
            return None
        ends, duration = min(readings, key=lambda reading: abs(sum(reading[0]) / 2 - reading[1].value))
        return equal_within(ends, figure, duration)

    @property
    def is_possible(self) -> bool:
        """Whether the moments are not two of a kind, "at 5:00 and at 16:00", with the time between them."""
        duration = self.roles[2].slot
        if any(_OTHER_CLOCKS.search(figure.slot.sentence.line) for figure in self.roles):
            return False
        if _CENTURY_OR_AGO.match(duration.after(12)):
            return False
        if duration.mark == "O" and not _COUNTED_YEARS.match(duration.after(13)):
            return False
        first, last = sorted((figure.slot for figure in self.roles[:2]), key=lambda slot: slot.start)
        between = first.sentence.line[first.at + 1 : last.at] if first.sentence is last.sentence else ""
        return _AND_AT.fullmatch(between) is None

    def problem(self) -> str:
        """Say how far the moments are apart."""
        start, end, duration = self.roles
        first, last = start.slot.written, end.slot.written
        days = day(start, end), day(end, start)
        unit = duration.slot.number.unit
        if clock(start) is not None and clock(end) is not None:
            actual = write_time(round(times_between(start, end)[0]))
        elif days[0] and days[1]:
            actual = write_days(Fraction(days[1] - days[0]), "yr" if unit is None else unit.symbol)
        else:
            years = (year(start) or 0), (year(end) or 0)
            first, last = (f"{each:.0f}" for each in years)
            actual = f"{years[1] - years[0]:.0f} year{'s' * (years[1] - years[0] != 1)}"
        return f"From {first} to {last} is {actual}, not {duration.slot.written.lower()}."


class AgesEquation(CandidateEquation):
    """age + (end − start) = later age: (start, end, later age), for some other age of the text."""

    name = "ages"
    rule = "age"
    factors = 2

    @classmethod
    def candidates(cls, figures: WindowFigures) -> Iterator[Candidate]:
        """Yield every two years and a later age, if there is an earlier one."""
        years = [(i, value) for i, figure in enumerate(figures.all) if (value := year(figure))]
        ages = [(i, figure.as_written.value) for i, figure in enumerate(figures.all) if _is_age(figure)]
        for (i, start), (j, end) in permutations(years, 2) if len(ages) > 1 else ():
            for k, later in ages if end > start else ():
                length = end - start
                ends = [(age + length - 1, age + length + 1) for n, age in ages if n != k]
                yield equate_any(cls.name, (i, j, k), ends, ValueRange(later, later, later, 1))

    @property
    def equation(self) -> Equation:
        """The age that the earlier one becomes, and the later one."""
        _, age, years = self._nearest
        later = self.roles[2]
        return equal_within((age + years - 1, age + years + 1), later, later.as_written)

    def problem(self) -> str:
        """Say how old somebody is at the end."""
        stated, age, years = self._nearest
        return f"{years:.0f} years after {age:.0f} is {age + years:.0f}, not {stated:.0f}."

    @property
    def _nearest(self) -> tuple[float, float, float]:
        """The later age, the earlier one that fits best, and the years between."""
        start, end, later = self.roles
        years = (year(end) or 0) - (year(start) or 0)
        stated = later.as_written.value
        ages = [f.as_written.value for f in self.figures if _is_age(f) and f is not later]
        return stated, min(ages, key=lambda each: abs(each + years - stated)), years


def equal_within(ends: tuple[float, float], figure: Figure, value: ValueRange) -> Equation:
    """Return that a figure, which stands for a value, lies between two ends."""
    written = figure.as_written.step
    quantity = Quantity(figure.slot.number, Interval(value.low, value.high), Fraction(value.step / written))
    return Equation(FixedTerm(Interval(*ends)), quantity)


def _is_age(figure: Figure) -> bool:
    """Return whether a figure may be an age: 19, "nineteenth birthday"."""
    counts = figure.mark == "N" or (figure.mark == "O" and figure.slot.after(9) == " birthday")
    return counts and 0 < figure.as_written.value <= OLDEST


def year(figure: Figure) -> float | None:
    """Return the year that a figure is or names."""
    moment = figure.slot.moment
    if figure.slot.mark == "Y":
        return figure.bounds.value
    return None if moment is None or moment.year is None else float(moment.year)


def clock(figure: Figure) -> float | None:
    """Return the time of day that a figure may be, in seconds: 17:15, 8.30, 0600, half past six."""
    if figure.slot.mark == "T":
        return figure.bounds.value
    match = _CLOCK.fullmatch(figure.slot.number.text) if figure.slot.mark == "N" else None
    if match is None or figure.slot.noun is not None:
        return None
    return 3600.0 * int(match[1] or match[3]) + 60.0 * int(match[2] or match[4])


def day(figure: Figure, other: Figure | None = None) -> int | None:
    """Return the day of a date, where it names no year in that of another, or in one without a leap day."""
    moment = figure.slot.moment
    named = None if other is None or other.slot.moment is None else other.slot.moment.year
    if moment is None or moment.month is None or moment.day is None or not moment.exists():
        return None
    if moment.month > 12 or (moment.month, moment.day) == (2, 29):
        return None
    return date(moment.year or named or 2001, moment.month, moment.day).toordinal()


def times_between(start: Figure, end: Figure) -> list[float]:
    """Return the seconds from one time of day to the next other; two, if one may be before or after noon."""
    seconds = ((clock(end) or 0) - (clock(start) or 0)) % DAY
    if any(_is_half_day(figure) for figure in (start, end)):
        return sorted((seconds, (seconds + DAY / 2) % DAY))
    return [seconds]


def _is_half_day(figure: Figure) -> bool:
    """Return whether a time may be before or after noon."""
    moment = figure.slot.moment
    if moment is not None:
        return moment.is_half_day
    return "." in figure.slot.number.text and 3600 <= (clock(figure) or 0) <= DAY / 2 + 3600


def _is_moment(figure: Figure, mark: str) -> bool:
    if mark == "Y":
        return year(figure) is not None
    return clock(figure) is not None if mark == "T" else figure.slot.mark == mark


def _lengths(start: Figure, end: Figure, mark: str) -> Iterator[tuple[float, float]]:
    """Yield the shortest and longest time between two moments, in seconds; one of several, in doubt."""
    if mark == "T":
        yield from ((seconds, seconds) for seconds in times_between(start, end))
        return
    first, last = day(start, end), day(end, start)
    if mark == "D" and first and last:
        days = last - first
        if days > 0:
            yield (days - 1 - days / _DAYS_OFF) * DAY, (days + 1 + days / _DAYS_OFF) * DAY
            yield from _whole_months(date.fromordinal(first), date.fromordinal(last))
        return
    months = _month(start), _month(end)
    if mark == "Y" and months[0] and months[1]:
        if months[1] > months[0]:
            yield (months[1] - months[0] - 1) * _MONTH, (months[1] - months[0] + 1) * _MONTH
    elif mark == "Y":
        yield from _whole_years(start, end)


def _whole_months(first: date, last: date) -> Iterator[tuple[float, float]]:
    """Yield the months from a day to that day of another month, or to the one before: 1 May to 30 June."""
    for end in (last, last + timedelta(days=last < date.max)):
        if end.day == first.day:
            months = 12 * (end.year - first.year) + end.month - first.month
            yield months * _MONTH, months * _MONTH


def _whole_years(start: Figure, end: Figure) -> Iterator[tuple[float, float]]:
    """Yield the shortest and longest time between two years, which people also say of months in them."""
    years = (year(end) or 0) - (year(start) or 0)
    if years > 0:
        yield (years - 1) * YEAR, years * YEAR


def _ends(start: Figure, end: Figure, mark: str, duration: Figure) -> Iterator[tuple[float, float]]:
    """Yield the shortest and longest times between two moments that a figure may state."""
    are_days = bool(day(start) and day(end))
    if mark == "Y" and are_days:  # their days say more, except about an age
        yield from _completed_years(start, end) if duration.mark in _COUNTS else ()
        return
    lengths = list(_lengths(start, end, mark))
    yield from lengths
    if lengths and not are_days and _is_in_years(duration):
        yield from _whole_years(start, end)


def _completed_years(start: Figure, end: Figure) -> Iterator[tuple[float, float]]:
    """Yield the whole years between two days that name theirs: an age, also "six days short of 70"."""
    first, last = (figure.slot.moment.date() for figure in (start, end) if figure.slot.moment is not None)
    if first is not None and last is not None and first < last:
        years = last.year - first.year - ((last.month, last.day) < (first.month, first.day))
        is_nearly_next = (last - first).days + _NEARLY > (years + 1) * YEAR / DAY
        yield years * YEAR, (years + is_nearly_next) * YEAR


def _is_in_years(figure: Figure) -> bool:
    unit = figure.slot.number.unit
    return figure.mark in _COUNTS or (unit is not None and unit.symbol == "yr")


def _month(figure: Figure) -> int | None:
    """Return the month that a date names, with its year, counted from the year 0."""
    moment = figure.slot.moment
    return None if moment is None or moment.year is None else 12 * moment.year + (moment.month or 0)


def _duration(figure: Figure, mark: str) -> ValueRange | None:
    """Return a duration in seconds; a plain number, or one of an anniversary, is in years."""
    if figure.mark in _COUNTS:
        is_first = figure.mark == "O" and figure.as_written.value == 1  # the first of May
        return figure.as_written.times(YEAR) if mark == "Y" and not is_first else None
    # Nobody gives the time between two years in minutes, or between two times of day in weeks.
    if (mark == "T" and figure.bounds.value > DAY) or (mark == "Y" and figure.bounds.value < DAY):
        return None
    unit = figure.slot.number.unit
    if mark == "D" and unit is not None and unit.symbol == "wk" and figure.slot.value >= ROUNDED_WEEKS:
        return figure.bounds.rounded()
    return figure.bounds
