"""Dates and times that cannot be: 31 June, Monday 6 March 2016, 25:30."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from numerate.consistency.relation import Relation, number_at
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
    r"|(?P<one>\d{1,2})/(?P<other>\d{1,2})/(?P<year>(?:19|20)\d\d))(?![\w/-]|\.\d)"
)
_TIME = re.compile(
    r"(?<![\w:.,])(?P<hour>\d{1,2}):(?P<minute>\d\d)\s?(?P<zone>[ap]\.m\.|[ap]m\b|gmt\b|utc\b|o'clock)"
)
_NAME_BEFORE = re.compile(r"(?:\b[A-Z]{2,}|\b[Nn]o\.?|\b[Nn]umber)[ :]+$")
_FIRST_SURE_YEAR = 1930
"""Before it, some countries counted the days by another calendar."""


def calendar(skeleton: Skeleton) -> Iterator[Relation]:
    """Every date and time of day in the text."""
    for pattern in _DATES:
        for found in pattern.finditer(skeleton.view):
            if skeleton.text[found.start("month")].isupper():
                yield from _date(skeleton.text, found)
    for found in _NUMERIC.finditer(skeleton.view):
        if not _NAME_BEFORE.search(skeleton.text, max(0, found.start() - 12), found.start()):
            yield _numeric(skeleton.text, found)
    for found in _TIME.finditer(skeleton.view):
        yield from _time(skeleton.text, found)


def _date(text: str, found: re.Match[str]) -> Iterator[Relation]:
    day, year = int(found["day"]), int(found["year"] or 0)
    month = next(at for at, name in enumerate(_MONTHS, 1) if name.startswith(found["month"][:3]))
    if not 1 <= day <= 31 and not year:  # "Dec 99" is a year
        return
    numbers = tuple(number_at(text, *found.span(name)) for name in ("year", "day") if found[name])
    name = _MONTHS[month - 1].capitalize()
    last = _last_day(year, month)
    if not 1 <= day <= last:
        of_year = f" {year}" if year and month == 2 else ""
        problem = f"{name}{of_year} has {last} days, not {day}."
        yield Relation("date", numbers, problem, (None,) * len(numbers))
    elif found["weekday"] and year >= _FIRST_SURE_YEAR:
        stated, actual = found["weekday"], _WEEKDAYS[date(year, month, day).weekday()]
        problem = f"{day} {name} {year} was a {actual.capitalize()}, not a {stated.capitalize()}."
        yield Relation("date", numbers, None if stated == actual else problem, (None,) * len(numbers))
    else:
        yield Relation("date", numbers)


def _last_day(year: int, month: int) -> int:
    """The last day of a month; of February in a leap year where the year is not known."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _numeric(text: str, found: re.Match[str]) -> Relation:
    """2016-13-05, and 13/13/2016, which is no date whichever comes first."""
    if found["y"]:
        names, year = ("y", "m", "d"), int(found["y"])
        orders = [(int(found["m"]), int(found["d"]))]
    else:
        names, year = ("one", "other", "year"), int(found["year"])
        one, other = int(found["one"]), int(found["other"])
        orders = [(one, other), (other, one)]
    numbers = tuple(number_at(text, *found.span(name)) for name in names)
    if any(1 <= month <= 12 and 1 <= day <= _last_day(year, month) for month, day in orders):
        return Relation("date", numbers)
    return Relation("date", numbers, f"There is no day {text[slice(*found.span())]}.", (None,) * 3)


def _time(text: str, found: re.Match[str]) -> Iterator[Relation]:
    numbers = tuple(number_at(text, *found.span(name)) for name in ("hour", "minute"))
    hour, minute = int(found["hour"]), int(found["minute"])
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        written = text[slice(*found.span())].removesuffix(".")
        yield Relation("date", numbers, f"There is no time {written}.", (None, None))
    else:
        yield Relation("date", numbers)
