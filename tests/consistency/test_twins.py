"""Figures that differ from another of the text by two swapped digits, and those that only look like it."""

import pytest

from numerate.consistency import inconsistencies, relations


def swapped(text):
    return [each for each in inconsistencies(text) if each.level == "error"]


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
    # inventory numbers, and places on a map
    "17089 and 17091 are skins of squirrels.\n\nThe shells, 17098, are by the donor of the squirrels.",
    "The island lies at 133°12′ west.\n\nOn his own chart the island is at 133°21′ west.",
    # a series: the same is said of several
    "The first hut cost £1,450, slates included.\n\nThe second hut cost £2,610, slates included.\n\n"
    "The third hut cost £1,540, slates included.\n\nThe last hut cost £3,320, slates included.",
]


@pytest.mark.parametrize("text", DIFFERENT)
def test_figures_of_different_things_may_be_alike(text):
    assert not [each for each in relations(text) if each.kind == "swapped" and each.problem]
