import pytest

from numerate.consistency.learned.kinds import candidates, equation_of
from tests.consistency.learned.helpers import figures, holding, reading


@pytest.mark.parametrize(
    "text",
    [
        "The pipeline runs for 1,200 km, some 746 miles.",
        "Pay one thousand two hundred and fifty pounds (£1,250).",
        "Flight 58 carried 163 passengers. All 163 were put up in hotels.",
    ],
)
def test_a_quantity_that_is_stated_twice(text: str) -> None:
    assert any(kind == "same" for kind, _ in holding(text))


@pytest.mark.parametrize(
    ("text", "rule", "problem"),
    [
        ("It runs for 1,200 km, some 476 miles.", "conversion", "1,200 km is 746 miles, not 476 miles."),
        ("It cost £3.4 million. Nobody paid £4.3 million.", "repeated",
         "The same quantity has two values: £3.4 million and £4.3 million."),
    ],
)  # fmt: skip
def test_problems_name_both(text: str, rule: str, problem: str) -> None:
    claim = reading(text, "same", 0, 1)
    assert claim.rule == rule
    assert claim.problem() == problem


def test_a_single_one_is_another_quantity() -> None:
    assert not reading("Seven days in the saddle, one day in Linz", "same", 0, 1).is_possible
    assert reading("Seven days in the saddle, 9 days in all", "same", 0, 1).is_possible


def test_versions_are_no_quantities() -> None:
    assert not reading("It was new in 1.12, and complete in 1.20.", "same", 0, 1).is_possible


def test_amounts_far_apart_are_no_conversion() -> None:
    near, far = "It weighs 5 kg ({}400 g).", "filled to the brim with the best marmalade of the county, "
    assert reading(near.format(""), "same", 0, 1).is_possible
    assert not reading(near.format(far), "same", 0, 1).is_possible


def test_conversions_are_rounded_freely() -> None:
    assert ("same", (0, 1)) in holding("It is 770 km (480 miles) away.")
    assert ("same", (0, 1)) not in holding("It is 770 km (500 miles) away.")


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("In 2021 spending was 8% of output. In 2024 spending was 6% of output.", False),
        ("Two spectra that act on three receptors look alike.", False),
        ("Eleven firms have bid, and the names of all twelve firms are known.", True),
        ("The hall has 250 seats; all of its 205 seats are sold.", True),
    ],
)
def test_what_may_be_the_same(text: str, possible: bool) -> None:
    amounts = figures(text)
    read = [equation_of(each, amounts) for each in candidates(amounts) if each.kind == "same"]
    assert any(each.is_possible for each in read) is possible
