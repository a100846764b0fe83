"""Bounds of what is measured."""

import pytest

from numerate.consistency.kinds.plausible import is_record, outside, read_bounds
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Slot
from numerate.text import extract

WALK = {"name": "a stroll", "unit": "h", "bounds": [0.05, 400], "needs": "walk", "unless": "moon"}


def slot(text: str) -> Slot:
    [sentence] = Skeleton(text, extract(text)).sentences
    return sentence.slots[0]


@pytest.mark.parametrize(
    ("text", "suits", "problem"),
    [
        ("The walk takes 3 hours.", True, ""),
        ("A walk of 900 hours.", True, "900 hours is too much for a stroll, which is at most about 400 h."),
        ("A walk of 1 second.", True, "1 second is too little for a stroll, which is at least about 0.05 h."),
        ("The walk is 900 km long.", True, ""),
        ("The drive takes 900 hours.", False, None),
        ("The walk on the moon takes 900 hours.", False, None),
    ],
)
def test_what_lies_outside_of_bounds(text: str, suits: bool, problem: str | None) -> None:
    bounds = read_bounds(WALK)
    assert bounds.suits(text.lower()) is suits
    if problem is not None:
        assert "".join(str(claim.problem) for claim in outside(slot(text), bounds)) == problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Prices are at a 20-month low.", True), ("It took 20 months.", False), ("A 20 km high wall.", False)],
)
def test_since_when_something_is_a_record(text: str, expected: bool) -> None:
    assert is_record(slot(text)) is expected
