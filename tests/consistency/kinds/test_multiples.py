"""Multiples in words."""

from tests.consistency.helpers import certain


def test_half_as_much_again_is_no_half():
    assert not certain("Attendance, at 3,000, was half as much again as last year's 2,000.")


def test_half_and_trebled():
    assert certain("Attendance halved from 2,000 to 1,300.")
    assert certain("Membership has trebled since 2015, from 240 to 620.")
    assert not certain("Membership has trebled since 2015, from 240 to 720.")
