import pytest

from numerate.consistency.tables.clock import (
    read_clock,
    read_duration,
    read_split,
    time_error,
    write_minutes,
    write_split,
)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("13:05", 785),
        ("1.05 pm", 785),
        ("12 am", 0),
        ("12:30 p.m.", 750),
        ("24:00", 1440),
        ("13.05", None),
        ("25:10", None),
        ("7", None),
    ],
)
def test_times_of_day(text, minutes):
    assert read_clock(text) == minutes


@pytest.mark.parametrize(
    ("text", "in_hours", "minutes"),
    [
        ("2:15", False, 135),
        ("1 h 20 min", False, 80),
        ("45 mins", False, 45),
        ("7.5", False, 450),
        ("90", False, 90),
        ("8", True, 480),
        ("soon", False, None),
    ],
)
def test_durations(text, in_hours, minutes):
    assert read_duration(text, in_hours) == minutes


@pytest.mark.parametrize(("text", "value"), [("1:08:32", 4112), ("7:45", 465), ("7:65", None), ("745", None)])
def test_splits(text, value):
    assert read_split(text) == value


@pytest.mark.parametrize("text", ["1:08:32", "07:45", "0:59"])
def test_a_split_is_written_as_it_was_read(text):
    value = read_split(text)
    assert value is not None
    assert write_split(text, value) == text


@pytest.mark.parametrize(
    ("like", "minutes", "written"),
    [("13:05", 545, "09:05"), ("1.05 pm", 790, "1.10 pm"), ("7.5", 495, "8.2"), ("45 min", 50, "50 min")],
)
def test_minutes_are_written_in_the_same_style(like, minutes, written):
    assert write_minutes(like, minutes) == written


def test_typing_errors_of_times():
    assert time_error("10:35", "10:53") == "transposed"
    assert time_error("10:35", "11:47") is None
