import pytest

from numerate.consistency.sources.implied import implied_numbers
from numerate.text import extract
from tests.consistency.sources.helpers import verdicts


def implied(text: str) -> list[tuple[str, float]]:
    return [(each.number.text, each.number.value) for each in implied_numbers(text, extract(text))]


def test_lengths_of_time_and_prices_are_implied() -> None:
    assert implied("It took a decade, not a year and a half, and cost twelve fifty.") == [
        ("a decade", 10.0),
        ("twelve fifty", 1250.0),
        ("twelve fifty", 12.5),
    ]
    assert implied("In 1250 the year began in March.") == []


def test_labels_of_quarters_and_halves_are_ordinals() -> None:
    assert implied("In Q2 and 4Q21, as in H1, but not in Q10.") == [("Q2", 2.0), ("4Q", 4.0), ("H1", 1.0)]


def test_a_draft_may_state_what_is_implied() -> None:
    source = "The lease ends in a year. The pump costs twelve fifty, and the shop opens at two p.m. daily."
    [months, price, hour] = verdicts(
        "The lease ends in twelve months. The pump costs €12.50. The shop opens at 2 p.m.", source
    )
    assert [verdict for _, verdict in (months, price, hour)] == ["rescaled", "rescaled", "rescaled"]


def test_a_bare_number_continues_the_one_before_it() -> None:
    assert implied("The close microphones have 36 percent, the far ones 58.") == [("58", 58.0)]
    assert implied("It costs 1.7 million, of which the state pays 1.2.") == [("1.2", 1_200_000.0)]
    assert implied("It costs 1.7 million and has 12 rooms.") == []
    assert implied("She owes 19 thousand. Eleven on a loan at 7 percent, five on a card.") == [
        ("Eleven", 11_000.0),
        ("five", 5000.0),
        ("five", 5.0),
    ]
    assert implied("It costs 1.7 million." + " It was long ago." * 12 + " Then came 12.") == []
    source = "The plan costs 1.7 million, of which the state pays 1.2."
    assert verdicts("The state pays 1.2 million of the plan.", source) == [("1.2 million", "rescaled")]


def test_the_first_end_of_a_range_has_the_magnitude_of_its_last() -> None:
    assert implied("It costs between 180 and 220 million euros.") == [("180", 180e6)]
    assert implied("We expect $800 to $812 million.") == [("$800", 800e6)]
    assert implied("It has 950 to 1 million users.") == []
    assert implied("It was 180. We expect 220 million.") == []


def test_what_is_implied_contradicts_nothing() -> None:
    assert verdicts("The lease ends in five years.", "The lease ends in a year.") == [("five", "absent")]


def test_a_bare_number_is_about_what_the_one_before_it_counts() -> None:
    source = "Rep: You said you have 74 trucks? Ben: 78 now. Rep: And how many depots? Ben: Nine."
    assert verdicts("The firm has 78 trucks and nine depots.", source) == [("78", "same"), ("nine", "same")]


def test_an_ordinal_after_by_a_is_a_fraction() -> None:
    source = "Lead in blood fell by a third within two years."
    assert implied(source) == [("third", pytest.approx(1 / 3))]
    assert verdicts("Lead levels fell by a third.", source) == [("a third", "same")]


def test_half_years_and_one_of_several_are_implied() -> None:
    assert implied("Sales rose in the first half, and one of the mills closed.") == [
        ("first half", 6.0),
        ("one", 1.0),
    ]
    source = "The firm lost 41 million euros in the first half. We will close one of our 13 plants."
    assert ("six", "same") in verdicts("In the first six months it lost 41 million euros.", source)
    assert ("12", "derived") in verdicts("12 plants will remain.", source)


def test_a_bare_number_after_thousands_of_a_currency() -> None:
    assert verdicts("They lost €52,000.", "It cost 70,000 euros. We got 52 back.") != [("€52,000", "absent")]
