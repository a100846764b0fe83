"""Where the value of a subject stands."""

import pytest

from numerate.consistency import inconsistencies


def wrong(text):
    return [finding.numbers[0].text for finding in inconsistencies(text, rules=["known"])]


@pytest.mark.parametrize(
    "text",
    [
        "Built in 1898, the Eiffel Tower is a landmark.",
        "In 1898 the Eiffel Tower was opened.",
        "The Eiffel Tower, opened in 1898, is a landmark.",
        "The empire fell at the end of the First World War, in 1898.",
    ],
)
def test_after_the_subject_or_opening_the_clause(text):
    assert wrong(text) == ["1898"]


@pytest.mark.parametrize(
    "text",
    [
        "He died long after the First World War, in 1998.",
        "Founded in 1898, the club met below the Eiffel Tower.",
        "The Yom Kippur War, 1982 Lebanon War and others followed.",
    ],
)
def test_not_behind_another_clause(text):
    assert wrong(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Oslo, in Norway, has a population of 700,000.",
        "It is the third largest city of Norway, with a population of 200,000.",
        "The largest group, about 17,000 people, lived in Norway.",
    ],
)
def test_where_a_place_lies_does_not_count_its_people(text):
    assert wrong(text) == []


@pytest.mark.parametrize(
    "text", ["The population of Norway is 56 million.", "About 56 million people live in Norway."]
)
def test_people_of_a_place(text):
    assert wrong(text) == ["56 million"]
