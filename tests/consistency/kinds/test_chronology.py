"""Years that do or do not follow each other as stated."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "She died in 1901 and married in 1910.",
            "She married in 1901 and died in 1910.",
        ),
        (
            "It opened in 2015; three years later, in 2017, it closed.",
            "It opened in 2015; three years later, in 2018, it closed.",
        ),
        (
            "The church was begun in 1420 and finished in 1391.",
            "The church was begun in 1391 and finished in 1420.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["chronology"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "He died in 1990. His widow remarried in 1985, her sister wrote.",
        "It opened in 2015; three years later it closed.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
