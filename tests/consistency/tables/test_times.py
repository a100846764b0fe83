import pytest

from numerate.consistency.tables import table_inconsistencies
from numerate.documents import read

TRAINS = """
| Train | Departs | Arrives | Journey |
|---|---|---|---|
| Early | 06:15 | 07:40 | 1:25 |
| Morning | 09:05 | 10:22 | 1:17 |
| Noon | 12:10 | 13:31 | 1:21 |
| Night | 23:20 | 00:45 | 1:25 |
"""
SHIFTS = """
| Day | Start | End | Break | Hours |
|---|---|---|---|---|
| Monday | 9:00 | 17:30 | 30 min | 8.0 |
| Tuesday | 9:15 | 16:45 | 30 min | 7.0 |
| Wednesday | 8:30 | 17:00 | 45 min | 7.75 |
"""


def messages(table: str) -> list[str]:
    return [
        contradiction.message
        for contradiction in table_inconsistencies(read(table.encode(), name="times.md"))
    ]


@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        (TRAINS, "1:17", "1:71", None),  # no time at all: not read
        (TRAINS, "1:17", "1:37", "From 09:05 to 10:22 it is 1:17, not 1:37."),
        (TRAINS, "13:31", "13:51", "From 12:10 to 13:51 it is 1:41, not 1:21."),
        (SHIFTS, "7.75", "5.75", "From 8:30 to 17:00 less 45 min it is 7.75, not 5.75."),
    ],
)
def test_a_wrong_time(table, old, new, message):
    assert messages(table) == []
    assert messages(table.replace(old, new)) == ([message] if message else [])


def test_columns_are_known_by_what_they_show():
    names = {"Departs": "Wheels up", "Arrives": "Wheels down", "Journey": "In the air"}
    table = TRAINS.replace("1:17", "1:37")
    for old, new in names.items():
        table = table.replace(old, new)
    assert messages(table) == ["From 09:05 to 10:22 it is 1:17, not 1:37."]


def test_columns_that_are_no_duration():
    assert messages(TRAINS.replace("1:25", "2:31").replace("1:17", "3:12")) == []
