"""Rule `duration`: durations that do not fit beginning and end, as in "09:40 to 12:25, 3 h 45 min"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import pairwise

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim, claims
from numerate.consistency.cues import is_year
from numerate.consistency.equation import Equation, FixedTerm, Quantity, Sum, constant
from numerate.consistency.interval import Interval, exactly, hedged, known
from numerate.consistency.moments import last_day
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.text.units import TIME

_DAY = 86400
_ZONES = re.compile(
    r"\b(?:local time|time zone|gmt|utc|et|pt|est|bst|cet|overnight|next day|following day|with a"
    r"|including|excluding|break|interval|delay\w*|late|clocks?)\b"
)
_LASTS = re.compile(
    r"\b(?:took|takes|lasted|lasts|last|after|over|for|during|spanning|a total of|journey|duration"
    r"|long|lease|contract|term|period|notice|runs?|running|stay|built in|completed in|within|in)\b"
)
_EACH = re.compile(
    r"\b(?:every|each|a day|per day|a week|per week|daily|weekly|before|earlier|ago|later|old|aged"
    r"|born|younger|older|previous|since|sentenc\w*|warrant\w*|average)\b"
)
_LATER = re.compile(r"(?:,)? (?:later|after(?:wards)?)\b")
_IT = re.compile(
    r"(?:it|this|that|the (?:whole |entire |total )?(?:journey|flight|trip|crossing|drive|ride|course|meeting"
    r"|show|film|concert|match|event|exhibition|session|stay|tour|work|project|festival|season|term"
    r"|contract|lease|class|lesson|shift|interview)) (?:takes|took|lasts|lasted|runs for|ran for|will "
    r"(?:take|last)|was|is)(?: (?:only|just|exactly|for))* U(?: long)?[.,;]?$"
)
_APART = re.compile(r"\bwith(?:in)? $|\b(?:seen|visited|done|reached|read|covered|toured|walked) in $")
_NOTICE = re.compile(r"['’]?s? (?:[a-z]+ )?notice\b")
"""What must be given before the times of day of a sentence: "after 24 hours' notice, from 9 to 5"."""
_AGE = re.compile(r"\bof age\b|\bold\b|\baged?\b|\brespectively\b|\brates?\b|\bperiods? of\b|\bfiscal\b")
_BEGINS = re.compile(
    r"\b(?:from T|T ?[-\x96] ?T|T (?:to|until|till) T|leav\w+|left|depart\w*|arriv\w*|open\w*|stay|valid"
    r"|clos\w*|start\w*|began"
    r"|kick\w* off|abandon\w*|stopp\w*|adjourn\w*|set off|set out|return\w*|reach\w*|begin\w*|end\w*"
    r"|finish\w*|until|till|land\w*|took off|kick-off|doors|show|runs?|lasted|from D"
    r"|between D|beginning|ended|posted|given|signed|D ?[-\x96] ?D)"
)


def read_durations(sentence: Sentence) -> Iterator[Claim]:
    """Read every duration with its beginning and its end."""
    spans = [slot for slot in sentence.having("U") if slot.dimensions == TIME or _is_daily(slot)]
    if any(slot.value >= 1900 for slot in spans) or _AGE.search(sentence.line):
        return
    if not spans:
        spans = [slot for slot in sentence.having("N") if slot.after(6) == " night"]
    if re.search(r"[YD][^;]*;[^;]*[YD]", sentence.line):
        return  # a lease that began, and a tenant who left
    spans = [slot for slot in spans if not re.search(r"\b(?:first|last|past|next) $", slot.before(8))]
    if sentence.having("T"):
        spans = [slot for slot in spans if not _NOTICE.match(slot.after(30))]
    if not spans or any(_APART.search(slot.before(12)) for slot in spans):
        return
    before = sentence.previous
    if before is not None and len(sentence.slots) == 1 and _IT.match(sentence.line):
        if not any(slot.dimensions == TIME for slot in before.slots):
            yield from _between(before, spans)
        return
    yield from _between(sentence, spans)


def _is_daily(slot: Slot) -> bool:
    """Return whether a quantity is hours of each day: open "from 8 to 5, nine hours a day"."""
    return slot.number.unit is not None and slot.number.unit.symbol in ("h/d", "min/d")


def _hours(span: Slot) -> Quantity:
    """Return hours a day as hours."""
    seconds = Fraction(3600 if span.number.unit is not None and span.number.unit.symbol == "h/d" else 60)
    return Quantity(span.number, span.hedged(known(span.number)).times(seconds), seconds)


def _between(sentence: Sentence, spans: list[Slot]) -> Iterator[Claim]:
    """Read durations with the two moments of a sentence."""
    times, days = sentence.having("T"), sentence.having("D")
    years = [slot for slot in sentence.slots if is_year(slot)]
    if (
        len(spans) == 1
        and spans[0].sentence is sentence
        and _is_of_another(spans[0], [*times, *days, *years])
    ):
        return
    if len(times) >= 2 and len(spans) == 1:
        yield from _of_times(sentence, times, spans[0])
    elif len(days) == 2 and len(spans) == 1 and not years:
        yield from _of_days(sentence, days[0], days[1], spans[0])
    elif len(years) == 2 and not days and len(spans) == 1:
        yield from _of_years(sentence, years[0], years[1], spans[0])


_ANOTHER = re.compile(
    r"\b(?:an?|each|every|most|one|another|some|no) (?:[a-z-]+ ){1,3}(?:last(?:s|ed)?|takes?|took|runs?"
    r"|ran|need\w*|is|was)\b"
)
"""Another thing that lasts as long: "open from 10:00 to 18:00, and a tour lasts 90 minutes"."""


_APART_FROM = re.compile(r";(?! (?:it|this|that|which|so|thus|hence)\b)")


def _is_of_another(span: Slot, moments: list[Slot]) -> bool:
    """Return whether a duration after two moments is of something else."""
    last = max((slot.at for slot in moments), default=span.at)
    between = span.sentence.line[last + 1 : span.at] if last < span.at else ""
    if _ANOTHER.search(between):
        return True
    # "opened in 1932 and closed in 1999 for two years", but "from 1932 to 1999 for 67 years"
    bare = re.fullmatch(r" for (?:[a-z]+ ){0,2}", between) is not None
    return bare and not _FROM_TO.search(span.sentence.line)


_FROM_TO = re.compile(
    r"\b(?:from|between) (?:[a-z]+ )?(?P<first>[YDT])(?:,? (?:to|until|till|and|through) (?:[a-z]+ )?"
    r"|[-\x96])(?P<second>[YDT])"
    r"|(?P<begin>Y)[-\x96](?P<end>Y)"
)
_APPOSED = re.compile(r"(?:,|;|:| ?\(| ?[-\x96\x97]|\)|\),)(?: (?!and\b|but\b|while\b)[a-z.]+){0,5} ?,? ?")


def _is_apposed(first: Slot, second: Slot, span: Slot) -> bool:
    """Return whether a duration stands behind "from … to …" as its length."""
    line = span.sentence.line
    stated = any(match.end() - 1 == second.at for match in _FROM_TO.finditer(line))
    return stated and second.at < span.at and _APPOSED.fullmatch(line[second.at + 1 : span.at]) is not None


def _of_times(sentence: Sentence, times: list[Slot], span: Slot) -> Iterator[Claim]:
    """Read "leaves at 09:40 and arrives at 12:25, a journey of 2 hours 45 minutes"."""
    if len(times) > 2:
        near = [
            (a, b)
            for a, b in pairwise(times)
            if sentence.line[a.at + 1 : b.at] in ("\x96", "-", " to ", " - ", " \x96 ")
        ]
        if len(near) != 1:
            return
        times = list(near[0])
    start, end = times
    if (
        start.moment is None
        or end.moment is None
        or start.moment.seconds is None
        or end.moment.seconds is None
    ):
        return
    if not (start.moment.exists() and end.moment.exists()) or not _is_between(start, end, span):
        return
    elapsed = end.quantity() - start.quantity()
    duration = _hours(span) if _is_daily(span) else span.quantity()
    precise = Interval(duration.values().low, duration.values().high)
    equation = Equation(elapsed, Quantity(span.number, precise, duration.scale, duration.offset))
    half = Sum((end.quantity(), start.quantity(), constant(12 * 3600)), (1, -1, 1))
    night = Sum((end.quantity(), start.quantity(), constant(_DAY)), (1, -1, 1))
    seconds = int(end.moment.seconds - start.moment.seconds) % _DAY
    problem = f"From {start.written} to {end.written} is {write_time(seconds)}, not {span.written}."
    numbers = (*start.numbers, *end.numbers, span.number)
    others = [Equation(half, duration), Equation(night, duration)]
    if _AFTERNOON.search(end.written) and not _AFTERNOON.search(start.written):  # "2.10 to 4.55pm"
        others.append(
            Equation(Sum((end.quantity(), start.quantity(), constant(12 * 3600)), (1, -1, -1)), duration)
        )
    if _TRAVEL.search(sentence.line):
        zones = (elapsed + constant(hours * 3600) for hours in range(-_ZONES_APART, 24 + _ZONES_APART + 1))
        others += [Equation(there, duration) for there in zones]
    if start.written.count(":") == end.written.count(":") == 2:  # times of a race, the winner's last
        others.append(Equation(start.quantity() - end.quantity(), duration))
    apart = _APART_FROM.search(sentence.line[end.at : span.at]) is not None
    apart = apart or (start.at < span.at < end.at and re.match(r",", span.after(2)) is not None)
    yield Claim(equation, problem, STRONG if apart else SURE, tuple(others), numbers)


def _is_between(start: Slot, end: Slot, span: Slot) -> bool:
    """Return whether the words say that a duration is that between two times of day."""
    line = span.sentence.line
    after = line[end.at + 1 : span.at] if end.at < span.at else ""
    if not (_TAKING.fullmatch(after) or _BEGINS.search(line)) or span.sentence.having("D"):
        return False
    if _ZONES.search(line) or _RACE.search(line):
        return False
    if any("." in number.text for slot in (start, end) for number in slot.numbers):
        return False
    is_later = re.match(r" later\b", span.after(12)) is not None and re.fullmatch(
        r",? ", line[end.at + 1 : span.at]
    )
    if is_later:
        return True
    return not _EACH.search(line) and not re.match(r" (?:before|after|early|later|late)\b", span.after(10))


_TAKING = re.compile(r"(?:,|;|:| ?[(\x96\x97-])? ?(?:after|for|taking|lasting|a total of)(?: [a-z]+){0,3} ")
_RACE = re.compile(r"\btime improved\b|\bfaster\b|\bslower\b|\bpersonal best\b")
_AFTERNOON = re.compile(r"\bp\.?m|\dp\.?m")


_TRAVEL = re.compile(
    r"\b(?:flights?|fl(?:y|ies|ew|ying)|lands?|landing|landed|airports?|airlines?|plane|in the air"
    r"|time (?:zones?|difference)|ferry)\b"
)
"""Words of journeys whose ends may be in different time zones."""
_ZONES_APART = 12
"""Most hours between them."""


def write_time(seconds: int) -> str:
    """Write a length of time in hours and minutes, and seconds if there are any."""
    hours, minutes = divmod(seconds // 60, 60)
    rest = seconds % 60
    parts = [f"{hours} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes or not (hours or rest))
    return " ".join([*parts, *[f"{rest} s"] * bool(rest)])


ROUNDED_WEEKS = 5
"""Weeks from which on a period of a few days less is written as whole weeks."""
_OTHER_SCALE = 30
"""Ratio of a stated to an actual duration beyond which it is the duration of something else."""


def _of_days(sentence: Sentence, first: Slot, second: Slot, span: Slot) -> Iterator[Claim]:
    """Read "began on 12 March and ended ten days later, on 22 March"."""
    ends = _days(first, second)
    if (
        ends is None
        or "whichever" in sentence.words
        or (_EACH.search(sentence.line) and not _LATER.match(span.after(12)))
        or not (_LASTS.search(sentence.line) or _LATER.match(span.after(12)))
    ):
        return
    if (
        not _BEGINS.search(sentence.line)
        or re.match(r" (?:ended|ending)\b", span.after(10))
        or re.search(r"\bfrom $", second.before(6))
    ):
        return
    values = _in_days(span, is_dated=first.moment is not None and first.moment.day is not None)
    if values is None or values.low > _OTHER_SCALE * ends[1]:
        return  # "a six-year run" that ends within the month
    values = hedged(span.number, sentence.text, values)
    unit = span.number.unit
    per_unit = Fraction(unit.factor) / _DAY if unit is not None else Fraction(1)
    equation = Equation(FixedTerm(Interval(*ends)), Quantity(span.number, values, per_unit))
    shown = write_days(ends[0], unit.symbol) if unit is not None else f"{int(ends[0])} nights"
    problem = f"From {first.written} to {second.written} is {shown}, not {span.written}."
    clean = len(sentence.having("NUMP")) <= 2 and "(D" not in sentence.line
    clean = clean and not _APART_FROM.search(sentence.line[second.at : max(second.at, span.at)])
    yield Claim(
        equation,
        problem,
        SURE if clean else LIKELY,
        (),
        (*first.numbers, *second.numbers, span.number),
    )


def _in_days(span: Slot, is_dated: bool) -> Interval | None:
    """Return the days that a duration may mean; None for hours, and for what is no time.

    is_dated: whether the first of its two ends names the day, so that months and years are nearly exact.
    """
    unit = span.number.unit
    if unit is None:
        return exactly(span.number) if span.noun == "night" else None
    values = exactly(span.number).times(Fraction(unit.factor) / _DAY)
    if unit.symbol in ("d", "wk"):
        both = 0 if _LATER.match(span.after(12)) else 1  # the first and the last day may both count
        if both and unit.symbol == "wk":
            both = 3  # a week may end on Friday
        rounded = 3 if unit.symbol == "wk" and span.value >= ROUNDED_WEEKS else 0
        return Interval(values.low - both, values.high + rounded)
    if unit.symbol in ("mo", "yr"):
        slack = Fraction(16) if unit.symbol == "mo" else Fraction(183)
        if span.value % 1 == 0 and is_dated:
            slack = Fraction(4) if unit.symbol == "mo" else Fraction(20)
        return values.plus(Interval(-slack, slack))
    return None


def write_days(days: Fraction, unit: str) -> str:
    """Write a length of time in days, or in months and years if it was stated in these units."""
    if unit in ("mo", "yr") and days > 60:
        months = round(float(days) / 30.4375)
        return (
            f"{months // 12} years and {months % 12} months"
            if months >= 24 and months % 12
            else f"{months // 12} years"
            if months >= 24
            else f"{months} months"
        )
    return f"{int(days)} days"


def _days(first: Slot, second: Slot) -> tuple[Fraction, Fraction] | None:
    """Return the shortest and longest time between two dates, in days."""
    a, b = first.moment, second.moment
    if (
        a is None
        or b is None
        or a.month is None
        or b.month is None
        or not (a.exists() and b.exists())
        or a.numeric
        or b.numeric
    ):
        return None
    if (a.year is None) != (b.year is None) and a.year is not None:
        return None
    year = a.year or b.year or 2001
    try:
        low = date(year, a.month, a.day or 1)
        top = date(year, a.month, a.day or last_day(year, a.month))
        later = b.year or (year if (b.month, b.day or 31) >= (a.month, a.day or 1) else year + 1)
        least = date(later, b.month, b.day or 1)
        most = date(later, b.month, b.day or last_day(later, b.month))
    except ValueError:
        return None
    if most < low:
        return None
    return Fraction((least - top).days), Fraction((most - low).days)


_BECAME = re.compile(
    r"\b(?:ascended|crowned|became|appointed|elected|took (?:office|over|the throne)|began|started"
    r"|joined|opened|founded"
    r"|acceded|came to (?:power|the throne))\b"
)


def _of_years(sentence: Sentence, first: Slot, second: Slot, span: Slot) -> Iterator[Claim]:
    """Read "started in 2006 and took nine years; finished in 2015"."""
    unit = span.number.unit
    if span.after(6) == " until" and not _BECAME.search(sentence.line[: span.at]):
        return
    if unit is None or unit.symbol != "yr" or _EACH.search(sentence.line) or first.value >= second.value:
        return
    apposed = _is_apposed(first, second, span)
    if not apposed and not re.search(
        r"\b(?:took|takes|lasted|lasts|after|for|over|spanning|long|reign\w*|lease|term|built|work"
        r"|construction)\b",
        sentence.line,
    ):
        return
    if (
        not apposed
        and not re.search(
            r"\b(?:took|lasted|lasts|after|for|over|spanning|of|is|runs?) (?:(?:about|nearly|some|almost"
            r"|just|only|over|more than|exactly|a total of|a|the|its) )*$",
            span.before(40),
        )
        and not re.match(r"[ -](?:long|lease|term|reign|war|project|period)", span.after(12))
    ):
        return
    years = hedged(span.number, sentence.text, exactly(span.number).plus(Interval(Fraction(-1), Fraction(1))))
    elapsed = Quantity(second.number, exactly(second.number)) - Quantity(first.number, exactly(first.number))
    actual = int(second.value - first.value)
    problem = f"From {first.number.text} to {second.number.text} is {actual} years, not {span.written}."
    cue = re.search(
        r"\b(?:began|begun|started|from|between|founded|opened|laid|elected|appointed|signed|broke "
        r"out|launched|commenced)\b",
        sentence.line,
    )
    yield Claim(
        Equation(elapsed, Quantity(span.number, years)),
        problem,
        SURE
        if len(sentence.having("NUMP")) <= 1
        and (apposed or (cue and _is_near(sentence, first, second, span)))
        else LIKELY,
        (),
        (first.number, second.number, span.number),
    )


def _is_near(sentence: Sentence, first: Slot, second: Slot, span: Slot) -> bool:
    """Return whether a duration stands next to its years, in the same clause."""
    if first.at < span.at < second.at:
        between = sentence.line[first.at + 1 : span.at]
        return len(between) <= 40 and not re.search(r"\bbut\b|;", between)
    between = (
        sentence.line[second.at + 1 : span.at]
        if span.at > second.at
        else sentence.line[span.at + 1 : first.at]
    )
    return len(between) <= 60 and not re.search(r"\b(?:and|but|while)\b", between)


RULE = ConsistencyRule(
    name="duration",
    title="A duration that does not fit its beginning and end",
    description="The two times or dates are further apart, or closer together, than stated.",
    level="error",
    example="The train leaves at 09:40 and arrives at 12:25, a journey of 3 hours 45 minutes.",
    find=claims(
        "duration",
        "hour hours h hr hrs minute minutes min mins day days week weeks month months year years"
        " night nights",
        read_durations,
        shape="[TDYN].*[TDYN]|^[^A-Z]*U[^A-Z]*$",
    ),
    last_is_derived=True,
)
