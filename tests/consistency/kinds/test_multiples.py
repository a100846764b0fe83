"""Multiples in words."""

from tests.consistency.helpers import certain, kinds


def test_half_as_much_again_is_no_half():
    assert not certain("Attendance, at 3,000, was half as much again as last year's 2,000.")


def test_half_and_trebled():
    assert certain("Attendance halved from 2,000 to 1,300.")
    assert certain("Membership has trebled since 2015, from 240 to 620.")
    assert not certain("Membership has trebled since 2015, from 240 to 720.")


def test_what_doubled_again_is_four_times_as_much() -> None:
    assert kinds("Output doubled by 2005 and doubled again by 2015, from 15,000 tonnes to 60,000.") == []
