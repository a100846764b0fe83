"""Primes and quotation marks after a numeral."""

import pytest

from numerate import extract


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("He is 6′ in his socks.", "ft"),
        ("He is 6' tall.", "ft"),
        ('A 9" plate.', "in"),
        ('It is 3 3/4" wide.', "in"),
        ('She said "give me 9" and left.', None),  # it closes a quotation
        ("It is 6' of it.", None),
    ],
)
def test_a_mark_is_a_unit_where_it_closes_no_quotation(text, symbol):
    number = extract(text)[0]
    assert (number.unit and number.unit.symbol) == symbol


def test_marks_after_degrees_are_those_of_arc():
    [number] = extract("at 40° 26' 46\" north")
    assert [part.unit.symbol for part in number.parts] == ["°", "′", "″"]
