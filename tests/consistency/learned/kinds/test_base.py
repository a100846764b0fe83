from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency.learned.kinds import Candidate, candidates, equation_of
from tests.consistency.learned.helpers import figures, reading


def test_values_are_needed_in_the_unit_of_each_number() -> None:
    equation = reading("It is 1.2 km, then 300 m, so 2 km.", "sum", 0, 1, 2).equation
    assert equation is not None
    _, metres, _ = equation.quantities()
    needed = equation.needed(metres)
    assert needed is not None
    assert needed.low < 800 < needed.high < 2000


def test_precise_figures_hold_by_accident_less_often() -> None:
    def chance(allowed: Iterable[Candidate]) -> float:
        return next(each.chance for each in allowed if each.kind == "sum" and each.figures == (0, 1, 2))

    rough, precise = ("2 apples, 3 pears, 5 fruits", "2,104 apples, 3,317 pears, 5,421 fruits")
    assert chance(candidates(figures(precise))) < chance(candidates(figures(rough))) / 100


_FIGURES = (
    "0", "-5", "three", "0%", "-4%", "150%", "half", "twice", "doubled", "£0", "-£3", "€1.2m", "0 km",
    "7 miles",
    "-3 °C", "5 h", "0 minutes", "1990", "2004", "3 May 1990", "31 April", "9:30", "0:00", "1e300",
    "5e-200 kg",
    "1e59 km", "0.000", "12 km/h", "1 in 5", "at least 4", "25 bp",
)  # fmt: skip


@given(st.lists(st.sampled_from(_FIGURES), max_size=6))
def test_every_candidate_can_be_solved_and_said(parts: list[str]) -> None:
    amounts = figures("It was " + " and ".join(parts) + ".")
    for each in candidates(amounts):
        claim = equation_of(each, amounts)
        equation = claim.equation
        for quantity in equation.quantities() if equation is not None else ():
            equation.needed(quantity)  # type: ignore[union-attr]
        assert claim.numbers
        assert claim.problem().endswith(".")
        assert "nan" not in claim.problem()
        assert "inf" not in claim.problem()
