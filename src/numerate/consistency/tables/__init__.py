"""Tables that do not add up: totals, differences and balances are inferred and recalculated."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from numerate.consistency.relation import Inconsistency
from numerate.consistency.rule import Rule
from numerate.documents.table import Table

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
RULES: dict[str, Rule] = {rule.name: rule for rule in (TOTAL,)}


def table_inconsistencies(
    text: str, tables: Sequence[Table], rules: Collection[str] = RULES.keys()
) -> Iterator[Inconsistency]:
    """Yield the contradictions within the tables of a text, in text order."""
    # Most documents have no table; those that do need the array library.
    from numerate.consistency.tables.explain import explain
    from numerate.consistency.tables.figures import read_table
    from numerate.consistency.tables.judge import analyse

    for table in tables:
        reading = read_table(text, table)
        if reading is None:
            continue
        for failure in analyse(reading.grid).failures:
            inconsistency = explain(text, reading, failure)
            if inconsistency.kind in rules:
                yield inconsistency
