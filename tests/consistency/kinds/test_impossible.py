import pytest

from tests.consistency.helpers import kinds


def test_a_latitude_beyond_the_pole_is_reported() -> None:
    assert kinds("The wreck lies at a latitude of 94° north.") == ["impossible"]


def test_a_longitude_next_to_a_latitude_may_be_larger() -> None:
    assert kinds("They met in 46° latitude north and 140° longitude east.") == []
    assert kinds("They met in 46° latitude north and 140° long. east.") == []


@pytest.mark.parametrize(
    "text",
    [
        "According to the poll, 112% of the borough's cyclists have used the tunnel.",
        "Of the stallholders who wrote back, 104 per cent wanted Sunday trading.",
        "Last night 14 of the crew's 12 oarsmen were seasick.",
    ],
)
def test_more_than_all_of_some_things_is_reported(text: str) -> None:
    assert kinds(text) == ["impossible"]


@pytest.mark.parametrize(
    "text",
    [
        "Debt stands at 130% of the company's assets and is rising.",
        "They sold 120% of the tickets planned.",
        "The fund paid 110% of the costs that were foreseen.",
        "Of the stallholders who wrote back, 94 per cent wanted Sunday trading.",
        "Last night 11 of the crew's 12 oarsmen were seasick.",
    ],
)
def test_more_than_a_plan_or_an_amount_is_possible(text: str) -> None:
    assert kinds(text) == []
