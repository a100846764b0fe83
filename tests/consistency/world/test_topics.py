"""The subject of a sentence that does not name it."""

import pytest

from numerate.consistency import inconsistencies


def wrong(text):
    """Return the figures reported in a text whose first line is a heading."""
    headings = [(0, text.index("\n"))]
    return [finding.numbers[0].text for finding in inconsistencies(text, headings, rules=["known"])]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Mount Everest\n\nIt is 6,849 m high.", ["6,849"]),
        ("Mount Everest\n\nIts height is 6,849 m.", ["6,849"]),
        ("Mount Everest\n\nHeight: 6,849 m", ["6,849"]),
        ("Mount Everest\n\nIt is 8,849 m high.", []),
        ("Mount Mabel\n\nIt is 6,849 m high.", []),  # nothing is known of it
        ("Around Mount Everest\n\nIt is 6,849 m high.", []),  # about something else
    ],
)
def test_a_heading_names_the_subject(text, figures):
    assert wrong(text) == figures


def test_a_pronoun_is_that_of_the_sentence_before():
    assert wrong("Peaks\n\nMount Everest is in Asia. It is 6,849 m high.") == ["6,849"]
    assert wrong("Peaks\n\nMount Mabel is in Asia. It is 6,849 m high.") == []
