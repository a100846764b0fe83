import pytest

from numerate.consistency.moments import Moment, read_moments
from numerate.text.view import view


def read(text: str) -> list[Moment]:
    """Return the dates and times of a text."""
    return read_moments(text, view(text))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("It starts at 17:15.", 17 * 3600 + 15 * 60),
        ("She finished in 3:42:10.", 3 * 3600 + 42 * 60 + 10),
        ("It closes at 12.15 on weekdays.", 12 * 3600 + 15 * 60),
        ("We ate at noon.", 12 * 3600),
        ("Out by midnight.", 0),
        ("They met at half past six.", 6 * 3600 + 30 * 60),
        ("He rang at twenty to four.", 3 * 3600 + 40 * 60),
        ("A quarter to nine is early.", 8 * 3600 + 45 * 60),
        ("Be there at 7.15 p.m.", 19 * 3600 + 15 * 60),
    ],
)
def test_times_of_day(text: str, seconds: int) -> None:
    [moment] = read(text)
    assert moment.seconds == seconds


@pytest.mark.parametrize(
    "text",
    [
        "Prices rose from 8.30 to 12.15.",
        "We need five to ten volunteers.",
        "The jury voted ten to two.",
        "Half of the past six years were dry.",
        "It scored 8.75 overall.",
    ],
)
def test_what_only_looks_like_a_time(text: str) -> None:
    assert not read(text)


@pytest.mark.parametrize(
    ("text", "expected"), [("at half past six", True), ("at 18:30", False), ("6 pm", False)]
)
def test_a_time_may_be_before_or_after_noon(text: str, expected: bool) -> None:
    [moment] = read(text)
    assert moment.is_half_day == expected
