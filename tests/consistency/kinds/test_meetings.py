"""Votes of a meeting, compared with those present and with each other."""

import pytest

from numerate.consistency import inconsistencies

MEETINGS = [
    (
        "Minutes. 31 members were present.\n\nIt was carried by 22 votes to 6 with {} abstentions.",
        "5",
        "3",
    ),
    (
        "All 18 members at the meeting voted: 11 in favour, {} against and 2 abstentions.",
        "8",
        "5",
    ),
    (
        "Motion 1 was carried with 40 votes to 8 and 4 abstentions.\n\nMotion 2 fell by 12 votes to 38 with "
        "2 abstentions.\n\nMotion 3 was carried by {} votes to 20 with 3 abstentions.",
        "39",
        "29",
    ),
]


def findings(text):
    return [each for each in inconsistencies(text, rules=["vote"]) if each.level == "error"]


@pytest.mark.parametrize(("text", "wrong", "right"), MEETINGS)
def test_votes_that_are_not_as_many_as_those_present(text, wrong, right):
    assert findings(text.format(wrong))
    assert not findings(text.format(right))


@pytest.mark.parametrize(
    "text",
    [
        # some had left, and no other vote says that all took part
        "Minutes. 31 members were present.\n\nIt was carried by 20 votes to 6 with 2 abstentions.",
        # two meetings
        "Minutes: 31 were present in May, 24 are present.\n\nCarried by 20 votes to 8 with 2 abstentions.",
        # nothing is said of abstentions
        "Minutes. 31 members were present.\n\nThe motion was carried by 22 votes to 6.",
    ],
)
def test_other_votes_are_left_alone(text):
    assert not findings(text)
