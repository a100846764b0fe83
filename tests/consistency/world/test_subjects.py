"""Whether a figure is said of the subject, or of something on it, near it or like it."""

import pytest

from numerate.consistency.world.subjects import is_governed, is_part
from tests.consistency.helpers import certain
from tests.consistency.world.lines import fact, line, subject


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The crew of Mount Everest was 6,849 m high.", True),
        ("The height of Mount Everest is 6,849 m.", False),
        ("The summit of Mount Everest is 6,849 m high.", False),
    ],
)
def test_something_of_the_subject(text, expected):
    sentence = line(text)
    assert is_part(sentence, fact(sentence, "height"), subject(sentence)) is expected


def test_a_preposition_governs_the_subject():
    for text, expected in (("Near Mount Everest it is 6 m.", True), ("Then Mount Everest is 6 m.", False)):
        sentence = line(text)
        assert is_governed(sentence, subject(sentence)) is expected


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("Mount Everest is 6,849 m high.", True),
        ("Mount Everest's height is 6,849 m.", True),
        ("The camp near Mount Everest is 6,849 m high.", False),
        ("The crew of Mount Everest was 6,849 m high.", False),
        ("The new Mount Everest is 6,849 m high.", False),
    ],
)
def test_only_what_is_said_of_the_subject_is_compared(text, reported):
    assert bool(certain(text)) is reported
