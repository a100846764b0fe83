"""Words that say how quantities relate."""

import re

import pytest

from numerate.consistency.cues import (
    amounts,
    clause,
    contrast,
    guarded,
    is_aside,
    is_touched,
    is_year,
    lead,
    paragraph,
    when,
)
from tests.consistency.sentences import quantity, read, read_one


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It rose from a low of £5.", "of"),
        ("It rose from about £5.", "from"),
        ("It is £5, up from £4.", "is"),
        ("It came after losing £5.", ""),  # no figure of an earlier time
        ("It came from Leeds. Then £5.", ""),
        ("£5 was paid.", ""),
    ],
)
def test_the_word_that_introduces_a_quantity(text, word):
    assert lead(read(text)[-1].slots[0]) == word


def test_a_clause_ends_at_the_next_boundary():
    sentence = read_one("We expect £5, but she paid £4; it was fine.")
    assert clause(quantity(sentence, "£4")) == ", but she paid M"
    assert guarded(quantity(sentence, "£5"), re.compile("expect"))
    assert not guarded(quantity(sentence, "£4"), re.compile("expect"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It came within 6 hours.", True),
        ("It takes 6 hours.", False),
        ("On day two goats came.", True),
        ("In the past 6 goats came.", True),
        ("The six goats came.", True),
        ("We had six goats.", False),
    ],
)
def test_a_quantity_that_only_says_when_or_which(text, expected):
    sentence = read_one(text)
    [slot] = sentence.having("NU")
    assert is_aside(slot) is expected
    assert amounts(sentence) == ([] if expected else [slot])


def test_years_and_labels_are_no_amounts():
    sentence = read_one("In 2019 we had 12 goats, and on day 3 we sold 5%.")
    assert [slot.written for slot in amounts(sentence)] == ["12", "5%"]


def test_a_price_that_was_only_touched():
    touched, closed = read_one("After a session low of £28 it closed at £31.").slots
    assert is_touched(touched)
    assert not is_touched(closed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was £5 in May and £6 in June.", True),
        ("It was £5 last year and £6 now.", True),
        ("It was £5 in May and £6 for the bag.", False),
        ("It was £5 and £6 in May.", False),
    ],
)
def test_two_figures_at_two_times(text, expected):
    first, second = read_one(text).having("M")
    assert contrast(first, second) is expected


def test_named_times_are_months_days_and_years():
    first, second = read_one("It was £5 last year and £6 now.").having("M")
    assert (when(first), when(second)) == ({"then"}, {"now"})
    assert not contrast(first, second, named=True)
    first, second = read_one("It was £5 in 2019 and £6 in 2020.").having("M")
    assert contrast(first, second, named=True)


def test_the_sentences_of_a_paragraph():
    first, second, third, fourth = read("One came. Two came. Three came.\n\nFour came.")
    assert paragraph(second) == [first, second, third]
    assert paragraph(fourth) == [fourth]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It began in 1412.", True),
        ("It began in 1998.", True),
        ("It sold 1412.", False),
    ],
)
def test_early_years_need_a_word_before_them(text, expected):
    assert is_year(read_one(text).slots[0]) is expected
