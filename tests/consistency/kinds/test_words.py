"""Numbers in words that do or do not agree with digits or with what is listed."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "The three brothers are Karl, Otto, Emil and Hans.",
            "The four brothers are Karl, Otto, Emil and Hans.",
        ),
        (
            "It cost five hundred pounds (£550).",
            "It cost five hundred and fifty pounds (£550).",
        ),
        (
            "Twelve (21) members voted.",
            "Twelve (12) members voted.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["words"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "The three brothers met Karl, Otto, Emil and Hans.",
        "Together the brothers have seven children, Karl four and Otto three.",
        "It cost five hundred pounds (about $620).",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
