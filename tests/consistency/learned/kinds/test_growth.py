import pytest

from tests.consistency.learned.helpers import holding, reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At 5% a year, $20,000 in 2019 were $22,050 in 2021.", ("growth", (0, 3, 1))),
        ("It rose by 10% in 2022 and by 10% in 2023, from £1,500 to £1,815.", ("growth", (0, 5, 4))),
        ("Doubling every decade, the 12,000 of 1950 were 48,000 in 1970.", ("growth", (0, 3, 1))),
        ("The fee rises by £2 each April: £41 in 2015, £51 in 2020.", ("steps", (0, 3, 1))),
        ("Receding 22 metres a year, it was 3,100 m long in 1998 and 2,660 m in 2018.", ("steps", (0, 3, 1))),
    ],
)
def test_growth_that_holds(text: str, expected: tuple[str, tuple[int, ...]]) -> None:
    assert expected in holding(text)


@pytest.mark.parametrize(
    ("text", "kind", "indices", "problem"),
    [
        ("At 5% a year, $20,000 in 2019 were $22,500 in 2021.", "growth", (0, 3, 1),
         "After 2 changes of 5%, $20,000 is $22,050, not $22,500."),
        ("The fee rises by £2 each April: £41 in 2015, £61 in 2020.", "steps", (0, 3, 1),
         "£41 + 5 × £2 = £51, not £61."),
        ("Receding 22 metres a year, it was 3,100 m long in 1998 and 2,360 m in 2018.", "steps", (0, 3, 1),
         "3,100 m − 20 years × 22 metres a year = 2,660 m, not 2,360 m."),
    ],
)  # fmt: skip
def test_problems_show_correct_arithmetic(
    text: str, kind: str, indices: tuple[int, ...], problem: str
) -> None:
    assert reading(text, kind, *indices).problem() == problem


def test_growth_needs_a_number_of_times() -> None:
    assert not any(kind == "growth" for kind, _ in holding("At 5%, $20,000 were $22,050."))


def test_a_step_that_is_a_rate_itself() -> None:
    text = "The current grew by 2 m/s in each of 3 floods, from 3 m/s to 11 m/s."
    assert reading(text, "steps", 0, 3, 2).problem() == "3 m/s + 3 × 2 m/s = 9 m/s, not 11 m/s."


@pytest.mark.parametrize(
    ("text", "indices"),
    [
        ("You need 250 g of beef, 150 g of pork and 7 or 8 sheets.", (2, 0, 1)),
        ("Cut each into 4, which makes 32 slices; brown them in 2 batches for 5 minutes.", (0, 1, 2)),
    ],
)
def test_steps_of_another_thing_are_not_meant(text: str, indices: tuple[int, ...]) -> None:
    assert not reading(text, "steps", *indices).is_possible
