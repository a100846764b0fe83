from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate import extract
from numerate.consistency.interval import Interval, exactly, known, loosely, point, precision, stands_for
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
        ("6 ft 2 in", 1 / 12),
        ("2 h 45 min", 1 / 60),
    ],
)
def test_precision_is_that_of_the_last_written_digit(written, step):
    assert float(precision(one(written))) == pytest.approx(step)


def test_known_values_are_those_that_round_to_the_number():
    assert known(one("$3.4 billion")) == (Fraction(3_350_000_000), Fraction(3_450_000_000))
    assert loosely(one("12%")) == (11.5, 13)
    assert exactly(one("12%")) == (12, 12)


def test_intervals_meet_where_they_overlap():
    assert Interval(1, 2).meets(Interval(1.9, 3))
    assert Interval(1, 2).meets(Interval(2, 2))
    assert not Interval(1, 2).meets(Interval(2, 3))  # all figures rounded by exactly half a digit
    assert Interval(0.1 + 0.2, 1).meets(Interval(0, 0.3))
    assert not Interval(1, 2).meets(Interval(2.1, 3))
    assert Interval(0, inf).meets(point(10.0**300))


def test_arithmetic_gives_the_extreme_values():
    assert Interval(2, 3).by(Interval(-1, 4)) == (-3, 12)
    assert Interval(Fraction(2), Fraction(3)).over(Interval(4, 5)) == (Fraction(2, 5), Fraction(3, 4))
    assert Interval(2, 3).over(Interval(-1, 1)) == (-inf, inf)
    assert Interval(2, 4).over(Interval(Fraction(0), Fraction(2))) == (1, inf)
    assert Interval(2, 3).minus(Interval(1, 5)) == (-3, 2)
    assert Interval(2, 3).times(-1) == (-3, -2)
    assert Interval(0, inf).times(0) == (0, 0)
    assert Interval(2, 3).to_the(2) == (4, 9)
    assert Interval(4, 9).root(2) == (2, 3)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("It has 40 seats.", 39.5, 40.5),
        ("It has about 40 seats.", 35.55, 44.55),
        ("It has 40 or so seats.", 35.55, 44.55),
        ("It has nearly 40 seats.", 32.9166667, 40.5),
        ("It has more than 40 seats.", 39.5, inf),
        ("It has 5% more than 40 seats.", 39.5, 40.5),
        ("It has three fewer than the 40 seats of the old one.", 39.5, 40.5),
        ("It has 40 seats or more.", 39.5, 40.5),
        ("It has 40 or more seats.", 39.5, inf),
        ("It has up to 40 seats.", 0, 40.5),
        ("It weighs twice as much as 40 of them.", 39.5, 40.5),
        ("It weighs > 40 kg.", 39.5, inf),
        ("It weighs over 40 kg.", 39.5, inf),
    ],
)
def test_a_hedge_widens_on_its_own_side(text, low, high):
    number = extract(text)[-1]
    assert [float(end) for end in stands_for(number, text)] == pytest.approx([low, high])


_ENDS = st.fractions(min_value=-1000, max_value=1000, max_denominator=100)
_INTERVALS = st.tuples(_ENDS, _ENDS).map(lambda ends: Interval(*sorted(ends)))


@given(_INTERVALS, _INTERVALS, st.fractions(0, 1), st.fractions(0, 1))
def test_every_result_of_values_inside_lies_inside(first, second, s, t):
    a, b = (i.low + (i.high - i.low) * at for i, at in ((first, s), (second, t)))
    assert first.plus(second).contains(a + b)
    assert first.minus(second).contains(a - b)
    assert first.by(second).contains(a * b)
    if b:
        assert first.over(second).contains(a / b)
