"""Durations between dates and times of day of a source."""

from __future__ import annotations

import pytest

from numerate import trace

SOURCE = (
    "Payments began to fail at 09:42. The first alert was sent at 09:49, and by 11:17 all was well. "
    "The heating runs from 1 October to 31 May. The fair was held from 3 June 2019 to 12 June 2019."
)


@pytest.mark.parametrize(
    ("draft", "formula"),
    [
        ("Payments failed for 95 minutes.", "from 09:42 to 11:17"),
        ("The first alert came after seven minutes.", "from 09:42 to 09:49"),
        ("The heating runs for eight months.", "from 1 October to 31 May"),
        ("The fair lasted ten days.", "from 3 June 2019 to 12 June 2019"),
    ],
)
def test_a_duration_between_two_moments_is_derived(draft: str, formula: str) -> None:
    number = trace(draft, [SOURCE]).numbers[-1]
    assert (number.support.verdict, number.support.formula) == ("derived", formula)


@pytest.mark.parametrize("draft", ["Payments failed for 85 minutes.", "The fair lasted 14 days."])
def test_other_durations_are_not(draft: str) -> None:
    assert trace(draft, [SOURCE]).numbers[-1].support.verdict in ("absent", "contradicted")


def test_moments_of_other_sentences_are_no_support() -> None:
    assert trace("The siege lasted seven minutes.", [SOURCE]).numbers[-1].support.verdict == "absent"


def test_two_words_further_away_say_what_lasted() -> None:
    source = "On 14 May between 09:42 and 11:17 some 23 percent of requests for payments failed."
    number = trace("For 95 minutes on 14 May, requests for payments failed.", [source]).numbers[0]
    assert (number.support.verdict, number.support.formula) == ("derived", "from 09:42 to 11:17")
