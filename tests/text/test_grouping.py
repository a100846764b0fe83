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
    [("one in five", 0.2), ("Nine out of ten", 0.9), ("3 in every 4", 0.75), ("34 out of 50", 0.68)],
)
def test_a_share_is_one_number_that_splits_into_its_counts(text, value):
    share = one(text)
    assert (share.kind, share.value) == ("share", pytest.approx(value))
    first, second = share.split()
    assert first.value / second.value == pytest.approx(value)
    assert all(text[part.start : part.end] == part.text for part in (first, second))


@pytest.mark.parametrize("text", ["three in 2016", "five in one", "2 in 3 weeks", "seven in 12 games"])
def test_other_numbers_around_in_are_no_share(text):
    assert [number.kind for number in extract(text)].count("share") == 0


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
    ],
)
def test_a_unit_written_once_is_shared_where_the_numbers_belong_together(text, units):
    assert [number.unit and number.unit.symbol for number in extract(text)] == units


def test_an_uncertainty_and_an_interval_name_their_number():
    mean, spread = extract("a mean of 5.3 ± 1.2 kg")
    assert (spread.role, spread.of, mean.unit.symbol) == ("uncertainty", mean.start, "kg")
    ratio, level, low, high = extract("a ratio of 2.3 (90% CI 1.4-3.9)")
    assert {(n.role, n.of) for n in (level, low, high)} == {
        ("level", ratio.start),
        ("lower", ratio.start),
        ("upper", ratio.start),
    }


def test_the_other_quantities_of_a_document_decide_what_a_letter_is():
    walls = "The fence is 30m long and the wall 20m high."
    *_, stretch = extract(f"{walls} It stretched 45m.")
    assert (stretch.text, stretch.value, stretch.unit.symbol) == ("45", 45, "m")
    assert [reading.value for reading in stretch.readings] == [45, 45e6]
    assert extract(f"{walls} The firm lost $45m, then 20m.")[-1].value == 20e6
    assert extract(f"{walls} It drew 45m viewers.")[-1].value == 45e6


def test_a_unit_behind_brackets_is_that_of_value_and_uncertainty():
    value, uncertainty = extract("held at (20 ± 1) °C")
    assert (value.unit.symbol, uncertainty.unit.symbol) == ("°C", "°C")
    assert [number.unit for number in extract("held at 20 (± 1) in all")] == [None, None]
