import pytest

from numerate.text import render as spell


def test_cardinals():
    assert spell.cardinal(0) == "zero"
    assert spell.cardinal(256_000) == "two hundred and fifty-six thousand"
    assert spell.cardinal(1_000_001) == "one million and one"
    assert spell.cardinal(206, british=False) == "two hundred six"


def test_words_end_below_a_quintillion():
    with pytest.raises(ValueError, match="1e18"):
        spell.cardinal(spell.LARGEST)
    with pytest.raises(ValueError, match="-1"):
        spell.cardinal(-1)


def test_ordinals():
    words = {1: "first", 12: "twelfth", 20: "twentieth", 21: "twenty-first", 103: "one hundred and third"}
    assert {value: spell.ordinal(value) for value in words} == words


def test_years_are_said_in_two_halves_where_they_have_two():
    assert spell.year(1984) == "nineteen eighty-four"
    assert spell.year(1905) is None
    assert spell.year(2105) is None


def test_suffixes():
    assert [spell.suffixed(value) for value in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == (
        ["st", "nd", "rd", "th", "th", "th", "th", "st", "th"]
    )
