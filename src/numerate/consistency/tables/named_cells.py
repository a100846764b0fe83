"""Numbers of the text that name a cell by its row and its column: "Norton had 1,240 visitors".

The label of the column follows the number, and the sentence has the label of one row of that table.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from numerate.consistency.interval import stands_for
from numerate.consistency.relation import Inconsistency
from numerate.consistency.tables.figures import TableReading
from numerate.consistency.tables.labels import is_bare_total
from numerate.consistency.tables.prose import WORD, Claim, TableRow, meets, misprint, stem, words_of
from numerate.text import extract, sentences

_ANOTHER = re.compile(
    r"\b(?:last|previous(?:ly)?|prior|earlier|before|ago|until|expected|target|forecast|planned|budgeted"
    r"|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
"""What says that a sentence may speak of another time, or of a plan."""
_MOST_LABELS = 2000
_LEAST_LETTERS = 3


class _Label(NamedTuple):
    words: tuple[str, ...]
    table: int
    line: int


def find_named_cells(
    text: str, readings: Sequence[TableReading], prose: Sequence[tuple[int, int]]
) -> Iterator[Inconsistency]:
    """Yield the numbers of the text that contradict the cell that they name.

    prose: the spans of the text outside of tables.
    """
    rows = _by_first_word(readings, [reading.grid.row_labels for reading in readings])
    columns = _by_first_word(readings, [reading.grid.column_labels for reading in readings])
    if not rows or not columns:
        return
    for start, end in prose:
        for first, last in sentences(text[start:end]):
            for reading, row, column, claim in _claims(
                text, start + first, start + last, readings, rows, columns
            ):
                if contradiction := _check(text, reading, row, column, claim):
                    yield contradiction


def _by_first_word(
    readings: Sequence[TableReading], labels: Sequence[Sequence[str]]
) -> dict[str, list[_Label]]:
    index: dict[str, list[_Label]] = {}
    for table in range(len(readings)):
        for line, label in enumerate(labels[table][:_MOST_LABELS]):
            words = words_of(label)
            if len("".join(words)) >= _LEAST_LETTERS and not is_bare_total(label):
                index.setdefault(words[0], []).append(_Label(words, table, line))
    return index


def _claims(
    text: str,
    start: int,
    end: int,
    readings: Sequence[TableReading],
    rows: dict[str, list[_Label]],
    columns: dict[str, list[_Label]],
) -> Iterator[tuple[TableReading, int, int, Claim]]:
    """Yield the numbers of a sentence before the label of a column, with the cell that they name."""
    tokens = list(WORD.finditer(text, start, end))
    stems = [stem(token[0].lower()) for token in tokens]
    named = _named_rows(stems, rows)
    if not named or not any(word in columns for word in stems) or _ANOTHER.search(text, start, end):
        return
    starts = [token.start() for token in tokens]
    for number in extract(text[start:end]):
        number = number.shifted(start)
        numeral_end = number.numeral[1]
        after = bisect_left(starts, numeral_end)
        follows = after < len(tokens) and not text[numeral_end : starts[after]].strip()
        if number.kind != "cardinal" or not follows:
            continue
        for label in columns.get(stems[after], ()):
            if tuple(stems[after : after + len(label.words)]) == label.words and label.table in named:
                reading, row = readings[label.table], named[label.table]
                table_row = TableRow((), reading.grid.row_labels[row], reading.table.number, ())
                yield reading, row, label.line, Claim(table_row, number, "", None, "")


def _named_rows(stems: Sequence[str], rows: dict[str, list[_Label]]) -> dict[int, int]:
    """Return, by table, the row that a sentence names, if it is the only one."""
    named: dict[int, set[int]] = {}
    for index, word in enumerate(stems):
        for label in rows.get(word, ()):
            if tuple(stems[index : index + len(label.words)]) == label.words:
                named.setdefault(label.table, set()).add(label.line)
    return {table: lines.pop() for table, lines in named.items() if len(lines) == 1}


def _check(text: str, reading: TableReading, row: int, column: int, claim: Claim) -> Inconsistency | None:
    """Compare a number with its cell; one that stands elsewhere in the row or the column speaks of that."""
    figure = reading.figures.get((row, column))
    if figure is None or figure.share is not None or figure.entry.percent:
        return None
    stated = stands_for(claim.number, text, loose=True)
    near = (other for place, other in reading.figures.items() if row == place[0] or column == place[1])
    if any(meets(other, stated) for other in near):
        return None
    problem = f"{figure.text} in table {reading.table.number}"
    return misprint(text, claim, Fraction(figure.entry.value), (figure,), problem)
