"""One unit with its power."""

import pytest

from numerate.text import extract
from numerate.text.single_units import (
    PLAIN_UNITS,
    ends_plain_unit,
    names_a_thing,
    read_dotted,
    read_single_unit,
)
from numerate.text.view import view
from tests.text.reading import one


def read(written):
    return read_single_unit(written, view(written), 0)


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("on her own two feet", "feet"),
        ("six cups and saucers", "cups"),
        ("she had three moles removed", "moles"),
        ("two degrees in history", "degrees"),
    ],
)
def test_the_name_of_a_unit_may_be_a_thing(text, noun):
    number = one(text)
    assert (number.unit, number.noun) == (None, noun)


@pytest.mark.parametrize(
    ("written", "symbol", "end"),
    [
        ("km/h", "km", 2),  # the rate is read elsewhere
        ("sq ft", "ft^2", 5),
        ("m^3", "m^3", 3),
        ("metres squared", "m^2", 14),
        ("kilo meters", "km", 11),
        ("degrees on the Celsius scale", "°C", 22),
        ("C", "°C", 1),
        ("°K", "K", 2),
        ("°N, 2", "°", 1),  # the side of a latitude is no unit
        ("ºW", "°", 1),
    ],
)
def test_a_unit_with_its_power(written, symbol, end):
    stop, measure = read(written)
    assert (measure.symbol, stop) == (symbol, end)


@pytest.mark.parametrize("written", ["square kg", "kg2x", "c", "kms5"])
def test_what_is_no_unit(written):
    assert read(written) is None


def test_units_with_points():
    end, measure = read_dotted("m.p.h. uphill", 0)
    assert (end, measure.symbol) == (6, "mph")
    assert read_dotted("e.g. uphill", 0) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("tonnes.", True), ("tonnes of oil equivalent", False), ("tonnes per day", False), ("tonnesx", False)],
)
def test_a_plain_unit_may_be_all(text, expected):
    assert "tonnes" in PLAIN_UNITS
    assert ends_plain_unit(view(text), "tonnes", 6) is expected


@pytest.mark.parametrize(
    "text",
    [
        "frozen to a depth of 18 in by January",
        "a height of about 70 in was measured",
        "It measures 12 in and weighs little.",
        "Rainfall reached 4 in on Monday.",
        "They had 3 in of snow.",
    ],
)
def test_in_is_a_unit_where_a_length_is_measured(text):
    assert one(text).unit.symbol == "in"


@pytest.mark.parametrize(
    "text",
    [
        "They took 18 in by taxi.",
        "a depth of 18 in the north",
        "The height was 18 in May.",
        "It let 4 in on Monday.",
        "a length of 12 in and around town",
    ],
)
def test_in_is_a_preposition_elsewhere(text):
    assert one(text).unit is None


def test_feet_may_be_those_of_a_body():
    assert names_a_thing("on her own two feet", 11, "feet")
    assert not names_a_thing("on her own 12 feet", 11, "feet")
    assert not names_a_thing("a wall of two feet", 10, "feet")


@pytest.mark.parametrize(
    ("text", "symbol"),
    [("Paris lies at 48.9°N.", "°"), ("It is at 2 °E of it.", "°"), ("It melts at 300 °K.", "K")],
)
def test_degrees_towards_a_side_or_of_a_scale(text, symbol):
    assert one(text).unit.symbol == symbol


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("The plank is 1.5 m (59 in) long.", ["m", "in"]),
        ("Cut a plank of 40 in (1.02 m).", ["in", "m"]),
        ("Use a sheet of 12 in x 8 inches.", ["in", "in"]),
        ("She came 5 in (or near) the list.", [None]),
    ],
)
def test_inches_by_what_follows(text, symbols):
    units = [number.unit for number in extract(text)]
    assert [unit and unit.symbol for unit in units] == symbols
