import pytest

from tests.consistency.helpers import kinds, only


def test_a_latitude_beyond_the_pole_is_reported() -> None:
    assert kinds("The wreck lies at a latitude of 94° north.") == ["impossible"]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("The station lies at 96°30′ N.", ["impossible"]),
        ("They surfaced near 48°N, 195°E.", ["impossible"]),
        ("They surfaced near 48°N, 95°E.", []),
        ("The wind turned by 120° n times.", []),
    ],
)
def test_degrees_towards_a_side(text: str, rules: list[str]) -> None:
    assert kinds(text) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("The battery lasts for −800 full cycles.", ["impossible"]),
        ("The room seats minus 40 guests.", ["impossible"]),
        ("The side has −3 points after the deduction.", []),
        ("A net change of −300 members was reported.", []),
        ("At night it was −12 outside.", []),
    ],
)
def test_a_count_cannot_be_negative(text: str, rules: list[str]) -> None:
    assert kinds(text) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("It may affect up to 11 in 10 people.", ["impossible"]),
        ("Some 14 out of 12 patients recovered.", ["impossible"]),
        ("As a team they sank 18 of 16 free throws.", ["impossible"]),
        ("As a team they sank 11 of 16 free throws.", []),
        ("Nine in ten patients recovered.", []),
        ("Thieves struck 14 times in 12 homes.", []),
        ("The critic gave it 11 out of 10.", []),
    ],
)
def test_odds_of_people_are_at_most_one(text: str, rules: list[str]) -> None:
    assert kinds(text) == rules


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


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("In the end 120% of all surveyed tenants signed.", ["impossible"]),  # a known sort of people
        ("In the end 120% of the older lamps were broken.", ["impossible"]),  # any plural with a verb
        ("Of the lamps that we bought, only 120% worked.", ["impossible"]),  # the plural comes first
        ("In the end 120% of the tenants' money went.", []),  # not the tenants
        ("In the end 120% of the lamps planned.", []),  # a participle
        ("Of the sales that we planned, 120% happened.", []),  # an amount
        ("In the end 80% of the older lamps were broken.", []),
    ],
)
def test_a_share_of_things_is_at_most_all_of_them(text: str, rules: list[str]) -> None:
    assert kinds(text) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("The nitrogen is stored at -310 °C.", ["impossible"]),
        ("The nitrogen is stored at -210 °C.", []),
        ("The chance of rain is 140%.", ["impossible"]),
        ("The juice is 130% water.", ["impossible"]),
        ("The likelihood of that is 1.4.", ["impossible"]),
        ("Asked again, they gave a likelihood of 10.", []),
        ("The two are correlated (r = 1.2).", ["impossible"]),
        ("The difference is significant (p = 1.3).", ["impossible"]),
        ("The pressure rises (p = 1.3).", []),
    ],
)
def test_values_with_a_bound_by_their_nature(text: str, rules: list[str]) -> None:
    assert kinds(text) == rules


@pytest.mark.parametrize(
    "text",
    [
        "The crossing took 1 hour 74 minutes.",
        "He ran it in 4 minutes 83 seconds.",
        "She is 5 feet 14 inches tall.",
    ],
)
def test_the_smaller_of_two_units_is_too_large(text: str) -> None:
    assert only(text).kind == "impossible"


@pytest.mark.parametrize(
    "text",
    [
        "The crossing took 1 hour 47 minutes.",
        "It takes 1 hour or 74 minutes.",
        "After 2 hours, 90 minutes were left.",
        "She is 5 feet 4 inches tall.",
    ],
)
def test_two_units_that_fit(text: str) -> None:
    assert not kinds(text)
