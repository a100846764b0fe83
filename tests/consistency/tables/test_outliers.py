import pytest

from numerate.consistency.tables.figures import read_table
from numerate.consistency.tables.outliers import find_outliers
from numerate.documents import read


def outliers(*rows: str) -> list[str]:
    lines = [rows[0], "|".join(["---"] * len(rows[0].split("|"))), *rows[1:]]
    document = read("\n".join(f"|{line}|" for line in lines).encode(), name="table.md")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    return [outlier.numbers[-1].text for outlier in find_outliers(document.text, reading)]


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        (("1,204", "1,310", "12,560", "1,187"), ["12,560"]),
        (("1,204", "131", "1,256", "1,187"), ["131"]),
        (("1,204", "1,310", "4,560", "1,187"), []),
        (("1,204", "310", "12,560", "1,187"), []),
        (("1,204", "12,560", "1,187"), []),
    ],
)
def test_columns(figures, expected):
    assert (
        outliers("Week | Visitors", *(f"Week {'abcd'[i]} | {x}" for i, x in enumerate(figures))) == expected
    )


def test_rows_of_periods():
    assert outliers("| 2021 | 2022 | 2023 | 2024", "Visitors | 1,204 | 1,310 | 12,560 | 1,187") == ["12,560"]
    assert outliers("| Boats | Crew | Trips | Days", "North | 1,204 | 1,310 | 12,560 | 1,187") == []


def test_totals_and_changes_are_none():
    weeks = [f"Week {x} | 1,0{i}0" for i, x in enumerate("abcdefghij")]
    assert outliers("Week | Visitors", *weeks, "Total | 10,450") == []
    assert outliers("Week | Visitors", *weeks, "June | 10,450") == []
    assert outliers("Week | Visitors", *weeks, "Change | 104") == []
