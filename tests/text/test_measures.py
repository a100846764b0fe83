import pytest

from numerate import extract
from numerate.text.measures import read_rate, read_unit
from numerate.text.units import find
from numerate.text.view import view
from tests.text.reading import one


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


@pytest.mark.parametrize("after", [" a week later", " an hour before", " a parsnip", " per cent", ""])
def test_what_only_looks_like_a_rate_leaves_the_unit_as_it_is(after):
    text = "km" + after
    assert read_rate(text, view(text), 2, find("km")) == (2, find("km"))


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
    ("text", "value", "symbol"),
    [
        ("It is 30m deep.", 30, "m"),
        ("A climb of 12 km, then 300m on foot.", 300, "m"),
        ("Sales fell to 30m units.", 30e6, None),
        ("The leader has 30m and a lead in the polls.", 30e6, None),
        ("The crossing takes 2h 15m.", 2.25, "h"),
        ("They kept it at 77K in liquid nitrogen.", 77, "K"),
        ("It has 77K fans.", 77e3, None),
        ("a 512b block of the cipher", 512, "bit"),
        ("a 3T magnet", 3, "T"),
        ("a 20t lorry", 20, "t"),
    ],
)
def test_a_letter_is_a_unit_or_a_magnitude_by_its_context(text, value, symbol):
    number = extract(text)[-1]
    assert (number.value, number.unit and number.unit.symbol) == (value, symbol)
