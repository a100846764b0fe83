import pytest

from numerate.consistency.learned.kinds import candidates, equation_of
from tests.consistency.learned.helpers import figures, holding, reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Of 310 tenants 217 (70%) replied.", ("of", (2, 1, 0))),
        ("The bill went from £1,250 to £1,700, up 36%.", ("rise", (2, 1, 0))),
        ("The price fell 12% from $250 to $220.", ("fall", (0, 2, 1))),
        ("Takings tripled, from €40 to €120.", ("of", (0, 2, 1))),
    ],
)
def test_shares_that_hold(text: str, expected: tuple[str, tuple[int, ...]]) -> None:
    assert expected in holding(text)


@pytest.mark.parametrize(
    ("text", "kind", "indices", "problem"),
    [
        ("A quarter of 240 members, 80 people.", "of", (0, 2, 1), "A quarter of 240 is 60, not 80."),
        ("Of 1,234 votes 35%, 500 votes.", "of", (1, 2, 0), "35% of 1,234 is 432, not 500."),
        ("They made 17 of 41 shots, 42%.", "of", (2, 0, 1), "17 of 41 is 41.5%, not 42%."),
        ("Sales doubled from 40 to 90 pots.", "of", (0, 2, 1), "2 × 40 = 80, not 90."),
        ("Up 36% from £1,250 to £1,600.", "rise", (0, 2, 1),
         "From £1,250 to £1,600 is a rise of 28%, not 36%."),
        ("Up 20% from £50 to £40.", "rise", (0, 2, 1),
         "From £50 to £40 is a fall of 20%, not a rise of 20%."),
        ("Up 20% from £50 to £50.", "fall", (0, 2, 1), "From £50 to £50 is no change, not 20%."),
    ],
)  # fmt: skip
def test_problems_show_correct_arithmetic(
    text: str, kind: str, indices: tuple[int, ...], problem: str
) -> None:
    assert reading(text, kind, *indices).problem() == problem


def test_a_share_that_does_not_fit_holds_in_no_way() -> None:
    assert not holding("Of 310 tenants 217 (50%) replied.")


def test_prices_that_were_only_touched_are_no_end_of_a_change() -> None:
    touched = "The dollar was down 0.6% at 110.48 yen, having tripped to a session low of 110.14 yen."
    assert not reading(touched, "fall", 0, 2, 1).is_possible
    assert reading("It fell 0.6% from 110.48 yen to 110.14 yen.", "fall", 0, 2, 1).is_possible


def test_decimals_may_be_truncated() -> None:
    assert ("of", (2, 1, 0)) in holding("Of 193 cases 8 were fatal, 4.14%.")
    assert ("of", (2, 1, 0)) not in holding("Of 193 cases 8 were fatal, 4.13%.")
    equation = reading("Of 193 cases 8 were fatal, 4.14%.", "of", 2, 1, 0).equation
    assert equation is not None
    assert equation.holds()


@pytest.mark.parametrize(
    ("text", "is_possible"),
    [
        ("It gained 81 cents, or 2.5 percent, to $33.12.", False),
        ("It lost $2, or 20 percent, to $8.", False),
        ("Of $33.12 it kept 81 cents, or 4 percent.", True),
    ],
)
def test_a_change_is_no_share_of_the_amount_after_it(text: str, is_possible: bool) -> None:
    money = [i for i, figure in enumerate(figures(text)) if figure.slot.mark == "M"]
    [share] = [i for i, figure in enumerate(figures(text)) if figure.slot.mark == "P"]
    part, whole = sorted(money, key=lambda i: figures(text)[i].bounds.value)
    assert reading(text, "of", share, part, whole).is_possible is is_possible


def test_a_share_in_words_of_a_count_is_rounded() -> None:
    assert ("of", (0, 2, 1)) in holding("One in six of the 412 elms was diseased, 69 trees in all.")
    assert ("of", (0, 2, 1)) not in holding("One in six of the 412 elms was diseased, 71 trees in all.")


@pytest.mark.parametrize(
    ("text", "is_possible"),
    [
        ("They were fed 37 g, washed, and fed 37 g with 5% salt.", False),
        ("They were fed 37 g, washed, and fed 39 g, 5% more.", True),
        ("They were kept at 37 °C, washed, and kept at 39 °C in 5% CO2.", False),
    ],
)
def test_the_same_figure_twice_and_temperatures_are_no_change(text: str, is_possible: bool) -> None:
    assert reading(text, "rise", 2, 1, 0).is_possible is is_possible


@pytest.mark.parametrize("part", ["£2,321", "£2,213"])
def test_half_with_swapped_digits_does_not_hold(part: str) -> None:
    assert not {kind for kind, _ in holding(f"They took £4,462; half of it, {part}, is for books.")}


@pytest.mark.parametrize("part", ["£2,231", "£2,200", "£2,320"])
def test_half_may_be_rounded(part: str) -> None:
    assert "of" in {kind for kind, _ in holding(f"They took £4,462; half of it, {part}, is for books.")}


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("Profit was £23.6 million (£20.3 million), up 14.0 per cent.", False),
        ("Profit was £23.6 million (£20.3 million), a rise of some 14.0 per cent.", False),
        ("Profit was £20.3 million (£23.6 million), down 14.0 per cent.", True),
        ("Profit was £20.3 million after £23.6 million, 14.0 per cent.", True),
    ],
)
def test_what_is_up_has_not_fallen(text: str, possible: bool) -> None:
    amounts = figures(text)
    [fall] = [each for each in candidates(amounts) if each.kind == "fall" and each.holds]
    assert equation_of(fall, amounts).is_possible is possible
