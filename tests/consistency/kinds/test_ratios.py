"""Ratios that do or do not fit their figures."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "With 300 pupils and 20 teachers, the ratio is 25 to 1.",
            "With 300 pupils and 20 teachers, the ratio is 15 to 1.",
        ),
        (
            "The class has 12 girls and 18 boys, a ratio of 3:2.",
            "The class has 12 girls and 18 boys, a ratio of 2:3.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["ratio"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "The school has 300 pupils and 20 buses; the ratio of staff to pupils is 1 to 9.",
        "The final was on a screen of 16:9, seen by 300 guests at 20 tables.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
