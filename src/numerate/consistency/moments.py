"""Dates and times of day, whole: "Friday, 3 May 2019", "2019-05-03", "7.15 p.m."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import NamedTuple

MONTHS = "january february march april may june july august september october november december".split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTH = (
    r"(?:jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?"
    r"|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)"
)
_YEAR = r"(?:1[5-9]\d\d|20\d\d|21\d\d)(?![\d.,/:]\d|\d|-\d)"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"(?<![\w.,/$\xa3-])(?:the )?(?P<d1>{_DAY})[ \xa0](?:of )?(?P<m1>{_MONTH})(?![\w-])(?:,?[ "
    rf"\xa0](?P<y1>{_YEAR}))?"
    rf"|\b(?P<m2>{_MONTH})[ \xa0](?P<d2>{_DAY})(?![\w:/%]|[.,]\d)(?:,?[ \xa0](?P<y2>{_YEAR}))?"
    rf"|\b(?P<m3>{_MONTH})(?:,| of)?[ \xa0](?P<y3>{_YEAR})"
    r"|(?<![\w./-])(?P<y4>(?:19|20)\d\d)-(?P<m4>\d\d)-(?P<d4>\d\d)(?![\w/-]|\.\d)"
    r"|(?<![\w./-])(?P<d5>\d{1,2})[/.](?P<m5>\d{1,2})[/.](?P<y5>(?:19|20)\d\d)(?![\w/-]|\.\d)"
)
_FIRST_DAY = re.compile(
    r"(?<![\w.,/$\xa3-])(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:[ \xa0](?:to|until|till)[ \xa0](?:the )?|[\x96-])$"
    r"|\b(?:between|from|on|both)[ \xa0](?:the )?(?P<day2>\d{1,2})(?:st|nd|rd|th)?[ \xa0]and[ \xa0](?:the )?$"
)
_LAST_DAY = re.compile(
    r"(?:[ \xa0](?:to|until|till)[ \xa0](?:the )?|[\x96-])(?P<day>\d{1,2})(?:st|nd|rd|th)?"
    r"(?![\w:/%-]|[.,]\d|[ \xa0][ap]\.?m)"
)
"""The other day of a range that names its month once: "3 to 11 May", "May 3–11"."""
_LONGEST_RANGE = 24
"""Characters in which the first day of such a range is looked for."""
_TIME = re.compile(
    r"(?<![\w:.,/$\xa3-])(?P<hour>\d{1,2})"
    r"(?::(?P<minute>\d\d)(?::(?P<second>\d\d))?(?P<half>[ \xa0]?[ap]\.?m\b\.?)?"
    r"|\.(?P<minute2>\d\d)(?P<half2>[ \xa0]?[ap]\.?m\b\.?)|(?P<half3>[ \xa0]?[ap]\.?m\b\.?))(?![\d:]"
    r"|[.,]\d)"
)
_POINTED = re.compile(
    r"\b(?:opens?|closes?|starts?|begins?|ends?|finish(?:es)?|leaves?|departs?|arrives?|lands?|sails?|resumes?"
    r"|opened|closed|started|began|ended|finished|left|departed|arrived|landed|sailed|doors|kick-off) at "
    r"(?P<hour>[01]?\d|2[0-3])\.(?P<minute>[0-5]\d)(?![\d%]|[.,:]\d|[ \xa0](?:[ap]\.?m|per|percent|million))"
)
"""A time of day with a point, where a verb leaves no doubt: opens at 8.30."""
_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_MINUTES = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30}
_SPOKEN = re.compile(
    rf"\b(?:(?P<minute>{'|'.join(sorted(_MINUTES, key=len, reverse=True))})(?: minutes)? (?P<side>past|to)"
    rf" (?P<hour>{'|'.join(_HOURS)}|noon|midnight|midday)\b|(?P<name>noon|midday|midnight)\b)"
)
_SPOKEN_BEFORE = re.compile(r"\b(?:at|till|until|since|at about|a) $")
_LAP = re.compile(r"(?<![\w:.,/$\xa3-])(?P<minute>\d{1,2}):(?P<second>[0-5]\d\.\d{1,3})(?![\d:]|[.,]\d)")
_WEEKDAY = re.compile(
    rf"\b(?P<full>{'|'.join(WEEKDAYS)}|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?=[ .,]))\.?"
)


class Moment(NamedTuple):
    """A date or a time of day, as far as it is written, and its span in the text."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    seconds: Fraction | None = None
    """Seconds since midnight, of a time of day, or since the start, of a time in a race."""
    is_half_day: bool = False
    """Whether a time of day may be before or after noon: half past six, 8.30."""
    numeric: bool = False
    """Written as 3/5/2019, in which day and month may be the other way round."""
    digits: tuple[tuple[int, int], ...] = ()
    """The spans of its numbers: year and day, or hour and minute."""

    @property
    def mark(self) -> str:
        """T for a time of day, D for a date."""
        return "D" if self.seconds is None else "T"

    def exists(self) -> bool:
        """Return whether there is such a day, or such a time."""
        if self.seconds is not None:
            return 0 <= self.seconds <= 24 * 3600
        if self.month is None or self.day is None:
            return True
        orders = [(self.month, self.day), (self.day, self.month)][: 1 + self.numeric]
        return any(1 <= m <= 12 and 1 <= d <= last_day(self.year, m) for m, d in orders)

    def date(self) -> date | None:
        """Return the day, where it is written whole and exists."""
        if self.year is None or self.month is None or self.day is None or not self.exists():
            return None
        if self.month > 12:
            return date(self.year, self.day, self.month)
        return date(self.year, self.month, self.day)


def last_day(year: int | None, month: int) -> int:
    """Return the number of days in a month; 29 for February where the year is unknown."""
    if month == 2:
        return 29 if not year or (year % 4 == 0 and (year % 100 or year % 400 == 0)) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def read_moments(text: str, view: str) -> list[Moment]:
    """Read the dates and times of a text, in order, without overlaps."""
    moments = sorted((*_dates(text, view), *_times(view)), key=lambda moment: moment[:2])
    kept: list[Moment] = []
    for moment in moments:
        if not kept or moment.start >= kept[-1].end:
            kept.append(moment)
    return kept


def _dates(text: str, view: str) -> Iterator[Moment]:
    for match in _DATE.finditer(view):
        form = next(n for n in "12345" if f"m{n}" in match.re.groupindex and match[f"m{n}"])
        month, start = match[f"m{form}"], match.start(f"m{form}")
        numeric = month.isdigit()
        if not numeric and not text[start].isupper():  # "may 12"
            continue
        in_year = int(month) if numeric else next(i for i, m in enumerate(MONTHS, 1) if m[:3] == month[:3])
        spans, figures = [], {}
        for name in "yd":
            group = f"{name}{form}"
            if group in match.re.groupindex and match[group]:
                digits = match[group].rstrip("stndrh")
                spans.append((match.start(group), match.start(group) + len(digits)))
                figures[name] = int(digits)
        if form in "12" and "y" not in figures and not 1 <= figures["d"] <= 31:  # "Dec 99" is a year
            continue
        named = Moment(
            match.start(),
            match.end(),
            figures.get("y"),
            in_year,
            figures.get("d"),
            numeric=form == "5",
            digits=tuple(spans),
        )
        yield named
        yield from _other_day(view, named, form)


def _other_day(view: str, named: Moment, form: str) -> Iterator[Moment]:
    """Yield the other day of a range that names its month and year once."""
    if form == "1":
        match = _FIRST_DAY.search(view, max(0, named.start - _LONGEST_RANGE), named.start)
    else:
        match = _LAST_DAY.match(view, named.end) if form == "2" else None
    if match is None:
        return
    group = "day" if match["day"] else "day2"
    day = int(match[group])
    if 1 <= day <= 31 and (day < (named.day or 0)) == (form == "1"):
        start, end = match.span(group)
        yield Moment(start, end, named.year, named.month, day, digits=((start, end),))


def _times(view: str) -> Iterator[Moment]:
    for match in _TIME.finditer(view):
        minute = match["minute"] or match["minute2"]
        half = match["half"] or match["half2"] or match["half3"] or ""
        hour, second = int(match["hour"]), int(match["second"] or 0)
        total = 60 * hour + int(minute or 0)
        if int(minute or 0) > 59 or second > 59 or (half and hour > 12):
            total = -1  # no such time
        elif half:
            total = total % (12 * 60) + (12 * 60 if "p" in half else 0)
        spans = [match.span("hour")]
        if minute:
            spans.append(match.span("minute" if match["minute"] else "minute2"))
        yield Moment(
            match.start(),
            match.end(),
            seconds=Fraction(60 * total + second),
            is_half_day=not half and 0 < hour <= 12,
            digits=tuple(spans),
        )
    for match in _LAP.finditer(view):
        elapsed = 60 * int(match["minute"]) + Fraction(match["second"])
        yield Moment(
            match.start(), match.end(), seconds=elapsed, digits=(match.span("minute"), match.span("second"))
        )
    yield from _pointed(view)
    yield from _spoken(view)


def _pointed(view: str) -> Iterator[Moment]:
    for match in _POINTED.finditer(view):
        hour, minute = int(match["hour"]), int(match["minute"])
        yield Moment(
            match.start("hour"),
            match.end(),
            seconds=Fraction(3600 * hour + 60 * minute),
            is_half_day=0 < hour <= 12,
            digits=(match.span("hour"), match.span("minute")),
        )


def _spoken(view: str) -> Iterator[Moment]:
    """Read times of day in words: noon, half past six, twenty to four."""
    for match in _SPOKEN.finditer(view):
        name = match["hour"] or match["name"]
        if match["side"] == "to" and not _SPOKEN_BEFORE.search(
            view, max(0, match.start() - 10), match.start()
        ):
            continue  # "from five to ten", "twenty to four votes"
        hour = _HOURS.index(name) + 1 if name in _HOURS else 0 if name == "midnight" else 12
        minutes = _MINUTES.get(match["minute"], 0) * (-1 if match["side"] == "to" else 1)
        yield Moment(
            match.start(),
            match.end(),
            seconds=Fraction((3600 * hour + 60 * minutes) % 86400),
            is_half_day=name in _HOURS,
            digits=(match.span(),),
        )


def read_weekday(view: str, start: int, end: int) -> tuple[int, int, int] | None:
    """Return the first weekday named in a stretch of the view: its number from Monday as 0, and its span."""
    match = _WEEKDAY.search(view, start, end)
    if match is None:
        return None
    number = next(i for i, day in enumerate(WEEKDAYS) if day[:3] == match[0][:3])
    return number, match.start(), match.start("full") + len(match["full"])
