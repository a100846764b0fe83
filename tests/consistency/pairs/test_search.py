"""The two figures that a derived figure refers to, and how sure that is."""

import pytest

from numerate.consistency.claim import LIKELY, SURE, WEAK
from numerate.consistency.pairs.search import find_pair, pair_in_passage
from tests.consistency.pairs.helpers import anchor

_LONG = "It was a year of change. The board met twice. The roof was mended. The well ran dry. "


@pytest.mark.parametrize(
    ("text", "words", "written", "pair", "odds"),
    [
        ("Sales rose 12%, from £40 to £52.", "rose 12%", "12%", ["£40", "£52"], SURE),
        (_LONG + "Sales rose 12%, from £40 to £52.", "rose 12%", "12%", ["£40", "£52"], SURE),
        (
            _LONG + "Sales rose 12% while £40 and £52 were paid.",
            "rose 12%",
            "12%",
            ["£40", "£52"],
            LIKELY,
        ),
        (_LONG + "Analysts forecast £40, not £52, up 12%.", "up 12%", "12%", ["£40", "£52"], WEAK),
    ],
)
def test_a_pair_and_how_sure_it_is(text, words, written, pair, odds):
    result = find_pair(*anchor(text, words, written))
    assert [slot.written for slot in result.move[:2]] == pair
    assert result.odds == odds


def test_the_other_figure_may_be_in_the_sentence_before():
    text = _LONG + "Last year the farm had 40 goats. Now it has 50 goats, an increase of 25%."
    result = find_pair(*anchor(text, "increase of 25%", "25%"))
    assert [slot.written for slot in result.move[:2]] == ["40", "50"]
    assert result.odds == SURE


def test_other_pairs_are_kept_where_none_is_marked():
    text = _LONG + "The farms had 40, 44 and 50 goats, 25% more."
    result = find_pair(*anchor(text, "25% more", "25%"))
    assert result.odds == WEAK
    assert {tuple(slot.written for slot in move[:2]) for move in result.others} == {
        ("40", "44"),
        ("40", "50"),
        ("44", "50"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "The farm had 40 goats, 44 goats, then 50 goats. It rose 25%.",  # three figures
        "The farm had 40 goats and 50 sheep. It rose 25%.",  # of two things
        "The farm is expected to have 50 goats after 40. It rose 25%.",  # a forecast
        "At its peak the farm had 50 goats after 40. It rose 25%.",  # an extreme
    ],
)
def test_a_passage_leaves_open_what_is_meant(text):
    assert pair_in_passage(*anchor(text, "rose 25%", "25%")) is None


def test_a_passage_of_two_figures_and_one_derived_from_them():
    result = pair_in_passage(*anchor("It had 40 goats, then 50 goats. It rose 25%.", "rose 25%", "25%"))
    assert [slot.written for slot in result.move[:2]] == ["40", "50"]
