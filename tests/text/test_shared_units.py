"""Units and scales that are written once for several numbers."""

import pytest

from numerate import extract


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("10–15 km", ["km", "km"]),
        ("between 5 and 10 kg", ["kg", "kg"]),
        ("5, 10, and 20 grams", ["g", "g", "g"]),
        ("120/80 mmHg", ["mmHg", "mmHg"]),
        ("30 x 40 m", ["m", "m"]),
        ("2 x 250 mg", [None, "mg"]),
        ("0.55, 95%", [None, "%"]),
        ("grew by a third to 12%", [None, "%"]),
        ("fell by half to $51 million", [None, "USD"]),
        ("fell by a third to 2 kg", [None, "kg"]),
        ("down a third to 200 kg", [None, "kg"]),
        ("a half to three quarters of a mile", ["mi", "mi"]),
    ],
)
def test_a_unit_written_once_is_shared_where_the_numbers_belong_together(text, units):
    assert [number.unit and number.unit.symbol for number in extract(text)] == units


def test_a_unit_behind_brackets_is_that_of_value_and_uncertainty():
    value, uncertainty = extract("held at (20 ± 1) °C")
    assert (value.unit.symbol, uncertainty.unit.symbol) == ("°C", "°C")
    assert [number.unit for number in extract("held at 20 (± 1) in all")] == [None, None]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4 to 5 million people", [4e6, 5e6]),
        ("between 4 and 5 million people", [4e6, 5e6]),
        ("4 and 5 million people", [4, 5e6]),
        ("900 to 5 million people", [900, 5e6]),  # a scale of its own
        ("two or three dozen eggs", [24, 36]),
    ],
)
def test_a_scale_written_once_is_shared_by_the_ends_of_a_range(text, values):
    assert [number.value for number in extract(text)] == values


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("It rose to 12 percent from 34.", ["%", "%"]),
        ("It rose 12 percent from 34.", ["%", None]),  # by, not to
        ("It fell to $3 million from 4 million.", ["USD", "USD"]),
        ("It fell to 12 percent from 34 people.", ["%", None]),
        ("It is 15°-20°C.", ["°C", "°C"]),
        ("It is $4 to $5 a share.", ["USD/share", "USD/share"]),
    ],
)
def test_a_figure_has_the_unit_of_the_one_it_is_compared_with(text, symbols):
    assert [number.unit and number.unit.symbol for number in extract(text)] == symbols
