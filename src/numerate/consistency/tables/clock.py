"""Times of day and durations as cells of tables write them: read to minutes or seconds, and written alike."""

from __future__ import annotations

import re

from numerate.consistency.tables.digits import DigitError, digit_error

DAY, HALF_DAY = 1440, 720
"""Minutes."""
_CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d)|(?P<point>[.](?P<after>[0-5]\d)))? ?(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)
_HOURS_AND_MINUTES = re.compile(
    r"(?:(?P<hours>\d{1,2}) ?(?:h|hrs?|hours?)\.?,? ?)?(?:(?P<minutes>\d{1,3}) ?(?:m|mins?|minutes?)\.?)?",
    re.IGNORECASE,
)
_COLON = re.compile(r"(?P<hours>\d{1,2}):(?P<minutes>[0-5]\d)(?: ?h)?")
_PLAIN = re.compile(r"\d{1,3}(?:\.\d{1,2})?")
_SPLIT = re.compile(r"(?:(?P<hours>\d{1,3}):)?(?P<minutes>\d{1,3}):(?P<seconds>[0-5]\d)")
_DIGITS = re.compile(r"\d+")


def read_clock(text: str) -> float | None:
    """Return a time of day in minutes after midnight: 13:05, 1.05 pm."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None or not (match["minute"] or match["half"]) or int(match["hour"]) > 24:
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + 12 * (match["half"][0] in "pP")
    return float(60 * hour + int(match["minute"] or match["after"] or 0))


def read_duration(text: str, in_hours: bool) -> float | None:
    """Return a duration in minutes; a plain number is in hours, if it has a point or its label says so."""
    text = text.strip()
    match = _COLON.fullmatch(text) or (_HOURS_AND_MINUTES.fullmatch(text) if text else None)
    if match:
        return 60.0 * int(match["hours"] or 0) + int(match["minutes"] or 0)
    if _PLAIN.fullmatch(text):
        return float(text) * (60 if in_hours or "." in text else 1)
    return None


def read_split(text: str) -> int | None:
    """Return a time with colons in its smallest unit: 1:08:32 in seconds, 7:45 in minutes or seconds."""
    match = _SPLIT.fullmatch(text.strip())
    if match is None:
        return None
    return 3600 * int(match["hours"] or 0) + 60 * int(match["minutes"]) + int(match["seconds"])


def write_split(like: str, value: int) -> str:
    """Write a time as another one is written, with as many parts."""
    parts: list[int] = []
    for _ in range(like.count(":")):
        value, rest = divmod(value, 60)
        parts.insert(0, rest)
    numerals = iter([value, *parts])
    return _DIGITS.sub(lambda match: f"{next(numerals):0{len(match[0])}d}", like)


def write_minutes(like: str, minutes: float) -> str:
    """Return a time or duration of a number of minutes, written as another one is."""
    numerals = _DIGITS.findall(like)
    if _PLAIN.fullmatch(like):
        decimals = len(like.partition(".")[2])
        return f"{minutes / 60:.{decimals}f}" if decimals else f"{minutes:.0f}"
    hours, rest = divmod(round(minutes), 60)
    if re.search(r"[ap]\.?m", like, re.IGNORECASE):
        hours = (hours - 1) % 12 + 1
    is_minutes = re.search(r"\d ?m", like, re.IGNORECASE) is not None
    parts = [hours, rest] if len(numerals) == 2 else [round(minutes) if is_minutes else hours]
    widths = iter(zip(parts, map(len, numerals), strict=True))
    return _DIGITS.sub(lambda _: "{0:0{1}d}".format(*next(widths)), like)


def time_error(written: str, meant: str) -> DigitError | None:
    """Return the typing error that turns one time into another."""
    return digit_error(*(int("".join(_DIGITS.findall(text)) or 0) for text in (written, meant)))
