"""Quantities as values of a fact."""

import pytest

from numerate.consistency.world.values import accepted, expected, fits, read_value
from tests.consistency.world.lines import fact, line


def value(text, name):
    sentence = line(text)
    known = fact(sentence, name)
    places = [at for at, element in enumerate(sentence.elements) if element.slot is not None]
    return read_value(sentence, places[0], known), known


@pytest.mark.parametrize(
    ("text", "expected_to_fit"),
    [
        ("Mount Everest is 8,849 m high.", True),
        ("Mount Everest is 29,032 feet high.", True),  # in another unit
        ("Mount Everest is 9,000 m high.", True),  # rounded
        ("Mount Everest is about 8,700 m high.", True),
        ("Mount Everest is 8,700 m high.", False),
        ("Mount Everest is 6,849 m high.", False),
    ],
)
def test_a_figure_fits_as_it_is_written(text, expected_to_fit):
    read, known = value(text, "height")
    assert fits(read, known) is expected_to_fit


def test_the_value_of_a_fact_in_the_unit_of_the_text():
    read, known = value("Mount Everest is 8.1 km high.", "height")
    assert float(expected(read, known)) == pytest.approx(8.849)
    assert accepted(read, known).low <= expected(read, known) <= accepted(read, known).high


@pytest.mark.parametrize("text", ["Mount Everest has 5 kg.", "Mount Everest is 5%.", "Mount Everest 1953."])
def test_a_quantity_of_another_kind_is_no_value(text):
    assert value(text, "height")[0] is None
