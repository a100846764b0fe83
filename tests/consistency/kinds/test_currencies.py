"""Amounts that do or do not agree at an exchange rate."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "At 1.25 dollars to the pound, £400 is $600.",
            "At 1.25 dollars to the pound, £400 is $500.",
        ),
        (
            "The flat cost €300,000, or $230,000 at a rate of $1.10 to the euro.",
            "The flat cost €300,000, or $330,000 at a rate of $1.10 to the euro.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["currency"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "The flat cost €300,000 in 2010 and $410,000 in 2020.",
        "The pound bought $1.25 on Monday. The fund holds £400 and $600.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
