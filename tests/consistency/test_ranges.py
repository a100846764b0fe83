import pytest

from tests.consistency.reading import holds, kinds, one


@pytest.mark.parametrize(
    "text",
    [
        "It drew between 2,000 and 15,000 people.",
        "Firms ranging from 20 to 500 employees replied.",
        "They cut between $3.65 million and $3.85 billion.",
        "It fell in 2011–2015 and in 2012–13.",
        "See pp. 210–230 and pp. 234–41.",
    ],
)
def test_ranges_that_rise_hold(text):
    assert holds(text, "range")


@pytest.mark.parametrize(
    "text",
    [
        "It drew between 15,000 and 2,000 people.",
        "Firms ranging from 500 to 20 employees replied.",
        "They cut between $3.65 billion and $3.85 million.",
        "It fell in 2015–2011.",
        "See pp. 230–210.",
    ],
)
def test_ranges_that_run_backwards_are_found(text):
    assert kinds(text) == ["range"]
    assert "backwards" in one(text).message


@pytest.mark.parametrize(
    "text",
    [
        "The difference between 15,000 and 2,000 people is plain.",
        "It swung between $27 and $7.",
        "The dose fell from 20 to 12 mg/kg.",
        "The change between 2012 and 2010 is shown.",
        "They won 20-15.",
        "By standard GB/T 8305-2013 and protocol number 2018–1970.",
        "It cooled between 20 and 15 degrees.",
    ],
)
def test_what_may_fall_is_left_alone(text):
    assert kinds(text) == []


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
def test_estimates_outside_their_interval_are_found(text):
    assert kinds(text) == ["interval"]


@pytest.mark.parametrize(
    "text",
    [
        "It rose (p = 0.03 (95% CI 0.2–0.7)).",
        "Access fell by 18.6 (95% CI -30.2, -7.1).",
        "We found 754 cells/mm^2 (95% CI 748–763).",
    ],
)
def test_other_numbers_before_an_interval_are_left_alone(text):
    assert kinds(text) == []


def test_a_lost_point_is_offered():
    finding = one("The odds ratio was 21 (95% CI 1.1–2.3).")
    assert finding.suggestions[0].text == "2.1"
