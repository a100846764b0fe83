import pytest

from numerate.consistency.tables.figures import read_table
from numerate.consistency.tables.repeats import find_between_tables
from numerate.documents import read

FIRST = """
| £m | 2024 | 2023 |
|---|---|---|
| Fares | 41,204 | 38,911 |
| Freight | 12,871 | 11,902 |
| Parking | 3,316 | 3,098 |
"""
SECOND = """
Five years at a glance

| £m | 2022 | 2023 | 2024 |
|---|---|---|---|
| Fares | 36,450 | 38,911 | 41,204 |
| Freight | 11,377 | 11,902 | 12,871 |
"""


def messages(source: str) -> list[str]:
    document = read(source.encode(), name="tables.md")
    readings = [reading for table in document.tables if (reading := read_table(document.text, table))]
    assert len(readings) == 2
    return [pair.message for pair in find_between_tables(document.text, readings, ["", ""])]


def test_tables_that_agree():
    assert messages(FIRST + SECOND) == []


@pytest.mark.parametrize(("old", "new"), [("11,902", "11,920"), ("41,204", "47,204")])
def test_a_figure_with_two_values(old, new):
    [message] = messages(FIRST + SECOND.replace(old, new))
    assert old in message
    assert new in message


def test_tables_about_something_else():
    assert messages(FIRST + SECOND.replace("Fares", "Bus fares").replace("Freight", "Sea freight")) == []


def test_a_difference_that_no_typing_error_explains():
    assert messages(FIRST + SECOND.replace("11,902", "12,655")) == []
