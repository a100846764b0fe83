from fractions import Fraction
from math import inf

import pytest

from numerate.consistency.claim import coincidence
from numerate.consistency.interval import Interval
from tests.text.reading import one

MANY = Fraction(10) ** 400


def chance(written: str, needed: Interval) -> float:
    number = one(written)
    return coincidence({number: needed})


@pytest.mark.parametrize(
    ("written", "needed"),
    [
        ("4,713", 4731),
        ("4,713", 713),
        ("4,713", 47_613),
        ("4,713", Fraction("4.713")),
        ("4,713", 4_713_000),
        ("4,713", 4913),
        ("forty", 14),
        ("4.7%", Fraction("7.4")),
        ("$3.4 billion", 34 * 10**9),
    ],
)
def test_a_typo_explains_a_value(written: str, needed: Fraction) -> None:
    assert 0 < chance(written, Interval(needed, needed)) < 1


@pytest.mark.parametrize("needed", [4713, 5826, Fraction("4731.5"), MANY])
def test_no_typo_explains_the_number_itself_nor_what_differs_in_two_ways(needed: Fraction) -> None:
    assert chance("4,713", Interval(needed, needed)) == 1


def test_ends_that_are_floats_are_met_within_their_precision() -> None:
    root = 4731 * (1 + 1e-12)
    assert chance("4,713", Interval(root, root)) == chance("4,713", Interval(Fraction(4731), Fraction(4731)))
    assert chance("4,713", Interval(4731.01, 4731.02)) == 1


def test_rarer_kinds_of_typos_are_weaker_evidence() -> None:
    swapped, shifted, replaced = (
        chance("4,713", Interval(Fraction(n), Fraction(n))) for n in (4731, 471, 4913)
    )
    assert swapped < shifted < replaced


def test_values_without_a_largest_one_are_reached_by_accident() -> None:
    assert chance("4,713", Interval(Fraction(4000), inf)) == 1
