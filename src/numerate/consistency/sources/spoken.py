"""Numbers as they are spoken: "one fifty", "sixteen thousand two seventy-five", "two euros forty".

The reader takes such words apart, or for a year. What is meant depends on what is spoken of: "twelve fifty"
is 1,250 people or a price of 12.50. So each has several readings, of which a draft may state one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from numerate.text import Number, extract

_UNITS = "one two three four five six seven eight nine".split()
_TEENS = ("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen").split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUE = {
    **{word: i for i, word in enumerate(_UNITS, 1)},
    **{word: i for i, word in enumerate(_TEENS, 10)},
    **{word: 10 * i for i, word in enumerate(_TENS, 2)},
}
_COINED = {"euro": "€", "euros": "€", "dollar": "$", "dollars": "$", "pound": "£", "pounds": "£"}
SMALL_NUMBER = rf"(?:(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_UNITS)}))?|{'|'.join((*_TEENS, *_UNITS))})"
"""Pattern of numbers from one to 99 in words."""
_SPOKEN = re.compile(
    rf"(?<![\w-]){SMALL_NUMBER}(?: (?:thousand|{'|'.join(_COINED)}))?(?: {SMALL_NUMBER}){{1,2}}"
    r"(?![\w-]| (?:hundred|thousand|million|point)\b)",
    re.IGNORECASE,
)


_PRICE = re.compile(
    rf"(?<![\d.,])(\d{{1,6}}) ({'|'.join(_COINED)}) (\d\d)(?![\d%:]|[.,]\d|[ -][^\W\d])", re.IGNORECASE
)
"""A price in digits as it is spoken: "194 pounds 65"."""


_CENTS = re.compile(rf"(?<![\d.,])(\d{{1,6}}) ({'|'.join(_COINED)}) ({SMALL_NUMBER})(?![\w-])", re.IGNORECASE)
"""The same with the cents in words: "12 euros fifty"."""
_INVERTED = re.compile(rf"(?<![\w-])({'|'.join(_UNITS)}) and ({'|'.join(_TENS)})(?![\w-])", re.IGNORECASE)
"""A number as it was once spoken: "five and fifty"."""
_CLOCK_HOURS = "|".join((*_UNITS, *_TEENS[:3]))
_PART_OF_HOUR = re.compile(
    rf"\b(half|(?:a )?quarter|five|ten|twenty) (past|after|to|before) ({_CLOCK_HOURS}|1[0-2]|[1-9])"
    r"(?=\s*[.,;:!?)]|\s*$|\s+(?:o['’]clock|[ap]\.?m|in the|at night|tonight|tomorrow|on|and|or|sharp)\b)",
    re.IGNORECASE,
)
_PARTS = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
_MINUTES = rf"{'|'.join(_TEENS)}|(?:{'|'.join(_TENS[:4])})(?:-(?:{'|'.join(_UNITS)}))?"
_HOUR_AND_MINUTES = re.compile(
    rf"\b(?:at|by|until|till|from|before|after|around) ({_CLOCK_HOURS}) "
    rf"(oh[ -](?:{'|'.join(_UNITS)})|{_MINUTES})(?![\w-])",
    re.IGNORECASE,
)
_HOURS = re.compile(r"\b([01]\d|2[0-3])([0-5]\d) hours\b")
_DECADE = re.compile(
    rf"\bthe (?:(?:early|mid|late)[- ])?({'|'.join(tens[:-1] for tens in _TENS)})ies\b", re.IGNORECASE
)
_FISCAL = re.compile(r"\bFY[ -]?['’]?(\d\d)\b")


def _part_of_hour(match: re.Match[str]) -> str:
    """Return the time of day of "half past six"."""
    hour, part = match[3].lower(), _PARTS[match[1].lower().removeprefix("a ")]
    minutes = 60 * (_VALUE[hour] if hour in _VALUE else int(hour))
    minutes += part if match[2].lower() in ("past", "after") else -part
    return f"{(minutes // 60 - 1) % 12 + 1}:{minutes % 60:02}"


def _hour_and_minutes(match: re.Match[str]) -> str:
    minutes = small_value(re.sub("oh[ -]", "", match[2].lower()))
    return f"{_VALUE[match[1].lower()]}:{minutes:02}"


_READINGS: tuple[tuple[tuple[str, ...], re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (
        ("euro", "dollar", "pound"),
        _CENTS,
        lambda match: f"{_COINED[match[2].lower()]}{match[1]}.{small_value(match[3].lower()):02}",
    ),
    (
        tuple(f"and {tens}" for tens in _TENS),
        _INVERTED,
        lambda match: str(_VALUE[match[2].lower()] + _VALUE[match[1].lower()]),
    ),
    ((" past ", " after ", " to ", " before "), _PART_OF_HOUR, _part_of_hour),
    (("",), _HOUR_AND_MINUTES, _hour_and_minutes),
    ((" hours",), _HOURS, lambda match: f"{match[1]}:{match[2]}"),
    (("ties",), _DECADE, lambda match: f"19{_VALUE[match[1].lower() + 'y']}s"),
    (("FY",), _FISCAL, lambda match: f"20{match[1]}"),
)
"""Words other than plain numbers: what a text with some of them has, their pattern, and how to write them."""


def spoken_numbers(text: str) -> Iterator[Number]:
    """Yield the readings of the spoken numbers of a text, each with the place of its words."""
    for match in _PRICE.finditer(text):
        written = f"{_COINED[match[2].lower()]}{match[1]}.{match[3]}"
        yield _read(written)._replace(start=match.start(), end=match.end(), text=match[0])
    for hints, pattern, write in _READINGS:
        for match in pattern.finditer(text) if any(hint in text for hint in hints) else ():
            for number in _numbers(write(match)):
                yield number._replace(start=match.start(), end=match.end(), text=match[0])
    for match in _SPOKEN.finditer(text):
        for written in _readings(match[0].lower().split()):
            yield _read(written)._replace(start=match.start(), end=match.end(), text=match[0])


def _readings(words: list[str]) -> Iterator[str]:
    """Yield what words may stand for, in digits."""
    marks = [word for word in words if word not in _VALUE and "-" not in word]
    first, *rest = (small_value(word) for word in words if word not in marks)
    *hundreds, last = rest
    if hundreds and not 0 < hundreds[0] < 10 <= last:
        return
    if marks and marks[0] in _COINED:
        if not hundreds and last >= 10:
            yield f"{_COINED[marks[0]]}{first}.{last}"
    elif hundreds:
        yield str(1000 * first + 100 * hundreds[0] + last)  # "fourteen five ninety-two"
    elif marks:
        return
    elif last >= 10:
        yield str(100 * first + last)
        yield f"{first}.{last}"
    elif first % 10:
        yield str(1000 * first + 100 * last)  # "eleven two" thousand


def small_value(word: str) -> int:
    """Return the value of a word that `SMALL_NUMBER` matches."""
    tens, _, unit = word.partition("-")
    return _VALUE[tens] + (_VALUE[unit] if unit else 0)


@cache
def _numbers(written: str) -> tuple[Number, ...]:
    return tuple(extract(written))


@cache
def _read(written: str) -> Number:
    [number] = extract(written)
    return number
