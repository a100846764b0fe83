import pytest

from numerate.consistency.tables.judge import analyse
from numerate.consistency.tables.repairs import repaired_failures
from tests.consistency.tables.grids import grid

# No label names a total, and each sum has a single column.
CROSSED = """
North  412  377  789
South  298  305  603
East  188  164  352
West  898  846  1,744
"""


def test_nothing_is_repaired_where_all_sums_hold():
    assert not list(repaired_failures(analyse(grid(CROSSED))))


@pytest.mark.parametrize(
    ("old", "new", "position", "meant"),
    [("305", "385", (1, 1), 305), ("846", "896", (3, 1), 846), ("1,744", "1,944", (3, 2), 1744)],
)
def test_a_figure_whose_repair_makes_rows_and_columns_hold(old, new, position, meant):
    [failure] = repaired_failures(analyse(grid(CROSSED.replace(old, new))))
    assert (failure.suspects[0].position, failure.suspects[0].meant) == (position, meant)
    assert failure.resolved, "another formula confirms it"


def test_long_tables_are_not_repaired():
    rows = "\n".join(f"Item {i}  {1000 + 37 * i}  {900 + 41 * i}" for i in range(70))
    assert not list(repaired_failures(analyse(grid(f"{rows}\nTotal  9  9"))))


def test_a_term_that_has_the_other_sign_in_one_column_is_no_error():
    text = """
    Gross profit  1,713  1,933
    Total costs  117  117
    Operating income  1,596  1,816
    Interest expense  3  3
    Other income (expense), net  —  4
    Income before taxes  1,593  1,817
    Taxes  24  17
    Net income  1,569  1,800
    """
    assert not list(repaired_failures(analyse(grid(text))))
