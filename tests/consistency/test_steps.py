"""Rises and falls, and their figures in other sentences of a passage."""

import pytest

from tests.consistency.helpers import certain


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("Trade shrank by a {}: 120 boats called in May and 90 in June.", "third", "quarter"),
        ("Visits slid by {}. The first week drew 8,000 people; the last only 6,000.", "45%", "25%"),
        ("By hiring 24 nurses the clinic went from 130 to {}.", "164", "154"),
        ("The bank raised its base rate by half a percentage point, from 3.25% to {}.", "4.25%", "3.75%"),
        ("Nine clerks left, so that the office fell from 52 people to {}.", "33", "43"),
        ("Rainfall tripled over the decade, going from 210 mm to {}.", "840 mm", "630 mm"),
    ],
)
def test_changes_across_a_passage(text, wrong, right):
    assert certain(text.format(wrong))
    assert not certain(text.format(right))


@pytest.mark.parametrize(
    "text",
    [
        "Orders grew 12% in March alone; over the quarter they went from 410 to 430.",
        "Headcount rose by 30 in the spring before redundancies took it from 240 to 225.",
        "Staff fell from 215 to 187, after a loss of 40 posts and 12 new hires.",
        "The Pistons had 30 assists on 46 baskets, giving up only 8 turnovers.",
        "The line cuts the journey from 55 minutes to 38, 12 minutes fewer than the fastest bus.",
        "All 5 members of the first unit shot 50 percent or better, and 4 of them scored.",
    ],
)
def test_changes_of_something_else(text):
    assert not certain(text)
