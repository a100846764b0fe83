import pytest

from numerate import extract

from .reading import one


def test_the_span_holds_sign_currency_and_percent_and_the_numeral_does_not():
    number = one("fell -$3.4 billion.")
    assert number.text == "-$3.4 billion"
    assert (number.sign, number.currency, number.value) == (-1, "USD", 3.4e9)
    assert "fell -$3.4 billion."[slice(*number.numeral)] == "3.4 billion"
    assert one("+3%").sign == 1
    assert one("rose 3%").sign == 0


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("C$5", "CAD"),
        ("€5", "EUR"),
        ("EUR 5", "EUR"),
        ("5 USD", "USD"),
        ("Rs. 500", "INR"),
        ("₹5", "INR"),
        ("5 yen", "JPY"),
    ],
)
def test_currencies(text, currency):
    assert one(text).currency == currency


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("5 billion Hong Kong dollars", "HKD"),
        ("3 million New Zealand dollars", "NZD"),
        ("two New Taiwan dollars", "TWD"),
        ("5 Taiwan dollars", "TWD"),
        ("8 Swiss francs", "CHF"),
        ("9 million Norwegian kroner", "NOK"),
        ("9 Danish kroner", "DKK"),
        ("9 Swedish kronor", "SEK"),
        ("12 South African rand", "ZAR"),
        ("40 Egyptian pounds", "EGP"),
    ],
)
def test_a_currency_may_have_its_country_before_it(text, currency):
    number = one(text)
    assert (number.text, number.kind, number.currency) == (text, "money", currency)


def test_a_country_has_its_own_currency_only():
    assert one("Two Japanese won gold").kind == "cardinal"
    assert one("5 million new dollars").text == "5 million"
    assert one("3 Swiss dollars").kind == "cardinal"


def test_small_coins_keep_their_name_behind_a_country():
    number = one("20 Hong Kong cents")
    assert (number.currency, number.unit.symbol, number.value) == ("HKD", "HKD¢", 20)


def test_a_currency_belongs_to_the_number_after_it():
    assert [number.unit.symbol for number in extract("NZ$6 A$7 C$8")] == ["NZD", "AUD", "CAD"]


def test_a_code_counts_as_a_currency_only_in_capitals():
    assert one("TRY 5").currency == "TRY"
    assert one("try 5").currency is None
    assert one("PT-INR 5").currency is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("12-inch", "inch"),
        ("5 km away", "km"),
        ("300 K", "K"),
        ("5 m long", "m"),
        ("5 in a row", None),
    ],
)
def test_units_stand_outside_the_span(text, unit):
    number = one(text)
    assert (number.unit and number.unit.text) == unit
    assert number.text == text[: len(number.text)]
    assert unit is None or number.unit.start >= number.end


def test_a_hyphen_joins_a_number_to_what_it_counts():
    assert one("a 150-seat hall").noun == "seat"


@pytest.mark.parametrize("text", ["USD5", "EUR5m", "Rs500"])
def test_a_currency_may_touch_its_number(text):
    assert one(text).kind == "money"


@pytest.mark.parametrize("text", ["-NOK 45 million", "-$45 million", "-45 million"])
def test_a_sign_may_stand_before_the_currency(text):
    number = one(f"cash flow of {text}")
    assert (number.text, number.sign, number.value) == (text, -1, 45e6)


@pytest.mark.parametrize("text", ["sugar plus 5 plums", "a fee, plus 5 percent", "eggs plus 5"])
def test_plus_is_mostly_no_sign(text):
    assert one(text).sign == 0


@pytest.mark.parametrize("text", ["plus 5 degrees", "of plus 5 degrees"])
def test_plus_may_be_a_sign(text):
    assert one(text).sign == 1


@pytest.mark.parametrize(
    "text",
    ["1,200 won a month", "5 trillion won", "856 billion won profit", "937.3 won)", "five hundred won"],
)
def test_won_is_a_currency_after_large_amounts(text):
    assert one(text).currency == "KRW"


@pytest.mark.parametrize(
    "text", ["five won medals", "12,000 won the race", "three real chances", "2 million real men"]
)
def test_what_is_no_currency_is_not_taken_for_one(text):
    assert one(text).kind == "cardinal"


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("ran the 10,000m", 10_000, "m"),
        ("ran 5000m", 5000, "m"),
        ("above 300m (984ft) it", 300, "m"),
        ("300m people", 300e6, None),
        ("2.5000m people", 2.5e6, None),
        ("£1,500m", 1.5e9, "GBP"),
    ],
)
def test_metres_and_millions(text, value, unit):
    number = extract(text)[0]
    assert (number.value, number.unit and number.unit.symbol) == (value, unit)


@pytest.mark.parametrize("text", ["a 4-for-1 split", "11-of-19 shooting", "five-and-seventy"])
def test_words_that_join_are_no_units(text):
    assert [number.unit for number in extract(text)] == [None, None]
