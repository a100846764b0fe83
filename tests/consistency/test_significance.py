import pytest

from tests.consistency.reading import holds, kinds, one


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
def test_tests_whose_p_value_follows_hold(text):
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
def test_tests_whose_p_value_does_not_follow_are_found(text, message):
    assert one(text).message == message


def test_p_values_that_are_all_too_large_were_corrected():
    text = "t(38) = 2.10, p = .21; t(38) = 2.50, p = .09; t(38) = 2.30, p = .15."
    assert kinds(text) == []


def test_p_values_that_were_counted_are_not_computed():
    assert kinds("In a permutation test, t(38) = 2.10, p = .01.") == []


@pytest.mark.parametrize("text", ["t(0) = 2.1, p = .05.", "r(48) = 1.2, p = .05.", "F(3) = 2.1, p = .05."])
def test_what_is_no_such_test_is_left_alone(text):
    assert kinds(text) == []


def test_powers_of_ten_are_not_cut_short():
    assert kinds("They differed, t(36) = 5.09, p = 1.1 × 10^-5, and t(36) = 5.09, p=1.1e-5.") == []
