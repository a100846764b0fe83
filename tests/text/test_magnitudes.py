import pytest

from numerate import extract
from tests.text.reading import one


@pytest.mark.parametrize(
    ("text", "value", "symbol"),
    [
        ("a 30m tall tower", 30, "m"),
        ("30m people", 30_000_000, None),
        ("it raised $30m", 30_000_000, "USD"),
        ("the 10,000m", 10_000, "m"),
        ("30m/s", 30, "m/s"),
        ("it melts at 310K", 310, "K"),
        ("310K followers", 310_000, None),
        ("sold at 310K", 310_000, None),
        ("a 64B block of memory", 64, "B"),
        ("it cost $64B", 64_000_000_000, "USD"),
        ("a 3T magnet", 3, "T"),
        ("$3T of debt", 3_000_000_000_000, "USD"),
        ("five grand in cash", 5_000, None),
        ("five grand pianos", 5, None),
        ("4 M€", 4_000_000, "EUR"),
        ("0.1 M sodium chloride", 0.1, "M"),
    ],
)
def test_the_words_around_a_letter_tell_a_magnitude_from_a_unit(text, value, symbol):
    number = one(text)
    assert (number.value, number.unit and number.unit.symbol) == (value, symbol)


def test_the_other_quantities_of_a_document_decide_what_a_letter_is():
    walls = "The fence is 30m long and the wall 20m high."
    *_, stretch = extract(f"{walls} It stretched 45m.")
    assert (stretch.text, stretch.value, stretch.unit.symbol) == ("45", 45, "m")
    assert [reading.value for reading in stretch.readings] == [45, 45e6]
    assert extract(f"{walls} The firm lost $45m, then 20m.")[-1].value == 20e6
    assert extract(f"{walls} It drew 45m viewers.")[-1].value == 45e6


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
