"""Shares of one whole that do or do not add up to it."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "Of the voters, 45% said yes, 38% said no and 27% were undecided.",
            "Of the voters, 45% said yes, 38% said no and 17% were undecided.",
        ),
        (
            "The alloy consists of 60% copper, 35% zinc and 15% lead.",
            "The alloy consists of 60% copper, 35% zinc and 5% lead.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["hundred"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "Of the voters, 45% own a car, 38% a bicycle and 27% a dog.",
        "Of the voters, 45.3% said yes, 38.4% said no and 16.2% were undecided.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
