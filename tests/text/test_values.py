from decimal import Decimal

import pytest

from numerate import extract
from numerate.text.values import read_value

from .reading import one


def values(text):
    return [number.value for number in extract(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234,567.89", "1234567.89"),
        ("12,34,567", "1234567"),
        ("1'000", "1000"),
        ("1.5e-3", "0.0015"),
        ("2 x 10^6", "2000000"),
        ("2^10", "1024"),
        ("31-1/2", "31.5"),
        ("2\xbd", "2.5"),
    ],
)
def test_a_numeral_is_read_with_its_power_or_fraction(text, value):
    end = next((i for i, char in enumerate(text) if char not in "0123456789,.'"), len(text))
    assert read_value(text, text, 0, end, None)[:2] == (Decimal(value), len(text))


@pytest.mark.parametrize("space", [" ", "\xa0", "\u2009", "\u202f"])
@pytest.mark.parametrize("after", ["", ",", ", they said", ".", ";", ")", "?", ": yes"])
def test_thousands_apart_by_spaces_end_at_punctuation(space, after):
    written = f"$30{space}000"
    number = one(f"It cost {written}{after}")
    assert (number.text, number.value, number.currency) == (written, 30_000, "USD")


def test_thousands_apart_by_spaces_may_be_listed_and_span_a_range():
    assert values("1 200, 3 400 and 5 600 units") == [1200, 3400, 5600]
    assert values("30 000-40 000 people") == [30_000, 40_000]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 100-seat halls", [5, 100]),
        ("5 100,000 bills", [5, 100_000]),
        ("5 100-150 seats", [5, 100, 150]),
    ],
)
def test_two_numbers_side_by_side_stay_two(text, expected):
    assert values(text) == expected
