import pytest

from numerate.consistency.tables import table_inconsistencies
from numerate.documents import read

GROUPS = """
| | Treated (n = 120), n (%) | Control (n = 118), n (%) |
|---|---|---|
| Male | 66 (55.0) | 61 (51.7) |
| Smoker | 24 (20.0) | 31 (26.3) |
| Diabetes | 18 (15.0) | 15 (12.7) |
| Asthma | 9 (7.5) | 11 (9.3) |
| Prior stroke | 6 (5.0) | 8 (6.8) |
"""


def messages(source: str) -> list[str]:
    document = read(source.encode(), name="table.md")
    return [contradiction.message for contradiction in table_inconsistencies(document)]


def test_counts_with_the_size_of_the_group_in_the_header():
    assert messages(GROUPS) == []
    assert messages(GROUPS.replace("6 (5.0)", "6 (15.0)")) == [
        "Treated (n = 120), n (%): 6 / 120 = 5.0%, not 15.0%."
    ]


def test_counts_with_a_total():
    table = """
| Outcome | Patients |
|---|---|
| Recovered | 44 (55%) |
| Improved | 20 (25%) |
| Unchanged | 12 (15%) |
| Worse | 4 (5%) |
| Total | 80 (100%) |
"""
    assert messages(table) == []
    assert messages(table.replace("20 (25%)", "20 (52%)")) == ["Patients: 20 / 80 = 25%, not 52%."]


@pytest.mark.parametrize("written", ["66 (55.1)", "66 (54.9)", "66 (91.2)"])
def test_rounding_and_other_wholes_are_accepted(written):
    assert messages(GROUPS.replace("66 (55.0)", written)) == []


def test_a_total_of_few_rows_that_its_label_names():
    table = (
        "| Group | n (%) |\n|---|---|\n| All | 240 (100%) |\n| Men | 130 (54.2%) |\n| Women | 110 (45.8%) |\n"
    )
    assert messages(table) == []
    assert messages(table.replace("45.8", "48.8")) == ["n (%): 110 / 240 = 45.8%, not 48.8%."]
