"""The least, the middle and the most of a passage."""

import pytest

from tests.consistency.helpers import certain


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("Entrants must be no younger than {} and no older than 30.", "35", "16"),
        ("Storage: minimum {} °C, maximum 25 °C.", "30", "5"),
        ("The median rent was €900, with flats spanning {} to €1,400.", "€950", "€600"),
        ("Scores averaged {}, the lowest being 42 and the highest 71.", "39", "58"),
        ("The mean of the sample was 14, and its values lay between {} and 31.", "16", "6"),
        ("The smallest plot measures {} and the largest 800 m².", "950 m²", "350 m²"),
    ],
)
def test_the_middle_lies_between_the_ends(text, wrong, right):
    assert certain(text.format(wrong))
    assert not certain(text.format(right))


@pytest.mark.parametrize(
    "text",
    [
        "Trial volunteers must be between 40 and 60; the mean age of the clinic's patients as a whole is 35.",
        "The price was halved: it went from 90 cents to 45 cents.",
        "The lowest bid since 2010 was $40, and the highest $35 the year before.",
    ],
)
def test_ends_of_something_else(text):
    assert not certain(text)
