"""Totals that stand before their parts."""

import pytest

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK
from numerate.consistency.totals.announced import (
    read_announced,
    read_excess,
    read_halves,
    read_lists_below,
)
from tests.consistency.sentences import read, read_one


def stated(claims):
    return [([number.text for number in claim.numbers], claim.odds) for claim in claims]


@pytest.mark.parametrize(
    ("text", "numbers", "odds"),
    [
        ("It has 60 beds: 20 for men, 25 for women and 15 for children.", ["20", "25", "15", "60"], SURE),
        ("The farm has 60 beasts, comprising 20 cows, 25 goats and 15 pigs.", ["20", "25", "15", "60"], SURE),
        ("It has 60 beds, of which 20 are full and 10 broken.", ["20", "10", "60"], LIKELY),
        ("It has 60 beds, of which about 20 are full and 40 free.", ["20", "40", "60"], WEAK),
        ("The court has 40 judges: the president, 8 deputies and 31 others.", ["8", "31", "40"], WEAK),
    ],
)
def test_a_list_after_a_total(text, numbers, odds):
    assert stated(read_announced(read_one(text))) == [(numbers, odds)]


@pytest.mark.parametrize(
    "text",
    [
        "It has 60 beds, including 20 for men and 15 for women.",
        "It has 60 beds with 20 lamps and 15 chairs.",
        "It has 60 beds: 20 for men.",
        "Sixty beds: 80 for men and 15 for women.",  # more than there are
    ],
)
def test_a_list_of_something_else(text):
    assert stated(read_announced(read_one(text))) == []


def test_a_list_that_says_it_is_all():
    text = "It has 60 beds, including 20 for men and 40 for women and nothing else."
    assert stated(read_announced(read_one(text))) == [(["20", "40", "60"], STRONG)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Of the 60 beds, 30 went to men, 25 to women and 15 to children.", ["30", "25", "15", "60"]),
        ("In all 60 beds went, 30 to men and 25 to women.", ["30", "25", "60"]),
        ("It has 60 beds, 30 of them upstairs, 25 below and 15 outside.", ["30", "25", "15", "60"]),
    ],
)
def test_parts_that_are_more_than_their_total(text, numbers):
    assert [each for each, _ in stated(read_excess(read_one(text)))] == [numbers]


@pytest.mark.parametrize(
    "text",
    [
        "Of the 60 beds, 30 went to men, 15 to women and 5 to children.",  # some may be left
        "Of the 60 guests, 30 speak French, 25 Dutch and 15 Welsh.",  # some speak two
        "It has 60 beds, 30 of them upstairs, 15 below and 5 outside.",
    ],
)
def test_parts_that_may_be_some(text):
    assert stated(read_excess(read_one(text))) == []


def test_two_halves_leave_nothing_out():
    [(numbers, odds)] = stated(read_halves(read_one("The class has 28 pupils: 15 girls and 12 boys.")))
    assert (numbers, odds) == (["15", "12", "28"], SURE)
    assert not stated(read_halves(read_one("The class has 28 pupils: 15 readers and 12 boys.")))
    assert not stated(read_halves(read_one("It has 28 members: 15 voted for and 12 against, one abstained.")))


def test_a_list_in_the_next_sentence():
    _, sentence = read("The farm has 60 beasts. There are 20 cows, 25 goats and 14 pigs.")
    assert stated(read_lists_below(sentence)) == [(["20", "25", "14", "60"], SURE)]
    _, sentence = read("The farm has 60 beasts. There are 20 cows, 25 goats and at least 14 pigs.")
    assert stated(read_lists_below(sentence)) == []
