"""Sizes of everyday things, each with a correct twin, and amounts that are of something else."""

import re

import pytest

from numerate.consistency import inconsistencies
from numerate.consistency.kinds.everyday import UNITS, read_table

TWINS = [
    ("He bought an oar of 3.2 {} for the boat.", "t", "kg"),
    ("The mower weighs 17 {}.", "g", "kg"),
    ("The cord, 75 {} long, must not hang down.", "km", "cm"),
    ("The egg weighs about 460 {} and has a thick shell.", "kg", "g"),
    ("Roll out the pastry 3 {} thick.", "m", "mm"),
    ("A short walk of 12 {} leads to the beach.", "mm", "km"),
    ("The footbridge of 84 {} was opened in May.", "mm", "m"),
    ("Children may have capsules of 500 {} instead.", "g", "mg"),
    ("People who took more than 200 {} of caffeine a day were left out.", "kg", "mg"),
    ("Longest carrot: Pauline Achebe, 41 {}", "km", "cm"),
    ("Wood screws, 6 × 70 {}, in a box", "m", "mm"),
    ("USB-C: 100 {}", "kW", "W"),
    ("We ate at a 3 {} wide table.", "km", "m"),
    ("The bucket holds 10 {} of water.", "ml", "litres"),
    ("The marathon took 4 {} in the heat.", "seconds", "hours"),
    ("The hammer has a weight of 500 {}.", "t", "g"),
    ("The hare runs at 60 {}.", "km/s", "km/h"),
    ("The boards, 2.4 m long and 50 {} thick, are oiled.", "nm", "mm"),
    ("The mean distance from the Sun is 1.43 {} kilometres for Saturn.", "million", "billion"),
    ("Heat the oven to 200 {} or gas mark 6.", "°F", "°C"),
    ("Bake for 50 {} on the middle shelf.", "hours", "minutes"),
    ("Ring us when your temperature rises above 38 {}.", "°F", "°C"),
]
RECIPE = (
    "Buns\n\n- {} milk\n- 500 g flour\n\nPreheat the oven. Knead the dough and whisk a tablespoon of sauce.\n"
)
CORRECT = [
    "The tower is 45 km away.",
    "From the tower, 12 km north of the town, one sees the sea.",
    "The bottles on the lorry together weigh 3 t.",
    "A model of the bridge of 84 mm stands in the hall.",
    "The giant pencil is 23 m long.",
    "The row of tables was 2 km long.",
    "The farm sold 300 tonnes of apples.",
    "The factory makes 200 kg of caffeine a day.",
    "The walk to the lake of 300 m is easy.",
    "A crack 2 m long runs down the wall.",
    "The rowing machine weighs 40 kg.",
    "Bees fly 3 km from their hive.",
    "The ants dug a tunnel 2 m deep.",
    "The flock of geese flew 400 km.",
    "The crane weighs 40 t.",
    "The silica column was 5 mm wide.",
    "The chair of 20 million euros was a gift.",
    "The horse race is 4 km long.",
    "The space capsule weighs 5 t.",
    "The seal of 3 mm is made of rubber.",
    "A queue of cars 8 km long stood at the ferry.",
    "The pitch drop fell after 13 years.",
    "The plate moves 5 cm a year.",
    "The cells of the leaf are 20 µm long.",
]


def findings(text):
    return [finding for finding in inconsistencies(text) if finding.kind == "implausible"]


@pytest.mark.parametrize(("text", "wrong", "right"), TWINS)
def test_sizes_out_of_proportion_are_reported_and_their_twins_are_not(text, wrong, right):
    assert findings(text.format(wrong))
    assert not findings(text.format(right))


@pytest.mark.parametrize("text", CORRECT)
def test_amounts_of_something_else_are_left_alone(text):
    assert not findings(text)


def test_ingredients_are_bounded_in_recipes_only():
    assert [finding.numbers[0].text for finding in findings(RECIPE.format("250 l"))] == ["250"]
    assert not findings(RECIPE.format("250 ml"))
    assert not findings("The dairy\n\n- 250 l milk\n- 90 kg butter")


def test_the_table_is_complete():
    rows = read_table()
    assert len(rows) >= 150
    for row in rows:
        for key in ("words", "needs", "unless"):
            re.compile(row.get(key, ""))
        bounded = [key for key in UNITS if key in row]
        assert bounded, row["name"]
        assert set(row) <= {"name", "words", "needs", "unless", *UNITS}
        for key in bounded:
            low, high = row[key]
            assert 0 < low < high
