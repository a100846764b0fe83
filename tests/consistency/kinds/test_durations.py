"""Spans of time that do or do not fit their ends."""

from __future__ import annotations

import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "The talks ran from 9 March to 14 March, six weeks in all.",
            "The talks ran from 9 March to 14 March, six days in all.",
        ),
        (
            "The shift starts at 8:00 and ends at 16:30, nine and a half hours later.",
            "The shift starts at 8:00 and ends at 16:30, eight and a half hours later.",
        ),
        (
            "The war lasted from 1618 to 1648, or 40 years.",
            "The war lasted from 1618 to 1648, or 30 years.",
        ),
        (
            "He served from 1990 to 2002, 21 years in all.",
            "He served from 1990 to 2002, 12 years in all.",
        ),
    ],
)
def test_the_wrong_figure_is_reported_and_the_right_one_is_not(wrong: str, right: str) -> None:
    assert kinds(wrong) == ["duration"]
    assert kinds(right) == []


@pytest.mark.parametrize(
    "text",
    [
        "Flight from Gatwick at 08:15, landing at Fiumicino at 11:45 (2 h 30 min in the air).",
        "The train leaves Madrid at 19:40 and reaches Lisbon at 06:15, a journey of 11 hours and 35 minutes"
        " with the time difference.",
        "The talks ran from 9 March to 14 March, five days in all.",
        "From 1990 to 2002 he wrote 21 books.",
    ],
)
def test_other_figures_are_left_alone(text: str) -> None:
    assert kinds(text) == []
