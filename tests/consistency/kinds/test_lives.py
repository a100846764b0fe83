"""Ages at death and births that stand in other paragraphs."""

import pytest

from numerate.consistency import inconsistencies

LIVES = [
    (
        "Ada was born on 3 May 1861.\n\nThe mill burned.\n\nShe died on 9 June 1938 at the age of {}.",
        "67",
        "77",
    ),
    (
        "He was born in March 1790 at Wray.\n\nOn 2 July 1851 he fell ill. He died on 5 August, aged {}.",
        "16",
        "61",
    ),
    ("Holm, born in 1902, learned to draw.\n\nHolm died in 1977 at the age of {}.", "95", "75"),
]


def findings(text):
    return [each for each in inconsistencies(text, rules=["age"]) if each.level == "error"]


@pytest.mark.parametrize(("text", "wrong", "right"), LIVES)
def test_an_age_at_death_and_a_birth_in_another_paragraph(text, wrong, right):
    assert findings(text.format(wrong))
    assert not findings(text.format(right))


@pytest.mark.parametrize(
    "text",
    [
        "Ada Holm was born on 3 May 1861.\n\nHer husband died on 9 June 1938 at the age of 67.",
        "Ada Holm was born on 3 May 1861. Per was born in 1871.\n\nPer died in June 1938 at the age of 67.",
        "Ada Holm was born on 3 May 1861.\n\nThe elder Holm died in 1938 at the age of 94.",
        "Ada Holm was born on 3 May 1861.\n\nShe died at the age of 67.",
    ],
)
def test_other_people_and_ages_without_a_date_are_left_alone(text):
    assert not findings(text)
