"""Weekdays, days and times that do not fit the rest of a document."""

import pytest

from numerate.consistency import inconsistencies

TRIP = "Friday 6 June: arrival.\n\nSaturday 7 June: the castle.\n\n{} June: the lake.\n\nMonday 9 June: home."


def findings(text):
    return [finding.message for finding in inconsistencies(text) if finding.kind == "calendar"]


def test_a_weekday_that_all_others_contradict_is_reported():
    assert findings(TRIP.format("Sunday 18")) == ["By the other dates, 18 June is a Wednesday, not a Sunday."]
    assert not findings(TRIP.format("Sunday 8"))


def test_a_year_of_the_document_counts():
    text = "*Friday, 7 June 2024*\n\nThe fair is on Saturday, {} June, sports day on Wednesday, 26 June."
    assert findings(text.format(16)) == ["By the other dates, 16 June is a Sunday, not a Saturday."]
    assert not findings(text.format(15))


@pytest.mark.parametrize(
    "text",
    [
        "The club met on Friday 6 June and on Monday 10 June.",  # of two, either may be of another year
        "On Monday 2 June, Tuesday 3 June and Friday 5 June he wrote; on Sunday 7 June he left.",
        "Friday, 6 June 2014; Saturday, 6 June 2015; Monday, 6 June 2016; Sunday 9 June.",
    ],
)
def test_dates_of_several_years_are_left_alone(text):
    assert not findings(text)


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("The dividend is payable on {} November.", "38", "28"),
        ("The evening is on Thursday, {} November, from 16:00 to 19:00.", "44", "14"),
        ("Open 09:30–{} from Monday.", "71:00", "17:00"),
        ("The shop is open from 10:00 to {}.", "16:75", "16:45"),
    ],
)
def test_what_does_not_exist_is_reported(text, wrong, right):
    assert list(inconsistencies(text.format(wrong)))
    assert not list(inconsistencies(text.format(right)))


@pytest.mark.parametrize(
    "text",
    ["She ran laps of 12:40–61:30.", "Of 45 March graduates, 40 found work.", "Since Dec 99 it has grown."],
)
def test_other_figures_are_left_alone(text):
    assert not findings(text)


def test_one_date_with_its_year_is_enough_for_another_close_to_it():
    text = "The fair is on Saturday 4 July 2026; stalls are set up on {} 3 July."
    assert list(inconsistencies(text.format("Thursday")))
    assert not list(inconsistencies(text.format("Friday")))
