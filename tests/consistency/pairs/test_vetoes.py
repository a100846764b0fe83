"""Reasons to doubt a pair of figures: each with a text that it speaks against, and one that it does not."""

import pytest

from numerate.consistency.pairs import vetoes
from numerate.consistency.pairs.moves import Move
from tests.consistency.pairs.helpers import anchor
from tests.consistency.sentences import quantity, read


def figures(text, *written):
    slots = [slot for sentence in read(text) for slot in sentence.slots]
    return [next(slot for slot in slots if slot.written == each) for each in written]


def move(slot, *written, explicit=False):
    return Move(*(quantity(slot.sentence, each) for each in written), explicit)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It has 40 goats and 31 sheep, 9 more than in the spring.", True),
        ("It has 40 goats, and in the spring 31: now 9 more than in the spring.", False),
        ("It has 40 goats, 9 more than the 31 of last year.", False),
    ],
)
def test_the_other_side_of_a_comparison_has_no_figure(text, expected):
    slot, *_ = anchor(text, "9 more", "9")
    assert vetoes.is_compared_elsewhere(slot) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It draws 900 W, twice the power of its predecessor.", True),
        ("It draws 900 W and its predecessor 450 W: twice the power of its predecessor.", False),
    ],
)
def test_what_is_multiplied_has_no_figure(text, expected):
    slot, start, _ = anchor(text, "twice", "twice")
    assert vetoes.lacks_base(slot, start) is expected


@pytest.mark.parametrize(
    ("text", "explicit", "expected"),
    [
        ("Sales rose 12% while the staff went from 40 to 52.", True, True),
        ("Sales rose 12%, due to a staff that went from 40 to 52.", True, True),
        ("Sales rose 12% and costs fell from 40 to 52.", True, True),
        ("Sales rose 12%, from 40 to 52.", True, False),
    ],
)
def test_figures_in_another_clause(text, explicit, expected):
    slot, start, end = anchor(text, "rose 12%", "12%")
    pair = move(slot, "40", "52", explicit=explicit)
    assert vetoes.is_in_another_clause(slot, start, end, pair) is expected


def test_a_change_that_leads_to_one_figure_is_not_of_the_other():
    slot, *_ = anchor("Profit rose 4% to $950 on costs of $880.", "rose 4%", "4%")
    assert vetoes.leads_to_one_figure(slot, move(slot, "$950", "$880")[:2])
    slot, *_ = anchor("Profit rose 4% to $950 from $880.", "rose 4%", "4%")
    assert not vetoes.leads_to_one_figure(slot, move(slot, "$950", "$880")[:2])


def test_a_figure_that_restates_the_change():
    slot, *_ = anchor("It rose $71 million (or $54 million net), to $93 million.", "rose", "$71 million")
    assert vetoes.is_restated(slot, move(slot, "$54 million", "$93 million"))
    assert not vetoes.is_restated(slot, move(slot, "$54 million", "$93 million", explicit=True))


def test_counts_of_other_things():
    slot, *_ = anchor("She scored 24 points and 18 points, and added 6 rebounds.", "added", "6")
    assert vetoes.counts_other_things(slot, move(slot, "24", "18"))
    slot, *_ = anchor("She scored 24 points and 18 points, a gap of 6 points.", "gap", "6")
    assert not vetoes.counts_other_things(slot, move(slot, "24", "18"))


@pytest.mark.parametrize(
    ("text", "written", "expected"),
    [
        ("It weighs 12 kg; one is £40, one £52.", "12 kg", True),
        ("It costs £12 more; one is £40, one £52.", "£12", False),
        ("It grew 30%; one is £40, one £52.", "30%", False),  # of any unit
    ],
)
def test_an_amount_in_another_unit(text, written, expected):
    [slot, *amounts] = figures(text, written, "£40", "£52")
    assert vetoes.counts_something_else(slot, amounts) is expected


def test_an_amount_far_from_the_difference():
    for written, expected in (("£12", False), ("£21", False), ("£92", True), ("£2", True)):
        [slot, *amounts] = figures(f"It is {written} more; one is £40, one £52.", written, "£40", "£52")
        assert vetoes.is_of_another_size(slot, amounts) is expected


def test_a_change_of_something_without_figures():
    slot, *_ = anchor("It has 110 kW, not 96 kW, and uses 10% less fuel.", "10% less", "10%")
    assert vetoes.is_of_another_noun(slot, [slot.sentence])
    slot, *_ = anchor("Its fuel was 96 litres, then 86: 10% less fuel.", "10% less", "10%")
    assert not vetoes.is_of_another_noun(slot, [slot.sentence])


def test_words_that_say_the_opposite():
    slot, start, end = anchor("Costs fell 5% as sales rose from 40 to 52.", "fell 5%", "5%")
    assert vetoes.moves_otherwise(slot, start, end, [slot.sentence])
    slot, start, end = anchor("Costs fell 5%, from 52 to 40.", "fell 5%", "5%")
    assert not vetoes.moves_otherwise(slot, start, end, [slot.sentence])


def test_figures_of_two_things():
    slot, *_ = anchor("From £40 after a high of £52, it gained 5%.", "gained", "5%")
    assert vetoes.are_of_two_things(slot, move(slot, "£40", "£52"))
    slot, *_ = anchor("From £40 it went to £52, a gain of 5%.", "gain", "5%")
    assert not vetoes.are_of_two_things(slot, move(slot, "£40", "£52"))
