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
