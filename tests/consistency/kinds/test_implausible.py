"""Quantities that cannot be meant, each with a correct twin."""

import re

import pytest

from numerate.consistency import inconsistencies
from numerate.consistency.kinds.implausible import _knowledge, read_table
from numerate.text.units import DIMENSIONS
from numerate.text.units import find as find_unit

SILENT = [
    "Trim 1 pound thick asparagus, and halve it lengthwise.",
    "Simmer the pork in a 6-quart wide heavy pot.",
    "The air pressure of the spraying nozzle was 3.5 bar.",
]

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
    ("Our best cow weighs {} kg and gives 30 litres a day.", "6,400", "640"),
    ("The old dog weighs {} kg.", "310", "31"),
    ("A laying hen weighs about 2 {}.", "tonnes", "kg"),
    ("For this walk a rucksack should not exceed {} kg.", "110", "11"),
    ("The folding bicycle weighs 14 {}.", "g", "kg"),
    ("A hub motor in the rear wheel gives 250 {}.", "kW", "W"),
    ("Each USB-C port delivers 60 {}.", "kW", "W"),
    ("The kettle needs 2,200 {} to boil water.", "kW", "W"),
    ("By night train, which reaches {} km/h, one sleeps well.", "1,600", "160"),
    ("Her serve was timed at {} km/h.", "1,850", "185"),
    ("There is a rain butt of 200 {} by the shed.", "ml", "litres"),
    ("A brook, about 3 {} wide, runs past the garden.", "km", "m"),
    ("The tablets are white and round and measure 9 {} across.", "cm", "mm"),
    ("From October the landlord keeps the rooms at 20 {}.", "°F", "°C"),
    ("Machine wash at {} °C.", "400", "40"),
    ("Milk keeps in the fridge at {} °C.", "50", "5"),
    ("Men in this country have a life expectancy of {} years.", "179", "79"),
    ("A bee is 13 {} long.", "m", "mm"),
    ("The calf is 7 m long and weighs 2.5 {}.", "g", "tonnes"),
    ("Each slab weighs 23 {}.", "mg", "kg"),
    ("The bookcase is 2 {} high.", "km", "m"),
    ("The fence is 1.8 {} high.", "km", "m"),
    ("The paddling pool is 40 {} deep.", "km", "cm"),
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
    "All cows together weigh 64 tonnes.",
    "The hot dog weighs 200 kg and is a record.",
    "The hub motor takes its 250 W from a battery of 4 kWh.",
    "Two USB-C ports and a wall socket with 3.5 kW.",
    "The jet stream is 200 km wide.",
    "Saturn is large. Near the equator of Saturn winds blow at 1,800 km/h.",
    "The rooms of the steam bath are kept at 48 °C.",
    "The stone slab of the tomb weighs 40 tonnes.",
    "The clay tablets are 12 cm wide.",
    "She keeps the samples in the freezer at −80 °C.",
    "Overtime lengthened the average workweek by 0.3 hours.",
    "Most foresee the same workweek six months from now.",
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


def test_all_patterns_of_the_table_can_be_compiled():
    known = _knowledge()
    for pattern, bounds in (*known.quantities, *known.things):
        for each in (pattern, bounds.needs, bounds.unless):
            re.compile(each)


@pytest.mark.parametrize("text", SILENT)
def test_words_of_other_things_are_left_alone(text):
    assert not list(inconsistencies(text))


def test_two_lengths_are_an_area() -> None:
    assert not list(inconsistencies("It covers an area of 7 km by 8 km."))
    [finding] = inconsistencies("It covers an area of 7 km in all.")
    assert finding.kind == "implausible"
