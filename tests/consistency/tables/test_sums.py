import random
from decimal import Decimal

import pytest

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
