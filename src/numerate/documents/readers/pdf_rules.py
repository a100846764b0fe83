"""Ruled lines of a PDF page: the horizontal and vertical lines that are drawn on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pypdfium2 import PdfPage as PdfiumPage

_MOST_PATHS = 5_000
"""Drawings on a page that are looked at; beyond them it is a picture."""
_MOST_RULES = 10_000
_MOST_POINTS = 200
"""Points of one drawing beyond which it is a picture."""
_FLAT = 1.5
"""Points by which the ends of a line may differ in height."""
RULE_WIDTH = 2.5
"""Points within which lines count as one, and text as touching a line."""
_LEAST_COVER = 0.6
"""Share of the width or height of a table that lines must cover to separate its rows or columns."""
_MARGIN = 12.0
"""Points by which a frame may stand away from the text in it."""


class RuledLine(NamedTuple):
    """A straight line along one axis: its position on the other, and its ends."""

    at: float
    start: float
    end: float


class Frame(NamedTuple):
    """A stretch of a page between vertical lines."""

    left: float
    bottom: float
    right: float
    top: float

    def encloses(self, left: float, bottom: float, right: float) -> bool:
        """Return whether text on a baseline is within the lines."""
        return (
            self.bottom <= bottom < self.top
            and self.left - RULE_WIDTH <= left
            and right <= self.right + RULE_WIDTH
        )


@dataclass
class PageRules:
    """The lines of a page, in its own coordinates."""

    horizontal: list[RuledLine] = field(default_factory=list)
    vertical: list[RuledLine] = field(default_factory=list)

    def within(
        self, left: float, bottom: float, right: float, top: float, turns: int = 0
    ) -> tuple[list[float], list[float]]:
        """Return the positions of the lines between columns and between rows of a region, in order.

        The region is given in the coordinates of text that is turned by `turns` right angles.
        """
        across, along = self._turned(turns)
        columns = _positions(along, left - _MARGIN, right + _MARGIN, bottom, top)
        rows = _positions(across, bottom - _MARGIN, top + _MARGIN, left, right)
        return columns, rows

    def verticals(self, bottom: float, top: float, turns: int = 0) -> list[RuledLine]:
        """Return the vertical lines at some height, from the left, in the coordinates of turned text."""
        _, along = self._turned(turns)
        return sorted(rule for rule in along if rule.end > bottom and rule.start < top)

    def frames(self, turns: int = 0) -> list[Frame]:
        """Return what vertical lines enclose, from the bottom, in the coordinates of turned text."""
        _, along = self._turned(turns)
        frames: list[Frame] = []
        for rule in sorted(along, key=lambda rule: rule.start):
            if frames and rule.start <= frames[-1].top + RULE_WIDTH:
                low, bottom, high, top = frames.pop()
                frames.append(Frame(min(low, rule.at), bottom, max(high, rule.at), max(top, rule.end)))
            else:
                frames.append(Frame(rule.at, rule.start, rule.at, rule.end))
        return frames

    def _turned(self, turns: int) -> tuple[list[RuledLine], list[RuledLine]]:
        """Return horizontal and vertical lines as they are in the coordinates of turned text."""
        if turns == 1:
            return _negated(self.vertical, ends=True), _negated(self.horizontal, at=True)
        if turns == 2:
            return _negated(self.horizontal, True, True), _negated(self.vertical, True, True)
        if turns == 3:
            return _negated(self.vertical, at=True), _negated(self.horizontal, ends=True)
        return self.horizontal, self.vertical


def _negated(rules: list[RuledLine], at: bool = False, ends: bool = False) -> list[RuledLine]:
    """Return lines with the sign of their position, or of their ends, changed."""
    return [
        RuledLine(
            -rule.at if at else rule.at, *((-rule.end, -rule.start) if ends else (rule.start, rule.end))
        )
        for rule in rules
    ]


def _positions(rules: list[RuledLine], low: float, high: float, start: float, end: float) -> list[float]:
    """Return where lines between `low` and `high` cover most of `start:end`, together or alone."""
    near = sorted(rule for rule in rules if low <= rule.at <= high and rule.end > start and rule.start < end)
    positions: list[float] = []
    group: list[RuledLine] = []
    for rule in [*near, RuledLine(float("inf"), 0.0, 0.0)]:
        if group and rule.at - group[-1].at > RULE_WIDTH:
            if _covered(group, start, end) >= _LEAST_COVER * (end - start):
                positions.append(sum(member.at for member in group) / len(group))
            group = []
        group.append(rule)
    return positions


def _covered(rules: list[RuledLine], start: float, end: float) -> float:
    total, reached = 0.0, start
    for _, first, last in sorted(rules, key=lambda rule: rule.start):
        first, last = max(first, reached), min(last, end)
        if last > first:
            total += last - first
            reached = last
    return total


def read_rules(page: PdfiumPage) -> PageRules:
    """Read the straight lines of the drawings on a page."""
    from pypdfium2.raw import FPDF_PAGEOBJ_PATH

    rules = PageRules()
    for number, drawing in enumerate(page.get_objects(filter=[FPDF_PAGEOBJ_PATH], max_depth=4)):
        if number >= _MOST_PATHS or len(rules.horizontal) + len(rules.vertical) > _MOST_RULES:
            return PageRules()
        for (x, y), (next_x, next_y) in _edges(drawing):
            if abs(y - next_y) <= _FLAT < abs(x - next_x):
                rules.horizontal.append(RuledLine((y + next_y) / 2, min(x, next_x), max(x, next_x)))
            elif abs(x - next_x) <= _FLAT < abs(y - next_y):
                rules.vertical.append(RuledLine((x + next_x) / 2, min(y, next_y), max(y, next_y)))
    return rules


Point = tuple[float, float]


def _edges(drawing: object) -> Iterator[tuple[Point, Point]]:
    """Yield the straight edges of a drawing, in the coordinates of the page."""
    import ctypes

    from pypdfium2 import raw

    count = raw.FPDFPath_CountSegments(drawing)
    if count > _MOST_POINTS:
        return
    matrix = drawing.get_matrix()  # type: ignore[attr-defined]
    x, y = ctypes.c_float(), ctypes.c_float()
    first = before = None
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(drawing, index)
        if not raw.FPDFPathSegment_GetPoint(segment, x, y):
            continue
        point = matrix.on_point(x.value, y.value)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            first = point
        elif kind == raw.FPDF_SEGMENT_LINETO and before:
            yield before, point
        before = point
        if raw.FPDFPathSegment_GetClose(segment) and first:
            yield point, first
            before = first
