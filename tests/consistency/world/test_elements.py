"""Names, quantities and words of a sentence."""

import pytest

from numerate.consistency.world.elements import read_line, split
from numerate.consistency.world.table import index, phrases
from tests.consistency.sentences import read_one
from tests.consistency.world.lines import line


def test_a_name_and_a_quantity_are_one_element_each():
    sentence = line("Mount Everest is 8,849 m high.")
    texts = [element.text for element in sentence.elements]
    assert texts == ["mount everest", "is", "8,849 m", "high", "."]
    assert sentence[0].names
    assert sentence[2].slot is not None
    assert sentence.text(-1) == sentence.text(5) == ""


@pytest.mark.parametrize(
    "text",
    [
        "The shed is 4 m high.",  # no name of the table
        "The post-Waterloo mood gave 12 plays.",  # tied by a hyphen
        "It took 5 days.",  # part of a quantity
    ],
)
def test_a_sentence_without_a_subject(text):
    assert read_line(read_one(text), index()) is None


def test_phrases_are_found_at_a_place():
    sentence = line("Mount Everest has a height of 8,849 m.")
    assert sentence.has(phrases(["height", "height of"]), 3) == 2
    assert sentence.has(phrases(["height", "height of"]), 2) == 0
    assert sentence.has(phrases(["height"]), 99) == 0


def test_words_with_a_capital_are_not_those_of_a_name():
    elements = split(read_one("Then Mount Mabel is 900 m high."))
    assert [element.text for element in elements if element.is_capital] == ["then", "mount", "mabel"]
