import json

import pytest

from numerate import extract
from numerate.text import Reading
from tests.text.reading import one


@pytest.mark.parametrize(
    "text", ["6 ft 2 in", "one in five", "-$3.4 billion a year", "30m", "1e400", "2.0.1", "5%"]
)
def test_a_number_becomes_json_and_back_without_nan_or_infinity(text):
    for number in extract(text, identifiers=True):
        record = json.loads(json.dumps(number.to_dict(), allow_nan=False))
        assert record["text"] == number.text
        assert (record["unit"] is None) == (number.unit is None)


def test_another_reading_takes_the_letter_as_a_unit():
    number = one("It drew 30m viewers.")
    million, metres = number.readings
    assert number.read_as(million) is number
    read = number.read_as(metres)
    assert (read.text, read.value, read.unit.symbol, read.noun) == ("30", 30, "m", None)
    assert read.numeral == (read.start, read.end)


def test_a_reading_without_a_unit_keeps_the_letter_as_a_magnitude():
    metres = one("It drew 30m viewers.")
    read = metres.read_as(Reading(31e6, None))
    assert (read.text, read.value, read.unit) == ("30m", 31e6, None)


def test_only_shares_split():
    number = one("6 ft 2 in")
    assert number.split() == [number]


@pytest.mark.parametrize(
    ("text", "minor", "measured"),
    [("26 cents", True, None), ("$5", False, None), ("5%", False, None), ("5 km", False, "km")],
)
def test_amounts_are_not_measures(text, minor, measured):
    number = one(text)
    assert (number.in_minor_unit, number.measured_in) == (minor, measured)


def test_a_number_goes_from_one_reading_to_the_other_and_back():
    number = one("It lost 45m.")
    metres = number.read_as(number.readings[1])
    assert (metres.text, metres.value, metres.unit.symbol) == ("45", 45, "m")
    back = metres.read_as(number.readings[0])
    assert (back.text, back.end, back.value, back.unit) == ("45m", number.end, 45e6, None)
