"""Rule `date`: dates and times that do not exist, such as 31 June, Monday 6 March 2016 or 25:30 GMT."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from numerate.consistency.relation import Relation, number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = (
    r"(?P<month>jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?"
    r"|sep(?:tember|t?\.?)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)"
)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_WEEKDAY = rf"(?:(?P<weekday>{'|'.join(_WEEKDAYS)}),?\s)?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>1[89]\d\d|20\d\d)(?![\d.]\d|\d)"
_DATES = (
    re.compile(rf"(?<![\w.,/$-]){_WEEKDAY}(?:the\s)?{_DAY}\s(?:of\s)?{_MONTH}\b(?:,?\s{_YEAR})?"),
    re.compile(rf"\b{_WEEKDAY}{_MONTH}\s{_DAY}(?![\w:/%]|[.,]\d)(?:,?\s{_YEAR})?"),
)
_NUMERIC = re.compile(
    r"(?<![\w./-])(?:(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)"
    r"|(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>(?:19|20)\d\d))(?![\w/-]|\.\d)"
)
_TIME = re.compile(
    r"(?<![\w:.,])(?P<hour>\d{1,2}):(?P<minute>\d\d)\s?(?P<zone>[ap]\.m\.|[ap]m\b|gmt\b|utc\b|o'clock)"
)
_NAME_BEFORE = re.compile(r"(?:\b[A-Z]{2,}|\b[Nn]o\.?|\b[Nn]umber)[ :]+$")
_FIRST_GREGORIAN_YEAR = 1930
"""First year whose weekdays are checked: before it, some countries still used the Julian calendar."""


def find_dates(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every date and time of day."""
    for pattern in _DATES:
        for match in pattern.finditer(skeleton.view):
            if skeleton.text[match.start("month")].isupper():
                yield from _date(skeleton.text, match)
    for match in _NUMERIC.finditer(skeleton.view):
        if not _NAME_BEFORE.search(skeleton.text, max(0, match.start() - 12), match.start()):
            yield _numeric_date(skeleton.text, match)
    for match in _TIME.finditer(skeleton.view):
        yield _time(skeleton.text, match)


RULE = ConsistencyRule(
    name="date",
    title="A date or time that does not exist",
    description="There is no such day or time, or the day was another weekday.",
    level="error",
    example="The term ended on 31 June 2016.",
    find=find_dates,
)


def _date(text: str, match: re.Match[str]) -> Iterator[Relation]:
    day, year = int(match["day"]), int(match["year"] or 0)
    month = next(at for at, name in enumerate(_MONTHS, 1) if name.startswith(match["month"][:3]))
    if not 1 <= day <= 31 and not year:  # "Dec 99" is a year
        return
    numbers = tuple(number_at(text, *match.span(name)) for name in ("year", "day") if match[name])
    name = _MONTHS[month - 1].capitalize()
    last = _last_day(year, month)
    if not 1 <= day <= last:
        of_year = f" {year}" if year and month == 2 else ""
        problem = f"{name}{of_year} has {last} days, not {day}."
        yield Relation("date", numbers, problem, (None,) * len(numbers))
    elif match["weekday"] and year >= _FIRST_GREGORIAN_YEAR:
        stated, actual = match["weekday"], _WEEKDAYS[date(year, month, day).weekday()]
        problem = f"{day} {name} {year} was a {actual.capitalize()}, not a {stated.capitalize()}."
        yield Relation("date", numbers, None if stated == actual else problem, (None,) * len(numbers))
    else:
        yield Relation("date", numbers)


def _last_day(year: int, month: int) -> int:
    """Return the number of days in a month; 29 for February where the year is unknown (0)."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _numeric_date(text: str, match: re.Match[str]) -> Relation:
    """Read 2016-13-05, or 13/13/2016 in whichever order of day and month exists."""
    if match["y"]:
        names, year = ("y", "m", "d"), int(match["y"])
        orders = [(int(match["m"]), int(match["d"]))]
    else:
        names, year = ("first", "second", "year"), int(match["year"])
        first, second = int(match["first"]), int(match["second"])
        orders = [(first, second), (second, first)]
    numbers = tuple(number_at(text, *match.span(name)) for name in names)
    if any(1 <= month <= 12 and 1 <= day <= _last_day(year, month) for month, day in orders):
        return Relation("date", numbers)
    return Relation("date", numbers, f"There is no day {text[slice(*match.span())]}.", (None,) * 3)


def _time(text: str, match: re.Match[str]) -> Relation:
    numbers = tuple(number_at(text, *match.span(name)) for name in ("hour", "minute"))
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        written = text[slice(*match.span())].removesuffix(".")
        return Relation("date", numbers, f"There is no time {written}.", (None, None))
    return Relation("date", numbers)
