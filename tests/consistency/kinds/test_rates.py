"""Rates, what they are multiplied by, and what that gives."""

from tests.consistency.helpers import certain


def test_a_rate_times_a_number_is_the_total():
    assert certain("A crate of 24 bottles costs €36, or €2.50 per bottle.")
    assert not certain("A crate of 24 bottles costs €36, or €1.50 per bottle.")


def test_a_year_in_advance_may_be_cheaper():
    assert not certain("The plan costs £10 a month or £100 a year.")
    assert not certain("It costs £10 a month, or £120 a year.")
