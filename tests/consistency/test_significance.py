import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from numerate.consistency.significance import chi_squared, fisher, student
from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    "text",
    [
        "They differed, t(38) = 2.10, p = .042.",
        "They differed, t(38) = 2.10, p = .04.",
        "They differed, t(38) = -2.10, p < .05.",
        "They differed, t(38) = 2.10, p = .021.",  # one tail
        "They differed, F(1, 38) = 4.50, p = .04.",
        "They differed, F(38, 1) = 4.50, p = .04.",  # the wrong way round
        "They differed, χ²(2) = 5.99, p = .05.",
        "They differed, χ2(2, N = 170) = 14.1, p < .001.",
        "They differed, r(48) = .31, p = .03.",
        "They differed, t(38) = 0.50, p > .05.",
        "They differed [t(38) = 7.10; p = 0.000].",
        "They differed, F(2, 48) = 8.14, p = .003.",  # corrected for sphericity
        "With Bonferroni correction, t(38) = 2.10, p = .21.",
    ],
)
def test_correct_p_values_hold(text):
    assert holds(text, "significance")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("They differed, t(38) = 2.10, p = .21.", "t(38) = 2.10 gives p = 0.042, not .21."),
        ("They differed, F(1, 38) = 4.50, p < .01.", "F(1, 38) = 4.50 gives p = 0.04, not < .01."),
        ("They differed, χ²(2) = 5.99, p = .01.", "χ²(2) = 5.99 gives p = 0.05, not .01."),
        ("They differed, r(48) = .31, p = .003.", "r(48) = .31 gives p = 0.028, not .003."),
        ("They did not, t(38) = 5.10, p > .05.", "t(38) = 5.10 gives p < 0.001, not > .05."),
    ],
)
def test_wrong_p_values_are_reported(text, message):
    assert only(text).message == message


def test_several_p_values_that_are_too_large_count_as_corrected():
    text = "t(38) = 2.10, p = .21; t(38) = 2.50, p = .09; t(38) = 2.30, p = .15."
    assert kinds(text) == []


def test_resampled_p_values_are_not_checked():
    assert kinds("In a permutation test, t(38) = 2.10, p = .01.") == []


@pytest.mark.parametrize("text", ["t(0) = 2.1, p = .05.", "r(48) = 1.2, p = .05.", "F(3) = 2.1, p = .05."])
def test_impossible_tests_are_not_checked(text):
    assert kinds(text) == []


def test_p_values_with_powers_of_ten_are_not_truncated():
    assert kinds("They differed, t(36) = 5.09, p = 1.1 × 10^-5, and t(36) = 5.09, p=1.1e-5.") == []


VALUES = st.floats(0, 60)
DEGREES = st.one_of(st.integers(1, 10_000), st.floats(0.5, 500))


@given(VALUES, DEGREES)
def test_the_tails_of_student_are_those_of_scipy(value, freedom):
    assert student(value, freedom) == pytest.approx(2 * stats.t.sf(value, freedom), rel=1e-6, abs=1e-12)


@given(VALUES, DEGREES, DEGREES)
@example(2**-52, 0.5, 1)
def test_the_tail_of_fisher_is_that_of_scipy(value, above, below):
    assert fisher(value, above, below) == pytest.approx(stats.f.sf(value, above, below), rel=1e-6, abs=1e-12)


@given(st.floats(0, 2000), DEGREES)
def test_the_tail_of_chi_squared_is_that_of_scipy(value, freedom):
    assert chi_squared(value, freedom) == pytest.approx(stats.chi2.sf(value, freedom), rel=1e-6, abs=1e-12)
