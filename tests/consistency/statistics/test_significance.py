import pytest

from numerate.consistency import inconsistencies
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
        (
            "They differed, t(38) = 2.10, p = .21.",
            "t(38) = 2.10 gives p = 0.042, not .21. That is significant at .05.",
        ),
        ("They differed, F(1, 38) = 4.50, p < .01.", "F(1, 38) = 4.50 gives p = 0.04, not < .01."),
        ("They differed, χ²(2) = 5.99, p = .01.", "χ²(2) = 5.99 gives p = 0.05, not .01."),
        ("They differed, r(48) = .31, p = .003.", "r(48) = .31 gives p = 0.028, not .003."),
        (
            "They did not, t(38) = 5.10, p > .05.",
            "t(38) = 5.10 gives p < 0.001, not > .05. That is significant at .05.",
        ),
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


@pytest.mark.parametrize(
    "text",
    [
        "They differed, F(1, 55) = 5.29, p = .019.",  # .025
        "They differed, t(346) = 0.75, p = .38.",  # .45
        "In a permutation test, p < .05.\n\n"
        + "All was well. " * 40
        + "They differed, t(38) = 2.10, p = .21.",
    ],
)
def test_small_differences_and_those_of_texts_that_resample_are_only_possible(text):
    [inconsistency] = inconsistencies(text)
    assert inconsistency.level == "possible"


@pytest.mark.parametrize(
    "text",
    [
        "They differed, t(38) = 2.10, p = .024.",  # two digits swapped
        "They differed, t(38) = 3.10, p = .04.",  # ten times as large
        "They differed, t(38) = 1.90, p = .03, two-tailed.",  # changes the decision
        "They did not differ, t(38) = 3.10, ns.",
    ],
)
def test_decisions_large_differences_and_typos_are_certain(text):
    assert only(text).level == "error"


def test_the_statistic_may_be_wrong_instead_of_the_p_value():
    inconsistency = only("No effect was found, F(1, 40) = 9.21, p = .26.")
    texts = {suggestion.number.text: suggestion.text for suggestion in inconsistency.suggestions}
    assert set(texts) <= {"9.21", ".26"}


def test_many_degrees_of_freedom():
    assert holds("They differed, t(2,000,000) = 2.10, p = .036.", "significance")
    assert kinds("They differed, F(2, 3,000,000) = 4.61, p = .21.") == ["significance"]
    assert kinds("They differed, χ2(2,000,000) = 5.1, p = .5.") == []


@pytest.mark.parametrize(
    "text",
    [
        "They differed, t₃₈ = 2.10, p = .21.",
        "They differed, F(l, 38) = 4.50, p = .44.",
        "t(38) = 2·10, p = 0·21.",
    ],
)
def test_numbers_that_cannot_be_written_anew_get_no_suggestion(text):
    assert all(suggestion.number.text.replace(".", "").isascii() for suggestion in only(text).suggestions)
