"""Durations that a draft computes from dates and times of day: "95 minutes" where it was 09:42 to 11:17."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from numerate.consistency.moments import Moment, read_moments
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.sources.values import allowed
from numerate.text.view import view

_FOLLOWING = 6
"""Moments after one that a duration may end at."""
_REACH = 600
"""Characters between two moments, at most."""
_DAY, _HALF_DAY = 86_400.0, 43_200.0
_MONTH = 30.44 * _DAY
_TRIED = 200
"""Spans of a length that are compared with a number; a timetable has thousands."""
_NEAR, _FAR = 0.3, 0.15
"""Least nearness of a word of the draft that one of the sentences has, and of one of two such words."""
_ROUGH = {"mo": 0.2 * _MONTH, "wk": _DAY, "d": _DAY}
"""Seconds by which a duration in months, weeks or days may differ: both ends may be counted."""


class Elapsed(NamedTuple):
    """The time between two moments of a source."""

    seconds: float
    written: str
    stems: frozenset[str]
    """Stems of the sentences of both, and of those before them."""


def elapsed_times(sources: Iterable[SourceText]) -> list[Elapsed]:
    """Return the times between moments of a source that stand near each other, shortest first."""
    return sorted((span for source in sources for span in _spans(source)), key=_seconds)


def _spans(source: SourceText) -> Iterator[Elapsed]:
    text = source.document.text
    moments = [moment for moment in read_moments(text, view(text)) if moment.exists()]
    stems = list(_stems(source, moments))
    for i, first in enumerate(moments):
        for j in range(i + 1, min(len(moments), i + 1 + _FOLLOWING)):
            second = moments[j]
            if second.start - first.end > _REACH:
                break
            written = f"from {text[first.start : first.end]} to {text[second.start : second.end]}"
            for seconds in _between(first, second):
                yield Elapsed(seconds, written, stems[i] | stems[j])


def measure_elapsed(draft: Quantity, text: str, spans: Sequence[Elapsed]) -> str | None:
    """Return between which moments of a source as much time lies as a number of a draft says, if any."""
    unit = draft.number.unit
    if draft.measure != "time" or not spans or unit is None:
        return None
    bounds, slack = allowed(draft, text), _ROUGH.get(unit.symbol, 0.0)
    words = {key for key, weight in draft.near.items() if weight >= _FAR}
    first = bisect_left(spans, bounds.low - slack, key=_seconds)
    last = bisect_right(spans, bounds.high + slack, key=_seconds)
    for span in spans[first : min(last, first + _TRIED)]:
        shared = words & span.stems
        if len(shared) > 1 or any(draft.near[key] >= _NEAR for key in shared):
            return span.written
    return None


def _seconds(span: Elapsed) -> float:
    return span.seconds


def _between(first: Moment, second: Moment) -> Iterator[float]:
    """Yield the seconds from one moment to another; two, where one may be before or after noon."""
    if first.seconds is not None and second.seconds is not None:
        seconds = float(second.seconds - first.seconds) % _DAY
        yield seconds
        if first.is_half_day != second.is_half_day:
            yield (seconds + _HALF_DAY) % _DAY
    elif first.seconds is None and second.seconds is None:
        start, end = _day(first, second.year), _day(second, first.year)
        if start and end:
            days = (end - start).days
            yield (abs(days) if first.year or second.year else days % _DAYS_OF_YEAR) * _DAY


def _day(moment: Moment, year: int | None) -> date | None:
    """Return the day of a date, which may take its year from another one."""
    return moment._replace(year=moment.year or year or _ANY_YEAR).date()


_ANY_YEAR, _DAYS_OF_YEAR = 2001, 365
"""A year without a leap day, for dates that name none."""


def _stems(source: SourceText, moments: Sequence[Moment]) -> Iterator[frozenset[str]]:
    """Yield the stems of the sentence of each moment, and of the one before it."""
    passages, at = source.passages, 0
    for moment in moments:
        while at < len(passages) and passages[at].end <= moment.start:
            at += 1
        around = passages[max(0, at - 1) : at + 1]
        yield frozenset[str]().union(*(passage.stems for passage in around))
