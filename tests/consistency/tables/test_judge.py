from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency.tables.failures import failures
from numerate.consistency.tables.grid import Grid
from numerate.consistency.tables.judge import Elsewhere, analyse
from tests.consistency.tables.grids import grid

INCOME = """
Revenues:
Products  31,204  28,117  25,930
Services  12,871  11,902  9,744
Total revenues  44,075  40,019  35,674
Cost of revenues  17,630  16,218  14,870
Gross profit  26,445  23,801  20,804
Operating expenses:
Research and development  6,120  5,874  5,011
Sales and marketing  7,733  7,140  6,902
General and administrative  2,914  2,855  2,790
Total operating expenses  16,767  15,869  14,703
Operating income  9,678  7,932  6,101
Interest expense  (812)  (845)  (790)
Other income, net  131  —  (44)
Income before income taxes  8,997  7,087  5,267
Provision for income taxes  1,889  1,417  1,106
Net income  7,108  5,670  4,161
Earnings per share, basic  2.11  1.65  1.19
"""
CASH = """
Net income  7,108  5,670
Adjustments:
Depreciation  2,204  2,310
Deferred taxes  (310)  122
Receivables  (1,240)  (877)
Net cash provided by operating activities  7,762  7,225
Investing activities:
Purchases of equipment  (3,004)  (2,871)
Sales of investments  612  —
Net cash used in investing activities  (2,392)  (2,871)
Effect of exchange rate changes  (41)  18
Net increase in cash  5,329  4,372
Cash, beginning of year  11,960  7,588
Cash, end of year  17,289  11,960
"""
NOTE = """
Land  1,204  1,204
Buildings  8,331  7,910
Machinery  5,672  5,240
~  15,207  14,354
Less accumulated depreciation  6,083  5,742
Property and equipment, net  9,124  8,612
"""
BALANCES = """
Balance at 1 January 2023  12,400  3,310
Additions  1,820  412
Disposals  (655)  (90)
Balance at 31 December 2023  13,565  3,632
Additions  2,041  380
Disposals  (702)  —
Balance at 31 December 2024  14,904  4,012
"""


def replaced(text: str, old: str, new: str) -> Grid:
    assert text.count(old) == 1
    return grid(text.replace(old, new))


@pytest.mark.parametrize("text", [INCOME, CASH, NOTE, BALANCES])
def test_statements_that_add_up(text):
    assert analyse(grid(text)).failures == ()


@pytest.mark.parametrize(
    ("text", "row", "targets"),
    [
        (INCOME, "", [3, 5, 10, 11, 14, 16]),
        (CASH, "", [5, 9, 11, 13]),
        (NOTE, "", [3, 5]),
        (BALANCES, "", [3, 6]),
    ],
)
def test_the_lines_that_are_calculated(text, row, targets):
    covered = analyse(grid(text)).covered
    assert sorted({row for row, _ in covered} & set(targets)) == targets


@pytest.mark.parametrize(
    ("text", "old", "new", "position"),
    [
        (INCOME, "28,117", "23,117", (1, 1)),
        (INCOME, "40,019", "40,079", (3, 1)),
        (INCOME, "16,218", "16,518", (4, 1)),
        (INCOME, "9,678", "9,768", (11, 0)),
        (INCOME, "5,267", "5,627", (14, 2)),
        (INCOME, "(845)", "(545)", (12, 1)),
        (CASH, "2,204", "2,264", (2, 0)),
        (CASH, "(2,392)", "(2,932)", (9, 0)),
        (CASH, "17,289", "17,239", (13, 0)),
        (NOTE, "7,910", "7,810", (1, 1)),
        (NOTE, "9,124", "9,324", (5, 0)),
        (BALANCES, "13,565", "13,865", (3, 0)),
        (BALANCES, "2,041", "2,241", (4, 0)),
    ],
)
def test_a_wrong_digit(text, old, new, position):
    failures = analyse(replaced(text, old, new)).failures
    assert failures
    assert position in [suspect.position for suspect in failures[0].suspects]


def test_a_wrong_subtotal_is_found_once_and_named():
    [failure] = analyse(replaced(INCOME, "40,019", "40,079")).failures
    assert [suspect.position for suspect in failure.suspects] == [(3, 1)]
    assert failure.suspects[0].meant == 4001900  # in hundredths, because of earnings per share
    assert failure.resolved


def test_rows_and_columns_together_name_the_figure():
    text = """
    North  1,204  830  2,034
    South  2,117  902  3,019
    East  1,871  774  2,645
    Total  5,192  2,506  7,698
    """
    [failure] = analyse(replaced(text, "902", "962")).failures
    assert [suspect.position for suspect in failure.suspects] == [(1, 1)]
    assert failure.suspects[0].meant == 902


@pytest.mark.parametrize(
    "text",
    [
        # Off by rounding: half a unit each.
        "A  1.2  2.3\nB  3.1  1.4\nC  2.2  4.4\nTotal  6.6  8.1",
        # The total includes what is not shown.
        "Largest customer  410  388\nSecond  210  215\nTotal revenue  1,950  1,804",
        "Oil  3,120\nGas  1,480\nTotal production  6,212",
        # A line that is not shown in one column.
        "A  1,204  1,330\nB  930  n/a\nC  511  604\nTotal  2,645  2,904",
        # Averages, rates and shares do not add up.
        "Sales  1,240  1,310\nCosts  902  961\nMargin  27.3%  26.6%\nAverage price  3.1  3.4",
        # Earnings per share of quarters do not add up to those of the year.
        "Sales  210  305  198  260  973\nCosts  110  140  101  120  471\n"
        "Earnings per share  0.21  0.34  0.19  0.28  1.01",
        # Small figures that match by chance.
        "Goals  2  3  1\nAssists  1  1  1\nCards  3  4  4",
        "2019  1,204\n2020  1,330\n2021  2,534",
    ],
)
def test_tables_without_errors(text):
    assert analyse(grid(text)).failures == ()


def test_a_single_column_with_a_total():
    text = "Rent  14,200\nTravel  3,150\nTraining  1,980\nTotal  19,330"
    assert not analyse(grid(text)).failures
    [failure] = analyse(replaced(text, "19,330", "19,830")).failures
    assert failure.suspects[0].position == (3, 0)


def test_totals_above_their_parts():
    text = "Revenue  44,075  40,019\nProducts  31,204  28,117\nServices  12,871  11,902"
    analysis = analyse(grid(text))
    assert (0, 0) in analysis.covered or (0, 1) in analysis.covered
    assert analyse(replaced(text, "12,871", "12,371")).failures


def test_differences_within_rounding_are_counted():
    analysis = analyse(grid("A  121.2  92.3\nB  83.1  61.4\nC  42.2  44.4\nTotal  246.6  198.1"))
    assert not analysis.failures
    assert analysis.within_rounding == 1


@given(st.lists(st.lists(st.integers(-99, 99), min_size=3, max_size=3), max_size=12))
def test_any_grid_is_analysed(rows):
    text = "\n".join(
        f"Row {i}  " + "  ".join(f"({-v})" if v < 0 else str(v) for v in row) for i, row in enumerate(rows)
    )
    if rows:
        analyse(grid(text))


def test_the_arrays_of_a_grid():
    lines = grid("A  1.5  (2)\nB  —  n/a\nC  .  3%").lines()
    assert lines.values[0].tolist() == [15, -20]
    assert lines.steps[0].tolist() == [1, 10]
    assert np.isnan(lines.values[1, 1])
    assert lines.blank[2].tolist() == [True, False]
    assert lines.percent[2].tolist() == [False, True]


def test_a_rate_in_the_row_of_a_total():
    text = "Freight  3,194  89%  23\nShunting  237  6%  45\nAuxiliary  177  5%  29\nTotal  3,608  100%  26"
    assert analyse(grid(text)).failures == ()
    assert analyse(replaced(text, "100%  26", "100%  23")).failures == ()
    [failure] = analyse(replaced(text, "177", "170")).failures
    assert (2, 0) in [suspect.position for suspect in failure.suspects]


def test_lines_under_less():
    text = "Incurred  170.1  125.2\nLess:\nCapitalized  28.3  15.9\nInterest expense  141.8  109.3"
    assert analyse(grid(text)).failures == ()
    assert analyse(replaced(text, "170.1", "110.1")).failures


def test_totals_of_other_tables_are_evidence():
    text = "Returns  12\nRebates  19\nRent  8\nOther  35\nTotal other liabilities  84"
    analysis = analyse(grid(text))
    assert analysis.failures == ()
    assert replace(analysis, elsewhere=Elsewhere(proven=5)).failures


@pytest.mark.parametrize(
    "text",
    [
        "Products  38,137  26,910  67%  59%\nServices  9,919  7,688  18%  17%\n"
        "Total cost  48,056  34,598  85%  76%",
        "Assets  1,716.9  1,468.8  17%\nLiabilities  1,714.9  1,578.4  9%\n"
        "Working capital  2.0  (109.6)  (102%)",
    ],
)
def test_percentages_that_are_no_means(text):
    assert not any(failure.certain for failure in failures(analyse(grid(text))))


def test_a_plain_list_has_nothing_to_add_up_but_its_total():
    text = "Frame  7.1\nMotor  3.3\nBattery  2.9\nWheels  {}\nBrakes  2.7\nRack  1.8\n{}  22.4"
    assert analyse(grid(text.format("6.4", "Total"))).failures
    assert not analyse(grid(text.format("4.6", "Total"))).failures
    assert not analyse(grid(text.format("6.4", "Total of other parts"))).failures
