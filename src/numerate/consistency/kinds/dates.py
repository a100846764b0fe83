"""Rule `date`: days and times that do not exist, and wrong weekdays: 31 June, Monday 6 March 2016, 25:30."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from numerate.consistency.claim import SURE, Claim, claims, decided
from numerate.consistency.moments import MONTHS, WEEKDAYS, last_day, read_weekday
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.text import Number

_FIRST_GREGORIAN_YEAR, _LAST_JULIAN_YEAR = 1753, 1929
"""First year whose weekdays are checked, and the last in which some countries used the Julian calendar."""
_JULIAN = re.compile(
    r"\b(?:Russia|Soviet|Petersburg|Petrograd|Moscow|[TC]sar|[TC]zar|Bolshevik|Kiev|Warsaw|Julian|Old Style"
    r"|O\.?S\.|Gree[ck]|Athens|Bulgaria|Serbia|Romania|Bucharest|Belgrade|Turk|Ottoman|Constantinople"
    r"|Orthodox|Ukrain|Finland|Finnish|Sweden|Swedish|Poland|Polish|Baltic|Estonia|Latvia|Lithuania"
    r"|Georgia|Armenia|China|Chinese)"
)
"""Words of places that kept the Julian calendar, and of the calendar itself."""
_AROUND = 2000
"""Characters around a date in which such words are looked for."""
_NUMBERED = re.compile(r"\bnos?\. ?$", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"(?:\b[A-Z]{2,}|\b[Nn]o\.?|\b[Nn]umber)[ :]+$")
_DAY_BEFORE = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?"
    r"|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\.?),? (?:the )?$"
)
_DAY_AFTER = re.compile(
    r"(?:,| \(|, (?:was|is|being|which (?:was|is|fell on)))? ?(?:was |is |fell on |falls on |being "
    r")?(?:an? |the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
)
_CLOCK = re.compile(
    r"\b(?:at|by|from|until|till|to|due|before|after|around|leaves|arrives|departs|starts|begins"
    r"|opens|closes|doors|kick-off) $"
)
_ZONE = re.compile(
    r" ?(?:[ap]\.?m\b|gmt|utc|cet|bst|est|pst|o'clock|h\b|hrs|hours|local time|on (?:mon|tues|wednes"
    r"|thurs|fri|satur|sun|plat))"
)
_LEFT = re.compile(r" (?:left|remaining|remained|to go|to play|on the clock|into the|min(?:ute)?s?\b)")
"""After a time that a clock shows: "with 2:47 left"."""
_GAME = re.compile(
    r"\b(?:goals?|scored|equali[sz]ed|power play|overtime|puck|goalkeepers?|laps?|lead|tip-off|buzzer"
    r"|siren)\b"
)
"""Words of matches, whose clocks show minutes and seconds."""
_LONGEST_GAME = 100
"""Minutes that such a clock may show."""
_BAD_SPAN = re.compile(r"(?<![\w:.,/$-])\d{1,2}:(?P<minute>\d\d):(?P<second>\d\d)(?![\d:%]|[.,]\d{2})")
_ZONE_WRITTEN = re.compile(r" ?(?:[ap]\.m\.|[ap]m\b|GMT\b|UTC\b|o'clock)")
_BAD_TIME = re.compile(r"(?<![\w:.,/$-])(?P<hour>\d{1,2})(?P<joint>[:.])(?P<minute>\d\d)(?![\d:%]|[.,]\d)")
_POINTED = re.compile(
    r"(?:day|morning|afternoon|evening|tonight|leaves|departs|arrives|starts|begins|opens|closes|kicks off)"
    r" at $"
)
"""Before a time of day with a point, which is written as decimals are."""
_PRICES = frozenset("share shares stock stocks index traded trading price prices rate barrel futures".split())
_ORDINAL_DAY = re.compile(r"(?P<day>O) (?:day )?of (?:the|this|that|each|every|last|next) month\b")
_HOLIDAYS = {
    "christmas day": (12, 25),
    "christmas eve": (12, 24),
    "new year's day": (1, 1),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "valentine's day": (2, 14),
    "independence day": (7, 4),
    "bastille day": (7, 14),
    "halloween": (10, 31),
}
_HOLIDAY = re.compile(
    rf"\b(?P<name>{'|'.join(_HOLIDAYS)}),?(?P<on> (?:fell|was|is|falls|fall) (?:on )?(?:an? )?[a-z]+day)?"
    rf"(?: (?:of|in))? (?P<year>[YN])(?P<rest>[^A-Z.;]{{0,30}})"
)


def read_dates(sentence: Sentence) -> Iterator[Claim]:
    """Read every date and time of day."""
    for slot in sentence.having("D"):
        yield from _date(sentence, slot)
    for slot in sentence.having("O"):
        if slot.value > 31 and (match := _ORDINAL_DAY.match(sentence.line, slot.at)):
            yield decided(False, f"No month has {slot.number.text.rstrip('stndrh')} days.", SURE, slot.number)
    for match in _HOLIDAY.finditer(sentence.line):
        said = match["on"] or match["rest"]
        weekday = read_weekday(said, 0, len(said))
        year = sentence.slot(match.start("year"))
        if weekday and _has_known_weekdays(year.value, sentence, year):
            yield _weekday(
                date(int(year.value), *_HOLIDAYS[match["name"]]),
                weekday[0],
                (year.number,),
                match["name"].title(),
            )
    yield from _times(sentence)
    for slot in sentence.having("T"):
        if slot.moment is not None and slot.moment.exists():
            yield decided(True, "", SURE, *slot.numbers)


def _date(sentence: Sentence, slot: Slot) -> Iterator[Claim]:
    moment = slot.moment
    if moment is None or moment.month is None or moment.day is None:
        return
    written = sentence.text[moment.start : moment.end]
    if _NAME_BEFORE.search(sentence.text, max(0, moment.start - 12), moment.start) and moment.numeric:
        return
    if not moment.exists():
        if _NUMBERED.search(sentence.text, max(0, moment.start - 8), moment.start):
            return  # telegram No. 31 of September 25
        if moment.numeric or moment.month > 12:
            yield decided(False, f"There is no day {written}.", SURE, *slot.numbers)
        else:
            last = last_day(moment.year, moment.month)
            of_year = f" {moment.year}" if moment.year and moment.month == 2 else ""
            name = MONTHS[moment.month - 1].capitalize()
            yield decided(False, f"{name}{of_year} has {last} days, not {moment.day}.", SURE, *slot.numbers)
        return
    day = moment.date()
    if day is None or not _has_known_weekdays(day.year, sentence, slot):
        yield decided(True, "", SURE, *slot.numbers)
        return
    weekday = stated_weekday(sentence, slot)
    if weekday is None:
        yield decided(True, "", SURE, *slot.numbers)
        return
    days = {day, date(day.year, day.day, day.month)} if moment.numeric and day.day <= 12 else {day}
    fitting = next((each for each in days if each.weekday() == weekday), day)
    yield _weekday(fitting, weekday, slot.numbers, None)


def _has_known_weekdays(year: float, sentence: Sentence, slot: Slot) -> bool:
    """Return whether a date is surely one of the Gregorian calendar; the Julian one had other weekdays."""
    if not _FIRST_GREGORIAN_YEAR <= year <= 2100:
        return False
    around = max(0, slot.start - _AROUND), slot.end + _AROUND
    return year > _LAST_JULIAN_YEAR or _JULIAN.search(sentence.text, *around) is None


def stated_weekday(sentence: Sentence, slot: Slot) -> int | None:
    """Return the weekday next to a date: before it, or after it as "a Monday"."""
    before = slot.before(24)
    if day := _DAY_BEFORE.search(before):
        if before[: day.start()].endswith(("day-", "day\x96", "day and ", "day or ")):
            return None  # Monday-Friday, 3–7 May; Monday and Tuesday, 14 and 15 April
        weekday = read_weekday(before + " ", day.start(), len(before) + 1)
        return weekday[0] if weekday else None
    after = slot.after(34)
    if match := _DAY_AFTER.match(after):
        rest = after[match.end() :]
        if re.match(r" (?:and|to|or)\b|,? (?:D|O)\b", rest) or not re.match(
            r"[.,;:)!?]|$| (?:when|the|at|in|morning|afternoon|evening|night)\b", rest
        ):
            return None
        weekday = read_weekday(match[0] + " ", 0, match.end() + 1)
        return (
            weekday[0]
            if weekday and re.search(r"[,(]|\b(?:was|is|an?|fell|falls|being)\b", match[0])
            else None
        )
    return None


def _weekday(day: date, stated: int, numbers: tuple[Number, ...], name: str | None) -> Claim:
    shown = f"{name} {day.year}" if name else f"{day.day} {MONTHS[day.month - 1].capitalize()} {day.year}"
    actual = WEEKDAYS[day.weekday()].capitalize()
    problem = f"{shown} was a {actual}, not a {WEEKDAYS[stated].capitalize()}."
    return decided(day.weekday() == stated, problem, SURE, *numbers)


_VERSE = re.compile(r"\b(?:Bible|Gospel|Acts|Psalms?|Testament|Koran|Quran|Qur'an|[Vv]erses?|Surah?)\b")
"""What has chapters and verses, which are written as times are."""
_DILUTED = re.compile(r"\b(?:dilut\w+|buffer|antibod\w+|solution|ratio|scale)\b")
"""What is mixed or drawn in a ratio, which is written as times are, too: "incubated in buffer at 1:80"."""


def _times(sentence: Sentence) -> Iterator[Claim]:
    """Read every time of day that is written as one."""
    text = sentence.text
    for match in _BAD_SPAN.finditer(text, sentence.start, sentence.end):
        slot = next((each for each in sentence.having("NT") if each.start == match.start()), None)
        if slot is not None and max(int(match["minute"]), int(match["second"])) > 59:
            yield decided(False, f"There is no time {match[0]}.", SURE, slot.number)
    for match in _BAD_TIME.finditer(text, sentence.start, sentence.end):
        hour, minute = int(match["hour"]), int(match["minute"])
        if hour == 0 or (hour <= 23 and minute <= 59) or (hour == 24 and minute == 0):
            continue
        zone = _ZONE_WRITTEN.match(text, match.end())
        written = text[match.start() : zone.end() if zone else match.end()].removesuffix(".")
        before, after = (
            text[max(0, match.start() - 16) : match.start()].lower(),
            text[match.end() : match.end() + 20].lower(),
        )
        place = sentence.start, sentence.end
        if minute <= 59 and _GAME.search(sentence.line):
            continue  # 24:33 of a match
        if _VERSE.search(text, *place) or (minute > 59 and _DILUTED.search(text, *place)):
            continue
        if match["joint"] == ".":
            is_price = not _PRICES.isdisjoint(sentence.words)
            is_time = hour < 30 and (zone or (_POINTED.search(before) and not is_price))
        else:
            is_time = (_CLOCK.search(before) or _ZONE.match(after)) and hour < 30
            is_span = _LEFT.match(after) is not None or _GAME.search(sentence.line) is not None
            is_time = is_time or (minute > 59 and is_span and hour < _LONGEST_GAME)
        if is_time:
            slot = next((slot for slot in sentence.slots if slot.start <= match.start() < slot.end), None)
            if slot is not None and slot.mark in "NT":
                yield decided(False, f"There is no time {written}.", SURE, slot.number)


RULE = ConsistencyRule(
    name="date",
    title="A date or time that does not exist",
    description="There is no such day or time, or it fell on a different weekday.",
    level="error",
    example="The term ended on 31 June 2016.",
    find=claims("date", "", read_dates, local=True),
)
