"""Two years of one subject, as of a life or a war, of which one is right and the other wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from numerate.consistency.interval import Interval
from numerate.consistency.world.elements import Line
from numerate.consistency.world.subjects import is_allowed, is_part
from numerate.consistency.world.table import Fact
from numerate.consistency.world.values import Value, fits, read_value

JOINTS = frozenset(("-", "\x96", "to", "and", "until"))
"""What stands between the two years of a span."""
_BEFORE = frozenset("( , ; c ca circa b born . lived".split())
"""What may stand between a name and its years in brackets."""
_FARTHEST = 8
"""Elements between a name and its years."""


class Span(NamedTuple):
    """The facts of both ends."""

    first: Fact
    last: Fact


def read_spans(line: Line, facts: Sequence[Fact], at: int) -> Iterator[tuple[Fact, Value]]:
    """Yield the years of the subject at a place: both if they are right, or the one that is wrong."""
    spans = [Span(*pair) for pair in zip(facts[::2], facts[1::2], strict=True)]
    if not spans or is_part(line, facts[0], at, frozenset()):
        return
    for place in range(at + 1, min(len(line) - 2, at + _FARTHEST)):
        if line.text(place + 1) not in JOINTS:
            continue
        first, last = (read_value(line, each, facts[0]) for each in (place, place + 2))
        if first is not None and last is not None and last.number.value >= 100:  # not 1642–45
            meant = [span for span in spans if _is_meant(line, span, at, place)]
            yield from _compare(spans, meant, first, last)
            return


def _is_meant(line: Line, span: Span, at: int, place: int) -> bool:
    """Return whether two years follow a name in brackets, or after a word such as "reigned"."""
    known, between = span.first.property, range(at + 1, place)
    is_bracketed = known.name in ("life", "war") and line.text(at + 1) in ("(", ",")
    if is_bracketed and all(line.text(each) in _BEFORE for each in between):
        return True
    return any(line.has(known.span, each) for each in between) and all(
        is_allowed(line, span.first, each) or line.text(each) in ("from", "between") for each in between
    )


def _compare(
    spans: Sequence[Span], meant: Sequence[Span], first: Value, last: Value
) -> Iterator[tuple[Fact, Value]]:
    """Yield the years of the span that fits both, or the year that does not fit next to one that does."""
    for span in spans:
        if fits(first, span.first) and fits(last, span.last):
            yield span.first, first
            yield span.last, last
            return
    for span in meant:
        if span.first.property.name == "war" and _is_within(span, first) and _is_within(span, last):
            return  # when somebody took part
        if fits(first, span.first):
            yield span.last, last
            return
        if fits(last, span.last):
            yield span.first, first
            return


def _is_within(span: Span, value: Value) -> bool:
    return value.values.meets(Interval(Fraction(span.first.low), Fraction(span.last.high)))
