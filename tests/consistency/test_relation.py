import pytest

from numerate import extract
from numerate.consistency.relation import Interval, comparable, in_style, known, precision
from tests.text.reading import one


@pytest.mark.parametrize(
    ("written", "step"),
    [
        ("$3.4 billion", 1e8),
        ("$3 billion", 1e9),
        ("$200 million", 1e7),
        ("12%", 1),
        ("12.50%", 0.01),
        (".042", 0.001),
        ("60", 1),
        ("200", 1),
        ("15,000", 1000),
        ("15,300", 100),
        ("15,321", 1),
        ("0", 1),
        ("twelve", 1),
        ("two thousand", 100),
        ("1/3", 0),
    ],
)
def test_precision_is_that_of_the_last_written_digit(written, step):
    assert precision(one(written)) == pytest.approx(step)


def test_known_values_are_those_that_round_to_the_number():
    assert known(one("$3.4 billion")) == pytest.approx((3.35e9, 3.45e9))


def test_intervals_meet_where_they_overlap():
    assert Interval(1, 2).meets(Interval(2, 3))
    assert Interval(0.1 + 0.2, 1).meets(Interval(0, 0.3))
    assert not Interval(1, 2).meets(Interval(2.1, 3))


def test_interval_arithmetic_gives_the_extreme_values():
    assert Interval(2, 3).over(Interval(4, 5)) == (2 / 5, 3 / 4)
    assert Interval(2, 3).minus(Interval(1, 5)) == (-3, 2)
    assert Interval(2, 3).times(-1) == (-3, -2)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("$3 billion and $2 million", True),
        ("$3 and €2", False),
        ("3 km and 2 km", True),
        ("3 km and 2 kg", False),
        ("3% and 2", False),
        ("3% and 2 percentage points", False),
        ("3.4 billion euros and 2.1 billion", True),
        ("3.4 billion euros and 2.1", False),
        ("591 million and 536", False),
        ("-3 and 2", False),
        ("$455/460 and $3", False),
    ],
)
def test_only_amounts_of_the_same_unit_are_comparable(text, same):
    first, second = extract(text)
    assert comparable(first, second) is same


def test_a_result_is_written_like_the_given_number():
    assert in_style(2.352e9, one("$3.4 billion"), finer=10) == "$2.35 billion"
    assert in_style(61.904, one("12%")) == "62%"
    assert in_style(0.4, one("12%")) == "0.4%"
    assert in_style(0.0, one("12%")) == "0%"
