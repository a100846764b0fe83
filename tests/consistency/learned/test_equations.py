import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency.learned.candidates import candidates
from numerate.consistency.learned.equations import CandidateEquation
from tests.consistency.learned.helpers import figures


def reading(text: str, kind: str, *indices: int) -> CandidateEquation:
    """Return a reading of a text by the kind of its equation and the figures in their roles."""
    amounts = figures(text)
    return next(
        CandidateEquation(each, amounts)
        for each in candidates(amounts)
        if each.kind == kind and each.figures == indices
    )


@pytest.mark.parametrize(
    ("text", "kind", "indices", "problem"),
    [
        ("Three men, 12 women, 14 in all.", "sum", (0, 1, 2), "3 + 12 = 15, not 14."),
        ("It is 1.2 km, then 300 m, so 2 km.", "sum", (0, 1, 2), "1.2 km + 300 m = 1.5 km, not 2 km."),
        ("We paid €120 and €35, or €1,050.", "sum", (0, 1, 2), "€120 + €35 = €155, not €1,050."),
        ("5 km and 3 km make 0 km.", "sum", (0, 1, 2), "5 km + 3 km = 8 km, not 0 km."),
        ("We had 12 pens, 9 inks, 4 nibs: 35.", "run", (0, 2, 3), "12 + 9 + 4 = 25, not 35."),
        ("60% oak, 25% ash, 25% elm.", "hundred", (0, 2), "60% + 25% + 25% = 110%, not 100%."),
        ("A quarter of 240 members, 80 people.", "of", (0, 2, 1), "A quarter of 240 is 60, not 80."),
        ("Of 1,234 votes 35%, 500 votes.", "of", (1, 2, 0), "35% of 1,234 is 432, not 500."),
        ("Sales doubled from 40 to 90 pots.", "of", (0, 2, 1), "2 × 40 = 80, not 90."),
        ("Up 36% from £1,250 to £1,600.", "rise", (0, 2, 1),
         "From £1,250 to £1,600 is a rise of 28%, not 36%."),
        ("Up 20% from £50 to £40.", "rise", (0, 2, 1),
         "From £50 to £40 is a fall of 20%, not a rise of 20%."),
        ("Up 20% from £50 to £50.", "fall", (0, 2, 1), "From £50 to £50 is no change, not 20%."),
        ("24 boxes of 33 jars, 900 jars.", "product", (0, 1, 2), "24 × 33 = 792, not 900."),
        ("At 80 km/h for 4.5 hours, 390 km.", "product", (0, 1, 2),
         "80 km/h × 4.5 hours = 360 km, not 390 km."),
        ("From 1979 to 1980, four years.", "span", (0, 1, 2), "From 1979 to 1980 is 1 year, not four years."),
        ("From 9:00 to 17:30, 9 hours.", "span", (0, 1, 2), "From 9:00 to 17:30 is 8 h 30 min, not 9 hours."),
        ("3 July 2021 to 17 July 2021: 3 weeks", "span", (0, 1, 2),
         "From 3 July 2021 to 17 July 2021 is 14 days, not 3 weeks."),
    ],
)  # fmt: skip
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


def test_values_are_needed_in_the_unit_of_each_number() -> None:
    equation = reading("It is 1.2 km, then 300 m, so 2 km.", "sum", 0, 1, 2).equation
    assert equation is not None
    _, metres, _ = equation.quantities()
    needed = equation.needed(metres)
    assert needed is not None
    assert needed.low < 800 < needed.high < 2000


def test_the_last_number_of_a_sum_is_looked_at_first() -> None:
    numbers = reading("Of 1,200 words 875 are written and 425 left.", "sum", 1, 2, 0).numbers
    assert [number.text for number in numbers] == ["875", "1,200", "425"]


def test_a_span_has_all_numbers_of_its_dates() -> None:
    numbers = reading("3 July 2021 to 17 July 2021: 3 weeks", "span", 0, 1, 2).numbers
    assert sorted(number.text for number in numbers) == ["17", "2021", "2021", "3", "3"]


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
        claim = CandidateEquation(each, amounts)
        equation = claim.equation
        for quantity in equation.quantities() if equation is not None else ():
            equation.needed(quantity)  # type: ignore[union-attr]
        assert claim.numbers
        assert claim.problem().endswith(".")
        assert "nan" not in claim.problem()
        assert "inf" not in claim.problem()
