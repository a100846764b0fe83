"""Growth over several periods that does or does not compound to the result."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "£1,000 at 5% a year for two years becomes £1,202.50.",
            "£1,000 at 5% a year for two years becomes £1,102.50.",
        ),
        (
            "The population grew by 10% a year for two years, from 1,000 to 1,310.",
            "The population grew by 10% a year for two years, from 1,000 to 1,210.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["growth"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "Sales grew by 5% a year for two years. The firm has 1,000 shops and 1,202 vans.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
