"""Numbers of the text that name a cell: "Norton had 1,240 visitors", "Fares came to 14,204 pounds in 2024".

A clause names one row of a table; the column is named by its label behind the number, by a time or by a unit,
or it is the only one. All this is evidence, and so is how rarely a number is a typing error away from a cell
by chance, and that other numbers of the sentence stand in the same column.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import log
from typing import NamedTuple

from numerate.consistency.diagnosis import Inconsistency
from numerate.consistency.interval import Interval, stands_for
from numerate.consistency.tables.digits import surprise
from numerate.consistency.tables.figures import Figure, TableReading
from numerate.consistency.tables.labels import is_bare_total
from numerate.consistency.tables.prose import (
    BEFORE,
    WORD,
    Claim,
    TableRow,
    meets,
    misprint,
    printed_as,
    stem,
    words_of,
)
from numerate.text import Number, extract, sentences

_ANOTHER = re.compile(
    r"\b(?:last|previous(?:ly)?|prior|earlier|before|ago|until|expect(?:s|ed)?|targets?|forecasts?|plan(?:s|ned)?"
    r"|budgeted|next|would|could|should|between them|more than|less than|fewer than|each|per|average)\b",
    re.IGNORECASE,
)
"""What says that a sentence may speak of another time, of a plan, or of something calculated."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_TIMES = re.compile(
    r"jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|q[1-4]|h[12]"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter|morning|afternoon|evening",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(r"[,;:–—]\s|\b(?:while|whereas|against|compared|but|and)\b", re.IGNORECASE)
_INTRODUCED = re.compile(r"(?:%|\b(?:in|at|by|for|from|to|only|both|like))\s$", re.IGNORECASE)
"""What else may precede the label of a row than what precedes a subject."""
_NARROWED = re.compile(r"\s+(?:from|of|for|by|at|with|to|on|excluding|before|after|outside)\b", re.IGNORECASE)
"""What follows a label that is about part of a row: "Income from the islands"."""
_SUMMED = re.compile(r"\b(?:together|altogether|in all|in total|combined|making)[\s,:]*$", re.IGNORECASE)
"""What precedes a number that adds up others: "the deposit and the fee, together $640"."""
_ATTRIBUTE = re.compile(r"\w\s(?:for|from|of|to)\s(?:(?:the|our|its|their)\s)?$", re.IGNORECASE)
"""What precedes a label that only qualifies what a line of a list is about: "Grant for | roads: 5,000"."""
_LONGEST_BEFORE = 16
_MOST_LABELS = 2000
_LEAST_LETTERS = 3
_MOST_NUMBERS = 12
"""Numbers of a sentence that is more than a list."""

_ROW = 2.0
_ROW_NEXT = 2.5
_COLUMN_NEXT = 4.0
_COLUMN_TIME = 2.2
_COLUMN_UNIT = 2.0
_COLUMN_ONLY = 0.5
"""Evidence, in nats, that a number is about a cell: its clause names the row; the row, or the column, stands
directly behind the number; the sentence names the time of the column, and no other; the number has its unit;
it is the only column, or the first."""
_AGREEING = 3.4
"""Evidence of another number of the sentence that stands in the same column, at most."""
_REPORTED = 6.3


class _Label(NamedTuple):
    words: tuple[str, ...]
    table: int
    line: int


class _Mention(NamedTuple):
    """The label of a row in a sentence."""

    label: _Label
    start: int
    end: int


class _Candidate(NamedTuple):
    """A cell that a number may be about, and the evidence of that."""

    mention: _Mention
    column: int
    figure: Figure
    nats: float


def find_named_cells(
    text: str, readings: Sequence[TableReading], prose: Sequence[tuple[int, int]]
) -> Iterator[Inconsistency]:
    """Yield the numbers of the text that contradict the cell that they name.

    prose: the spans of the text outside of tables.
    """
    # Where the columns are branches, and the rows what is counted, the text names a column in the same way.
    turned = [reading.turned() for reading in readings if _has_named_columns(reading)]
    ways = [(way, rows) for way in (readings, turned) if (rows := _rows_by_first_word(way))]
    if not ways:
        return
    for start, end in prose:
        for first, last in sentences(text[start:end]):
            words = _Words(text, start + first, start + last)
            for way, rows in ways:
                sentence = _Sentence(words, way, rows)
                contradictions = list(sentence.contradictions())
                yield from contradictions
                if contradictions:
                    break


def _has_named_columns(reading: TableReading) -> bool:
    """Return whether several columns have labels of words, none of them a time."""
    labels = reading.grid.column_labels
    words = [words_of(label) for label in labels]
    named = len(labels) > 1 and all(words) and not any(map(str.isdigit, "".join(labels)))
    return named and not any(_TIMES.fullmatch(word) for label in words for word in label)


def _rows_by_first_word(readings: Sequence[TableReading]) -> dict[str, list[_Label]]:
    index: dict[str, list[_Label]] = {}
    for table, reading in enumerate(readings):
        for line, label in enumerate(reading.grid.row_labels[:_MOST_LABELS]):
            words = words_of(label)
            if len("".join(words)) >= _LEAST_LETTERS and not is_bare_total(label):
                index.setdefault(words[0], []).append(_Label(words, table, line))
    return index


class _Words:
    """The words and the numbers of a sentence."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.tokens = list(WORD.finditer(text, start, end))
        self.stems = [stem(token[0].lower()) for token in self.tokens]

    @cached_property
    def years(self) -> set[int]:
        """The years that it names."""
        return {int(year) for year in _YEAR.findall(self.text, self.start, self.end)}

    @cached_property
    def amounts(self) -> list[Number]:
        """The numbers that may be figures."""
        numbers = (number.shifted(self.start) for number in extract(self.text[self.start : self.end]))
        return [number for number in numbers if number.kind in ("cardinal", "money", "percent")]


class _Sentence:
    """A sentence of the text, the rows that it names, and its numbers."""

    def __init__(
        self, words: _Words, readings: Sequence[TableReading], rows: dict[str, list[_Label]]
    ) -> None:
        self.text, self.start, self.end, self.readings = words.text, words.start, words.end, readings
        self.words, self.tokens, self.stems = words, words.tokens, words.stems
        self.mentions = _longest(self._mentions(rows))
        self.years = words.years

    def contradictions(self) -> Iterator[Inconsistency]:
        """Yield the numbers that contradict the only cell that they may be about."""
        if not self.mentions or _ANOTHER.search(self.text, self.start, self.end):
            return
        amounts = self.words.amounts
        if len(amounts) > _MOST_NUMBERS:
            return
        agreeing = self._agreeing(amounts)
        for number in amounts:
            if number in agreeing or _SUMMED.search(self._before(number.start)):
                continue
            if contradiction := self._check(number, agreeing):
                yield contradiction

    def _before(self, offset: int) -> str:
        """Return the words of the sentence directly before an offset."""
        return self.text[max(self.start, offset - _LONGEST_BEFORE) : offset]

    def _mentions(self, rows: dict[str, list[_Label]]) -> Iterator[_Mention]:
        """Yield the labels of rows that nothing narrows: not "New Brent" for "Brent"."""
        for index, word in enumerate(self.stems):
            for label in rows.get(word, ()):
                length = len(label.words)
                if tuple(self.stems[index : index + length]) == label.words:
                    start = self.tokens[index].start()
                    before = self.text[max(self.start, start - 12) : start]
                    if BEFORE.search(before) or _INTRODUCED.search(before):
                        yield _Mention(label, start, self.tokens[index + length - 1].end())

    def _clause(self, number: Number) -> tuple[int, int]:
        """Return the part of the sentence around a number: "and" ends one that has a number already."""
        start, end = self.start, self.end
        has_digit = False
        for match in _BOUNDARY.finditer(self.text, self.start, self.end):
            joins = match[0].lower() == "and"
            has_digit = any(map(str.isdigit, self.text[start : match.start()]))
            if joins and not has_digit:
                continue
            if match.end() <= number.start:
                start = match.end()
            elif match.start() >= number.end:
                end = match.start()
                break
        return start, end

    def _named(self, number: Number) -> list[tuple[_Mention, float]]:
        """Return the rows that a number is about: one a table, that directly behind it or in its clause."""
        start, end = self._clause(number)
        inside = [mention for mention in self.mentions if start <= mention.start < end]
        if any(
            self.text[mention.end : number.start].strip() == ":"
            and _ATTRIBUTE.search(self._before(mention.start))
            for mention in self.mentions
        ):
            return []
        by_table: dict[int, list[_Mention]] = {}
        for mention in inside or self.mentions:
            by_table.setdefault(mention.label.table, []).append(mention)
        named = []
        for mentions in by_table.values():
            behind = [m for m in mentions if not self.text[number.end : m.start].strip()]
            narrowed = any(_NARROWED.match(self.text, mention.end) for mention in mentions)
            if len({mention.label.line for mention in mentions}) == 1 and (behind or not narrowed):
                named.append((mentions[0], _ROW_NEXT if behind else _ROW))
            elif behind:
                named.append((behind[0], _ROW_NEXT))
        return named

    def _agreeing(self, amounts: Sequence[Number]) -> dict[Number, set[tuple[int, int]]]:
        """Return the numbers that stand in a row that they name, with the table and column of the cell."""
        agreeing: dict[Number, set[tuple[int, int]]] = {}
        for number in amounts:
            stated = stands_for(number, self.text, loose=True)
            for mention, _ in self._named(number):
                reading = self.readings[mention.label.table]
                for column in range(len(reading.grid.column_labels)):
                    figure = reading.figures.get((mention.label.line, column))
                    if figure and meets(figure, stated):
                        agreeing.setdefault(number, set()).add((mention.label.table, column))
        return agreeing

    def _check(self, number: Number, agreeing: dict[Number, set[tuple[int, int]]]) -> Inconsistency | None:
        candidates = [
            candidate
            for mention, nats in self._named(number)
            for candidate in self._candidates(number, mention, nats, agreeing)
        ]
        candidates.sort(key=lambda candidate: -candidate.nats)
        if not candidates or candidates[0].nats < _REPORTED:
            return None
        best, *others = candidates
        rivals = [other for other in others if other.mention.label.table == best.mention.label.table]
        if rivals and rivals[0].nats > best.nats - 1.0:
            return None
        reading = self.readings[best.mention.label.table]
        row = TableRow((), reading.grid.row_labels[best.mention.label.line], reading.table.number, ())
        problem = f"{best.figure.text} in table {reading.table.number}"
        meant = _meant(best.figure, number)
        return misprint(self.text, Claim(row, number, "", None, ""), meant, (best.figure,), problem)

    def _candidates(
        self, number: Number, mention: _Mention, nats: float, agreeing: dict[Number, set[tuple[int, int]]]
    ) -> Iterator[_Candidate]:
        """Yield the cells of a row that a typing error turns into a number.

        A number that stands elsewhere in the row or the column speaks of that.
        """
        reading, row = self.readings[mention.label.table], mention.label.line
        stated = stands_for(number, self.text, loose=True)
        shown = [j for j in range(len(reading.grid.column_labels)) if (row, j) in reading.figures]
        for column in shown:
            figure = reading.figures[row, column]
            named = self._column(number, reading, column, figure, shown)
            if (
                named is None
                or figure.share is not None
                or figure.entry.percent != (number.kind == "percent")
            ):
                continue
            printed = printed_as(number, _meant(figure, number))
            if printed is None or _stands_near(reading, row, column, stated):
                continue
            error, value, step = printed
            size = min(float(abs(figure.entry.value) / figure.entry.step), float(value / step))
            alike = sum(
                min(_AGREEING, log(max(other.value, 2.0)))
                for other, cells in agreeing.items()
                if (mention.label.table, column) in cells
            )
            total = nats + named + surprise(error, size, 1) + min(alike, 2 * _AGREEING)
            yield _Candidate(mention, column, figure, total)

    def _column(
        self, number: Number, reading: TableReading, column: int, figure: Figure, shown: Sequence[int]
    ) -> float | None:
        """Return the evidence that a number is about a column; None if another time is named."""
        label = reading.grid.column_labels[column]
        words = words_of(label)
        period = figure.quantity.period
        if self.years and (period is None or period.year not in self.years):
            return None
        after = bisect_left([token.start() for token in self.tokens], number.numeral[1])
        follows = (
            after < len(self.tokens) and not self.text[number.numeral[1] : self.tokens[after].start()].strip()
        )
        if follows and words and tuple(self.stems[after : after + len(words)]) == words:
            return _COLUMN_NEXT
        times = [word for word in words if _TIMES.fullmatch(word)]
        if (times and all(word in self.stems for word in times)) or (period and period.year in self.years):
            return _COLUMN_TIME
        if any(_TIMES.fullmatch(token[0]) for token in self.tokens):
            return None
        unit = number.unit.symbol if number.unit else None
        if unit and unit == figure.quantity.symbol and number.kind == "cardinal":
            return _COLUMN_UNIT
        return _COLUMN_ONLY if column == shown[0] and (len(shown) == 1 or period) else None


def _longest(mentions: Iterator[_Mention]) -> list[_Mention]:
    """Return the mentions that no longer one of the same table contains: "Dale" in "Upper Dale"."""
    everything = list(mentions)
    return [
        mention
        for mention in everything
        if not any(
            other.label.table == mention.label.table
            and other.start <= mention.start
            and mention.end <= other.end
            and other.end - other.start > mention.end - mention.start
            for other in everything
        )
    ]


def _stands_near(reading: TableReading, row: int, column: int, stated: Interval) -> bool:
    """Return whether a number stands elsewhere in the row or the column of a cell."""
    near = (other for place, other in reading.figures.items() if row == place[0] or column == place[1])
    return any(meets(other, stated) for other in near)


def _meant(figure: Figure, number: Number) -> Fraction:
    """Return a cell in the scale in which a number states it: as written, or in full."""
    value, stated = abs(Fraction(figure.entry.value)), Fraction(number.decimal)
    full = value * figure.quantity.scale
    return full if abs(stated - full) < abs(stated - value) else value
