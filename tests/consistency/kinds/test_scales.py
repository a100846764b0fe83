"""Values beyond the ends of their scales, each with a correct twin."""

import pytest

from numerate.consistency import inconsistencies

TWINS = [
    ("The inn got {} stars out of 5 from its guests.", "5.4", "4.5"),
    ("Visitors rate the museum {}/10 online.", "11.2", "9.2"),
    ("On a scale from 1 to 6 the pupils gave the trip a {}.", "7.1", "5.1"),
    ("The cheese scored {} on a scale of 0 to 20.", "21.5", "12.5"),
    ("In June the beach café is open {} a day.", "27 hours", "17 hours"),
    ("The workshop is staffed {} a week.", "9 days", "6 days"),
    ("A patient aged {} came with a cough.", "171", "71"),
    ("Possession was {} to 42%.", "68%", "58%"),
    ("After ten winters the battery still holds {} of its capacity.", "160%", "60%"),
    ("On drying, the pear loses {} of its weight.", "183%", "83%"),
    ("Attendance in the spring term was {}.", "193%", "93%"),
    ("We found a correlation of {} between the two.", "−1.43", "−0.43"),
    ("The storm was a gale of force {}.", "18", "8"),
    ("The earthquake had a magnitude of {}.", "16.1", "6.1"),
    ("She came home in {}.", "3:84:10", "3:48:10"),
    ("Aho scored at {} with a shot from the blue line.", "37:81", "37:18"),
]


def findings(text):
    return [finding for finding in inconsistencies(text) if finding.level == "error"]


@pytest.mark.parametrize(("text", "wrong", "right"), TWINS)
def test_a_value_beyond_its_scale_is_reported_and_its_twin_is_not(text, wrong, right):
    assert findings(text.format(wrong))
    assert not findings(text.format(right))


CORRECT = [
    "Bread was sold out of 3 vans on 5 mornings.",
    "Open 24 hours a day, 7 days a week.",
    "The two of them worked 30 hours a day together.",
    "The rain was 140% of its usual amount.",
    "The cassette covers 120% of the range that riders need.",
    "Turnout rose by 110% between the two elections.",
    "The oak, aged 340, was felled.",
    "Aho scored at 24:33 and again at 58:07.",
    "Plans are drawn on a scale of 1 to 50; the shed is 80 mm wide there.",
    "With the turbo the motor adds up to 300% of the rider's effort.",
]


@pytest.mark.parametrize("text", CORRECT)
def test_what_may_be_larger_is_left_alone(text):
    assert not findings(text)
