"""Averages that do or do not follow from their figures."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "They sold 120 tickets in 4 days, an average of 40 a day.",
            "They sold 120 tickets in 4 days, an average of 30 a day.",
        ),
        (
            "The runs took 12, 14 and 19 minutes, an average of 17 minutes.",
            "The runs took 12, 14 and 19 minutes, an average of 15 minutes.",
        ),
        (
            "Five boxes weigh 60 kg in all, on average 15 kg each.",
            "Five boxes weigh 60 kg in all, on average 12 kg each.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["average"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "The 40 clerks earn £1,900 on average; the 12 managers earn £4,100.",
        "Of 31 days, 12 were above the average of 18 °C.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
