"""Facts that a sentence states."""

import pytest

from numerate.consistency.world.reading import read_statements
from tests.consistency.world.lines import line


def stated(text):
    return [statement.value.number.text for statement in read_statements(line(text))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Mount Everest is 6,849 m high.", "6,849"),
        ("At 6,849 m, Mount Everest is the highest mountain.", "6,849"),
        ("The Battle of Waterloo was fought in 1825.", "1825"),
    ],
)
def test_a_subject_a_cue_and_a_value(text, value):
    assert stated(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Suppose that Mount Everest would be 6,849 m high.",
        "Is Mount Everest 6,849 m high?",
        "Mount Everest is 6,849 m higher than Mabel.",
        "Mount Everest is not 6,849 m high.",
        "Mount Everest drew 6,849 people.",
    ],
)
def test_suppositions_questions_and_comparisons_state_nothing(text):
    assert stated(text) == []
