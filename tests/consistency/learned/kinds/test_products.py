import pytest

from tests.consistency.learned.helpers import holding, reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She packed 12 boxes of 24 bottles, 288 in all.", ("product", (0, 1, 2))),
        ("At 80 km/h the 360 km took 4.5 hours.", ("product", (0, 2, 1))),
        ("At $1.25 to the pound, £40 are $50.", ("product", (1, 0, 2))),
        ("CHF 2,400 at 1.05 per franc is EUR 2,520.", ("product", (0, 1, 2))),
        ("At 15 mg per kg, a child of 20 kg gets 300 mg.", ("product", (0, 1, 2))),
        ("Dogs outnumber cats 4:3, with 1,200 dogs and 900 cats.", ("ratio", (0, 2, 3))),
        ("Of 700 soldiers, nine to one men, 70 are women.", ("ratio", (1, 3, 0))),
    ],
)
def test_products_that_hold(text: str, expected: tuple[str, tuple[int, ...]]) -> None:
    assert expected in holding(text)


@pytest.mark.parametrize(
    ("text", "kind", "indices", "problem"),
    [
        ("24 boxes of 33 jars, 900 jars.", "product", (0, 1, 2), "24 × 33 = 792, not 900."),
        ("At 80 km/h for 4.5 hours, 390 km.", "product", (0, 1, 2),
         "80 km/h × 4.5 hours = 360 km, not 390 km."),
        ("At 7 to 2, a bet of $8 wins $26.", "ratio", (0, 3, 2), "At 7 to 2, $8 goes with $28, not $26."),
    ],
)  # fmt: skip
def test_problems_show_correct_arithmetic(
    text: str, kind: str, indices: tuple[int, ...], problem: str
) -> None:
    assert reading(text, kind, *indices).problem() == problem


def test_numbers_with_a_dash_between_them_are_no_ratio() -> None:
    assert ("ratio", (0, 2, 3)) in holding("Mix 3 to 1: take 60 of oil, 20 of vinegar.")
    assert ("ratio", (0, 2, 3)) not in holding("Mix 3-1: take 60 of oil, 20 of vinegar.")


@pytest.mark.parametrize(
    "text",
    [
        "Mix cement and sand one to four, with 12 buckets of sand for 3 of cement.",
        "At 8 to 1 she got back £180 for £20, with the stake.",
    ],
)
def test_a_ratio_either_way_round_and_odds_with_the_stake(text: str) -> None:
    assert any(kind == "ratio" for kind, _ in holding(text))


@pytest.mark.parametrize(
    ("text", "possible"), [("4 murders, 3 thefts, 2 rapes", False), ("4 rows of 12 chairs: 46 chairs", True)]
)
def test_a_few_small_counts_are_no_product(text: str, possible: bool) -> None:
    assert reading(text, "product", 0, 1, 2).is_possible == possible
