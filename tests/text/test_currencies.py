import pytest

from numerate.text import currencies
from tests.text.reading import one


@pytest.mark.parametrize("code", sorted(currencies.CODES - {"rmb"}))
def test_every_code_is_read_on_either_side(code):
    code = code.upper()
    assert one(f"{code}7.50").currency == one(f"{code} 7.50").currency == code
    assert one(f"7.50 {code}").currency == code


@pytest.mark.parametrize("sign", sorted(set(currencies.SIGNS) - {"¢"}))
def test_every_sign_is_read(sign):
    assert one(f"{sign}5").currency == currencies.SIGNS[sign]


@pytest.mark.parametrize("name", sorted(set(currencies.MINOR) - currencies.AMBIGUOUS_MINOR - {"¢"}))
def test_minor_units_are_hundredths(name):
    number = one(f"50 {name}")
    assert number.in_minor_unit
    assert number.unit.factor == 0.01


@pytest.mark.parametrize(
    ("text", "currency", "value"),
    [
        ("40 EUR million", "EUR", 40e6),
        ("MCHF 240", "CHF", 240e6),
        ("12 MEUR", "EUR", 12e6),
        ("35Rs", "INR", 35),
        ("60RM", "MYR", 60),
        ("Rs 1,50,000", "INR", 150_000),
    ],
)
def test_codes_and_magnitudes_go_together(text, currency, value):
    number = one(text)
    assert (number.currency, number.value) == (currency, value)


def test_a_code_that_is_a_word_counts_nothing_before_a_noun():
    assert one("10 CAD drawings").currency is None
    assert one("He paid 10 CAD.").currency == "CAD"


@pytest.mark.parametrize("text", ["23 euro cents", "It bought 23 euro cents that summer.", "one euro cent"])
def test_euro_cents_are_hundredths_of_euros(text):
    number = one(text)
    assert (number.unit.symbol, number.currency) == ("EUR¢", "EUR")
