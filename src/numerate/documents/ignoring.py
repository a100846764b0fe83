"""Ignore marks: the author's `numerate: ignore`, for all rules or for those it names, and what they cover."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from numerate.documents.document import CellPosition, IgnoredSpans
from numerate.documents.source_map import Lines, Places, SourceMap, merge_spans

KEYWORD = r"numerate:[ \t]*(ignore(?:-start|-end|-next-line)?)(?![\w-])"
"""Pattern of a mark without the rules it names."""
RULES = r"([\w \t,-]*)"
"""Pattern of the names of rules that may follow, and of a reason after two dashes."""
_SEPARATORS = re.compile(r"[\s,]+")
_MOST_RULES = 100
"""Names whose spans are determined; a document that names more rules than there are is refused anyway."""

Span = tuple[int, int]


class IgnoreMark(NamedTuple):
    """An author's `numerate: ignore`, `ignore-next-line`, `ignore-start` or `ignore-end`."""

    keyword: str
    start: int
    end: int
    rules: tuple[str, ...] = ()
    """The rules that it names; none for all rules."""


def split_rules(written: str) -> tuple[str, ...]:
    """Return the rules that a mark names, without the reason that may follow two dashes."""
    names = _SEPARATORS.split(written.partition("--")[0])
    return tuple(dict.fromkeys(name.strip("-") for name in names if name.strip("-")))


def ignored_spans(
    marks: Sequence[IgnoreMark],
    blocks: Iterable[tuple[Span, CellPosition | None]],
    places: Places,
    lines: Lines,
    source_map: SourceMap,
    end: int,
) -> dict[str, IgnoredSpans]:
    """Return the spans of the text that marks cover, by rule; those for all rules under the empty name.

    blocks: the source span of each block, and its cell.
    lines: the lines of the source.
    end: the length of the source.
    """
    by_rule: dict[str, list[IgnoreMark]] = {"": []}
    for mark in sorted(marks, key=lambda mark: mark.start):
        for rule in mark.rules or ("",):
            by_rule.setdefault(rule, []).append(mark)
    ends = [mark for mark in by_rule[""] if mark.keyword == "ignore-end"]
    scopes = _Scopes(blocks, lines, source_map)
    ignored = {}
    for count, (rule, named) in enumerate(by_rule.items()):
        sources: list[Span] = []
        if count <= _MOST_RULES:
            # An end that names no rule ends them all.
            ordered = sorted([*named, *ends], key=lambda mark: mark.start) if rule else named
            sources = merge_spans(_sources(ordered, scopes, end))
        spans = merge_spans(span for source in sources for span in source_map.to_text(*source))
        where = places.place(named[0].start, named[0].end).where if named else ""
        ignored[rule] = IgnoredSpans(where, tuple(spans))
    return ignored


def _sources(marks: Iterable[IgnoreMark], scopes: _Scopes, end: int) -> Iterator[Span]:
    """Yield the source spans that the marks of one rule cover; they may overlap."""
    opened: int | None = None
    tables: set[int] = set()
    for mark in marks:
        if mark.keyword == "ignore-start":
            opened = mark.start if opened is None else opened
        elif mark.keyword == "ignore-next-line":
            yield scopes.next_line(mark)
        elif mark.keyword == "ignore":
            yield from scopes.of(mark, tables)
        elif opened is not None:
            yield opened, mark.start
            opened = None
    if opened is not None:
        yield opened, end


class _Scopes:
    """The scope of a single `ignore`: its line, the next line of its paragraph, or the next block."""

    def __init__(
        self, blocks: Iterable[tuple[Span, CellPosition | None]], lines: Lines, source_map: SourceMap
    ) -> None:
        self._lines = lines
        self._source_map = source_map
        self._line_has_text: dict[Span, bool] = {}
        self._blocks = sorted(blocks, key=lambda block: block[0])
        self._starts = [start for (start, _), _ in self._blocks]
        self._tables: dict[int, list[Span]] = defaultdict(list)
        for span, cell in self._blocks:
            if cell:
                self._tables[cell.table].append(span)

    def next_line(self, mark: IgnoreMark) -> Span:
        """Return the next line after that of a mark that has text."""
        start, end = self._lines.after(max(mark.start, mark.end - 1))
        start = self._source_map.next_source(start)
        return self._lines.span(start, start) if start >= 0 else (end, end)

    def of(self, mark: IgnoreMark, tables: set[int]) -> Iterable[Span]:
        """Return the source spans in the scope of a mark.

        tables: the tables whose rest is covered already, so that each is gone through once.
        """
        line = self._lines.span(mark.start, mark.end)
        if line not in self._line_has_text:
            self._line_has_text[line] = bool(self._source_map.to_text(*line))
        if self._line_has_text[line]:
            return [line]
        following = bisect_left(self._starts, mark.end)
        if following and self._blocks[following - 1][0][1] > mark.end:
            return [self._lines.after(mark.end)]
        if following == len(self._blocks):
            return []
        span, cell = self._blocks[following]
        if cell is None:
            return [span]
        if cell.table in tables:  # another mark in the same table adds nothing
            return []
        tables.add(cell.table)
        cells = self._tables[cell.table]
        return cells[bisect_left(cells, span) :]
