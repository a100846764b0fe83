"""Tables of everyday documents, from their source to the contradictions in them."""

import pytest

from numerate.consistency.tables import table_inconsistencies
from numerate.documents import read
from tests.consistency.tables.everyday import EVERYDAY, TRAPS


def messages(table: str) -> list[str]:
    document = read(f"Before.\n{table}\nAfter.".encode(), name="table.md")
    return [contradiction.message for contradiction in table_inconsistencies(document)]


@pytest.mark.parametrize("name", EVERYDAY)
def test_each_error_is_found_and_the_table_without_it_is_right(name):
    table, errors = EVERYDAY[name]
    assert messages(table) == []
    for old, new in errors:
        assert messages(table.replace(old, new, 1)), f"{old} → {new}"


@pytest.mark.parametrize("table", TRAPS, ids=range(len(TRAPS)))
def test_tables_that_only_look_wrong(table):
    assert messages(table) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "league",
            "| 23 |",
            "| 25 |",
            "Pts in “Ashby”: 3 × 7 + 2 = 23, not 25. The sum holds in 3 other rows.",
        ),
        ("price list", "166.80", "186.80", "Amount in “Panels”: 6 × 27.80 = 166.80, not 186.80."),
        ("recipe", "72", "27", "4 servings in “Protein (g)”: 18 × 4 = 72, not 27."),
        ("fuel", "9.5", "5.9", "l/100 km in “Van”: 76.0 / 800 × 100 = 9.5, not 5.9."),
        ("survey no total", "42.0", "24.0", "% in “Walk”: 84 / 200 = 42.0%, not 24.0%."),
    ],
)
def test_the_arithmetic_is_shown(name, old, new, message):
    [shown] = messages(EVERYDAY[name][0].replace(old, new, 1))
    assert shown.startswith(message)
