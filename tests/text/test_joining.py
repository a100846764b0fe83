"""Two numbers that are one: shares, fractions, scales in digits and words."""

import pytest

from numerate import extract
from tests.text.reading import one


@pytest.mark.parametrize(
    ("text", "value"),
    [("one in five", 0.2), ("Nine out of ten", 0.9), ("3 in every 4", 0.75), ("34 out of 50", 0.68)],
)
def test_a_share_is_one_number_that_splits_into_its_counts(text, value):
    share = one(text)
    assert (share.kind, share.value) == ("share", pytest.approx(value))
    first, second = share.split()
    assert first.value / second.value == pytest.approx(value)
    assert all(text[part.start : part.end] == part.text for part in (first, second))


@pytest.mark.parametrize("text", ["three in 2016", "five in one", "2 in 3 weeks", "seven in 12 games"])
def test_other_numbers_around_in_are_no_share(text):
    assert [number.kind for number in extract(text)].count("share") == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5 thousand two hundred", 5200),
        ("5 million 300 thousand", 5_300_000),
        ("six hundred and 9", 609),
        ("1 and 1/2 cups", 1.5),
        ("two hours and a half", 2.5),
        ("one-tenth of one percent", 0.1),
    ],
)
def test_a_number_continues_the_one_before(text, value):
    number = one(text)
    assert number.value == pytest.approx(value)
    assert number.start == 0


@pytest.mark.parametrize(
    "text",
    [
        "5 million and 300 people",
        "six hundred and 9 were late",
        "between 1 and 1/2 cups",
        "two hours and a half day",
        "one-tenth of two percent",
    ],
)
def test_other_neighbours_are_two_numbers(text):
    assert len(extract(text)) == 2
