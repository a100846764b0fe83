"""What a unit is divided by."""

import pytest

from numerate.text.rates import read_rate
from numerate.text.units import currency, find
from numerate.text.view import view


@pytest.mark.parametrize("after", [" a week later", " an hour before", " a parsnip", " per cent", ""])
def test_what_only_looks_like_a_rate_leaves_the_unit_as_it_is(after):
    text = "km" + after
    assert read_rate(text, view(text), 2, find("km")) == (2, find("km"))


@pytest.mark.parametrize(
    ("after", "symbol"),
    [
        ("/h", "km/h"),
        (" an hour", "km/h"),
        (" per day per person", "km/d"),
        (" per 100,000 people", "km/100000"),
        (" per 100 g", "km/100g"),
        (" to the gallon", "km/gal"),
        ("/(kg·K)", "km/(kg·K)"),
    ],
)
def test_a_rate_is_read_to_its_end(after, symbol):
    text = "km" + after
    end, measure = read_rate(text, view(text), 2, find("km"))
    assert measure.symbol == symbol
    assert end == len(text.removesuffix(" per person").removesuffix(" people"))


def test_only_money_is_divided_by_things():
    text = "5 a bottle"
    assert read_rate(text, view(text), 1, currency("EUR"))[1].symbol == "EUR/bottle"
    assert read_rate(text, view(text), 1, find("km")) == (1, find("km"))
    text = "5 per home"
    assert read_rate(text, view(text), 1, currency("EUR"))[1].symbol == "EUR/home"
    assert read_rate(text, view(text), 1, find("km")) == (1, find("km"))
