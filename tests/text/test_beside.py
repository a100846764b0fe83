import pytest

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


def test_a_code_counts_as_a_currency_only_in_capitals():
    assert one("TRY 5").currency == "TRY"
    assert one("try 5").currency is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("12-inch", "inch"),
        ("150-seat", "seat"),
        ("5 km away", "km"),
        ("300 K", "K"),
        ("5 m long", "m"),
        ("5 in a row", None),
    ],
)
def test_units_stand_outside_the_span(text, unit):
    number = one(text)
    assert number.unit == unit
    assert number.text == text[: len(number.text)]
    assert unit is None or unit not in number.text


@pytest.mark.parametrize("text", ["USD5", "EUR5m", "Rs500"])
def test_a_currency_may_touch_its_number(text):
    assert one(text).kind == "money"
