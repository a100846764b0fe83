import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate import extract
from numerate.text.phrases import read_phrase
from numerate.text.spell import spell_cardinal, spell_ordinal, spell_year
from numerate.text.words import PHRASE


def values(text):
    return [float(p[2]) for m in re.finditer(PHRASE, text) for p in read_phrase(text, *m.span())]


@given(st.integers(0, 10**18 - 1), st.booleans())
def test_every_whole_number_is_read_back_from_words(value, british):
    (number,) = extract(spell_cardinal(value, british=british))
    assert number.decimal == value


@given(st.integers(1, 10**15).filter(lambda value: str(value).strip("0") != "1" or value in (1, 10)))
def test_every_ordinal_is_read_back_from_words(value):
    """All but "one hundredth" and its like, which are parts."""
    (number,) = extract("the " + spell_ordinal(value))
    assert (number.decimal, number.kind) == (value, "ordinal")


@given(st.integers(1100, 2099))
def test_years_in_two_halves(value):
    words = spell_year(value)
    if words:
        assert values(words) == [value]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one hundred and two hundred", [100, 200]),
        ("five million three million", [5e6, 3e6]),
        ("thousand million", [1e9]),
        ("five and six", [5, 6]),
        ("thirty forty", [30, 40]),
        ("three and three quarters", [3.75]),
        ("the last three quarters", [3]),
        ("a quarter earlier", []),
        ("a quarter of the vote", [0.25]),
        ("fell by a third.", [1 / 3]),
        ("a third man", [3]),
        ("a second later", []),
        ("a second time", [2]),
        ("sixty seconds", [60]),
        ("first half", [1]),
        ("half the town", [0.5]),
        ("no one", []),
        ("one another", []),
        ("nineteen oh five", [1905]),
        ("nineteen hundred", [1900]),
        ("a couple of hundred", [200]),
        ("two and a half million", [2.5e6]),
        ("three hundredths", [0.03]),
        ("two hundredth", [200]),
    ],
)
def test_phrases(text, expected):
    assert values(text) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["several hundred people", "a few thousand votes", "many million stars"])
def test_indefinite_amounts_are_no_numbers(text):
    assert extract(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It grows by a tenth each year.", 0.1),
        ("It grew a fifth again.", 0.2),
        ("She left a quarter to the hospice.", 0.25),
    ],
)
def test_a_share_that_recurs_or_is_given_away_is_a_fraction(text, value):
    [number] = extract(text)
    assert (number.kind, number.value) == ("fraction", value)
