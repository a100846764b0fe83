"""Equations that the figures of a window could satisfy: all that their units allow, whatever the words say.

A candidate is a kind and up to three figures in their roles:

    sum      a + b = whole                    (a, b, whole)
    run      first + … + last = whole         (first, last, whole), all of one unit from first to last
    of       whole × share = part             (share, part, whole)
    rise     old × (1 + share) = new          (share, new, old)
    fall     old × (1 − share) = new          (share, new, old)
    product  a × b = c                        (a, b, c)
    span     start + duration = end           (start, end, duration), of years, dates and times of day
    hundred  first + … + last = 100%          (first, last)
    same     a = b, in the same or other units  (a, b)
    mean     first + … + last = n × mean      (first, last, mean), n figures from first to last
    growth   old × (1 ± share)ⁿ = new         (share, new, old), for n years or steps that the text names
    steps    old ± n × step = new             (step, new, old), likewise
    ratio    a : b = part : other             (a, part, other), b being the figure after a; other or whole
    ages     age + (end − start) = later age  (start, end, later age), for some other age of the text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, pairwise, permutations
from typing import NamedTuple

from numerate.consistency.learned.figures import COUNT, DAY, PERCENT, YEAR, Figure, ValueRange, members
from numerate.text.units import multiply

KINDS = (
    "sum", "run", "of", "rise", "fall", "product", "span", "hundred", "same", "mean", "growth", "steps",
    "ratio", "ages",
)  # fmt: skip
"""In the order in which the network numbers them."""
_SHARES, _FACTORS, _COUNTS = frozenset("PFXS"), frozenset("NUM"), frozenset("NO")
"""Marks of figures that are a share of an amount, multiply one, or may be a number of years."""
_DENSITY = 0.3
"""Density of ln y, near the result of an equation, of figures that have nothing to do with it."""
_LARGEST_CHANCE = 0.5
_MOST_PARTS = 12
_DAYS_OFF = 100
"""Days for each of which a span of days may be one day off, as months differ in length."""
_MOST_TIMES, _MOST_DOUBLINGS = 60, 6
"""Most steps, or years, of a growth; and of one by a multiple, whose steps the text need not name."""
_LONGEST_JOINT = 14
"""Characters between the two figures of a ratio: 4:3, "nine to one", "one for every eighteen"."""
_SMALL_GROUP = 6
"""Counts of a window from which steps among them hold by accident too often."""
_CLOCK = re.compile(r"([01]?\d|2[0-3])\.([0-5]\d)|([01]\d|2[0-3])([0-5]\d)")
_MONTH = YEAR / 12
_OLDEST = 111


class Candidate(NamedTuple):
    """An equation that may be meant."""

    kind: str
    figures: tuple[int, ...]
    """Indices of its figures, in their roles."""
    holds: bool
    chance: float
    """Chance that it holds by accident, between figures that have nothing to do with each other."""


def candidates(figures: Sequence[Figure]) -> Iterator[Candidate]:
    """Yield every equation that the units of the figures allow, and whether it holds."""
    times = numbers_of_times(figures)
    groups = {figure.group for figure in figures} - {""}
    for group in sorted(groups):
        amounts = members(figures, group)
        yield from _sums(amounts)
        yield from _runs(amounts)
        yield from _same(amounts)
        if group != PERCENT:
            yield from _shares(figures, amounts)
            yield from _products(figures, amounts, group)
            yield from _growth(figures, amounts, times)
            yield from _ratios(figures, amounts)
        yield from _steps(amounts, times)
    yield from _rated_steps(figures)
    yield from _dimensional(figures)
    yield from _spans(figures)
    yield from _ages(figures)
    yield from _same_moments(figures)
    yield from _hundreds(figures)


def equate(kind: str, indices: tuple[int, ...], low: float, high: float, result: ValueRange) -> Candidate:
    """Return an equation whose result may be anything from `low` to `high` by the other figures."""
    slack = 1e-9 * max(abs(low), abs(high))
    holds = low <= result.high + slack and high >= result.low - slack
    width = max(result.high - result.low + high - low, result.step)
    size = max(abs(result.value), abs(low), 1e-12)
    return Candidate(kind, indices, holds, min(_LARGEST_CHANCE, _DENSITY * width / size))


def _sums(amounts: Sequence[tuple[int, ValueRange]]) -> Iterator[Candidate]:
    for (i, a), (j, b) in combinations(amounts, 2):
        for k, whole in amounts:
            if k not in (i, j):
                first, second, result = at_common_step((a, b, whole))
                ends = first.low + second.low, first.high + second.high
                yield equate("sum", (i, j, k), *ends, result)


def at_common_step(amounts: Sequence[ValueRange]) -> list[ValueRange]:
    """Return figures each of which is as precise as the others: 1,200 next to 875 and 425 is exact."""
    steps = [amount.step for amount in amounts]
    return [amount.at_step(max(steps[:i] + steps[i + 1 :])) for i, amount in enumerate(amounts)]


def _runs(amounts: Sequence[tuple[int, ValueRange]]) -> Iterator[Candidate]:
    for first in range(len(amounts) - 2):
        low, high = amounts[first][1].low, amounts[first][1].high
        for last in range(first + 1, min(len(amounts), first + _MOST_PARTS)):
            low, high = low + amounts[last][1].low, high + amounts[last][1].high
            count = last - first + 1
            for at, (k, whole) in enumerate(amounts):
                if first <= at <= last:
                    continue
                ends = amounts[first][0], amounts[last][0]
                yield equate("mean", (*ends, k), low / count, high / count, whole)
                if count > 2:  # others are sums
                    yield equate("run", (*ends, k), low, high, whole)


def _same(amounts: Sequence[tuple[int, ValueRange]]) -> Iterator[Candidate]:
    for (i, a), (j, b) in combinations(amounts, 2):
        yield equate("same", (i, j), a.low, a.high, b)


def _same_moments(figures: Sequence[Figure]) -> Iterator[Candidate]:
    """Yield that two years, or two times of day, are the same."""
    for mark in "YT":
        yield from _same([(i, figure.bounds) for i, figure in enumerate(figures) if figure.slot.mark == mark])


def numbers_of_times(figures: Sequence[Figure]) -> list[int]:
    """Return how often something may grow: the years and steps that the figures name, or lie between them."""
    lengths = [
        figure.as_written.value
        for figure in figures
        if figure.mark == "N" or (figure.mark == "U" and figure.slot.dimensions == (("time", 1),))
    ]
    years = [year(figure) or 0 for figure in figures if figure.slot.mark == "Y"]
    lengths += [abs(a - b) for a, b in combinations(years, 2)]
    shares = [figure.bounds.value for figure in figures if figure.mark == "P"]
    lengths += [2] if len(set(shares)) < len(shares) else []  # "by 10% in 2022 and by another 10% in 2023"
    return sorted({int(n) for n in lengths if 1 < n <= _MOST_TIMES and n == int(n)})


def _growth(
    figures: Sequence[Figure], amounts: Sequence[tuple[int, ValueRange]], times: Sequence[int]
) -> Iterator[Candidate]:
    for p, share in enumerate(figures):
        steps = growth_steps(share, times)
        for (i, new), (j, old) in permutations(amounts, 2) if steps else ():
            if p in (i, j) or old.low <= 0:
                continue
            low, high = growth_factors(share, new.value > old.value)
            if low > 0:
                yield _any_times(
                    "growth", (p, i, j), [(low**n * old.low, high**n * old.high) for n in steps], new
                )


def growth_steps(share: Figure, times: Sequence[int]) -> Sequence[int]:
    """Return the numbers of times that something may grow by a share or a multiple."""
    if share.mark not in ("X", "P", "F") or not 0 < share.bounds.low <= share.bounds.high < 100:
        return ()
    return range(2, _MOST_DOUBLINGS + 1) if share.mark == "X" else times


def growth_factors(share: Figure, rises: bool) -> tuple[float, float]:
    """Return the smallest and largest factor of one step."""
    low, high = share.bounds.low, share.bounds.high
    if share.mark == "X":
        return (low, high) if rises or high < 1 else (1 / high, 1 / low)
    scale = 100 if share.mark == "P" else 1
    return (1 + low / scale, 1 + high / scale) if rises else (1 - high / scale, 1 - low / scale)


def _steps(amounts: Sequence[tuple[int, ValueRange]], times: Sequence[int]) -> Iterator[Candidate]:
    if not times or len(amounts) > _SMALL_GROUP:
        return
    for (i, step), (j, new), (k, old) in permutations(amounts, 3):
        if step.low > 0 and step.value < abs(new.value - old.value):
            sign = 1 if new.value > old.value else -1
            low, high = sorted((sign * step.low, sign * step.high))
            yield _any_times(
                "steps", (i, j, k), [(old.low + n * low, old.high + n * high) for n in times], new
            )


def _rated_steps(figures: Sequence[Figure]) -> Iterator[Candidate]:
    """Yield steps at a rate: 22 metres a year, from 1998 to 2018."""
    lengths = durations(figures)
    for p, rate in enumerate(figures) if lengths else ():
        if rate.mark != "U" or ("time", -1) not in (rate.slot.dimensions or ()) or rate.bounds.low <= 0:
            continue
        rest = tuple(each for each in rate.slot.dimensions or () if each != ("time", -1))
        if not rest:
            continue
        for (i, new), (j, old) in permutations(members(figures, str(rest)), 2):
            sign = 1 if new.value > old.value else -1
            low, high = sorted((sign * rate.bounds.low, sign * rate.bounds.high))
            ends = [(old.low + n * low, old.high + n * high) for n in lengths]
            yield _any_times("steps", (p, i, j), ends, new)


def durations(figures: Sequence[Figure]) -> list[float]:
    """Return the durations that figures name, or that lie between years, in seconds."""
    named = [f.bounds.value for f in figures if f.mark == "U" and f.slot.dimensions == (("time", 1),)]
    years = sorted({year(figure) or 0 for figure in figures if figure.slot.mark == "Y"})
    return [n for n in (*named, *(YEAR * (b - a) for a, b in combinations(years, 2))) if n > 0]


def _ratios(figures: Sequence[Figure], amounts: Sequence[tuple[int, ValueRange]]) -> Iterator[Candidate]:
    for p, (first, second) in enumerate(pairwise(figures)):
        gap = second.slot.start - first.slot.end
        if first.mark != "N" or second.mark != "N" or not 0 < gap <= _LONGEST_JOINT:
            continue
        a, b = first.as_written.value, second.as_written.value
        if min(a, b) <= 0 or a == b:
            continue
        for (i, part), (j, other) in permutations(amounts, 2):
            if {p, p + 1} & {i, j} or other.low <= 0:
                continue
            ends = [(share * other.low, share * other.high) for share in (a / b, a / (a + b), b / (a + b))]
            yield _any_times("ratio", (p, i, j), ends, part)


def _ages(figures: Sequence[Figure]) -> Iterator[Candidate]:
    years = [(i, value) for i, figure in enumerate(figures) if (value := year(figure))]
    ages = [
        (i, figure.as_written.value)
        for i, figure in enumerate(figures)
        if figure.mark == "N" and 0 < figure.as_written.value < _OLDEST
    ]
    if len(ages) < 2:
        return
    for (i, start), (j, end) in permutations(years, 2):
        for k, later in ages if end > start else ():
            length = end - start
            ends = [(age + length - 1, age + length + 1) for n, age in ages if n != k]
            yield _any_times("ages", (i, j, k), ends, ValueRange(later, later, later, 1))


def _any_times(
    kind: str, indices: tuple[int, ...], ends: Sequence[tuple[float, float]], result: ValueRange
) -> Candidate:
    """Return an equation that is meant for some number of times."""
    tried = [equate(kind, indices, *each, result) for each in ends]
    chance = min(_LARGEST_CHANCE, sum(each.chance for each in tried))
    return Candidate(kind, indices, any(each.holds for each in tried), chance)


def _shares(figures: Sequence[Figure], amounts: Sequence[tuple[int, ValueRange]]) -> Iterator[Candidate]:
    for p, share in enumerate(figures):
        if share.mark not in _SHARES:
            continue
        scale = 0.01 if share.mark == "P" else 1.0
        low, high = share.bounds.low * scale, share.bounds.high * scale
        for (i, part), (j, whole) in permutations(amounts, 2):
            if p in (i, j) or whole.low <= 0:
                continue
            part, whole = at_common_step((part, whole))
            ends = (low * whole.low, high * whole.high)
            yield equate("of", (p, i, j), *ends, part)
            if share.mark in "PF":
                yield equate("rise", (p, i, j), (1 + low) * whole.low, (1 + high) * whole.high, part)
                if high < 1:
                    yield equate("fall", (p, i, j), (1 - high) * whole.low, (1 - low) * whole.high, part)


def _products(
    figures: Sequence[Figure], amounts: Sequence[tuple[int, ValueRange]], group: str
) -> Iterator[Candidate]:
    """Yield counts times amounts: 12 crates of 24 bottles, 38 hours at £12."""
    mark = next(figure.slot.mark for figure in figures if figure.group == group)
    for p, count in enumerate(figures):
        if count.mark not in _FACTORS or (count.group == group and group != COUNT):
            continue
        if count.slot.mark == "M" != mark:
            continue  # other than at a rate of exchange, money is not a factor
        a = count.as_written
        if a.low <= 0:
            continue
        for (i, b), (j, c) in permutations(amounts, 2):
            if p in (i, j) or b.low <= 0 or (group == COUNT and count.group == COUNT and p > i):
                continue
            yield equate("product", (p, i, j), a.low * b.low, a.high * b.high, c)


def _dimensional(figures: Sequence[Figure]) -> Iterator[Candidate]:
    """Yield products of units: a speed and a time, two lengths and an area."""
    measured = [
        (i, f)
        for i, f in enumerate(figures)
        if f.mark == "U" and f.slot.number.unit is not None and (f.slot.dimensions or _is_rate(f))
    ]
    if len({f.slot.dimensions for _, f in measured}) < 2:
        return
    for (i, a), (j, b) in combinations(measured, 2):
        dimensions = multiply((a.slot.dimensions or (), 1), (b.slot.dimensions or (), 1))
        for k, c in measured:
            if k in (i, j) or c.slot.dimensions != dimensions or _is_rate(c):
                continue
            if min(a.bounds.low, b.bounds.low) > 0:
                ends = a.bounds.low * b.bounds.low, a.bounds.high * b.bounds.high
                yield equate("product", (i, j, k), *ends, c.bounds)


def _is_rate(figure: Figure) -> bool:
    """Return whether a unit without a dimension is one for each of another: mg per kg."""
    return figure.slot.number.unit is not None and "/" in figure.slot.number.unit.symbol


def _spans(figures: Sequence[Figure]) -> Iterator[Candidate]:
    named = [
        (i, f)
        for i, f in enumerate(figures)
        if f.mark in _COUNTS or (f.mark and f.slot.dimensions == (("time", 1),))
    ]
    if not named:
        return
    for mark in "YDT":
        moments = [(i, f) for i, f in enumerate(figures) if _is_moment(f, mark)]
        for (i, start), (j, end) in permutations(moments, 2):
            if mark == "Y" and day(start) and day(end):
                continue  # their days say more
            lengths = list(_lengths(start, end, mark))
            for k, duration in named if lengths else ():
                span = _duration(duration, mark)
                if span is not None and k not in (i, j):
                    yield _any_times("span", (i, j, k), lengths, span)


def _is_moment(figure: Figure, mark: str) -> bool:
    if mark == "Y":
        return year(figure) is not None
    return clock(figure) is not None if mark == "T" else figure.slot.mark == mark


def clock(figure: Figure) -> float | None:
    """Return the time of day that a figure may be, in seconds: 17:15, 8.30, 0600, half past six."""
    if figure.slot.mark == "T":
        return figure.bounds.value
    match = _CLOCK.fullmatch(figure.slot.number.text) if figure.slot.mark in "NY" else None
    if match is None or figure.slot.noun is not None:
        return None
    return 3600.0 * int(match[1] or match[3]) + 60.0 * int(match[2] or match[4])


def year(figure: Figure) -> float | None:
    """Return the year that a figure is or names."""
    moment = figure.slot.moment
    if figure.slot.mark == "Y":
        return figure.bounds.value
    return None if moment is None or moment.year is None else float(moment.year)


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
        return
    months = _month(start), _month(end)
    years = (year(end) or 0) - (year(start) or 0)
    if mark == "Y" and months[0] and months[1]:
        if months[1] > months[0]:
            yield (months[1] - months[0] - 1) * _MONTH, (months[1] - months[0] + 1) * _MONTH
    elif mark == "Y" and years > 0:
        yield (years - 1) * YEAR, years * YEAR


def _month(figure: Figure) -> int | None:
    """Return the month that a date names, with its year, counted from the year 0."""
    moment = figure.slot.moment
    return None if moment is None or moment.year is None else 12 * moment.year + (moment.month or 0)


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


def day(figure: Figure, other: Figure | None = None) -> int | None:
    """Return the day of a date, where it names no year in that of another, or in one without a leap day."""
    moment = figure.slot.moment
    named = None if other is None or other.slot.moment is None else other.slot.moment.year
    if moment is None or moment.month is None or moment.day is None or not moment.exists():
        return None
    if moment.month > 12 or (moment.month, moment.day) == (2, 29):
        return None
    return date(moment.year or named or 2001, moment.month, moment.day).toordinal()


def _duration(figure: Figure, mark: str) -> ValueRange | None:
    """Return a duration in seconds; a plain number, or one of an anniversary, is in years."""
    if figure.mark in _COUNTS:
        return figure.as_written.times(YEAR) if mark == "Y" else None
    if mark == "T" and figure.bounds.value > DAY:
        return None
    return figure.bounds


def _hundreds(figures: Sequence[Figure]) -> Iterator[Candidate]:
    shares = members(figures, PERCENT)
    for first in range(len(shares) - 1):
        low, high = shares[first][1].low, shares[first][1].high
        for last in range(first + 1, min(len(shares), first + _MOST_PARTS)):
            low, high = low + shares[last][1].low, high + shares[last][1].high
            indices = (shares[first][0], shares[last][0])
            yield equate("hundred", indices, low, high, ValueRange(99.95, 100.05, 100, 1))
