"""Whole units, with products and rates."""

import pytest

from numerate.text.measures import read_reciprocal, read_unit, read_unit_and, read_whole
from numerate.text.view import view


def read(written):
    return read_unit(written, view(written), 0)


@pytest.mark.parametrize(
    ("written", "symbol", "end"),
    [
        ("km", "km", 2),
        ("square miles of moor", "mi^2", 12),
        ("cu. ft", "ft^3", 6),
        ("m² of floor", "m^2", 2),
        ("m2.", "m^2", 2),
        ("N·m", "N·m", 3),
        ("mg kg⁻¹", "mg/kg", 7),
        ("degrees Celsius", "°C", 15),
        ("nautical miles", "nmi", 14),
        ("mg/kg per day", "mg/kg/d", 13),
        ("g per 100 g", "g/100g", 11),
        ("miles to the gallon", "mi/gal", 19),
    ],
)
def test_units_of_one_word_and_of_several_are_read_to_their_end(written, symbol, end):
    stop, measure = read(written)
    assert (measure.symbol, stop) == (symbol, end)


@pytest.mark.parametrize("written", ["parsnips", "kmx", "square dance", "q", "", "Gs"])
def test_other_words_are_no_units(written):
    assert read(written) is None


def test_a_unit_may_stand_alone_to_the_power_of_minus_one():
    end, measure = read_reciprocal("s-1 of it", 0)
    assert (end, measure.dimensions) == (3, (("time", -1),))
    assert read_reciprocal("s-10", 0) is None


def test_a_unit_without_a_number():
    text = "it took an hour and ten minutes"
    start, unit = read_unit_and(text, view(text), 0, text.index("ten"))
    assert (text[start : unit.end], unit.symbol) == ("an hour", "h")
    assert read_unit_and(text, view(text), start + 1, text.index("ten")) is None  # too far back
    other = "it took a parsnip and ten minutes"
    assert read_unit_and(other, view(other), 0, other.index("ten")) is None


def test_the_whole_that_a_fraction_is_of():
    for text, symbol in (("half an hour", "h"), ("half of a cent", "USD¢"), ("half a dollar", "USD")):
        unit = read_whole(text, view(text), 4)
        assert (unit.symbol, unit.end) == (symbol, len(text))
    assert read_whole("half a parsnip", view("half a parsnip"), 4) is None
