import pytest

from numerate.consistency import inconsistencies
from tests.consistency.helpers import holds, kinds, only


def test_the_message_says_what_the_interval_means():
    text = "The change was a mean difference of −3.5 (95% CI −8.1 to 1.1; p = .004)."
    assert only(text).message == "The 95% interval −8.1 to 1.1 includes 0, so p is above 0.05, not = .004."
    text = "The odds ratio was 1.83 (95% CI 1.20–2.79; p = .52)."
    assert only(text).message == (
        "The 95% interval 1.20 to 2.79 excludes a ratio of 1, so p is below 0.05, not = .52."
    )


@pytest.mark.parametrize(
    "text",
    [
        "OR 1.83 (95% CI 1.20–2.79; p = .005).",
        "HR 0.80 (90% CI 0.66–0.97, p = 0.06).",
        "HR 0.80 (99% CI 0.60–1.07, p = 0.04).",
        "OR 1.02 (95% CI 1.00–1.04, p = 0.04).",  # rounding leaves it open
        "OR 1.40 (95% CI 1.01–1.94, p > .04).",
    ],
)
def test_what_agrees_or_is_left_open_holds(text):
    assert holds(text, "estimate")


@pytest.mark.parametrize(
    "text",
    [
        "OR 1.40 (95% CI 0.96–2.04; P = 0.04, one-sided).",
        "OR 1.40 (95% CI 0.96–2.04; P for trend = 0.01).",
        "OR −1.40 (95% CI −1.96–2.04; P = 0.01).",
        "OR 1.40 (95% CI 2.96–2.04; P = 0.01).",
    ],
)
def test_other_p_values_are_not_compared(text):
    assert "estimate" not in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "OR 1.40 (95% CI 0.98–2.00; P = 0.04).",
        "Non-inferiority was shown: difference 0.17 (95% CI −0.05 to 0.39, p < .001).",
    ],
)
def test_small_differences_and_tests_against_a_margin_are_only_possible(text):
    assert [finding.level for finding in inconsistencies(text)] == ["possible"]
