import pytest

from tests.consistency.learned.helpers import holding, reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Of 64 singers 38 are women and 26 men.", ("sum", (1, 2, 0))),
        ("It holds 120 apples, 85 pears and 47 plums: 252 fruits.", ("run", (0, 2, 3))),
        ("Grandad left £18,000: £4,350, £1,650 and £12,000.", ("run", (1, 3, 0))),
        ("The alloy is 70% copper, 25% zinc and 5% lead.", ("hundred", (0, 2))),
        ("She had 62 per cent; her rival made do with 38.", ("hundred", (0, 1))),
        ("The four marks were 62, 71, 58 and 77, a mean of 67.", ("mean", (1, 4, 5))),
        ("At 4.75%, it went up by a quarter of a point to 5%.", ("sum", (0, 1, 2))),
        ("We had £500, took in £120, spent £70 and kept £550.", ("balance", (0, 3))),
        ("The gauge read 311.42 m, then 311.90, a rise of 48 cm.", ("sum", (0, 2, 1))),
        ("Of 310 acres sold from 500, the family kept 190.", ("sum", (0, 2, 1))),
        ("She has used 17 of her 28 days and has 11 left.", ("sum", (0, 2, 1))),
        ("Half of it is lawn, one third of it beans and one sixth of it weeds.", ("hundred", (0, 2))),
        ("It sank from 3 °C to −9 °C. Those 12 degrees were felt.", ("sum", (1, 2, 0))),
    ],
)
def test_sums_that_hold(text: str, expected: tuple[str, tuple[int, ...]]) -> None:
    assert expected in holding(text)


@pytest.mark.parametrize(
    ("text", "kind", "indices", "problem"),
    [
        ("Three men, 12 women, 14 in all.", "sum", (0, 1, 2), "3 + 12 = 15, not 14."),
        ("It is 1.2 km, then 300 m, so 2 km.", "sum", (0, 1, 2), "1.2 km + 300 m = 1.5 km, not 2 km."),
        ("We paid €120 and €35, or €1,050.", "sum", (0, 1, 2), "€120 + €35 = €155, not €1,050."),
        ("5 km and 3 km make 0 km.", "sum", (0, 1, 2), "5 km + 3 km = 8 km, not 0 km."),
        ("We had 12 pens, 9 inks, 4 nibs: 35.", "run", (0, 2, 3), "12 + 9 + 4 = 25, not 35."),
        ("60% oak, 25% ash, 25% elm.", "hundred", (0, 2), "60% + 25% + 25% = 110%, not 100%."),
        (
            "Half of it is oak, one third of it ash.",
            "hundred",
            (0, 1),
            "Half + one third = 83.33%, not 100%.",
        ),
        (
            "We had £500, took in £120, spent £70 and kept £600.",
            "balance",
            (0, 3),
            "£500 + £120 − £70 = £550, not £600.",
        ),
        (
            "Marks of 62, 71 and 59, a mean of 46.",
            "mean",
            (0, 2, 3),
            "The mean of 62, 71 and 59 is 64, not 46.",
        ),
    ],
)
def test_problems_show_correct_arithmetic(
    text: str, kind: str, indices: tuple[int, ...], problem: str
) -> None:
    assert reading(text, kind, *indices).problem() == problem


def test_a_sum_is_solved_for_each_of_its_numbers() -> None:
    equation = reading("Of 1,200 words 875 are written and 425 left.", "sum", 1, 2, 0).equation
    assert equation is not None
    needed = {quantity.number.text: equation.needed(quantity) for quantity in equation.quantities()}
    centres = {text: (each.low + each.high) / 2 for text, each in needed.items() if each is not None}
    assert centres == {"875": 775, "425": 325, "1,200": 1300}


def test_the_last_number_of_a_sum_is_looked_at_first() -> None:
    numbers = reading("Of 1,200 words 875 are written and 425 left.", "sum", 1, 2, 0).numbers
    assert [number.text for number in numbers] == ["875", "1,200", "425"]


def test_metres_and_minutes_are_not_added() -> None:
    assert not any(kind == "sum" for kind, _ in holding("5 m, 6 minutes and 11 kg"))


@pytest.mark.parametrize(
    "text",
    [
        "Particles f0 (980) and f0 (980) decay; 0 of them were lost.",
        "One of the 1,200 seeds grew; 1,200 is what the packet says.",
        "Dilute it 1 in 200, then again to 201.",
    ],
)
def test_a_part_that_is_next_to_nothing_makes_no_sum(text: str) -> None:
    assert not {kind for kind, _ in holding(text) if kind == "sum"}


def test_what_stands_in_brackets_may_explain_a_share() -> None:
    text = "Oak is 45%, conifers are 40% (pine 30%, larch 10%), the rest is 15%."
    assert ("hundred", (0, 4)) in holding(text)


def test_a_whole_is_as_precise_as_its_parts() -> None:
    text = "Four schools share £180,000: £62,000, £48,500, £{} and £30,000."
    assert ("run", (2, 5, 1)) in holding(text.format("39,500"))
    assert ("run", (2, 5, 1)) not in holding(text.format("44,500"))


@pytest.mark.parametrize(
    ("text", "is_possible"),
    [
        ("They split 46%, 32% and 33%.", True),
        ("Of all, 92% speak English, 38% French and 21% German.", False),
    ],
)
def test_shares_far_above_a_hundred_overlap(text: str, is_possible: bool) -> None:
    assert reading(text, "hundred", 0, 2).is_possible is is_possible
