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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, permutations
from typing import NamedTuple

from numerate.consistency.learned.figures import COUNT, DAY, PERCENT, YEAR, Figure, ValueRange, members
from numerate.text.units import multiply

KINDS = ("sum", "run", "of", "rise", "fall", "product", "span", "hundred")
"""In the order in which the network numbers them."""
_SHARES, _FACTORS, _COUNTS = frozenset("PFXS"), frozenset("NUM"), frozenset("NO")
"""Marks of figures that are a share of an amount, multiply one, or may be a number of years."""
_DENSITY = 0.3
"""Density of ln y, near the result of an equation, of figures that have nothing to do with it."""
_LARGEST_CHANCE = 0.5
_MOST_PARTS = 12
_DAYS_OFF = 100
"""Days for each of which a span of days may be one day off, as months differ in length."""


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
    groups = {figure.group for figure in figures} - {""}
    for group in sorted(groups):
        amounts = members(figures, group)
        yield from _sums(amounts)
        yield from _runs(amounts)
        if group != PERCENT:
            yield from _shares(figures, amounts)
            yield from _products(figures, amounts, group)
    yield from _dimensional(figures)
    yield from _spans(figures)
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
            if last == first + 1:
                continue  # a sum of two
            for at, (k, whole) in enumerate(amounts):
                if not first <= at <= last:
                    yield equate("run", (amounts[first][0], amounts[last][0], k), low, high, whole)


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
    for p, count in enumerate(figures):
        if count.mark not in _FACTORS or (count.group == group and group != COUNT):
            continue
        if count.slot.mark == "M" and figures[amounts[0][0]].slot.mark != "M":
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
    measured = [(i, f) for i, f in enumerate(figures) if f.mark == "U" and f.slot.dimensions]
    if len({f.slot.dimensions for _, f in measured}) < 2:
        return
    for (i, a), (j, b) in combinations(measured, 2):
        dimensions = multiply((a.slot.dimensions or (), 1), (b.slot.dimensions or (), 1))
        for k, c in measured:
            if k not in (i, j) and c.slot.dimensions == dimensions and min(a.bounds.low, b.bounds.low) > 0:
                ends = a.bounds.low * b.bounds.low, a.bounds.high * b.bounds.high
                yield equate("product", (i, j, k), *ends, c.bounds)


def _spans(figures: Sequence[Figure]) -> Iterator[Candidate]:
    durations = [
        (i, f)
        for i, f in enumerate(figures)
        if f.mark in _COUNTS or (f.mark and f.slot.dimensions == (("time", 1),))
    ]
    if not durations:
        return
    for mark in "YDT":
        moments = [(i, f) for i, f in enumerate(figures) if f.slot.mark == mark or (mark == "Y" and year(f))]
        for (i, start), (j, end) in permutations(moments, 2):
            if mark == "Y" and day(start) and day(end):
                continue  # their days say more
            for length in _lengths(start, end, mark):
                for k, duration in durations:
                    span = _duration(duration, mark)
                    if span is not None:
                        yield equate("span", (i, j, k), *length, span)


def year(figure: Figure) -> float | None:
    """Return the year that a figure is or names."""
    moment = figure.slot.moment
    if figure.slot.mark == "Y":
        return figure.bounds.value
    return None if moment is None or moment.year is None else float(moment.year)


def _lengths(start: Figure, end: Figure, mark: str) -> Iterator[tuple[float, float]]:
    """Yield the shortest and longest time between two moments, in seconds."""
    if mark == "Y":
        years = (year(end) or 0) - (year(start) or 0)
        if years > 0:
            yield (years - 1) * YEAR, years * YEAR
    elif mark == "T":
        seconds = seconds_between(start, end)
        yield seconds, seconds
    else:
        first, last = day(start, end), day(end, start)
        if first and last and last > first:
            days = last - first
            yield (days - 1 - days / _DAYS_OFF) * DAY, (days + 1 + days / _DAYS_OFF) * DAY


def seconds_between(start: Figure, end: Figure) -> float:
    """Return the time from one time of day to the next other, in seconds."""
    return (end.bounds.value - start.bounds.value) % DAY


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
    shares = [(i, f.bounds) for i, f in enumerate(figures) if f.mark == "P"]
    for first in range(len(shares) - 1):
        low, high = shares[first][1].low, shares[first][1].high
        for last in range(first + 1, min(len(shares), first + _MOST_PARTS)):
            low, high = low + shares[last][1].low, high + shares[last][1].high
            indices = (shares[first][0], shares[last][0])
            yield equate("hundred", indices, low, high, ValueRange(99.95, 100.05, 100, 1))
