"""Figures that a text works out from others, each with a correct twin."""

import pytest

from numerate.consistency import inconsistencies

TWINS = [
    ("The bike is £640. With the lock at £35 and the lights at £28, it makes {}.", "£713", "£703"),
    ("Three nights at €85 a night, {} in all.", "€265", "€255"),
    ("A day ticket is €6: for five days you would spend {}.", "€36", "€30"),
    ("The fund held £48,000. Paying £13,500 for the boiler would leave {}.", "£35,500", "£34,500"),
    ("Of the 360 who applied, half came; they were split into four equal groups of {}.", "95", "90"),
    ("As many as 132 of the 165 members voted, which is {} of the club.", "70%", "80%"),
    ("The highs averaged 21.6 °C and the lows 9.4 °C, so the mean of the week was {}.", "16.5 °C", "15.5 °C"),
    ("Cut into eight, it gives pieces of 310 kcal each, about {} for the whole.", "3,480 kcal", "2,480 kcal"),
    ("Soaking: 25 minutes Cooking: 50 minutes Total time: {}", "1 hour 35 minutes", "1 hour 15 minutes"),
    ("A pass costs 50,000 yen a person, hence {} for the four of you.", "210,000 yen", "200,000 yen"),
    ("The kit costs $89 instead of $129, a saving of {}.", "$50", "$40"),
]


def findings(text):
    return [finding for finding in inconsistencies(text) if finding.level == "error"]


@pytest.mark.parametrize(("text", "wrong", "right"), TWINS)
def test_a_figure_that_does_not_follow_is_reported_and_its_twin_is_not(text, wrong, right):
    assert findings(text.format(wrong))
    assert not findings(text.format(right))


CORRECT = [
    "The tent costs £240 and the mat £85; it makes a fine present for £60.",
    "Rooms cost £80, and we paid £95.",  # breakfast, perhaps
    "Fees came to £120, after £90 and £40 the years before.",
    "Of 120 parcels 60 were late, which is 40% more than in May.",
    "She paid £12 for two tickets at £5 each, with a fee of £2.",
    "About 1,200 people came on Friday and 1,500 on Saturday, some 2,600 in all.",
]


@pytest.mark.parametrize("text", CORRECT)
def test_other_figures_are_left_alone(text):
    assert not findings(text)


def test_the_message_has_the_calculation_and_a_suggestion():
    [finding] = findings("The tent costs £240 and the mat £85; it makes £335.")
    assert finding.message == "£240 + £85 = £325, not £335."
    assert [suggestion.text for suggestion in finding.suggestions if suggestion.number.text == "£335"] == [
        "£325"
    ]
