import pytest

from numerate.consistency.tables.balances import find_balances
from tests.consistency.tables.grids import failures_of, grid

COLUMNS = ("Paid in", "Paid out", "Balance")
STATEMENT = """
Brought forward  .  .  1,204.10
Wages  1,850.00  .  3,054.10
Rent  .  920.00  2,134.10
Food  .  64.35  2,069.75
Refund  18.40  .  2,088.15
Fuel  .  51.20  2,036.95
Phone  .  22.00  2,014.95
"""


def suspects(text: str) -> list[tuple[int, int]]:
    return [failure.suspects[0].position for failure in failures_of(find_balances, grid(text, COLUMNS))]


def test_a_statement_that_adds_up():
    assert suspects(STATEMENT) == []


@pytest.mark.parametrize(
    ("old", "new", "position"),
    [
        ("2,069.75", "2,096.75", (3, 2)),
        ("920.00", "950.00", (2, 1)),
        ("18.40", "13.40", (4, 0)),
        ("2,014.95", "2,044.95", (6, 2)),
    ],
)
def test_a_wrong_figure(old, new, position):
    assert suspects(STATEMENT.replace(old, new)) == [position]


def test_the_latest_first():
    lines = STATEMENT.strip().splitlines()[::-1]
    assert suspects("\n".join(lines)) == []
    assert suspects("\n".join(lines).replace("2,069.75", "2,096.75")) == [(3, 2)]


def test_balances_that_do_not_run():
    text = "A  12  4  310\nB  18  7  281\nC  22  3  402\nD  9  5  377\nE  14  8  290"
    assert suspects(text) == []


PROVISIONS = """
Balance at beginning of year  1,204  1,187  1,152
Additions  310  287  301
Payments  (292)  (270)  (266)
Balance at end of year  1,222  1,204  1,187
"""


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        (PROVISIONS, []),
        (PROVISIONS.replace("1,187  1,152", "1,178  1,152"), [True]),
        ("Opening  1,240  1,187\nAdditions  310  287\nClosing  1,222  1,204", [False]),
        # Segments, not periods.
        ("Opening  1,240  8,187\nAdditions  310  287\nClosing  1,550  8,474", []),
    ],
)
def test_an_opening_is_the_closing_of_the_period_before(text, levels):
    assert [failure.certain for failure in failures_of(find_balances, grid(text))] == levels


@pytest.mark.parametrize(
    ("second", "fails"), [("Health care 2023", False), ("Pensions 2021", True)], ids=["other", "same"]
)
def test_openings_are_carried_within_one_thing_only(second, fails):
    text = "Opening balance  621  628  21\nPaid  (15)  (7)  (3)\nClosing balance  606  621  28"
    columns = ("Pensions 2023", "Pensions 2022", second)
    assert bool(failures_of(find_balances, grid(text, columns))) == fails


def test_openings_and_closings_of_each_row_do_not_run():
    columns = ("Balance at beginning of period", "Charged", "Deductions", "Balance at end of period")
    text = "A  17  3  3  17\nB  7  3  1  9\nC  9  2  5  6\nD  16  5  4  18\nE  18  4  11  12\nF  13  3  12  5"
    assert failures_of(find_balances, grid(text, columns)) == []
