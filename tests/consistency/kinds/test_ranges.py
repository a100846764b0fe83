import pytest

from numerate.consistency import inconsistencies
from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    "text",
    [
        "It drew between 2,000 and 15,000 people.",
        "Firms ranging from 20 to 500 employees replied.",
        "They cut between $3.65 million and $3.85 billion.",
        "It fell in 2011–2015 and in 2012–13.",
        "See pp. 210–230 and pp. 234–41.",
    ],
)
def test_ascending_ranges_hold(text):
    assert holds(text, "range")


@pytest.mark.parametrize(
    "text",
    [
        "It drew between 15,000 and 2,000 people.",
        "Firms ranging from 500 to 20 employees replied.",
        "They cut between $3.65 billion and $3.85 million.",
        "It fell in 2015–2011.",
        "See pp. 230–210.",
    ],
)
def test_descending_ranges_are_reported(text):
    assert kinds(text) == ["range"]
    assert "backwards" in only(text).message


@pytest.mark.parametrize(
    "text",
    [
        "The difference between 15,000 and 2,000 people is plain.",
        "It swung between $27 and $7.",
        "The dose fell from 20 to 12 mg/kg.",
        "The change between 2012 and 2010 is shown.",
        "They won 20-15.",
        "By standard GB/T 8305-2013 and protocol number 2018–1970.",
        "It cooled between 20 and 15 degrees.",
        "The skull dates from between 3 and 2.4 mya and was found in 1974.",
        "The basin opened between 30 and 22 mega-annum (Ma).",
        "The appeal is filed as Ober v. Lindt, 482913-2015.",
    ],
)
def test_pairs_that_may_descend_are_not_reported(text):
    assert kinds(text) == []


def test_years_before_the_present_run_backwards():
    assert not list(inconsistencies("The ice retreated between 12,500 and 11,500 radiocarbon years BP."))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Leave it in the oven for another 35 to 20 minutes.", ["range"]),
        ("The pie serves 6–4.", ["range"]),
        ("The ferry takes 25 to 35 minutes.", []),
        ("The pie serves 4–6.", []),
        ("Drive for 2 hours to 1 mile west of the lake.", []),
    ],
)
def test_how_long_something_takes_and_for_how_many_it_is(text: str, rules: list[str]) -> None:
    assert kinds(text) == rules


def test_models_with_a_number_for_a_name_are_no_range() -> None:
    assert kinds("Between the 787 and the 747, they deliver 80 of them.") == []


def test_days_may_be_counted_down() -> None:
    assert kinds("Between 20 and 15 days before flowering they differed.") == []
    assert kinds("Between 20 and 15 days are needed.") == ["range"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The alloy was quenched at between 450 °C and 250 °C.", []),
        ("It expects revenue of between $7.0 billion and $7.2 million.", ["range"]),
        ("A guide leads between 25 and 12 people.", ["range"]),
    ],
)
def test_measured_ranges_may_be_meant_to_run_backwards(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sodium 140 mmol/L (153–145), glucose normal.", ["range"]),
        ("Sodium 140 mmol/L (135–145), glucose normal.", []),
        ("A lion sleeps for 19 to 18 hours a day.", ["range"]),
        ("A lion sleeps for 18 to 19 hours a day.", []),
    ],
)
def test_the_ends_are_compared_as_written(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected
