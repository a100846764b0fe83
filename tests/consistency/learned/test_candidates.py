from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency.learned.candidates import Candidate, candidates
from tests.consistency.learned.helpers import figures


def equations(text: str) -> set[tuple[str, tuple[int, ...]]]:
    """Return the equations of a text that hold."""
    return {(each.kind, each.figures) for each in candidates(figures(text)) if each.holds}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Of 64 singers 38 are women and 26 men.", ("sum", (1, 2, 0))),
        ("It holds 120 apples, 85 pears and 47 plums: 252 fruits.", ("run", (0, 2, 3))),
        ("Of 310 tenants 217 (70%) replied.", ("of", (2, 1, 0))),
        ("The bill went from £1,250 to £1,700, up 36%.", ("rise", (2, 1, 0))),
        ("The price fell 12% from $250 to $220.", ("fall", (0, 2, 1))),
        ("She packed 12 boxes of 24 bottles, 288 in all.", ("product", (0, 1, 2))),
        ("At 80 km/h the 360 km took 4.5 hours.", ("product", (0, 2, 1))),
        ("Born in 1931, she died in 2004 at 73.", ("span", (0, 1, 2))),
        ("It opens at 9:30 and closes at 17:15, so 7 hours 45 minutes.", ("span", (0, 1, 2))),
        ("The alloy is 70% copper, 25% zinc and 5% lead.", ("hundred", (0, 2))),
        ("Takings tripled, from €40 to €120.", ("of", (0, 2, 1))),
        ("At $1.25 to the pound, £40 are $50.", ("product", (1, 0, 2))),
    ],
)
def test_equations_that_hold(text: str, expected: tuple[str, tuple[int, ...]]) -> None:
    assert expected in equations(text)


@pytest.mark.parametrize(
    "text",
    [
        "Of 64 singers 38 are women and 24 men.",
        "Of 310 tenants 217 (50%) replied.",
        "The lease runs from 1 March 2020 to 28 February 2021, or 24 months.",
    ],
)
def test_equations_that_fail(text: str) -> None:
    assert not equations(text)


def test_metres_and_minutes_are_not_added() -> None:
    assert not any(each.kind == "sum" for each in candidates(figures("5 m, 6 minutes and 11 kg")))


def test_precise_figures_hold_by_accident_less_often() -> None:
    def chance(allowed: Iterable[Candidate]) -> float:
        return next(each.chance for each in allowed if each.kind == "sum" and each.figures == (0, 1, 2))

    rough, precise = ("2 apples, 3 pears, 5 fruits", "2,104 apples, 3,317 pears, 5,421 fruits")
    assert chance(candidates(figures(precise))) < chance(candidates(figures(rough))) / 100


@given(st.lists(st.sampled_from(["12", "3.5%", "£40", "6 km", "1990", "twice", "half", "9:30", "≥ 4", "0"])))
def test_any_figures_have_candidates(parts: list[str]) -> None:
    amounts = figures(" and ".join(parts[:12]) + ".")
    for each in candidates(amounts):
        assert max(each.figures) < len(amounts)
        assert 0 <= each.chance <= 0.5
