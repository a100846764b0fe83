"""Equations between numbers of a text: tested within rounding, and solved for each of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from numerate.consistency.equation import Equation, Order, Quantity, Term, constant, total
from numerate.consistency.interval import stands_for
from numerate.text import extract


def quantities(text: str) -> list[Quantity]:
    return [Quantity(number, stands_for(number, text)) for number in extract(text)]


def test_a_sum_holds_within_the_rounding_of_its_parts() -> None:
    a, b, c = quantities("1.2 and 3.4 make 4.7")
    assert Equation(a + b, c).holds()  # 1.24 + 3.44 = 4.68
    a, b, c = quantities("1.2 and 3.4 make 4.8")
    assert not Equation(a + b, c).holds()


@pytest.mark.parametrize(
    ("text", "build", "needed"),
    [
        ("70, 50 and 130", lambda a, b: a + b, (80, 60, 120)),
        ("70, 50 and 30", lambda a, b: a - b, (80, 40, 20)),
        ("7, 5 and 45", lambda a, b: a * b, (9, Fraction(45, 7), 35)),
        ("70, 5 and 12", lambda a, b: a / b, (60, Fraction(70, 12), 14)),
    ],
)
def test_each_number_is_solved_for_as_if_it_alone_were_wrong(text: str, build: object, needed: tuple) -> None:
    a, b, c = quantities(text)
    exact = [Quantity(each.number, constant(each.value).interval) for each in (a, b, c)]
    equation = Equation(build(*exact[:2]), exact[2])
    assert not equation.holds()
    assert [equation.needed(each) for each in exact] == [constant(value).interval for value in needed]


def test_a_power_is_solved_by_its_root() -> None:
    (side, area) = quantities("a side of 4 and an area of 25")
    equation = Equation(side**2, Quantity(area.number, constant(25).interval))
    assert not equation.holds()
    needed = equation.needed(side)
    assert needed is not None
    assert float(needed.low) == pytest.approx(5)
    assert float(needed.high) == pytest.approx(5)


def test_values_are_solved_for_in_the_unit_in_which_they_are_written() -> None:
    kilometres, metres = quantities("It is 3 km, or 4,000 m.")
    scaled = Quantity(kilometres.number, constant(3000).interval, Fraction(1000))
    assert scaled.value == 3000
    equation = Equation(scaled, Quantity(metres.number, constant(4000).interval))
    assert equation.needed(scaled) == constant(4).interval


def test_the_quantities_are_those_of_the_left_side_first() -> None:
    a, b, c = quantities("5, 6 and 11")
    assert Equation(c, total(a, b)).quantities() == [c, a, b]
    assert list(Term().leaves()) == []


def test_an_order_holds_if_some_values_are_in_it_and_asks_for_none() -> None:
    smaller, larger = quantities("about 99 and 100")
    assert Order(smaller, larger).holds()
    assert Order(larger, smaller).holds()  # about 99 may be 100
    small, large = quantities("5 and 600")
    assert not Order(large, small).holds()
    assert Order(large, small).needed(small) is None
