"""Quantities that cannot be meant, each with a correct twin."""

import pytest

from numerate.consistency import inconsistencies
from numerate.consistency.kinds.implausible import read_table
from numerate.text.units import DIMENSIONS
from numerate.text.units import find as find_unit

TWINS = [
    ("The studio has a floor area of 41 {}, with a balcony.", "square kilometres", "square metres"),
    ("Preheat the oven to {} °C and grease the dish.", "2,200", "220"),
    ("On Monday the thermometer reached {} °C at noon.", "131.5", "31.5"),
    ("Relative humidity was {} in the cellar.", "140%", "40%"),
    ("The lowest pressure at sea level was 981 {}.", "bar", "hPa"),
    ("Gusts of up to 90 {} are expected on the coast.", "km/s", "km/h"),
    ("The van has a top speed of {} km/h.", "1,450", "145"),
    ("Her blood pressure was {} mmHg on admission.", "1,280", "128"),
    ("The broth is then cooled to 8 {} before serving.", "kg", "°C"),
    ("The suitcase weighs 12 {} when empty.", "cm", "kg"),
    ("The garden covers an area of 300 {}.", "litres", "square metres"),
    ("The rowing boat on the pond is 4 {} long.", "miles", "metres"),
    ("The lighthouse is 38 {} high.", "km", "m"),
    ("Bring a bottle holding 750 {} of water.", "litres", "ml"),
    ("The goalkeeper is {} m tall.", "19.1", "1.91"),
    ("She takes one tablet of 20 {} every morning.", "kg", "mg"),
    ("The exam had a pass rate of {}.", "192%", "92%"),
    ("The shop worked at an operating margin of {} of its sales.", "114%", "11.4%"),
    ("Mains supply: 230 V, 50 {}", "MHz", "Hz"),
    ("The water in the pond has a pH of {}.", "72", "7.2"),
]


def findings(text):
    return [finding for finding in inconsistencies(text) if finding.kind == "implausible"]


@pytest.mark.parametrize(("text", "wrong", "right"), TWINS)
def test_what_cannot_be_meant_is_reported_and_its_twin_is_not(text, wrong, right):
    assert {finding.kind for finding in inconsistencies(text.format(wrong))} <= {"implausible", "impossible"}
    assert list(inconsistencies(text.format(wrong)))
    assert not list(inconsistencies(text.format(right)))


CORRECT = [
    "On Venus the thermometer would show 460 °C.",
    "The jet has a top speed of 2,100 km/h.",
    "Solar winds of 400 km/s reach the Earth.",
    "The samples were heated from room temperature to 700 °C.",
    "Their accuracy improved by 140%.",
    "The lecture lasted two pages of notes.",
    "He cooled to the idea in 2 days.",
    "The particle has a mass of 125 GeV.",
    "The pulse lasted 30 fs and had a wavelength of 800 nm.",
    "The island chain is 4,000 km long.",
    "Annual margins rose by 120% of the plan.",
    "Olympus Mons, a mountain on Mars, is 22 km high.",
    "The bottle bank takes 2,000 litres.",
    "Depth: 40 cm",
]


@pytest.mark.parametrize("text", CORRECT)
def test_unusual_things_are_left_alone(text):
    assert not findings(text)


def test_a_row_of_a_table_has_its_label():
    rows = "Rated power\n\n350 W\n\nHumidity settings\n\n{}\n\nWeight\n\n14 kg"
    assert [finding.numbers[0].text for finding in findings(rows.format("30% to 180%"))] == ["180%"]
    assert not findings(rows.format("30% to 80%"))


def test_messages_are_for_lay_readers():
    [finding] = findings("The flat has a floor area of 62 square kilometres.")
    assert finding.message == (
        "62 square kilometres is too much for a floor area, which is at most about 5,000,000 m²."
    )
    [finding] = findings("The soup is then cooled to 42 km before serving.")
    assert finding.message == "42 km is a length, not a temperature."


def test_the_table_is_complete():
    table = read_table()
    for row in (*table["quantity"], *table["thing"]):
        assert row["why"]
    for row in table["quantity"]:
        low, high = row["bounds"]
        assert low < high
        assert row["unit"] == "" or find_unit(row["unit"])
    for row in table["dimension"]:
        assert {name for name in row["allowed"] if "·" not in name} <= set(DIMENSIONS)
