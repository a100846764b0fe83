"""Quantities in two or more units."""

import pytest

from numerate import extract
from tests.text.reading import one


@pytest.mark.parametrize(
    ("text", "value", "parts"),
    [
        ("6 ft 2 in", 6 + 2 / 12, [("6", "ft"), ("2", "in")]),
        ("5ft 11", 5 + 11 / 12, [("5", "ft"), ("11", "in")]),
        ("11 stone 4", 11 + 4 / 14, [("11", "st"), ("4", "lb")]),
        ("1 h 2 min 6 s", 1.035, [("1", "h"), ("2", "min"), ("6", "s")]),
        ("$5 and 20 cents", 5.2, [("5", "USD"), ("20", "USD¢")]),
        ("4 pounds 50 pence", 4.5, [("4", "GBP"), ("50", "GBP¢")]),
        ("40° 26′ 46″", 40 + 26 / 60 + 46 / 3600, [("40", "°"), ("26", "′"), ("46", "″")]),
    ],
)
def test_the_parts_of_a_compound_quantity_are_one_number(text, value, parts):
    number = one(text)
    assert number.text == text
    assert number.value == pytest.approx(value)
    assert [(str(part.value), part.unit.symbol) for part in number.parts] == parts


@pytest.mark.parametrize(
    "text",
    ["6 ft, 30 in", "3 h 75 min", "a 27-foot three-pointer", "2 kg and 3 people", "102-99", "5 m 3 kg"],
)
def test_other_neighbours_stay_two_numbers(text):
    assert len(extract(text)) == 2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It cost two dollars fifty.", 2.5),
        ("It cost five pounds ninety-nine.", 5.99),
        ("It took an hour and ten minutes.", 1 + 1 / 6),
        ("She is 5 ft 11 in tall.", 5 + 11 / 12),
        ("He is 6-foot-4.", 6 + 4 / 12),
        ("The baby had 9 lb. 4 oz. at birth.", 9.25),
    ],
)
def test_the_smaller_unit_may_be_left_out_or_abbreviated(text, value):
    assert one(text).value == pytest.approx(value)


@pytest.mark.parametrize("text", ["two dollars fifty people", "5 ft 14", "5ft 11 people", "two dollars five"])
def test_a_number_after_a_quantity_may_be_of_something_else(text):
    assert len(extract(text)) == 2
