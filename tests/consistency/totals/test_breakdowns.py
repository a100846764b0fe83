"""Parts in the next sentence that do or do not sum to their total."""

import pytest

from tests.consistency.helpers import certain

TWINS = [
    ("The society has 148 plots. Of these, 131 are let and {} are vacant.", 71, 17),
    ("The society has 148 plots on 3.2 hectares. Of these, 131 are let and the other {} are vacant.", 27, 17),
    (
        "Last year 96 people applied. Of them, 41 were interviewed and the remaining {} were turned down.",
        65,
        55,
    ),
    ("We counted 240 birds. Of those, 125 were gulls, 80 were terns and the rest, {}, were ducks.", 53, 35),
    ("The fleet has 57 buses. Of these, 38 run on diesel and {} are electric.", 91, 19),
    ("There were 1,204 entries. Of these 1,020 were valid and {} were not.", 148, 184),
]


@pytest.mark.parametrize(("text", "wrong", "right"), TWINS)
def test_that_parts_are_summed(text, wrong, right):
    assert certain(text.format(wrong)), text
    assert not certain(text.format(right)), text


@pytest.mark.parametrize(
    "text",
    [
        "The clinic saw 100 patients. Of these, 80 had a fever and 60 had a cough.",
        "The clinic saw 100 patients. Of these, 34 were children and 21 came by ambulance.",
        "The town has 12 schools. Of these, 3 also teach adults and 5 have a pool.",
        "In 2019 the school had 300 pupils, in 2020 it had 320. Of these, 150 were girls and 160 were boys.",
        "About 500 people came. Of these, 310 paid in advance and 120 at the door.",
        "It lists 75 hotels. Of these, 12 have four stars or more and 30 have three.",
    ],
)
def test_that_other_parts_are_left_alone(text):
    assert not certain(text), text
