"""Sentences in which each quantity is the letter of its type."""

import pytest

from tests.consistency.sentences import read, read_one


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("She sold 12 jugs for £40.", "she sold N jugs for M."),
        ("It rose 5%, or 2 percentage points, in 2019.", "it rose P, or Q, in Y."),
        ("Half of the 30 km took twice as long.", "F of the U took X as long."),
        ("One in five came third.", "S came O."),
        ("45 out of 60 came.", "N out of N came."),  # two counts, no idiom
        ("It opens on 3 May 2019 at 7.15 p.m. sharp.", "it opens on D at T sharp."),
        ("Keep it between 50 and 40 °C.", "keep it between U and U."),
    ],
)
def test_a_quantity_is_the_letter_of_its_type(text, line):
    assert read_one(text).line == line


def test_the_place_of_a_quantity_leads_back_to_the_text():
    sentence = read_one("On 3 May 2019 she sold 12 jugs for £40.")
    for slot in sentence.slots:
        assert sentence.line[slot.at] == slot.mark
        assert sentence.offset(slot.at) == slot.start
        assert sentence.slot(slot.at) is slot


def test_sentences_of_a_paragraph_know_each_other():
    first, second, third = read("It has 5. It had 6.\n\nIt will have 7.")
    assert (second.previous, first.following) == (first, second)
    assert second.following is third.previous is None


def test_an_empty_line_does_not_separate_a_list_from_its_sentence():
    sentences = read("We need:\n\n- 5 eggs\n- 6 cups\n\nMix them.")
    assert [sentence.previous is not None for sentence in sentences] == [False, True, True, True]
    assert [len(sentence.slots) for sentence in sentences] == [0, 1, 1, 0]


def test_a_table_without_full_stops_is_not_read():
    assert read_one("10 sheep " * 60).slots
    assert not read_one("10 sheep " * 61).slots
    assert not read_one("word " * 300 + "10 sheep").slots
