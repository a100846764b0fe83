import numpy as np
import pytest

from numerate.consistency.tables.candidates import Candidate, sum_formula
from numerate.consistency.tables.formula import Formula, Instance, Term
from tests.consistency.tables.grids import grid

LINES = grid("A  1,204  1,330  118\nB  930  812  204\nTotal  2,134  2,412  322").lines()
TOTAL = sum_formula(LINES, 2, Candidate(np.array([1, 0]), np.ones(2), 1.0, 0.0))


def test_where_a_formula_holds_and_where_it_fails():
    assert TOTAL.holds.tolist() == [True, False, True]
    assert TOTAL.fails.tolist() == [False, True, False]
    assert TOTAL.fails_rarely
    assert TOTAL.lines() == (0, 1, 2)


def test_a_place_that_fails_counts_against_it():
    assert TOTAL.trust_without(1) > TOTAL.trust
    assert TOTAL.trust_without_worst == pytest.approx(TOTAL.trust_without(1))


def test_what_a_figure_must_be_for_a_sum_to_hold():
    instance = Instance(TOTAL, 1)
    assert instance.residual == 270
    assert [instance.meant(LINES, line) for line in (0, 1, 2)] == [1600, 1082, 2142]
    suspect = instance.misprint(LINES, 2, 2142)
    assert suspect is not None
    assert (suspect.position, suspect.meant, suspect.error) == ((2, 1), 2142, "transposed")
    assert instance.misprint(LINES, 0, 1600) is None


def test_positions_have_the_target_last_and_follow_the_axis():
    assert Instance(TOTAL, 1).positions() == [(0, 1), (1, 1), (2, 1)]
    balance = Formula(
        "sum", 1, (Term(1, 1.0, -1), Term(0)), True, *(np.zeros(3) for _ in range(3)), prior=0.0
    )
    assert Instance(balance, 2).positions() == [(1, 1), (2, 0), (2, 1)]


def test_the_whole_of_a_share_is_among_its_figures():
    share = Formula("share", 1, (Term(0),), True, *(np.zeros(3) for _ in range(3)), prior=0.0, base=2)
    assert Instance(share, 0).positions() == [(0, 0), (2, 0), (0, 1)]


def test_factors_with_a_typing_error():
    lines = grid("A  12  3  46", ("Number", "Price", "Amount")).lines(by_column=True)
    arrays = np.array([36.0]), np.array([10.0]), np.array([0.5])
    product = Formula("product", 2, (Term(0), Term(1)), True, *arrays, prior=0.0)
    [suspect] = Instance(product, 0).misprinted_factors(lines)
    assert (suspect.position, suspect.meant) == ((0, 2), 36)
