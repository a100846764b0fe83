import pytest

from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    "text",
    [
        "The odds ratio was 2.1 (95% CI 1.1–2.3).",
        "The odds ratio was 2.1 (95% CI: 1.1 to 2.3).",
        "OR = 2.1, 95% CI 1.1, 2.3.",
        "The mean age was 45 years (range 18–60).",
        "The change was -0.4 (95% CI -0.9 to 0.1).",
    ],
)
def test_estimates_within_their_interval_hold(text):
    assert holds(text, "interval")


@pytest.mark.parametrize(
    "text",
    [
        "The odds ratio was 2.5 (95% CI 1.1–2.3).",
        "OR = 25, 95% CI 1.1, 2.3.",
        "The mean age was 65 years (range 18–60).",
    ],
)
def test_estimates_outside_their_interval_are_reported(text):
    assert kinds(text) == ["interval"]


@pytest.mark.parametrize(
    "text",
    [
        "It rose (p = 0.03 (95% CI 0.2–0.7)).",
        "Access fell by 18.6 (95% CI -30.2, -7.1).",
        "We found 754 cells/mm^2 (95% CI 748–763).",
    ],
)
def test_other_numbers_before_an_interval_are_not_reported(text):
    assert kinds(text) == []


def test_a_missing_decimal_point_is_suggested():
    finding = only("The odds ratio was 21 (95% CI 1.1–2.3).")
    assert finding.suggestions[0].text == "2.1"
