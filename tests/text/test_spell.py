import pytest

from numerate.text.spell import LARGEST_SPELLED, ordinal_suffix, spell_cardinal, spell_ordinal, spell_year


def test_cardinals():
    assert spell_cardinal(0) == "zero"
    assert spell_cardinal(256_000) == "two hundred and fifty-six thousand"
    assert spell_cardinal(1_000_001) == "one million and one"
    assert spell_cardinal(206, british=False) == "two hundred six"


def test_words_end_below_a_quintillion():
    with pytest.raises(ValueError, match="1e18"):
        spell_cardinal(LARGEST_SPELLED)
    with pytest.raises(ValueError, match="-1"):
        spell_cardinal(-1)


def test_ordinals():
    words = {1: "first", 12: "twelfth", 20: "twentieth", 21: "twenty-first", 103: "one hundred and third"}
    assert {value: spell_ordinal(value) for value in words} == words


def test_years_are_said_in_two_halves_where_they_have_two():
    assert spell_year(1984) == "nineteen eighty-four"
    assert spell_year(1905) is None
    assert spell_year(2105) is None


def test_suffixes():
    assert [ordinal_suffix(value) for value in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == (
        ["st", "nd", "rd", "th", "th", "th", "th", "st", "th"]
    )
