"""Units that another quantity of the sentence supplies."""

import pytest

from tests.consistency.sentences import quantity, read, read_one


def test_degrees_are_those_of_the_temperature_nearby():
    _, sentence = read("It rose from 41 °F to 50 °F. Those 9 degrees were enough.")
    assert quantity(sentence, "9 degrees").number.unit.measure.symbol == "°F"
    sentence = read_one("Turn it by 9 degrees.")
    assert quantity(sentence, "9 degrees").number.unit.measure.symbol == "°"


def test_cents_are_those_of_the_currency_of_the_sentence():
    sentence = read_one("A case is €9.60, or 80 cents a bottle.")
    assert quantity(sentence, "80 cents a bottle").number.unit.measure.symbol == "EUR¢/bottle"
    sentence = read_one("A case is €9.60 or £8.10, and 80 cents for the bag.")  # which, is open
    assert quantity(sentence, "80 cents").number.unit.measure.symbol == "USD¢"


def test_a_fraction_of_a_point_is_one_of_percentage_points():
    rate, step = read_one("At 4.75% it went up by a quarter of a point.").slots
    assert (rate.mark, step.mark) == ("P", "Q")
    [share] = read_one("They won by a quarter of a point.").slots
    assert share.mark == "F"


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("She ran it in 48 minutes 30.", "48 minutes 30", 48.5),
        ("It takes 2 hours 15 by bus.", "2 hours 15", 2.25),
    ],
)
def test_seconds_after_minutes_leave_their_unit_out(text, written, value):
    [slot] = read_one(text).slots
    assert (slot.written, slot.mark, slot.value) == (written, "U", value)
    assert sum(part.value * part.unit.factor for part in slot.number.parts) == pytest.approx(
        value * slot.number.unit.factor
    )


@pytest.mark.parametrize(
    "text",
    [
        "She ran 48 minutes 30 times.",
        "It took 48 minutes 90.",
        "It took 48 kg 30.",
        "In 48 minutes, 30 ran.",
    ],
)
def test_other_numbers_after_a_quantity_are_their_own(text):
    assert len(read_one(text).slots) == 2
