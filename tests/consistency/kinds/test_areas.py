"""Areas and volumes that do or do not follow from lengths."""

import pytest

from numerate.consistency import inconsistencies


def messages(text: str) -> list[str]:
    return [claim.message for claim in inconsistencies(text) if claim.kind == "area"]


@pytest.mark.parametrize(
    "text",
    [
        "The room is 12 m long and 5 m wide, an area of 70 m².",
        "A floor of 12 m by 5 m has 70 m².",
        "The field measures 120 m by 50 m, or 0.9 hectares.",
        "The plot of land is 40 ft x 60 ft, giving 2,040 square feet.",
        "The barn, 24 metres by 9 metres, covers 261 square metres.",
        "With a length of 8 m and a width of 3.5 m the terrace covers 82 m².",
        "The tank is 2 m long, 1.5 m wide and 1 m deep, so it holds 35 m³.",
        "The canvas, 90 cm × 60 cm, has an area of 0.45 m².",
        "The court (20 m by 40 m) has a surface of 8,000 m².",
        "The pitch is 100 m long and 64 m wide and covers 4,600 square metres.",
        "At 3 by 4 metres the shed has an area of 21 m².",
        "The garden, 30 yd by 20 yd, makes 500 square yards.",
    ],
)
def test_that_areas_are_contradicted(text: str) -> None:
    assert messages(text), text


@pytest.mark.parametrize(
    "text",
    [
        "The room is 12 m long and 5 m wide, an area of 60 m².",
        "A floor of 12 m by 5 m has 60 m².",
        "The field measures 120 m by 50 m, or 0.6 hectares.",
        "The barn, 24 metres by 9 metres, covers 216 square metres.",
        "With a length of 8 m and a width of 3.5 m the terrace covers 28 m².",
        "The tank is 2 m long, 1.5 m wide and 1 m deep, so it holds 3 m³.",
        "The canvas, 90 cm × 60 cm, has an area of 0.54 m².",
        "The pitch is about 100 m long and 64 m wide and covers roughly 6,500 square metres.",
        "The lake is 27 km long and at most 4.5 km wide and has a surface of 83 square kilometres.",
        "The island is 3 km long and 2 km wide, with an area of 4.1 km².",
        "Twelve panels of 2 m by 1 m cover 24 m² of the roof.",
        "The house is 14 m long and 9 m wide and stands on a plot of 900 m².",
        "A room of 4 m by 5 m in a flat of 82 m² is let.",
        "The photo is 10 cm by 15 cm; the wall behind it has 12 m².",
    ],
)
def test_that_other_areas_are_left_alone(text: str) -> None:
    assert not messages(text), text
