"""Totals whose last part is what is left."""

import pytest

from numerate.consistency.claim import LIKELY, SURE
from numerate.consistency.totals.remainders import read_remainders
from tests.consistency.sentences import read, read_one


def stated(claims):
    return [([number.text for number in claim.numbers], claim.odds) for claim in claims]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Of 90 trees 30 were felled, leaving 60.", ["30", "90", "60"]),
        ("Of 90 trees 30 were felled and 60 remain.", ["30", "90", "60"]),
        ("Of 90 trees a third were felled; the remaining 60 are oaks.", ["a third", "90", "60"]),
        ("The track has 90 km; 30 were paved and the other 60 resurfaced.", ["30", "90", "60"]),
    ],
)
def test_what_is_left_is_the_derived_figure(text, numbers):
    assert stated(read_remainders(read_one(text))) == [(numbers, SURE)]


def test_the_total_may_be_in_the_sentence_before():
    _, sentence = read("The wood had 90 trees. The storm felled 30, leaving 60.")
    assert stated(read_remainders(sentence)) == [(["30", "90", "60"], SURE)]


def test_a_count_that_only_says_which_makes_it_less_sure():
    text = "Of 90 trees the last 7 were old; we felled 30, leaving 60."
    assert [odds for _, odds in stated(read_remainders(read_one(text)))] == [LIKELY]


@pytest.mark.parametrize(
    "text",
    [
        "They won 30-21, leaving 60.",  # a score
        "He had 38 points and 7 games left, she 31 points and 9 games left.",
        "Of 90 trees 30 left the 60.",
        "She felled 30, leaving 60.",  # no total
    ],
)
def test_what_is_left_of_something_else(text):
    assert stated(read_remainders(read_one(text))) == []
