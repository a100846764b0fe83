"""Totals that stand after their parts."""

import pytest

from numerate.consistency.claim import SURE, WEAK, WRITTEN
from numerate.consistency.totals.summed import read_calculations, read_summed
from tests.consistency.sentences import read, read_one


def stated(claims):
    return [([number.text for number in claim.numbers], claim.odds) for claim in claims]


def test_a_calculation_is_read_as_it_is_written():
    [(numbers, odds)] = stated(read_calculations(read_one("That is 12 + 30 + 5 = 48 in all.")))
    assert (numbers, odds) == (["12", "30", "5", "48"], WRITTEN)


@pytest.mark.parametrize(
    "text", ["So 3 × 12 + 30 = 66.", "So x + 12 + 30 = 66.", "In binary 01 + 01 = 10.", "12 + 30 = 42 - 5."]
)
def test_part_of_a_longer_calculation_is_no_sum(text):
    assert stated(read_calculations(read_one(text))) == []


@pytest.mark.parametrize(
    ("text", "numbers", "odds"),
    [
        ("It has 12 cows, 30 goats and 5 pigs, 48 in all.", ["12", "30", "5", "48"], SURE),
        ("The 12 cows and 30 goats make a total of 48.", ["12", "30", "48"], SURE),
        ("It has 12 cows and 50 goats, 48 in all.", ["12", "50", "48"], WEAK),  # a part is larger
        ("It has 12 cows and about 30 goats, 48 in all.", ["12", "30", "48"], WEAK),
    ],
)
def test_a_total_after_a_list(text, numbers, odds):
    assert stated(read_summed(read_one(text))) == [(numbers, odds)]


@pytest.mark.parametrize("text", ["It rose from 12 to 30, 48 in all.", "It has 12 kg and 30 m, 48 in all."])
def test_figures_before_a_total_that_are_no_list(text):
    assert stated(read_summed(read_one(text))) == []


def test_a_bill_of_one_line_for_each_part():
    *_, sentence = read("Bread: £12\nMilk: £30\nEggs: £5\nTotal: £48".replace("\n", ".\n"))
    assert [numbers for numbers, _ in stated(read_summed(sentence))] == [["£12", "£30", "£5", "£48"]]


def test_a_part_may_be_subtracted():
    [claim] = read_summed(read_one("It began with 146 members, lost 12 and gained 20, 154 in all."))
    assert not claim.equation.holds()
    assert any(other.holds() for other in claim.others)
