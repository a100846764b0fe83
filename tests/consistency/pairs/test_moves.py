"""Two values of one thing, before and after."""

import pytest

from numerate.consistency.pairs.moves import Move, alike, is_dated, is_range, moves
from tests.consistency.sentences import quantity, read


def written(text):
    [sentence] = read(text)
    return [(move.before.written, move.after.written) for move in moves(sentence)]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("The herd grew from 40 goats to 52.", [("40", "52")]),
        ("Rent is £950 now, up from £870.", [("£870", "£950")]),
        ("It took 31 minutes, compared with 28 minutes before.", [("28 minutes", "31 minutes")]),
        ("It has 40 goats and 52 sheep.", []),
        ("The climb was 31 km, up from 28 kg.", []),  # of different dimensions
    ],
)
def test_the_earlier_value_is_the_one_that_words_mark(text, pairs):
    assert written(text) == pairs


def test_quantities_may_be_left_out():
    [sentence] = read("The herd grew from 40 goats to 52.")
    assert moves(sentence, [quantity(sentence, "40")]) == []


@pytest.mark.parametrize(
    ("text", "first", "second", "expected"),
    [
        ("It fell from 36 hours to 8.", "36 hours", "8", True),  # the unit is not repeated
        ("It fell from 36 hours to 800.", "36 hours", "800", False),  # of another size
        ("It took 36 hours with 8 of us.", "36 hours", "8", False),  # no word that repeats a unit
        ("It sold 36 jugs and 8 plates.", "36", "8", False),  # other nouns
    ],
)
def test_a_number_without_a_unit_is_alike_where_the_unit_is_left_out(text, first, second, expected):
    [sentence] = read(text)
    assert alike(quantity(sentence, first), quantity(sentence, second)) is expected


def test_the_ends_of_a_range_are_no_change():
    [sentence] = read("It takes 10–15 days, or 20 days in winter.")
    low, high, other = sentence.slots
    assert is_range(Move(low, high))
    assert not is_range(Move(high, other))
    [sentence] = read("It rose from 10 to 15.")
    assert not is_range(Move(*sentence.slots, explicit=True))


def test_one_of_two_figures_has_a_date():
    first, second = read("A loaf has climbed to €4. In May it was €3.")
    assert is_dated(quantity(first, "€4"), quantity(second, "€3"))
    [sentence] = read("A loaf is €4 and a roll €3.")
    assert not is_dated(*sentence.slots)
