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


PAIRS = [
    (
        "The deposit is £2,460.\n\nThe key is at the inn. The deposit of {} is paid back in May.",
        "£2,640",
        "£2,460",
    ),
    ("The barn seats 314 guests.\n\nWhen all {} places are taken, guests park at the mill.", "341", "314"),
    ("The orchard has 23,850 trees.\n\nEvery one of the {} trees was planted by hand.", "28,350", "23,850"),
]


@pytest.mark.parametrize(("text", "wrong", "right"), PAIRS)
def test_two_figures_of_one_thing_that_differ_by_swapped_digits(text, wrong, right):
    [finding] = swapped(text.format(wrong))
    assert wrong in [each.number.text for each in finding.suggestions]
    assert not swapped(text.format(right))


DIFFERENT = [
    # nothing in common
    "The deposit for the hut is £2,460.\n\nThe roof cost £2,640.",
    # two years
    "In 2019 the deposit was £2,460.\n\nIn 2024 the deposit is £2,640.",
    "The deposit is £2,460.\n\nThe deposit was £2,640 until the sale.",
    # another unit
    "The barn seats 314 guests at dinner.\n\nGuests of a dinner at the barn walk 341 m from the mill.",
    # both stand in one sentence
    "The barn seats 314 guests in May, 341 in June.\n\nOnce 341 guests of the barn were locked in.",
    # both stand twice
    "Trunk A weighs 314 kg, trunk B 341 kg.\n\nTrunk A: 314 kg.\n\nTrunk B: 341 kg.",
]


@pytest.mark.parametrize("text", DIFFERENT)
def test_figures_of_different_things_may_be_alike(text):
    assert not [each for each in relations(text) if each.kind == "swapped" and each.problem]
