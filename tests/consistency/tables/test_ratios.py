import pytest

from numerate.consistency.tables.grid import Grid
from numerate.consistency.tables.ratios import find_ratios
from tests.consistency.tables.grids import failures_of, grid

CHANGES = """
North  1,204  1,130  6.5%
South  2,117  1,902  11.3%
East  1,871  1,744  7.3%
West  1,310  1,240  5.6%
"""
COLUMNS = ("2024", "2023", "Change")
MARGIN = """
Sales  4,120  4,386  4,702  5,018
Profit  618  702  611  803
Margin  15.0%  16.0%  13.0%  16.0%
"""
SHARES = """
Harbour  1,850  45.1%
Valley  1,420  34.6%
Night  830  20.2%
Island  610  14.9%
Total  4,100  100.0%
"""


def suspects(table: Grid) -> list[tuple[tuple[int, int], str | None]]:
    failures = failures_of(find_ratios, table)
    return [(failure.suspects[0].position, failure.suspects[0].error) for failure in failures]


@pytest.mark.parametrize("text", [CHANGES, MARGIN, SHARES])
def test_percentages_that_follow(text):
    assert suspects(grid(text, COLUMNS if text is CHANGES else ())) == []


@pytest.mark.parametrize(
    ("text", "old", "new", "position", "error"),
    [
        (CHANGES, "7.3%", "17.3%", (2, 2), "added"),
        (CHANGES, "11.3%", "13.1%", (1, 2), "transposed"),
        (MARGIN, "13.0%", "31.0%", (2, 2), "transposed"),
        (SHARES, "34.6%", "43.6%", (1, 1), "transposed"),
    ],
)
def test_one_that_does_not(text, old, new, position, error):
    table = grid(text.replace(old, new), COLUMNS if text is CHANGES else ())
    assert suspects(table) == [(position, error)]


@pytest.mark.parametrize(
    "text",
    [
        # Off by one in the last digit: truncated.
        CHANGES.replace("11.3%", "11.2%"),
        # Percentages of something else.
        "A  120  110  31%\nB  140  133  8%\nC  151  140  77%\nD  101  99  12%",
        # Of figures too small to tell.
        "A  3  2  50%\nB  4  3  33%\nC  5  4  52%",
        # From a loss to a profit, a change in percent means nothing.
        "A  120  100  20.0%\nB  240  200  20.0%\nC  50  (20)  350.0%\nD  110  100  10.0%",
    ],
)
def test_percentages_that_are_left_alone(text):
    assert suspects(grid(text, COLUMNS)) == []


def test_a_rate_of_amounts_that_are_shown_as_negative():
    text = (
        "Gross  18,446  5,271  1,938  1,402\nAllowance  (92)  (158)  (291)  (967)\n"
        "Loss rate  0.5%  3.0%  15.0%  69.0%"
    )
    assert suspects(grid(text)) == []
    assert suspects(grid(text.replace("15.0%", "51.0%"))) == [((2, 2), "transposed")]


def test_a_variance_in_percent_of_the_budget():
    columns = ("Budget", "Actual", "Variance", "Variance %")
    text = (
        "A  1,245  1,187  58  4.7%\nB  831  884  (53)  (6.4%)\n"
        "C  217  209  8  3.7%\nD  640  702  (62)  (9.7%)"
    )
    assert suspects(grid(text, columns)) == []
    assert suspects(grid(text.replace("(6.4%)", "(9.4%)"), columns)) == [((1, 3), "substituted")]


def test_an_effective_tax_rate_needs_one_other_year():
    text = "Profit before tax  207.4  165.4\nTax charge  55.1  42.6\nEffective tax rate  26.6%  25.8%"
    assert suspects(grid(text)) == []
    assert suspects(grid(text.replace("25.8%", "28.8%"))) == [((2, 1), "substituted")]
