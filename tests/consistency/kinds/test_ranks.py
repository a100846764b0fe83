"""Ranks that do or do not fit the figures they order."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "The tower (62 m) is taller than the church (84 m).",
            "The tower (84 m) is taller than the church (62 m).",
        ),
        (
            "Jo finished in 12.4 s, ahead of Al in 11.9 s.",
            "Jo finished in 11.9 s, ahead of Al in 12.4 s.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["rank"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "The tower (62 m) is older than the church (84 m).",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
