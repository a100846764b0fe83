"""Which figures of a sentence a derived figure may be calculated from."""

import pytest

from numerate.consistency.pairs.operands import operands
from tests.consistency.sentences import quantity, read


@pytest.mark.parametrize(
    ("text", "anchor", "expected"),
    [
        ("It rose 20%, from 40 goats to 48 goats.", "20%", ["40", "48"]),
        ("The gap is 14 m: one tower has 142 m, the other 128 m and 12 bells.", "14 m", ["142 m", "128 m"]),
        ("Anna is 34, Piotr 27, seven years less.", "seven years", ["34", "27"]),
        ("Support went from 40% to 46%, up 6 points among 900 people.", "6", ["40%", "46%"]),
        ("In week 3 it rose 20%, from 40 to 48.", "20%", ["40", "48"]),  # a label
        ("He made 12-of-19 shots, up 20% from 30 to 36.", "20%", ["30", "36"]),  # a score
        ("It rose 20%: £40 and £48, 12 kg and 15 kg.", "20%", []),  # two kinds, none marked
        ("It rose 20%: £40 and £48, from 12 kg to 15 kg.", "20%", ["12 kg", "15 kg"]),
    ],
)
def test_operands_are_of_one_kind(text, anchor, expected):
    [sentence] = read(text)
    figures = operands(quantity(sentence, anchor), sentence, ())
    assert [slot.written for slot in figures] == expected


def test_what_another_change_takes_is_no_operand():
    [sentence] = read("It rose 20%, from 40 to 48.")
    taken = [quantity(sentence, "40")]
    assert [slot.written for slot in operands(quantity(sentence, "20%"), sentence, taken)] == ["48"]
