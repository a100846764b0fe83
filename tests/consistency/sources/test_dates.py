"""Days and years of a draft whose month is another one in the source."""

import pytest

from tests.consistency.sources.helpers import supports

SOURCE = (
    "The ferry will sail 44 times a day from 2 April. A fire broke out on Wednesday 9 August near Perrel. "
    "The board met in May 2026, and the quay opens on 12 June and again on 12 July."
)


@pytest.mark.parametrize(
    "draft",
    [
        "The ferry sails 44 times a day from 2 May.",
        "The fire broke out on 9 July.",
        "The board met in March 2026.",
        "The quay opens on 12 September.",
    ],
)
def test_another_month_contradicts_the_source(draft: str) -> None:
    *_, support = supports(draft, SOURCE)
    assert (support.verdict, support.reason) == ("contradicted", "the source has it in another month")


@pytest.mark.parametrize(
    "draft",
    [
        "From 2 April the ferry sails 44 times a day.",
        "On April 2 the ferry begins.",
        "The fire broke out on 9 Aug.",
        "The board met in May 2026.",
        "The quay opens on 12 July.",
        "The board, which met in 2026, saw the fire of 9 August.",
        "In June 2026 the quay opens.",
    ],
)
def test_the_same_month_does_not(draft: str) -> None:
    assert all(support.reason != "the source has it in another month" for support in supports(draft, SOURCE))
