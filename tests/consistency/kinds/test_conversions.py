import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    "text",
    [
        "At noon the ground reaches 700 K (430 °C).",
        "Bake it at 350 °F (175 °C).",
        "It froze at 200 K (−70 °C).",
    ],
)
def test_round_temperatures_may_differ_a_little(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize("text", ["It should read 165 °F (70 °C).", "At noon it reaches 700 K (470 °C)."])
def test_temperatures_that_differ_more_are_reported(text: str) -> None:
    assert kinds(text) == ["conversion"]


def test_several_of_a_quantity_are_not_that_quantity_in_another_unit() -> None:
    assert kinds("Eight tablets of 500 mg, that is 4 g, is the most for one day.") == []
    assert kinds("A tablet holds 500 mg, that is 4 g.") == ["conversion"]


@pytest.mark.parametrize(
    "text",
    [
        "The rope is 33 mm (slightly less than 13 inches) long.",
        "A sack weighs 5 kg, or a little over 21 lb.",
        "The hall is 12 feet wide - roughly 6.3 metres - and 9 feet high.",
        "Each cable is 0.92 km (a little over 36 inches) thick.",
    ],
)
def test_hedges_and_dashes_between_two_units(text: str) -> None:
    assert kinds(text) == ["conversion"]


@pytest.mark.parametrize(
    "text",
    [
        "The rope is 33 cm (slightly more than 12.5 inches) long.",
        "A sack weighs 5 kg, or a little over 11 lb.",
        "The hall is 12 feet wide - roughly 3.7 metres - and 9 feet high.",
        "Each cable is 0.92 m (a little over 36 inches) thick.",
    ],
)
def test_the_same_where_they_agree(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("A parcel may weigh up to 20 kg (24 lb).", ["conversion"]),
        ("A parcel may weigh up to 20 kg (44 lb).", []),
        ("The signal carries for more than 100 km (60 miles).", []),
    ],
)
def test_a_bound_is_one_in_both_units(text: str, rules: list[str]) -> None:
    assert kinds(text) == rules
