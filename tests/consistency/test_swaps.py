"""Figures that follow from others but for two swapped digits, each with a correct twin."""

import pytest

from numerate.consistency import inconsistencies, relations

TWINS = [
    # sums, differences, balances
    ("The hall took £3,480 at the door and £1,265 from the bar, altogether {}.", "£4,475", "£4,745"),
    ("We began with 1,436 books. Of these 287 were sold, so {} remain.", "1,194", "1,149"),
    (
        "The kitty held €1,382.40. €615.00 came in and €498.70 went out, so that {} are left.",
        "€1,948.70",
        "€1,498.70",
    ),
    ("The upper lake has 3,716 m³, the lower 2,658 m³; together that makes {}.", "6,734 m³", "6,374 m³"),
    ("The reservoir fell from 91.4 m to 76.8 m, a difference of {}.", "16.4 m", "14.6 m"),
    # products, quotients, shares
    ("There are 36 rows of desks. At £27.50 each, the 36 desks come to {}.", "£909.00", "£990.00"),
    ("A battery of 36 V and 13 Ah is built in, which makes {}.", "648 Wh", "468 Wh"),
    ("The 38 branches sold 51,680 pies, an average of {} for every branch.", "1,630 pies", "1,360 pies"),
]


def swapped(text):
    return [each for each in inconsistencies(text) if each.level == "error"]


@pytest.mark.parametrize(("text", "wrong", "right"), TWINS)
def test_a_figure_with_swapped_digits_is_reported_and_its_twin_is_not(text, wrong, right):
    assert swapped(text.format(wrong))
    assert not swapped(text.format(right))


def test_one_figure_may_stand_in_an_earlier_paragraph():
    text = "The barrel holds 184.5 litres.\n\nOn Monday 37.8 litres were drawn, so that {} remain."
    [finding] = swapped(text.format("164.7 litres"))
    assert finding.message == "184.5 litres − 37.8 litres = 146.7 litres, not 164.7 litres."
    assert not swapped(text.format("146.7 litres"))


def test_the_suggestion_has_the_digits_the_other_way_round():
    [finding] = swapped("There were 2,318 seats and 745 of them were empty, so that 1,537 people came.")
    assert [each.text for each in finding.suggestions if each.number.text == "1,537"] == ["1,573"]


CORRECT = [
    # nothing is worked out
    "The mill has 2,318 spindles, its neighbour 745, and the one at Wray 1,537.",
    # the figure follows from the others as it is
    "Of 2,318 seats 745 were empty and 36 broken, so that 1,537 people could sit.",
    # what is left of something else
    "Of 640 tickets 128 were left; the 251 sold on Friday made £1,004.",
    # few digits fit by accident
    "There were 54 in all, of whom 31 were under 18 and 14 over 60.",
    # years and dates
    "Founded in 1846, it had 92 members in all and closed in 1938.",
    # an average is no sum
    "The rows measured 18.4 m and 31.2 m, an average of 94.6 m for the whole field.",
]


@pytest.mark.parametrize("text", CORRECT)
def test_other_figures_are_left_alone(text):
    assert not [each for each in relations(text) if each.kind == "swapped" and each.problem]
