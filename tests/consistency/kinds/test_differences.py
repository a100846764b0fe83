"""Differences that do or do not follow from two figures."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "The north has 340 farms and the south 290, a difference of 70.",
            "The north has 340 farms and the south 290, a difference of 50.",
        ),
        (
            "The old bridge was 210 m long and the new one is 260 m long, a difference of 60 m.",
            "The old bridge was 210 m long and the new one is 260 m long, a difference of 50 m.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["difference"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "The north has 340 farms and the south 290; the price difference is 70 cents.",
        "There are differences in 12 of the 30 samples.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
