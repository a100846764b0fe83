"""Tail probabilities agree with those of scipy."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special, stats

from numerate.consistency.statistics.tails import chi_squared, fisher, normal, student

VALUES = st.floats(0, 60)
DEGREES = st.one_of(st.integers(1, 10_000), st.floats(0.5, 500))


@given(VALUES, DEGREES)
def test_the_tails_of_student_are_those_of_scipy(value, freedom):
    assert student(value, freedom) == pytest.approx(2 * stats.t.sf(value, freedom), rel=1e-6, abs=1e-12)


@given(VALUES, DEGREES, DEGREES)
@example(2**-52, 0.5, 1)
def test_the_tail_of_fisher_is_that_of_scipy(value, above, below):
    # By the beta function, of which it is a tail: `stats.f.sf` of SciPy 1.15 is 1 for the example above.
    share = above * value / (above * value + below)
    if share < 0.5:
        expected = special.betaincc(above / 2, below / 2, share)
    else:
        expected = special.betainc(below / 2, above / 2, below / (above * value + below))
    assert fisher(value, above, below) == pytest.approx(expected, rel=1e-6, abs=1e-12)


@given(st.floats(0, 2000), DEGREES)
def test_the_tail_of_chi_squared_is_that_of_scipy(value, freedom):
    assert chi_squared(value, freedom) == pytest.approx(stats.chi2.sf(value, freedom), rel=1e-6, abs=1e-12)


@given(st.floats(-40, 40))
def test_the_tails_of_the_normal_are_those_of_scipy(value):
    assert normal(value) == pytest.approx(2 * stats.norm.sf(abs(value)), rel=1e-9, abs=1e-300)


def test_nothing_lies_beyond_infinity():
    infinity = float("inf")
    tails = (student(infinity, 3), fisher(infinity, 2, 3), chi_squared(infinity, 3), normal(infinity))
    assert tails == (0, 0, 0, 0)
