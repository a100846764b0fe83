import calendar
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency import inconsistencies
from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("It ended on 31 June 2016.", "June has 30 days, not 31."),
        ("It ended on June 31.", "June has 30 days, not 31."),
        ("It ended on Sept. 31, 2016.", "September has 30 days, not 31."),
        ("It ended on 29 February 2015.", "February 2015 has 28 days, not 29."),
        ("It ended on 30 February.", "February has 29 days, not 30."),
        ("It ended on Monday, March 5, 2016.", "5 March 2016 was a Saturday, not a Monday."),
        ("It ended on 2016-13-05.", "There is no day 2016-13-05."),
        ("It ended on 13/13/2016.", "There is no day 13/13/2016."),
        ("It began at 12:75 p.m. sharp.", "There is no time 12:75 p.m."),
        ("It began at 25:30 GMT.", "There is no time 25:30 GMT."),
    ],
)
def test_impossible_dates_and_times_are_reported(text, message):
    finding = only(text)
    assert (finding.kind, finding.message) == ("date", message)


@pytest.mark.parametrize(
    "text",
    [
        "It ended on 29 February 2016.",
        "It ended on 29 February.",
        "It ended on 31/12/2016 and 12/31/2016.",
        "It began at 23:59 GMT.",
        "It began at 11:30 a.m.",
    ],
)
def test_possible_dates_and_times_hold(text):
    assert holds(text, "date")


@pytest.mark.parametrize(
    "text",
    [
        "They may 31 times repeat it.",
        "Sales in Dec 99 were low.",
        "See rule PBI 16/16/2014.",
        "The ratio was 25:30 here.",
        "On Monday, 6 March 1848, it began.",
    ],
)
def test_other_numbers_are_not_read_as_dates(text):
    assert kinds(text) == []


@given(st.dates(date(1930, 1, 1), date(2099, 12, 31)), st.integers(0, 6))
def test_weekdays_agree_with_the_calendar(day, weekday):
    text = f"It was {calendar.day_name[weekday]}, {day.day} {calendar.month_name[day.month]} {day.year}."
    assert (kinds(text) == []) == (day.weekday() == weekday)


def test_verses_are_no_times():
    assert not list(inconsistencies("The city is mentioned in the Acts of the Apostles at 28:12."))


@pytest.mark.parametrize(
    "text",
    [
        "I refer to your telegram No. 31 of September 25, 5 p.m.",
        "Open Monday-Friday, 3-7 May 2021, and by appointment.",
    ],
)
def test_numbers_of_letters_and_weekdays_from_one_to_another_are_no_dates(text):
    assert kinds(text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("The train left on a foggy Monday evening, 3 May 1881.", "3 May 1881 was a Tuesday, not a Monday."),
        ("The chair closed the meeting at 8.75 pm.", "There is no time 8.75 pm."),
        ("The dentist can see you on Monday at 24.30.", "There is no time 24.30."),
    ],
)
def test_days_before_1930_and_times_with_a_point(text: str, message: str) -> None:
    assert only(text).message == message


@pytest.mark.parametrize(
    "text",
    [
        "On Sunday, 9 January 1905, the Tsar's guard fired on the crowd.",  # by the Julian calendar
        "They sang in Moscow on Christmas Day 1914, a Thursday.",
        "The shares closed on Friday at 24.40.",
        "The course runs from Monday 5 to Friday 9 August 2024.",
        "The train left on a foggy Tuesday evening, 3 May 1881.",
    ],
)
def test_other_calendars_prices_and_right_days_are_left_alone(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize("text", ["With 2:74 left the home side led.", "It came with 1:88 on the clock."])
def test_a_clock_shows_no_such_time(text: str) -> None:
    assert only(text).kind == "date"


@pytest.mark.parametrize("text", ["With 2:47 left the home side led.", "Mix it 2:75 with water."])
def test_other_times_and_ratios(text: str) -> None:
    assert not kinds(text)
