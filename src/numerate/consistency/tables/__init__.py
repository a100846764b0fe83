"""Tables that do not add up: totals, differences, shares, changes and averages are recalculated."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numerate.consistency.diagnosis import Inconsistency
from numerate.consistency.rule import Rule
from numerate.documents import Document

if TYPE_CHECKING:
    from numerate.consistency.tables.figures import TableReading
    from numerate.documents import Table

TOTAL = Rule(
    name="table-total",
    title="A total of a table that is not the sum of its parts",
    description="The figures of a row or column give a different total or difference.",
    level="error",
    example="""| Item | 2023 | 2024 |
|---|---|---|
| Rent | 1,200 | 1,260 |
| Food | 840 | 912 |
| Total | 2,040 | 2,712 |""",
)
CHANGE = Rule(
    name="table-change",
    title="A change in a table that does not follow from its figures",
    description="The two figures differ by a different amount or percentage.",
    level="error",
    example="""| Region | 2024 | 2023 | Change |
|---|---|---|---|
| North | 1,204 | 1,130 | 6.5% |
| South | 2,117 | 1,902 | 11.3% |
| East | 1,871 | 1,744 | 17.3% |
| West | 1,310 | 1,240 | 5.6% |""",
)
SHARE = Rule(
    name="table-share",
    title="A percentage in a table that does not follow from its figures",
    description="The figures give a different share or ratio.",
    level="error",
    example="""| | 2021 | 2022 | 2023 | 2024 |
|---|---|---|---|---|
| Sales | 4,120 | 4,386 | 4,702 | 5,018 |
| Profit | 618 | 702 | 611 | 803 |
| Margin | 15.0% | 16.0% | 31.0% | 16.0% |""",
)
MEAN = Rule(
    name="table-mean",
    title="An average in a table that is not the mean of its figures",
    description="The figures have a different mean.",
    level="error",
    example="""| Year | Boats | Crew | Trips |
|---|---|---|---|
| 2021 | 412 | 906 | 5,120 |
| 2022 | 438 | 984 | 5,871 |
| 2023 | 470 | 1,029 | 6,034 |
| Average | 440 | 973 | 6,575 |""",
)
PRODUCT = Rule(
    name="table-product",
    title="An amount of a table that is not the product of its figures",
    description="The figures give a different amount, price or rate.",
    level="error",
    example="""| Item | Quantity | Unit price | Amount |
|---|---|---|---|
| Bolts | 40 | 0.25 | 10.00 |
| Hinges | 12 | 3.50 | 42.00 |
| Panels | 6 | 27.80 | 186.80 |""",
)
TEXT = Rule(
    name="table-text",
    title="A number of the text that a table contradicts",
    description="The table states or implies a different value for it.",
    level="error",
    example="""Fare income was $41,240 in 2024.

| | 2024 | 2023 |
|---|---|---|
| Fare income | $41,204 | $38,911 |
| Donations | $2,250 | $1,980 |""",
)
TABLE = Rule(
    name="table-table",
    title="A figure with two values in two tables",
    description="Two tables that otherwise agree give different values.",
    level="error",
    example="""| | 2024 | 2023 |
|---|---|---|
| Fare income | 41,204 | 38,911 |
| Freight | 12,871 | 11,902 |

Income by year:

| | 2024 | 2023 |
|---|---|---|
| Fare income | 41,204 | 39,811 |
| Freight | 12,871 | 11,902 |""",
)
OUTLIER = Rule(
    name="table-outlier",
    title="A figure of a table that is a power of ten off from the others",
    description="The other figures of its row or column are all of about the same size.",
    level="warning",
    example="""| Branch | Visitors |
|---|---|
| Norton | 1,204 |
| Dale | 1,310 |
| Upham | 12,560 |
| Kirby | 1,187 |""",
)
RULES: dict[str, Rule] = {
    rule.name: rule for rule in (TOTAL, CHANGE, SHARE, MEAN, PRODUCT, TEXT, TABLE, OUTLIER)
}


_LONGEST_TITLE = 80
_TIME = re.compile(r"\d{1,3}(?::\d\d|\.\d\d ?[ap]\.?m)", re.IGNORECASE)


@dataclass
class TableCoverage:
    """The tables of a document that show figures, and those in which a calculation was recognised."""

    tables: int = 0
    recalculated: int = 0
    within_rounding: int = 0
    """Totals and differences that are off by no more than rounding explains."""


def table_inconsistencies(
    document: Document,
    rules: Collection[str] = RULES.keys(),
    coverage: TableCoverage | None = None,
    checkpoint: Callable[[], None] = lambda: None,
) -> Iterator[Inconsistency]:
    """Yield the contradictions within the tables of a document, between them, and with its text.

    coverage: counts the tables as they are checked.
    checkpoint: called before each table is analysed; may raise to abandon the check.
    """
    if not document.tables:
        return
    # Most documents have no table; those that do need the array library.
    from numerate.consistency.tables.figures import read_table

    text = document.text
    coverage = coverage or TableCoverage()
    coverage.tables = sum(map(_shows_figures, document.tables))
    readings = [reading for table in document.tables if (reading := read_table(text, table))]
    timetables = [table for table in document.tables if _shows_times(table)] if TOTAL.name in rules else []
    if timetables:
        from numerate.consistency.tables.times import find_wrong_times

        for table in timetables:
            yield from find_wrong_times(table)
    if not readings:
        return
    prose = [(block.start, block.end) for block in document.blocks if not block.cell]
    passages = [text[start:end] for start, end in prose]
    contradictions = _within(text, readings, coverage, passages, checkpoint)
    yield from (contradiction for contradiction in contradictions if contradiction.kind in rules)
    if TEXT.name in rules:
        from numerate.consistency.tables.named_cells import find_named_cells
        from numerate.consistency.tables.prose import find_in_prose

        stated = list(find_in_prose(text, readings, prose))
        yield from stated
        reported = {contradiction.numbers[-1].start for contradiction in stated}
        named = find_named_cells(text, readings, prose)
        yield from (cell for cell in named if cell.numbers[-1].start not in reported)
    if TABLE.name in rules:
        from numerate.consistency.tables.repeats import find_between_tables

        titles = list(_titles(document, (reading.table for reading in readings)))
        yield from find_between_tables(text, readings, titles)


def _titles(document: Document, tables: Iterable[Table]) -> Iterator[str]:
    """Yield the caption of each table, or else the short paragraph directly above it."""
    starts = [block.start for block in document.blocks]
    for table in tables:
        above = bisect_left(starts, table.start) - 1
        title = table.caption
        if not title and above >= 0 and not document.blocks[above].cell:
            title = document.text[document.blocks[above].start : document.blocks[above].end]
        yield title if len(title) <= _LONGEST_TITLE or table.caption else ""


def _shows_figures(table: Table) -> bool:
    return any(any(map(str.isdigit, cell.text)) for cell in table.body())


def _shows_times(table: Table) -> bool:
    return any(_TIME.match(cell.text) for cell in table.cells)


def _within(
    text: str,
    readings: Sequence[TableReading],
    coverage: TableCoverage,
    passages: Sequence[str],
    checkpoint: Callable[[], None],
) -> Iterator[Inconsistency]:
    """Yield the contradictions within each table; `passages` are the text outside of tables."""
    from numerate.consistency.tables.counts import count_columns, find_count_shares
    from numerate.consistency.tables.explain import explain
    from numerate.consistency.tables.failures import analyse_together, failures
    from numerate.consistency.tables.outliers import find_outliers
    from numerate.consistency.tables.parts import find_parts_beyond_whole

    analyses = analyse_together([reading.grid for reading in readings], passages, checkpoint)
    for reading, analysis in zip(readings, analyses, strict=True):
        checkpoint()
        wrong = list(failures(analysis))
        yield from (explain(text, reading, failure) for failure in wrong)
        yield from find_count_shares(text, reading)
        yield from find_parts_beyond_whole(text, reading)
        yield from find_outliers(text, reading)
        coverage.recalculated += bool(wrong or analysis.is_recalculated or any(count_columns(reading)))
        coverage.within_rounding += analysis.within_rounding
