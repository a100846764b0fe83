"""Words that speak against a property."""

import pytest

from numerate.consistency.world.silence import suits
from numerate.consistency.world.values import read_value
from tests.consistency.world.lines import fact, line, subject


def is_suited(text, name):
    sentence = line(text)
    at = subject(sentence)
    known = fact(sentence, name)
    values = (read_value(sentence, place, known) for place in range(len(sentence)))
    return suits(sentence, known, at, next(value for value in values if value is not None))


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Water boils at 110 °C.", "boils", True),
        ("Water boils at 110 °C in a pressure cooker.", "boils", False),
        ("Water boils at 110 °C; syrup is hotter.", "boils", True),  # of another clause
        ("Norway has 56 million inhabitants.", "population", True),
        ("In 1905 Norway had 2 million inhabitants.", "population", False),
        ("In 2015 Norway had 56 million inhabitants.", "population", True),
        ("In the 1930s Norway had 3 million inhabitants.", "population", False),
    ],
)
def test_words_of_the_clause_and_earlier_years(text, name, expected):
    assert is_suited(text, name) is expected
