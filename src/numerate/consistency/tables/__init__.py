"""Tables that do not add up: totals, differences, shares, changes and averages are recalculated."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from numerate.consistency.relation import Inconsistency
from numerate.consistency.rule import Rule
from numerate.documents.table import Table

if TYPE_CHECKING:
    from numerate.consistency.tables.formula import Failure
    from numerate.consistency.tables.grid import Grid

TOTAL = Rule(
    name="table-total",
    title="A total of a table that is not the sum of its parts",
    description="The figures of a row or column give another total or difference.",
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
    description="The two figures differ by another amount or percentage.",
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
    description="The figures give another share or ratio.",
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
    description="The figures have another mean.",
    level="error",
    example="""| Year | Boats | Crew | Trips |
|---|---|---|---|
| 2021 | 412 | 906 | 5,120 |
| 2022 | 438 | 984 | 5,871 |
| 2023 | 470 | 1,029 | 6,034 |
| Average | 440 | 973 | 6,575 |""",
)
RULES: dict[str, Rule] = {rule.name: rule for rule in (TOTAL, CHANGE, SHARE, MEAN)}


def table_inconsistencies(
    text: str, tables: Sequence[Table], rules: Collection[str] = RULES.keys()
) -> Iterator[Inconsistency]:
    """Yield the contradictions within the tables of a text, in text order."""
    # Most documents have no table; those that do need the array library.
    from numerate.consistency.tables.counts import find_count_shares
    from numerate.consistency.tables.explain import explain
    from numerate.consistency.tables.figures import read_table

    for table in tables:
        reading = read_table(text, table)
        if reading is None:
            continue
        for failure in _failures(reading.grid):
            inconsistency = explain(text, reading, failure)
            if inconsistency.kind in rules:
                yield inconsistency
        if SHARE.name in rules:
            yield from find_count_shares(text, reading)


def _failures(grid: Grid) -> Iterator[Failure]:
    """Yield the failures of sums, then of ratios; a figure that breaks both is named by the ratio."""
    from numerate.consistency.tables.judge import analyse
    from numerate.consistency.tables.ratios import ratio_failures

    ratios = list(ratio_failures(grid))
    explained = set()
    for failure in analyse(grid).failures:
        positions = set(failure.instance.positions())
        named = [ratio.suspects for ratio in ratios if ratio.suspects[0].position in positions]
        yield replace(failure, suspects=named[0]) if named else failure
        explained |= positions
    yield from (ratio for ratio in ratios if explained.isdisjoint(ratio.instance.positions()))
