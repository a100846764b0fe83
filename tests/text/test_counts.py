import pytest

from numerate import extract
from numerate.text.counts import counted_noun


def nouns(text):
    return [number.noun for number in extract(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("41,915 people came", ["people"]),
        ("three new coastal power stations were built", ["stations"]),
        ("12 sports cars", ["cars"]),
        ("12 of the 15 mines closed", ["mines", "mines"]),
        ("a couple of onions", ["onions"]),
        ("a 150-seat hall", ["seat"]),
        ("One goal separated them", ["goal"]),
        ("He asked for 3, not 4.", [None, None]),
        ("a hundred-odd ships", ["ships"]),
        ("the top 10 all-time scorers", ["scorers"]),
        ("3 US soldiers", ["soldiers"]),
        ("He gave 3 us all.", [None]),
        ("the 1 player they'd hold", ["player"]),
        ("By 2025 or 2029 can't do.", [None, None]),
    ],
)
def test_a_count_knows_what_it_counts(text, expected):
    assert nouns(text) == expected


def test_the_noun_ends_where_the_phrase_does():
    view = "20 stores across texas"
    assert counted_noun(view, view, 2) == ("stores", 9)
