import pytest

from numerate.consistency.learned.kinds import candidates
from tests.consistency.learned.helpers import figures, reading


def orders(text: str) -> dict[tuple[int, ...], bool]:
    return {each.figures: each.holds for each in candidates(figures(text)) if each.kind == "order"}


@pytest.mark.parametrize(
    "text",
    [
        "Founded in 1904, it closed in 1911.",
        "Entries close on 3 May and judging begins on 12 May.",
        "From 30 June 2024 to 2 January 2025.",
        "Doors open at 18:30, the play starts at 19:15.",
    ],
)
def test_each_of_two_moments_may_be_the_earlier(text: str) -> None:
    assert orders(text) == {(0, 1): True, (1, 0): False}


@pytest.mark.parametrize(
    "text",
    [
        "In 1904 and again in 1904.",
        "The wall of 122 was repaired in 1904.",  # centuries apart, nobody confuses them
        "By 12 May, three weeks after 3 June 2024.",  # one of them has no year
        "Ill on 30 December, she was well on 7 January.",  # of the next year
        "It is 12 m long and 5 m wide.",
    ],
)
def test_other_figures_have_no_order(text: str) -> None:
    assert not orders(text)


def test_the_problem_names_the_earlier_first() -> None:
    text = "Consecrated in 1312, it burnt down in 1288."
    assert reading(text, "order", 0, 1).problem() == "By its words, 1312 should be before 1288."


def test_years_of_a_list_have_no_order() -> None:
    assert not reading("As of December 31, 2017 and 2018, assets were small.", "order", 1, 0).is_possible
    assert reading("Founded in 1904, it closed in 1911.", "order", 0, 1).is_possible
