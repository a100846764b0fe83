"""Wordings that tie a share to its part and its whole."""

import pytest

from numerate.consistency.claim import STRONG, SURE
from numerate.consistency.shares.wordings import read_wordings
from tests.consistency.sentences import read, read_one


def stated(sentence):
    return [
        (share.part.written, share.whole.written, share.stated.written, share.odds)
        for share in read_wordings(sentence)
    ]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("We saw 45 of 60 tenants (75%).", ("45", "60", "75%")),
        ("We saw 45 (75%) of 60 tenants.", ("45", "60", "75%")),
        ("We saw 75% (45 of 60).", ("45", "60", "75%")),
        ("Of the 60 tenants, 45 (75%) agreed.", ("45", "60", "75%")),
        ("We asked 60 tenants, 45 of whom (75%) agreed.", ("45", "60", "75%")),
        ("Of 60 tenants, 75% or 45 agreed.", ("45", "60", "75%")),
        ("It cost £45, 75% of the budget of £60.", ("£45", "£60", "75%")),
        ("VAT of 20% on sales of £60 comes to £12.", ("£12", "£60", "20%")),
        ("Three quarters of the 60 tenants (45) agreed.", ("45", "60", "Three quarters")),
    ],
)
def test_a_wording_names_all_three_figures(text, figures):
    assert (*figures, SURE) in stated(read_one(text))


def test_each_part_of_a_whole_has_its_share():
    sentence = read_one("Of the 60 tenants, 45 (75%) agreed and 15 (25%) did not.")
    assert stated(sentence) == [("45", "60", "75%", SURE), ("15", "60", "25%", SURE)]


def test_a_nested_whole_is_the_inner_one():
    sentence = read_one("Of 60 tenants, 40 (67%) replied, and of these 30 (75%) agreed.")
    assert ("30", "40", "75%", STRONG) in stated(sentence)


def test_them_are_those_of_the_sentence_before():
    _, sentence = read("We asked 60 tenants. 45 of them (75%) agreed.")
    assert stated(sentence) == [("45", "60", "75%", SURE)]
    _, sentence = read("We asked 60 tenants in 12 houses. 45 of them (75%) agreed.")  # which, is open
    assert stated(sentence) == []


@pytest.mark.parametrize("text", ["We saw 45 tenants and 75% agreed.", "It rose 75%, to 45 from 60."])
def test_other_percentages_have_no_part(text):
    assert stated(read_one(text)) == []
