"""What may be a part, and the claim that parts add up to a total."""

import pytest

from numerate.consistency.claim import LIKELY, STRONG, SURE
from numerate.consistency.totals.parts import completeness_odds, may_be_part, sum_claim
from tests.consistency.sentences import read_one


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("64 singers, 21 altos", True),
        ("64 kg and a jar of 21 g", True),
        ("64 kg, 21", True),  # the unit is not repeated
        ("64 kg, 21 m", False),
        ("£64, $21", False),
        ("64 singers, 21%", False),
    ],
)
def test_a_part_has_the_unit_of_its_total_or_none(text, expected):
    whole, part = read_one(text).slots
    assert may_be_part(part, whole) is expected


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("64 singers: 30 altos and 34 basses", SURE),
        ("64 singers: 30 altos and 14 basses", SURE),  # a third is missing
        ("64 singers: 10 altos and 14 basses", LIKELY),
        ("a total of 64 singers: 10 altos and 14 basses", STRONG),
        ("64 singers: half are altos and 30 basses", SURE),
    ],
)
def test_parts_that_are_far_from_adding_up_may_not_be_all(text, odds):
    whole, *parts = read_one(text).slots
    assert completeness_odds(whole, parts, SURE) == odds


def test_the_derived_figure_of_a_sum_comes_last():
    whole, *parts = read_one("Of 64 singers 30 are altos and 34 basses.").slots
    assert [number.text for number in sum_claim(whole, parts, SURE).numbers] == ["30", "34", "64"]
    assert [number.text for number in sum_claim(whole, parts, SURE, rest=True).numbers] == ["30", "64", "34"]


def test_a_fraction_is_one_of_the_total():
    whole, *parts = read_one("Of 64 singers half are altos and 30 basses.").slots
    claim = sum_claim(whole, parts, SURE)
    assert not claim.equation.holds()
    assert claim.problem() == "32 + 30 = 62, not 64."
    whole, *parts = read_one("Of 64 singers half are altos and 32 basses.").slots
    assert sum_claim(whole, parts, SURE).equation.holds()


def test_two_sorts_may_be_multiplied():
    whole, *parts = read_one("Six kinds: 2 sizes in 3 colours.").slots
    assert any(other.holds() for other in sum_claim(whole, parts, SURE).others)
