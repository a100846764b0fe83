"""Wholes and their parts in passages that have nothing else."""

import pytest

from tests.consistency.helpers import certain


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("A crew of 21 included twelve sailors and {} cooks.", "eleven", "nine"),
        ("A bench of seven judges split five to {}.", "three", "two"),
        ("The 640 pupils are spread over three sites: 300, 220 and {}.", "140", "120"),
        ("Of the 85 wells tested, 61 were clean and {} were not.", "34", "24"),
        ("The 7,300 seats went to adults (4,800), children (1,900) and staff ({}).", "800", "600"),
        ("Its {} guests are 14 adults, 9 teenagers and 5 babies.", "29", "28"),
    ],
)
def test_parts_make_up_their_whole(text, wrong, right):
    assert certain(text.format(wrong))
    assert not certain(text.format(right))


@pytest.mark.parametrize(
    "text",
    [
        "Parker had 12 points, 8 rebounds and 7 assists.",
        "Among the 48 flats, 20 have balconies and 31 have parking.",
        "In order of size: Aville (34,000 people), Bourg (27,000) and Creux (12,000).",
        "The lake covers 2,240 sq km; its neighbours cover 1,010 sq km and 800 sq km.",
        "The binary outcome was rare (M = 0.50, SD = 0.71, n = 2).",
        "We sold 40 apples and 20 pears on Monday, and 55 items in total on Tuesday.",
    ],
)
def test_other_figures_are_no_parts(text):
    assert not certain(text)
