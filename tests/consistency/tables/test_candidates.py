import numpy as np

from numerate.consistency.tables.candidates import (
    Candidate,
    likeliest,
    members_of,
    sum_formula,
    with_tolerance,
)
from numerate.consistency.tables.evidence import running_sums
from tests.consistency.tables.grids import grid

LINES = grid("A  1,204  1,330\nB  930  812\nC  511  604\nTotal  1,441  1,417").lines()
NEAREST = np.array([2, 1, 0])


def test_the_likeliest_length_of_a_sum():
    sums = running_sums(LINES, 3, NEAREST, np.ones(3))
    [candidate] = likeliest(NEAREST, np.ones(3), np.full(3, -1.0), sums, np.array([1, 2]))
    assert candidate.members.tolist() == [2, 1]
    assert candidate.score > candidate.prior == -1.0


def test_sums_that_hold_nowhere_and_are_not_expected_are_left_out():
    sums = running_sums(LINES, 3, NEAREST, np.ones(3))
    assert not list(likeliest(NEAREST, np.ones(3), np.full(3, -2.0), sums, np.array([2])))


def test_a_formula_has_its_terms_in_order_and_gives_them_back():
    formula = sum_formula(LINES, 3, Candidate(np.array([2, 0]), np.array([-1.0, 1.0]), 0.5, 0.0))
    members, signs = members_of(formula)
    assert (members.tolist(), signs.tolist(), formula.prior) == ([0, 2], [1, -1], 0.5)


def test_a_smaller_tolerance_weighs_again():
    lines = grid("A  1.2  3.3\nB  2.4  4.1\nTotal  3.7  7.4").lines()
    formula = sum_formula(lines, 2, Candidate(np.array([1, 0]), np.ones(2), 0.5, 0.0))
    exact = with_tolerance(lines, formula, np.zeros(2))
    assert formula.holds.tolist() == [True, True]
    assert exact.holds.tolist() == [False, True]
    assert exact.trust < formula.trust
