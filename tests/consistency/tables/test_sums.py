import random
from decimal import Decimal

import pytest

from numerate.consistency.tables.failures import analyse_together, failures
from numerate.consistency.tables.grid import Entry, Grid
from numerate.consistency.tables.judge import analyse
from numerate.consistency.tables.sums import find_sums
from tests.consistency.tables.grids import grid
from tests.growth import assert_linear


def large(rows: int, columns: int, label: str = "Item") -> Grid:
    chance = random.Random(1)
    body = [[chance.randint(1, 9999) for _ in range(columns)] for _ in range(rows - 1)]
    body.append([sum(column) for column in zip(*body, strict=True)])
    entries = tuple(tuple(Entry(Decimal(value), Decimal(1)) for value in row) for row in body)
    return Grid((label,) * (rows - 1) + ("Total",), ("",) * columns, entries)


@pytest.mark.parametrize(
    ("small", "big", "label"),
    [
        ((200, 12), (800, 12), "Item"),
        ((12, 400), (12, 1600), "Item"),
        ((100, 6), (400, 6), "Total"),
    ],
)
def test_time_is_linear_in_the_number_of_figures(small, big, label):
    assert_linear(analyse, large(*small, label), large(*big, label))


def test_a_total_of_many_lines():
    table = large(300, 3)
    [formula] = [formula for formula in find_sums(table.lines()) if formula.trust > 0]
    assert (formula.target, len(formula.terms)) == (299, 299)


def test_a_difference_after_a_line_that_is_deducted():
    table = grid("Interest incurred  170.1  125.2\nLess:\nCapitalized  28.3  15.9\nInterest  141.8  109.3")
    [formula] = [formula for formula in find_sums(table.lines()) if formula.target == 3]
    assert [(term.line, term.factor) for term in formula.terms] == [(0, 1), (2, -1)]


def test_lines_of_which_another_consists():
    text = "Staff  412  398  377\nof which full-time  301  288  270\nof which part-time  111  110  107"
    assert not analyse(grid(text)).failures
    [failure] = analyse(grid(text.replace("288", "238"))).failures
    assert (1, 1) in [suspect.position for suspect in failure.suspects]


def test_lines_that_are_only_some_of_another():
    text = "Staff  412  398  377\nof which new  31  38  27\nof which part-time  111  110  107"
    assert not analyse(grid(text)).failures


SHARES = "North  1,560  42%  7%\nSouth  1,281  34%  5%\nEast  909  24%  14%\nTotal  3,750  100%  8%"


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [("34%", "54%", True), ("100%", "400%", True), ("14%", "74%", False), ("8%", "9%", False)],
)
def test_percentages_are_added_up_where_they_are_shares_of_a_whole(old, new, is_wrong):
    assert not analyse(grid(SHARES)).failures
    assert bool(analyse(grid(SHARES.replace(old, new))).failures) == is_wrong


def test_percentages_of_sales_add_up_as_the_amounts_do():
    text = """
Sales  8,120  7,744  100.0%
Cost of sales  (4,912)  (4,801)  (60.5%)
Gross profit  3,208  2,943  39.5%
Selling costs  (1,104)  (1,022)  (13.6%)
Research  (815)  (799)  (10.0%)
Operating income  1,289  1,122  15.9%
Interest  (119)  (130)  (1.5%)
Income before income taxes  1,170  992  14.4%
Income taxes  (310)  (255)  (3.8%)
Net income  860  737  10.6%
"""
    assert not analyse(grid(text)).failures
    [failure] = analyse(grid(text.replace("13.6", "18.6"))).failures
    assert failure.suspects[0].position == (3, 2)


def test_round_figures_prove_no_sum():
    assert not analyse(
        grid("Britain  300,000  (700,000)\nGreece  200,000  (300,000)\nIreland  100,000  (200,000)")
    ).failures


STOCKS = """
Start stocks  121  118  100  104
Production  495  512  513  498
Domestic use  254  258  244  239
Exports  205  240  251  244
End stocks  157  132  118  119
"""


def test_the_closing_of_a_stock_follows_from_its_opening():
    assert not analyse(grid(STOCKS)).failures
    [failure] = analyse(grid(STOCKS.replace("258", "268"))).failures
    assert (2, 1) in [suspect.position for suspect in failure.suspects]


BALANCE = """
Plant  1,276  1,195
Goodwill  418  431
~  1,694  1,626
Stocks  283  264
Debtors  356  371
~  639  635
Total assets  2,333  2,261
Payables  (402)  (389)
Overdraft  (65)  (97)
~  (467)  (486)
Net current assets  172  149
Loans  (611)  (598)
Net assets  1,255  1,177
Equity:
Share capital  125  120
Share premium  318  304
Retained earnings  812  753
Total equity  1,255  1,177
"""


def test_a_result_that_goes_back_to_an_included_total():
    sums = {formula.target: formula.lines() for formula in find_sums(grid(BALANCE).lines())}
    assert sums[10] == (5, 9, 10)
    assert sums[12] == (6, 9, 11, 12), "net current assets are not added once more"


def test_the_last_part_of_a_total_is_no_result():
    sums = {formula.target: formula.lines() for formula in find_sums(grid(BALANCE).lines())}
    assert sums[17] == (14, 15, 16, 17)


def test_a_balance_sheet_that_adds_up():
    assert not analyse(grid(BALANCE)).failures


@pytest.mark.parametrize(
    ("old", "new", "position"),
    [
        ("(467)", "(447)", (9, 0)),
        ("172", "112", (10, 0)),
        ("(611)", "(671)", (11, 0)),
        ("753", "783", (16, 1)),
    ],
)
def test_an_error_in_a_balance_sheet(old, new, position):
    [failure] = analyse(grid(BALANCE.replace(old, new))).failures
    assert failure.suspects[0].position == position


def test_a_second_deduction_is_no_result():
    text = "Total estate  612\nLess: Debts  (148)\nLess: Gifts  (103)\nTotal left to heirs  361"
    formulas = find_sums(grid(text).lines())
    assert [formula.target for formula in formulas if formula.prior > 0] == [3]


TAXES = """
Statutory rate  25.0%  25.0%
Regional taxes  2.1  1.4
Research credits  (1.2)  (2.6)
Foreign branches  0.7  0.9
Effective tax rate  26.6%  24.7%
"""


@pytest.mark.parametrize(("old", "new"), [("2.1", "3.1"), ("24.7%", "27.7%"), ("(2.6)", "(2.9)")])
def test_the_statutory_rate_leads_to_the_effective_one(old, new):
    assert analyse(grid(TAXES)).failures == ()
    [failure] = analyse(grid(TAXES.replace(old, new))).failures
    assert failure.instance.formula.target == 4


def test_rates_that_are_only_compared():
    text = "Statutory rate  25.0%  25.0%\nPeers  23.1%  24.0%\nEffective tax rate  26.6%  24.7%"
    assert analyse(grid(text)).failures == ()


CARRYING = """
Cost
At 1 January 2024  24,120  9,814
Additions  1,930  644
Disposals  (812)  (120)
At 31 December 2024  25,238  10,338
Accumulated depreciation
At 1 January 2024  9,017  5,233
Charge for the year  1,344  817
Disposals  (530)  (98)
At 31 December 2024  9,831  5,952
Carrying amount
At 31 December 2024  15,407  4,386
At 31 December 2023  15,103  4,581
"""


def test_carrying_amounts_are_cost_less_depreciation():
    analysis = analyse(grid(CARRYING))
    assert {(11, 0), (11, 1), (12, 0), (12, 1)} <= analysis.covered
    terms = {
        formula.target: [(term.line, term.factor) for term in formula.terms] for formula in analysis.formulas
    }
    assert terms[11] == [(4, 1), (9, -1)]
    assert terms[12] == [(1, 1), (6, -1)]
    assert not analysis.failures


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (
            "Not due  214\nOverdue  78\nGross receivables  292\nLoss allowance  (21)\nNet receivables  271",
            "271",
            "217",
        ),
        (
            "GAAP income  387  352\nAmortization  62  58\nTaxes  (14)  (12)\nNon-GAAP income  435  398",
            "398",
            "389",
        ),
    ],
)
def test_what_leads_on_from_a_line_of_the_same_name(text, old, new):
    analysis = analyse(grid(text))
    assert not analysis.failures
    assert (len(analysis.grid.rows) - 1, 0) in analysis.covered
    sure = grid("Rent  1,204  1,130\nFood  871  804\nTotal  2,075  1,934")
    broken, *_ = analyse_together([grid(text.replace(old, new)), sure, sure, sure])
    assert list(failures(broken))


def test_a_roll_forward_of_small_figures_by_its_labels():
    columns = ("Beginning balance", "Charged to expense", "Deductions", "Ending balance")
    text = "Credit  18  3  3  18\nGoods  13  7  3  17\nTaxes  14  2  5  11\nWood  44  9  8  45"
    assert (3, 3) in analyse(grid(text, columns)).covered
    assert analyse(grid(text.replace("8  45", "8  95"), columns)).failures
