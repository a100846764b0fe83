"""Prices per month and per year."""

from tests.consistency.helpers import certain


def test_twelve_months_cannot_cost_more_than_the_year():
    assert certain("Rent is £950 a month, or £12,400 a year.")
    assert certain("The rent is £950 a month (£12,400 a year).")


def test_a_year_in_advance_may_be_cheaper():
    assert not certain("The plan costs £10 a month or £100 a year.")
    assert not certain("It costs £10 a month, or £120 a year.")
