from dataclasses import replace
from math import inf

import pytest

from numerate.consistency.tables.failures import analyse_together, failures
from numerate.consistency.tables.formula import Failure
from numerate.consistency.tables.grid import Grid
from numerate.consistency.tables.judge import Elsewhere, analyse
from numerate.consistency.tables.last_digits import exactness, last_digit_failures
from tests.consistency.tables.grids import grid
from tests.consistency.tables.test_judge import CASH, INCOME

OFF = "Rent  1,204  1,330\nFood  930  812\nFuel  511  604\nTotal  2,645  2,747"


def failures_together(grids: list[Grid]) -> list[list[Failure]]:
    return [list(failures(analysis)) for analysis in analyse_together(grids)]


def test_one_sum_off_by_a_unit_in_an_exact_document():
    assert failures_together([grid(OFF)]) == [[]]
    *others, [failure] = failures_together([grid(INCOME), grid(CASH), grid(OFF)])
    assert others == [[], []]
    assert failure.certain
    assert failure.suspects[0].position == (3, 1)
    assert failure.suspects[0].meant == 2746


def test_the_figure_that_two_sums_share():
    text = "A  120  83  203\nB  211  90  301\nC  187  77  264\nTotal  518  251  768"
    [failure] = last_digit_failures(replace(analyse(grid(text)), elsewhere=Elsewhere(9.0)))
    assert [suspect.position for suspect in failure.suspects] == [(3, 1)]
    assert failure.resolved


@pytest.mark.parametrize(("elsewhere", "levels"), [(-inf, []), (0.0, []), (1.5, [False]), (9.0, [True])])
def test_other_tables_decide(elsewhere, levels):
    analysis = replace(analyse(grid(OFF)), elsewhere=Elsewhere(elsewhere))
    assert [failure.certain for failure in last_digit_failures(analysis)] == levels


def test_two_units_within_rounding():
    text = "Rent  1,204\nFood  930\nFuel  511\nTax  302\nPost  118\nTotal  3,067"
    [failure] = last_digit_failures(replace(analyse(grid(text)), elsewhere=Elsewhere(9.0)))
    assert failure.suspects[0].meant == 3065


def test_documents_that_round_have_no_such_errors():
    rounded = "A  1.2  2.3\nB  3.1  1.4\nC  2.2  4.4\nTotal  6.6  8.1"
    assert failures_together([grid(INCOME), grid(rounded), grid(OFF)]) == [[], [], []]


def test_exactness():
    assert exactness(analyse(grid(INCOME))).evidence > 4
    assert exactness(analyse(grid(OFF))).for_others == -inf


def test_two_units_are_rarer_by_rounding_than_one():
    parts = "Base  5,807  5,653\nFuel  3,120  3,875\nTax  1,467  1,645\nGrid  495  479\nFees  311  298"
    tables = (grid(f"{parts}\nTotal  11,200  {total}") for total in ("11,952", "11,951"))
    by_two, by_one = (list(last_digit_failures(analyse(table))) for table in tables)
    assert [failure.certain for failure in by_two] == [True]
    assert by_one == []


def test_rates_are_rounded_in_exact_documents_too():
    text = "Gross rate  29.7  29.5\nCost rate  19.2  19.6\nOperating margin rate  10.6  9.9"
    analysis = replace(analyse(grid(text)), elsewhere=Elsewhere(9.0))
    assert exactness(analysis).off == ()
    assert not list(last_digit_failures(analysis))


@pytest.mark.parametrize(("total", "suspects"), [("682", []), ("681", [(2, 1)])])
def test_a_total_of_one_part_is_not_off_by_rounding(total, suspects):
    table = grid(f"Money market funds  6,424  —\nMutual funds  682  682\nTotal  7,106  {total}")
    failed = list(last_digit_failures(analyse(table)))
    assert [failure.suspects[0].position for failure in failed if failure.certain] == suspects


def test_a_difference_that_is_exact_nowhere_says_nothing_about_rounding():
    text = "Projected  133  176  133  178\nAccumulated  132  174  132  175\nAssets  2  —  2  2"
    assert exactness(analyse(grid(text))).for_others == 0.0
